"""A scripted FEIG reader for the driver's tests: bytes from the manuals' tables, written apart from the driver."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from firmware_bridge.transport import Transport, TransportClosedError, TransportError, memory_pair

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "vectors" / "feig_obid.json").read_text())

VERSION = bytes.fromhex("03 03 00 44 53 0D 30")


def vector(description: str) -> bytes:
    """Return the bytes of the one vector that is described so."""
    (found,) = [bytes.fromhex(entry["hex"]) for entry in VECTORS if entry["description"] == description]
    return found


def check(data: bytes) -> bytes:
    """CRC of a frame, bit by bit as the manual draws it."""
    register = 0xFFFF
    for byte in data:
        register ^= byte
        for _ in range(8):
            carry = register & 1
            register >>= 1
            if carry:
                register ^= 0x8408
    return bytes((register & 0xFF, register >> 8))


def standard(address: int, command: int, body: bytes = b"") -> bytes:
    frame = bytes((len(body) + 5, address, command)) + body
    return frame + check(frame)


def advanced(address: int, command: int, body: bytes = b"") -> bytes:
    size = len(body) + 7
    frame = bytes((2, size // 256, size % 256, address, command)) + body
    return frame + check(frame)


def answer(command: int, status: int, data: bytes = b"", address: int = 0) -> bytes:
    body = bytes((status,)) + data
    return standard(address, command, body) if len(body) <= 250 else advanced(address, command, body)


def listing(tags: Iterable[bytes]) -> bytes:
    """Data of an inventory answer with ISO 15693 tags."""
    sets = [b"\x03\x00" + tag for tag in tags]
    return bytes((len(sets),)) + b"".join(sets)


def tag(number: int) -> bytes:
    return bytes.fromhex("E00401") + number.to_bytes(5, "big")


class Peer:
    """Answers as a healthy reader would, unless `odd` says otherwise.

    `odd(command, body, right)` sees each request with its right answer and returns the chunks to send
    (none: silence), or None to let the right answer go.
    """

    def __init__(self, tags: dict[int, list[bytes]] | None = None, delay_s: float = 0.02) -> None:
        self.tags = tags or {}
        self.delay_s = delay_s
        self.version = VERSION
        self.odd: Callable[[int, bytes, bytes], list[bytes] | None] | None = None
        self.requests: list[tuple[float, int, bytes]] = []
        self.opened = 0
        self.refusal: TransportError | None = None
        self.line: Transport | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> Transport:
        """An Opener: plug the host in anew."""
        if self.refusal is not None:
            raise self.refusal
        near, far = memory_pair("reader")
        self.start(far)
        return near

    def start(self, line: Transport) -> None:
        self.opened += 1
        self.line = line
        self._tasks.append(asyncio.create_task(self.serve(line)))

    async def unplug(self) -> None:
        assert self.line is not None
        await self.line.close()

    async def say(self, data: bytes) -> None:
        """Send bytes that nobody asked for; they go nowhere while the host has let go of the link."""
        assert self.line is not None
        with contextlib.suppress(TransportClosedError):
            await self.line.write(data)

    async def stop(self) -> None:
        """Cut the power. Raises: what its checks of the driver's bytes found."""
        for task in self._tasks:
            task.cancel()
        for outcome in await asyncio.gather(*self._tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome

    async def serve(self, line: Transport) -> None:
        held = b""
        try:
            while True:
                held += await line.read()
                while held:
                    size = held[1] * 256 + held[2] if held[0] == 2 else held[0]
                    if len(held) < size:
                        break
                    frame, held = held[:size], held[size:]
                    await self._reply(line, frame)
        except TransportClosedError:
            return

    async def _reply(self, line: Transport, frame: bytes) -> None:
        assert check(frame[:-2]) == frame[-2:], "the driver sent a broken frame"
        at = 3 if frame[0] == 2 else 1
        command, body = frame[at + 1], frame[at + 2 : -2]
        self.requests.append((asyncio.get_running_loop().time(), command, body))
        right = self.right(command, body)
        chunks = self.odd(command, body, right) if self.odd is not None else None
        if self.delay_s:
            await asyncio.sleep(self.delay_s)
        for chunk in [right] if chunks is None else chunks:
            await line.write(chunk)

    def right(self, command: int, body: bytes) -> bytes:
        match command:
            case 0x65:
                return answer(0x65, 0, self.version)
            case 0x52 | 0x69:
                return answer(command, 0)
            case 0xB0 if body[:2] == b"\x01\x10":
                found = self.tags.get(body[2].bit_length(), [])
                return answer(0xB0, 0, listing(found)) if found else answer(0xB0, 1)
        return answer(command, 0x80)
