"""Brokers that can be stopped and started again, and a way to them that is slow."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Protocol

from brokers import Cable, Mosquitto

from controller.mqtt.broker import EmbeddedBroker


class Restarted(Protocol):
    """A broker under test: it keeps nothing when it is started again."""

    port: int

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


class OwnMosquitto:
    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        self._mosquitto = Mosquitto(folder, port)

    async def start(self) -> None:
        self._mosquitto.start()

    async def stop(self) -> None:
        self._mosquitto.kill()


#: What a test is run with → how the broker is made.
KINDS: dict[str, Callable[[Path, int], Restarted]] = {
    "embedded": lambda folder, port: EmbeddedBroker(port=port),
    "mosquitto": OwnMosquitto,
}


@contextlib.asynccontextmanager
async def started(kind: str, folder: Path, port: int) -> AsyncIterator[Restarted]:
    broker = KINDS[kind](folder, port)
    await broker.start()
    try:
        yield broker
    finally:
        await broker.stop()


class SlowCable(Cable):
    """A way to the broker on which every piece of at most `piece` bytes takes `pause_s`, and which can be held up."""

    def __init__(self, broker_port: int, piece: int = 65_536, pause_s: float = 0.0) -> None:
        super().__init__(broker_port)
        self._piece, self._pause_s = piece, pause_s
        self._flowing = asyncio.Event()
        self._flowing.set()
        #: Pieces that are held up now.
        self.held_up = 0

    def hold(self) -> None:
        """Let nothing through, and say nothing of it."""
        self._flowing.clear()

    def release(self) -> None:
        """Let through what waits, and what comes."""
        self._flowing.set()

    async def _relay(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while chunk := await source.read(self._piece):
                await asyncio.sleep(self._pause_s)
                self.held_up += 1
                await self._flowing.wait()
                self.held_up -= 1
                sink.write(chunk)
                await sink.drain()
        sink.close()


def resident_bytes() -> int:
    """Memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
