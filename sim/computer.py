"""The computer that daemon and simulator share when both run in one process: its clock jumps, it freezes."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

#: Nanoseconds in a second.
_NS: Final = 10**9


class SharedComputer:
    """This process, as what befalls the computer befalls it. Make one with `shared_computer`, which puts everything right again."""

    faults: Final = frozenset({"clock-jump", "freeze"})

    def __init__(self) -> None:
        self._ahead_ns = 0

    def jump_clock(self, by_s: float) -> None:
        """Set the system's wall clock ahead, as whoever asks for the time in this process sees it."""
        self._ahead_ns += round(by_s * _NS)

    async def freeze(self, for_s: float) -> None:
        """Let nothing run here for so many table seconds: daemon, people and readers alike, as when the machine is suspended."""
        loop = asyncio.get_running_loop()
        speed: float | None = getattr(loop, "speed", 1.0)
        if speed is None:
            skip: Callable[[float], None] = loop.skip  # type: ignore[attr-defined] # a virtual loop has it
            skip(for_s)
        else:
            threading.Event().wait(for_s / speed)  # the loop is to stand still

    @contextlib.contextmanager
    def clock(self) -> Iterator[None]:
        """The system clock is ours inside."""
        true_ns, true_s = time.time_ns, time.time
        time.time_ns = lambda: true_ns() + self._ahead_ns
        time.time = lambda: true_s() + self._ahead_ns / _NS
        try:
            yield
        finally:
            time.time_ns, time.time = true_ns, true_s


@contextlib.contextmanager
def shared_computer() -> Iterator[SharedComputer]:
    """The computer of this process; its clock is right again at the end."""
    computer = SharedComputer()
    with computer.clock():
        yield computer
