"""The floor's panel in a real browser, on a real table with a journal: what a floor person does, and what he can trust."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from contrast import CONTRASTS, LARGE_CONTRAST, TEXT_CONTRAST
from floor_room import NAMES, FloorRoom, floor_page
from floor_scenes import SCENES, disputed
from playwright.async_api import Page, expect
from stage import Theatre, theatre

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


def entry(page: Page, text: str) -> Any:
    return page.locator("#record .entry", has_text=text)


async def told(page: Page, text: str) -> None:
    """The short answer says this."""
    await expect(page.locator("#answer")).to_contain_text(text)


async def press(page: Page, name: str) -> None:
    await page.locator(f"#controls [data-id={name}]").click()


async def choose(page: Page, name: str) -> None:
    await page.locator("#sheet").get_by_role("button", name=name, exact=True).click()


async def rows_of(page: Page) -> dict[str, tuple[str, str]]:
    """What the open sheet says was changed: what → before, after."""
    await page.wait_for_selector("#sheet .difference")
    rows = await page.locator("#sheet .difference tbody tr").all()
    found = [await row.locator("td").all_text_contents() for row in rows]
    return {what: (was, now) for what, was, now in found}


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


def test_pause_clock_dealer_and_hidden_cards(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        room.seat()
        room.begin()
        async with room.open() as server, floor_page(stage.browser, server) as watched:
            page = watched.page
            await press(page, "pause")
            await expect(page.locator("#notices")).to_contain_text("The game is paused")
            assert room.felt.ask("act", seat=room.felt.state()["to_act"], do="fold").code == "state.paused"
            await page.get_by_role("button", name="Go on").click()
            await expect(page.locator("#notices")).not_to_contain_text("The game is paused")
            room.felt.act("call")

            await press(page, "clock")
            await expect(page.locator("[data-id=clock]")).to_have_text("Stop clock")
            assert room.felt.state()["clock"]["seat"] == room.felt.state()["to_act"]
            await press(page, "clock")
            await expect(page.locator("[data-id=clock]")).to_have_text("Clock: 60 s")
            assert room.felt.state()["clock"] is None

            await press(page, "dealer")
            await page.locator("#sheet input").fill("Dora")
            await choose(page, "Log in")
            await expect(page.locator("#dealer")).to_have_text("Dora")
            await press(page, "dealer")
            await choose(page, "Log out Dora")
            await expect(page.locator("#dealer")).to_have_text("–")
            assert room.felt.state()["dealer"] is None

            await press(page, "panic")
            await expect(page.locator("#notices")).to_contain_text("All hole cards are hidden")
            assert room.felt.state()["hidden"]
            await press(page, "panic")
            await expect(page.locator("[data-id=panic]")).to_have_text("Hide all cards")
            assert not room.felt.state()["hidden"]
            assert watched.errors == []

    stage.run(main)


def test_an_earlier_bet_is_corrected_and_what_it_changed_is_told(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        room.seat()
        room.begin()
        room.felt.act("raise 300", "call", "fold")
        raiser, caller = (
            next(seat for seat in room.felt.state()["seats"] if seat["last_action"] == act) for act in ("raise 300", "call 300")
        )
        async with room.open() as server, floor_page(stage.browser, server) as watched:
            page = watched.page
            await entry(page, "raises to 300").get_by_role("button").click()
            await choose(page, "Raise …")
            for digit in "450":
                await choose(page, digit)
            await choose(page, "Raise to 450")
            changed = await rows_of(page)
            assert changed["Pot"] == ("750", "1,050")
            assert changed[f"{raiser['name']}: stack"] == ("9,700", "9,550")
            assert changed[f"{caller['name']}: stack"] == ("9,700", "9,550")
            await choose(page, "Close")
            assert sorted(room.stacks()) == [9_550, 9_550, 9_900, 9_950, 10_000, 10_000]
            await expect(entry(page, "no longer holds").locator("del").first).to_contain_text("raises to 300")
            await expect(page.locator("#record [data-kind=correction]")).to_contain_text("in place of")
            # it can be corrected once more, and is offered as it stands
            await entry(page, "raises to 300").first.get_by_role("button").click()
            await expect(page.locator("#sheet p")).to_have_text(f"{raiser['name']}: Raise to 450")
            assert watched.errors == []

    stage.run(main)


def test_a_correction_that_a_later_entry_forbids_is_refused_with_that_entry(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        room.seat()
        room.begin()
        room.felt.act("raise 300", "raise 900")
        before = room.felt.state()
        async with room.open() as server, floor_page(stage.browser, server) as watched:
            page = watched.page
            await entry(page, "raises to 300").get_by_role("button").click()
            await choose(page, "Raise …")
            for digit in "800":
                await choose(page, digit)
            await choose(page, "Raise to 800")
            await told(page, "Refused: It would make act raise 900 of seat")
            await told(page, "Correct that one first.")
            assert room.felt.state()["seats"] == before["seats"]
            assert await page.locator("#sheet").is_hidden()

    stage.run(main)


def test_a_hand_is_void_only_after_who_gets_what_was_said(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        room.seat()
        room.play(["raise 300", "call"])
        before = room.stacks()
        room.begin()
        room.felt.act("raise 300", "call")
        put_in = [was - now for was, now in zip(before, room.stacks(), strict=True)]
        async with room.open() as server, floor_page(stage.browser, server) as watched:
            page = watched.page
            await press(page, "void")
            await expect(page.locator("#sheet .refunds li")).to_have_count(sum(chips > 0 for chips in put_in))
            lines = set(await page.locator("#sheet .refunds li").all_text_contents())
            assert lines == {f"{name} gets back {chips:,}" for name, chips in zip(NAMES, put_in, strict=False) if chips}
            await choose(page, "Cancel")
            assert room.felt.state()["stage"] == "betting"

            await press(page, "void")
            await page.locator("#sheet input").fill("a card was exposed")
            await choose(page, f"Void: {sum(put_in):,} go back")
            assert (await rows_of(page))["Pot"] == (f"{sum(put_in):,}", "0")
            await choose(page, "Close")
            assert room.stacks() == before
            void = page.locator("#record [data-kind=void]")
            await expect(void).to_contain_text("a card was exposed")
            await expect(void).to_contain_text("at the table’s computer (floor)")
            for name, chips in zip(NAMES, put_in, strict=False):
                if chips:
                    await expect(void).to_contain_text(f"{name} gets back {chips:,}")
            await expect(page.locator("[data-id=void]")).to_be_disabled()

            # it was a mistake: the hand goes on where it stood
            await void.get_by_role("button").click()
            await choose(page, "It did not happen: take it back")
            assert (await rows_of(page))["Pot"] == ("0", f"{sum(put_in):,}")
            assert room.felt.state()["stage"] == "betting"
            assert [was - now for was, now in zip(before, room.stacks(), strict=True)] == put_in
            assert watched.errors == []

    stage.run(main)


def test_the_question_of_a_void_hand_closes_when_the_amounts_change(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        room.seat()
        room.begin()
        async with room.open() as server, floor_page(stage.browser, server) as watched:
            page = watched.page
            await press(page, "void")
            await page.wait_for_selector("#sheet .refunds")
            room.felt.act("raise 300")
            await told(page, "the question was closed")
            assert await page.locator("#sheet").is_hidden()
            assert room.felt.state()["stage"] == "betting"

    stage.run(main)


def test_a_call_is_answered(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        room.seat()
        room.begin()
        async with room.open() as server, floor_page(stage.browser, server) as watched:
            page = watched.page
            room.felt.do("floor_call", seat=2, reason="chips do not match")
            await expect(page.locator("#notices [data-kind=call]")).to_contain_text("The floor is called to Björn: chips do not match")
            await page.get_by_role("button", name="I am here").click()
            await expect(page.locator("#notices")).to_have_text("Nothing asks for the floor.")
            assert room.felt.state()["floor_call"] is None
            await expect(entry(page, "The floor")).to_have_count(2)
            assert watched.errors == []

    stage.run(main)


def test_questions_stand_until_they_are_settled(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        room.seat()
        room.begin()
        async with room.open() as server, floor_page(stage.browser, server) as watched:
            page = watched.page
            room.felt.contradict("rfid.two_places", "seat/5/hole", "muck")
            await expect(page.locator("#notices [data-kind=question]")).to_contain_text("see which place holds it")
            await expect(page.locator("#record [data-kind=question]")).to_contain_text("sensors")
            room.felt.settle("rfid.two_places", "seat/5/hole", "muck")
            await expect(page.locator("#notices")).to_have_text("Nothing asks for the floor.")
            room.felt.hub.part_health("hf0", "failed", "link.lost", "plug the reader in again")
            await expect(page.locator("#notices [data-kind=part]")).to_contain_text("hf0 is down: plug the reader in again")

    stage.run(main)


def test_a_card_that_nobody_read_is_entered_where_it_is_asked_for(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        room.seat()
        deck = room.begin()
        room.felt.act("call", "call", "call", "call", "call", "check")
        room.felt.board(deck.pop(), deck.pop(), deck.pop())
        async with room.open() as server, floor_page(stage.browser, server) as watched:
            page = watched.page
            room.felt.contradict("deal.flop_unread", "board")
            question = page.locator("#notices [data-kind=question]")
            await expect(question).to_contain_text("Not every card of the flop is read")
            await question.get_by_role("button", name="Enter the card").click()
            lying = room.felt.state()["board"]
            assert await page.locator("#sheet .deck button:disabled").count() == len(lying), "cards that lie there already"
            await page.get_by_role("button", name="three of clubs", exact=True).click()
            await choose(page, "Enter three of clubs")
            await expect(page.locator("#board .card.face")).to_have_count(3)
            assert room.felt.state()["board"] == [*lying, "3c"]
            await expect(entry(page, "at the table’s computer (floor)")).to_have_count(1)
            assert watched.errors == []

    stage.run(main)


def test_a_hand_that_is_shown_unread_is_named_by_hand(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        room.seat()
        deck = room.begin(unread=4)
        room.felt.contradict("deal.hole_unread", "seat/4/hole")
        room.felt.act("raise 300", "call", "call", "call", "call", "call")
        async with room.open() as server, floor_page(stage.browser, server) as watched:
            page = watched.page
            question = page.locator("#notices [data-kind=question]")
            await expect(question).to_contain_text("Not every card of this seat is read")
            await expect(question.get_by_role("button")).to_have_count(0)
            for count in (3, 1, 1):
                room.street(deck, count)
                room.felt.act(*["check"] * 6)
            await question.get_by_role("button", name="Name the cards").click()
            for card in ("two of clubs", "four of clubs"):
                await page.get_by_role("button", name=card, exact=True).click()
            await choose(page, "Show two of clubs and four of clubs")
            await expect(page.locator("#seats tr[data-seat='4'] .inline-card")).to_have_count(2)
            assert room.felt.state()["seats"][3]["cards"]["shown"] == ["2c", "4c"]
            assert watched.errors == []

    stage.run(main)


def test_two_floors_at_once(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        room.seat()
        room.begin()
        room.felt.act("raise 300")
        async with (
            room.open() as server,
            floor_page(stage.browser, server) as first,
            floor_page(stage.browser, server, 1280, 720) as second,
        ):
            for page in (first.page, second.page):
                await entry(page, "raises to 300").get_by_role("button").click()
                await page.wait_for_selector("#sheet[open]")
            await choose(first.page, "Call")
            await rows_of(first.page)
            await told(second.page, "the question was closed")
            assert await second.page.locator("#sheet").is_hidden()
            for page in (first.page, second.page):
                await expect(page.locator("#record [data-kind=correction]")).to_have_count(1)
            # both answer the same call: one is there first, nobody is told of a fault
            await choose(first.page, "Close")
            room.felt.do("floor_call")
            buttons = [page.get_by_role("button", name="I am here") for page in (first.page, second.page)]
            for button in buttons:
                await expect(button).to_be_visible()
            await asyncio.gather(*(button.dispatch_event("click") for button in buttons))
            for page in (first.page, second.page):
                await expect(page.locator("#notices")).to_have_text("Nothing asks for the floor.")
            assert [story["kind"] for story in room.felt.bodies("event")].count("floor_came") == 1

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
    cut = """() => [...document.querySelectorAll('#controls button, #chapters button, .bar dd, #seats td')]
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
