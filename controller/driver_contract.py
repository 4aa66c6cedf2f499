"""What every driver holds to, whatever it drives: `CHECKS`, each a scene on a bench in virtual time.

`pytest -p controller.driver_contract --pyargs controller.driver_contract --driver my.module --device my.module:serve`
runs them on a driver of yours. `my.module` has `make(name, opener, options)` as every driver; `serve(line)` is a healthy
device that answers on one link until that closes.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import random
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, NoReturn, TypeAlias
from unittest import mock

import pytest

from controller import clock
from controller.driver_bench import Bench, ContractBreachError, Subject, byte_by_byte, silence, whole

Check: TypeAlias = Callable[[Bench], Awaitable[None]]

#: Table seconds: to be ok with a healthy device; to notice that it is silent; to be back after a fault.
START_S, NOTICE_S, BACK_S = 60.0, 60.0, 120.0
#: Noise that arrives unasked, and how it is cut.
NOISE_BYTES, CHUNK_BYTES = 1_000_000, 1_000
FLAPS: Final = 50
#: Openings of an absent device in five minutes: more is a storm, fewer is no hot-plug.
LEAST_TRIES, MOST_TRIES = 5, 600
#: Awaits at the link in each of which the driver is cancelled once.
CANCELLED_AWAITS: Final = 60


async def start(bench: Bench) -> None:
    """With a healthy device it is `starting`, then `ok`, and tells its sweeps."""
    bench.start()
    await bench.is_ok(START_S, "It does not become ok and tell a sweep with a healthy device.")
    states = [health.state for health in bench.healths]
    if states[:1] != ["starting"]:
        raise ContractBreachError("The first health it tells is not 'starting': tell it as soon as `run` begins.")
    await bench.wait(60)
    if [health.state for health in bench.healths] != ["starting", "ok"]:
        raise ContractBreachError("Its health changes while nothing is wrong with the device.")
    await bench.stop()


async def absent(bench: Bench) -> None:
    """A device that is absent is health with the link's own reason, tried again with pauses, and found when it comes."""
    await bench.unplug("serial.absent")
    bench.start()
    await bench.wait(300)
    told = bench.driver.health()
    if (told.state, told.reason) != ("failed", "serial.absent"):
        raise ContractBreachError(
            "An absent device is not 'failed' with the code of the link's TransportError: pass its code and remedy on."
        )
    if bench.reads:
        raise ContractBreachError("It tells sweeps of a device that is absent.")
    if bench.operations < LEAST_TRIES:
        raise ContractBreachError("It gives an absent device up: open the link again and again, with pauses.")
    if bench.operations > MOST_TRIES:
        raise ContractBreachError("It tries an absent device without a pause: wait between two attempts.")
    if len(bench.healths) > 2:
        raise ContractBreachError("It tells an absent device more than once: tell changes only.")
    bench.plug_in()
    await bench.is_ok(BACK_S, "It does not find a device that is plugged in later.")
    await bench.stop()


async def unplug(bench: Bench) -> None:
    """A device pulled and plugged in again is `failed`, then `ok`, with no command and no sweep between."""
    bench.start()
    await bench.is_ok(START_S, "It does not become ok with a healthy device.")
    await bench.unplug()
    await bench.until(lambda: bench.driver.health().state == "failed", NOTICE_S, "It does not notice that its device is pulled.")
    told = len(bench.reads)
    await bench.wait(60)
    if len(bench.reads) != told:
        raise ContractBreachError("It tells sweeps of a device that is pulled.")
    bench.plug_in()
    await bench.is_ok(BACK_S, "It does not come back when its device is plugged in again.")
    await bench.stop()


async def flap(bench: Bench) -> None:
    """A device that comes and goes many times is back at the end, with one link open."""
    bench.start()
    chance = random.Random(5)  # noqa: S311 # moments, no secret
    for _ in range(FLAPS):
        await bench.wait(chance.uniform(0, 3))
        await bench.unplug()
        await bench.wait(chance.uniform(0, 1))
        bench.plug_in()
    await bench.is_ok(BACK_S, "It does not come back when its device has come and gone many times.")
    await bench.stop()


async def silent(bench: Bench) -> None:
    """A device that is there and says nothing is `failed` within a minute, and `ok` when it speaks again."""
    bench.start()
    await bench.is_ok(START_S, "It does not become ok with a healthy device.")
    bench.spoil = silence
    await bench.until(lambda: bench.driver.health().state == "failed", NOTICE_S, "It waits for ever for a device that says nothing.")
    bench.spoil = whole
    await bench.is_ok(BACK_S, "It does not come back when a silent device speaks again.")
    await bench.stop()


