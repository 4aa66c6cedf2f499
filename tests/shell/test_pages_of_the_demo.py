"""`smarttable demo` with every page of the table open: the same hand at the same moment, and back by themselves after a kill -9."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from browser import Watched, open_page
from daemon_process import free_port, smarttable
from stage import PATIENCE_MS, Theatre, theatre
from test_two_processes import _daemon_of, until

from controller.web.pages import PAGES

pytestmark = pytest.mark.slow

#: States that are compared, how far apart two pages may show one, and how soon after the table is back all do.
STATES, APART_MS, BACK_MS = 25, 3_000, 3_000

#: Notes when a page first shows a state.
NOTE = """() => {
    const root = document.documentElement;
    window.shown = {};
    const note = () => { window.shown[root.dataset.rev] ??= Date.now(); };
    new MutationObserver(note).observe(root, { attributeFilter: ['data-rev'] });
}"""

#: Which state a page shows, and which hand it names where it names one.
NAMES = "() => [document.documentElement.dataset.rev, document.getElementById('hand')?.textContent ?? '']"


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


async def all_ask(pages: Sequence[Watched], question: str) -> list[Any]:
    return list(await asyncio.gather(*(one.page.evaluate(question) for one in pages)))


async def common_states(pages: Sequence[Watched]) -> dict[str, int]:
    """Each state that every page has shown → ms between the first and the last page."""
    async with asyncio.timeout(PATIENCE_MS / 1000 * 3):
        while True:
            shown = await all_ask(pages, "() => window.shown")
            common = set.intersection(*map(set, shown))
            if len(common) >= STATES:
                return {rev: max(one[rev] for one in shown) - min(one[rev] for one in shown) for rev in common}
            await asyncio.sleep(0.2)


async def hands_at_one_state(pages: Sequence[Watched]) -> list[str]:
    """The hand that each page names, all of them showing one state."""
    async with asyncio.timeout(PATIENCE_MS / 1000 * 3):
        while True:
            told = await all_ask(pages, NAMES)
            if len({rev for rev, _ in told}) == 1:
                return [re.sub(r"\D", "", hand) for _, hand in told if hand]
            await asyncio.sleep(0.05)


async def listens(port: int) -> bool:
    with contextlib.suppress(OSError):
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.close()
        return True
    return False


async def back(port: int) -> None:
    """Wait until the table answers on `port` again."""
    async with asyncio.timeout(PATIENCE_MS / 1000):
        while True:
            if await listens(port):
                return
            await asyncio.sleep(0.02)


def test_every_page_shows_the_same_hand_and_survives_a_kill(stage: Theatre) -> None:
    port = free_port()

    async def main(pid: int) -> None:
        async with contextlib.AsyncExitStack() as stack:
            pages = []
            for page in PAGES:
                watched = await stack.enter_async_context(open_page(stage.browser, f"http://127.0.0.1:{port}{page.path}"))
                await watched.page.wait_for_selector(":root[data-line=live][data-rev]")
                await watched.page.evaluate(NOTE)
                pages.append(watched)
            late = {rev: apart_ms for rev, apart_ms in (await common_states(pages)).items() if apart_ms > APART_MS}
            assert late == {}
            hands = await hands_at_one_state(pages)
            assert len(hands) >= 3
            assert len(set(hands)) == 1

            os.kill(pid, signal.SIGKILL)
            for one in pages:
                await one.page.wait_for_selector(":root[data-line=stale]")
            await back(port)
            await asyncio.gather(*(one.page.wait_for_selector(":root[data-line=live]", timeout=BACK_MS) for one in pages))
            assert len(set(await hands_at_one_state(pages))) == 1
            for one in pages:
                assert [error for error in one.errors if "net::ERR_" not in error and "WebSocket connection" not in error] == []

    with smarttable("demo", "--headless", "--speed", "3", "--http-port", str(port), "--mqtt-port", str(free_port())) as demo:
        pid = _daemon_of(demo)
        until(lambda: asyncio.run(listens(port)), "the page")
        stage.run(lambda: main(pid))
