"""The dealer's panel at the real table: what it rules, asks and wants said, from the entry to the answer."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from floor_room import NAMES, FloorRoom, floor_page
from playwright.async_api import Page, expect
from stage import Theatre, theatre

#: The panel takes no touch for so long after what it asks has changed.
REST_MS = 400

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


def at_dealer(stage: Theatre, room: FloorRoom, go: Callable[[Page], Awaitable[None]], language: str = "en") -> None:
    async def main() -> None:
        async with room.open() as server, floor_page(stage.browser, server, path="dealer", language=language) as watched:
            await go(watched.page)
            assert watched.errors == []

    stage.run(main)


async def touch(page: Page, name: str) -> None:
    await page.wait_for_timeout(REST_MS)
    await page.locator(f"[data-id={name}]").first.click()


def test_a_raise_that_is_brought_up_is_confirmed(stage: Theatre, tmp_path: Path) -> None:
    async def go(page: Page) -> None:
        await expect(page.locator("#ruling")).to_be_hidden()
        room.felt.do("act", seat=4, do="raise", to=150)
        await expect(page.locator("#ruling .text")).to_have_text(f"{NAMES[3]}: 150 was entered; it counts as 200.")
        await expect(page.locator("#ruling .rules")).to_contain_text("roberts.nl.3a")
        await expect(page.locator("#ticker li").last).to_contain_text("it counts as 200")
        await touch(page, "ruling-yes")
        await expect(page.locator("#ruling")).to_be_hidden()
        body = room.felt.state()["rulings"][0]
        assert (body["status"], body["to"]) == ("confirmed", 200)
        room.felt.do("floor_rule", ruling=body["id"], decision="reopen")
        await expect(page.locator("#ruling .note")).to_contain_text("The floor looks into it again.")
        room.felt.do("floor_rule", ruling=body["id"], decision="override", reason="he was told so")
        await expect(page.locator("#ruling .sort")).to_have_text("The floor decided otherwise")
        await expect(page.locator("#ruling .steps")).to_have_text("It stands as it was entered.")
        await expect(page.locator("[data-id=call] .amount")).to_have_text("150")
        await touch(page, "ruling-seen")
        await expect(page.locator("#ruling")).to_be_hidden()

    room = FloorRoom(tmp_path, book="roberts")
    room.seat()
    room.begin()
    at_dealer(stage, room, go)


@pytest.mark.parametrize(("answer", "did"), [("ruling-yes", "fold"), ("ruling-no", "check")])
def test_a_fold_without_a_bet_is_asked_about_once(stage: Theatre, tmp_path: Path, answer: str, did: str) -> None:
    async def go(page: Page) -> None:
        await expect(page.locator("#who")).to_have_text(NAMES[2])
        await touch(page, "fold")
        await expect(page.locator("#ruling .sort")).to_have_text("Question")
        await expect(page.locator("#ruling .control:not(.gone) .label")).to_have_text(["Fold", "Check"])
        assert room.felt.state()["to_act"] == 3
        await touch(page, answer)
        await expect(page.locator("#ruling")).to_be_hidden()
        state = room.felt.state()["seats"][2]
        assert state["state"] == ("folded" if did == "fold" else "in_hand")

    room = FloorRoom(tmp_path, book="home")
    room.seat()
    room.begin()
    room.felt.act("call", "call", "call", "call", "call")
    at_dealer(stage, room, go)


@pytest.mark.parametrize(
    ("language", "of", "text"),
    [("en", 2, "Björn has 9,950."), ("de", 2, "Björn hat 9.950."), ("en", 4, "Dmitri has 10,000.")],
)
def test_a_stack_that_was_asked_for_is_said(stage: Theatre, tmp_path: Path, language: str, of: int, text: str) -> None:
    """The fourth player is to act: he asks; of his own stack somebody else does."""

    async def go(page: Page) -> None:
        await page.locator(f".seat[data-seat='{of}']").click()
        await page.locator("#sheet").get_by_role("button", name={"en": "Say the stack", "de": "Stack ansagen"}[language]).click()
        if of == 4:
            await page.locator("#sheet").get_by_role("button", name=NAMES[1], exact=True).click()
        await expect(page.locator("#ruling .text")).to_have_text(text)
        await expect(page.locator("#ticker li").last).to_have_text(text)
        await page.wait_for_timeout(REST_MS)
        await page.keyboard.press("y")
        await expect(page.locator("#ruling")).to_be_hidden()
        assert room.felt.state()["announcements"] == []

    room = FloorRoom(tmp_path)
    room.seat()
    room.begin()
    at_dealer(stage, room, go, language)
