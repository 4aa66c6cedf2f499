"""Byte links under one shape: in-memory pairs here; serial, TCP and ptys beside it.

Every transport counts the bytes it has read and written, so that a virtual clock can prove
that nothing is in flight.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias


class TransportError(Exception):
    """Root of what transports raise. `code` is a dotted reason code, `remedy` what to do."""

    def __init__(self, code: str, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.remedy = remedy


class TransportClosedError(TransportError):
    """The other end is gone: unplugged, hung up, or closed by us."""


class Transport(Protocol):
    """A two-way byte stream. One reader and one writer at a time."""

    name: str
    bytes_read: int
    bytes_written: int

    async def read(self, max_bytes: int = 4096) -> bytes:
        """Wait for and return 1 … max_bytes bytes. Raises: TransportClosedError."""
        ...

    async def write(self, data: bytes) -> None:
        """Hand all of `data` to the link. Raises: TransportClosedError."""
        ...

    async def close(self) -> None:
        """Let go of the link; reads and writes then raise TransportClosedError. Never fails."""
        ...


#: Opens a link anew each time; raises TransportError (`serial.absent`, `serial.busy`, …).
Opener: TypeAlias = Callable[[], Awaitable[Transport]]


def wall_seconds(loop: asyncio.AbstractEventLoop, wall_s: float) -> float:
    """Return how long to wait on `loop` for `wall_s` seconds of the wall: a scaled loop counts table seconds, a peer's kernel does not."""
    speed: float = getattr(loop, "speed", 1.0) or 1.0
    return wall_s * speed


class MemoryTransport:
    """One end of an in-memory link; make pairs with `memory_pair`.

    What one end writes the other reads in the same chunks, in the same turn of the loop.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.bytes_read = 0
        self.bytes_written = 0
        self._chunks: deque[bytes] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._peer: MemoryTransport | None = None
        self._closed = False

    async def read(self, max_bytes: int = 4096) -> bytes:
        while not self._chunks:
            if self._closed:
                raise TransportClosedError("link.closed", f"{self.name}: the link is closed")
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        chunk = self._chunks.popleft()
        if len(chunk) > max_bytes:
            self._chunks.appendleft(chunk[max_bytes:])
            chunk = chunk[:max_bytes]
        self.bytes_read += len(chunk)
        return chunk

    async def write(self, data: bytes) -> None:
        peer = self._peer
        if self._closed or peer is None or peer._closed:
            raise TransportClosedError("link.closed", f"{self.name}: the other end is gone")
        self.bytes_written += len(data)
        if data:
            peer._chunks.append(bytes(data))
            peer._wake()

    async def close(self) -> None:
        self._closed = True
        self._wake()
        if self._peer is not None:
            self._peer._closed = True
            self._peer._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


def memory_pair(name: str) -> tuple[MemoryTransport, MemoryTransport]:
    """Return two joined ends of an in-memory link named `name`."""
    near, far = MemoryTransport(f"{name}:host"), MemoryTransport(f"{name}:device")
    near._peer, far._peer = far, near
    return near, far
