"""Watching the daemon itself: the heartbeat with its counts, and how late the loop runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

#: Wall seconds between two heartbeats, and between two looks at the loop's lateness.
HEARTBEAT_S: Final = 5.0
LOOK_S: Final = 0.5


class LoopLag:
    """The longest the loop was late since the last `take_ms`. Units: wall milliseconds."""

    def __init__(self, loop_s: Callable[[float], float]) -> None:
        self._loop_s = loop_s
        self._worst_s = 0.0

    async def run(self) -> None:
        """Look again and again, for ever."""
        loop = asyncio.get_running_loop()
        pause_s, wall_s = self._loop_s(LOOK_S), self._loop_s(1.0)
        while True:
            due_s = loop.time() + pause_s
            await asyncio.sleep(pause_s)
            self._worst_s = max(self._worst_s, (loop.time() - due_s) / wall_s)

    def take_ms(self) -> int:
        """Return the worst lateness and begin anew."""
        worst_s, self._worst_s = self._worst_s, 0.0
        return round(worst_s * 1000)


async def beat(loop_s: Callable[[float], float], tell: Callable[[int], None]) -> None:
    """Call `tell(loop_lag_ms)` every HEARTBEAT_S wall seconds, for ever."""
    lag = LoopLag(loop_s)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(lag.run(), name="loop lag")
        while True:
            await asyncio.sleep(loop_s(HEARTBEAT_S))
            tell(lag.take_ms())
