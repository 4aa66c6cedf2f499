"""The WebSocket: one snapshot, then deltas, then beats while nothing happens.

Read only. The frames are described in docs/websocket.md.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Iterable
from typing import Any, Final, Protocol

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from controller.feed.delta import State, diff
from controller.feed.hub import FeedHub
from controller.feed.ruled import STORY_TOPICS
from controller.feed.subscription import FeedMessage, Subscription

#: A frame is sent at least this often, so that a page can tell a quiet table from a dead line.
BEAT_S: Final = 5.0
#: A page that does not take a frame in this time is cut off.
SEND_LIMIT_S: Final = 10.0

#: Close codes of RFC 6455 and its registry.
_TRY_AGAIN_LATER: Final = 1013

_TOPICS: Final = ("state", "info", "status")

#: Kind of the story that hole cards are hidden.
HIDDEN: Final = "hidden"


class _Kind(msgspec.Struct):
    """As much of a story as tells whether it is one for the ticker. An announcement has no kind."""

    kind: str = ""
    topic: str = ""
    about: str | int | None = ""  # of a ruling the number of an entry
    reminded: bool = False


def _kind(story: bytes) -> str:
    told = msgspec.json.decode(story, type=_Kind)
    return told.topic or told.kind


def _said_anyhow(story: bytes) -> bool:
    """Whether it is what the dealer says of something that another story tells, or a reminder of what was told."""
    told = msgspec.json.decode(story, type=_Kind)
    return told.topic == "announcement" and (told.reminded or told.about in Ticker.SAID_ANYHOW)


class Ticker:
    """The last few stories worth reading to someone who has just come."""

    LINES: Final = 8
    #: Moves of cards are seen on the felt; as sentences they would push out all the rest.
    _SEEN_ON_THE_FELT: Final = frozenset({"card_dealt", "card_burned", "card_moved"})
    #: What the dealer has to say of what is told as well, and what he is told to do.
    SAID_ANYHOW: Final = frozenset({"raise", "option", "tap", "turn", "turn_free"})
    #: Tell of hole cards, or of what somebody won with: gone when they are hidden. What is told from then on names none.
    _OF_HOLE_CARDS: Final = frozenset({"shown", "unhidden", "pot_awarded", "correction", "ruling"})

    def __init__(self, stories: Iterable[bytes] = ()) -> None:
        self.stories: deque[bytes] = deque(stories, self.LINES)

    def take(self, message: FeedMessage) -> None:
        """Keep `message` when it is a story for the ticker; let go of what must not be told any more."""
        if message.name not in STORY_TOPICS:
            return
        kind = _kind(message.body)
        if kind == HIDDEN:
            kept = [story for story in self.stories if _kind(story) not in self._OF_HOLE_CARDS]
            self.stories.clear()
            self.stories.extend(kept)
        if kind not in self._SEEN_ON_THE_FELT and not (kind == "announcement" and _said_anyhow(message.body)):
            self.stories.append(message.body)


class Frames:
    """Turns the feed's messages into the frames of one WebSocket.

    Invariants: the stories of a turn come before the `state` they led to, and go out with its
    delta; `flush` sends those that led to none. When hole cards are hidden the page is told everything anew: what it
    was told before may name some.
    """

    def __init__(self, held: Iterable[FeedMessage], ticker: Ticker) -> None:
        self._ticker = Ticker(ticker.stories)  # its own: the others may be further on
        self._held = {message.name: message.body for message in held}
        self._state: State | None = msgspec.json.decode(self._held["state"]) if "state" in self._held else None
        self._stories: list[msgspec.Raw] = []

    def snapshot(self) -> str:
        """Return the frame that says everything at once: the first one of a WebSocket."""
        topics = {topic: msgspec.Raw(self._held.get(topic, b"null")) for topic in _TOPICS}
        health = {name.removeprefix("health/"): msgspec.Raw(body) for name, body in self._held.items() if name.startswith("health/")}
        self._stories = []  # they are in the ticker
        return frame_text("snapshot", **topics, health=health, stories=[msgspec.Raw(story) for story in self._ticker.stories])

    def take(self, message: FeedMessage) -> str | None:
        """Return the frame that tells `message`, or None when there is nothing to send yet."""
        match message.name.partition("/"):
            case (name, _, _) if name in STORY_TOPICS:
                self._ticker.take(message)
                self._stories.append(msgspec.Raw(message.body))
                return None
            case ("state", _, _):
                return self._lead_to(message.body)
            case ("info" | "status" as topic, _, _):
                self._held[topic] = message.body
                return frame_text(topic, **{topic: msgspec.Raw(message.body)})
            case ("health", _, part):
                self._held[message.name] = message.body
                return frame_text("health", part=part, health=msgspec.Raw(message.body))
        return None  # seats are in the state; metrics are not shown

    def flush(self) -> str | None:
        """Return the frame of the stories still held back, or None when there are none."""
        if not self._stories or self._state is None:
            return None
        stories, self._stories = self._stories, []
        return frame_text("delta", **diff(self._state, self._state), stories=stories)

    def _lead_to(self, body: bytes) -> str:
        before, self._state = self._state, msgspec.json.decode(body)
        self._held["state"] = body
        if before is None or (self._state["hidden"] and not before["hidden"]):
            return self.snapshot()
        stories, self._stories = self._stories, []
        return frame_text("delta", **diff(before, self._state), stories=stories)


class FrameMaker(Protocol):
    """Turns the messages of one subscription into frames."""

    def snapshot(self) -> str:
        """The frame that says everything at once."""
        ...

    def take(self, message: FeedMessage) -> str | None:
        """The frame that tells a message; None when there is nothing to send yet."""
        ...

    def flush(self) -> str | None:
        """What is sent when nothing else was for a while; None for a plain beat."""
        ...


def frame_text(type_: str, **fields: Any) -> str:
    """Return one frame as it goes over the wire."""
    return msgspec.json.encode({"type": type_, **fields}).decode()


async def admitted(websocket: WebSocket) -> bool:
    """Accept a page; return whether it is still there."""
    try:
        await websocket.accept()
    except (WebSocketDisconnect, OSError, RuntimeError):
        return False
    return True


async def stream(websocket: WebSocket, hub: FeedHub, ticker: Ticker, *, beat_s: float, send_limit_s: float) -> None:
    """Serve one page until it goes, the feed ends, or it falls behind.

    Units: `beat_s` and `send_limit_s` in seconds of the running loop.
    """
    subscription = hub.subscribe()
    frames = Frames(hub.snapshot(), ticker)  # no await since subscribe: nothing can fall between the two
    await send_frames(websocket, subscription, frames, beat_s=beat_s, send_limit_s=send_limit_s)


async def send_frames(websocket: WebSocket, subscription: Subscription, frames: FrameMaker, *, beat_s: float, send_limit_s: float) -> None:
    """Send `frames.snapshot()`, then what each message of `subscription` makes, until the page goes, the feed ends or it falls behind.

    The subscription is closed at the end. Units: seconds of the running loop.
    """
    tasks = {
        asyncio.create_task(_until_gone(websocket), name="web.page.receive"),
        asyncio.create_task(_send(websocket, subscription, frames, beat_s, send_limit_s), name="web.page.send"),
    }
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        subscription.close()
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for outcome in ended:
        if isinstance(outcome, Exception):  # a mistake of ours: the server's log names it
            raise outcome
    if websocket.application_state is WebSocketState.CONNECTED and websocket.client_state is WebSocketState.CONNECTED:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):  # it may be gone by now
            async with asyncio.timeout(send_limit_s):
                await websocket.close(_TRY_AGAIN_LATER)


async def _until_gone(websocket: WebSocket) -> None:
    """Read and ignore what the page says until it closes."""
    while (await websocket.receive())["type"] != "websocket.disconnect":
        pass


async def _send(websocket: WebSocket, subscription: Subscription, frames: FrameMaker, beat_s: float, send_limit_s: float) -> None:
    loop = asyncio.get_running_loop()
    beat_at_s = 0.0

    async def send(frame: str) -> None:
        nonlocal beat_at_s
        async with asyncio.timeout(send_limit_s):
            try:
                await websocket.send_text(frame)
            except RuntimeError:  # the server's word for a connection that it closed itself, for what came was no frame
                raise WebSocketDisconnect from None
        beat_at_s = loop.time() + beat_s

    try:
        await send(frames.snapshot())
        while True:
            try:
                # messages that are not for this page put no beat off
                message = await subscription.next_within(max(0.0, beat_at_s - loop.time()))
            except TimeoutError:
                await send(frames.flush() or frame_text("beat"))
                continue
            if message is None:
                return
            frame = frames.take(message)
            if frame is not None:
                await send(frame)
    except (WebSocketDisconnect, TimeoutError):
        return
