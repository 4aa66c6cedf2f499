"""The deck from one hand to the next: due, new, changed, looked through, its stub counted."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from controller.events import Deck, Evidence, ForeignCard, NewHand, Report, Shuffle, Tick
from controller.game.cards import FULL_DECK
from controller.game.chips import Stakes
from controller.game.zones import BOARD, HOLE
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.dealing import deck_check, stub_count
from controller.table.rulings import docket_of
from tests.at_table import AtTable

EVIDENCE = Evidence("hf0", 2, 2)
MINUTE_NS = 60 * 10**9


def table_of(book: Any = "cooke", decks: tuple[str, ...] = (), **options: Any) -> AtTable:
    house = House(seats=3, stakes=Stakes(5, 10), book=book, options=replace(PRESETS[book], **options), decks=decks)
    return AtTable([500, 500, 500], Stakes(5, 10), button=3, house=house)


def deck(table: AtTable, do: Any, name: str = "", number: int = 0) -> Deck:
    return Deck(table.head(), do, name, number)


def step(table: AtTable, name: Any) -> Shuffle:
    return Shuffle(table.head(), name)


def look_through(table: AtTable, cards: Any, number: int = 0) -> str:
    table.ok(deck(table, "check"))
    for card in cards:
        table.move(card, BOARD)
        table.move(card, None, BOARD)
    table.ok(deck(table, "checked", number=number))
    return str(table.tells("deck_checked")[-1].do)


@pytest.mark.parametrize(
    ("read", "counted", "result", "due"),
    [
        (52, 0, deck_check.COMPLETE, ""),
        (51, 0, deck_check.PARTLY, ""),
        (51, 52, deck_check.DEAD, "break"),
        (51, 51, deck_check.SHORT, "whole"),
        (50, 51, deck_check.SHORT, "whole"),
    ],
)
def test_a_dead_tag_is_told_from_a_card_that_is_not_there_by_the_count(read: int, counted: int, result: str, due: str) -> None:
    table = table_of()
    assert look_through(table, FULL_DECK[:read], counted) == result
    assert table.table.around.deck.due == due
    assert (table.ask(step(table, "riffle")).code == "shuffle.deck_due") == (due == "whole")


def test_a_card_of_another_deck_among_its_own_is_found_by_the_check() -> None:
    table = table_of()
    table.ok(deck(table, "check"))
    table.do(ForeignCard(BOARD, "blue", 1, 2, EVIDENCE))
    for card in FULL_DECK:
        table.move(card, BOARD)
    table.ok(deck(table, "checked"))
    assert table.tells("deck_checked")[-1].do == deck_check.FOREIGN
    assert table.table.around.deck.due == "whole"
    assert look_through(table, FULL_DECK) == deck_check.COMPLETE
    assert table.table.around.deck.due == ""


def test_a_marred_card_is_not_cured_by_counting() -> None:
    table = table_of().start()
    table.ok(Report(table.head(), "marred"))
    table.void()
    assert look_through(table, FULL_DECK) == deck_check.COMPLETE
    assert table.refused(step(table, "riffle")) == "shuffle.deck_due"
    table.ok(deck(table, "change"))
    table.ok(step(table, "riffle"))
    assert [one.carried_out for one in docket_of(table.table).rulings] == [True]


def test_what_is_checked_says_nothing_before_it_was_begun() -> None:
    table = table_of()
    assert table.refused(deck(table, "checked")) == "deck_change.no_check"


def test_a_deck_is_changed_between_hands_and_only_for_one_that_is_enrolled() -> None:
    table = table_of(decks=("blue", "red")).start().deal({1: "As Ad", 2: "Kc Kd", 3: "7h 2c"})
    assert table.refused(deck(table, "change", "blue")) == "deck_change.running"
    table.void()
    assert table.refused(deck(table, "change", "green")) == "deck_change.unknown"
    table.ok(deck(table, "change", "blue"))
    assert table.table.around.deck.name == "blue"
    assert table.table.around.deck.lap == 3
    assert set(table.table.card_zones) == {None}, "where its cards lie is not known yet"


@pytest.mark.parametrize("cutoff", ["first_riffle", "scramble", "next_deal"])
def test_nobody_objects_about_the_last_deck_once_the_next_shuffle_has_begun(cutoff: str) -> None:
    table = table_of(objection_cutoff=cutoff).start().deal({1: "As Ad", 2: "Kc Kd", 3: "7h 2c"}).acts("3 raise 40, 1 fold, 2 fold")
    for card in table.hand.dealt:
        table.move(FULL_DECK[card], None)
    first = step(table, "scramble" if cutoff == "scramble" else "riffle")
    table.ok(first)
    table.ok(Report(table.head(), "card_missing"))
    kinds = [one.kind for one in docket_of(table.table).rulings]
    assert kinds == (["fouled_deck"] if cutoff == "next_deal" else ["deck_error"])


def test_the_stub_is_asked_for_once_and_again_in_each_hand_until_it_is_counted() -> None:
    table = table_of()
    assert stub_count.due_ns(table.table, table.house, 0) == 30 * MINUTE_NS
    table.do(Tick(stub_count.TIMER, 30 * MINUTE_NS))
    table.do(Tick(stub_count.TIMER, 31 * MINUTE_NS))
    assert [tell.kind for tell in table.told if tell.kind == "announcement"] == ["announcement"]
    assert stub_count.due_ns(table.table, table.house, 0) is None
    table.ok(NewHand(table.head()))
    assert [one.about for one in docket_of(table.table).announcements] == [stub_count.COUNT]
    table.ok(Report(table.head(), "stub_counted", number=52))
    assert docket_of(table.table).announcements == ()
    assert stub_count.due_ns(table.table, table.house, 0) == table.table.around.deck.counted_ns + 30 * MINUTE_NS  # type: ignore[operator]


@pytest.mark.parametrize(("number", "kind"), [(46, ""), (45, "misdeal"), (47, "fouled_deck")])
def test_what_was_counted_is_held_against_what_was_dealt(number: int, kind: str) -> None:
    table = table_of().start().deal({1: "As Ad", 2: "Kc Kd", 3: "7h 2c"})
    table.ok(Report(table.head(), "stub_counted", number=number))
    found = [one.kind for one in docket_of(table.table).rulings]
    assert found[:1] == ([kind] if kind else [])


def test_a_house_that_counts_nothing_is_never_told_to() -> None:
    table = table_of("home")
    assert stub_count.due_ns(table.table, table.house, 0) is None
    before = table.table
    table.do(Tick(stub_count.TIMER, 99 * MINUTE_NS))
    assert table.table == before


def test_whose_card_did_not_come_back_is_said_by_his_seat_and_not_by_its_name() -> None:
    table = table_of().start().deal({1: "As Ad", 2: "Kc Kd", 3: "7h 2c"}).acts("3 fold, 1 fold")
    for card in (*table.hand.dealt,):
        table.move(FULL_DECK[card], None, HOLE[1])
    lacking = table.hand.hole_of(table.hand.seats.index(2))[0]
    assert look_through(table, [card for card in FULL_DECK if card != lacking], 51) == deck_check.SHORT
    (ruling,) = docket_of(table.table).rulings
    assert (ruling.seat, ruling.cards, ruling.rules) == (2, (), ("cooke.14.21.d",))
