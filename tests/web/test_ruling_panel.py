"""Rulings, questions and announcements on the dealer's panel: one at a time, said plainly, answered once, and in nobody's way."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from browser import Watched, open_page, served
from playwright.async_api import Page, Route, expect
from scenes import CORRECTED, COUNT, EXPOSED, LAST_SECONDS, NO_BET, PANEL_SCENES, UNSAID, ruled
from scripted_hub import HEAD, ScriptedHub
from stage import Theatre, theatre

from controller.web.pages import LANGUAGES

#: What a bet that was corrected counts as.
COUNTS = "Emil: 450 was entered; it counts as {}."
OTHERWISE = "It can be decided otherwise until there is substantial action."

#: Longer than a page needs to send what it was told. Wall seconds.
LIMIT_S = 10.0
#: The panel takes no touch for so long after what it asks has changed.
REST_MS = 400
#: Dealers' tablets, and two phones.
PHONES = [(390, 844), (360, 640)]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


class Desk:
    """Takes the page's commands and answers that they are done."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.roles: set[str | None] = set()
        self._came = asyncio.Event()

    async def take(self, route: Route) -> None:
        request = route.request
        body = json.loads(request.post_data or "{}")
        self.roles.add(request.headers.get("x-smarttable-role"))
        self.sent.append((request.url.rsplit("/", 1)[1], {name: told for name, told in body.items() if name != "id"}))
        self._came.set()
        answer = {"id": body["id"], "ok": True, "code": "", "message": "", "rev": 0, "rules": []}
        await route.fulfill(json=answer)

    async def got(self, *sent: tuple[str, dict[str, Any]]) -> None:
        """Wait until exactly this was sent: a page sends a moment after it was touched."""
        await self.until(len(sent))
        assert self.sent == [*sent]

    async def until(self, count: int) -> None:
        """Wait until so much was sent, but not for ever."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LIMIT_S):
                while len(self.sent) < count:
                    self._came.clear()
                    await self._came.wait()


Go = Callable[[Page, ScriptedHub, Desk], Awaitable[None]]


def at_panel(stage: Theatre, go: Go, *, size: tuple[int, int] = (1024, 768), language: str = "en") -> None:
    async def main() -> None:
        hub, desk = ScriptedHub(), Desk()
        ruled(hub)
        async with served(hub) as server, open_page(stage.browser, None, *size, has_touch=True, reduced_motion="reduce") as watched:
            await watched.page.route("**/api/v1/cmd/*", desk.take)
            await watched.page.goto(f"{server.url}dealer?lang={language}")
            await watched.page.wait_for_selector("#link[data-link=live]")
            await expect(watched.page.locator("#ruling")).to_be_hidden()
            await go(watched.page, hub, desk)
            assert errors(watched) == []

    stage.run(main)


def errors(watched: Watched) -> list[str]:
    return [text for text in watched.errors if "409" not in text]


async def touch(page: Page, name: str) -> None:
    """Touch an answer when the panel has come to rest, as a person does."""
    await page.wait_for_timeout(REST_MS)
    await page.locator(f"#ruling [data-id={name}]").click()


async def labels(page: Page) -> list[str]:
    return await page.locator("#ruling .answers .control:not(.gone) .label").all_text_contents()


def decided(body: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {**body, **fields}


def counted(number: int, to: int) -> dict[str, Any]:
    """Another bet that was corrected."""
    return decided(CORRECTED, id=f"h7-r{number}", to=to, text=f"Seat 5: 450 was entered; it counts as {to}.")


@pytest.mark.parametrize(
    ("lists", "head", "answers"),
    [
        ({"rulings": [CORRECTED]}, "Ruling", ["Confirm", "Call the floor"]),
        ({"rulings": [EXPOSED]}, "Ruling", ["Call the floor"]),
        ({"rulings": [decided(CORRECTED, status="reopened")]}, "Ruling", ["Call the floor"]),
        ({"rulings": [decided(CORRECTED, status="in_force", who="nobody")]}, "Ruling: in force", ["Done", "Call the floor"]),
        ({"rulings": [decided(CORRECTED, status="in_force")]}, "Ruling", ["Confirm", "Call the floor"]),
        ({"rulings": [decided(CORRECTED, status="in_force", who="floor")]}, "Ruling", ["Done", "Call the floor"]),
        ({"rulings": [decided(CORRECTED, status="overridden")]}, "The floor decided otherwise", ["Done", "Call the floor"]),
        ({"rulings": [decided(EXPOSED, status="confirmed")]}, "The floor confirmed", ["Done", "Call the floor"]),
        ({"announcements": [COUNT]}, "Say it", ["Said"]),
        ({"announcements": [decided(COUNT, reminded=True)], "prompts": [UNSAID]}, "Not said yet", ["Said"]),
        ({"prompts": [NO_BET]}, "Question", ["Fold", "Check"]),
        ({"prompts": [decided(NO_BET, who="floor")]}, "Question", ["Call the floor"]),
    ],
)
def test_what_is_asked_has_at_most_two_answers(stage: Theatre, lists: dict[str, Any], head: str, answers: list[str]) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        ruled(hub, **lists)
        await expect(page.locator("#ruling .sort")).to_have_text(head)
        assert await labels(page) == answers

    at_panel(stage, go)


@pytest.mark.parametrize("body", [decided(CORRECTED, status="confirmed"), decided(EXPOSED, status="lapsed")])
def test_what_is_over_for_the_dealer_is_not_shown(stage: Theatre, body: dict[str, Any]) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        ruled(hub, rulings=[CORRECTED])
        await expect(page.locator("#ruling")).to_be_visible()
        ruled(hub, rulings=[body])
        await expect(page.locator("#ruling")).to_be_hidden()

    at_panel(stage, go)


def test_a_ruling_says_what_to_do_and_by_which_rules(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        ruled(hub, rulings=[CORRECTED])
        await expect(page.locator("#ruling .text")).to_have_text("Emil: 450 was entered; it counts as 600.")
        await expect(page.locator("#ruling .steps li")).to_have_text(["Emil makes it 600.", "Play goes on."])
        await expect(page.locator("#ruling .rules")).to_have_text("roberts.nl.10 · roberts.nl.3a")
        await expect(page.locator("#ruling .text")).to_have_attribute("role", "alert")
        size = await page.locator("#ruling .text").evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)")
        assert size >= 24, "it is read at arm's length"

    at_panel(stage, go)


@pytest.mark.parametrize(
    ("lists", "name", "key", "sent"),
    [
        ({"rulings": [CORRECTED]}, "ruling-yes", "y", ("floor_rule", {"ruling": "h7-r1", "decision": "confirm"})),
        ({"rulings": [CORRECTED]}, "ruling-floor", "l", ("floor_call", {"seat": 5, "reason": "Bet corrected"})),
        ({"announcements": [COUNT]}, "ruling-yes", "y", ("ack", {"announcement": "h7-a3"})),
        ({"prompts": [NO_BET]}, "ruling-yes", "y", ("answer", {"prompt": "h7-p5", "with": "fold"})),
        ({"prompts": [NO_BET]}, "ruling-no", "x", ("answer", {"prompt": "h7-p5", "with": "check"})),
    ],
)
def test_an_answer_is_one_touch_or_one_key(stage: Theatre, lists: dict[str, Any], name: str, key: str, sent: object) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        ruled(hub, **lists)
        await touch(page, name)
        await expect(page.locator("[aria-busy]")).to_have_count(0)
        await desk.got(sent)
        await page.wait_for_timeout(REST_MS)
        await page.keyboard.press(key)
        await expect(page.locator("[aria-busy]")).to_have_count(0)
        await desk.got(sent, sent)
        assert desk.roles == {"dealer"}

    at_panel(stage, go)


def test_several_wait_in_order_behind_the_newest(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        text, queue = page.locator("#ruling .text"), page.locator("#ruling .queue li")
        ruled(hub, rulings=[CORRECTED])
        await expect(text).to_contain_text("450 was entered")
        await expect(queue).to_have_count(0)
        ruled(hub, [CORRECTED], [COUNT])
        await expect(text).to_have_text("Emil has 12,500.")
        ruled(hub, [CORRECTED, EXPOSED], [COUNT])
        await expect(text).to_contain_text("lies face up")
        await expect(queue).to_have_text(["Emil has 12,500.", "Emil: 450 was entered; it counts as 600."])
        ruled(hub, [CORRECTED], [COUNT])
        await expect(text).to_have_text("Emil has 12,500.")
        ruled(hub, [CORRECTED])
        await expect(text).to_contain_text("450 was entered")
        later = [counted(number, number * 100) for number in range(2, 7)]
        ruled(hub, [CORRECTED, *later])
        await expect(text).to_have_text(COUNTS.format(600))
        await expect(queue).to_have_text([*map(COUNTS.format, (500, 400, 300)), "2 more"])
        await page.reload()  # who comes late hears them in the same order
        await expect(text).to_have_text(COUNTS.format(600))
        await expect(queue).to_have_text([*map(COUNTS.format, (500, 400, 300)), "2 more"])

    at_panel(stage, go)


def test_a_touch_is_for_what_stood_there_when_the_finger_came_down(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        ruled(hub, rulings=[CORRECTED])
        await page.wait_for_timeout(REST_MS)
        box = await page.locator("#ruling [data-id=ruling-yes]").bounding_box()
        assert box is not None
        await page.mouse.move(box["x"] + 20, box["y"] + 20)
        await page.mouse.down()
        second = counted(9, 900)
        ruled(hub, rulings=[CORRECTED, second])
        await expect(page.locator("#ruling .text")).to_contain_text("900")
        await page.mouse.up()
        await expect(page.locator("#answer")).to_contain_text("The table has moved on")
        assert desk.sent == []
        await touch(page, "ruling-yes")
        await expect(page.locator("[aria-busy]")).to_have_count(0)
        await desk.got(("floor_rule", {"ruling": "h7-r9", "decision": "confirm"}))

    at_panel(stage, go)


def test_a_touch_too_soon_after_the_question_changed_is_not_taken(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        ruled(hub, rulings=[CORRECTED])
        await expect(page.locator("#ruling")).to_be_visible()
        await page.clock.install()
        await page.reload()
        await expect(page.locator("#ruling .text")).to_contain_text("450 was entered")
        await page.clock.pause_at(await page.evaluate("Date.now() / 1000 + 1"))
        ruled(hub, rulings=[CORRECTED, counted(9, 900)])
        await expect(page.locator("#ruling .text")).to_contain_text("900")
        await page.locator("#ruling [data-id=ruling-yes]").click()
        await expect(page.locator("#answer")).to_contain_text("has just changed")
        assert desk.sent == []
        await page.clock.run_for(REST_MS)
        await page.locator("#ruling [data-id=ruling-yes]").click()
        await page.clock.run_for(REST_MS)
        await desk.got(("floor_rule", {"ruling": "h7-r9", "decision": "confirm"}))

    at_panel(stage, go)


def test_what_was_decided_goes_when_the_dealer_has_done_it_and_comes_back_with_news(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        own = page.locator("#ruling")
        ruled(hub, rulings=[decided(CORRECTED, status="in_force", who="nobody")])
        await touch(page, "ruling-seen")
        await expect(own).to_be_hidden()
        await page.reload()
        await expect(page.locator("#link")).to_have_text("Live")
        await expect(page.locator("#who")).to_have_text("Emil")
        await expect(own).to_be_hidden()
        ruled(hub, rulings=[decided(CORRECTED, status="overridden", reason="the player said 450 clearly")])
        await expect(page.locator("#ruling .note")).to_contain_text("Reason: the player said 450 clearly.")
        assert desk.sent == []

    at_panel(stage, go)


def test_the_floor_is_called_once(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        call = {"seq": 40, "seat": 8, "reason": "Exposed card", "since_utc": "2026-01-01T00:00:00.000Z"}
        ruled(hub, rulings=[EXPOSED])
        await expect(page.locator("#ruling .note")).to_have_text(f"The floor decides: call it. {OTHERWISE}")
        ruled(hub, rulings=[EXPOSED], floor_call=call)
        await expect(page.locator("#ruling .note")).to_have_text(f"The floor decides and is called. {OTHERWISE}")
        await expect(page.locator("#ruling [data-id=ruling-floor]")).to_be_disabled()

    at_panel(stage, go)


def test_the_seconds_that_are_left_run(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        await page.clock.install()
        await page.reload()
        ruled(hub, rulings=[CORRECTED])
        await expect(page.locator("#ruling")).to_be_visible()
        await page.clock.pause_at(await page.evaluate("Date.now() / 1000 + 1"))
        ruled(hub, announcements=[{**LAST_SECONDS, "until_utc": HEAD["utc"].replace("00:00.000", "01:00.000")}])
        await expect(page.locator("#ruling .left")).to_have_text("60 s")
        await page.clock.run_for(4_000)
        await expect(page.locator("#ruling .left")).to_have_text("56 s")

    at_panel(stage, go)


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800), *PHONES])
def test_it_stands_in_nobodys_way(stage: Theatre, size: tuple[int, int]) -> None:
    """What the dealer's fingers know stays where it is, and nothing lies over it."""
    boxes = """() => [...document.querySelectorAll('#turn button, #controls button, .seat, #board')].map((node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return [node.dataset.id ?? node.dataset.seat ?? node.id, left, top, width, height].join(' ');
    })"""
    covered = """() => [...document.querySelectorAll('#turn button:enabled, #ruling .control:enabled, #ruling .text')].filter((node) => {
      if (!node.checkVisibility({ visibilityProperty: true })) return false;
      const { left, top, width, height } = node.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return !(there && (node.contains(there)));
    }).map((node) => node.outerHTML)"""

    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        phone = size in PHONES
        before = await page.evaluate(boxes)
        for name in ("corrected", "exposed", "asked", "said", "all_at_once"):
            PANEL_SCENES[name](hub)
            await expect(page.locator("#ruling")).to_be_visible()
            if not phone:  # there it is the first thing on the page, which scrolls
                assert await page.evaluate(boxes) == before, name
            for place in (0, 120, 400, 5_000):
                await page.evaluate("(place) => scrollTo(0, place)", place)
                assert await page.evaluate(covered) == [], f"{name}, scrolled to {place}"
            assert await page.evaluate("document.documentElement.scrollWidth") <= size[0]

    at_panel(stage, go, size=size)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_pages_language(stage: Theatre, language: str) -> None:
    texts = {
        "en": ["A card lies face up: K.", "Emil has 12,500.", "Emil may check for free: fold all the same?"],
        "de": ["Eine Karte liegt offen: K.", "Emil hat 12.500.", "Emil darf umsonst checken: trotzdem Fold?"],
    }[language]

    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        for lists, text in zip(({"rulings": [EXPOSED]}, {"announcements": [COUNT]}, {"prompts": [NO_BET]}), texts, strict=True):
            ruled(hub, **lists)
            await expect(page.locator("#ruling .text")).to_have_text(text)

    at_panel(stage, go, language=language)
