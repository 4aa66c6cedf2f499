"""Rulings on the floor's panel, at a table with its journal: looked at, confirmed, overridden with a reason, opened again."""

from __future__ import annotations

import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import open_page, served
from contrast import CONTRASTS, LARGE_CONTRAST, TEXT_CONTRAST
from floor_presses import choose, rows_of, told
from floor_room import NAMES, FloorRoom, floor_page
from floor_scenes import RULED_SCENES, brought_up
from playwright.async_api import Locator, Page, expect
from scenes import EXPOSED, LONG_STORY, NO_BET, ruled
from scripted_hub import ScriptedHub
from stage import Theatre, theatre

from controller.web.server import WebServer

REASON = "he had been told that 50 more is enough"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


def by_roberts(tmp_path: Path) -> FloorRoom:
    room = FloorRoom(tmp_path, book="roberts")
    brought_up(room)
    return room


def at_floor(stage: Theatre, room: FloorRoom, go: Callable[[Page, FloorRoom, WebServer], Awaitable[None]], **options: Any) -> None:
    async def main() -> None:
        async with room.open() as server, floor_page(stage.browser, server, **options) as watched:
            await expect(watched.page.locator("#show-rulings")).to_be_visible()
            await go(watched.page, room, server)
            assert [text for text in watched.errors if "409" not in text and "503" not in text] == []

    stage.run(main)


@contextlib.asynccontextmanager
async def scripted(stage: Theatre, hub: ScriptedHub, language: str = "en", width: int = 1024, height: int = 768) -> AsyncIterator[Page]:
    """The panel of a table that plays a script."""
    async with served(hub) as server, open_page(stage.browser, None, width, height, reduced_motion="reduce") as watched:
        await watched.page.goto(f"{server.url}floor?lang={language}")
        await watched.page.wait_for_selector("#link[data-link=live]")
        await watched.page.wait_for_selector("#rulings .ruling, #rulings .none", state="attached")
        yield watched.page


async def dim(page: Page) -> list[tuple[str, float]]:
    """Texts that can hardly be told from what they lie on."""
    found = await page.evaluate(CONTRASTS)
    return [(what, round(ratio, 2)) for what, ratio, large in found if ratio < (LARGE_CONTRAST if large else TEXT_CONTRAST)]


def ruling(page: Page, number: int = 1) -> Locator:
    return page.locator(f"[data-ruling=h1-r{number}]")


async def opened(page: Page) -> Locator:
    await page.click("#show-rulings")
    await expect(ruling(page)).to_be_visible()
    return ruling(page)


def standing(room: FloorRoom) -> tuple[str, str | None, str | None]:
    body = room.felt.state()["rulings"][0]
    return body["status"], body["alternative"], body["reason"]


def test_a_ruling_says_what_it_rests_on(stage: Theatre, tmp_path: Path) -> None:
    async def go(page: Page, room: FloorRoom, server: WebServer) -> None:
        await expect(page.locator("#show-rulings")).to_have_text("Rulings 1")
        item = await opened(page)
        await expect(item.locator(".text")).to_have_text(f"{NAMES[3]}: 150 was entered; it counts as 200.")
        await expect(item.locator(".steps")).to_have_text(f"{NAMES[3]} makes it 200.")
        await expect(item.locator(".head")).to_contain_text("the dealer confirms")
        await item.get_by_text("Rules, evidence, decisions").click()
        await expect(item.locator("dl")).to_contain_text("under minimum raise: must make minimum")
        await expect(item.locator(".rule")).to_have_count(2)
        await expect(item.locator(".history li")).to_have_count(1)
        await expect(item.locator(".history li")).to_contain_text("holds · ")
        body = room.felt.state()["rulings"][0]
        await expect(item.locator("dl")).to_contain_text(f"#{body['about']}")

    at_floor(stage, by_roberts(tmp_path), go)


