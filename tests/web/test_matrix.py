"""Every page on every screen through a game over simulated readers: nothing jumps, leaves the screen, is cut off or faint."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from browser import UNPAINTED, Watched, open_page, served, started
from floor_room import FloorRoom
from slow_line import slow_line
from stage import Theatre, theatre
from watched_room import WatchedRoom
from wire_turns import HANDS, Retold, recorded_turns

from controller.archive import JournalArchive
from controller.instruments import backstage
from controller.web.pages import PAGES, Page
from controller.web.server import WebServer
from sim.table import SimTable


class Screen(NamedTuple):
    """What a page is looked at with."""

    width: int
    height: int
    touch: bool
    language: str


#: The small touch screen is the narrowest: both languages have to fit it.
SCREENS = (Screen(1920, 1080, False, "en"), Screen(1280, 720, False, "de"), Screen(1024, 768, True, "en"), Screen(1024, 768, True, "de"))

#: So many states at least, that the game must have.
STATES = 200

#: How long the table is away, and how soon after it is back a page shows it. The wall's time.
AWAY_MS, BACK_MS = 2_500, 3_000

MEASURE = (Path(__file__).parent / "measure.js").read_text().partition("\n(options)")[2]


#: Until what is in the page now has been on the screen.
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

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
    # what is wrong comes and goes in a list of its own; a hand's record grows
    "/floor": Manner(moves=f"{TOLD}, #notices *, #record *"),
    # pages to read: they flow with their texts
    "/table": Manner(scrolls=True, moves="main *"),
    "/status": Manner(scrolls=True, moves="main *"),
}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


class Kept(NamedTuple):
    """What is behind the pages besides the feeds: hands in a journal on disk, and a folder with decks and pictures."""

    archive: JournalArchive
    folder: Path


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    room = FloorRoom(tmp_path_factory.mktemp("kept"))
    room.seat()
    room.felt.do("button", seat=1)
    for _ in range(6):  # as many as the game has: the floor opens the one that is played
        room.play()
    yield Kept(room.archive, tmp_path_factory.mktemp("instruments"))
    room.archive.close()
    room.felt.cut()


def around(retold: Retold, kept: Kept) -> dict[str, Any]:
    """What the application is given besides the hub, as the daemon gives it."""
    room = WatchedRoom(kept.folder, floor=SimTable(1))
    behind = backstage(room.table, retold.hub, room.setting)
    return {"broadcast": retold.broadcast, "archive": kept.archive, "backstage": behind, "desk": room.table.desk}


@contextlib.asynccontextmanager
async def opened(stage: Theatre, server: WebServer, page: Page, query: str = "", **options: Any) -> AsyncIterator[Watched]:
    """`page`, once it shows the table."""
    async with open_page(stage.browser, f"{server.url.rstrip('/')}{page.path}{query}", reduced_motion="reduce", **options) as watched:
        await watched.page.wait_for_selector(":root[data-line=live][data-rev]")
        await watched.page.evaluate(PAINTED)  # what it showed before is of no interest
        yield watched


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_through_a_whole_game_a_page_stays_fit_to_be_seen(stage: Theatre, kept: Kept, page: Page) -> None:
    turns = recorded_turns()
    manner = MANNERS.get(page.path, Manner())

    async def main() -> None:
        retold = Retold(turns[0].table)
        async with served(retold.hub, **around(retold, kept)) as server, contextlib.AsyncExitStack() as stack:
            watched: list[Watched] = []
            for screen in SCREENS:
                size = {"width": screen.width, "height": screen.height, "has_touch": screen.touch}
                one = opened(stage, server, page, f"?lang={screen.language}", **size)
                watched.append(await stack.enter_async_context(one))
                await watched[-1].page.evaluate(f"(options){MEASURE}", manner._asdict())
            for told in turns[1:]:
                before = retold.rev
                retold.tell(told)
                if retold.rev != before:
                    rev = str(retold.rev)
                    await asyncio.gather(*(one.page.evaluate("(rev) => window.measured.until(rev)", rev) for one in watched))
            for one, screen in zip(watched, SCREENS, strict=True):
                states, problems = await one.page.evaluate("[window.measured.states, [...window.measured.problems]]")
                assert states > STATES
                assert [f"rev {rev}: {what}" for what, rev in problems] == [], f"{page.path} on {screen}"
                assert one.errors == []

    stage.run(main)


@pytest.mark.parametrize(
    ("style", "found"),
    [
        ("#felt, #board { margin-left: 400px; transition: none !important; }", "jumped"),
        ("#story, #ticker, .seat { position: relative; left: 900px; }", "leaves the screen"),
        ("body { width: 3000px; }", "the page scrolls sideways"),
        ("body { height: 3000px; }", "the page scrolls down"),
        ("#situation, #situation * { color: #3a4540 !important; }", "faint"),
        ("#felt { opacity: 0.3; }", "faint"),
        ("#hand { display: block; width: 3px; overflow: hidden; }", "cut off"),
    ],
)
def test_the_measure_finds_what_it_is_for(stage: Theatre, kept: Kept, style: str, found: str) -> None:
    turns = recorded_turns()
    at = next(place for place, told in enumerate(turns) if told.table.hand and told.table.hand.board)

    async def main() -> None:
        retold = Retold(turns[at].table)
        async with served(retold.hub, **around(retold, kept)) as server, opened(stage, server, PAGES[0]) as watched:
            page = watched.page
            await page.evaluate(f"(options){MEASURE}", Manner()._asdict())
            assert await page.evaluate("[...window.measured.problems.keys()]") == []
            await page.evaluate(
                "(style) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(style); document.adoptedStyleSheets = [sheet]; }", style
            )
            for told in turns[at + 1 : at + 12]:
                retold.tell(told)
                await page.evaluate("(rev) => window.measured.until(rev)", str(retold.rev))
            assert any(found in problem for problem in await page.evaluate("[...window.measured.problems.keys()]"))

    stage.run(main)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_a_page_comes_back_by_itself_when_the_table_does(stage: Theatre, kept: Kept, page: Page) -> None:
    turns = recorded_turns()

    async def main() -> None:
        retold = Retold(turns[0].table)
        server = await started(retold.hub, **around(retold, kept))
        async with opened(stage, server, page) as watched:
            await server.stop()
            await watched.page.wait_for_selector(":root[data-line=stale]")
            for told in turns[1:60]:
                retold.tell(told)
            await watched.page.wait_for_timeout(AWAY_MS)
            again = await started(retold.hub, server.port, **around(retold, kept))
            await watched.page.wait_for_selector(f":root[data-line=live][data-rev='{retold.rev}']", timeout=BACK_MS)
            await again.stop()
            assert [error for error in watched.errors if "ERR_CONNECTION_REFUSED" not in error] == []

    stage.run(main)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_a_page_holds_over_a_slow_network(stage: Theatre, kept: Kept, page: Page) -> None:
    """It comes, it catches up with a burst, and it is never cut off meanwhile."""
    turns = recorded_turns()

    async def main() -> None:
        retold = Retold(turns[0].table)
        async with (
            served(retold.hub, **around(retold, kept)) as server,
            slow_line(server.port) as port,
            open_page(stage.browser) as watched,
        ):
            sockets: list[str] = []
            watched.page.on("websocket", lambda socket: sockets.append(socket.url))
            await watched.page.goto(f"http://127.0.0.1:{port}{page.path}")
            await watched.page.wait_for_selector(":root[data-line=live][data-rev]")
            for told in turns[1:120]:
                retold.tell(told)
                await asyncio.sleep(0.01)
            await watched.page.wait_for_selector(f":root[data-line=live][data-rev='{retold.rev}']")
            assert len(sockets) == 1
            assert watched.errors == []

    stage.run(main)


def test_all_pages_at_once_and_two_of_each_show_the_same_state(stage: Theatre, kept: Kept) -> None:
    turns = recorded_turns()

    async def main() -> None:
        retold = Retold(turns[0].table)
        async with served(retold.hub, **around(retold, kept)) as server, contextlib.AsyncExitStack() as stack:
            watched = [await stack.enter_async_context(open_page(stage.browser, reduced_motion="reduce")) for _ in (*PAGES, *PAGES)]
            for one, page in zip(watched, (*PAGES, *PAGES), strict=True):
                await one.page.add_init_script(UNPAINTED)  # how each looks at each state is measured above
                await one.page.goto(f"{server.url.rstrip('/')}{page.path}")
                await one.page.wait_for_selector(":root[data-line=live][data-rev]", state="attached")
            for told in turns[1:]:
                retold.tell(told)
                await asyncio.sleep(0)
            for one in watched:
                await one.page.wait_for_selector(f":root[data-line=live][data-rev='{retold.rev}']", state="attached")
                assert one.errors == []

    stage.run(main)


def test_the_game_is_worth_the_look() -> None:
    turns = recorded_turns()
    assert len({told.table.rev for told in turns}) > STATES
    assert {told.health.state for told in turns if told.health} >= {"ok", "failed"}
    hands = {told.table.hand_number for told in turns}
    assert len(hands) > len(HANDS)
