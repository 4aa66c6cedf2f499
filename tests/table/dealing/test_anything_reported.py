"""Whatever is told of cards, and whenever, by any book: each step holds, chips are conserved, and no hidden card is named."""

from __future__ import annotations

from typing import Any, get_args

from at_table import AtTable, chips_of
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.effects import Tell
from controller.events import Act, Button, FloorRule, NewHand, Post, Report, Reported, Shuffle, ShuffleStep
from controller.game.betting import legal
from controller.game.cards import Card
from controller.game.chips import Stakes
from controller.game.zones import BOARD, BURN, HOLE, MUCK, STUB, Zone
from controller.rules.catalogue.row import BOOKS
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.rulings import docket_of

STAKES = Stakes(5, 10)
PLACES: tuple[Zone, ...] = (STUB, BURN, MUCK, BOARD, *HOLE[1:6])
REPORTS = get_args(Reported)
STEPS = get_args(ShuffleStep)
ROLES = ("dealer", "floor")


class Anything:
    """One table, and whatever can befall it."""

    def __init__(self, book: Any, draw: st.DrawFn) -> None:
        house = House(seats=5, stakes=STAKES, book=book, options=PRESETS[book])
        self.felt = AtTable([300, 300, 300, 300, None], STAKES, button=1, house=house)
        self.draw = draw

    def head(self) -> Any:
        return replace(self.felt.head(), role=self.draw(st.sampled_from(ROLES)))

    def seat(self, least: int = 1) -> int:
        return self.draw(st.integers(least, 5))

    def hand(self) -> None:
        self.felt.ask(NewHand(self.head()))

    def post(self) -> None:
        self.felt.ask(Post(self.head(), None if self.draw(st.booleans()) else self.seat()))

    def act(self) -> None:
        now = legal(self.felt.hand) if self.felt.table.hand is not None else None
        if now is not None:
            do = self.draw(st.sampled_from(("fold", "call" if now.call_chips else "check", "all_in")))
            self.felt.ask(Act(self.head(), now.seat, do))

    def deal(self) -> None:
        hand = self.felt.table.hand
        seats = [*hand.seats] if hand is not None else [1, 2, 3]
        for seat in seats:
            self.felt.move(Card(self.draw(st.integers(0, 51))), HOLE[seat], STUB)

    def move(self) -> None:
        card = Card(self.draw(st.integers(0, 51)))
        self.felt.move(card, self.draw(st.sampled_from(PLACES)), self.felt.table.card_zones[card])

    def report(self) -> None:
        card = None if self.draw(st.booleans()) else Card(self.draw(st.integers(0, 51)))
        self.felt.ask(Report(self.head(), self.draw(st.sampled_from(REPORTS)), self.seat(0), card))

    def shuffle(self) -> None:
        self.felt.ask(Shuffle(self.head(), self.draw(st.sampled_from(STEPS))))

    def button(self) -> None:
        self.felt.ask(Button(self.head(), 0, True) if self.draw(st.booleans()) else Button(self.head(), self.seat()))

    def decide(self) -> None:
        rulings = docket_of(self.felt.table).rulings
        if rulings:
            decision = self.draw(st.sampled_from(("confirm", "override", "reopen")))
            alternative = "play_on" if decision == "override" else ""
            self.felt.ask(FloorRule(self.head(), self.draw(st.sampled_from(rulings)).id, decision, "so it is", alternative))


DEEDS = tuple(name for name in vars(Anything) if name not in ("head", "seat") and not name.startswith("_"))


@st.composite
def anything(draw: st.DrawFn) -> AtTable:
    table = Anything(draw(st.sampled_from(sorted(BOOKS))), draw)
    table.hand()
    for deed in draw(st.lists(st.sampled_from(DEEDS), min_size=5, max_size=25)):
        getattr(table, deed)()
        assert chips_of(table.felt.table) == 1200, deed
    return table.felt


@given(felt=anything())
@settings(max_examples=250, deadline=None)
def test_each_step_holds_whatever_is_told(felt: AtTable) -> None:
    """`AtTable` holds every step to what must always be so."""
    hand = felt.table.hand
    if hand is not None and hand.stage == "betting":
        assert not hand.folded[hand.to_act]


@given(felt=anything())
@settings(max_examples=100, deadline=None)
def test_what_happens_to_the_deck_before_the_deal_names_no_card(felt: AtTable) -> None:
    told: list[Tell] = [tell for tell in felt.told if tell.kind in ("shuffled", "button_moved", "floor_called")]
    assert all(tell.cards == () for tell in told)
