"""Where a file and the table disagree about whose turn it is: acts left out, and cards dealt too soon.

Some recorded hands leave a fold out where the next act makes it plain. The table shows it: it
asks another player than the one whose act the file tells next, or still asks when the file
deals on. Who is passed over checks if he may, else he folds; what was put in is named in the
replay's `assumed`, under `acts`.
"""

from __future__ import annotations

from collections.abc import Sequence

from controller.game.cards import Card
from controller.game.zones import BURN
from sim.port import PublicTable
from sim.script import check, fold
from sim.steps import Move, Step


def left_out(table: PublicTable, step: Step, holes: Sequence[Sequence[Card]]) -> tuple[Step, ...]:
    """Return what the player the table asks must have done before `step`; nothing when all is in order.

    Nothing is put in for a player who could not act at all any more: then the file is wrong, and
    the table will say so.
    """
    may = table.legal
    if may is None or not _passes_over(table, may.seat, step):
        return ()
    return check(may.seat) if may.call_chips == 0 else fold(may.seat, holes[may.seat - 1])


def untimely(table: PublicTable, step: Step) -> str | None:
    """Return why `step` cannot be played now, None when it can: a board is dealt only where the table waits for one."""
    if not isinstance(step, Move) or step.to_zone != BURN or (stage := table.stage) in ("dealing", "drawing"):
        return None
    return f"the file deals board cards while the table is at {stage or 'posting'}; check the actions before them"


def _passes_over(table: PublicTable, asked: int, step: Step) -> bool:
    """Whether `step` cannot come while the table asks `asked`."""
    if isinstance(step, Move):
        return step.to_zone == BURN
    if step.verb == "act":
        return step.seat != asked and table.can_still_act(step.seat)
    return step.verb in ("show", "muck")
