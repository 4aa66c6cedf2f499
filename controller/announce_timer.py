"""The timers of what the dealer has to say: they send the core a Tick when he is to be reminded, or a player to be prompted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from controller.events import Tick
from controller.table.announcing import reminders, turns
from controller.table.house_rules import in_force
from controller.table.table import Table
from controller.turn import Turn


class AnnounceTimer:
    """Follows what waits to be said at a table, and who is to act.

    Time: table time. What was due while the process was away is due at the start; the time of a turn then runs anew.
    Invariants: nothing runs before `start` and after `stop`, both in the running loop; a table without announcements is not followed.
    """

    def __init__(self, turn: Turn, now_ns: Callable[[], int]) -> None:
        self._turn = turn
        self._now_ns = now_ns
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._due: dict[str, int] = {}
        self._fired = ""  # the turn that was prompted last: once is enough
        if turn.house.announcing is not None:
            turn.on_table(self._follow)

    def start(self) -> None:
        """Watch from now on."""
        if self._turn.house.announcing is not None:
            self._loop = asyncio.get_running_loop()
            self._follow(self._turn.table)

    def stop(self) -> None:
        """Watch no more."""
        self._keep({})
        self._loop = None

    def _follow(self, table: Table) -> None:
        if self._loop is None:
            return
        house = in_force(table, self._turn.house)
        wanted: dict[str, int] = {}
        due = reminders.due_ns(table, house)
        if due is not None:
            wanted[reminders.TIMER] = due
        turn = turns.waits(table, house)
        if turn and turn != self._fired:
            wanted[turn] = self._due.get(turn, self._now_ns() + house.options.action_prompt_seconds * 1_000_000_000)
        if wanted != self._due:
            self._keep(wanted)

    def _keep(self, wanted: dict[str, int]) -> None:
        """Set the timers to what is wanted; those that are due at another time than they were are set anew."""
        for name in [name for name, due in self._due.items() if wanted.get(name) != due]:
            self._timers.pop(name).cancel()
            del self._due[name]
        if self._loop is not None:
            for name in [name for name in wanted if name not in self._due]:
                self._due[name] = due = wanted[name]
                self._timers[name] = self._loop.call_later(max(0.0, (due - self._now_ns()) / 1e9), self._up, name, due)

    def _up(self, name: str, due: int) -> None:
        self._turn.flush()  # what was queued may have been what it was waited for
        if self._due.get(name) != due:
            return
        if name != reminders.TIMER:
            self._fired = name
        self._timers.pop(name)
        del self._due[name]
        self._turn.take([Tick(name, max(due, self._now_ns()))])
