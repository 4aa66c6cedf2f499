"""The FEIG driver over what a table has: a serial port (a pty here) and TCP, in real time."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from feig_peer import Peer, tag

from controller.clock import run
from drivers.base import AntennaRead, Health
from drivers.registry import make_driver
from firmware_bridge import descriptor
from firmware_bridge.links import open_pty, opener_for
from firmware_bridge.transport import OnBytes, OnEnd, Transport, TransportClosedError

#: A generous limit for a loaded computer; what is awaited takes milliseconds.
LIMIT_S = 60.0
A, B = tag(0xA1), tag(0xB2)


class Told:
    """What a running driver told, and waiting for more of it."""

    def __init__(self) -> None:
        self.reads: list[AntennaRead] = []
        self.states: list[tuple[str, str]] = []
        self._news = asyncio.Event()

    def on_reading(self, reading: AntennaRead) -> None:
        self.reads.append(reading)
        self._news.set()

    def on_health(self, health: Health) -> None:
        self.states.append((health.state, health.reason))
        self._news.set()

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(LIMIT_S):
            while not true():
                self._news.clear()
                await self._news.wait()

    async def sees(self, antenna: int, *tags: bytes) -> None:
        self.reads.clear()
        await self.until(lambda: any(read.antenna == antenna and read.tags == tags for read in self.reads))

    async def becomes(self, *state: str) -> None:
        await self.until(lambda: self.states[-1:] == [state])


@pytest.mark.slow
def test_over_a_serial_port_with_unplug_and_replug(tmp_path: Path) -> None:
    async def main() -> None:
        port, told, peer = tmp_path / "hf0", Told(), Peer({1: [A, B]}, delay_s=0.005)
        driver = make_driver("feig", "hf0", opener_for(f"serial:{port}?parity=even"), {"antennas": [1, 2]})
        task = asyncio.create_task(driver.run(told.on_reading, told.on_health))
        await told.becomes("failed", "serial.absent")

        device, _ = open_pty(port)
        peer.start(device)
        await told.becomes("ok", "")
        await told.sees(1, A, B)
        await told.sees(2)
        peer.tags[2] = [B]
        await told.sees(2, B)

        await device.close()
        await told.becomes("failed", "serial.absent")
        assert ("failed", "serial.unplugged") in told.states

        device, _ = open_pty(port)
        peer.start(device)
        await told.becomes("ok", "")
        await told.sees(1, A, B)
        counters = driver.health().counters
        assert counters["garbage_bytes"] == counters["checksum_errors"] == 0

        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await peer.stop()
        await device.close()

    run(main)


def test_over_tcp_with_a_lost_connection() -> None:
    async def main() -> None:
        told, peer = Told(), Peer({1: [A]}, delay_s=0.005)
        lines: list[asyncio.StreamWriter] = []

        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            lines.append(writer)
            await peer.serve(Stream(reader, writer))

        server = await asyncio.start_server(accept, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        driver = make_driver("feig", "hf0", opener_for(f"tcp:127.0.0.1:{port}"), {"antennas": [1]})
        task = asyncio.create_task(driver.run(told.on_reading, told.on_health))
        await told.sees(1, A)
        lines[0].close()
        await told.until(lambda: told.states[-2:] == [("failed", "tcp.closed"), ("ok", "")])
        await told.sees(1, A)

        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        server.close()
        for line in lines:
            line.close()
            await line.wait_closed()

    run(main)


def test_a_line_that_takes_nothing_is_told_as_that_and_not_as_a_silent_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descriptor, "WRITE_LIMIT_S", 1.0)

    async def main() -> None:
        told = Told()
        device_fd, port_fd = os.openpty()
        os.set_blocking(port_fd, False)
        open_port = opener_for(f"serial:{os.ttyname(port_fd)}")

        async def full() -> Transport:
            port = await open_port()
            for size in (512, 1):
                with contextlib.suppress(BlockingIOError):
                    while True:
                        os.write(port_fd, bytes(size))
            return port

        # ten time-outs in a row would be a silent reader's
        driver = make_driver("feig", "hf0", full, {"antennas": [1], "response_timeout_s": 0.05})
        task = asyncio.create_task(driver.run(told.on_reading, told.on_health))
        await told.until(lambda: any(state == "failed" for state, _ in told.states))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        os.close(port_fd)
        os.close(device_fd)
        assert [reason for _, reason in told.states if reason] == ["link.stuck"]

    run(main)


class Stream:
    """A stream pair as the peer's line."""

    name = "tcp peer"
    bytes_read = bytes_written = 0

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def read(self, max_bytes: int = 4096) -> bytes:
        data = await self._reader.read(max_bytes)
        if not data:
            raise TransportClosedError("tcp.closed", "the driver hung up")
        return data

    async def write(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    def listen(self, on_bytes: OnBytes, on_end: OnEnd) -> None:
        raise NotImplementedError("the peer reads")

    def send(self, data: bytes) -> None:
        self._writer.write(data)

    async def close(self) -> None:
        self._writer.close()
