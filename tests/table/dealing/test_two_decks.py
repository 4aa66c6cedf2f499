"""Decks that players deal in turn, and a set-up of two."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable
from msgspec.structs import replace

from controller.events import Change, Correct, Deck, Event, NewHand, Report, Shuffle
from controller.game.chips import Stakes
from controller.hand_log import HandLog
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.dealing.two_decks import next_deck

STAKES = Stakes(5, 10)


class Round(AtTable):
    """Three players who deal themselves, with the red deck, the blue one and the green one enrolled."""

    def __init__(self, decks: tuple[str, ...] = ("red", "blue", "green"), **answers: Any) -> None:
        self.log = HandLog()
        options = replace(PRESETS["cooke"], **{"dealer_mode": "player_dealt", **answers})
        super().__init__([500] * 3, STAKES, button=3, house=House(seats=3, stakes=STAKES, book="cooke", options=options, decks=decks))

    def do(self, event: Event) -> tuple[Any, ...]:
        event = self.log.complete(event)
        effects = super().do(event)
        self.log.take(event, effects)
        return effects

    def played(self) -> str:
        """Play a hand, and return the deck it was dealt with; "" = the one the table was set up with."""
        self.start()
        first, second = self.hand.seats[self.hand.to_act], self.hand.seats[0]
        self.acts(f"{first} fold, {second} fold")
        return self.table.around.deck.name


def test_each_hand_is_dealt_with_the_other_deck() -> None:
    table = Round()
    assert [table.played() for _ in range(4)] == ["", "blue", "red", "blue"]
    assert [tell.name for tell in table.tells("deck_changed")] == ["blue", "red", "blue"]


def test_three_decks_go_round() -> None:
    table = Round(player_dealt_decks=3)
    assert [table.played() for _ in range(4)] == ["", "blue", "green", "red"]


@pytest.mark.parametrize(
    ("answers", "decks"),
    [({"dealer_mode": "center_dealt"}, ("red", "blue")), ({"player_dealt_decks": 1}, ("red", "blue")), ({}, ("red",)), ({}, ())],
    ids=["a dealer deals", "one deck", "one is enrolled", "none is"],
)
def test_else_the_deck_stays(answers: dict[str, Any], decks: tuple[str, ...]) -> None:
    table = Round(decks, **answers)
    assert [table.played() for _ in range(3)] == ["", "", ""]


def test_a_deck_that_somebody_put_in_play_is_dealt_and_then_they_go_on_in_turn() -> None:
    table = Round()
    table.played()
    table.ok(Deck(table.head(), "change", "red"))
    assert [table.played() for _ in range(2)] == ["red", "blue"]


def test_a_deck_that_is_to_be_changed_stays_until_it_is() -> None:
    table = Round()
    table.played()
    table.ok(Report(table.head(), "marred"))
    assert next_deck(table.table, table.house) == ""


def test_a_hand_that_is_folded_in_anew_is_dealt_with_the_same_deck() -> None:
    table = Round()
    table.played()
    table.start()
    assert table.table.around.deck.name == "blue"
    first = table.hand.seats[table.hand.to_act]
    table.act(first, "raise", 30)
    raised = next(tell for tell in reversed(table.told) if tell.kind == "acted")
    assert table.ask(Correct(replace(table.head(), role="floor"), raised.seq, Change(to_chips=40))).ok
    assert table.table.around.deck.name == "blue"
    assert table.hand.bets[table.hand.index_of[first]] == 40


def test_of_a_set_up_the_second_deck_is_made_ready_as_well() -> None:
    table = Round(dealer_mode="center_dealt")
    table.ok(Deck(table.head(), "set_up", "red"))
    for step in ("spread", "checked", "scramble", "riffle", "riffle", "box", "riffle", "riffle", "riffle", "cut"):
        table.ok(Shuffle(table.head(), step))  # type: ignore[arg-type]
    table.ok(Deck(table.head(), "change", "blue"))
    for step in ("riffle", "riffle", "box", "riffle"):
        table.ok(Shuffle(table.head(), step))  # type: ignore[arg-type]
    assert table.ask(Shuffle(table.head(), "cut")).code == "shuffle.new_deck"
    table.ok(Deck(table.head(), "change", "red"))
    for step in ("riffle", "riffle", "box", "riffle", "cut"):
        table.ok(Shuffle(table.head(), step))  # type: ignore[arg-type]


def test_a_deck_that_is_not_whole_is_dealt_when_the_floor_says_so() -> None:
    table = Round(dealer_mode="center_dealt")
    table.ok(Deck(table.head(), "check"))
    table.ok(Deck(table.head(), "checked", number=51))
    assert table.ask(NewHand(table.head())).code == "new_hand.deck_due"
    table.ok(NewHand(replace(table.head(), role="floor")))
