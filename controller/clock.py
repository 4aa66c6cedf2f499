"""One clock for everything: an event loop whose time is table time.

`loop.time()` counts table seconds from `start_s` on: as the wall does (real), faster or slower
(scaled), or by jumping to the next timer when nothing else is left to do (virtual). Drivers,
simulator and people only wait on the running loop; nobody else asks for the time.

Under the virtual clock a loop may do no real IO: bytes in flight in the kernel are not seen.
"""

from __future__ import annotations

import asyncio
import selectors
import time
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class ClockError(Exception):
    """The clock cannot go on: a virtual loop waits for something that will never come."""


class _ScaledSelector(selectors.DefaultSelector):
    """Waits in wall seconds for what the loop asks in table seconds."""

    speed = 1.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout > 0:
            timeout = timeout / self.speed
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(timeout)
        return ready


class _VirtualSelector(selectors.DefaultSelector):
    """Never waits: what the loop would have slept is added to the time."""

    def __init__(self) -> None:
        super().__init__()
        self.now_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout == 0:  # something is left to do: another thread's call can wait until it is done
            return []
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(0)
        if ready:
            return ready
        if timeout is None:
            raise ClockError(
                "virtual clock: every task waits and no timer is set; something waits for a byte or an event that nobody will send"
            )
        self.now_s += max(timeout, 0.0)
        return ready


class TableLoop(asyncio.SelectorEventLoop):
    """An event loop in table time.

    `speed` table seconds pass in a wall second; `speed` None is the virtual clock. Invariants: speed > 0.
    """

    # what the loop of the standard library has to do at once, and its timers, the next one first
    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self, speed: float | None = 1.0, start_s: float = 0.0) -> None:
        self.speed = speed
        self._virtual: _VirtualSelector | None = None
        self._start_s = start_s
        self._mono_start_s = time.monotonic()
        if speed is None:
            self._virtual = _VirtualSelector()
            self._virtual.now_s = start_s
            super().__init__(self._virtual)
        else:
            selector = _ScaledSelector()
            selector.speed = speed
            super().__init__(selector)

    def time(self) -> float:
        if self._virtual is not None:
            return self._virtual.now_s
        return self._start_s + (time.monotonic() - self._mono_start_s) * (self.speed or 1.0)

    def skip(self, for_s: float) -> None:
        """Let time pass in which nothing runs: a machine that was suspended. On a virtual clock only.

        Raises: ClockError on a clock that nobody can move.
        """
        if self._virtual is None:
            raise ClockError("only a virtual clock can be moved ahead")
        self._virtual.now_s += for_s

    def pass_by(self, for_s: float) -> bool:
        """Let time pass at once if nobody but the caller has anything to do until then, as a sleep would have it; return whether it did.

        A round of the loop costs more than most that happens between two of them. Only a virtual clock can be moved so.
        """
        if self._virtual is None or self._ready:
            return False
        now_s = self._virtual.now_s
        until_s = now_s + for_s
        if self._scheduled and self._scheduled[0].when() <= until_s:
            return False
        self._virtual.now_s = now_s + (until_s - now_s)
        return True


class Clock:
    """Table time and UTC of a running loop.

    Time: `now_ns` is table time; `utc_ms` maps it to the wall through the moment the clock was
    made, so that a step of the system clock cannot reorder what was told. A virtual clock begins
    at a fixed moment: two runs give the same bytes.
    """

    #: Where virtual time begins: 2026-01-01T00:00:00Z.
    VIRTUAL_EPOCH_MS = 1_767_225_600_000

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.speed: float | None = getattr(loop, "speed", 1.0)
        #: Table time `zero_ns` is UTC `zero_utc_ms`.
        self.zero_ns = self.now_ns()
        self.zero_utc_ms = self.VIRTUAL_EPOCH_MS if self.speed is None else time.time_ns() // 1_000_000

    def now_ns(self) -> int:
        """Table time in nanoseconds."""
        return round(self._loop.time() * 1e9)

    def utc_ms(self, at_ns: int) -> int:
        """UTC of a table time, in milliseconds since 1970."""
        wall_ns = (at_ns - self.zero_ns) / (self.speed or 1.0)
        return self.zero_utc_ms + round(wall_ns / 1e6)

    def loop_s(self, wall_s: float) -> float:
        """How long to wait on the loop for `wall_s` wall seconds to pass: for peers on a network."""
        return wall_s * (self.speed or 1.0)


def run(main: Callable[[], Coroutine[Any, Any, T]], speed: float | None = 1.0, start_s: float = 0.0) -> T:
    """Run `main` to its end in a loop of its own that begins at table time `start_s`; `speed` None = virtual time.

    Raises: whatever `main` raises; ClockError when a virtual loop can never go on; ValueError for a speed of 0 or less.
    """
    if speed is not None and not speed > 0:
        raise ValueError(f"speed must be above 0, not {speed}")
    with asyncio.Runner(loop_factory=lambda: TableLoop(speed, start_s)) as runner:
        return runner.run(main())
