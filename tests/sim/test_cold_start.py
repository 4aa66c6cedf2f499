"""Table and readers come up at the same moment: in whichever order, nobody has to pull a plug."""

from __future__ import annotations

import asyncio

import pytest
from wire_table import wire_table

from controller import clock
from controller.game.cards import FULL_DECK
from controller.game.chips import Stakes
from controller.game.zones import BOARD
from sim.faults import NO_FAULTS
from sim.port import TableSpec
from sim.table import SimTable

#: When the readers get power, when the daemon starts, and how long a reader boots; what it says then is noise. Units: seconds.
STARTS = [(0.0, 0.0, 0.2), (0.0, 0.0, 3.0), (0.0, 1.0, 3.0), (4.0, 0.0, 0.5), (4.0, 0.0, 8.0), (1.0, 1.0, 20.0)]


@pytest.mark.parametrize(("power_s", "daemon_s", "boot_s"), STARTS)
def test_a_cold_start_in_any_order_ends_with_every_reader_read(power_s: float, daemon_s: float, boot_s: float) -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        floor = SimTable(1, NO_FAULTS)
        table = wire_table(TableSpec("cold", 10, Stakes(5, 10), floor.openers(), floor.antenna_zones, floor.deck))
        lying = FULL_DECK[7]
        for name in floor.readers:
            floor.stop_reader(name)
        devices = asyncio.create_task(floor.run())

        async def switch_on() -> None:
            await asyncio.sleep(power_s)
            for name in floor.readers:
                floor.start_reader(name)
            floor.world.put(lying, BOARD)
            await asyncio.gather(*(reader.reset(boot_s) for reader in floor.readers.values()))

        powered = asyncio.create_task(switch_on())
        await asyncio.sleep(daemon_s)
        await table.start()
        await powered
        up_s = loop.time()
        while not (all(driver.health().state == "ok" for driver in table.drivers) and table.sensing.zone_of(lying) == BOARD):
            assert loop.time() - up_s < 20.0, [driver.health() for driver in table.drivers]
            await asyncio.sleep(0.1)
        await table.stop()
        devices.cancel()
        await asyncio.gather(devices, return_exceptions=True)

    clock.run(main, speed=None)
