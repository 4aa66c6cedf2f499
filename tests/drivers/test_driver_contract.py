"""What every driver holds to, whatever it drives. A new driver adds its healthy device here."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable

import pytest
from feig_peer import Peer, tag

from controller.clock import run
from drivers.base import AntennaRead, Driver, Health
from drivers.registry import DRIVERS, make_driver
from firmware_bridge.transport import Opener, Transport, TransportError

HEALTHY: dict[str, Callable[[], Peer]] = {"feig": lambda: Peer({1: [tag(1)], 2: [tag(2), tag(3)]})}

Scene = Callable[[Driver, Peer, list[AntennaRead], list[Health]], Awaitable[None]]


def play(kind: str, scene: Scene, opener_of: Callable[[Peer], Opener] = lambda peer: peer.open) -> None:
    async def main() -> None:
        peer = HEALTHY[kind]()
        driver = make_driver(kind, "part", opener_of(peer), {})
        reads: list[AntennaRead] = []
        healths: list[Health] = []
        task = asyncio.create_task(driver.run(reads.append, healths.append))
        await scene(driver, peer, reads, healths)
        assert not task.done(), "run ended by itself"
        before = len(asyncio.all_tasks())
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await peer.stop()
        assert len(asyncio.all_tasks()) < before
        assert asyncio.all_tasks() == {asyncio.current_task()}, "a task was left behind"
        assert driver.health().state == "off"

    run(main, speed=None)


def test_each_driver_is_held_to_the_contract() -> None:
    assert set(HEALTHY) == set(DRIVERS)


@pytest.mark.parametrize("kind", DRIVERS)
def test_readings_are_its_own_in_order_and_intervals(kind: str) -> None:
    async def scene(driver: Driver, peer: Peer, reads: list[AntennaRead], healths: list[Health]) -> None:
        await asyncio.sleep(10)
        now_ns = round(asyncio.get_running_loop().time() * 1e9)
        assert reads
        for read in reads:
            assert read.part == "part"
            assert 0 <= read.started_ns <= read.ended_ns <= now_ns
            assert len(set(read.tags)) == len(read.tags)
        for early, late in itertools.pairwise(reads):
            assert early.ended_ns <= late.started_ns  # one antenna at a time

    play(kind, scene)


@pytest.mark.parametrize("kind", DRIVERS)
def test_health_is_told_when_it_changes_and_not_otherwise(kind: str) -> None:
    async def scene(driver: Driver, peer: Peer, reads: list[AntennaRead], healths: list[Health]) -> None:
        await asyncio.sleep(5)
        peer.odd = lambda command, body, right: []
        await asyncio.sleep(30)
        peer.odd = None
        await asyncio.sleep(30)
        told = [(health.state, health.reason, health.remedy) for health in healths]
        assert all(one != other for one, other in itertools.pairwise(told))
        assert [state for state, _, _ in told] == ["starting", "ok", "failed", "ok"]
        for health in healths:
            assert bool(health.reason) == bool(health.remedy) == (health.state in ("degraded", "failed"))
        assert driver.health().state == healths[-1].state
        since = [health.since_ns for health in healths]
        assert since == sorted(since)

    play(kind, scene)


@pytest.mark.parametrize("kind", DRIVERS)
def test_counters_never_go_down(kind: str) -> None:
    async def scene(driver: Driver, peer: Peer, reads: list[AntennaRead], healths: list[Health]) -> None:
        last: dict[str, int] = {}
        for second in range(30):
            if second % 7 == 3:
                await peer.unplug()
            await asyncio.sleep(1)
            counters = driver.health().counters
            assert all(counters[name] >= count for name, count in last.items())
            last = dict(counters)
        assert any(last.values())

    play(kind, scene)


@pytest.mark.parametrize("kind", DRIVERS)
def test_an_absent_device_is_health(kind: str) -> None:
    def absent(peer: Peer) -> Opener:
        async def opener() -> Transport:
            raise TransportError("tcp.refused", "10.0.0.1:1 refuses", "check the port")

        return opener

    async def scene(driver: Driver, peer: Peer, reads: list[AntennaRead], healths: list[Health]) -> None:
        await asyncio.sleep(60)
        assert [(health.state, health.reason) for health in healths] == [("starting", ""), ("failed", "tcp.refused")]
        assert not reads

    play(kind, scene, absent)


@pytest.mark.parametrize("kind", DRIVERS)
@pytest.mark.parametrize("moment_s", [0.0, 0.001, 0.01, 0.03, 0.5])
def test_it_may_be_stopped_at_any_moment(kind: str, moment_s: float) -> None:
    async def scene(driver: Driver, peer: Peer, reads: list[AntennaRead], healths: list[Health]) -> None:
        await asyncio.sleep(moment_s)

    play(kind, scene)


@pytest.mark.parametrize("kind", DRIVERS)
def test_it_may_run_again_after_it_was_stopped(kind: str) -> None:
    async def main() -> None:
        peer = HEALTHY[kind]()
        driver = make_driver(kind, "part", peer.open, {})
        for _ in range(3):
            reads: list[AntennaRead] = []
            task = asyncio.create_task(driver.run(reads.append, lambda health: None))
            await asyncio.sleep(2)
            assert driver.health().state == "ok"
            assert reads
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        await peer.stop()

    run(main, speed=None)
