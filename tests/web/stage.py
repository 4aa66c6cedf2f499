"""One browser and one loop for all tests of a file."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from browser import chromium
from playwright.async_api import Browser, expect

from controller.clock import TableLoop

#: How long a browser may take on a slow machine; nothing waits this long when all is well.
PATIENCE_MS = 30_000
#: A test that takes longer hangs.
LIMIT_S = 600


class Theatre:
    """A browser, and the loop that everything runs in."""

    def __init__(self, runner: asyncio.Runner, browser: Browser, speed: float) -> None:
        self._runner = runner
        self._speed = speed
        self.browser = browser

    def run(self, main: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._runner.run(asyncio.wait_for(main(), LIMIT_S * self._speed))


def theatre(speed: float = 1.0) -> Iterator[Theatre]:
    """Yield a running browser in a loop in which `speed` seconds pass in one of the wall's."""
    expect.set_options(timeout=PATIENCE_MS)
    with asyncio.Runner(loop_factory=lambda: TableLoop(speed)) as runner:
        running = chromium()
        browser = runner.run(running.__aenter__())
        try:
            yield Theatre(runner, browser, speed)
        finally:
            runner.run(running.__aexit__(None, None, None))
