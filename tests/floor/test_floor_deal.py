"""What the floor sees of a ruling on the deal: what led to it, what it rests on, what other books say to the same question."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from floor_room import FloorRoom
from playwright.async_api import Page, Route, expect
from scenes import REPLACED, ruled
from scripted_hub import ScriptedHub
from stage import Theatre, theatre
from test_floor_rulings import at_floor, opened, scripted

from controller.web.pages import LANGUAGES
from controller.web.server import WebServer

pytestmark = pytest.mark.slow

QUESTION = {
    "name": "exposed_card_remedy",
    "question": "What becomes of it?",
    "answers": [
        {"book": "cooke", "answer": "replace_after_deal_becomes_burn", "words": "it becomes the burn", "silent": False},
        {"book": "roberts", "answer": "replace_after_deal_becomes_burn", "words": "it becomes the burn", "silent": False},
        {"book": "home", "answer": "replace_at_once", "words": "it is replaced at once", "silent": True},
    ],
}


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_other_books_say_to_the_question_is_told_beside_the_houses_answer(stage: Theatre, language: str) -> None:
    async def main() -> None:
        hub = ScriptedHub()
        asked: list[str] = []
        ruled(hub, rulings=[REPLACED])

        async def answer(route: Route) -> None:
            asked.append(route.request.url)
            await route.fulfill(json=QUESTION)

        async with scripted(stage, hub, language) as page:
            await page.route("**/api/v1/options/*", answer)
            await page.click("#show-rulings")
            await page.locator("#rulings summary").first.click()
            fold = page.locator("#rulings .option")
            await fold.locator("summary").click()
            await expect(fold.locator("p")).to_have_text("What becomes of it?")
            silent = {"en": "Home game, read so by us:", "de": "Heimspiel, von uns so gelesen:"}[language]
            texts = ["Cooke: it becomes the burn", "Robert's Rules: it becomes the burn", f"{silent} it is replaced at once"]
            await expect(fold.locator("li")).to_have_text(texts)
            assert await fold.locator("li[data-own] b").all_text_contents() == ["Cooke:", "Robert's Rules:"]
            assert await fold.locator("li").first.get_attribute("lang") == "en", "the books' words are English"
            assert len(asked) == 1

    stage.run(main)


def test_what_a_player_knew_of_a_fouled_deck_the_floor_tells(stage: Theatre) -> None:
    async def main() -> None:
        hub = ScriptedHub()
        sent: list[dict[str, object]] = []
        fouled = {
            **REPLACED,
            "kind": "fouled_deck",
            "status": "proposed",
            "who": "floor",
            "seat": None,
            "cards": [],
            "text": "The deck is fouled.",
        }
        ruled(hub, rulings=[fouled])

        async def take(route: Route) -> None:
            body = json.loads(route.request.post_data or "{}")
            sent.append({name: told for name, told in body.items() if name not in ("id", "expect_rev")})
            await route.fulfill(json={"id": body["id"], "ok": True, "code": "", "message": "", "rev": 0, "rules": []})

        async with scripted(stage, hub) as page:
            await page.route("**/api/v1/cmd/report", take)
            await page.click("#show-rulings")
            await page.locator("[data-id='knew-h7-r8']").click()
            async with page.expect_response("**/api/v1/cmd/report"):
                await page.get_by_role("button", name="Emil").click()
            await expect(page.locator("#sheet[open]")).to_have_count(0)
            await expect(page.locator("[aria-busy=true]")).to_have_count(0)
            assert sent == [{"what": "knew", "seat": 5}]

    stage.run(main)


def misdealt(room: FloorRoom) -> None:
    """A hand is dealt, and the dealer tells that he exposed the second player's first card."""
    room.seat()
    room.felt.do("dealer", name="Dora")
    room.begin()
    room.felt.do("report", what="exposed", seat=2, by="dealer")


def test_a_ruling_on_the_deal_shows_what_the_table_saw_of_it(stage: Theatre, tmp_path: Path) -> None:
    async def go(page: Page, room: FloorRoom, server: WebServer) -> None:
        item = await opened(page)
        await item.get_by_text("Rules, evidence, decisions").click()
        rows = item.locator(".line li")
        await expect(rows).to_have_count(3)
        texts = await rows.all_text_contents()
        assert all("Seat 2" in text for text in texts[:2]), texts  # his two cards, and nobody else's
        assert "A card lies face up." in texts[2]
        assert "cooke.14.09.e" in texts[2]
        evidence: list[Any] = await item.locator(".line .notes").all_text_contents()
        assert evidence, "with why the table took it for true"

    room = FloorRoom(tmp_path)
    misdealt(room)
    at_floor(stage, room, go)
