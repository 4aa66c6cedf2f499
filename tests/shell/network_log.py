"""Everything that a page got over the network, from the browser's own log, with the moment it came."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final, NamedTuple

from playwright.async_api import CDPSession, Error, Page

#: Files of the program, the same at every table: they can tell nothing of this one.
OF_THE_PROGRAM: Final = "/static/"


class Got(NamedTuple):
    """One message or answer. `at_s` is the wall's UTC; `line` tells the page's connections apart."""

    at_s: float
    line: str
    url: str
    body: str


class NetworkLog:
    """Listens to one page from before its first request."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._urls: dict[str, str] = {}
        self._frames: list[tuple[float, str, str]] = []
        self._answers: list[tuple[float, str, str]] = []
        self._wall_s: float | None = None  # UTC when the browser's clock was 0
        self._reading: set[asyncio.Task[None]] = set()
        self._session: CDPSession | None = None

    async def listen(self) -> None:
        """Begin, before the page is opened."""
        session = self._session = await self._page.context.new_cdp_session(self._page)
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.webSocketCreated", lambda told: self._urls.__setitem__(told["requestId"], told["url"]))
        session.on("Network.webSocketFrameReceived", self._framed)
        session.on(
            "Network.eventSourceMessageReceived", lambda told: self._frames.append((told["timestamp"], told["requestId"], told["data"]))
        )
        session.on("Network.loadingFinished", self._loaded)
        await session.send("Network.enable", {"maxTotalBufferSize": 100_000_000})

    def _asked(self, told: dict[str, Any]) -> None:
        self._wall_s = told["wallTime"] - told["timestamp"]
        self._urls[told["requestId"]] = told["request"]["url"]

    def _framed(self, told: dict[str, Any]) -> None:
        self._frames.append((told["timestamp"], told["requestId"], told["response"]["payloadData"]))

    def _loaded(self, told: dict[str, Any]) -> None:
        if OF_THE_PROGRAM not in self._urls.get(told["requestId"], OF_THE_PROGRAM):
            task = asyncio.ensure_future(self._read(told["requestId"], told["timestamp"]))
            self._reading.add(task)
            task.add_done_callback(self._reading.discard)

    async def _read(self, request: str, at_s: float) -> None:
        assert self._session is not None
        with contextlib.suppress(Error):  # an answer without a body has none to read
            got = await self._session.send("Network.getResponseBody", {"requestId": request})
            self._answers.append((at_s, request, got["body"]))

    async def everything(self) -> list[Got]:
        """Return all of it in order."""
        await asyncio.gather(*self._reading)
        assert self._wall_s is not None
        rows = sorted([*self._frames, *self._answers])
        return [Got(at_s + self._wall_s, request, self._urls.get(request, ""), body) for at_s, request, body in rows]
