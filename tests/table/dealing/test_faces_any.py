"""Cards that show, are boxed, are jokers or fall, in any order and any game: the core answers everything, and chips are conserved."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.events import Act, CardMoved, CardSeen, Draw, FloorRule, NewHand, Post, Report
from controller.feed.views import seat_view
from controller.game.cards import ALL_CARDS, card_text
from controller.game.chips import Stakes
from controller.game.zones import BOARD, BURN, HOLE, MUCK, STUB
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.rulings import docket_of
from tests.at_table import EVIDENCE, AtTable, chips_of

SEATS = 4
GAMES = ("holdem", "omaha", "five_card_draw", "ace_to_five_lowball", "deuce_to_seven_triple_draw", "crazy_pineapple", "badugi")
REPORTED = ("exposed", "suspected", "flipped", "flashed", "boxed", "joker", "off_table", "out_of_sight")
ZONES = (*HOLE[1 : SEATS + 1], BOARD, BURN, MUCK, STUB, None)
CARDS = st.sampled_from(ALL_CARDS)
SEAT = st.integers(1, SEATS)

DEEDS = st.one_of(
    st.tuples(st.just("next"), st.booleans()),
    st.tuples(st.just("next"), st.booleans()),
    st.tuples(st.just("act"), st.sampled_from(("call", "check", "fold"))),
    st.tuples(st.just("draw"), st.integers(0, 3)),
    st.tuples(st.just("move"), CARDS, st.sampled_from(ZONES), st.booleans()),
    st.tuples(st.just("seen"), CARDS, st.sampled_from(ZONES), st.sampled_from(("face", "boxed")), st.booleans()),
    st.tuples(
        st.just("report"), st.sampled_from(REPORTED), SEAT | st.just(0), st.none() | CARDS, st.sampled_from(("", "dealer", "player"))
    ),
    st.tuples(st.just("rule"), st.sampled_from(("confirm", "override", "reopen"))),
)


class Felt:
    """A table at which anything may be done with cards; what the core refuses is refused."""

    def __init__(self, game: str, book: Any) -> None:
        stakes = Stakes(5, 10, game=game)
        self.at = AtTable([200] * SEATS, stakes, button=SEATS, house=House(seats=SEATS, stakes=stakes, book=book, options=PRESETS[book]))
        self.deck = list(ALL_CARDS[::-1])
        self.at.ask(NewHand(self.at.head(), stakes))
        self.at.ask(Post(self.at.head(), None))

    def move(self, card: Any, zone: Any, up: bool) -> None:
        self.at._now += 2
        now = self.at._now
        self.at.do(CardMoved(card, self.at.table.card_zones[card], zone, "up" if up else "down", now - 1, now, EVIDENCE))

    def do(self, deed: tuple[Any, ...]) -> None:
        kind, *args = deed
        getattr(self, kind)(*args)

    def next(self, up: bool) -> None:
        """The next card of the deck, where the plan has it."""
        hand = self.at.table.hand
        held = {seat: hand.dealt_to.count(hand.index_of[seat]) for seat in hand.seats} if hand else {}
        if self.deck and held:
            self.move(self.deck.pop(), HOLE[min(held, key=lambda seat: held[seat])], up)

    def act(self, do: Any) -> None:
        if (seat := self.at.to_act) is not None:
            self.at.ask(Act(self.at.head(), seat, do, None))

    def draw(self, number: int) -> None:
        for seat in range(1, SEATS + 1):
            self.at.ask(Draw(self.at.head(), seat, "draw", number))

    def seen(self, card: Any, zone: Any, shows: Any, landed: bool) -> None:
        self.at._now += 2
        self.at.do(CardSeen(card, zone, shows, self.at._now - 1, self.at._now, EVIDENCE, landed=landed))

    def report(self, what: Any, seat: int, card: Any, by: Any) -> None:
        self.at.ask(Report(self.at.head(), what, seat, card, by, "muck" if what == "flashed" and not seat else ""))

    def rule(self, decision: Any) -> None:
        for one in docket_of(self.at.table).rulings[-1:]:
            head = self.at.head()
            self.at.ask(FloorRule(type(head)(head.at_ns, head.cmd_id, "floor"), one.id, decision, reason="so"))


def said_in(tell: Any) -> tuple[Any, ...]:
    """The cards that the dealer has to name."""
    return () if tell.more is None or tell.more.announcement is None else tell.more.announcement.cards


@pytest.mark.parametrize("book", ["cooke", "roberts", "home"])
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(game=st.sampled_from(GAMES), deeds=st.lists(DEEDS, max_size=45))
def test_everything_is_answered_and_chips_are_conserved(book: str, game: str, deeds: list[tuple[Any, ...]]) -> None:
    felt = Felt(game, book)
    before = chips_of(felt.at.table)
    for deed in deeds:
        felt.do(deed)
        assert chips_of(felt.at.table) == before
        hand = felt.at.table.hand
        assert hand is not None
        assert len(set(hand.dealt)) == len(hand.dealt) == len(hand.dealt_to), "a card is dealt once"
        shown = {card_text(card) for tell in felt.at.told for card in (*tell.cards, *said_in(tell))}
        for seat in range(1, SEATS + 1):
            assert {*seat_view(felt.at.table, seat, frozenset())["up"]} <= shown, "what a seat shows was told by name"
