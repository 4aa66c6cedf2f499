"""How people are held back and hurried on from outside."""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

#: How many times faster than humans people may be asked to be.
HASTE: Final = (0.1, 20.0)


class Pacing(Protocol):
    """Asked before every act. `haste` is how many times faster than humans people are now."""

    @property
    def haste(self) -> float: ...

    async def hold(self) -> None:
        """Return when the next act may be done."""
        ...


class Unhurried:
    """Humans whom nobody interrupts."""

    haste: Final = 1.0

    async def hold(self) -> None:
        return None


class Director:
    """Pauses people between two acts, lets them do so many, hurries them on.

    Invariants: an act that was begun is done to its end; each `step` lets exactly so many acts through.
    """

    def __init__(self) -> None:
        self.haste = 1.0
        self.acts = 0
        self.paused = False
        self._steps = 0
        self._may_go = asyncio.Event()
        self._may_go.set()

    async def hold(self) -> None:
        await self._may_go.wait()
        self.acts += 1
        if self.paused:
            self._steps -= 1
            self._open_or_shut()

    def pause(self) -> None:
        """Hold people back before their next act."""
        self.paused, self._steps = True, 0
        self._open_or_shut()

    def resume(self) -> None:
        """Let people go on."""
        self.paused, self._steps = False, 0
        self._open_or_shut()

    def step(self, acts: int = 1) -> None:
        """Pause, and let so many acts through."""
        self.paused = True
        self._steps += acts
        self._open_or_shut()

    def _open_or_shut(self) -> None:
        if self.paused and self._steps <= 0:
            self._may_go.clear()
        else:
            self._may_go.set()
