"""The status page beside a real table: a reader that is unplugged is said within a second, with what to do; and it comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect
from stage import Theatre, theatre
from watched_room import WatchedRoom, room_page

from controller.game.cards import FULL_DECK
from controller.game.zones import BOARD, HOLE, STUB
from sim.table import SimTable


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


@pytest.mark.slow
def test_an_unplugged_reader_is_said_with_what_to_do_and_comes_back(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        floor = SimTable(1)
        room = WatchedRoom(tmp_path, floor=floor)
        async with room.open() as server, room_page(stage.browser, server, "/status") as watched:
            page = watched.page
            lamp = page.locator("[data-part=hf1] .lamp")
            await expect(lamp).to_have_text("Works")
            await expect(page.locator("#antennas li[data-state=asked]")).to_have_count(len(floor.antenna_zones))
            told = asyncio.get_running_loop().create_future()
            room.hub.on_message(lambda message: told.done() or b'"failed"' not in message.body or told.set_result(message.name))
            floor.stop_reader("hf1")
            assert await told == "health/hf1"
            await expect(lamp).to_have_text("Down", timeout=1_000)
            await expect(page.locator("#todo li").first).to_contain_text("Reader hf1 is down.")
            await expect(page.locator("#todo li").first).to_contain_text("plug it in and switch it on")
            await expect(page.locator("#verdict")).to_have_attribute("data-level", "bad")
            await expect(page.locator("#verdict-means")).to_contain_text("entered by hand")
            silent = [f"hf1-{number}" for part, number in floor.antenna_zones if part == "hf1"]
            await expect(page.locator("#antennas li[data-state=silent]")).to_have_count(len(silent))
            for antenna in silent:
                await expect(page.locator(f"[data-antenna={antenna}]")).to_have_attribute("data-state", "silent")
            await expect(page.locator("[data-part=sensing] .kind")).to_contain_text(f"{14 - len(silent)} of 14")
            floor.start_reader("hf1")
            await expect(lamp).to_have_text("Works")
            await expect(page.locator("#todo li", has_text="hf1")).to_have_count(0)
            await expect(page.locator("#antennas li[data-state=asked]")).to_have_count(len(floor.antenna_zones))
            await expect(page.locator("#verdict-means")).to_contain_text("read every card")
            assert watched.errors == []

    stage.run(main)


@pytest.mark.slow
def test_it_shows_how_many_cards_lie_where_and_never_which(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        floor = SimTable(2)
        for card in FULL_DECK:
            floor.world.put(card, STUB)
        for card, zone in zip(FULL_DECK, (HOLE[3], HOLE[3], BOARD), strict=False):
            floor.world.put(card, zone)
        room = WatchedRoom(tmp_path, floor=floor)
        async with room.open() as server, room_page(stage.browser, server, "/status") as watched:
            page = watched.page
            heard: list[str] = []
            page.on("response", lambda response: heard.append(response.url))
            tile = page.locator("#antennas li", has=page.get_by_text("Seat 3", exact=True)).locator(".cards")
            await expect(tile).to_have_text("2 cards")
            await expect(page.locator("#antennas li", has_text="Board").locator(".cards")).to_have_text("1 card")
            await expect(page.locator("#antennas li", has_text="Stub").locator(".cards")).to_have_text("")
            told = await page.evaluate("fetch('/api/v1/antennas').then((answer) => answer.text())")
            for tag in floor.deck:
                assert tag.hex() not in told.lower()
            assert {url.partition("/api/v1")[2] for url in heard if "/api/" in url} <= {"/antennas", "/machine"}

    stage.run(main)


@pytest.mark.slow
def test_a_cause_is_told_in_the_readers_language(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        async with room.open() as server:
            room.hub.part_health("mqtt", "failed", "mqtt.unreachable", "start the broker at 192.0.2.7:1883")
            async with room_page(stage.browser, server, "/status?lang=de") as watched:
                todo = watched.page.locator("#todo li").first
                await expect(todo).to_contain_text("MQTT ist ausgefallen. Dort lauscht kein Broker")
                await expect(todo.locator("[lang=en]")).to_have_text("start the broker at 192.0.2.7:1883")
            async with room_page(stage.browser, server, "/status?lang=en") as watched:
                todo = watched.page.locator("#todo li").first
                await expect(todo).to_contain_text("MQTT is down. No broker listens there, or the network is away. start the broker")

    stage.run(main)


@pytest.mark.slow
def test_a_table_that_is_gone_is_not_called_well(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        async with room.open() as server, room_page(stage.browser, server, "/status") as watched:
            page = watched.page
            await expect(page.locator("#verdict-text")).not_to_have_text("The table does not answer.")
            port = int(server.url.rstrip("/").rpartition(":")[2])
            await room.close_pages()
            await expect(page.locator("#stale")).to_be_visible()
            await expect(page.locator("#verdict-text")).to_have_text("The table does not answer.")
            await room.serve(port)
            await expect(page.locator("#stale")).to_be_hidden()
            await expect(page.locator("#verdict-text")).not_to_have_text("The table does not answer.")

    stage.run(main)


@pytest.mark.slow
def test_without_antennas_it_says_so(stage: Theatre, tmp_path: Path) -> None:
    async def main() -> None:
        room = WatchedRoom(tmp_path)
        async with room.open() as server, room_page(stage.browser, server, "/status") as watched:
            await expect(watched.page.locator("[data-part=sensing] .kind")).to_have_text("no antennas in the table file")
            await expect(watched.page.locator("#machine")).to_contain_text("0.1.0, Python 3.")
            await expect(watched.page.locator("#antennas li")).to_have_count(0)

    stage.run(main)
