"""Every page on every screen through a game over simulated readers: nothing jumps, leaves the screen, is cut off or faint."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from browser import Watched, open_page, served
from stage import Theatre, theatre
from wire_turns import HANDS, Retold, recorded_turns

from controller.web.pages import LANGUAGES, PAGES, Page
from controller.web.server import WebServer

#: Width, height, and whether it is touched.
SCREENS = ((1920, 1080, False), (1280, 720, False), (1024, 768, True))

#: So many states at least, that the game must have.
STATES = 200

MEASURE = (Path(__file__).parent / "measure.js").read_text().partition("\n(options)")[2]


#: What was told slides on, and makes room for what is wrong.
TOLD = "#ticker, h2:has(+ #ticker)"


class Manner(NamedTuple):
    """How a page is meant to move: `scrolls` down as a whole; `moves`: what may, as a selector."""

    scrolls: bool = False
    moves: str = TOLD


#: Pages that differ.
MANNERS: dict[str, Manner] = {
    # the big buttons are other ones at a showdown and between hands; test_dealer_screen.py holds those of a street in place
    "/dealer": Manner(moves=f"{TOLD}, #big *"),
}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


def around(retold: Retold) -> dict[str, Any]:
    """What the application is given besides the hub, as the daemon gives it."""
    return {"broadcast": retold.broadcast}


@contextlib.asynccontextmanager
async def opened(stage: Theatre, server: WebServer, page: Page, query: str = "", **options: Any) -> AsyncIterator[Watched]:
    """`page`, once it shows the table."""
    async with open_page(stage.browser, f"{server.url.rstrip('/')}{page.path}{query}", reduced_motion="reduce", **options) as watched:
        await watched.page.wait_for_selector(":root[data-line=live][data-rev]")
        yield watched


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_through_a_whole_game_a_page_stays_fit_to_be_seen(stage: Theatre, page: Page, language: str) -> None:
    turns = recorded_turns()
    manner = MANNERS.get(page.path, Manner())

    async def main() -> None:
        retold = Retold(turns[0].table)
        async with served(retold.hub, **around(retold)) as server, contextlib.AsyncExitStack() as stack:
            watched: list[Watched] = []
            for width, height, touch in SCREENS:
                one = opened(stage, server, page, f"?lang={language}", width=width, height=height, has_touch=touch)
                watched.append(await stack.enter_async_context(one))
                await watched[-1].page.evaluate(f"(options){MEASURE}", manner._asdict())
            for told in turns[1:]:
                before = retold.rev
                retold.tell(told)
                if retold.rev != before:
                    rev = str(retold.rev)
                    await asyncio.gather(*(one.page.wait_for_function("(rev) => window.measured.rev === rev", arg=rev) for one in watched))
            for one, screen in zip(watched, SCREENS, strict=True):
                states, problems = await one.page.evaluate("[window.measured.states, [...window.measured.problems]]")
                assert states > STATES
                assert [f"rev {rev}: {what}" for what, rev in problems] == [], f"{page.path} in {language} at {screen[0]}×{screen[1]}"
                assert one.errors == []

    stage.run(main)


def test_the_game_is_worth_the_look() -> None:
    turns = recorded_turns()
    assert len({told.table.rev for told in turns}) > STATES
    assert {told.health.state for told in turns if told.health} >= {"ok", "failed"}
    hands = {told.table.hand_number for told in turns}
    assert len(hands) > len(HANDS)
