"""Whatever shows, falls or is told of cards: what everybody hears hangs on no card that lies hidden."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.effects import CommandDone, Tell
from controller.events import Act, CardMoved, CardSeen, Draw, Evidence, FloorRule, Header, NewHand, Post, Report
from controller.feed.views import state_view
from controller.game.cards import FULL_DECK, JOKER, Card
from controller.game.chips import Stakes
from controller.game.zones import BOARD, BURN, HOLE, MUCK, STUB
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.rulings import docket_of
from tests.at_table import AtTable

SEATS = 4
#: Places of the deck whose cards may show: they are the same whatever lies elsewhere.
OPEN = (2, 5, 6, 9, 14, 22, 25, 28)
HIDDEN = tuple(place for place in range(52) if place not in OPEN)
GAMES = ("holdem", "omaha", "five_card_draw", "ace_to_five_lowball", "deuce_to_seven_triple_draw")
REPORTED = ("exposed", "suspected", "flipped", "flashed", "boxed", "off_table")

DEEDS = st.one_of(
    st.tuples(st.just("deal"), st.booleans()),
    st.tuples(st.just("deal"), st.just(False)),
    st.tuples(st.just("act"), st.sampled_from(("call", "check", "fold"))),
    st.tuples(st.just("draw"), st.integers(0, 2)),
    st.tuples(st.just("burn"), st.none()),
    st.tuples(st.just("boxed"), st.sampled_from(OPEN)),
    st.tuples(st.just("turned"), st.sampled_from(OPEN)),
    st.tuples(st.just("moved"), st.sampled_from(OPEN), st.sampled_from((BURN, MUCK))),
    st.tuples(st.just("joker"), st.integers(1, SEATS), st.booleans()),
    st.tuples(st.just("nameless"), st.sampled_from((*REPORTED, "joker", "out_of_sight", "looked")), st.integers(1, SEATS)),
    st.tuples(st.just("nameless"), st.sampled_from(("exposed", "boxed", "off_table", "joker")), st.integers(1, SEATS)),
    st.tuples(st.just("rule"), st.sampled_from(("confirm", "override"))),
)


class Room:
    """A hand at a table, with everything that anybody outside hears of it."""

    def __init__(self, game: str, book: Any, deck: list[Card]) -> None:
        stakes = Stakes(5, 10, game=game)
        self.at = AtTable([200] * SEATS, stakes, button=SEATS, house=House(seats=SEATS, stakes=stakes, book=book, options=PRESETS[book]))
        self.deck, self.next = deck, 0
        self.heard: list[Any] = []
        self.note(self.at.do(NewHand(self.at.head(), stakes)))
        self.note(self.at.do(Post(self.at.head(), None)))

    def note(self, effects: Any) -> None:
        for one in effects:
            if isinstance(one, Tell):
                more = None if one.more is None else (one.more.ruling, one.more.announcement, one.more.prompt, one.more.refunds)
                fields = (one.kind, one.seat, one.amount_chips, one.to_chips, one.do, one.cards, one.zones, one.code, one.name, one.rules)
                self.heard.append((*fields, more))
            elif isinstance(one, CommandDone):
                self.heard.append((one.ok, one.code, one.message, one.rules))
        self.heard.append(state_view(self.at.table, frozenset(), {}))

    def times(self) -> tuple[int, int]:
        self.at._now += 2
        return self.at._now - 1, self.at._now

    def move(self, card: Card, zone: Any, *, up: bool = False) -> None:
        came = self.at.table.card_zones[card]
        self.note(self.at.do(CardMoved(card, came, zone, "up" if up else "down", *self.times(), Evidence("hf0", 3, 3))))

    def deal(self, up: bool) -> None:
        """The next card in turn, or on the board when everybody has his; face up only where its face is no secret."""
        hand = self.at.table.hand
        if hand is None or self.next >= 52:
            return
        held = {seat: hand.dealt_to.count(hand.index_of[seat]) for seat in hand.seats}
        if hand.stage == "dealing" and self.next not in OPEN:
            return  # what comes to the board is no secret either
        zone = BOARD if hand.stage == "dealing" else HOLE[min(held, key=lambda seat: held[seat])]
        place, self.next = self.next, self.next + 1
        self.move(self.deck[place], zone, up=zone == BOARD or (up and place in OPEN))

    def burn(self, _: None) -> None:
        if self.next < 52:
            self.next += 1
            self.move(self.deck[self.next - 1], BURN)

    def act(self, do: Any) -> None:
        if (seat := self.at.to_act) is not None:
            self.note(self.at.do(Act(self.at.head(), seat, do, None)))

    def draw(self, number: int) -> None:
        for seat in range(1, SEATS + 1):
            self.note(self.at.do(Draw(self.at.head(), seat, "draw", number)))

    def boxed(self, place: int) -> None:
        self.note(self.at.do(CardSeen(self.deck[place], STUB, "boxed", *self.times(), Evidence("cam0", 2, 2))))

    def turned(self, place: int) -> None:
        zone = self.at.table.card_zones[self.deck[place]]
        self.note(self.at.do(CardSeen(self.deck[place], zone, "face", *self.times(), Evidence("cam0", 2, 2))))

    def moved(self, place: int, zone: Any) -> None:
        self.move(self.deck[place], zone)

    def joker(self, seat: int, up: bool) -> None:
        self.move(JOKER, HOLE[seat], up=up)

    def nameless(self, what: Any, seat: int) -> None:
        self.note(self.at.do(Report(self.at.head(), what, seat)))

    def rule(self, decision: Any) -> None:
        for one in docket_of(self.at.table).rulings[-1:]:
            self.at._now += 1
            head = Header(self.at._now, f"f{self.at._now}", "floor")
            self.note(self.at.do(FloorRule(head, one.id, decision, reason="so")))


def heard(game: str, book: str, order: list[int], deeds: list[tuple[Any, ...]]) -> list[Any]:
    deck = [Card(0)] * 52
    for place in OPEN:
        deck[place] = FULL_DECK[place]
    for place, card in zip(HIDDEN, order, strict=True):
        deck[place] = FULL_DECK[card]
    room = Room(game, book, deck)
    for kind, *args in deeds:
        getattr(room, kind)(*args)
    return room.heard


@pytest.mark.parametrize("book", ["cooke", "roberts", "home"])
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    game=st.sampled_from(GAMES),
    one=st.permutations(HIDDEN),
    other=st.permutations(HIDDEN),
    deeds=st.lists(DEEDS, min_size=15, max_size=60),
)
def test_nothing_that_is_heard_hangs_on_a_hidden_card(
    book: str, game: str, one: list[int], other: list[int], deeds: list[tuple[Any, ...]]
) -> None:
    assert heard(game, book, one, deeds) == heard(game, book, other, deeds)
