"""How soon the overlay is there, and whether it keeps up with a table that changes 60 times a second.

A real Chromium with the page as the daemon serves it, over a WebSocket on loopback.

    python benchmarks/overlay_page.py [--smoke]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

from msgspec.structs import replace
from playwright.async_api import Page

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "web")]

from browser import chromium, open_page, served  # noqa: E402 -- found by the line above
from scripted_hub import ScriptedHub  # noqa: E402

from controller.clock import Clock, run  # noqa: E402
from controller.effects import Tell  # noqa: E402
from controller.feed.broadcast import BroadcastFeed  # noqa: E402
from controller.feed.broadcast_views import Aired  # noqa: E402
from controller.feed.reveal import Broadcast  # noqa: E402
from controller.rules.house import House  # noqa: E402
from controller.table.table import Seat, Table, new_table  # noqa: E402

#: What the project promises.
MAX_FIRST_PAINT_MS, RATE_HZ, MAX_LAG_MS = 1_000, 60, 250


def full_table(rev: int) -> Table:
    """Ten players whose stacks are different at every `rev`."""
    seats = tuple(Seat(f"Player number {seat}", 1_000_000 + 37 * rev * seat % 9_000_000) for seat in range(1, 11))
    return replace(new_table(House(seats=10)), rev=rev, seq=rev, seats=seats)


async def keeps_up(page: Page, feed: BroadcastFeed, clock: Clock, seconds: float) -> tuple[int, float]:
    """Send updates for so long; return how many there were, and how long the last one took to be shown, in ms."""
    loop = asyncio.get_running_loop()
    begun_s, count = loop.time(), round(seconds * RATE_HZ)
    for rev in range(1, count + 1):
        feed.update(full_table(rev), [Tell(rev, "bought_in", clock.now_ns(), rev - 1, rev)])
        await asyncio.sleep(max(0.0, begun_s + rev / RATE_HZ - loop.time()))
    sent_s = loop.time()
    await page.wait_for_function(f"document.documentElement.dataset.rev === '{count}'")
    return count, (loop.time() - sent_s) * 1000


async def measure(seconds: float) -> bool:
    clock = Clock(asyncio.get_running_loop())
    feed = BroadcastFeed(clock, "bench", Broadcast(), (Aired(0, full_table(0)),))
    feed.set_info(title="Benchmark", sponsor="", game="holdem", limit="no_limit", look="broadcast", stale="flag", seats=10)
    async with chromium() as browser, served(ScriptedHub(), broadcast=feed) as server, open_page(browser) as watched:
        page = watched.page
        await page.goto(f"{server.url}overlay")
        await page.wait_for_selector(".seat:not(.is-empty)")
        paint_ms = await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        seen = "window.seen = 0; new MutationObserver((all) => { window.seen += all.length; })"
        await page.evaluate(f"() => {{ {seen}.observe(document.documentElement, {{ attributeFilter: ['data-rev'] }}); }}")
        count, lag_ms = await keeps_up(page, feed, clock, seconds)
        shown = await page.evaluate("window.seen")
    print(f"first paint {paint_ms:.0f} ms; {count} updates at {RATE_HZ}/s, {shown} shown, the last after {lag_ms:.0f} ms")
    return bool(paint_ms < MAX_FIRST_PAINT_MS and lag_ms < MAX_LAG_MS and shown == count)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--smoke", action="store_true", help="a second only, and no bound decides")
    smoke = parser.parse_args().smoke
    good = run(lambda: measure(1.0 if smoke else 10.0))
    sys.exit(0 if good or smoke else 1)
