"""What the table and status pages look like: nothing is cut off or leaves the screen, all fits fingers, all can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from contrast import CONTRASTS, LARGE_CONTRAST, TEXT_CONTRAST
from playwright.async_api import Page, expect
from stage import Theatre, theatre
from watched_room import WatchedRoom, room_page

from controller.web.pages import LANGUAGES
from sim.table import SimTable

SCREENS = [(1024, 768), (1280, 720), (1920, 1080)]

#: Smallest side of what a finger presses.
FINGER_PX = 48

LONG = "Maximiliane Freifrau von Hohenstein-Wolkenburg zu Unterallgäu"

#: Controls that nothing names.
NAMELESS = (
    "[...document.querySelectorAll('button, a, input, select, nav, section')]"
    ".filter((node) => node.checkVisibility() && !(node.textContent.trim() || node.ariaLabel)).map((node) => node.outerHTML)"
)

#: What a person has to read whole.
WHOLE = {
    "/table": "#seats .stack, #seats .doing, #game dd, #decks .name, #count, .bar a, #sheet button, #sheet label",
    "/status": "#antennas .zone, #antennas .rate, #antennas .cards, #antennas .from, #parts .name, #parts .lamp, .bar a",
}

pytestmark = pytest.mark.slow


async def nameless(page: Page) -> list[str]:
    """Return the controls that nothing names. Their words come with the first story, a moment after the page."""
    for _ in range(100):
        found: list[str] = await page.evaluate(NAMELESS)
        if not found:
            break
        await page.wait_for_timeout(100)
    return found


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


def crowd(room: WatchedRoom) -> None:
    """Long names, eight-digit stacks, every reader and every other part in trouble, a low pot of everything."""
    for seat in range(1, 11):
        fields = {"name": LONG[: 30 + 3 * seat], "short_name": "HOHENSTEINWOLKEN", "country": "BA", "picture": "ann.png"}
        room.do("sit", seat=seat, stack=98_765_432 + seat, **fields)
    room.do("button", seat=7)
    room.do("floor_call", reason="Ein Spieler hat sich beschwert, und es ist nicht klar, worüber")
    for part in ("broker", "page", "journal"):
        room.hub.part_health(part, "degraded", "journal.disk_full", "free some space on /var/lib/smarttable; it goes on by itself")
    room.hub.part_health("mqtt", "failed", "mqtt.unreachable", "start the broker at a-very-long-host-name.example.org:1883, or correct it")


async def nothing(page: Page) -> None:
    await expect(page.locator("#seats button")).to_have_count(10)


async def player(page: Page) -> None:
    await page.locator("[data-seat='4']").click()


async def stakes(page: Page) -> None:
    await page.locator("#stakes").click()


async def players_list(page: Page) -> None:
    await page.locator("#import").click()
    lines = "".join(f"{seat},{LONG},BA,x{seat}\n" for seat in range(1, 31))
    await page.locator("#sheet textarea").fill(f"seat,name,country,stack\n{lines}")
    await expect(page.locator("#found li").nth(29)).to_be_attached()


async def antennas(page: Page) -> None:
    await expect(page.locator("#antennas li[data-state=asked]")).to_have_count(14)
    await expect(page.locator("#machine div")).to_have_count(9)


VIEWS: dict[str, tuple[str, Callable[[Page], object]]] = {
    "table": ("/table", nothing), "player": ("/table", player), "stakes": ("/table", stakes), "list": ("/table", players_list),
    "status": ("/status", antennas),
}  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", VIEWS)
def test_every_screen_shows_everything_to_fingers(stage: Theatre, tmp_path: Path, name: str, language: str) -> None:
    path, go = VIEWS[name]

    async def main() -> None:
        room = WatchedRoom(tmp_path, floor=SimTable(1), seats=10)
        crowd(room)
        async with room.open() as server, room_page(stage.browser, server, f"{path}?lang={language}", *SCREENS[0]) as watched:
            page = watched.page
            await go(page)  # type: ignore[misc]  # every one of them is a coroutine function
            for width, height in SCREENS:
                await page.set_viewport_size({"width": width, "height": height})
                at = f"{name} in {language} at {width}×{height}"
                assert await page.evaluate("document.documentElement.scrollWidth") <= width, f"{at}: scrolls sideways"
                for button, across, down in await page.evaluate(
                    "[...document.querySelectorAll('button, a.button, input:not([type=file]), select')]"
                    ".filter((node) => node.checkVisibility({visibilityProperty: true}))"
                    ".map((node) => [node.textContent || node.name, node.offsetWidth, node.offsetHeight])"
                ):
                    assert min(across, down) >= FINGER_PX - 0.5, f"{at}: {button} is too small"
                cut = await page.evaluate(
                    "(selector) => [...document.querySelectorAll(selector)]"
                    ".filter((node) => node.checkVisibility({visibilityProperty: true}) && node.clientWidth > 0)"
                    ".filter((node) => node.scrollWidth > node.clientWidth + 1"
                    "   || node.getBoundingClientRect().right"
                    "      > node.closest('li, section, dialog, header').getBoundingClientRect().right + 1)"
                    ".map((node) => `${node.className}: ${node.textContent}`)",
                    WHOLE[path],
                )
                assert cut == [], at
                open_sheet = await page.evaluate(
                    "[...document.querySelectorAll('dialog[open]')].map((node) => node.getBoundingClientRect())"
                    ".map(({top, bottom}) => [top, bottom])"
                )
                for top, bottom in open_sheet:
                    assert top >= 0, at
                    assert bottom <= height, at
            dim = [
                (text, round(ratio, 2))
                for text, ratio, large in await page.evaluate(CONTRASTS)
                if ratio < (LARGE_CONTRAST if large else TEXT_CONTRAST)
            ]
            assert dim == [], f"{name} in {language}: too little contrast"
            assert watched.errors == []

    stage.run(main)


def test_the_status_page_stands_still_while_it_counts(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path, floor=SimTable(1))
        async with room.open() as server, room_page(stage.browser, server, "/status", 1024, 768) as watched:
            page = watched.page
            await antennas(page)
            await page.evaluate(
                "new PerformanceObserver((list) => list.getEntries()"
                ".forEach((entry) => (window.moved = (window.moved ?? 0) + entry.value)))"
                ".observe({type: 'layout-shift'})"
            )
            before = await page.locator("#machine").inner_text()
            await page.wait_for_function("(before) => document.getElementById('machine').innerText !== before", arg=before)
            assert await page.evaluate("window.moved ?? 0") < 0.01

    stage.run(main)


def test_everything_is_reached_and_read_without_a_finger(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path, seats=10)
        async with room.open() as server, room_page(stage.browser, server, "/table") as watched:
            page = watched.page
            await nothing(page)
            await page.locator("[data-seat='2']").focus()
            await page.keyboard.press("Enter")
            await expect(page.locator("#sheet")).to_be_visible()
            await page.locator("#sheet [name=name]").focus()
            await page.keyboard.type("Ann")
            await page.locator("#sheet [name=stack]").focus()
            await page.keyboard.type("700")
            await page.keyboard.press("Enter")
            await expect(page.locator("[data-seat='2']")).to_have_accessible_name("Seat 2: Ann, 700 chips, waiting")
            await expect(page.locator("[data-seat='2']")).to_be_focused()
            for path in ("/table", "/status"):
                await page.goto(f"{server.url.rstrip('/')}{path}")
                assert await nameless(page) == []

    stage.run(main)
