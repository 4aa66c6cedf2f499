"""What of a hand's board and burns is not as planned, and how many burns are due: what the rooms of the board share."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from controller.game import drawing
from controller.game.hand import Hand
from controller.game.outcome import Told
from controller.game.variants import VARIANTS, Variant
from controller.rules.ruling import Ruling
from controller.table import rulings
from controller.table.dealing.misdeals import dealing_of, put
from controller.table.dealing.state import BoardDeal
from controller.table.table import Table


def of(table: Table) -> BoardDeal:
    """Return what is known of the present hand's board beside the hand."""
    return dealing_of(table).board


def changed(table: Table, **fields: Any) -> Table:
    """Return the table with fields of that changed."""
    dealing = dealing_of(table)
    return put(table, replace(dealing, board=replace(dealing.board, **fields)))


def dealt_in_streets(hand: Hand) -> bool:
    """Whether it is a game whose one board is dealt street by street, each behind a burn, and nothing else is dealt then."""
    row = VARIANTS[hand.variant]
    return not row.up_cards and row.board_by_street[-1] > 0 and hand.boards.runs == 1 and not hand.boards.further


def burns_due(table: Table, hand: Hand, street: int) -> int:
    """Return how many cards are to be burned before the cards of that street, as the rulings of the hand have it."""
    board = of(table)
    return VARIANTS[hand.variant].burns_by_street[street] + board.shift + (board.once[1] if board.once[0] == street else 0)


def coming(hand: Hand) -> int:
    """Return the street that cards burned now are for: the one behind that whose cards lie there, or the last."""
    return min(dealt_street(hand) + 1, len(_row(hand).board_by_street) - 1)


def dealt_street(hand: Hand) -> int:
    """Return the street whose cards lie there: other cards may be given up before its round. Source: cooke.6.08.02.a."""
    return hand.street + (hand.stage == "drawing" and drawing.coming(hand).on_board)


def before(hand: Hand, street: int) -> int:
    """Return how many cards lie on the board before that street."""
    return _row(hand).board_by_street[street - 1] if street > 0 else 0


def ruling(table: Table, number: int) -> Ruling | None:
    """Return the ruling of that number in the present hand."""
    return next((one for one in rulings.docket_of(table).rulings if one.number == number), None)


def withdrawn(table: Table, number: int, told: list[Told]) -> Table:
    """Return the table without a ruling's moves, and without what it stopped; the ruling lapses unless somebody has decided it."""
    dealing = dealing_of(table)
    moves = tuple([one for one in dealing.moves if one.ruling != number])
    stopped = 0 if dealing.stopped == number else dealing.stopped
    board = dealing.board
    if board.error == number:
        board = replace(board, error=0, error_by_ns=0, acts=0)
    if board.shuffle[0] == number:
        board = replace(board, shuffle=(0, -1))
    table = put(table, replace(dealing, moves=moves, stopped=stopped, board=board))
    return rulings.lapsed(table, lambda one: one.number == number and one.status in ("in_force", "proposed", "reopened"), told)


def _row(hand: Hand) -> Variant:
    return VARIANTS[hand.variant]
