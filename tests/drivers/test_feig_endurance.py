"""Hundreds of drops, and hours without any reader: it always comes back, and the log stays short."""

from __future__ import annotations

import asyncio
import itertools
import logging
import random

import pytest
from feig_peer import Peer, tag

from controller.clock import Clock, run
from controller.game.zones import BOARD, HOLE
from controller.harness import ReaderSetup, TableInProcess
from controller.rules.house import House
from drivers.base import AntennaRead, Health
from drivers.feig import LONGEST_RETRY_S
from drivers.registry import make_driver
from firmware_bridge.transport import Transport, TransportError

A = tag(0xA1)
#: The longest pause between two attempts, its spread, and what the reader then takes.
BACK_WITHIN_S = LONGEST_RETRY_S * 1.2 + 1.0


@pytest.mark.parametrize("seed", range(2))
def test_after_each_of_200_drops_it_is_back(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    """Unplugged for a while, hung up and there again at once, or silent until the link is opened anew."""
    caplog.set_level(logging.INFO)
    luck = random.Random(seed)  # noqa: S311 # a repeatable evening

    async def main() -> list[Health]:
        peer = Peer({1: [A]})
        reads: list[AntennaRead] = []
        told: list[Health] = []
        driver = make_driver("feig", "hf0", peer.open, {"antennas": [1], "sweep_pause_s": 0.2})
        task = asyncio.create_task(driver.run(reads.append, told.append))
        for number in range(200):
            await asyncio.sleep(luck.uniform(0.0, 3.0))
            match luck.choice(("gone", "hung up", "silent")):
                case "gone":
                    peer.refusal = TransportError("serial.absent", "/dev/reader is not there", "plug it in")
                    await peer.unplug()
                    await asyncio.sleep(luck.uniform(0.0, 20.0))
                    peer.refusal = None
                case "hung up":
                    await peer.unplug()
                case "silent":
                    peer.odd = lambda command, body, right: []
                    await asyncio.sleep(luck.uniform(0.0, 20.0))
                    peer.odd = None
            reads.clear()
            await asyncio.sleep(BACK_WITHIN_S)
            assert reads, f"drop {number}: no reading {BACK_WITHIN_S:.0f} s after it was there again"
            assert reads[-1].tags == (A,)
            assert driver.health().state == "ok"
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await peer.stop()
        return told

    told = run(main, speed=None)
    assert all(before.state != after.state or before.reason != after.reason for before, after in itertools.pairwise(told))
    assert len(caplog.records) <= 2 * 200


@pytest.mark.parametrize("code", ["serial.absent", "tcp.timeout", "serial.busy"])
def test_an_hour_with_everything_unplugged_is_a_handful_of_lines(code: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    attempts: list[float] = []

    async def refuse() -> Transport:
        attempts.append(asyncio.get_running_loop().time())
        raise TransportError(code, "/dev/reader cannot be used", "see to it")

    async def main() -> None:
        readers = [ReaderSetup(name, "feig", refuse, {1: zone}) for name, zone in (("hf0", HOLE[1]), ("hf1", BOARD))]
        table = TableInProcess(House(seats=2), readers=readers, clock=Clock(asyncio.get_running_loop()))
        await table.start()
        await asyncio.sleep(3600)
        await table.stop()

    run(main, speed=None)
    lines = [record for record in caplog.records if record.name != "asyncio"]
    assert len(lines) == 2, [record.getMessage() for record in lines]
    assert len(attempts) > 2 * 3600 / (LONGEST_RETRY_S * 1.2) - 2, "it goes on trying"
