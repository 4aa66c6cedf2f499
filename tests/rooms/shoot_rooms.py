"""Make the pictures of the table and status pages in docs/, from a simulated table.

python tests/rooms/shoot_rooms.py [FOLDER]: with a folder, pictures at every size and language for a person to look at.
"""

from __future__ import annotations

import contextlib
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import conftest  # noqa: F401 # makes the other tests' modules known
from browser import chromium
from playwright.async_api import Browser, Page
from watched_room import WatchedRoom, room_page

from controller.clock import run
from controller.game.cards import FULL_DECK
from controller.game.zones import HOLE
from sim.table import SimTable

DOCS = Path(__file__).resolve().parents[2] / "docs"
SCREENS = ((1024, 768), (1280, 720), (1920, 1080))

PLAYERS = (
    ("Anna Lindqvist", "ANNA", "SE", "ann.png", 24_300), ("Bela Nagy", "BELA", "HU", "", 9_850),
    ("Chidi Okafor", "CHIDI", "NG", "", 41_075), ("Maximiliane Freifrau von Hohenstein-Wolkenburg", "MAXI", "DE", "", 98_765_432),
    ("Emil", "", "", "", 18_600), ("Fatima Zahra", "FATIMA", "MA", "", 30_250),
)  # fmt: skip

LIST = "seat,name,short_name,country,stack\n7,Goran Ilić,GORAN,HR,20000\n8,Hana,,Japan,20000\n9,Ivo,IVO,CZ,20k\n"


def seat_everyone(room: WatchedRoom) -> None:
    for seat, (name, short, country, picture, stack) in enumerate(PLAYERS, 1):
        room.do("sit", seat=seat, name=name, short_name=short, country=country, picture=picture, stack=stack)
    room.do("button", seat=3)


async def settled(page: Page) -> None:
    """The antennas have been asked for long enough to have a rate."""
    await page.wait_for_function("document.querySelectorAll('#antennas li[data-state=asked]').length > 10")
    await page.wait_for_selector("#machine div")


async def shoot(browser: Browser, room: WatchedRoom, folder: Path, names: dict[tuple[str, str, int], str] | None) -> None:
    """Take the pictures that `names` has a file name for; None = every one."""

    async def take(page: Page, what: str, language: str, width: int, height: int) -> None:
        name = f"{what}-{language}-{width}x{height}.png" if names is None else names.get((what, language, width))
        if name is not None:
            await page.screenshot(path=folder / name)

    async with room.open() as server:
        for language in ("en", "de"):
            for width, height in SCREENS:
                if names is not None and not any(key[1:] == (language, width) for key in names):
                    continue
                async with room_page(browser, server, f"/table?lang={language}", width, height) as watched:
                    page = watched.page
                    await page.wait_for_selector("#decks li")
                    await page.wait_for_selector("#seats img")
                    await take(page, "table", language, width, height)
                    await page.locator("[data-seat='4']").click()
                    await take(page, "player", language, width, height)
                    await page.keyboard.press("Escape")
                    await page.locator("#stakes").click()
                    await take(page, "stakes", language, width, height)
                    await page.keyboard.press("Escape")
                    await page.locator("#import").click()
                    await page.locator("#sheet textarea").fill(LIST)
                    await page.wait_for_selector("#found li")
                    await take(page, "import", language, width, height)
                async with room_page(browser, server, f"/status?lang={language}", width, height) as watched:
                    page = watched.page
                    await settled(page)
                    await take(page, "status", language, width, height)
                    assert room.floor is not None
                    room.floor.stop_reader("hf1")
                    await page.wait_for_selector("[data-part=hf1] .lamp[data-level=bad]")
                    await page.wait_for_timeout(3_000)
                    await take(page, "unplugged", language, width, height)
                    room.floor.start_reader("hf1")
                    await page.wait_for_selector("[data-part=hf1] .lamp[data-level=good]")
                    if watched.errors:
                        sys.exit("\n".join(watched.errors))


#: (what, language, width) → file in docs/.
PICTURES = {
    ("table", "en", 1024): "table-page.png",
    ("import", "de", 1024): "table-import-de.png",
    ("unplugged", "en", 1024): "status.png",
}


@contextlib.contextmanager
def a_raspberry_pi() -> Iterator[None]:
    """The pictures show the computer of a table, not the one that they were made on."""
    card = shutil.disk_usage("/")._replace(total=31_900_000_000, used=7_500_000_000, free=24_400_000_000)
    with (
        mock.patch("platform.release", return_value="6.12.47+rpt-rpi-v8"),
        mock.patch("platform.machine", return_value="aarch64"),
        mock.patch("shutil.disk_usage", return_value=card),
    ):
        yield


async def main(folder: Path, names: dict[tuple[str, str, int], str] | None) -> None:
    with tempfile.TemporaryDirectory() as kept:
        floor = SimTable(1)
        room = WatchedRoom(Path(kept), floor=floor)
        for part in ("broker", "mqtt", "page", "journal"):
            room.hub.part_health(part, "ok")
        seat_everyone(room)
        deal = iter(FULL_DECK)
        for seat in (1, 2, 3, 4, 5, 6):
            for _ in range(2):
                floor.world.put(next(deal), HOLE[seat])
        async with chromium() as browser:
            with a_raspberry_pi():
                await shoot(browser, room, folder, names)


if __name__ == "__main__":
    where = Path(sys.argv[1]) if sys.argv[1:] else DOCS
    where.mkdir(parents=True, exist_ok=True)
    run(lambda: main(where, PICTURES if where == DOCS else None))
