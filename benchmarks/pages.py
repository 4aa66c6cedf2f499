"""How soon each page is there, what it weighs, and whether it keeps up with a table that changes 60 times a second.

A real Chromium with the pages as the daemon serves them, over a WebSocket on loopback, one page after the other.

    python benchmarks/pages.py [--smoke]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from itertools import product
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace
from playwright.async_api import Browser

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "web")]

from browser import chromium, open_page, served  # noqa: E402 -- found by the line above
from wire_turns import Retold, Told  # noqa: E402 # the path is set first

from controller.clock import run  # noqa: E402 # the path is set first
from controller.effects import Tell  # noqa: E402 # the path is set first
from controller.rules.house import House  # noqa: E402 # the path is set first
from controller.table.table import Seat, Table, new_table  # noqa: E402 # the path is set first
from controller.web.pages import LANGUAGES, PAGES  # noqa: E402 # the path is set first

#: What the project promises.
MAX_BYTES, MAX_FIRST_PAINT_MS, RATE_HZ, MAX_LAG_MS = 150_000, 1_000, 60, 250


#: All files of a page, unpacked.
WEIGHT = (
    "performance.getEntries().filter(({ entryType }) => ['navigation', 'resource'].includes(entryType))"
    ".filter(({ name }) => !new URL(name).pathname.startsWith('/api/'))"
    ".reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)"
)


class Measured(NamedTuple):
    """One page: its weight with all its files, first paint, updates sent and shown, how long the last took to be shown."""

    weight_bytes: int
    paint_ms: float
    sent: int
    shown: int
    lag_ms: float

    @property
    def good(self) -> bool:
        kept_up = self.shown == self.sent and self.lag_ms < MAX_LAG_MS
        return kept_up and self.light and self.paint_ms < MAX_FIRST_PAINT_MS

    @property
    def light(self) -> bool:
        return self.weight_bytes < MAX_BYTES


def full_table(rev: int) -> Table:
    """Ten players whose stacks are different at every `rev`."""
    seats = tuple(Seat(f"Player number {seat}", 1_000_000 + 37 * rev * seat % 9_000_000) for seat in range(1, 11))
    return replace(new_table(House(seats=10)), rev=rev, seq=rev, seats=seats)


async def measure(browser: Browser, path: str, seconds: float) -> Measured:
    retold = Retold(full_table(0))
    loop = asyncio.get_running_loop()
    async with served(retold.hub, broadcast=retold.broadcast) as server, open_page(browser, f"{server.url.rstrip('/')}{path}") as watched:
        page = watched.page
        await page.wait_for_selector(":root[data-line=live][data-rev]")
        paint_ms = await page.evaluate(
            """() => new Promise((painted) => {
                new PerformanceObserver((list) => {
                    for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') painted(startTime);
                }).observe({ type: 'paint', buffered: true });
            })"""
        )
        await page.evaluate(
            """() => {
                window.seen = new Set();
                const root = document.documentElement;
                new MutationObserver(() => window.seen.add(root.dataset.rev)).observe(root, { attributeFilter: ['data-rev'] });
            }"""
        )
        begun_s, count = loop.time(), round(seconds * RATE_HZ)
        for rev in range(1, count + 1):
            retold.tell(Told(full_table(rev), (Tell(rev, "bought_in", rev, rev - 1, rev),), None, rev))
            await asyncio.sleep(max(0.0, begun_s + rev / RATE_HZ - loop.time()))
        sent_s = loop.time()
        await page.wait_for_selector(f":root[data-rev='{count}']")
        lag_ms = (loop.time() - sent_s) * 1000
        weight_bytes = await page.evaluate(WEIGHT)  # last: what a page loads after the rest weighs as well
        return Measured(weight_bytes, paint_ms, count, await page.evaluate("window.seen.size"), lag_ms)


async def measure_all(seconds: float) -> list[Measured]:
    """Measure each page in each language."""
    found = []
    async with chromium() as browser:
        await measure(browser, PAGES[0].path, 0.1)  # a browser that has just been started is slow once
        for path, language in product([page.path for page in PAGES], LANGUAGES):
            one = await measure(browser, f"{path}?lang={language}", seconds)
            found.append(one)
            print(
                f"{path:<10} {language}: {one.weight_bytes / 1000:6.1f} kB; first paint {one.paint_ms:4.0f} ms; {one.sent} updates at "
                f"{RATE_HZ}/s, {one.shown} shown, the last after {one.lag_ms:.0f} ms"
            )
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--smoke", action="store_true", help="a second only: the weight decides, no timing does")
    smoke = parser.parse_args().smoke
    measured = run(lambda: measure_all(1.0 if smoke else 10.0))
    sys.exit(0 if all(one.light if smoke else one.good for one in measured) else 1)
