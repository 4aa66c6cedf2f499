"""What the daemon costs while nothing happens, and how soon it is there.

`smarttable run` as a process of its own with two simulated readers on ptys that it polls, and
once more with readers that are absent. Its embedded broker is a child process and is counted apart.

    python benchmarks/idle_daemon.py [--smoke]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import aiomqtt

from controller.clock import TableLoop
from sim.layout import STANDARD_LAYOUT
from sim.table import SimTable

#: What the project promises.
MAX_CPU_PERCENT, MAX_RSS_MB, MAX_START_S = 5.0, 90.0, 1.5
TICKS = os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    """A port below those the system gives to outgoing connections: one tried too early is not connected to itself."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def table_file(folder: Path, links: dict[str, str], mqtt_port: int) -> Path:
    """Write the table file of a daemon on these ports and links."""
    lines = ["schema = 1", "[web]", f"port = {free_port()}", "[mqtt]", f"port = {mqtt_port}"]
    for name, link in links.items():
        antennas = ", ".join(f'{n} = "{zone}"' for (part, n), zone in STANDARD_LAYOUT.items() if part == name)
        lines += ["[[reader]]", f'name = "{name}"', 'driver = "feig"', f'link = "{link}"', f"antennas = {{ {antennas} }}"]
    file = folder / "table.toml"
    file.write_text("\n".join(lines) + "\n")
    return file


async def until_online(port: int, limit_s: float = 20.0) -> None:
    """Return when the broker on `port` holds `status: online`."""
    async with asyncio.timeout(limit_s):
        while True:
            with contextlib.suppress(aiomqtt.MqttError):
                async with aiomqtt.Client("127.0.0.1", port, protocol=aiomqtt.ProtocolVersion.V5) as client:
                    await client.subscribe("smarttable/v1/+/status", qos=1)
                    async for message in client.messages:
                        if b'"online"' in bytes(message.payload):
                            return
            await asyncio.sleep(0.01)


def cpu_s(pid: int) -> float:
    """Processor seconds of one process, its children not counted."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_mb(pid: int) -> float:
    """Resident memory of one process."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def children(pid: int) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                    found.append(int(entry.name))
    return found


@contextlib.contextmanager
def daemon(file: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-m", "controller.cli", "run", "--config", str(file)], stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(15)


async def start_s(folder: Path, links: dict[str, str]) -> float:
    port = free_port()
    file = table_file(folder, links, port)
    began_s = time.perf_counter()
    with daemon(file):
        await until_online(port)
        return time.perf_counter() - began_s


async def idle(folder: Path, links: dict[str, str], rounds: int, round_s: float) -> list[tuple[float, float, float]]:
    """Return (processor percent, MB, MB of the broker) of each round."""
    port = free_port()
    found = []
    with daemon(table_file(folder, links, port)) as process:
        await until_online(port)
        await asyncio.sleep(1)
        for _ in range(rounds):
            before, began_s = cpu_s(process.pid), time.perf_counter()
            await asyncio.sleep(round_s)
            percent = 100 * (cpu_s(process.pid) - before) / (time.perf_counter() - began_s)
            found.append((percent, memory_mb(process.pid), sum(map(memory_mb, children(process.pid)))))
    return found


async def measure(smoke: bool) -> int:
    starts, rounds, round_s = (1, 1, 2.0) if smoke else (7, 6, 5.0)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        floor = SimTable()
        links = floor.use_ptys(folder)
        devices = asyncio.create_task(floor.run())
        absent = {part: f"serial:{folder}/no-{part}" for part in links}
        there = [await start_s(folder, links) for _ in range(starts)]
        without = [await start_s(folder, absent) for _ in range(starts)]
        requests = sum(reader.requests for reader in floor.readers.values())
        began_s = time.perf_counter()
        idles = await idle(folder, links, rounds, round_s)
        rate = (sum(reader.requests for reader in floor.readers.values()) - requests) / (time.perf_counter() - began_s)
        devices.cancel()
        await asyncio.gather(devices, return_exceptions=True)
    percent, rss, broker = (statistics.median(column) for column in zip(*idles, strict=True))
    print("start to status: online, s   readers there :", *(f"{s:.2f}" for s in there))
    print("                             readers absent:", *(f"{s:.2f}" for s in without))
    print("idle, % of a core:", *(f"{row[0]:.1f}" for row in idles), f"  ({rate:.0f} requests/s to two readers)")
    print(f"idle, MB: daemon {rss:.0f}, its broker {broker:.0f} apart")
    slowest = max(statistics.median(there), statistics.median(without))
    kept = percent < MAX_CPU_PERCENT and rss < MAX_RSS_MB and slowest < MAX_START_S
    print(f"medians: {percent:.1f} % (< {MAX_CPU_PERCENT:g}), {rss:.0f} MB (< {MAX_RSS_MB:g}), {slowest:.2f} s (< {MAX_START_S:g})")
    return 0 if kept or smoke else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--smoke", action="store_true", help="one short round: does it still work?")
    smoke = parser.parse_args().smoke
    with asyncio.Runner(loop_factory=lambda: TableLoop(1.0)) as runner:
        return runner.run(measure(smoke))


if __name__ == "__main__":
    sys.exit(main())
