"""The button on the table and status pages that hides every hole card at once, and the way from every page to the others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import open_page, started
from gates import TOKENS, Keys
from playwright.async_api import Page, Route, expect
from stage import Theatre, theatre
from watched_room import WatchedRoom, room_page

#: The page takes no touch for so long after the cards were hidden or shown.
REST_MS = 400
PAGES = ("/table", "/status")
#: What the button says before and after.
WORDS = {"en": ("Hide all cards", "Unhide cards"), "de": ("Karten verbergen", "Karten freigeben")}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


async def hides(page: Page, text: str, pressed: bool) -> None:
    await expect(page.locator("#hide")).to_have_text(text)
    await expect(page.locator("#hide")).to_have_attribute("aria-pressed", str(pressed).lower())
    await expect(page.locator("#hide[aria-busy]")).to_have_count(0)
    await page.wait_for_timeout(REST_MS)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", WORDS)
def test_one_touch_hides_every_card_and_another_shows_them(stage: Theatre, tmp_path: Path, path: str, language: str) -> None:
    hide, show = WORDS[language]

    async def main() -> None:
        room = WatchedRoom(tmp_path)
        async with room.open() as server, room_page(stage.browser, server, f"{path}?lang={language}") as watched:
            page = watched.page
            await hides(page, hide, False)
            await page.locator("#hide").click()
            await hides(page, show, True)
            assert room.table.table.hidden
            await page.locator("#hide").focus()
            await page.keyboard.press("Enter")
            await hides(page, hide, False)
            assert not room.table.table.hidden
            room.do("panic", on=True)  # by another page
            await hides(page, show, True)
            assert watched.errors == []

    stage.run(main)


@pytest.mark.parametrize("path", PAGES)
def test_a_double_touch_hides(stage: Theatre, tmp_path: Path, path: str) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        async with room.open() as server, room_page(stage.browser, server, path) as watched:
            await hides(watched.page, "Hide all cards", False)
            await watched.page.locator("#hide").dblclick()
            await hides(watched.page, "Unhide cards", True)
            assert room.table.table.hidden

    stage.run(main)


@pytest.mark.parametrize("path", PAGES)
def test_what_is_not_done_is_said(stage: Theatre, tmp_path: Path, path: str) -> None:
    async def refuse(route: Route) -> None:
        await route.fulfill(
            status=403, json={"id": "x", "ok": False, "code": "cmd.role", "message": "the dealer may not", "rev": 0, "rules": []}
        )

    async def main() -> None:
        room = WatchedRoom(tmp_path)
        async with room.open() as server, room_page(stage.browser, server, path) as watched:
            page = watched.page
            await hides(page, "Hide all cards", False)
            await page.route("**/api/v1/cmd/panic", refuse)
            await page.locator("#hide").click()
            await expect(page.locator("#answer")).to_be_visible()
            await expect(page.locator("#answer")).to_contain_text("the dealer may not")
            await hides(page, "Hide all cards", False)
            await room.close_pages()
            await expect(page.locator("#hide")).to_be_disabled()

    stage.run(main)


@pytest.mark.parametrize(("role", "path"), [("dealer", "/status"), ("floor", "/status"), ("floor", "/table"), ("admin", "/table")])
def test_whoever_sees_the_page_may_hide(stage: Theatre, tmp_path: Path, role: Any, path: str) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        server = await started(room.hub, desk=room.table.desk, gate=Keys().gate(trust_loopback=False))
        headers = {"authorization": f"Bearer {TOKENS[role]}"}
        try:
            async with open_page(stage.browser, f"{server.url.rstrip('/')}{path}", extra_http_headers=headers) as watched:
                await hides(watched.page, "Hide all cards", False)
                await watched.page.locator("#hide").click()
                await hides(watched.page, "Unhide cards", True)
                assert room.table.table.hidden
        finally:
            await server.stop()

    stage.run(main)


@pytest.mark.parametrize("path", ["/", "/dealer", "/floor"])
def test_the_way_to_the_other_pages_opens_and_closes_by_the_keyboard(stage: Theatre, tmp_path: Path, path: str) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        async with room.open() as server, room_page(stage.browser, server, path, 1024, 768) as watched:
            page = watched.page
            await expect(page.locator("#ways-button")).to_have_accessible_name("Pages")
            await expect(page.locator("#ways")).to_be_hidden()
            await page.locator("#ways-button").focus()
            await page.keyboard.press("Enter")
            await expect(page.locator("#ways a")).to_have_text(["Dealer", "Floor", "Table", "Status"])
            sizes = await page.locator("#ways a").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().height)")
            assert min(sizes) >= 48
            await page.keyboard.press("Escape")
            await expect(page.locator("#ways")).to_be_hidden()
            await page.keyboard.press("Enter")
            await page.locator("#ways").get_by_role("link", name="Status").click()
            await expect(page.locator("#verdict")).to_be_visible()
            assert page.url.endswith("/status")

    stage.run(main)