def test_it_is_confirmed_opened_again_and_decided_otherwise_with_a_reason(stage: Theatre, tmp_path: Path) -> None:
    async def go(page: Page, room: FloorRoom, server: WebServer) -> None:
        item = await opened(page)
        assert standing(room) == ("in_force", None, None)
        await item.locator("[data-id='confirm-h1-r1']").click()
        await choose(page, "Close")
        await expect(item.locator(".status")).to_have_text("confirmed")
        assert standing(room) == ("confirmed", None, None)
        await expect(item.locator(".decide button")).to_have_text(["Open again"])
        await item.locator("[data-id='reopen-h1-r1']").click()
        await expect(item.locator(".status")).to_have_text("open again")
        await item.locator("[data-id='override-h1-r1']").click()
        await choose(page, "Decide")  # a reason is asked for
        await expect(page.locator("#sheet .wrong").last).to_have_text("This is needed.")
        assert standing(room)[0] == "reopened"
        await page.locator("#sheet [name=reason]").fill(f"  {REASON} ")
        await choose(page, "Decide")
        changed = await rows_of(page)
        assert changed["Pot"] == ("350", "300")
        await choose(page, "Close")
        assert standing(room) == ("overridden", "as_entered", REASON)
        await expect(item.locator(".steps")).to_have_text("It stands as it was entered.")
        await expect(item.locator(".reason")).to_have_text(f"Reason: {REASON}.")
        assert room.felt.state()["seats"][3]["bet"] == 150
        await item.get_by_text("Rules, evidence, decisions").click()
        await expect(item.locator(".history li")).to_have_count(4)
        rows = await item.locator(".history li").all_text_contents()
        assert [row.split(" · ")[1] for row in rows] == ["holds", "confirmed", "open again", f"decided otherwise: {REASON}"]
        assert all("floor" in row for row in rows[1:])

    at_floor(stage, by_roberts(tmp_path), go)


def test_by_the_keyboard_and_the_focus_stays(stage: Theatre, tmp_path: Path) -> None:
    async def go(page: Page, room: FloorRoom, server: WebServer) -> None:
        await page.locator("#show-rulings").focus()
        await page.keyboard.press("Enter")
        item = ruling(page)
        await item.locator("summary").first.focus()
        await page.keyboard.press("Enter")
        await expect(item.locator("dl").first).to_be_visible()
        room.felt.act("fold")  # the list is not drawn anew by what does not concern it
        await expect(page.locator("#who")).to_have_text(NAMES[5])
        await expect(item.locator("summary").first).to_be_focused()
        await page.locator("[data-id='confirm-h1-r1']").focus()
        await page.keyboard.press("Enter")
        await choose(page, "Close")
        await expect(item.locator(".status")).to_have_text("confirmed")
        await expect(item.locator("dl").first).to_be_visible()  # the details stay open

    at_floor(stage, by_roberts(tmp_path), go)


def test_what_is_refused_is_said_and_a_ruling_that_lapsed_offers_nothing(stage: Theatre, tmp_path: Path) -> None:
    async def go(page: Page, room: FloorRoom, server: WebServer) -> None:
        item = await opened(page)
        refusal = {"id": "x", "ok": False, "code": "floor_rule.too_late", "message": "The hand has gone on since.", "rev": 0, "rules": []}
        await page.route("**/api/v1/cmd/floor_rule", lambda route: route.fulfill(status=409, json=refusal))
        await item.locator("[data-id='confirm-h1-r1']").click()
        await told(page, "The hand has gone on since.")
        await page.unroute("**/api/v1/cmd/floor_rule")
        room.felt.do("correct", seq=room.felt.state()["last_entry"]["seq"], change={"remove": True})
        await expect(item.locator(".status")).to_have_text("no longer applies")
        await expect(item.locator(".decide button")).to_have_count(0)

    at_floor(stage, by_roberts(tmp_path), go)


def test_the_printed_hand_has_the_ruling_and_its_rules(stage: Theatre, tmp_path: Path) -> None:
    async def go(page: Page, room: FloorRoom, server: WebServer) -> None:
        room.felt.do("floor_rule", ruling="h1-r1", decision="override", reason=REASON)
        rows = page.locator("#record .entry", has_text=REASON)
        await expect(rows).to_have_count(1)
        await expect(page.locator("#record")).to_contain_text("roberts.nl.3a")
        await page.emulate_media(media="print")
        await expect(rows).to_be_visible()

    at_floor(stage, by_roberts(tmp_path), go)


