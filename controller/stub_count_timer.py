"""The timer of the stub count: it sends the core a Tick when the stub is to be counted."""

from __future__ import annotations

from collections.abc import Callable

from controller.due_timer import DueTimer
from controller.table.dealing.stub_count import TIMER, due_ns
from controller.table.house_rules import in_force
from controller.table.table import Table
from controller.turn import Turn


class StubCountTimer(DueTimer):
    """Follows when the stub was last counted; where nobody has counted yet the time runs from the start."""

    def __init__(self, turn: Turn, now_ns: Callable[[], int]) -> None:
        super().__init__(turn, now_ns, TIMER)
        self._since_ns = 0
        self._known: object = None

    def start(self) -> None:
        """Watch from now on."""
        self._since_ns, self._known = self._now_ns(), None
        super().start()

    def due(self, table: Table) -> int | None:
        """Return when the stub is to be counted next."""
        if table.around is self._known:  # most events change nothing of it
            return self._due_ns
        self._known = table.around
        return due_ns(table, in_force(table, self._turn.house), self._since_ns)