async def slow_line(bench: Bench) -> None:
    """Answers that arrive byte by byte are answers."""
    bench.spoil = byte_by_byte
    bench.start()
    await bench.is_ok(START_S, "It does not put an answer together that arrives byte by byte.")
    await bench.stop()


async def garbage(bench: Bench) -> None:
    """Garbage in place of answers is health, no sweep and no exception, and does not last."""
    bench.start()
    await bench.is_ok(START_S, "It does not become ok with a healthy device.")
    chance = random.Random(7)  # noqa: S311 # noise, no secret
    bench.spoil = lambda data: [chance.randbytes(max(1, len(data)))]
    await bench.until(
        lambda: bench.driver.health().state in ("degraded", "failed"), NOTICE_S, "It stays ok while it gets nothing but garbage."
    )
    told = len(bench.reads)
    await bench.wait(60)
    if any(reading.tags for reading in bench.reads[told:]):
        raise ContractBreachError("It makes tags out of garbage: check each answer, by its checksum where there is one.")
    bench.spoil = whole
    await bench.is_ok(BACK_S, "It does not come back after garbage.")
    await bench.stop()


async def noise(bench: Bench) -> None:
    """A megabyte that nobody asked for, at once, is outlived."""
    bench.start()
    await bench.is_ok(START_S, "It does not become ok with a healthy device.")
    chance = random.Random(11)  # noqa: S311 # noise, no secret
    for _ in range(NOISE_BYTES // CHUNK_BYTES):
        await bench.say(chance.randbytes(CHUNK_BYTES))
    bench.must_run()
    await bench.is_ok(BACK_S, "It does not come back after a megabyte of noise.")
    await bench.stop()


async def stop_twice(bench: Bench) -> None:
    """It may be stopped at rest and run again, as often as one likes."""
    for _ in range(3):
        bench.start()
        await bench.is_ok(START_S, "It does not run again after it was stopped.")
        await bench.stop()


async def cancel_anywhere(bench: Bench) -> None:
    """Cancelled in any of its awaits at the link it lets go of everything, and runs again."""
    for number in range(1, CANCELLED_AWAITS + 1):
        bench.operations, bench.cancel_at = 0, number
        bench.start()
        await bench.ended()
    bench.cancel_at = None
    bench.start()
    await bench.is_ok(START_S, "It does not run again after it was cancelled.")
    await bench.stop()


CHECKS: Final[dict[str, Check]] = {
    check.__name__: check for check in (start, absent, unplug, flap, silent, slow_line, garbage, noise, stop_twice, cancel_anywhere)
}


def hold_to(subject: Subject, check: Check) -> None:
    """Play one check on the driver. Raises: ContractBreachError; OSError and the like when the device itself fails."""

    loop = clock.TableLoop(speed=None)
    ended = True

    async def main() -> None:
        nonlocal ended
        bench = Bench(subject)
        try:
            await check(bench)
        finally:
            ended = await bench.clear()

    try:
        with mock.patch.object(time, "sleep", _blocked):
            loop.run_until_complete(main())
    finally:
        if ended:
            loop.close()
        else:
            _ABANDONED.append(loop)


#: Loops with a driver in them that no cancelling ends: kept, and never run again.
_ABANDONED: Final[list[asyncio.AbstractEventLoop]] = []


def _blocked(seconds: float) -> NoReturn:
    raise ContractBreachError("It calls time.sleep, and the whole table stands: wait with asyncio.sleep.")


def subject_of(driver: str, device: str, options: str) -> Subject:
    """Return what the command line names: `module[:make]`, `module:serve`, JSON.

    Raises: ImportError, AttributeError, ValueError for what is not there.
    """
    return Subject(_named(driver, "make"), _named(device or driver.partition(":")[0], "serve"), json.loads(options))


def _named(where: str, usual: str) -> Any:
    module, _, name = where.partition(":")
    return getattr(importlib.import_module(module), name or usual)


# -- pytest --------------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("smarttable drivers")
    group.addoption("--driver", default="", metavar="MODULE[:MAKE]", help="the driver to hold to the contract")
    group.addoption(
        "--device", default="", metavar="MODULE[:SERVE]", help="its healthy device; `serve` of the driver's module unless named"
    )
    group.addoption("--options", default="{}", metavar="JSON", help="the driver's options")


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_driver(check: Check, pytestconfig: pytest.Config) -> None:
    """One check on the driver of the command line; a breach is told as its sentence."""
    option = pytestconfig.getoption
    if not option("--driver"):
        raise ContractBreachError("There is no driver to test: name it with --driver my.module, its device with --device my.module:serve.")
    hold_to(subject_of(option("--driver"), option("--device"), option("--options")), check)
