"""What is waited for before it is ruled about: the panel may lag behind the cards, and one antenna behind another."""

from __future__ import annotations

from typing import Final

from controller.table.dealing import first_faces, stud_burns
from controller.table.table import Table

#: After it cards that lie there before their round is over are early.
EARLY: Final = "early/"
#: After it a burn that was not read was not made; a good deal sooner, for it is the readers alone that are waited for. Units: seconds.
BURN: Final = "burn/"
BURN_S: Final = 3.0
#: After it cards of the deal that were not read before one that showed did not come before it: so long as a burn is waited for.
FACE: Final = "face/"
TIMERS: Final = (EARLY, BURN, FACE)
#: What is waited for meanwhile; no person is asked by this name.
WAITS: Final = "early_board"


def timer(table: Table) -> str:
    """Return the name of the timer that runs; "" where nothing of the kind is waited for."""
    dealing, hand = table.around.dealing, table.hand
    board = dealing.board
    if hand is None or hand.over or dealing.hand != table.hand_number:
        return ""
    if board.pending:
        return f"{BURN}{hand.number}/{hand.street}/{len(hand.burned)}/{len(board.void)}"
    if dealing.unburned is not None and stud_burns.waits_for_burn(table):
        return f"{BURN}{hand.number}/{dealing.unburned.street}/{len(hand.burned)}/stud"
    if faces := first_faces.waiting(table):
        return f"{FACE}{hand.number}/{len(dealing.exposed)}/{len(faces)}"
    return f"{EARLY}{hand.number}/{hand.street}/{len(board.early)}" if board.early else ""


def waits_s(name: str, overdue_s: float) -> float:
    """Return how long a timer waits where cards that do not come are asked for after `overdue_s`. Units: seconds of table time."""
    return min(overdue_s, BURN_S) if name.startswith((BURN, FACE)) else overdue_s
