"""The timer of a called clock: it sends the core a Tick when the player's time is up."""

from __future__ import annotations

from collections.abc import Callable

from controller.due_timer import DueTimer
from controller.table.clocks import TIMER, due_ns
from controller.table.table import Table
from controller.turn import Turn


class ClockTimer(DueTimer):
    """Follows the clock that is called at a table."""

    def __init__(self, turn: Turn, now_ns: Callable[[], int]) -> None:
        super().__init__(turn, now_ns, TIMER)

    def due(self, table: Table) -> int | None:
        """Return when the time of the player is up."""
        return due_ns(table)
