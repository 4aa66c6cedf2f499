"""A timer that is set to a moment the table itself knows: it sends the core a Tick when that has come."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable

from controller.events import Tick
from controller.table.table import Table
from controller.turn import Turn


class DueTimer(ABC):
    """Follows when something is due at a table; what that is a subclass says.

    Time: table time. A Tick is sent only when that is still due; what was due while the process was away is due at the start.
    Invariants: nothing runs before `start` and after `stop`; both in the running loop.
    """

    def __init__(self, turn: Turn, now_ns: Callable[[], int], name: str) -> None:
        self._turn = turn
        self._now_ns = now_ns
        self._name = name
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._due_ns: int | None = None
        turn.on_table(self._follow)

    @abstractmethod
    def due(self, table: Table) -> int | None:
        """Return when it is due at this table; None when nothing is."""

    def start(self) -> None:
        """Watch from now on."""
        self._loop = asyncio.get_running_loop()
        self._follow(self._turn.table)

    def stop(self) -> None:
        """Watch no more."""
        self._set(None)
        self._loop = None

    def _follow(self, table: Table) -> None:
        if self._loop is not None and (due := self.due(table)) != self._due_ns:
            self._set(due)

    def _set(self, due: int | None) -> None:
        if self._loop is None:
            return
        if self._timer is not None:
            self._timer.cancel()
        self._due_ns = due
        self._timer = None if due is None else self._loop.call_later(max(0.0, (due - self._now_ns()) / 1e9), self._up, due)

    def _up(self, due: int) -> None:
        self._turn.flush()  # what was queued may have been what was waited for
        if self._due_ns == due:
            self._turn.take([Tick(self._name, max(due, self._now_ns()))])
