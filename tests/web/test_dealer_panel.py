"""The dealer's panel in a real browser, at the real table: what a touch does, what it never does, and when the line breaks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from browser import Watched
from panel_people import REACTION_MS, Room, panel_page
from playwright.async_api import Locator, Page, Route, expect
from stage import Theatre, theatre

from controller.game.chips import Stakes

STAKES = Stakes(50, 100)

pytestmark = pytest.mark.slow

Go = Callable[[Room, "Panel"], Awaitable[None]]


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


class Panel:
    """One open panel, and what a person does with it."""

    def __init__(self, watched: Watched) -> None:
        self.watched = watched
        self.page: Page = watched.page

    def control(self, name: str) -> Locator:
        return self.page.locator(f"[data-id='{name}']").first

    async def press(self, name: str) -> None:
        """Press a control when the panel has come to rest, as a person does."""
        await expect(self.control(name)).to_be_enabled()
        await self.page.wait_for_timeout(REACTION_MS)
        await self.control(name).click()

    async def key(self, key: str) -> None:
        await self.page.wait_for_timeout(REACTION_MS)
        await self.page.keyboard.press(key)

    async def choose(self, name: str) -> None:
        await self.page.locator("#sheet").get_by_role("button", name=name, exact=True).click()

    async def to_act(self, name: str) -> None:
        await expect(self.page.locator("#who")).to_have_text(name)

    async def says(self, text: str) -> None:
        await expect(self.page.locator("#answer")).to_contain_text(text)


def at_panel(
    stage: Theatre, stacks: tuple[int, ...], go: Go, *, post: bool = True, seats: int = 6, stakes: Stakes = STAKES, **page: Any
) -> None:
    async def main() -> None:
        room = Room(stakes, seats)
        if stacks:
            room.begin(stacks, post=post)
        async with room.open() as server, panel_page(stage.browser, server, **page) as watched:
            await go(room, Panel(watched))
            assert [error for error in watched.errors if "409" not in error and "ERR_FAILED" not in error] == []

    stage.run(main)


def acts(room: Room) -> list[tuple[int | None, str | None]]:
    return [(tell.seat, tell.do) for tell in room.table.stories if getattr(tell, "kind", "") == "acted"]  # type: ignore[union-attr] # by its kind a Tell


# -- what a touch does --------------------------------------------------------------------------------


def test_what_the_player_to_act_may_do_is_one_touch_with_its_amount(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        await panel.to_act("P1")
        await expect(page.locator("#what")).to_have_text("100 to call, raise from 200")
        await expect(page.locator("#big .control")).to_have_text(["FoldF", "Call100C", "Raise to…R", "All in5,000A"])
        labels = [await one.get_attribute("aria-label") for one in await page.locator("#small .control").all()]
        assert labels == [f"Raise to {chips}, {size}" for chips, size in (
            ("200", "Min"), ("250", "½ pot"), ("250", "⅔ pot"), ("350", "Pot"), ("200", "2×"), ("300", "3×"))]  # fmt: skip
        await panel.press("size-pot")
        await panel.to_act("P2")
        await panel.press("call")
        await panel.to_act("P3")
        await panel.press("fold")
        await expect(page.locator("#who")).to_have_text("Dealing")
        assert acts(room) == [(1, "raise"), (2, "call"), (3, "fold")]
        await expect(page.locator("#pot-total")).to_have_text("800")
        assert room.table.table.hand is not None

    at_panel(stage, (5_000, 5_000, 5_000), go)


@pytest.mark.parametrize(
    ("state", "sizes"),
    [
        # before the flop, nobody in yet: multiples are of the big blind
        ({"bets": (0, 50, 100), "pot": 150, "call": 100, "min": 200, "max": 5_000},
         {"min": 200, "half": 250, "two_thirds": 250, "pot": 350, "double": 200, "triple": 300}),
        # an unraised flop
        ({"bets": (0, 0, 0), "pot": 600, "call": 0, "min": 100, "max": 4_000},
         {"min": 100, "half": 300, "two_thirds": 400, "pot": 600, "double": 200, "triple": 300}),
        # a bet to answer: the pot is counted after the call
        ({"bets": (0, 300, 0), "pot": 900, "call": 300, "min": 600, "max": 4_000},
         {"min": 600, "half": 900, "two_thirds": 1_100, "pot": 1_500, "double": 600, "triple": 900}),
        # a short stack: nothing beyond it, nothing below the least
        ({"bets": (0, 300, 0), "pot": 900, "call": 300, "min": 600, "max": 700},
         {"min": 600, "half": 700, "two_thirds": 700, "pot": 700, "double": 600, "triple": 700}),
        # a stack below a full raise: all of it, whatever is pressed
        ({"bets": (0, 300, 0), "pot": 900, "call": 300, "min": 450, "max": 450},
         dict.fromkeys(("min", "half", "two_thirds", "pot", "double", "triple"), 450)),
        # steps of 25: the sizes are taken to them, all he has may stand beside them
        ({"bets": (0, 310, 0), "pot": 900, "call": 310, "min": 625, "max": 1_110, "step": 25},
         {"min": 625, "half": 900, "two_thirds": 1_100, "pot": 1_110, "double": 625, "triple": 925}),
        # a huge minimum
        ({"bets": (0, 2_000, 0), "pot": 2_100, "call": 2_000, "min": 4_000, "max": 90_000},
         {"min": 4_000, "half": 4_050, "two_thirds": 4_750, "pot": 6_100, "double": 4_000, "triple": 6_000}),
    ],
)  # fmt: skip
def test_quick_sizes_are_legal_and_what_they_say(stage: Theatre, state: dict[str, Any], sizes: dict[str, int]) -> None:
    told = {
        "legal": {
            "call": state["call"],
            "actions": [{"do": "raise", "legal": True, "min": state["min"], "max": state["max"], "step": state.get("step", 1)}],
        },
        "seats": [{"seat": seat, "bet": bet} for seat, bet in enumerate(state["bets"], 1)],
        "to_act": 1, "pot_total": state["pot"], "small_blind": 50, "big_blind": 100,
    }  # fmt: skip

    async def go(room: Room, panel: Panel) -> None:
        found = await panel.page.evaluate("async (state) => (await import('/static/sizes.js')).quickSizes(state)", told)
        assert {one["name"]: one["to"] for one in found} == sizes
        assert all(state["min"] <= one["to"] <= state["max"] for one in found)

    at_panel(stage, (), go)


def test_the_one_size_of_fixed_limit_is_one_touch(stage: Theatre) -> None:
    """The blinds are a small bet; an all-in of less than half of one can be completed only."""

    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        await expect(page.locator("#what")).to_have_text("100 to call, raise to 200")
        await expect(page.locator("#big .control:visible")).to_have_text(["FoldF", "Call100C", "Raise to200R"])
        await expect(page.locator("#small .control:visible")).to_have_count(0)
        await panel.press("other")
        await panel.to_act("P2")
        await expect(page.locator(".seat[data-seat='1'] .act")).to_have_text("Raise 200")
        await panel.press("fold")
        await panel.to_act("P3")
        await panel.press("all_in")
        await panel.to_act("P1")
        await expect(page.locator("#what")).to_have_text("30 to call")

    at_panel(stage, (5_000, 5_000, 230), go, stakes=Stakes(50, 100, limit="fixed_limit"))


def test_an_all_in_of_less_than_half_a_bet_is_completed(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        await panel.press("other")
        await panel.to_act("P2")
        await panel.press("all_in")
        await panel.to_act("P3")
        await expect(page.locator("#what")).to_have_text("130 to call, complete to 300")
        await expect(page.locator("#big .control:visible")).to_have_text(["FoldF", "Call130C", "Complete to300R"])
        await panel.press("other")
        await expect(page.locator(".seat[data-seat='3'] .act")).to_have_text("Complete 300")

    at_panel(stage, (5_000, 230, 5_000), go, stakes=Stakes(50, 100, limit="fixed_limit"))


def test_the_pot_is_the_most_that_can_be_raised_to(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        await expect(page.locator("#big .control:visible")).to_have_text(["FoldF", "Call100C", "Raise to…R"])
        await panel.press("other")
        await expect(page.locator("#sheet .bounds")).to_have_text("from 200 to 350")
        confirm = page.locator("#sheet .actions .first")
        for typed, legal in (("351", False), ("225", True), ("230", False), ("350", True)):
            await page.keyboard.press("Delete")
            await page.keyboard.type(typed)
            await expect(confirm, typed).to_be_enabled(enabled=legal)
        await confirm.click()
        await panel.to_act("P2")

    at_panel(stage, (5_000, 5_000, 5_000), go, stakes=Stakes(50, 100, limit="pot_limit", unit=25))


def test_an_amount_that_is_not_legal_is_given_as_said_and_the_table_says_what_it_counts_as(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        await panel.press("other")
        as_said = page.locator("#sheet .actions .grave")
        for typed, offered in (("350", False), ("0", False), ("5001", False), ("600", True)):
            await page.keyboard.press("Delete")
            await page.keyboard.type(typed)
            await expect(as_said, typed).to_be_visible(visible=offered)
        await expect(as_said).to_have_text("Raise to 600, as said")
        await page.keyboard.press("Enter")
        await expect(page.locator("#sheet")).to_be_visible()
        assert acts(room) == []
        await as_said.click()
        await panel.to_act("P2")
        await expect(page.locator(".seat[data-seat='1'] .act")).to_have_text("Raise 350")
        await expect(page.locator("#ruling")).to_contain_text("600 was entered; it counts as 350")
        await expect(page.locator("#ruling")).to_contain_text("Give 250 back")

    at_panel(stage, (5_000, 5_000, 5_000), go, stakes=Stakes(50, 100, limit="pot_limit", unit=25))


def test_any_legal_amount_can_be_typed_and_no_other(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        confirm = page.locator("#sheet .actions .first")
        await panel.press("other")
        await expect(page.locator("#sheet h2")).to_have_text("Raise to how much?")
        await expect(page.locator("#sheet .bounds")).to_have_text("from 200 to 5,000")
        for typed, legal in (("1", False), ("19", False), ("199", False), ("200", True), ("4999", True), ("5001", False)):
            await page.keyboard.press("Delete")
            await page.keyboard.type(typed)
            await expect(confirm, typed).to_be_enabled(enabled=legal)
        await page.keyboard.press("Escape")
        await expect(page.locator("#sheet")).to_be_hidden()
        assert acts(room) == []
        await panel.press("other")
        for digit in ("7", "3", "5"):
            await panel.choose(digit)
        await expect(confirm).to_have_text("Raise to 735")
        await confirm.click()
        await panel.to_act("P2")
        await expect(page.locator(".seat[data-seat='1'] .act")).to_have_text("Raise 735")

    at_panel(stage, (5_000, 5_000, 5_000), go)


def test_the_last_entry_is_put_right_by_a_correction(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        await panel.press("fold")
        await panel.to_act("P2")
        await expect(page.locator("#last-text")).to_have_text("P1: Fold")
        await panel.key("z")
        await panel.choose("Raise …")
        await page.keyboard.type("450")
        await page.keyboard.press("Enter")
        await expect(page.locator("#last-text")).to_have_text("P1: Raise to 450")
        await panel.to_act("P2")
        await expect(page.locator("#what")).to_have_text("400 to call, raise from 800")
        await expect(page.locator("#ticker [data-kind='correction']")).to_have_count(1)
        await panel.press("correct")
        await panel.choose("It did not happen: remove it")
        await panel.to_act("P1")

    at_panel(stage, (5_000, 5_000, 5_000), go)


def test_cards_that_no_antenna_read_are_named_by_hand(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        await panel.press("show-1")
        await expect(panel.page.locator("#sheet h2")).to_have_text("Which cards does P1 show?")
        await panel.choose("ace of spades")
        await panel.choose("ace of hearts")
        await panel.page.locator("#sheet .actions .first").click()
        await expect(panel.page.locator(".seat[data-seat='1'] .inline-card")).to_have_count(2)
        await panel.press("show-2")  # cards on the table cannot be named again
        await expect(panel.page.locator("#sheet .deck button:disabled")).to_have_count(2)

    async def all_in(room: Room, panel: Panel) -> None:
        await panel.press("all_in")
        await panel.press("call")
        await expect(panel.page.locator("#who")).to_have_text("Dealing")
        await go(room, panel)

    at_panel(stage, (1_000, 1_000), all_in)


def test_a_board_that_no_antenna_read_is_entered_by_hand(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        await panel.press("call")
        await panel.press("check")
        await expect(page.locator("#who")).to_have_text("Dealing")
        for count, card in enumerate(("king of diamonds", "nine of spades", "four of hearts"), 1):
            await panel.key("e")
            await panel.choose(card)
            await page.locator("#sheet .actions .first").click()
            await expect(page.locator("#board svg.card")).to_have_count(count)
        await panel.to_act("P2")
        await panel.press("check")

    at_panel(stage, (1_000, 1_000), go)


def test_between_hands_players_come_and_go(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        for number, name, digits in ((1, "Ada", "500"), (4, "Ben", "800")):
            await page.locator(f".seat[data-seat='{number}']").click()
            await panel.choose("Take a seat")
            await page.locator("#sheet input").fill(name)
            await page.keyboard.press("Enter")
            await page.keyboard.type(digits)
            await page.keyboard.press("Enter")
            await expect(page.locator(f".seat[data-seat='{number}'] .name")).to_have_text(name)
            await page.wait_for_timeout(REACTION_MS)
        await page.locator(".seat[data-seat='4']").click()
        await panel.choose("Add chips")
        await page.keyboard.type("200")
        await page.keyboard.press("Enter")
        await expect(page.locator(".seat[data-seat='4'] .chips")).to_have_text("1,000")
        await panel.key("n")
        await expect(page.locator("#hand")).to_have_text("h1")
        await panel.key("p")
        await expect(page.locator("#pot-total")).to_have_text("150")
        await page.locator(".seat[data-seat='1']").click()
        await expect(page.locator("#sheet button")).to_have_text(
            ["Say the stack", "Splashed the pot", "Away from the table", "Misread the bet …", "Cancel"]
        )
        room.do("pause")  # the question closes
        await expect(page.locator("#sheet")).to_be_hidden()
        await page.locator(".seat[data-seat='1']").click()
        await expect(page.locator("#sheet")).to_contain_text("Nothing to do for this seat now.")

    at_panel(stage, (), go)


def test_the_table_around_the_game(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        await page.locator("#dealer").click()
        await page.locator("#sheet input").fill("Maria")
        await page.keyboard.press("Enter")
        await expect(page.locator("#dealer")).to_have_text("Dealer: Maria")
        await panel.press("floor")
        await expect(page.locator("#notices li")).to_have_text(["The floor is called."])
        await expect(panel.control("floor")).to_be_disabled()
        room.do("ack")
        await expect(page.locator("#notices li")).to_have_count(0)
        await panel.press("panic")
        await expect(panel.control("panic")).to_have_attribute("aria-pressed", "true")
        await expect(page.locator("#notices li")).to_have_text(["All hole cards are hidden from every feed."])
        await panel.press("panic")
        await expect(panel.control("panic")).to_have_attribute("aria-pressed", "false")
        await page.locator("#clock").click()
        await expect(page.locator("#clock")).to_contain_text(" s · stop")
        await panel.press("pause")
        await expect(page.locator("#who")).to_have_text("Paused")
        await expect(page.locator("#big .control:visible")).to_have_count(0)
        await panel.key("f")
        assert acts(room) == []
        room.do("resume")
        await panel.to_act("P1")
        await page.locator("#clock").click()
        await expect(page.locator("#clock")).to_have_text("Clock")

    at_panel(stage, (5_000, 5_000, 5_000), go)


# -- what it never does -------------------------------------------------------------------------------


@pytest.mark.parametrize(("gap_ms", "acted"), [(0, 1), (60, 1), (300, 1), (400, 2)])
def test_a_double_touch_acts_once(stage: Theatre, gap_ms: int, acted: int) -> None:
    """The second touch comes `gap_ms` after the turn changed, by the page's own clock, which stands still here."""

    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        await page.clock.install()
        await page.reload()
        await panel.to_act("P1")
        await page.clock.pause_at(await page.evaluate("Date.now() / 1000 + 1"))
        await panel.control("fold").click()
        await panel.to_act("P2")
        await expect(panel.control("fold")).not_to_have_attribute("aria-busy", "true")
        await page.clock.run_for(gap_ms)
        await panel.control("fold").click()
        if acted == 1:
            await panel.says("The turn has just changed")
            await expect(page.locator("#answer")).to_have_attribute("data-kind", "quiet")
            await panel.to_act("P2")
        else:
            await expect(page.locator("#who")).to_have_text("Hand over")
        assert len(acts(room)) == acted

    at_panel(stage, (5_000, 5_000, 5_000), go)


