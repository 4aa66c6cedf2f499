"""The overlay over the web: its WebSocket, and the logo and style sheet of the event.

The frames are those of docs/websocket.md with the bodies of the overlay's own feed; docs/overlay.md describes them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, Final

import msgspec
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from controller.feed.broadcast import BroadcastFeed
from controller.feed.delta import State, diff
from controller.feed.reveal import needs_token
from controller.feed.subscription import FeedMessage
from controller.web.access import access_of, may_see_overlay
from controller.web.access_gate import Gate
from controller.web.assets import Asset, asset_of
from controller.web.lasting import POLICY_VIOLATION, while_let_in
from controller.web.live import BEAT_S, SEND_LIMIT_S, admitted, frame_text, send_frames
from controller.web.overlay_files import CSS_TYPE, LOGO_TYPES, NO_FILES, OverlayFiles, file_problem

#: Overlays open at once; each browser source of each scene is one.
MAX_OVERLAYS: Final = 64
_NOT_FOR_ALL: Final = (
    "web.token_needed: this overlay shows live hole cards and is for holders of the broadcast token only. Log in with it, or "
    'set another [overlay] reveal than "always" in table.toml.\n'
)
_TOO_MANY: Final = "web.too_many_pages: close an overlay and try again.\n"

#: Whether whoever asks may see this overlay.
MaySee = Callable[[HTTPConnection], bool]


def door_of(feed: BroadcastFeed, may_see: MaySee | None) -> MaySee:
    """Return who may see the overlay of `feed`. Where nobody says so, everybody, but for a feed that needs a token: nobody."""
    return may_see or (lambda _: not needs_token(feed.broadcast.reveal))


def by_role(feed: BroadcastFeed) -> MaySee:
    """Return the door for whoever has the broadcast role; a feed that needs a token wants it shown, on loopback as well."""
    return lambda connection: may_see_overlay(connection, with_token=needs_token(feed.broadcast.reveal))


def refusal() -> Response:
    """Return what whoever may not see the overlay is told."""
    return PlainTextResponse(_NOT_FOR_ALL, 403)


def add_overlay(
    app: FastAPI,
    feed: BroadcastFeed,
    files: OverlayFiles = NO_FILES,
    *,
    may_see: MaySee,
    gate: Gate,
    loop_s: Callable[[float], float] = lambda wall_s: wall_s,
) -> None:
    """Serve the feed of the overlay at /ws/overlay, and the event's files beside its page.

    `may_see` is its door, `gate` says how long a token holds, `loop_s` turns wall seconds into seconds of the running
    loop. The event's files are read once, now; one that cannot be is not served.
    """
    own = own_files(files)
    feed.set_own_files(tuple(own))
    open_overlays = 0

    async def own_file(request: Request) -> Response:
        asset = own.get(request.path_params["name"])
        if asset is None:
            raise HTTPException(404)
        return asset.answer(request)

    async def live(websocket: WebSocket) -> None:
        nonlocal open_overlays
        if not may_see(websocket):
            await websocket.send_denial_response(refusal())
            return
        if open_overlays >= MAX_OVERLAYS:
            await websocket.send_denial_response(PlainTextResponse(_TOO_MANY, 503))
            return
        open_overlays += 1
        try:
            if not await admitted(websocket):
                return
            subscription = feed.subscribe()
            frames = OverlayFrames(feed, producer=websocket.query_params.get("producer") == "1")
            sending = send_frames(websocket, subscription, frames, beat_s=loop_s(BEAT_S), send_limit_s=loop_s(SEND_LIMIT_S))
            if not await while_let_in(sending, access_of(websocket), gate, loop_s):
                with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it may be gone by now
                    await websocket.close(POLICY_VIOLATION)
        finally:
            open_overlays -= 1

    app.add_route("/overlay/{name}", own_file, methods=["GET", "HEAD"])
    app.add_api_websocket_route("/ws/overlay", live)


class OverlayFrames:
    """Turns the overlay's feed into the frames of one WebSocket. How far it is behind is told to a producer only.

    Invariants: a frame holds what is on air and nothing of what waits for its time; a producer's, how long it will wait.
    """

    def __init__(self, feed: BroadcastFeed, *, producer: bool) -> None:
        self._feed = feed
        self._producer = producer
        held = {message.name: message.body for message in feed.snapshot()}
        self._info = held["info"]
        self._state: State = msgspec.json.decode(held["state"])

    def snapshot(self) -> str:
        """Return the frame that says everything at once."""
        return frame_text("snapshot", info=msgspec.Raw(self._info), state=self._state, status=self._status(), health={}, stories=[])

    def take(self, message: FeedMessage) -> str | None:
        """Return the frame that tells `message`; None when it is not for this page."""
        match message.name:
            case "state":
                before, self._state = self._state, msgspec.json.decode(message.body)
                return frame_text("delta", **diff(before, self._state))
            case "info":
                self._info = message.body
                return frame_text("info", info=msgspec.Raw(message.body))
        return self.flush() if self._producer else None

    def flush(self) -> str:
        """Return the frame that says what time it is on air."""
        return frame_text("status", status=self._status())

    def _status(self) -> dict[str, Any]:
        producer = self._feed.producer_view() if self._producer else {}
        return {**self._feed.clock_view(), **producer}


def own_files(files: OverlayFiles) -> dict[str, Asset]:
    """Return the event's files by the name they are served under: `logo` and `style.css`."""
    wanted = [("logo", files.logo, LOGO_TYPES.get("" if files.logo is None else files.logo.suffix.lower()))]
    wanted.append(("style.css", files.css, CSS_TYPE))
    return {name: asset_of(path.read_bytes(), kind) for name, path, kind in wanted if path and kind and not file_problem(path)}