@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_about_a_ruling_can_be_read(stage: Theatre, tmp_path: Path, language: str) -> None:
    async def main() -> None:
        async with by_roberts(tmp_path).open() as server:
            for name, go in RULED_SCENES.items():
                async with floor_page(stage.browser, server, language=language, reduced_motion="reduce") as watched:
                    await go(watched.page)
                    assert await dim(watched.page) == [], f"{name} in {language}: too little contrast"
                    assert watched.errors == []

    stage.run(main)


# -- what waits for the floor: told by a script ------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1280, 720), (390, 844)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_waits_for_the_floor_is_asked_first(stage: Theatre, language: str, width: int, height: int) -> None:
    look, text = {"en": ("Look", "A card lies face up: K♦."), "de": ("Ansehen", "Eine Karte liegt offen: K♦.")}[language]

    async def main() -> None:
        hub = ScriptedHub()
        ruled(hub, rulings=[EXPOSED, LONG_STORY], prompts=[{**NO_BET, "who": "floor"}])
        async with scripted(stage, hub, language, width, height) as page:
            notices = page.locator("#notices .notice")
            await expect(notices).to_have_count(3)
            await expect(notices.first).to_contain_text(text)
            await notices.first.get_by_role("button", name=look).click()
            item = page.locator("[data-ruling=h7-r2]")
            await expect(item.locator("dl").first).to_be_visible()
            await expect(item.locator("button").first).to_be_focused()
            await expect(page.locator("#rulings .ruling")).to_have_count(2)
            small = """() => [...document.querySelectorAll('#rulings button, #rulings summary, #chapters button')]
                .filter((node) => node.checkVisibility()).map((node) => node.getBoundingClientRect())
                .filter(({ width, height }) => Math.min(width, height) < 47.5).length"""
            assert await page.evaluate(small) == 0
            cut = """() => [...document.querySelectorAll('#chapters button, #rulings button, #rulings .text, #rulings dd')]
                .filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent)"""
            assert await page.evaluate(cut) == []
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert await dim(page) == []

    stage.run(main)


def test_a_rule_is_told_when_it_is_opened(stage: Theatre) -> None:
    async def main() -> None:
        hub = ScriptedHub()
        ruled(hub, rulings=[{**EXPOSED, "rules": ["cooke.14.20.g"]}])
        async with scripted(stage, hub) as page:
            rule = {"id": "cooke.14.20.g", "book": "cooke", "section": "14.20", "title": "A title", "summary": "A sentence."}
            asked: list[str] = []

            async def answer(route: Any) -> None:
                asked.append(route.request.url)
                await route.fulfill(json=rule)

            await page.route("**/api/v1/rules/*", answer)
            await page.locator("#notices button").first.click()
            assert asked == []
            fold = page.locator("#rulings .rule")
            await fold.locator("summary").click()
            await expect(fold.locator("p")).to_have_text("A title: A sentence. (cooke 14.20)")
            await fold.locator("summary").click()
            await fold.locator("summary").click()
            assert len(asked) == 1
            assert asked[0].endswith("/api/v1/rules/cooke.14.20.g")

    stage.run(main)


def test_the_floor_answers_what_it_is_asked(stage: Theatre) -> None:
    async def main() -> None:
        hub = ScriptedHub()
        ruled(hub, prompts=[{**NO_BET, "who": "floor"}])
        async with scripted(stage, hub) as page:
            sent: list[str] = []

            async def take(route: Any) -> None:
                sent.append(re.sub(r'"id":"[^"]*",?', "", route.request.post_data))
                await route.fulfill(json={"id": "x", "ok": True, "code": "", "message": "", "rev": 0, "rules": []})

            await page.route("**/api/v1/cmd/answer", take)
            await page.locator("#notices button").first.click()
            await choose(page, "Check")
            await expect(page.locator("#sheet")).to_be_hidden()
            assert len(sent) == 1
            assert '"prompt":"h7-p5","with":"check"' in sent[0]

    stage.run(main)
