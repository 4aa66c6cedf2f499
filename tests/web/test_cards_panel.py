"""What a dealer tells of the cards, what he is told to move, and a hand that stands still: the parts of his panel that the deal needs."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, get_args

import pytest
from browser import open_page, served
from playwright.async_api import Page, expect
from scenes import MISDEAL, MOVES, PANEL_SCENES, REPLACED, clocked, ruled
from scripted_hub import ScriptedHub
from stage import Theatre, theatre
from test_ruling_panel import Desk
from words import STATIC, read_words

from controller.events import Reported, ShuffleStep
from controller.feed.payloads import State
from controller.web.pages import LANGUAGES

pytestmark = pytest.mark.slow

Go = Callable[[Page, ScriptedHub, Desk], Awaitable[None]]


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


def at_panel(
    stage: Theatre, go: Go, *, scene: Callable[[ScriptedHub], None] = clocked, size: tuple[int, int] = (1024, 768), language: str = "en"
) -> None:
    async def main() -> None:
        hub, desk = ScriptedHub(), Desk()
        scene(hub)
        async with served(hub) as server, open_page(stage.browser, None, *size, has_touch=True, reduced_motion="reduce") as watched:
            await watched.page.route("**/api/v1/cmd/*", desk.take)
            async with watched.page.expect_response("**/reporting.js"):
                await watched.page.goto(f"{server.url}dealer?lang={language}")
            await watched.page.wait_for_selector("#link[data-link=live]")
            await go(watched.page, hub, desk)
            assert watched.errors == []

    stage.run(main)


async def open_sheet(page: Page) -> None:
    sheet = page.locator("dialog[open]")
    await expect(page.locator("[data-id=report]")).to_be_enabled()
    while not await sheet.is_visible():  # the sheet's file comes after the page
        await page.locator("[data-id=report]").click()
        await page.wait_for_timeout(50)


async def choose(page: Page, *values: str | int) -> None:
    for value in values:
        await page.locator(f"dialog [data-value='{value}']").click()


@pytest.mark.parametrize(
    ("touches", "sent"),
    [
        (("exposed", 4), {"what": "exposed", "seat": 4, "by": "dealer"}),
        (("exposed", 4, "player", "Kd"), {"what": "exposed", "seat": 4, "by": "player", "card": "Kd"}),
        (("off_table", 5, "9s"), {"what": "off_table", "seat": 5, "card": "9s"}),
        (("flashed", "muck", "dealer"), {"what": "flashed", "by": "dealer", "zone": "muck"}),
        (("objection",), {"what": "objection"}),
        (("skipped", 8), {"what": "skipped", "seat": 8}),
        (("boxed",), {"what": "boxed"}),
        (("boxed", 1, 2, "2c", "2c"), {"what": "boxed", "seat": 2}),
    ],
)
def test_what_happened_to_a_card_is_told_in_a_few_touches(stage: Theatre, touches: tuple[str | int, ...], sent: dict[str, Any]) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        await open_sheet(page)
        await choose(page, *touches)
        await page.get_by_role("button", name="Tell the table").click()
        await expect(page.locator("dialog[open]")).to_have_count(0)
        await expect(page.locator("[aria-busy]")).to_have_count(0)
        await desk.got(("report", sent))
        assert desk.roles == {"dealer"}

    at_panel(stage, go)


def test_what_needs_a_seat_is_told_with_one(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        tell = page.get_by_role("button", name="Tell the table")
        await open_sheet(page)
        await choose(page, "looked")
        await expect(tell).to_be_disabled()
        await choose(page, 5)
        await expect(tell).to_be_enabled()
        await choose(page, 5)
        await expect(tell).to_be_disabled()
        await page.get_by_role("button", name="Cancel").click()
        await expect(page.locator("dialog[open]")).to_have_count(0)
        assert desk.sent == []

    at_panel(stage, go)


def test_what_needs_nothing_more_is_one_touch_and_a_counted_stub_is_a_number(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        await open_sheet(page)
        await choose(page, "dropped_deck")
        await expect(page.locator("dialog[open]")).to_have_count(0)
        await page.wait_for_timeout(400)
        await open_sheet(page)
        await choose(page, "stub_counted")
        for key in "31":
            await page.keyboard.press(key)
        await page.keyboard.press("Enter")
        await expect(page.locator("[aria-busy]")).to_have_count(0)
        await desk.got(("report", {"what": "dropped_deck"}), ("report", {"what": "stub_counted", "number": 31}))

    at_panel(stage, go)


def test_between_hands_the_shuffle_is_told_step_by_step(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        await expect(page.locator("[data-id=report] .label")).to_have_text("Shuffle …")
        await open_sheet(page)
        await expect(page.locator("dialog [data-value=exposed]")).to_have_count(0)
        for step in ("scramble", "riffle", "box"):
            await choose(page, step)
            await page.wait_for_timeout(400)
        await page.get_by_role("button", name="Close").click()
        await desk.got(*[("shuffle", {"step": step}) for step in ("scramble", "riffle", "box")])

    at_panel(stage, go, scene=PANEL_SCENES["showdown"])


@pytest.mark.parametrize(
    ("touches", "sent"),
    [
        (("deck.set_up",), {"do": "set_up"}),
        (("deck.check",), {"do": "check"}),
        (("deck.checked", "5", "2"), {"do": "checked", "number": 52}),
        (("deck.change", "red"), {"do": "change", "deck": "red"}),
        (("deck.change", "One without a name"), {"do": "change"}),
    ],
)
def test_between_hands_it_is_told_which_deck_is_in_play(stage: Theatre, touches: tuple[str, ...], sent: dict[str, Any]) -> None:
    decks = {"decks": [{"name": "blue", "cards": 52, "in_play": True}, {"name": "red", "cards": 52, "in_play": False}], "known": 52}

    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        await page.route("**/api/v1/decks", lambda route: route.fulfill(json=decks))
        await open_sheet(page)
        await choose(page, touches[0])
        for touch in touches[1:]:
            await page.locator("dialog").get_by_role("button", name=touch, exact=True).click()
        if "number" in sent:
            await page.get_by_role("button", name="52 cards").click()
        await expect(page.locator("dialog[open]")).to_have_count(0)
        await expect(page.locator("[aria-busy]")).to_have_count(0)
        await desk.got(("deck", sent))

    at_panel(stage, go, scene=PANEL_SCENES["showdown"])


@pytest.mark.parametrize("scene", [clocked, PANEL_SCENES["showdown"]], ids=["in a hand", "between hands"])
@pytest.mark.parametrize(
    ("language", "what", "label"),
    [
        ("en", "deck", "Another deck"),
        ("en", "set_up", "A new set-up"),
        ("de", "deck", "Ein anderes Deck"),
        ("de", "set_up", "Ein neues Deck-Set"),
    ],
)
def test_a_player_asks_for_another_deck_or_a_new_set_up(
    stage: Theatre, scene: Callable[[ScriptedHub], None], language: str, what: str, label: str
) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        await open_sheet(page)
        asked = page.locator(f"dialog [data-value='request.{what}']")
        await expect(asked).to_have_text(label)
        await asked.click()
        told = page.get_by_role("button", name="Tell the table" if language == "en" else "Dem Tisch sagen")
        await expect(told).to_be_disabled()  # somebody asks for it
        await choose(page, 2)
        await told.click()
        await expect(page.locator("dialog[open]")).to_have_count(0)
        await expect(page.locator("[aria-busy]")).to_have_count(0)
        await desk.got(("request", {"what": what, "seat": 2}))

    at_panel(stage, go, scene=scene, language=language)


def test_where_a_ruling_wants_the_stub_shuffled_its_shuffle_is_told_within_the_hand(stage: Theatre) -> None:
    early = {**REPLACED, "kind": "board_error", "remedy": [{**REPLACED["remedy"][0], "do": "reshuffle_no_burn"}]}

    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        ruled(hub, rulings=[early])
        await expect(page.locator("#ruling")).to_be_visible()
        await open_sheet(page)
        await choose(page, "shuffle")
        await expect(page.locator("dialog [data-value=exposed]")).to_be_visible()
        await page.get_by_role("button", name="Close").click()
        ruled(hub, rulings=[{**early, "status": "lapsed"}])
        await expect(page.locator("#ruling")).to_be_hidden()
        await open_sheet(page)
        await expect(page.locator("dialog [data-value=shuffle]")).to_have_count(0)
        await page.keyboard.press("Escape")
        await desk.got(("shuffle", {"step": "shuffle"}))

    at_panel(stage, go)


def test_a_report_of_another_hand_is_not_sent(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        await open_sheet(page)
        await choose(page, "exposed", 4)
        ruled(hub, hand="h8")
        await expect(page.locator("#hand")).to_have_text("h8")
        await page.get_by_role("button", name="Tell the table").click()
        await expect(page.locator("#answer")).to_contain_text("The table has moved on")
        assert desk.sent == []

    at_panel(stage, go)


#: What only the floor can find.
FLOORS = {"knew"}
#: What a player asks for is on the same sheet.
ASKED_FOR = {"request.deck", "request.set_up"}


def test_everything_that_can_be_reported_is_on_the_sheet(stage: Theatre) -> None:
    values = "(nodes) => nodes.map((node) => node.dataset.value)"

    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        await open_sheet(page)
        assert set(await page.locator("dialog [data-value]").evaluate_all(values)) == (set(get_args(Reported)) - FLOORS) | ASKED_FOR
        await page.keyboard.press("Escape")
        PANEL_SCENES["showdown"](hub)
        await expect(page.locator("[data-id=report] .label")).to_have_text("Shuffle …")
        await open_sheet(page)
        offered = set(await page.locator("dialog [data-value]").evaluate_all(values))
        assert offered > {*get_args(ShuffleStep), "objection", "card_missing"}
        assert not offered & {"exposed", "stop"}
        await page.keyboard.press("Escape")
        PANEL_SCENES["posting"](hub)  # no card is dealt yet
        await expect(page.locator("[data-id=report] .label")).to_have_text("Cards …")
        await open_sheet(page)
        offered = set(await page.locator("dialog [data-value]").evaluate_all(values))
        assert offered > {*get_args(ShuffleStep), "boxed", "not_cut", "button_wrong"}
        assert "exposed" not in offered

    at_panel(stage, go)


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (390, 844), (360, 640)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_fits_fingers_and_screens(stage: Theatre, size: tuple[int, int], language: str) -> None:
    measure = """() => [...document.querySelectorAll('dialog button, dialog h3')].map((node) => {
      const { left, right, width, height } = node.getBoundingClientRect();
      return [node.textContent, left, right, width, height, node.scrollWidth > node.clientWidth + 1];
    })"""

    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        for kind in (None, "exposed", "boxed", "looked"):
            await open_sheet(page)
            if kind is not None:
                await choose(page, kind)
            whole = await page.evaluate(
                "(() => { const box = document.querySelector('dialog'); return box.scrollHeight <= box.clientHeight; })()"
            )
            assert whole or size[0] < 500, f"{kind}: it scrolls on a dealer's screen"
            for text, left, right, width, height, cut in await page.evaluate(measure):
                assert left >= 0, text
                assert right <= size[0], text
                assert not cut, f"{text} is cut off"
                assert height >= 48 or text in await page.locator("dialog h3").all_text_contents(), text
                assert width >= 48, text
            await page.keyboard.press("Escape")

    at_panel(stage, go, size=size, language=language)


def test_moves_of_a_remedy_tick_themselves_and_go_when_all_are_made(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        moves = page.locator("#ruling .moves li")
        todo = [{**move, "made": False, "when": "after_deal"} for move in MOVES]
        ruled(hub, rulings=[REPLACED], moves=todo)
        await expect(moves).to_have_text(["to do: top of the stub → Dolores after the deal", "to do: Dolores → burn after the deal"])
        assert await page.locator("#ruling .answers .control:not(.gone) .label").all_text_contents() == ["Call the floor"]
        ruled(hub, rulings=[REPLACED], moves=MOVES)
        await expect(moves).to_have_text(["done: top of the stub → Dolores", "to do: Dolores → burn"])
        ruled(hub, rulings=[REPLACED], moves=[{**move, "made": True} for move in MOVES])
        await expect(moves.nth(1)).to_have_text("done: Dolores → burn")
        await expect(page.locator("#ruling")).to_be_hidden()
        await page.reload()  # what was done is not told again
        await expect(page.locator("#link")).to_have_text("Live")
        await expect(page.locator("#who")).to_have_text("Emil")
        await expect(page.locator("#ruling")).to_be_hidden()

    at_panel(stage, go)


def test_a_hand_that_is_stopped_says_so_and_takes_no_action(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        ruled(hub, rulings=[MISDEAL], stopped="h7-r7")
        await expect(page.locator("#ruling .sort")).to_have_text("Stop: nobody acts")
        await expect(page.locator("#who")).to_have_text("Stopped")
        await expect(page.locator("#big button:enabled, #small button:enabled")).to_have_count(0)
        await page.keyboard.press("c")
        assert await page.locator("#ruling .answers .control:not(.gone) .label").all_text_contents() == ["Confirm", "Call the floor"]
        await page.wait_for_timeout(400)
        await page.locator("#ruling [data-id=ruling-yes]").click()
        await expect(page.locator("[aria-busy]")).to_have_count(0)
        await desk.got(("floor_rule", {"ruling": "h7-r7", "decision": "confirm"}))
        ruled(hub, rulings=[{**MISDEAL, "status": "overridden", "alternative": "play_on", "reason": "seen by nobody"}], stopped=None)
        await expect(page.locator("#who")).to_have_text("Emil")
        await expect(page.locator("#big [data-id=call]")).to_be_enabled()

    at_panel(stage, go)


def test_a_report_has_a_word_in_every_language() -> None:
    words = read_words(STATIC / "reporting.words.js")
    for language in LANGUAGES:
        for what in set(get_args(Reported)) - FLOORS:
            assert words[language][f"report.{what}"], what
        for step in get_args(ShuffleStep):
            assert words[language][f"shuffle.{step}"], step


def test_between_hands_the_button_goes_where_the_cards_say(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        await open_sheet(page)
        await choose(page, "draw")
        await expect(page.locator("dialog[open]")).to_have_count(0)
        await expect(page.locator("[aria-busy]")).to_have_count(0)
        await desk.got(("button", {"draw": True}))

    at_panel(stage, go, scene=PANEL_SCENES["showdown"])


def test_who_has_folded_may_want_his_hand_back(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        await page.locator(".seat.is-folded").first.click()
        seat = int(await page.locator(".seat.is-folded").first.get_attribute("data-seat") or 0)
        await page.locator("dialog").get_by_role("button", name="Wants his hand back").click()
        await expect(page.locator("[aria-busy]")).to_have_count(0)
        rev = json.loads(hub.held["state"].body)["rev"]
        await desk.got(("request", {"seat": seat, "what": "retrieve", "expect_rev": rev}))

    at_panel(stage, go)


def test_chips_that_are_on_their_way_are_told_marked_and_told_again_when_they_are_there(stage: Theatre) -> None:
    async def go(page: Page, hub: ScriptedHub, desk: Desk) -> None:
        now = json.loads(hub.held["state"].body)
        await page.locator("[data-seat='1']").click()
        await page.locator("dialog").get_by_role("button", name="Chips on their way …").click()
        for key in "400":
            await page.keyboard.press(key)
        await page.keyboard.press("Enter")
        await expect(page.locator("[aria-busy]")).to_have_count(0)
        await desk.got(("buy_in", {"seat": 1, "amount": 400, "behind": True, "expect_rev": now["rev"]}))
        first = {**now["seats"][0], "behind": 400, "result": None, "last_action": None}
        hub.publish("state", State.model_validate({**now, "rev": now["rev"] + 1, "seats": [first, *now["seats"][1:]]}))
        await expect(page.locator("[data-seat='1'] .act")).to_have_text("400 on the way")
        await page.wait_for_timeout(400)
        await page.locator("[data-seat='1']").click()
        await page.locator("dialog").get_by_role("button", name="His chips are here").click()
        await expect(page.locator("[aria-busy]")).to_have_count(0)
        await desk.until(2)
        assert desk.sent[1:] == [("request", {"seat": 1, "what": "arrived", "expect_rev": now["rev"] + 1})]

    at_panel(stage, go, scene=PANEL_SCENES["showdown"])
