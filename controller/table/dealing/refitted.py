"""What is known of a hand's deal after the hand was folded again: as the fold has it, with the numbers of the table's rulings."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from controller.table.dealing.misdeals import dealing_of, put
from controller.table.table import Table


def refitted(table: Table, folded: Table, numbers: Mapping[int, int]) -> Table:
    """Return the table with the deal as the fold has it; `numbers` are the table's for the fold's rulings, 0 for one that it has not."""
    dealing = dealing_of(folded)
    board = dealing.board
    moves = tuple([replace(one, ruling=numbers[one.ruling]) for one in dealing.moves if numbers.get(one.ruling)])
    shuffles, street = board.shuffle
    board = replace(board, error=numbers.get(board.error, 0), shuffle=(numbers.get(shuffles, 0), street))
    return put(
        table, replace(dealing, moves=moves, ruled=_ruled(dealing.ruled, numbers), stopped=numbers.get(dealing.stopped, 0), board=board)
    )


def _ruled(words: tuple[str, ...], numbers: Mapping[int, int]) -> tuple[str, ...]:
    """What was ruled already: words that name a ruling by its number name the table's, and go with one that it has not."""
    kept = []
    for word in words:
        name, _, number = word.partition("/")
        if name != "places" or not number:
            kept.append(word)
        elif numbers.get(int(number)):
            kept.append(f"{name}/{numbers[int(number)]}")
    return tuple(kept)
