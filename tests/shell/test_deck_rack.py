"""Another deck is put in play at a table with readers, and the stub's timer."""

from __future__ import annotations

import asyncio

from controller import clock
from controller.deck_rack import DeckRack
from controller.effects import Tell
from controller.events import CardMoved
from controller.game.cards import FULL_DECK
from controller.game.chips import Stakes
from controller.game.zones import HOLE
from controller.harness import ReaderSetup, TableInProcess
from controller.rules.house import House
from drivers.base import AntennaRead

RED = {b"red-%04d" % card: card for card in FULL_DECK}
BLUE = {b"blu-%04d" % card: card for card in FULL_DECK}
HOUSE = House(seats=4, stakes=Stakes(50, 100), decks=("blue", "red"))


async def nowhere() -> object:
    raise NotImplementedError


def table_with(rack: DeckRack) -> TableInProcess:
    reader = ReaderSetup("hf0", "feig", nowhere, {1: HOLE[1]})  # type: ignore[arg-type] # it is never opened
    return TableInProcess(HOUSE, readers=[reader], rack=rack, keep_effects=True)


def read(table: TableInProcess, tag: bytes, from_ns: int) -> list[CardMoved]:
    before = len(table.facts)
    for k in range(6):
        table.take_reading(AntennaRead("hf0", 1, (tag,), from_ns + k * 100, from_ns + k * 100 + 50))
    table.turn.flush()
    return list(table.facts[before:])


def test_the_deck_that_is_put_in_play_is_the_one_that_is_read() -> None:
    async def main() -> None:
        table = table_with(DeckRack({"red": RED, "blue": BLUE}, "red"))
        assert [one.card for one in read(table, b"red-0007", 1_000)] == [7]
        assert read(table, b"blu-0009", 10_000_000) == []
        assert table.command("deck", {"do": "change", "deck": "blue"}).ok
        assert [one.card for one in read(table, b"blu-0009", 20_000_000)] == [9]
        assert read(table, b"red-0008", 30_000_000) == []

    clock.run(main, None)


def test_a_deck_without_a_name_changes_nothing_that_is_read() -> None:
    async def main() -> None:
        table = table_with(DeckRack({"red": RED}, "red"))
        assert table.command("deck", {"do": "change"}).ok
        assert [one.card for one in read(table, b"red-0007", 1_000)] == [7]

    clock.run(main, None)


def test_the_dealer_is_told_to_count_the_stub_after_half_an_hour_of_table_time() -> None:
    async def main() -> list[float]:
        table = TableInProcess(HOUSE, clock=clock.Clock(asyncio.get_running_loop()), keep_effects=True)
        await table.start()
        began_ns = table.clock.now_ns()
        await asyncio.sleep(2_000)
        assert table.command("report", {"what": "stub_counted", "number": 52}).ok
        await asyncio.sleep(2_000)
        await table.stop()
        await asyncio.sleep(4_000)
        return [(tell.at_ns - began_ns) / 1e9 for tell in table.stories if isinstance(tell, Tell) and tell.kind == "announcement"]

    assert [round(at_s) for at_s in clock.run(main, None)] == [1_800, 3_800]
