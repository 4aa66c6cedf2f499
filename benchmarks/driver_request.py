"""What one antenna request costs the FEIG driver, in microseconds of processor time.

The driver polls a reader that answers at once, alternately with two hole cards and with nothing:
over a memory link in virtual time, and over a pty with the real serial link in real time. In the
same run, alternating, a bare host asks the same reader over the same link with fixed bytes: the
difference is the driver proper (frames, checksums, time-outs, health, readings), and the whole is
what the daemon pays together with the loop, the link and the peer. The last lines say which share
of a core two idle readers with 66 requests a second take at the pty's figure.

Usage: python benchmarks/driver_request.py [--rounds N] [--requests N] [--smoke]
Exit code: 0 when a request over memory costs no more than 250 µs, loop and peer included (--smoke: always).
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import statistics
import sys
import time
from collections.abc import Awaitable, Callable

from controller.clock import run
from drivers.base import Health, Reading
from drivers.feig_codec import encode, inventory_request, software_version_request
from drivers.registry import make_driver
from firmware_bridge.links import open_pty, opener_for
from firmware_bridge.transport import Opener, Transport, TransportClosedError, memory_pair

LIMIT_US = 250.0
#: Two readers at about 30 ms an antenna.
IDLE_REQUESTS_PER_S = 66

CARDS = encode(0, 0xB0, bytes.fromhex("00 02 03 00 E0 04 01 50 93 A4 E9 0E 03 00 E0 04 01 58 6D E0 28 02"))
NOTHING = encode(0, 0xB0, b"\x01")
CARDS_WANTED, NOTHING_WANTED = inventory_request(255, 1), inventory_request(255, 2)
#: Request → answer of a reader that is asked for its outputs 1 and 2.
ANSWERS = {
    software_version_request(255): encode(0, 0x65, bytes.fromhex("00 03 03 00 44 53 0D 30")),
    CARDS_WANTED: CARDS,
    NOTHING_WANTED: NOTHING,
}

Side = Callable[[Opener, int], Awaitable[None]]


async def answer_at_once(line: Transport) -> None:
    try:
        while True:
            await line.write(ANSWERS[await line.read()])
    except TransportClosedError:
        return


async def driver(opener: Opener, count: int) -> None:
    """Let the driver make `count` sweeps."""
    done = asyncio.Event()
    left = count

    def on_reading(reading: Reading) -> None:
        nonlocal left
        left -= 1
        if not left:
            done.set()

    def on_health(health: Health) -> None:
        if health.state == "failed":
            raise SystemExit(f"the driver failed: {health.reason}")

    task = asyncio.create_task(make_driver("feig", "hf0", opener, {"antennas": [1, 2]}).run(on_reading, on_health))
    await done.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def bare_host(opener: Opener, count: int) -> None:
    """Make `count` requests with fixed bytes and wait for as many bytes as the answer has."""
    link = await opener()
    for number in range(count):
        request = (CARDS_WANTED, NOTHING_WANTED)[number % 2]
        await link.write(request)
        wanted = len(ANSWERS[request])
        while wanted:
            wanted -= len(await link.read())
    await link.close()


async def over_memory(side: Side, count: int) -> float:
    near, far = memory_pair("reader")
    peer = asyncio.create_task(answer_at_once(far))

    async def opener() -> Transport:
        return near

    began_s = time.process_time()
    await side(opener, count)
    spent_s = time.process_time() - began_s
    await far.close()
    await peer
    return spent_s / count * 1e6


async def over_pty(side: Side, count: int) -> float:
    device, path = open_pty()
    peer = asyncio.create_task(answer_at_once(device))
    began_s = time.process_time()
    await side(opener_for(f"serial:{path}"), count)
    spent_s = time.process_time() - began_s
    await device.close()
    await peer
    return spent_s / count * 1e6


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--requests", type=int, default=5_000)
    parser.add_argument("--smoke", action="store_true", help="one short round of each; the limit is not held")
    wanted = parser.parse_args()
    rounds, count = (1, 200) if wanted.smoke else (wanted.rounds, wanted.requests)

    links = {"memory": (over_memory, None), "pty": (over_pty, 1.0)}
    medians: dict[tuple[str, str], float] = {}
    for name, (link, speed) in links.items():
        figures: dict[str, list[float]] = {"driver": [], "bare host": []}
        for _ in range(rounds):
            for side_name, side in (("driver", driver), ("bare host", bare_host)):
                figures[side_name].append(run(functools.partial(link, side, count), speed))
        for side_name, values in figures.items():
            medians[name, side_name] = statistics.median(values)
            raw = " ".join(f"{value:.1f}" for value in values)
            print(
                f"{name:6} {side_name:9} µs a request: median {medians[name, side_name]:.1f}, {min(values):.1f}–{max(values):.1f} ({raw})"
            )
        print(f"{name:6} the driver proper: {medians[name, 'driver'] - medians[name, 'bare host']:.1f} µs a request")
    share = medians["pty", "driver"] * IDLE_REQUESTS_PER_S / 1e4
    print(f"two idle readers, {IDLE_REQUESTS_PER_S} requests a second over ptys, peer included: {share:.2f} % of a core")
    whole = medians["memory", "driver"]
    print(f"limit {LIMIT_US:.0f} µs over memory: {'held' if whole <= LIMIT_US else 'NOT held'}")
    return 0 if wanted.smoke or whole <= LIMIT_US else 1


if __name__ == "__main__":
    sys.exit(main())
