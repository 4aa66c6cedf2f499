"""A deck that passed the shuffler's antenna: what is said of it, and what may come into play."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from controller.events import Deck, DeckRead, Evidence, NewHand, Role
from controller.feed.dealing_view import deck_view
from controller.game.chips import Stakes
from controller.game.zones import SHUFFLER
from controller.rules.house import House
from tests.at_table import AtTable

EVIDENCE = Evidence("hf3", 52, 60)


def table_of() -> AtTable:
    house = House(seats=3, stakes=Stakes(5, 10), decks=("blue", "red"))
    return AtTable([500, 500, 500], Stakes(5, 10), button=3, house=house)


def read(deck: str, seen: int, strange: int = 0) -> DeckRead:
    return DeckRead(deck, seen, strange, 0, 10, 20, EVIDENCE)


def change(table: AtTable, name: str, role: Role = "dealer") -> Deck:
    return Deck(replace(table.head(), role=role), "change", name)


@pytest.mark.parametrize(
    ("seen", "strange", "result"), [(52, 0, "complete"), (51, 0, "partly"), (52, 1, "foreign"), (51, 1, "foreign"), (60, 0, "complete")]
)
def test_what_is_said_of_it(seen: int, strange: int, result: str) -> None:
    table = table_of()
    table.do(read("blue", seen, strange))
    (told,) = table.tells("deck_checked")
    assert (told.do, told.name, told.zones, told.cards) == (result, "blue", (SHUFFLER,), ())
    assert told.more is not None
    assert told.more.number == min(seen, 52)


def test_one_with_a_strange_card_comes_into_play_by_the_floor_alone() -> None:
    table = table_of()
    table.do(read("blue", 52, 1))
    assert table.ask(change(table, "blue")).code == "deck_change.not_whole"
    table.ok(change(table, "blue", "floor"))
    assert table.table.around.deck.name == "blue"
    assert table.table.around.deck.checked_ns is None


def test_the_last_pass_counts() -> None:
    table = table_of()
    table.do(read("blue", 52, 1))
    table.do(read("blue", 52))
    table.ok(change(table, "blue"))
    assert table.table.around.deck.checked_ns == 20
    assert deck_view(table.table)["shuffler"] == [{"name": None, "seen": 52, "strange": 0}]


def test_the_other_deck_may_pass_while_a_hand_is_played_and_the_one_in_play_cannot() -> None:
    table = table_of()
    table.ok(NewHand(table.head()))
    table.do(read("blue", 52))
    table.do(read("", 52))
    table.do(read("", 40, 3))
    assert [(one.name, one.do) for one in table.tells("deck_checked")] == [("blue", "complete")]


def test_the_deck_in_play_is_told_as_unseen_in_numbers() -> None:
    table = table_of()
    seen = deck_view(table.table)
    assert (seen["cards"], seen["seen"], seen["unseen"]) == (52, 0, 52)
    table.do(read("", 49))
    assert deck_view(table.table)["shuffler"] == [{"name": None, "seen": 49, "strange": 0}]
