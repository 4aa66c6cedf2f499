"""The browser's end of an ASGI WebSocket, in memory: for tests in virtual time."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any


class Peer:
    """Says what a page says and keeps what it was sent. `taking` False = it does not read any more."""

    def __init__(self) -> None:
        self.frames: list[dict[str, Any]] = []
        self.arrived_s: list[float] = []
        self.closed: int | None = None
        self.denied: int | None = None
        self.taking = True
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._changed = asyncio.Event()
        self._said.put_nowait({"type": "websocket.connect"})

    async def receive(self) -> dict[str, Any]:
        return await self._said.get()

    async def send(self, message: dict[str, Any]) -> None:
        if not self.taking:
            await asyncio.Event().wait()
        match message["type"]:
            case "websocket.send":
                self.frames.append(json.loads(message["text"]))
                self.arrived_s.append(asyncio.get_running_loop().time())
            case "websocket.close":
                self.closed = message["code"]
            case "websocket.http.response.start":
                self.denied = message["status"]
        self._changed.set()

    def say(self, text: str) -> None:
        self._said.put_nowait({"type": "websocket.receive", "text": text})

    def leave(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def until(self, count: int) -> list[dict[str, Any]]:
        """Wait for `count` frames in all."""
        async with asyncio.timeout(1_000):
            while len(self.frames) < count:
                self._changed.clear()
                await self._changed.wait()
        return self.frames


@contextlib.asynccontextmanager
async def connected(
    app: Any,
    host: str = "localhost:8080",
    origin: str | None = None,
    path: str = "/ws",
    query: str = "",
    *,
    client: str = "127.0.0.1",
    scheme: str = "ws",
    peer: Peer | None = None,
    **more: str,
) -> AsyncIterator[tuple[Peer, asyncio.Task[None]]]:
    """A page at `path` of `app`, with `more` headers; the task ends when the server is done with it."""
    headers = [(b"host", host.encode()), *((name.encode(), text.encode()) for name, text in more.items())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": scheme,
        "server": ("127.0.0.1", 8080),
        "client": (client, 50_000),
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": headers,
        "subprotocols": [],
        "extensions": {"websocket.http.response": {}},
    }
    peer = peer or Peer()
    task = asyncio.create_task(app(scope, peer.receive, peer.send))
    try:
        yield peer, task
    finally:
        peer.leave()
        await asyncio.wait_for(task, 1_000)