def test_a_second_touch_before_the_answer_is_not_sent(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        await panel.page.evaluate(
            "document.querySelector(\"[data-id='fold']\").click() || document.querySelector(\"[data-id='fold']\").click()"
        )
        await panel.says("The table has not answered yet.")
        await panel.to_act("P2")
        assert acts(room) == [(1, "fold")]

    at_panel(stage, (5_000, 5_000, 5_000), go)


def test_a_touch_that_began_before_the_turn_changed_is_not_for_the_next_player(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        await panel.page.wait_for_timeout(REACTION_MS)
        box = await panel.control("fold").bounding_box()
        assert box is not None
        await panel.page.mouse.move(box["x"] + 20, box["y"] + 20)
        await panel.page.mouse.down()
        room.do("act", seat=1, do="call")
        await panel.to_act("P2")
        await panel.page.wait_for_timeout(REACTION_MS)
        await panel.page.mouse.up()
        await panel.says("The table has moved on")
        assert acts(room) == [(1, "call")]

    at_panel(stage, (5_000, 5_000, 5_000), go)


def test_of_two_panels_one_acts_and_the_other_says_so_quietly(stage: Theatre) -> None:
    async def main() -> None:
        room = Room(STAKES, 6)
        room.begin((5_000, 5_000, 5_000))
        async with room.open() as server, panel_page(stage.browser, server) as one, panel_page(stage.browser, server) as other:
            panels = [Panel(one), Panel(other)]
            gate = asyncio.Event()

            async def hold(route: Route) -> None:
                await gate.wait()
                await route.continue_()

            await other.page.route("**/api/v1/cmd/*", hold)
            await other.page.wait_for_timeout(REACTION_MS)
            await panels[1].control("fold").click()
            await panels[0].press("call")
            for panel in panels:
                await panel.to_act("P2")
            gate.set()
            await panels[1].says("The table has moved on")
            assert acts(room) == [(1, "call")]
            for locator in ("#who", "#what", "#pot-total", "#ticker", "#last", "#felt"):
                await expect(other.page.locator(locator)).to_have_text(await one.page.locator(locator).text_content() or "")

    stage.run(main)


def test_cards_that_move_meanwhile_do_not_refuse_a_touch(stage: Theatre) -> None:
    """A touch is for a state; a clock that was called since makes another `rev`, and yet nothing that the touch is about."""

    async def go(room: Room, panel: Panel) -> None:
        gate = asyncio.Event()

        async def hold(route: Route) -> None:
            await gate.wait()
            await route.continue_()

        await panel.page.route("**/api/v1/cmd/*", hold)
        await panel.press("call")
        await expect(panel.control("call")).to_have_attribute("aria-busy", "true")
        room.do("clock", seat=1, seconds=60)
        gate.set()
        await panel.to_act("P2")
        assert acts(room) == [(1, "call")]

    at_panel(stage, (5_000, 5_000, 5_000), go)


def test_a_press_shows_at_once_and_the_table_only_what_is_confirmed(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page

        async def never(route: Route) -> None:
            await asyncio.sleep(1.0)
            await route.continue_()

        await page.route("**/api/v1/cmd/*", never)
        await page.wait_for_timeout(REACTION_MS)
        before = await page.locator("#felt").text_content()
        took_ms, busy = await page.evaluate(
            """() => {
                const button = document.querySelector("[data-id='call']");
                const begun = performance.now();
                button.click();
                return [performance.now() - begun, button.getAttribute('aria-busy')];
            }"""
        )
        assert busy == "true"
        assert took_ms < 100
        await panel.key("f")  # what is pressed meanwhile is not sent
        await panel.says("The table has not answered yet.")
        assert await page.locator("#felt").text_content() == before
        await panel.to_act("P2")
        assert acts(room) == [(1, "call")]

    at_panel(stage, (5_000, 5_000, 5_000), go)


def test_an_open_question_closes_when_the_table_moves_on(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        await panel.press("other")
        await expect(panel.page.locator("#sheet")).to_be_visible()
        room.do("act", seat=1, do="fold")
        await expect(panel.page.locator("#sheet")).to_be_hidden()
        await panel.says("the question was closed")

    at_panel(stage, (5_000, 5_000, 5_000), go)


# -- when the line breaks -----------------------------------------------------------------------------


def test_a_command_is_repeated_under_its_id_until_it_is_answered(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        ids: list[str] = []

        async def lossy(route: Route) -> None:
            ids.append(json.loads(route.request.post_data or "{}")["id"])
            if len(ids) == 1:
                await route.abort()  # it did not get there
            elif len(ids) == 2:
                await route.fetch()  # it got there, and the answer is lost
                await route.abort()
            else:
                await route.continue_()

        await panel.page.route("**/api/v1/cmd/*", lossy)
        await panel.press("fold")
        await panel.to_act("P2")
        await expect(panel.control("fold")).not_to_have_attribute("aria-busy", "true")
        assert len(ids) == 3
        assert len(set(ids)) == 1
        assert acts(room) == [(1, "fold")]

    at_panel(stage, (5_000, 5_000, 5_000), go)


def test_without_the_table_nothing_can_be_pressed_and_it_is_back_within_three_seconds(stage: Theatre) -> None:
    async def main() -> None:
        room = Room(STAKES, 6)
        room.begin((5_000, 5_000, 5_000))
        async with room.open() as server, panel_page(stage.browser, server) as watched:
            page = watched.page
            for away_s in (0.2, 4.0):
                await room.close_pages()
                await expect(page.locator("#stale")).to_be_visible()
                assert await page.locator("button:enabled:visible").evaluate_all("(nodes) => nodes.map((node) => node.id)") == [
                    "language",
                    "keys",
                    "ways-button",
                ]
                await page.keyboard.press("f")
                assert acts(room) == []
                await asyncio.sleep(away_s)
                await room.serve(server.port)
                back = asyncio.get_running_loop().time()
                await expect(page.locator("#link")).to_have_text("Live")
                assert asyncio.get_running_loop().time() - back < 3.0
                await expect(page.locator("#stale")).to_be_hidden()
            await Panel(watched).press("fold")
            await Panel(watched).to_act("P2")

    stage.run(main)


# -- for everybody ------------------------------------------------------------------------------------


def test_the_keys_are_told_and_act(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        await panel.key("?")
        keys = ["F", "C", "R", "A", "1–6", "S", "M", "N", "B", "P", "E", "Z", "T", "L", "Y", "X", "?"]
        await expect(page.locator("#sheet dt")).to_have_text(keys)
        await panel.key("f")  # a key below an open sheet does nothing
        assert acts(room) == []
        await panel.key("Escape")
        for key in ("c", "Control+f", "f"):
            await panel.key(key)
        await expect(page.locator("#who")).to_have_text("P3")
        assert acts(room) == [(1, "call"), (2, "fold")]
        await panel.key("l")
        await expect(panel.control("floor")).to_have_text("Floor is calledL")

    at_panel(stage, (5_000, 5_000, 5_000), go)


def test_the_tab_key_goes_round_everything_that_can_be_pressed(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        wanted = await page.locator("button:enabled:visible").count()
        seen = set()
        for _ in range(wanted + 3):
            await page.keyboard.press("Tab")
            seen.add(await page.evaluate("document.activeElement.outerHTML.slice(0, 400)"))
        assert len(seen - {await page.evaluate("document.body.outerHTML.slice(0, 400)")}) >= wanted
        await panel.press("other")
        for _ in range(40):  # a sheet keeps the focus, and lets go of it
            await page.keyboard.press("Tab")
            inside = await page.evaluate("document.activeElement === document.body || document.activeElement.closest('#sheet') !== null")
            assert inside
        await page.keyboard.press("Escape")
        await expect(page.locator("#sheet")).to_be_hidden()

    at_panel(stage, (5_000, 5_000, 5_000), go)


def test_a_screen_reader_hears_whose_turn_it_is_and_what_was_answered(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        nameless = await page.evaluate(
            "[...document.querySelectorAll('button')]"
            ".filter((one) => one.offsetParent && !(one.getAttribute('aria-label') || one.textContent).trim())"
            ".map((one) => one.outerHTML)"
        )
        assert nameless == []
        await expect(page.get_by_role("button", name="Call: 100")).to_have_count(1)
        await expect(page.get_by_role("button", name="Seat 1: P1, 5,000 chips, in the hand, button, to act")).to_have_count(1)
        await expect(page.get_by_role("button", name="Seat 3: P3, 4,900 chips, in the hand, BB, 100 in front")).to_have_count(1)
        for selector, role in (("#headline p", "status"), ("#answer", "status"), ("#stale", "alert"), ("#notices", "status")):
            await expect(page.locator(selector).first).to_have_attribute("role", role)

    at_panel(stage, (5_000, 5_000, 5_000), go)


def test_the_panel_speaks_german_and_remembers_it(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        await expect(page.locator("html")).to_have_attribute("lang", "de")
        await expect(page.locator("#what")).to_have_text("100 zum Call, Raise ab 200")
        await panel.press("size-pot")
        await expect(page.locator("#ticker li").last).to_have_text("P1 erhöht auf 350.")
        await page.locator("#language").click()
        await expect(page.locator("#what")).to_have_text("300 to call, raise from 600")
        await page.goto(page.url.split("?")[0])
        await expect(page.locator("#what")).to_have_text("300 to call, raise from 600")
        await page.locator("#language").click()
        await page.wait_for_url("**/dealer?lang=de")
        room.table.command("act", {"seat": 2, "do": "check"})
        await page.goto(page.url.split("?")[0])
        await expect(page.locator("#what")).to_have_text("300 zum Call, Raise ab 600")

    at_panel(stage, (5_000, 5_000, 5_000), go, language="de")


def test_a_refusal_is_said_in_words(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        await panel.press("new_hand")
        await panel.says("Refused: ")
        await expect(panel.page.locator("#answer")).to_have_attribute("data-kind", "refused")

    at_panel(stage, (), go)


def test_acting_out_of_turn_is_a_seats_business(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        await page.locator(".seat[data-seat='1']").click()
        await page.get_by_role("button", name="Acted out of turn …", exact=True).click()
        await page.get_by_role("button", name="Raise …", exact=True).click()
        await page.keyboard.type("600")
        await page.get_by_role("button", name="Raise to 600", exact=True).click()
        await page.get_by_role("button", name="By words", exact=True).click()
        await expect(page.locator("#ticker li").filter(has_text="Out of turn: P1 raises to 600.")).to_have_count(1)
        hand = room.table.table.hand
        assert hand is not None
        assert [(hand.seats[one.index], one.do, one.to_chips) for one in hand.early] == [(1, "raise", 600)]
        await panel.press("correct")
        await expect(page.locator("#sheet")).to_contain_text("P1: Raise to 600")
        await page.get_by_role("button", name="It did not happen: remove it", exact=True).click()
        await expect(page.locator("#ticker li").last).to_contain_text("no longer applies")
        assert room.table.table.hand is not None
        assert room.table.table.hand.early == ()

    at_panel(stage, (5_000,) * 5, go)


def test_a_raise_that_was_missed_is_told_at_the_seat_and_leaves_what_the_house_says(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        room.do("act", seat=1, do="raise", to=300)
        await panel.to_act("P2")
        await page.locator(".seat[data-seat='2']").click()
        await panel.choose("Missed the raise …")
        await page.keyboard.type("50")
        await page.keyboard.press("Enter")
        await page.wait_for_timeout(REACTION_MS)
        await panel.choose("P3")
        await expect(page.locator("#ticker li").filter(has_text="P2 put in 50 without noticing the raise")).to_have_count(1)
        await expect(panel.control("raise")).to_be_hidden()
        hand = room.table.table.hand
        assert hand is not None
        assert [(hand.seats[one.index], one.only, one.forfeit_chips) for one in hand.early] == [(2, ("fold", "call"), 50)]
        await panel.press("fold")
        await panel.to_act("P3")
        await expect(page.locator(".seat[data-seat='2'] .chips")).to_have_text("4,900")

    at_panel(stage, (5_000, 5_000, 5_000), go)


def test_a_misread_bet_is_told_at_the_seat(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        await panel.page.locator(".seat[data-seat='1']").click()
        await panel.choose("Misread the bet …")
        await panel.page.keyboard.type("40")
        await panel.page.keyboard.press("Enter")
        await expect(panel.page.locator("#ticker li").filter(has_text="P1 put in 40 for a call of 100")).to_have_count(1)
        (ruling,) = room.table.table.around.docket.rulings
        assert (ruling.kind, ruling.seat, ruling.amount_chips) == ("amount_misread", 1, 40)

    at_panel(stage, (5_000, 5_000, 5_000), go)


def test_a_straddle_is_a_seats_business_until_somebody_acts(stage: Theatre) -> None:
    async def go(room: Room, panel: Panel) -> None:
        page = panel.page
        await page.locator(".seat[data-seat='4']").click()
        await page.get_by_role("button", name="Straddle", exact=True).click()
        await expect(page.locator(".seat[data-seat='4']")).to_contain_text("Straddle 200")
        await expect(page.locator("#ticker li").last).to_have_text("P4 straddles: 200.")
        await expect(page.locator("#what")).to_have_text("200 to call, raise from 300")
        room.table.command("act", {"seat": 5, "do": "call"})
        await page.locator(".seat[data-seat='1']").click()
        await expect(page.locator("#sheet")).to_be_visible()
        assert await page.get_by_role("button", name="Straddle", exact=True).count() == 0

    at_panel(stage, (5_000,) * 5, go)
