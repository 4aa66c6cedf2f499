"""The draw for the button: the highest card has it, and ties are drawn again or decided by suit; and a stop before the next street."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable, cards
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.events import Button, NewHand, Report
from controller.game.cards import Card
from controller.game.chips import Stakes
from controller.game.zones import BURN, HOLE, STUB
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.rulings import docket_of

STAKES = Stakes(5, 10)


def table(book: Any = "home", **answers: Any) -> AtTable:
    """Three players between two hands."""
    house = House(seats=3, stakes=STAKES, book=book, options=replace(PRESETS[book], **answers))
    return AtTable([500, 500, 500], STAKES, button=1, house=house).start().acts("1 fold, 2 fold")


def drawn(felt: AtTable, drew: dict[int, Card]) -> str:
    for seat, card in drew.items():
        felt.move(card, HOLE[seat], STUB)
    return felt.ask(Button(felt.head(), 0, True)).code


@given(drew=st.permutations(range(52)).map(lambda deck: deck[:3]))
@settings(max_examples=60, deadline=None)
def test_the_highest_card_has_the_button_by_rank_and_then_by_suit(drew: list[int]) -> None:
    felt = table("cooke")
    assert drawn(felt, {seat: Card(card) for seat, card in enumerate(drew, 1)}) == ""
    assert felt.table.button == 1 + drew.index(max(drew))
    for seat, card in enumerate(drew, 1):
        felt.move(Card(card), STUB, HOLE[seat])
    felt.new_hand()
    assert felt.hand.button == felt.table.button


@pytest.mark.parametrize("drew", ["", "As", "AsKs", "AsKsQs2d"])
def test_each_of_the_players_has_one_card(drew: str) -> None:
    felt = table()
    for place, card in enumerate(cards(drew)):
        felt.move(card, HOLE[min(place + 1, 3)], STUB)
    assert drawn(felt, {}) == "button.draw_cards"
    assert felt.table.button == 1


def test_the_tied_draw_until_one_is_higher_and_the_others_are_out() -> None:
    felt = table()
    first = dict(zip((1, 2, 3), cards("KdKs7c"), strict=True))
    assert drawn(felt, first) == ""
    assert {one.seat for one in docket_of(felt.table).announcements} == {1, 2}
    for seat in (1, 2):
        felt.move(first[seat], STUB, HOLE[seat])
    again = dict(zip((1, 2), cards("5d5s"), strict=True))
    assert drawn(felt, again) == ""
    for seat in (1, 2):
        felt.move(again[seat], STUB, HOLE[seat])
    assert drawn(felt, dict(zip((1, 2), cards("2d4s"), strict=True))) == ""
    assert felt.table.button == 2, "the seven is out of the draw"
    assert docket_of(felt.table).announcements == ()


def test_a_draw_that_nobody_finishes_is_forgotten_with_the_next_hand() -> None:
    felt = table()
    first = dict(zip((1, 2, 3), cards("KdKs7c"), strict=True))
    assert drawn(felt, first) == ""
    for seat, card in first.items():
        felt.move(card, STUB, HOLE[seat])
    felt.ok(NewHand(felt.head()))
    assert felt.table.around.buttoned.tied == ()


def test_nobody_draws_during_a_hand() -> None:
    felt = table()
    felt.start()
    assert drawn(felt, {}) == "button.running"


# A stop before the next street.


def flop_is_due() -> AtTable:
    house = House(seats=3, stakes=STAKES)
    return AtTable([500, 500, 500], STAKES, button=1, house=house).start().acts("1 call, 2 call, 3 check")


def test_a_stop_is_in_time_until_the_first_card_of_the_street() -> None:
    felt = flop_is_due()
    burn, first = cards("2cAh")
    felt.move(burn, BURN, STUB)
    felt.ok(Report(felt.head(), "stop", 3))
    assert (docket_of(felt.table).rulings[-1].kind, docket_of(felt.table).rulings[-1].seat) == ("procedure", 3)
    felt = flop_is_due()
    felt.move(burn, BURN, STUB)
    felt.board("Ah")
    assert first in felt.hand.board
    assert felt.refused(Report(felt.head(), "stop", 3)) == "report.nothing"


@pytest.mark.parametrize("seat", [0, 9])
def test_somebody_of_the_hand_says_stop(seat: int) -> None:
    assert flop_is_due().refused(Report(flop_is_due().head(), "stop", seat)) == "report.seat"


def test_nothing_is_stopped_while_there_is_betting() -> None:
    felt = AtTable([500, 500, 500], STAKES, button=1, house=House(seats=3, stakes=STAKES)).start()
    assert felt.refused(Report(felt.head(), "stop", 3)) == "report.nothing"
