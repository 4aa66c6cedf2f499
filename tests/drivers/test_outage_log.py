"""The log of a device: a line down and a line back, and no flood from a plug that is loose."""

from __future__ import annotations

import asyncio
import logging
import random

import pytest
from feig_peer import Peer, tag

from controller.clock import run
from drivers.feig import FeigDriver, FeigOptions
from drivers.outage_log import HOLDS_S, MEMORY_S, MOST_OUTAGES, OutageLog

log = logging.getLogger("drivers.some_device")

#: What an hour of one device may write, however often it comes and goes.
MOST_LINES = 40


def test_one_that_goes_down_now_and_then_has_a_line_each(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        outages = OutageLog("reader hf0", log)
        for _ in range(3 * MOST_OUTAGES):
            outages.note("degraded", "rfid.garbage", "see to the cable")
            outages.note("failed", "serial.absent", "plug it in")
            outages.note("degraded", "rfid.garbage", "see to the cable")
            outages.note("ok", "", "")
            await asyncio.sleep(MEMORY_S / MOST_OUTAGES)
        outages.close()

    run(main, speed=None)
    one = [
        "reader hf0 is degraded: rfid.garbage; see to the cable",
        "reader hf0 is failed: serial.absent; plug it in",
        "reader hf0 is back",
    ]
    assert caplog.messages == one * (3 * MOST_OUTAGES)


def test_one_that_comes_and_goes_says_so_and_what_is_new_and_when_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        outages = OutageLog("reader hf0", log)
        for _ in range(200):
            outages.note("degraded", "rfid.garbage", "see to the cable")
            await asyncio.sleep(5.0)
            outages.note("ok", "", "")
            await asyncio.sleep(5.0)
        assert len(caplog.messages) == 2 * MOST_OUTAGES + 1
        assert "it comes and goes: no more of this until it has been well for 10 minutes" in caplog.messages[-1]
        caplog.clear()
        for _ in range(3):
            outages.note("failed", "serial.absent", "plug it in")
            await asyncio.sleep(HOLDS_S + 1.0)  # absent for good is not well
        outages.note("ok", "", "")
        await asyncio.sleep(HOLDS_S - 1.0)
        assert caplog.messages == ["reader hf0 is failed: serial.absent; plug it in"]
        await asyncio.sleep(2.0)
        assert caplog.messages[1:] == ["reader hf0 is back"]
        outages.close()

    run(main, speed=None)


def test_a_device_that_is_let_go_of_says_nothing_later(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        outages = OutageLog("reader hf0", log)
        for _ in range(MOST_OUTAGES + 2):
            outages.note("failed", "serial.absent", "plug it in")
            outages.note("ok", "", "")
        outages.close()
        caplog.clear()
        await asyncio.sleep(2 * HOLDS_S)

    run(main, speed=None)
    assert caplog.messages == []


@pytest.mark.parametrize("noisy", [0.03, 0.1, 0.3])
@pytest.mark.slow
def test_an_hour_on_a_noisy_line_is_a_few_lines(noisy: float, caplog: pytest.LogCaptureFixture) -> None:
    """A reader whose answers come with noise now and then is degraded and well by turns, all day long."""
    luck = random.Random(5)  # noqa: S311 # a repeatable hour
    told: list[str] = []

    async def main() -> None:
        peer = Peer({1: [tag(1)]})
        peer.odd = lambda command, body, right: [b"\x55" * 7, right] if luck.random() < noisy else None
        driver = FeigDriver("hf0", peer.open, FeigOptions(antennas=(1,), sweep_pause_s=0.3))
        task = asyncio.create_task(driver.run(lambda reading: None, lambda health: told.append(health.state)))
        await asyncio.sleep(3600)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await peer.stop()

    caplog.set_level(logging.INFO)
    run(main, speed=None)
    assert "degraded" in told, "the health topic says it each time"
    assert len(caplog.messages) < MOST_LINES
