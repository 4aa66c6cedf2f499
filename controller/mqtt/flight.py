"""Messages under way to the broker: several at a time, in order."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

from controller.mqtt.outbox import Outgoing

T = TypeVar("T")

#: Messages under way at a time. More brought nothing with either broker, and the client library sends no more at once.
MOST_IN_FLIGHT: Final = 20


class Flight:
    """A sliding window: the next message leaves as soon as the oldest has landed, never after a whole batch.

    Invariants: messages leave in the order of `send` and are counted as landed in that order, so that what has landed
    is everything up to a point. The first failure ends it: it is raised from whatever waits here.
    """

    def __init__(
        self, publish: Callable[[Outgoing], Coroutine[Any, Any, None]], landed: Callable[[], None], most: int = MOST_IN_FLIGHT
    ) -> None:
        """`landed` is called once a message, when the broker has it."""
        self._publish = publish
        self._landed = landed
        self._places = asyncio.Semaphore(most)
        self._flying: asyncio.Queue[asyncio.Task[None]] = asyncio.Queue()
        self._landing = asyncio.ensure_future(self._land())

    async def send(self, message: Outgoing) -> None:
        """Let `message` leave once there is a place for it. Raises: what publishing raised."""
        if self._places.locked() or self._landing.done():
            await self.unless_failed(self._places.acquire())
        else:
            await self._places.acquire()  # at once
        self._flying.put_nowait(asyncio.ensure_future(self._publish(message)))

    async def all_landed(self) -> None:
        """Return when nothing is under way. Raises: what publishing raised."""
        await self.unless_failed(self._flying.join())

    async def unless_failed(self, waited: Awaitable[T]) -> T:
        """Return what `waited` returns. Raises: what publishing raised, when that comes first."""
        waiting = asyncio.ensure_future(waited)
        try:
            await asyncio.wait({waiting, self._landing}, return_when=asyncio.FIRST_COMPLETED)
            if self._landing.done():
                self._landing.result()
            return waiting.result()
        finally:
            waiting.cancel()

    async def close(self) -> None:
        """Let go of what is under way; whether the broker has it is not known."""
        tasks: list[asyncio.Future[None]] = [self._landing]
        while not self._flying.empty():
            tasks.append(self._flying.get_nowait())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _land(self) -> None:
        while True:
            oldest = await self._flying.get()
            await oldest
            self._landed()
            self._flying.task_done()
            self._places.release()
