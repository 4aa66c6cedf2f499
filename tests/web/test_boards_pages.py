"""Several boards on the pages in a real browser, at the real table: a bomb pot begun on the dealer's panel, an all-in run twice."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Iterator

import pytest
from at_table import cards
from browser import Watched, open_page
from panel_people import REACTION_MS, Room, panel_page
from playwright.async_api import Page, expect
from stage import Theatre, theatre

from controller.events import CardMoved, Evidence
from controller.game.chips import Stakes
from controller.game.zones import BOARD, BOARDS, HOLE, STUB, Zone

pytestmark = pytest.mark.slow

STACKS = (5_000, 5_000, 5_000)
HOLES = {1: "KsKd", 2: "AsAd", 3: "QsQd"}


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


def lay(room: Room, text: str, zone: Zone = BOARD) -> None:
    for card in cards(text):
        room.table.take([CardMoved(card, STUB, zone, "up" if zone in BOARDS else "down", 0, 1, Evidence("hf1", 2, 2))])


def deal(room: Room, holes: dict[int, str]) -> None:
    for seat, text in holes.items():
        lay(room, text, HOLE[seat])


async def press(page: Page, name: str) -> None:
    control = page.locator(f"[data-id='{name}']").first
    await expect(control).to_be_enabled()
    await page.wait_for_timeout(REACTION_MS)
    await control.click()


@contextlib.asynccontextmanager
async def live_page(stage: Theatre, url: str, language: str = "en") -> AsyncIterator[Watched]:
    async with open_page(stage.browser, f"{url}?lang={language}", 1200, 675, reduced_motion="reduce") as watched:
        await watched.page.wait_for_selector("#link[data-link=live]")
        yield watched


async def shown(page: Page) -> list[str]:
    """The board's cards as the page has them, "=" before one that lies for an earlier board too."""
    held: list[str] = await page.locator("#board").evaluate("(box) => [...box.children].map((one) => one.dataset.card)")
    return held


async def check_fit(page: Page) -> None:
    """No card of a board is cut off, on another, or out of the picture."""
    boxes = await page.locator("#board > *").evaluate_all(
        "(all) => all.map((one) => { const r = one.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; })"
    )
    size = page.viewport_size
    assert size is not None
    for at, (left, top, right, bottom) in enumerate(boxes):
        assert 0 <= left < right <= size["width"]
        assert 0 <= top < bottom <= size["height"]
        for other in boxes[at + 1 :]:
            assert right <= other[0] or bottom <= other[1] or other[2] <= left or other[3] <= top


def test_a_bomb_pot_is_begun_on_the_panel_and_has_two_boards(stage: Theatre) -> None:
    async def main() -> None:
        room = Room(Stakes(50, 100), 6)
        room.begin(STACKS, post=True)
        for seat in (1, 2):
            room.do("act", seat=seat, do="fold")
        async with room.open() as server, panel_page(stage.browser, server) as watched, live_page(stage, server.url) as viewed:
            page = watched.page
            await press(page, "bomb_pot")
            for digit in "300":
                await page.locator("#sheet").get_by_role("button", name=digit, exact=True).click()
            await page.locator("#sheet").get_by_role("button", name="Ante 300").click()
            await page.locator("#sheet").get_by_role("button", name="Two boards").click()
            await press(page, "post")
            await expect(page.locator("#pot-total")).to_have_text("900")
            deal(room, HOLES)
            await expect(page.locator("#what")).to_have_text("deal the flop")
            lay(room, "2c7d9h")
            await expect(page.locator("#what")).to_have_text("board 2: deal the flop")
            lay(room, "Kh5h6h")
            await expect(page.locator("#who")).to_have_text("P3")
            for one in (page, viewed.page):
                await expect(one.locator("#board .card[data-card='6h']")).to_be_visible()
                assert await shown(one) == ["2c", "7d", "9h", "", "", "Kh", "5h", "6h", "", ""]
                await check_fit(one)
            assert watched.errors == viewed.errors == []

    stage.run(main)


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_all_in_is_run_three_times_in_one_touch(stage: Theatre, language: str) -> None:
    async def main() -> None:
        room = Room(Stakes(50, 100), 6, book="roberts")
        room.begin(STACKS, post=True)
        deal(room, HOLES)
        for seat, do in ((1, "all_in"), (2, "call"), (3, "fold")):
            room.do("act", seat=seat, do=do)
        lay(room, "2c7d9h")
        async with (
            room.open() as server,
            panel_page(stage.browser, server, language=language) as watched,
            live_page(stage, server.url, language) as viewed,
        ):
            page = watched.page
            await press(page, "run-2")
            await expect(page.locator("[data-id='run-2']")).to_have_attribute("aria-pressed", "true")
            await press(page, "run-3")
            await expect(page.locator("#board")).to_have_attribute("data-boards", "3")
            lay(room, "3s4s")
            await expect(page.locator("#what")).to_contain_text("oard 2")
            await expect(page.locator("[data-id='run-3']")).to_be_hidden()
            lay(room, "Kh5h6h8c")
            for one in (page, viewed.page):
                await expect(one.locator("#board .card[data-card='8c']")).to_be_visible()
                flop = ["2c", "7d", "9h"]
                again = [f"={card}" for card in flop]
                assert await shown(one) == [*flop, "3s", "4s", *again, "Kh", "5h", *again, "6h", "8c"]
                await check_fit(one)
            room.do("show", seat=2)
            room.do("show", seat=1)
            await expect(page.locator("#ticker")).to_contain_text("oard 3")
            assert watched.errors == viewed.errors == []

    stage.run(main)
