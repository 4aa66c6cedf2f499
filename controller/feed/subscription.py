"""One message of the feed, and what a listener has not read of it yet."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

#: Messages a subscriber may be behind before he is closed.
MAX_BEHIND: Final = 2_000


class FeedMessage(NamedTuple):
    """One message of the feed.

    `name` is the topic below the table's root; `body` is JSON; `seq` is the message's own for
    `event`, and the one it takes into account for every other.
    """

    name: str
    body: bytes
    retained: bool
    seq: int


class Subscription:
    """What one listener has not read yet.

    It ends when it is closed, or when the listener is more than its bound behind; `lagged` says
    which. A lagging listener subscribes again and takes a fresh snapshot.
    """

    def __init__(self, close: Callable[[Subscription], None], max_behind: int) -> None:
        self.lagged = False
        self._close = close
        # one place more than the bound: the end mark always fits
        self._waiting: asyncio.Queue[FeedMessage | None] = asyncio.Queue(max_behind + 1)
        self._ended = False

    async def next_within(self, limit_s: float) -> FeedMessage | None:
        """Return the next message, or None at the end. Raises: TimeoutError when there is none within so many seconds of the loop.

        A listener that is behind lets the others have their turn between two messages.
        """
        if self._ended and self._waiting.empty():
            return None
        if not self._waiting.empty():
            await asyncio.sleep(0)
        async with asyncio.timeout(limit_s):
            return await self._waiting.get()

    def close(self) -> None:
        """Stop listening; what was not read is dropped."""
        while not self._waiting.empty():
            self._waiting.get_nowait()
        self._end()

    def _put(self, message: FeedMessage) -> None:
        if self._waiting.qsize() >= self._waiting.maxsize - 1:
            self.lagged = True
            self._end()
        else:
            self._waiting.put_nowait(message)

    def _end(self) -> None:
        if not self._ended:
            self._ended = True
            self._waiting.put_nowait(None)
            self._close(self)
