"""The timer behind the questions about cards that do not come: it sends the core a Tick when one is overdue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from controller.events import Tick
from controller.table.table import Table
from controller.table.waiting import timer_of
from controller.turn import Turn

#: A timer that comes so much later than it was set for did not wait: the process was stopped, and the readers' news is still
#: to be heard. Units: seconds of table time.
LATE_S: Final = 1.0


class Patience:
    """Waits `overdue_s` for each card that the table waits for, then asks.

    Time: table time, counted from the last card that came. A Tick is sent only when it opens a question.
    Invariants: nothing runs before `start` and after `stop`; both in the running loop.
    """

    def __init__(self, turn: Turn, now_ns: Callable[[], int], overdue_s: float) -> None:
        self._turn = turn
        self._now_ns = now_ns
        self._overdue_s = overdue_s
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer = ""
        self._handle: asyncio.TimerHandle | None = None
        turn.on_table(self._follow)

    def start(self) -> None:
        """Wait from now on for what the table waits for."""
        self._loop = asyncio.get_running_loop()
        self._follow(self._turn.table)

    def stop(self) -> None:
        """Ask no more."""
        self._loop = None
        self._arm("")

    def _follow(self, table: Table) -> None:
        if self._loop is not None:
            timer = timer_of(table)
            if timer != self._timer:
                self._arm(timer)

    def _arm(self, timer: str) -> None:
        if self._handle is not None:
            self._handle.cancel()
        self._timer = timer
        self._handle = None if self._loop is None or not timer else self._loop.call_later(self._overdue_s, self._overdue)

    def _overdue(self) -> None:
        handle, loop, timer = self._handle, self._loop, self._timer
        if handle is None or loop is None:
            return
        if loop.time() - handle.when() > LATE_S * (getattr(loop, "speed", 1.0) or 1.0):
            self._arm(timer)
            return
        self._turn.flush()
        if self._timer == timer:  # what was queued may have been the card
            self._turn.take([Tick(timer, self._now_ns())])
