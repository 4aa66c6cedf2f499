"""The timer behind the questions about cards that do not come: it sends the core a Tick when one is overdue."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Final

from controller.events import Tick
from controller.table.dealing.early_cards import waits_s
from controller.table.table import Table
from controller.table.waiting import waits
from controller.turn import Turn

#: A timer that comes so much later than it was set for did not wait: the process was stopped, and the readers' news is still
#: to be heard. Units: wall seconds.
LATE_S: Final = 1.0


class Patience:
    """Waits `overdue_s` for the next card of the board and of the holes, then asks.

    Time: table time, counted from the last card that came there. A Tick is sent only when it opens a question.
    Invariants: nothing runs before `start` and after `stop`; both in the running loop.
    """

    def __init__(self, turn: Turn, now_ns: Callable[[], int], overdue_s: float) -> None:
        self._turn = turn
        self._now_ns = now_ns
        self._overdue_s = overdue_s
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        turn.on_table(self._follow)

    def start(self) -> None:
        """Wait from now on for what the table waits for."""
        self._loop = asyncio.get_running_loop()
        self._follow(self._turn.table)

    def stop(self) -> None:
        """Ask no more."""
        self._loop = None
        self._keep(())

    def _follow(self, table: Table) -> None:
        if self._loop is None:
            return
        wanted = waits(table)
        if wanted.keys() != self._timers.keys():
            self._keep(wanted)
            for timer in [timer for timer in wanted if timer not in self._timers]:
                self._timers[timer] = self._loop.call_later(waits_s(timer, self._overdue_s), self._overdue, timer)

    def _keep(self, wanted: Collection[str]) -> None:
        for timer in [timer for timer in self._timers if timer not in wanted]:
            self._timers.pop(timer).cancel()

    def _overdue(self, timer: str) -> None:
        handle, loop = self._timers.get(timer), self._loop
        if handle is None or loop is None:
            return
        if loop.time() - handle.when() > LATE_S * (getattr(loop, "speed", 1.0) or 1.0):
            self._timers[timer] = loop.call_later(waits_s(timer, self._overdue_s), self._overdue, timer)
            return
        self._turn.flush()
        if timer in self._timers:  # what was queued may have been the card
            self._turn.take([Tick(timer, self._now_ns())])
