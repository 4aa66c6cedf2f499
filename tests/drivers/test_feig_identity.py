"""Which device is on the port: the reader that belongs there, another reader, or none at all."""

from __future__ import annotations

import asyncio
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from feig_peer import Peer, standard, tag

from controller.clock import run
from drivers.base import AntennaRead, Driver, Health
from drivers.registry import make_driver
from firmware_bridge.links import open_pty, opener_for
from firmware_bridge.transport import Opener, Transport, memory_pair
from sim.gps import GpsReceiver

A, B = tag(0xA1), tag(0xB2)
LIMIT_S = 60.0


def addressed(address: int, *tags: bytes) -> Peer:
    """A reader whose bus address was set with the maker's tool."""
    peer = Peer({1: list(tags)})
    peer.odd = lambda command, body, right: [standard(address, right[2], right[3:-2])]
    return peer


def state(driver: Driver) -> tuple[str, str]:
    health = driver.health()
    return health.state, health.reason


def test_two_readers_that_changed_places_are_told_and_no_card_is_read_in_the_wrong_place() -> None:
    async def main() -> None:
        first, second = addressed(1, A), addressed(2, B)
        ports = {"hf0": second, "hf1": first}  # swapped
        reads: list[AntennaRead] = []
        told: list[Health] = []

        def opener(name: str) -> Opener:
            async def open_port() -> Transport:
                return await ports[name].open()

            return open_port

        drivers = [make_driver("feig", f"hf{n}", opener(f"hf{n}"), {"antennas": [1], "address": n + 1}) for n in (0, 1)]
        tasks = [asyncio.create_task(driver.run(reads.append, told.append)) for driver in drivers]
        await asyncio.sleep(60)
        assert [state(driver) for driver in drivers] == [("failed", "rfid.wrong_reader")] * 2
        assert "it answers as address 2 and not 1; plug it in where it belongs" in drivers[0].health().remedy
        assert reads == []
        assert [health.reason for health in told if health.part == "hf0"] == ["", "rfid.wrong_reader"], "told once in a minute"

        ports.update(hf0=first, hf1=second)
        await first.unplug()
        await second.unplug()
        await asyncio.sleep(10)
        assert [state(driver) for driver in drivers] == [("ok", "")] * 2
        assert {(read.part, read.tags) for read in reads} == {("hf0", (A,)), ("hf1", (B,))}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await first.stop()
        await second.stop()

    run(main, speed=None)


def test_another_device_on_the_port_is_told_with_the_remedy_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    async def main() -> None:
        peer, gps = Peer({1: [A]}), GpsReceiver()
        present = "gps"
        talking: list[asyncio.Task[None]] = []
        line: list[Transport] = []

        async def open_port() -> Transport:
            if present == "reader":
                return await peer.open()
            near, far = memory_pair("gps")
            line[:] = [far]
            talking.append(asyncio.create_task(gps.serve(far)))
            return near

        driver = make_driver("feig", "hf0", open_port, {"antennas": [1]})
        reads: list[AntennaRead] = []
        task = asyncio.create_task(driver.run(reads.append, lambda health: None))
        await asyncio.sleep(120)
        assert state(driver) == ("failed", "rfid.garbage")
        assert driver.health().remedy.endswith("that the device on this port is the reader")
        assert reads == []
        present = "reader"
        await line[0].close()
        await asyncio.sleep(10)
        assert state(driver) == ("ok", "")
        assert reads
        for each in (task, *talking):
            each.cancel()
        await asyncio.gather(task, *talking, return_exceptions=True)
        await peer.stop()

    run(main, speed=None)
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["reader hf0 is failed", "reader hf0 is back"]


#: Another program: it opens the port as we do, says so, and holds it until its input ends.
HOLDER = """
import asyncio, sys
from firmware_bridge.links import opener_for
link = asyncio.run(opener_for(sys.argv[1])())
print("held", flush=True)
sys.stdin.read()
"""


@pytest.mark.slow
def test_a_port_held_by_another_process_is_busy_and_one_that_is_gone_is_absent(tmp_path: Path) -> None:
    async def main() -> None:
        port = tmp_path / "hf0"
        device, _ = open_pty(port)
        holder = subprocess.Popen(  # noqa: ASYNC220 # answered at once, and waited for by its own line
            [sys.executable, "-c", HOLDER, f"serial:{port}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2], env={**os.environ, "PYTHONPATH": "."},
        )  # fmt: skip
        try:
            assert holder.stdout is not None
            assert await asyncio.to_thread(holder.stdout.readline) == "held\n"
            peer, news = Peer({1: [A]}, delay_s=0.005), asyncio.Queue[Health]()
            driver = make_driver("feig", "hf0", opener_for(f"serial:{port}"), {"antennas": [1]})
            task = asyncio.create_task(driver.run(lambda reading: None, news.put_nowait))

            async def becomes(reason: str) -> Health:
                async with asyncio.timeout(LIMIT_S):
                    while (health := await news.get()).state == "starting" or health.reason != reason:
                        pass
                return health

            assert "another program holds it: stop that program" in (await becomes("serial.busy")).remedy
            holder.communicate()
            peer.start(device)
            assert (await becomes("")).state == "ok"
            await device.close()
            assert "is not there: plug the device in" in (await becomes("serial.absent")).remedy
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await peer.stop()
        finally:
            holder.kill()
            holder.communicate()

    run(main)
