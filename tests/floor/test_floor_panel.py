"""The floor's panel on its screens: what it shows, that it stays in its place, and what becomes of it when the line is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from contrast import CONTRASTS, LARGE_CONTRAST, TEXT_CONTRAST
from floor_presses import entry, press, rows_of
from floor_room import NAMES, FloorRoom, floor_page
from floor_scenes import SCENES, disputed
from playwright.async_api import expect
from stage import Theatre, theatre

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


def test_how_the_table_stands(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        room.seat()
        room.felt.do("dealer", name="Dora")
        room.begin()
        room.felt.act("raise 300", "fold")
        async with room.open() as server, floor_page(stage.browser, server) as watched:
            page, state = watched.page, room.felt.state()
            actor = NAMES[state["to_act"] - 1]
            await expect(page.locator("#who")).to_have_text(actor)
            await expect(page.locator("#what")).to_have_text("300 to call, raise from 500")
            await expect(page.locator("#seats [aria-current] .name")).to_have_text(actor)
            await expect(page.locator("#pot-total")).to_have_text("450")
            for seat in state["seats"]:
                line = page.locator(f"#seats tr[data-seat='{seat['seat']}']")
                await expect(line.locator(".stack")).to_have_text(f"{seat['stack']:,}")
                await expect(line.locator(".bet")).to_have_text(f"{seat['bet']:,}" if seat["bet"] else "")
            await expect(page.locator("#dealer")).to_have_text("Dora")
            await expect(page.locator("#capability")).to_have_text("Reads cards")
            await expect(page.locator("#notices")).to_have_text("Nothing asks for the floor.")
            await expect(entry(page, "raises to 300")).to_have_count(1)
            await expect(page.locator("#record summary")).to_contain_text("12 cards dealt")
            room.felt.act("call")
            await expect(entry(page, f"{actor} calls 300")).to_have_count(1)
            assert watched.errors == []

    stage.run(main)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768), (1920, 1080)])
def test_both_cards_that_a_player_shows_can_be_seen(stage: Theatre, tmp_path: Path, width: int, height: int) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path, seats=10)
        room.seat()
        room.play()
        async with room.open() as server, floor_page(stage.browser, server, width, height) as watched:
            page = watched.page
            await expect(page.locator("#seats .cards .inline-card")).to_have_count(20)
            cut = """(which) => [...document.querySelectorAll(`#seats tbody ${which}`)]
                .filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)"""
            assert await page.evaluate(cut, ".cards") == []
            assert await page.evaluate(cut, ".place") == []
            # the widest there are
            await page.evaluate(
                """async () => {
                    const { cardInline } = await import("/static/cards.js");
                    for (const cell of document.querySelectorAll("#seats .cards")) cell.replaceChildren(...["Tc", "Ts"].map(cardInline));
                }"""
            )
            assert await page.evaluate(cut, ".cards") == []

    stage.run(main)


def test_by_the_keyboard_alone(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        room.seat()
        room.begin()
        room.felt.act("raise 300")
        async with room.open() as server, floor_page(stage.browser, server) as watched:
            page = watched.page
            await expect(entry(page, "raises to 300")).to_have_count(1)
            reached: list[str] = []
            for _ in range(40):
                await page.keyboard.press("Tab")
                name = await page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.textContent")
                reached.append(name)
                if name.startswith("Correct: ") and "raises to 300" in name:
                    break
            assert "Pause" in reached, reached
            assert "Void the hand" in reached
            await page.keyboard.press("Enter")
            await page.wait_for_selector("#sheet[open]")
            await page.keyboard.press("Escape")
            await expect(page.locator("#sheet")).to_be_hidden()
            await page.keyboard.press("Enter")  # the focus is back where it was
            await page.wait_for_selector("#sheet[open]")
            while await page.evaluate("document.activeElement.textContent") != "Call":
                await page.keyboard.press("Tab")
            await page.keyboard.press("Enter")
            assert (await rows_of(page))["Pot"] == ("450", "250")
            assert watched.errors == []

    stage.run(main)


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_is_in_its_place_and_stays_there(stage: Theatre, tmp_path: Path, width: int, height: int, language: str) -> None:
    places = """() => [...document.querySelectorAll('#controls button, #book, #seats, #answer, #chapters button')].map((node) => {
      const { x, y, width, height } = node.getBoundingClientRect();
      return [node.id || node.textContent, x, y, width, height].join(' ');
    })"""
    small = """() => [...document.querySelectorAll('button')].filter((node) => node.offsetParent).map((node) => {
      const { width, height } = node.getBoundingClientRect();
      return [node.textContent, width, height];
    }).filter(([, width, height]) => Math.min(width, height) < 48)"""
    cut = """() => [...document.querySelectorAll('#controls button, #chapters button, .bar dd, #seats td, #seats thead th')]
      .filter((node) => node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)
      .map((node) => node.textContent)"""

    async def main() -> None:
        room = FloorRoom(tmp_path, seats=10)
        room.seat(stack=1_250_000)
        room.begin()
        async with room.open() as server, floor_page(stage.browser, server, width, height, language=language) as watched:
            page = watched.page
            await page.wait_for_selector("#record .entry")
            before = await page.evaluate(places)
            assert await page.evaluate("[document.body.scrollHeight <= innerHeight, document.body.scrollWidth <= innerWidth]") == [
                True,
                True,
            ]
            assert await page.evaluate(small) == []
            assert await page.evaluate(cut) == []
            room.felt.act("raise 123456")
            room.felt.do("floor_call", seat=2, reason="a long story about what somebody said and when, which does not end soon")
            room.felt.contradict("rfid.two_places", "seat/5/hole", "muck")
            await expect(page.locator("#notices .notice")).to_have_count(2)
            await expect(page.locator("#notices button:visible")).to_have_count(1)
            assert await page.evaluate(places) == before
            assert await page.evaluate(cut) == []
            boxes = [await notice.bounding_box() for notice in await page.locator("#notices .notice").all()]
            assert boxes[0] is not None
            assert boxes[1] is not None
            assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"], "one notice lies over the other"
            assert watched.errors == []

    stage.run(main)


@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_can_be_read(stage: Theatre, tmp_path: Path, language: str) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        disputed(room)
        async with room.open() as server:
            for name in SCENES.keys() - {"corrected"}:
                async with floor_page(stage.browser, server, language=language, reduced_motion="reduce") as watched:
                    await SCENES[name](watched.page)
                    dim = [
                        (text, round(ratio, 2))
                        for text, ratio, large in await watched.page.evaluate(CONTRASTS)
                        if ratio < (LARGE_CONTRAST if large else TEXT_CONTRAST)
                    ]
                    assert dim == [], f"{name} in {language}: too little contrast"
                    assert watched.errors == []

    stage.run(main)


def test_a_record_that_grows_keeps_what_was_opened_and_the_focus(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        room.seat()
        room.begin()
        async with room.open() as server, floor_page(stage.browser, server) as watched:
            page = watched.page
            await page.locator("#record summary").click()
            await page.locator("#record summary").focus()
            room.felt.act("raise 300")
            await expect(entry(page, "raises to 300")).to_have_count(1)
            assert await page.locator("#record details").evaluate("(node) => node.open")
            assert await page.evaluate("document.activeElement.tagName") == "SUMMARY"

    stage.run(main)


def test_a_table_that_is_gone_is_said_and_comes_back_by_itself(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        room.seat()
        room.begin()
        async with room.open() as server, floor_page(stage.browser, server) as watched:
            page = watched.page
            await expect(page.locator("[data-id=pause]")).to_be_enabled()
            await expect(entry(page, "Hand 1 begins")).to_have_count(1)
            await server.stop()
            await expect(page.locator("#stale")).to_be_visible()
            for control in await page.locator("#controls button").all():
                await expect(control).to_be_disabled()
            await expect(entry(page, "Hand 1 begins")).to_have_count(1)
            room.felt.act("raise 300")
            async with room.serve(server.port):
                await expect(page.locator("#stale")).to_be_hidden()
                await expect(entry(page, "raises to 300")).to_have_count(1)
                await press(page, "pause")
                await expect(page.locator("#who")).to_have_text("Paused")

    stage.run(main)


def test_the_record_follows_the_hands(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        async with room.open() as server, floor_page(stage.browser, server) as watched:
            page = watched.page
            await expect(page.locator("#book-note")).to_contain_text("No hand has begun yet")
            room.seat()
            room.begin()
            await expect(page.locator("#record h2")).to_have_text("Hand 1")
            await page.click("#show-hands")
            await page.click("#hands [data-hand='1']")
            await expect(page.locator("#record [data-correct]")).to_have_count(1)
            room.felt.act("fold", "fold", "fold", "fold", "fold")
            room.begin()
            # the hand that is looked at stays, but it is past now
            await expect(page.locator("#record [data-correct]")).to_have_count(0)
            await expect(page.locator("#record h2")).to_have_text("Hand 1")
            await page.click("#show-present")
            await expect(page.locator("#record h2")).to_have_text("Hand 2")
            room.felt.act("fold", "fold", "fold", "fold", "fold")
            room.begin()
            await expect(page.locator("#record h2")).to_have_text("Hand 3")
            assert watched.errors == []

    stage.run(main)
