"""How often the disk is written: memory cards die of writes that nobody needs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from kept_felt import KeptFelt, place_in

from controller import clock
from controller.game.cards import Card, card_text
from controller.game.chips import Stakes
from controller.game.zones import BOARD, HOLE
from controller.harness import ReaderSetup, TableInProcess
from controller.journal.log import JournalledState, MemoryJournal
from controller.rules.house import House
from sim.faults import Faults
from sim.table import SimTable

HOLES = {3: ("As", "Ad"), 5: ("Kc", "Kd"), 1: ("2c", "7d")}


class Counting(MemoryJournal):
    """Counts the commits a disk would have."""

    commits = 0

    def append(self, records: Sequence[bytes], state: JournalledState, told: int) -> bool:
        self.commits += 1
        return super().append(records, state, told)


@pytest.mark.slow
def test_an_hour_of_reading_cards_that_lie_still_writes_nothing() -> None:
    """Twenty-four sweeps a second, cards missed and read next door: no news, so no commit."""

    async def main() -> tuple[int, int, int]:
        floor, journal = SimTable(3, Faults(miss=0.05, cross=0.01)), Counting()
        antennas = {name: {n: zone for (part, n), zone in floor.antenna_zones.items() if part == name} for name in floor.readers}
        readers = [ReaderSetup(name, "feig", opener, antennas[name]) for name, opener in floor.openers().items()]
        house = House(seats=10, stakes=Stakes(5, 10))
        table = TableInProcess(house, readers=readers, deck=floor.deck, journal=journal, clock=clock.Clock(asyncio.get_running_loop()))
        devices = asyncio.create_task(floor.run())
        await table.start()
        for card, zone in enumerate([*HOLE[1:], *HOLE[1:], *[BOARD] * 5]):
            floor.world.put(next(one for one in floor.deck.values() if one == card), zone)
        await asyncio.sleep(10)
        laid, readings = journal.commits, table.readings
        await asyncio.sleep(600)
        found = laid, journal.commits - laid, table.readings - readings
        await table.stop()
        devices.cancel()
        await asyncio.gather(devices, return_exceptions=True)
        return found

    laid, idle, readings = clock.run(main, speed=None)
    assert laid > 0
    assert readings > 10_000
    assert idle == 0


@pytest.mark.slow
def test_a_hand_is_a_commit_an_act_and_a_known_number_of_bytes(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path, snapshot_hands=10))
    felt.seat(1, 3, 5)

    def hand() -> tuple[int, int]:
        for card, zone in enumerate(felt.turn.table.card_zones):
            if zone is not None:
                felt.card(card_text(Card(card)), None, zone)
        before, began = felt.journal.counters["commits"], sum(file.stat().st_size for file in tmp_path.glob("journal.db*"))
        felt.play_checked_down(HOLES, ("Ah", "Td", "9c", "3c", "2h"), ("4c", "4d", "4h"))
        grown = sum(file.stat().st_size for file in tmp_path.glob("journal.db*")) - began
        return felt.journal.counters["commits"] - before, grown

    hands = [hand() for _ in range(30)]
    acts = len(["new_hand", "post"]) + 6 + 3 + 9 + 8 + 3  # hole cards, calls and checks, board and burns, shows
    assert {commits for commits, _ in hands} == {acts}
    assert sum(grown for _, grown in hands) / len(hands) < 64_000
    felt.cut()
