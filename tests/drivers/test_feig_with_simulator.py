"""The driver's decoder and the simulator's encoder were written apart: here they meet."""

from __future__ import annotations

import asyncio

import pytest

from controller.clock import run
from drivers.base import AntennaRead, Health
from drivers.registry import make_driver
from firmware_bridge.transport import Transport, memory_pair
from sim.antennas import Antennas
from sim.faults import Faults
from sim.readers import FeigReader
from sim.world import World

NO_FAULTS = Faults(miss=0.0, cross=0.0)
LAYOUT = {("hf0", 1): "seat/1/hole", ("hf0", 2): "seat/2/hole", ("hf0", 3): "board"}


@pytest.mark.parametrize("notify_once", [False, True])
@pytest.mark.parametrize("sets_per_answer", [1, 2, 32])
@pytest.mark.parametrize("address", [255, 3])
def test_what_lies_on_the_felt_is_what_is_read(notify_once: bool, sets_per_answer: int, address: int) -> None:
    async def main() -> None:
        world = World(1)
        cards = world.cards_in("stub")
        for card in cards[:2]:
            world.put(card, "seat/1/hole")
        for card in cards[2:7]:
            world.put(card, "board", "up")
        reader = FeigReader(
            "hf0", Antennas(world, LAYOUT, 1, NO_FAULTS), address=3, notify_once=notify_once, sets_per_answer=sets_per_answer
        )
        links: list[asyncio.Task[None]] = []

        async def opener() -> Transport:
            near, far = memory_pair("hf0")
            links.append(asyncio.create_task(reader.serve(far)))
            return near

        reads: list[AntennaRead] = []
        healths: list[Health] = []
        options = {"antennas": [1, 2, 3], "notify_once": notify_once, "address": address}
        driver = make_driver("feig", "hf0", opener, options)
        task = asyncio.create_task(driver.run(reads.append, healths.append))

        async def seen() -> dict[int, set[frozenset[bytes]]]:
            await asyncio.sleep(1)
            reads.clear()
            await asyncio.sleep(3)
            return {antenna: {frozenset(read.tags) for read in reads if read.antenna == antenna} for antenna in (1, 2, 3)}

        tags = [world.tag_of(card) for card in cards]
        assert await seen() == {1: {frozenset(tags[:2])}, 2: {frozenset()}, 3: {frozenset(tags[2:7])}}
        world.put(cards[0], "seat/2/hole")
        world.take(cards[3])
        assert await seen() == {1: {frozenset(tags[1:2])}, 2: {frozenset(tags[:1])}, 3: {frozenset({tags[2], *tags[4:7]})}}

        reader.inject_status(0x84, times=6)
        await asyncio.sleep(0.3)
        assert (healths[-1].state, healths[-1].reason) == ("degraded", "rfid.antenna")
        await asyncio.sleep(3)
        assert healths[-1].state == "ok"

        reader.silent = True
        await asyncio.sleep(3)
        assert (healths[-1].state, healths[-1].reason) == ("failed", "rfid.silent")
        reader.silent = False
        await asyncio.sleep(8)
        assert healths[-1].state == "ok"

        await reader.babble(500)
        await asyncio.sleep(8)
        assert healths[-1].state == "ok"
        assert driver.health().counters["garbage_bytes"] > 300

        reader.stop()
        await asyncio.sleep(1)
        assert (healths[-1].state, healths[-1].reason) == ("failed", "link.closed")
        reader.start()
        await asyncio.sleep(8)
        assert healths[-1].state == "ok"

        task.cancel()
        await asyncio.gather(task, *links, return_exceptions=True)

    run(main, speed=None)
