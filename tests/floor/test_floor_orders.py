"""What a floor person does on the panel, on a real table with a journal: and what it changes is told when it is done."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from floor_presses import choose, entry, press, rows_of, told
from floor_room import NAMES, FloorRoom, floor_page
from playwright.async_api import expect
from stage import Theatre, theatre

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


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
            await expect(page.locator("[data-id=clock]")).to_have_text("Clock")
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


def test_a_bet_of_a_hand_that_is_paid_out_is_corrected_and_the_results_follow(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = FloorRoom(tmp_path)
        room.seat()
        room.play(["raise 300", "call", "fold", "fold", "fold", "fold"])
        before = room.felt.state()["seats"]
        loser = next(seat for seat in before if seat["result"] == -300)
        winner = next(seat for seat in before if seat["result"] > 0)
        async with room.open() as server, floor_page(stage.browser, server) as watched:
            page = watched.page
            await entry(page, "raises to 300").get_by_role("button").click()
            await choose(page, "Raise …")
            for digit in "450":
                await choose(page, digit)
            await choose(page, "Raise to 450")
            changed = await rows_of(page)
            assert changed[f"{loser['name']}: result"] == ("−300", "−450")
            assert changed[f"{winner['name']}: result"] == ("+450", "+600")
            assert changed[f"{winner['name']}: stack"] == ("10,450", "10,600")
            assert sum(room.stacks()) == 60_000
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
            for digit in "999":
                await choose(page, digit)
            await choose(page, "Raise to 999")
            await told(page, "Refused: It would make act raise 900 of seat")
            await told(page, "Correct that one first.")
            assert room.felt.state()["seats"] == before["seats"]
            await expect(page.locator("#sheet")).to_be_hidden()

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
            await expect(page.locator("#sheet")).to_be_hidden()
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
            await expect(page.locator("#sheet .deck button:disabled")).to_have_count(len(lying))  # cards that lie there already
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
            await expect(second.page.locator("#sheet")).to_be_hidden()
            for page in (first.page, second.page):
                await expect(page.locator("#record [data-kind=correction]")).to_have_count(1)
            # both answer the same call: one is there first, nobody is told of a fault
            await choose(first.page, "Close")
            room.felt.do("floor_call")
            # held before either is pressed: one page's answer takes the other's button away
            buttons = [await page.get_by_role("button", name="I am here").element_handle() for page in (first.page, second.page)]
            await asyncio.gather(*(button.dispatch_event("click") for button in buttons))
            for page in (first.page, second.page):
                await expect(page.locator("#notices")).to_have_text("Nothing asks for the floor.")
            assert [story["kind"] for story in room.felt.bodies("event")].count("floor_came") == 1

    stage.run(main)
