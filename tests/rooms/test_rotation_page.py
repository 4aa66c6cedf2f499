"""Games in rotation on the pages: set on the table page, shown on every page, hand after hand dealt through simulated readers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect
from stage import Theatre, theatre
from watched_room import WatchedRoom, room_page

from controller.core import expectation
from controller.game.cards import FULL_DECK
from controller.game.variants import VARIANTS
from controller.game.zones import STUB, UP_SEAT
from sim.faults import NO_FAULTS
from sim.layout import STUD_LAYOUT
from sim.table import SimTable

#: The eight games, as the page names them, with what is shown of their stakes: the table's are 50 / 100, fixed limit where there is one.
EIGHT = (
    ("Fixed-limit 2-7 triple draw", "50 / 100"),
    ("Fixed-limit Texas hold'em", "50 / 100"),
    ("Fixed-limit Omaha hi-lo", "50 / 100"),
    ("Fixed-limit razz", "100–200"),
    ("Fixed-limit seven-card stud", "100–200"),
    ("Fixed-limit seven-card stud hi-lo", "100–200"),
    ("No-limit Texas hold'em", "50 / 100"),
    ("Pot-limit Omaha", "50 / 100"),
)


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre(speed=10.0)


def told(room: WatchedRoom) -> dict[str, Any]:
    """What the topic `state` says."""
    state: dict[str, Any] = next(json.loads(message.body) for message in room.hub.snapshot() if message.name == "state")
    return state


async def fill(page: Page, **fields: str) -> None:
    for name, chosen in fields.items():
        field = page.locator(f"#sheet [name={name}]")
        if await field.evaluate("(node) => node.tagName") == "SELECT":
            await field.select_option(chosen)
        else:
            await field.fill(chosen)


async def press(page: Page, name: str) -> None:
    await page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.slow
def test_the_floor_sets_goes_on_and_ends_a_rotation(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        room.do("sit", seat=1, name="Ann", stack=5_000)
        room.do("sit", seat=2, name="Ben", stack=5_000)
        async with room.open() as server, room_page(stage.browser, server, "/table") as watched:
            page = watched.page
            await page.locator("#rotation").click()
            await fill(page, list="horse", position="3")
            await press(page, "Save")
            await expect(page.locator("#game")).to_contain_text("3 of 5; then seven-card stud, after 2 more hands")
            await expect(page.locator("#stakes")).to_be_disabled()
            assert told(room)["game"] == "razz"
            await page.locator("#rotation").click()
            await fill(page, position="5", minutes="20")
            await press(page, "Save")
            await expect(page.locator("#game")).to_contain_text("5 of 5; then Texas hold'em, after 20 minutes")
            await page.locator("#rotation").click()
            await fill(page, list="own")
            await press(page, "Save")
            await fill(page, game0="omaha", game2="badugi")
            await press(page, "Save")
            await expect(page.locator("#game")).to_contain_text("1 of 2; then badugi")
            assert [one["game"] for one in told(room)["rotation"]["games"]] == ["omaha", "badugi"]
            room.do("new_hand")
            await expect(page.locator("#rotation")).to_be_disabled()
            room.do("void_hand")
            await page.locator("#rotation").click()
            await press(page, "End the rotation")
            await expect(page.locator("#game")).not_to_contain_text("In rotation")
            await expect(page.locator("#stakes")).to_be_enabled()
            assert (told(room)["rotation"], told(room)["game"]) == (None, "omaha")
            assert watched.errors == []

    stage.run(main)


@pytest.mark.slow
def test_a_list_of_one_game_is_refused_in_words(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        async with room.open() as server, room_page(stage.browser, server, "/table?lang=de") as watched:
            page = watched.page
            await page.locator("#rotation").click()
            await fill(page, list="own")
            await press(page, "Übernehmen")
            await fill(page, game3="razz")
            await press(page, "Übernehmen")
            await expect(page.locator("#answer")).to_contain_text("2 bis 20 Spiele")

    stage.run(main)


async def until(so: Callable[[], bool]) -> None:
    """Wait for the readers."""
    while True:
        if so():
            return
        await asyncio.sleep(0.05)


async def deal(room: WatchedRoom) -> None:
    """Cards from the stub to whoever is expected to get one, each read by its antenna, until somebody is to act and has them all."""
    table, floor = room.table, room.floor
    assert floor is not None
    cards = iter(FULL_DECK)
    while (zones := expectation(table.table, table.turn.house).zones) and (hand := table.table.hand) is not None and hand.street < 1:
        if hand.to_act >= 0 and hand.dealt_to.count(len(hand.seats) - 1) == VARIANTS[hand.variant].hole_by_street[0]:
            return
        card, before = next(cards), len(hand.dealt)
        floor.world.put(card, zones[0], "up" if zones[0] in UP_SEAT else "down")
        await until(lambda before=before: table.table.hand is not None and len(table.table.hand.dealt) > before)


async def play(room: WatchedRoom) -> None:
    """Play a hand that nobody wants."""
    room.do("new_hand")
    if told(room)["stage"] == "posting":
        room.do("post")
    await deal(room)
    while told(room)["stage"] != "ended":
        state = told(room)
        legal = {one["do"] for one in state["legal"]["actions"] if one["legal"]}
        room.do("act", seat=state["to_act"], do="bring_in" if "bring_in" in legal else "fold")


async def gather(room: WatchedRoom) -> None:
    assert room.floor is not None
    for card in FULL_DECK:
        if room.floor.world.zone_of(card) != STUB:
            room.floor.world.put(card, STUB)
    await until(lambda: all(zone in (None, STUB) for zone in room.table.table.card_zones))


@pytest.mark.slow
def test_eight_games_through_readers_are_on_every_page_as_they_are_played(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path, floor=SimTable(1, NO_FAULTS, layout=STUD_LAYOUT), seats=6)
        room.do("sit", seat=1, name="Ann", stack=50_000)
        room.do("sit", seat=2, name="Ben", stack=50_000)
        room.do("button", seat=1)
        async with (
            room.open() as server,
            room_page(stage.browser, server, "/") as live,
            room_page(stage.browser, server, "/table") as table,
            room_page(stage.browser, server, "/dealer") as dealer,
        ):
            assert room.table.command("rotation", {"name": "eight_game"}, "floor").ok
            for number, (game, stakes) in enumerate(EIGHT, 1):
                for button in (1, 2):
                    await play(room)
                    assert (told(room)["rotation"]["position"], told(room)["button"]) == (number, button)
                    await expect(live.page.locator("#game")).to_contain_text(game)
                    await expect(live.page.locator("#stakes")).to_have_text(stakes)
                    await expect(table.page.locator("#game")).to_contain_text(f"{number} of 8")
                    await expect(dealer.page.locator("#stakes")).to_have_text(f"{stakes} {game.partition(' ')[2]}")
                    await gather(room)
            await expect(live.page.locator("#game")).to_contain_text("next hand: 2-7 triple draw")
            assert [live.errors, table.errors, dealer.errors] == [[], [], []]

    stage.run(main)
