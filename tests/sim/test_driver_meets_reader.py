"""The real driver against the simulated reader: two codecs written apart must understand each other."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Awaitable, Callable

import pytest

from controller.clock import run
from controller.game.cards import FULL_DECK, Card
from controller.game.zones import BOARD, BURN, HOLE, MUCK, STUB, Zone
from drivers.base import AntennaRead, Driver, Health
from drivers.registry import make_driver
from firmware_bridge.transport import TransportClosedError
from sim.faults import NO_FAULTS, Faults
from sim.layout import STANDARD_LAYOUT
from sim.table import SimTable

OUTPUTS = {name: tuple(output for part, output in STANDARD_LAYOUT if part == name) for name in ("hf0", "hf1")}


class Watch:
    """A table, the drivers of its readers, and everything they reported."""

    def __init__(self, faults: Faults = NO_FAULTS, seed: int = 1, **options: bool) -> None:
        self.table = SimTable(seed, faults, **options)
        self.readings: list[AntennaRead] = []
        self.health: list[Health] = []
        self.drivers: dict[str, Driver] = {
            name: make_driver("feig", name, opener, {"antennas": OUTPUTS[name], **options}) for name, opener in self.table.openers().items()
        }

    def states(self, part: str) -> list[tuple[str, str]]:
        return [(one.state, one.reason) for one in self.health if one.part == part]

    def last(self) -> dict[Zone, set[Card]]:
        """Cards of each zone by the last reading of its antenna."""
        deck = self.table.deck
        return {STANDARD_LAYOUT[read.part, read.antenna]: {deck[tag] for tag in read.tags} for read in self.readings}


def watch(play: Callable[[Watch], Awaitable[None]], make: Callable[[], Watch] = Watch) -> Watch:
    """Run `play` beside devices and drivers in virtual time."""

    async def main() -> Watch:
        made = make()
        tasks = [asyncio.create_task(made.table.run())]
        tasks += [asyncio.create_task(driver.run(made.readings.append, made.health.append)) for driver in made.drivers.values()]
        await play(made)
        for task in reversed(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return made

    return run(main, speed=None)


@pytest.mark.parametrize("notify_once", [False, True], ids=["lists everything", "notifies once"])
def test_the_driver_sees_what_lies_on_the_felt(notify_once: bool) -> None:
    async def play(at: Watch) -> None:
        world = at.table.world
        places = [(HOLE[n], 2) for n in range(1, 11)] + [(BOARD, 5), (BURN, 2), (MUCK, 2)]
        cards = iter(FULL_DECK)
        for zone, count in places:
            for _ in range(count):
                world.put(next(cards), zone)
        for seat in (3, 4, 5):
            at.readings.clear()
            await asyncio.sleep(2.0)
            seen = at.last()
            assert set(seen) == set(STANDARD_LAYOUT.values()), "every antenna reports, empty or not"
            for zone, _ in places:
                assert seen[zone] <= set(world.cards_in(zone))
            for zone in (*HOLE[1:], BOARD):
                assert seen[zone] == set(world.cards_in(zone))
            assert seen[STUB] <= set(world.cards_in(STUB)[-3:]), "only the top of the pile"
            world.put(world.cards_in(HOLE[seat])[0], MUCK)

    watched = watch(play, lambda: Watch(notify_once=notify_once))
    assert watched.states("hf0")[-1] == watched.states("hf1")[-1] == ("off", "")
    assert ("ok", "") in watched.states("hf0")


def test_a_full_sweep_of_eight_outputs_takes_a_few_tenths_of_a_second() -> None:
    async def play(at: Watch) -> None:
        for seat in range(1, 9):
            at.table.world.put(FULL_DECK[seat], HOLE[seat])
        await asyncio.sleep(20.0)

    watched = watch(play)
    starts = [read.started_ns for read in watched.readings if (read.part, read.antenna) == ("hf0", 1)]
    longest_s = max(later - earlier for earlier, later in itertools.pairwise(starts)) / 1e9
    assert 0.2 < longest_s < 0.45
    assert all(read.ended_ns > read.started_ns for read in watched.readings)


def test_a_reader_that_loses_its_power_is_found_again_and_the_other_never_notices() -> None:
    async def play(at: Watch) -> None:
        at.table.world.put(FULL_DECK[0], HOLE[1])
        await asyncio.sleep(2.0)
        at.table.stop_reader("hf0")
        await asyncio.sleep(1.0)
        at.readings.clear()
        await asyncio.sleep(5.0)
        assert {read.part for read in at.readings} == {"hf1"}
        assert at.drivers["hf0"].health().state == "failed"
        at.table.start_reader("hf0")
        await asyncio.sleep(8.0)
        assert at.last()[HOLE[1]] == {FULL_DECK[0]}
        assert at.drivers["hf0"].health().state == "ok"

    watched = watch(play)
    assert [state for state, _ in watched.states("hf1")] == ["starting", "ok", "off"]


def test_silence_and_a_minute_of_babble_pass() -> None:
    async def play(at: Watch) -> None:
        reader = at.table.reader("hf0")
        at.table.world.put(FULL_DECK[0], HOLE[1])
        await asyncio.sleep(2.0)
        reader.silent = True
        await asyncio.sleep(30.0)
        assert at.drivers["hf0"].health().state == "failed"
        reader.silent = False
        await asyncio.sleep(10.0)
        assert at.drivers["hf0"].health().state == "ok"
        until_s = asyncio.get_running_loop().time() + 60.0
        while asyncio.get_running_loop().time() < until_s:
            with contextlib.suppress(TransportClosedError):  # the driver may hang up and try anew
                await reader.babble(3490)
            await asyncio.sleep(0.01)
        assert at.drivers["hf0"].health().state != "ok"
        await asyncio.sleep(20.0)
        assert at.drivers["hf0"].health().state == "ok"
        at.readings.clear()
        await asyncio.sleep(1.0)
        assert at.last()[HOLE[1]] == {FULL_DECK[0]}

    watched = watch(play)
    deck = watched.table.deck
    assert all(tag in deck for read in watched.readings for tag in read.tags), "noise never becomes a tag"


def test_a_crowded_antenna_is_read_whole_with_more() -> None:
    async def play(at: Watch) -> None:
        for card in FULL_DECK[:40]:
            at.table.world.put(card, BOARD)
        await asyncio.sleep(2.0)
        assert at.last()[BOARD] == set(FULL_DECK[:40])

    watch(play)


def test_one_seed_gives_the_same_readings_twice() -> None:
    async def play(at: Watch) -> None:
        for n in range(12):
            at.table.world.put(FULL_DECK[n], HOLE[1 + n % 10])
            await asyncio.sleep(0.4)

    def readings(seed: int) -> list[AntennaRead]:
        return watch(play, lambda: Watch(Faults(miss=0.10, cross=0.02), seed)).readings

    assert readings(1) == readings(1)
    assert readings(1) != readings(2)
