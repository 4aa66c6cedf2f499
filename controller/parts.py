"""The daemon's restartable parts, under one TaskGroup.

A part that fails is restarted within its budget by `supervise`; what gets past that is a fault of the supervision
itself, and ends the whole group: a daemon that half works and says nothing would be worse than one that is restarted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class Parts:
    """Parts by name. `open` first; `close` ends them all."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[Any]] = {}
        self._group: asyncio.TaskGroup | None = None
        self._root: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()

    async def open(self) -> None:
        """Begin the group."""
        opened = asyncio.Event()
        self._closing = asyncio.Event()
        self._root = asyncio.create_task(self._hold(opened), name="parts")
        await opened.wait()

    def start(self, name: str, part: Coroutine[Any, Any, None]) -> None:
        """Run `part` until it ends or the group does.

        Raises: RuntimeError before `open`.
        """
        if self._group is None:
            part.close()
            raise RuntimeError("parts are started before the group is open")
        self._tasks[name] = self._group.create_task(part, name=name)

    def task(self, name: str) -> asyncio.Task[Any] | None:
        """Return the task of a part, None when it was not started."""
        return self._tasks.get(name)

    async def broken(self) -> None:
        """Wait until the group ends.

        Raises: ExceptionGroup with what got past a part's supervision.
        """
        if self._root is not None:
            await asyncio.shield(self._root)

    async def close(self) -> None:
        """Cancel every part and wait until all have ended; never fails."""
        if self._root is None:
            return
        self._closing.set()
        await asyncio.gather(self._root, return_exceptions=True)
        self._tasks.clear()
        self._group = self._root = None

    async def _hold(self, opened: asyncio.Event) -> None:
        async with asyncio.TaskGroup() as group:
            self._group = group
            opened.set()
            await self._closing.wait()
            for task in self._tasks.values():
                task.cancel()
