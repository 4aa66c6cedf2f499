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


#: Takes bytes in the moment they arrive; it must not raise.
OnBytes: TypeAlias = Callable[[bytes], None]
#: Takes why a link is over, once; it must not raise.
OnEnd: TypeAlias = Callable[[TransportClosedError], None]


class Transport(Protocol):
    """A two-way byte stream. One reader and one writer at a time.

    Whoever has something to do between two pieces reads and writes; whoever answers at once listens and sends,
    which spares a task and several rounds of the loop for each piece. An end either reads or listens.
    """

    name: str
    bytes_read: int
    bytes_written: int

    async def read(self, max_bytes: int = 4096) -> bytes:
        """Wait for and return 1 … max_bytes bytes. Raises: TransportClosedError."""
        ...

    async def write(self, data: bytes) -> None:
        """Hand all of `data` to the link. Raises: TransportClosedError."""
        ...

    def listen(self, on_bytes: OnBytes, on_end: OnEnd) -> None:
        """From now on be told what arrives as it does, what lies here unread first, and then the end, also one by our own `close`.

        Either may be called before this returns, and within `send` of whoever is at the other end.
        """
        ...

    def send(self, data: bytes) -> None:
        """Hand `data` to the link without waiting; what finds no room goes as room comes. Raises: TransportClosedError."""
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

    What one end writes the other reads in the same chunks, in the same turn of the loop; an end that
    listens is told within the write.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.bytes_read = 0
        self.bytes_written = 0
        self._chunks: deque[bytes] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._peer: MemoryTransport | None = None
        self._closed = False
        self._on_bytes: OnBytes | None = None
        self._on_end: OnEnd | None = None

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
        self.send(data)

    def listen(self, on_bytes: OnBytes, on_end: OnEnd) -> None:
        self._on_bytes = on_bytes
        while self._chunks:
            self._tell(self._chunks.popleft())
        self._on_end = on_end
        if self._closed:
            self._over()

    def send(self, data: bytes) -> None:
        peer = self._peer
        if self._closed or peer is None or peer._closed:
            raise TransportClosedError("link.closed", f"{self.name}: the other end is gone")
        self.bytes_written += len(data)
        if not data:
            return
        if peer._on_bytes is not None and not peer._chunks:  # chunks: it is in the midst of hearing what came before
            peer._tell(bytes(data))
        else:
            peer._chunks.append(bytes(data))
            peer._wake()

    async def close(self) -> None:
        ends = [self] if self._peer is None else [self, self._peer]
        for end in ends:
            end._closed = True
        for end in ends:
            end._over()

    def _tell(self, chunk: bytes) -> None:
        if self._on_bytes is not None:
            self.bytes_read += len(chunk)
            self._on_bytes(chunk)

    def _over(self) -> None:
        """Wake who reads, and tell who listens, that the link is closed."""
        self._wake()
        on_end, self._on_end = self._on_end, None
        if on_end is not None:
            on_end(TransportClosedError("link.closed", f"{self.name}: the link is closed"))

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


def memory_pair(name: str) -> tuple[MemoryTransport, MemoryTransport]:
    """Return two joined ends of an in-memory link named `name`."""
    near, far = MemoryTransport(f"{name}:host"), MemoryTransport(f"{name}:device")
    near._peer, far._peer = far, near
    return near, far
