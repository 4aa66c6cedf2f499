"""`GET /api/v1/stream`: the feed as server-sent events, for browsers and programs that take no WebSocket.

First what the table holds, then what was missed since the event that the listener knows, then everything as it is told.
The frames are described in docs/http.md.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

import msgspec
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from controller.feed.hub import FeedHub
from controller.feed.ruled import STORY_TOPICS
from controller.feed.subscription import FeedMessage, Subscription
from controller.web.archive import Archive, ArchiveError, FoundEvents

#: What a listener gets unless it asks for others: a seat is in the state, too.
TOPICS: Final = ("info", "status", "health", "state", *STORY_TOPICS)
ALL_TOPICS: Final = (*TOPICS, "seat", "metrics")

#: How soon a browser comes back when the connection broke. Units: milliseconds.
_RETRY_MS: Final = 1_000
#: Missed events asked of the journal at once.
_PAGE: Final = 500

Say = Callable[[str], Awaitable[None]]


class EventStream(Response):
    """An answer that goes on until the listener leaves, falls behind, or the feed ends.

    `after` is the last event the listener knows; None = it knows none and wants none from before.
    Units: `beat_s` and `send_limit_s` in seconds of the running loop.
    """

    media_type = "text/event-stream"

    def __init__(
        self,
        hub: FeedHub,
        archive: Archive | None,
        *,
        after: int | None,
        topics: frozenset[str],
        beat_s: float,
        send_limit_s: float,
        while_let_in: Callable[[Coroutine[Any, Any, None]], Awaitable[bool]],
    ) -> None:
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._hub = hub
        self._archive = archive
        self._after = after
        self._topics = topics
        self._beat_s = beat_s
        self._send_limit_s = send_limit_s
        self._while_let_in = while_let_in

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        if scope["method"] == "HEAD":
            await send({"type": "http.response.body", "body": b""})
            return

        async def say(text: str) -> None:
            async with asyncio.timeout(self._send_limit_s):
                await send({"type": "http.response.body", "body": text.encode(), "more_body": True})

        async def until_gone() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass

        await self._while_let_in(_first_of(self._tell(say), until_gone()))
        with contextlib.suppress(OSError, TimeoutError):  # it may be gone, or not read any more
            async with asyncio.timeout(self._send_limit_s):
                await send({"type": "http.response.body", "body": b""})

    async def _tell(self, say: Say) -> None:
        subscription = self._hub.subscribe()
        held = self._hub.snapshot()  # no await since subscribe: nothing can fall between the two
        try:
            newest = max((message.seq for message in held), default=0)
            known = f"id: {newest}\n" if self._after is None else ""
            await say(f"retry: {_RETRY_MS}\n{known}\n")
            for message in held:
                if _kind(message) in self._topics:
                    await say(_frame(message))
            if self._topics.intersection(STORY_TOPICS):
                await self._catch_up(say, newest)
            await self._go_on(say, subscription, newest)
        except TimeoutError:
            return  # it does not read any more
        finally:
            subscription.close()

    async def _catch_up(self, say: Say, newest: int) -> None:
        """Tell what the listener missed up to `newest`; what is lost is said plainly."""
        known = newest if self._after is None else self._after
        while known < newest:
            found = await self._missed(known)
            if found is None or not found.events:
                break
            if found.gap is not None:
                await say(_gap(found.gap.after, found.gap.first))
            for story in found.events:
                if story.seq <= newest and story.name in self._topics:
                    await say(_told(story))
            known = min(found.events[-1].seq, newest)
        if known != newest:  # no journal, or one that begins anew
            await say(_gap(known, newest + 1))

    async def _missed(self, known: int) -> FoundEvents | None:
        try:
            return None if self._archive is None else await self._archive.events(known, _PAGE)
        except ArchiveError:
            return None

    async def _go_on(self, say: Say, subscription: Subscription, newest: int) -> None:
        while True:
            try:
                message = await subscription.next_within(self._beat_s)
            except TimeoutError:
                await say("event: beat\ndata: {}\n\n")
                continue
            if message is None:
                return
            if _kind(message) in self._topics and (message.name not in STORY_TOPICS or message.seq > newest):
                await say(_frame(message))


async def _first_of(telling: Awaitable[None], gone: Awaitable[None]) -> None:
    """Run both until one ends; what `telling` raises is raised."""
    tasks = [asyncio.ensure_future(telling), asyncio.ensure_future(gone)]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        if tasks[0].done():
            tasks[0].result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _kind(message: FeedMessage) -> str:
    return message.name.partition("/")[0]


def _frame(message: FeedMessage) -> str:
    if message.name in STORY_TOPICS:
        return _told(message)
    return f"event: {_kind(message)}\ndata: {message.body.decode()}\n\n"


def _told(story: FeedMessage) -> str:
    """Only stories have an id: it is what a browser sends again when it comes back."""
    return f"id: {story.seq}\nevent: {story.name}\ndata: {story.body.decode()}\n\n"


def _gap(after: int, first: int) -> str:
    return f"id: {first - 1}\nevent: gap\ndata: {msgspec.json.encode({'after': after, 'first': first}).decode()}\n\n"
