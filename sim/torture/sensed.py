"""A felt whose cards are read by antennas without readers and bytes: what the drivers would report goes into sensing, faults and all."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from controller.game.cards import Card
from controller.game.zones import Zone
from sim.antennas import Antennas
from sim.fault_plan import PlannedFault
from sim.faults import Faults
from sim.port import TableUnderTest
from sim.scenario.felt import WireFelt
from sim.sweeps import Sweeps
from sim.world import World

#: How long people wait for what lies there to be read before they go on all the same. Units: table seconds.
PATIENCE_S: Final = 12.0
#: How far time goes on between two looks at whether it is.
STEP_S: Final = 0.17


class SensedFelt(WireFelt):
    """Cards lie in a world; every antenna is asked in turn, as fast as readers ask, and answers with the faults it has."""

    def __init__(self, table: TableUnderTest, layout: Mapping[tuple[str, int], Zone], world: World, seed: int, faults: Faults) -> None:
        self.world = world
        self._table = table
        self._dead: set[Card] = set()
        self._faults: set[asyncio.Task[None]] = set()
        self.looks = 0
        self._sweeps = Sweeps(Antennas(world, layout, seed, faults), layout)
        self._sweeps.now_ns = round(asyncio.get_running_loop().time() * 1e9)

    async def settle(self) -> None:
        loop = asyncio.get_running_loop()
        until_s = loop.time() + PATIENCE_S
        while not self._read() and loop.time() < until_s:
            await self._pass(STEP_S)

    def kill(self, card: Card) -> None:
        """No tag is dead here: the faults say how tags answer."""

    def befall(self, fault: PlannedFault) -> None:
        """There are no readers that could have it."""

    async def _pass(self, lasts_s: float) -> None:
        """Let time pass; every antenna is asked meanwhile."""
        await asyncio.sleep(lasts_s)
        for reading in self._sweeps.until(round(asyncio.get_running_loop().time() * 1e9)):
            self._table.take_reading(reading)
        await asyncio.sleep(0)
