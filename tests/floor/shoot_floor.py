"""Make the pictures of the floor's panel in docs/, from a hand that the floor has to look into.

python tests/floor/shoot_floor.py [SCENE WIDTHxHEIGHT LANGUAGE FILE]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import conftest  # noqa: F401 # makes the other tests' modules known
from browser import chromium
from floor_room import FloorRoom, floor_page
from playwright.async_api import Page

from controller.clock import run
from controller.game.zones import HOLE

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"


def disputed(room: FloorRoom) -> None:
    """Some hands, one corrected and one void, then a hand whose third bet is in doubt."""
    felt = room.felt
    room.seat()
    felt.do("dealer", name="Dora")
    room.play(["raise 300", "fold", "fold", "call", "fold", "fold"])
    room.play(["fold", "raise 250", "fold", "fold", "fold", "call"])
    room.begin()
    felt.act("raise 200", "fold")
    felt.do("void_hand", reason="a card was exposed in the deal")
    deck = room.begin()
    felt.contradict("rfid.extra_card", HOLE[2])
    felt.settle("rfid.extra_card", HOLE[2])
    felt.act("raise 300", "call", "fold", "raise 1200", "fold", "fold", "call", "call")
    felt.do("correct", seq=felt.state()["last_entry"]["seq"], change={"do": "fold"})
    room.street(deck, 3)
    felt.act("bet 900")
    assert not felt.ask("act", seat=felt.state()["to_act"], do="raise", to=1_000).ok
    felt.contradict("rfid.two_places", HOLE[5], "muck")
    felt.do("floor_call", seat=4, reason="he said raise, chips say call")


async def _nothing(page: Page) -> None:
    await page.wait_for_selector("#record:not([hidden]) .entry")


async def _hands(page: Page) -> None:
    await page.click("#show-hands")
    await page.wait_for_selector("#hands .line")


async def _hand(page: Page) -> None:
    await _hands(page)
    await page.click("#hands [data-hand='2']")
    await page.wait_for_selector("#record:not([hidden]) .entry")


async def _paper(page: Page) -> None:
    await _nothing(page)
    await page.emulate_media(media="print")


async def _void(page: Page) -> None:
    await _nothing(page)
    await page.click("[data-id=void]")
    await page.wait_for_selector("#sheet .refunds")


async def _correct(page: Page) -> None:
    await _nothing(page)
    await page.locator("[data-correct]").last.click()
    await page.wait_for_selector("#sheet .choices")


async def _corrected(page: Page) -> None:
    await _correct(page)
    await page.locator("#sheet .choices button").first.click()
    await page.wait_for_selector("#sheet .difference")


#: Scene → what is pressed before the picture is taken.
SCENES: Final[dict[str, Callable[[Page], Awaitable[None]]]] = {
    "now": _nothing, "hands": _hands, "hand": _hand, "paper": _paper, "void": _void, "correct": _correct, "corrected": _corrected,
}  # fmt: skip


async def shoot(scene: str, width: int, height: int, language: str, file: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        room = FloorRoom(Path(folder))
        disputed(room)
        async with (
            room.open() as server,
            chromium() as browser,
            floor_page(browser, server, width, height, language=language, reduced_motion="reduce") as watched,
        ):
            await SCENES[scene](watched.page)
            await watched.page.screenshot(path=file, full_page=scene == "paper")
            if scene == "paper":
                await watched.page.pdf(path=file.with_suffix(".pdf"), prefer_css_page_size=True)
        if watched.errors:
            sys.exit("\n".join(watched.errors))


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            run(lambda: shoot("now", 1280, 800, "en", DOCS / "floor.png"))
        case [scene, size, language, file] if scene in SCENES:
            width, height = map(int, size.split("x"))
            run(lambda: shoot(scene, width, height, language, Path(file)))
        case _:
            sys.exit(f"usage: shoot_floor.py [{{{','.join(SCENES)}}} WIDTHxHEIGHT LANGUAGE FILE]")
