"""Debian's Chromium behind Playwright, pointed at a page served from our own loop."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright
from scripted_hub import ScriptedHub

from controller.web.app import make_app
from controller.web.server import WebServer

#: The first that is there: the browser without its windows, which opens a page sooner; Debian's whole one;
#: an older Raspberry Pi OS's.
BROWSERS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser")
CHROMIUM = next((path for path in map(Path, BROWSERS) if path.exists()), None)
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)  # fmt: skip

#: Nothing is laid out and painted, which is most of a page's work: no script asks for its layout, and what a page holds is the same.
UNPAINTED = """addEventListener('DOMContentLoaded', () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(':root { display: none !important; }');
    document.adoptedStyleSheets = [sheet];
})"""


def require_chromium() -> None:
    """A machine without the browser fails, with the remedy; it never skips."""
    assert CHROMIUM is not None, "chromium is missing: run `make test`, which installs it, or `apt-get install chromium`"


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A running browser."""
    require_chromium()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(QUIET))
        try:
            yield browser
        finally:
            await browser.close()


async def started(hub: ScriptedHub, port: int = 0, **options: Any) -> WebServer:
    """The application on a real port, as the daemon serves it."""
    server = WebServer(make_app(hub, title="Table 1", **options), "127.0.0.1", port)
    await server.start()
    return server


@contextlib.asynccontextmanager
async def served(hub: ScriptedHub, **options: Any) -> AsyncIterator[WebServer]:
    """The same, for as long as the block lasts."""
    server = await started(hub, **options)
    try:
        yield server
    finally:
        await server.stop()


class Watched:
    """A page with everything it complained about and, where that is noted, every address it asked for."""

    def __init__(self, page: Page, *, noting_requests: bool = False) -> None:
        self.page = page
        self.errors: list[str] = []
        self._requests: list[str] | None = None
        page.on("console", lambda message: self.errors.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        if noting_requests:
            asked = self._requests = []
            page.on("request", lambda request: asked.append(request.url))
            page.on("websocket", lambda socket: asked.append(socket.url))

    @property
    def requests(self) -> list[str]:
        """Every address it asked for. Each of forty files a page is several messages to us: they are noted only where wanted."""
        assert self._requests is not None, "open the page with noting_requests=True"
        return self._requests


@contextlib.asynccontextmanager
async def open_page(
    browser: Browser, url: str | None = None, width: int = 1920, height: int = 1080, *, noting_requests: bool = False, **options: Any
) -> AsyncIterator[Watched]:
    """A fresh page, at `url` if there is one."""
    page = await browser.new_page(viewport={"width": width, "height": height}, **options)
    watched = Watched(page, noting_requests=noting_requests)
    try:
        if url is not None:
            await page.goto(url)
        yield watched
    finally:
        await page.close()
