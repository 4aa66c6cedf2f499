"""A hand that was let go: back with its player while nobody has acted and it has not touched the muck, the floor's matter else."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable, cards
from msgspec.structs import replace

from controller.events import Change, Correct, Event, Request
from controller.game.chips import Stakes
from controller.game.zones import HOLE, MUCK, STUB, Zone
from controller.hand_log import HandLog
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.rules.ruling import Ruling
from controller.table.rulings import docket_of

STAKES = Stakes(5, 10)


class Thrown(AtTable):
    """Four players with their cards, dealt from seat 4; seat 3 is to act. The events are kept as the daemon keeps them."""

    def __init__(self, book: Any = "cooke", **answers: Any) -> None:
        self.log = HandLog()
        house = House(seats=4, stakes=STAKES, book=book, options=replace(PRESETS[book], **answers))
        super().__init__([500] * 4, STAKES, button=4, house=house)
        self.start().deal({1: "Kd Kc", 2: "7h 7d", 3: "9h 9s", 4: "Jc 2c"})

    def do(self, event: Event) -> tuple[Any, ...]:
        event = self.log.complete(event)
        effects = super().do(event)
        self.log.take(event, effects)
        return effects

    def throw(self, *to: Zone | None) -> Thrown:
        for card, zone in zip(cards("9h 9s"), to, strict=True):
            self.move(card, zone, HOLE[3])
        return self

    def wants_it_back(self) -> str:
        return self.ask(Request(self.head(), 3, "retrieve")).code

    @property
    def rulings(self) -> list[Ruling]:
        return list(docket_of(self.table).rulings)


def test_it_is_his_again_and_so_is_his_turn() -> None:
    table = Thrown().act(3, "fold").throw(None, None)
    assert (table.wants_it_back(), table.to_act) == ("", 3)
    assert [(one.kind, one.status, one.rules) for one in table.rulings] == [
        ("live_hand", "in_force", ("cooke.def.retrieved_hand", "cooke.10.19.a"))
    ]
    table.acts("3 raise 30, 4 call, 1 fold, 2 fold")
    assert not table.hand.folded[table.hand.index_of[3]]


def test_what_he_does_then_can_be_corrected() -> None:
    """The hand is folded in anew, his fold and its taking back with it."""
    table = Thrown().act(3, "fold").throw(None, None)
    assert table.wants_it_back() == ""
    table.act(3, "raise", 30)
    raised = next(tell for tell in reversed(table.told) if tell.kind == "acted" and tell.do == "raise")
    assert table.ask(Correct(replace(table.head(), role="floor"), raised.seq, Change(to_chips=40))).ok
    assert table.hand.bets[table.hand.index_of[3]] == 40
    assert not table.hand.folded[table.hand.index_of[3]]
    assert [(one.kind, one.status) for one in table.rulings] == [("live_hand", "in_force")]


@pytest.mark.parametrize(
    ("to", "then", "book"),
    [((None, None), "4 call", "cooke"), ((MUCK, None), "", "cooke"), ((None, None), "", "roberts")],
    ids=["somebody has acted", "it touched the muck", "a house in which a fold at a bet is final"],
)
def test_else_the_floor_says(to: tuple[Zone | None, ...], then: str, book: str) -> None:
    table = Thrown(book).act(3, "fold").throw(*to)
    if then:
        table.acts(then)
    assert table.wants_it_back() == ""
    (ruling,) = table.rulings
    assert (ruling.kind, ruling.who, ruling.status) == ("dead_hand", "floor", "proposed")
    assert table.hand.folded[table.hand.index_of[3]]


def test_when_the_round_is_over_behind_him_it_is_the_floors() -> None:
    table = Thrown().acts("3 call, 4 call, 1 raise 30, 2 call, 3 fold, 4 fold")
    assert table.wants_it_back() == ""
    assert table.rulings[-1].who == "floor"


def test_a_card_that_was_read_in_the_muck_alone_is_no_thrown_hand() -> None:
    """One of his two came back from there: a stray reading, or a card that was pushed; when both did, the dealer is asked."""
    table = Thrown().throw(MUCK, HOLE[3])
    nine = cards("9h")[0]
    table.move(nine, HOLE[3], MUCK)
    assert table.rulings == []
    other = cards("9s")[0]
    table.move(other, MUCK, HOLE[3])
    table.move(other, HOLE[3], MUCK)
    (ruling,) = table.rulings
    assert (ruling.kind, ruling.seat, ruling.status, ruling.cards) == ("dead_hand", 3, "proposed", ())


def test_folded_cards_among_a_live_hand_are_the_floors_once() -> None:
    table = Thrown().act(3, "fold")
    for _ in range(2):
        for card in cards("9h 9s"):
            table.move(card, HOLE[2], STUB)
        for card in cards("9h 9s"):
            table.move(card, MUCK, HOLE[2])
    (ruling,) = table.rulings
    assert (ruling.seat, ruling.remedy[0].do, ruling.remedy[0].seats, ruling.cards) == (2, "compare_hands", (2, 3), ())
