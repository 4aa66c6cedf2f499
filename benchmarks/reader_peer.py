"""What a request costs the simulated reader, in microseconds of processor time.

A host asks both readers of a full table (10 % misses, 2 % cross-reads) in virtual time over
memory links. In the same run, alternating, the same host asks peers that only wait and answer a
fixed frame: the difference is the reader proper (bytes, antennas, world), the rest is the loop,
the link and the host. Nothing here is counted for the driver.

Usage: python benchmarks/reader_peer.py [--rounds N] [--requests N] [--smoke]
Exit code: 0 when a request costs no more than 60 µs, host and loop included (--smoke: always).
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import statistics
import sys
import time
from collections.abc import Sequence

from controller.clock import run
from controller.game.zones import BOARD, HOLE, STUB
from firmware_bridge.transport import Transport, memory_pair
from sim.faults import Faults
from sim.feig_bytes import crc_bytes
from sim.layout import STANDARD_LAYOUT
from sim.table import SimTable

LIMIT_US = 60.0


def inventory(antenna: int) -> bytes:
    frame = bytes((8, 0xFF, 0xB0, 0x01, 0x10, 1 << (antenna - 1)))
    return frame + crc_bytes(frame)


def requests_of(part: str) -> list[bytes]:
    return [inventory(antenna) for name, antenna in STANDARD_LAYOUT if name == part]


async def ask(link: Transport, frames: Sequence[bytes], count: int) -> None:
    for frame in itertools.islice(itertools.cycle(frames), count):
        await link.write(frame)
        answer = await link.read()
        while len(answer) < answer[0]:
            answer += await link.read()


def full_table() -> SimTable:
    table = SimTable(1, Faults(miss=0.10, cross=0.02))
    deal = [*HOLE[1:], *HOLE[1:], *[BOARD] * 5]
    for zone in deal:
        table.world.put(table.world.cards_in(STUB)[-1], zone, "up" if zone == BOARD else "down")
    return table


async def readers(count: int) -> float:
    """Ask both simulated readers; return the processor seconds it took."""
    table = full_table()
    devices = asyncio.create_task(table.run())
    links = {name: await opener() for name, opener in table.openers().items()}
    started_s = time.process_time()
    await asyncio.gather(*(ask(link, requests_of(name), count) for name, link in links.items()))
    took_s = time.process_time() - started_s
    devices.cancel()
    await asyncio.gather(devices, return_exceptions=True)
    return took_s


async def echoes(count: int) -> float:
    """Ask two peers that wait and answer a fixed frame; return the processor seconds it took."""

    async def echo(link: Transport) -> None:
        while True:
            await link.read()
            await asyncio.sleep(0.05)
            await link.write(b"\x06\x00\xb0\x01\x5c\x63")

    pairs = {name: memory_pair(name) for name in ("hf0", "hf1")}
    peers = [asyncio.create_task(echo(device_end)) for _, device_end in pairs.values()]
    started_s = time.process_time()
    await asyncio.gather(*(ask(host_end, requests_of(name), count) for name, (host_end, _) in pairs.items()))
    took_s = time.process_time() - started_s
    for peer in peers:
        peer.cancel()
    await asyncio.gather(*peers, return_exceptions=True)
    return took_s


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--requests", type=int, default=10_000, help="requests to each of the two readers, a round")
    options.add_argument("--smoke", action="store_true", help="one short round, judged only by ending")
    given = options.parse_args()
    rounds, count = (1, 300) if given.smoke else (given.rounds, given.requests)
    cost_us: dict[str, list[float]] = {"reader": [], "echo": []}
    for _ in range(rounds):
        for name, side in (("reader", readers), ("echo", echoes)):
            cost_us[name].append(run(lambda side=side: side(count), speed=None) / (2 * count) * 1e6)  # type: ignore[misc] # a bound default
    for name, costs in cost_us.items():
        raw = " ".join(f"{one:.1f}" for one in costs)
        print(f"{name:>6}: median {statistics.median(costs):.1f} µs a request, {min(costs):.1f} – {max(costs):.1f}; raw {raw}")
    whole = statistics.median(cost_us["reader"])
    print(f"reader proper: {whole - statistics.median(cost_us['echo']):.1f} µs; with host and loop {whole:.1f} µs (limit {LIMIT_US:.0f})")
    return 0 if given.smoke or whole <= LIMIT_US else 1


if __name__ == "__main__":
    sys.exit(main())
