"""What the dealer's panel looks like on its screens: nothing scrolls, collides or is cut off, everything fits a finger and can be read."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from browser import open_page, served
from contrast import CONTRASTS, LARGE_CONTRAST, TEXT_CONTRAST
from playwright.async_api import Page
from scenes import PANEL_SCENES
from scripted_hub import ScriptedHub
from stage import Theatre, theatre

from controller.web.pages import LANGUAGES

#: A 10-inch touch screen, a tablet, a small and a large monitor.
SCREENS = [(1024, 768), (1280, 800), (1280, 720), (1920, 1080)]

#: Smallest side of what a finger presses.
FINGER_PX = 48

pytestmark = pytest.mark.slow

#: Whatever a person has to read whole.
WHOLE = (
    "#big .label, #big .amount, #small .label, #small .amount, #controls .label, .seat .chips, .seat .position, #pot, #pots li, #what, "
    "#stakes, #hand, #ruling .text, #ruling .label, #ruling .steps li, #ruling .note"
)


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


async def boxes(page: Page, selector: str) -> list[tuple[str, float, float, float, float]]:
    found: list[list[Any]] = await page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)]
            .filter((node) => node.checkVisibility({visibilityProperty: true}) && node.getBoundingClientRect().width)
            .map((node) => {
                const {left, top, right, bottom} = node.getBoundingClientRect();
                return [node.dataset.id || node.dataset.seat || node.id || node.className, left, top, right, bottom];
            })""",
        selector,
    )
    return [(name, left, top, right, bottom) for name, left, top, right, bottom in found]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PANEL_SCENES)
def test_every_screen_shows_everything_to_fingers(stage: Theatre, name: str, language: str) -> None:
    hub = ScriptedHub()
    PANEL_SCENES[name](hub)

    async def main() -> None:
        async with (
            served(hub) as server,
            open_page(stage.browser, f"{server.url}dealer?lang={language}", reduced_motion="reduce") as watched,
        ):
            page = watched.page
            await page.wait_for_selector("#link[data-link=live]")
            for width, height in SCREENS:
                await page.set_viewport_size({"width": width, "height": height})
                at = f"{name} in {language} at {width}×{height}"
                sizes = await page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
                assert sizes[0] <= width, f"{at}: scrolls sideways"
                assert sizes[1] <= height, f"{at}: scrolls down"
                pressed = await boxes(page, "button")
                for button, left, top, right, bottom in pressed:
                    assert right - left >= FINGER_PX - 0.5, f"{at}: {button} is too narrow"
                    assert bottom - top >= FINGER_PX - 0.5, f"{at}: {button} is too low"
                    assert left >= 0, f"{at}: {button} leaves the screen"
                    assert top >= 0, f"{at}: {button} leaves the screen"
                    assert right <= width + 0.5, f"{at}: {button} leaves the screen"
                    assert bottom <= height + 0.5, f"{at}: {button} leaves the screen"
                things = pressed + await boxes(page, "#board, #money, #answer, #side, #who, #what, #link, #capability")
                meeting = [
                    (one[0], other[0])
                    for one, other in itertools.combinations(things, 2)
                    if one[1] < other[3] - 0.5 and other[1] < one[3] - 0.5 and one[2] < other[4] - 0.5 and other[2] < one[4] - 0.5
                ]
                assert meeting == [], at
                cut = await page.evaluate(
                    "(selector) => [...document.querySelectorAll(selector)]"
                    ".filter((node) => node.checkVisibility({visibilityProperty: true}))"
                    ".filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0)"
                    ".map((node) => `${node.id || node.className}: ${node.textContent}`)",
                    WHOLE,
                )
                assert cut == [], at
            dim = [
                (text, round(ratio, 2))
                for text, ratio, large in await page.evaluate(CONTRASTS)
                if ratio < (LARGE_CONTRAST if large else TEXT_CONTRAST)
            ]
            assert dim == [], f"{name} in {language}: too little contrast"
            assert watched.errors == []

    stage.run(main)


def test_nothing_moves_from_one_player_to_the_next(stage: Theatre) -> None:
    """The controls of a street stay where they are: the dealer's fingers know them."""
    hub = ScriptedHub()
    PANEL_SCENES["clocked"](hub)

    async def main() -> None:
        async with served(hub) as server, open_page(stage.browser, f"{server.url}dealer", 1024, 768) as watched:
            page = watched.page
            await page.wait_for_selector("#link[data-link=live]")
            fixed = "#big, #small, #controls, #felt, .seat, #board, #turn, #side, #answer, [data-id=fold], [data-id=all_in]"
            before = await boxes(page, fixed)
            for name in ("main", "crowded", "clocked"):
                PANEL_SCENES[name](hub)
                await page.wait_for_function(
                    "(hand) => document.getElementById('hand').textContent === hand",
                    arg={"main": "h128", "crowded": "h123456"}.get(name, "h7"),
                )
                await page.wait_for_selector("[data-id=fold]")  # "clocked" begins with the same hand's blinds, when nobody is to act
                assert await boxes(page, fixed) == before, name

    stage.run(main)
