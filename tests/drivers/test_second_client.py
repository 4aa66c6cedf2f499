"""A reader on the network that serves whoever connected last, and another program that tries its port again and again."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import pytest
from ports import free_port

from controller.clock import run
from controller.game.zones import BOARD, HOLE
from drivers.base import AntennaRead, Health
from drivers.registry import make_driver
from firmware_bridge.links import opener_for
from sim.faults import NO_FAULTS
from sim.table import SimTable

#: Generous: a slow machine is no failure.
LIMIT_S = 60.0
PROBES = 4


@pytest.mark.slow
def test_a_program_that_probes_the_port_costs_a_moment_and_no_storm() -> None:
    """Each probe throws us out: that is told with its reason, we are back by ourselves, and once for each time."""

    async def main() -> None:
        port = free_port()
        floor = SimTable(1, NO_FAULTS, layout={("hf0", 1): BOARD, ("hf0", 2): HOLE[1]})
        floor.use_links({"hf0": f"tcp:127.0.0.1:{port}"})
        devices = asyncio.create_task(floor.run())
        told: list[tuple[str, str]] = []
        reads: list[AntennaRead] = []
        news = asyncio.Event()

        def on_health(health: Health) -> None:
            told.append((health.state, health.reason))
            news.set()

        def on_reading(reading: AntennaRead) -> None:
            reads.append(reading)
            news.set()

        async def until(so: Callable[[], bool]) -> None:
            async with asyncio.timeout(LIMIT_S):
                while not so():
                    news.clear()
                    await news.wait()

        driver = make_driver("feig", "hf0", opener_for(f"tcp:127.0.0.1:{port}"), {"antennas": [1, 2]})
        running = asyncio.create_task(driver.run(on_reading, on_health))

        async def read_anew() -> None:
            reads.clear()
            await until(lambda: bool(reads) and driver.health().state == "ok")

        await read_anew()
        for _ in range(PROBES):
            before = len(told)
            _, prober = await asyncio.open_connection("127.0.0.1", port)
            await until(lambda before=before: len(told) > before)
            await read_anew()
            prober.close()
            with contextlib.suppress(OSError):
                await prober.wait_closed()
        opened = driver.health().counters["links_opened"]
        running.cancel()
        devices.cancel()
        await asyncio.gather(running, devices, return_exceptions=True)
        lost = [reason for state, reason in told if state == "failed"]
        assert set(lost) == {"tcp.closed"}
        assert PROBES <= len(lost) <= 2 * PROBES
        assert opened <= 1 + 2 * PROBES, "a link for each time we were thrown out, and not one after another"

    run(main)
