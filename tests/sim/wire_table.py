"""The daemon's inner parts as the table under test of a wire replay: real drivers, sensing, desk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from controller import clock
from controller.game.zones import Zone
from controller.harness import ReaderSetup, TableInProcess
from controller.rules.house import House
from sim.outcome import ReplayResult
from sim.port import TableSpec


def wire_table(spec: TableSpec) -> TableInProcess:
    antennas: dict[str, dict[int, Zone]] = {}
    for (part, number), zone in spec.antenna_zones.items():
        antennas.setdefault(part, {})[number] = zone
    readers = [ReaderSetup(name, "feig", opener, antennas[name]) for name, opener in spec.openers.items()]
    return TableInProcess(
        House(seats=spec.seats, stakes=spec.stakes),
        readers=readers,
        deck=spec.deck,
        clock=clock.Clock(asyncio.get_running_loop()) if readers else None,
        keep_effects=True,
    )


def virtually(main: Callable[[], Coroutine[Any, Any, ReplayResult]]) -> ReplayResult:
    return clock.run(main, speed=None)
