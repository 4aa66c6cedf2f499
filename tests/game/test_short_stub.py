"""The last cards of stud when the deck is short: how many are left, and what the house does then; cards that come a second time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pytest
from test_stud import NO_FREE_FOLD, Stud, house_of

from controller.core import expectation
from controller.effects import Tell
from controller.events import CardMoved
from controller.game.cards import Card
from controller.game.short_stub import count, way
from controller.game.zones import BOARD, BURN, HOLE, STUB, UP
from tests.at_table import EVIDENCE


def to_the_last_cards(players: int, folds: Mapping[int, Collection[int]], book: str, **answers: Any) -> Stud:
    """Play to the deal of the last cards, in order from the deck; `folds` says who folds to a bet on which street, 0 the first."""
    table = Stud((900,) * players, house=house_of(book, bring_in_may_complete=False, **answers))
    assert table.house.without == NO_FREE_FOLD
    for _ in range(2):
        for seat in range(1, players + 1):
            top(table, HOLE[seat])
    for street in range(4):
        if street:
            top(table, BURN)
        for seat, out in zip(table.hand.seats, table.hand.folded, strict=True):
            if not out:
                top(table, UP[seat])
        while table.hand.stage == "betting":
            seat = table.to_act or 0
            if table.hand.current_bet:
                table.act(seat, "fold" if seat in folds.get(street, ()) else "call")
            elif street == 0:
                table.act(seat, "bring_in")
            else:
                table.act(seat, "bet" if street in folds and seat not in folds[street] else "check")
    assert table.hand.stage == "dealing"
    return table


def top(table: Stud, zone: Any) -> Card:
    card = table._unnamed[0]
    table.lay(card, zone)
    return card


def announced(table: Stud) -> list[str]:
    return [
        tell.more.announcement.about
        for tell in table.told
        if isinstance(tell, Tell) and tell.kind == "announcement" and tell.more is not None and tell.more.announcement is not None
    ]


SHORT = {"mix_burns", "mix_burns_no_burn", "common_card", "common_card_last"}


@pytest.mark.parametrize(
    ("players", "folds", "left", "needs", "ways"),
    [
        (8, {0: (7, 8)}, 7, 6, ("mixed", "mixed", "common")),  # cooke.5.21.a
        (8, {0: (8,)}, 4, 7, ("common", "mixed_without_burn", "common")),  # cooke.5.21.d; with the last burn left out there is one for each
        (8, {}, 1, 8, ("common", "common", "common")),  # cooke.5.21.c
        (7, {}, 7, 7, ("mixed", "mixed", "common")),  # roberts.stud.15a
        (8, {2: (7, 8)}, 3, 6, ("common", "mixed_without_burn", "common")),  # roberts.stud.15b
        (8, {1: (8,)}, 3, 7, ("common", "common", "common")),  # roberts.stud.15c
        (7, {0: (7,)}, 10, 6, ("each", "each", "each")),
    ],
)
def test_how_the_last_cards_are_dealt(
    players: int, folds: dict[int, tuple[int, ...]], left: int, needs: int, ways: tuple[str, ...]
) -> None:
    for book, wanted in zip(("cooke", "roberts", "home"), ways, strict=True):
        hand = to_the_last_cards(players, folds, book).hand
        assert (count(hand).left, count(hand).needs, way(hand)) == (left, needs, wanted), book


def test_burns_that_were_mixed_in_are_dealt_again_and_count() -> None:
    """cooke.5.21.a: five get a card, then the last card and four burns are mixed, one is burned, and the sixth gets the next."""
    table = to_the_last_cards(8, {0: (7, 8)}, "cooke")
    assert [about for about in announced(table) if about in SHORT] == ["mix_burns"]
    top(table, BURN)
    for seat in range(1, 6):
        top(table, HOLE[seat])
    first, second, third, fourth = table.hand.burned
    (last,) = table._unnamed[:1]
    for card in (first, second, third, fourth):
        table.move(card, None, BURN)
    table.lay(last, BURN)
    assert table.hand.stage == "dealing"
    assert HOLE[6] in expectation(table.table, table.house).zones
    table._now += 1
    table.do(CardMoved(second, STUB, HOLE[6], "down", table._now - 1, table._now, EVIDENCE))
    hand = table.hand
    assert (hand.stage, hand.hole_of(5)[-1], second in hand.burned) == ("betting", second, False)
    assert [len(held) for held in hand.holes] == [7] * 6 + [3, 3]
    assert not table.table.open


def test_a_burn_comes_to_nobody_while_the_deck_has_enough() -> None:
    table = to_the_last_cards(7, {0: (7,)}, "cooke")
    assert not SHORT & {*announced(table)}
    burn = table.hand.burned[0]
    table.move(burn, HOLE[1], BURN)
    assert burn in table.hand.burned
    assert [one.code for one in table.table.open] == ["rfid.extra_card"]


@pytest.mark.parametrize("book", ["cooke", "home"])
def test_one_card_for_all_is_said_and_counts_for_all(book: str) -> None:
    table = to_the_last_cards(8, {0: (8,)}, book)
    assert [about for about in announced(table) if about in SHORT] == ["common_card"]
    assert {*expectation(table.table, table.house).zones} >= {BURN, BOARD}
    assert not {*expectation(table.table, table.house).zones} & {*HOLE[1:]}
    top(table, BURN)
    top(table, BOARD)
    assert (table.hand.stage, len(table.hand.board)) == ("betting", 1)


def test_the_last_card_of_all_counts_for_all_without_a_burn() -> None:
    """cooke.5.21.c: eight who stay in leave one card; a burn would leave none."""
    table = to_the_last_cards(8, {}, "cooke")
    assert [about for about in announced(table) if about in SHORT] == ["common_card_last"]
    assert BURN not in expectation(table.table, table.house).zones
    top(table, BOARD)
    assert (table.hand.stage, len(table.hand.board)) == ("betting", 1)
