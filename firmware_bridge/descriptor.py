"""A file descriptor (serial port, socket, pty) as a Transport on the running loop."""

from __future__ import annotations

import asyncio
import errno
import os
from collections import deque
from collections.abc import Callable

import msgspec

from firmware_bridge.transport import TransportClosedError, wall_seconds

#: Unread bytes above which we stop taking more from the kernel, which then slows the device down.
HIGH_WATER_BYTES = 65_536
CHUNK_BYTES = 4_096
#: How long a write may wait for room, in wall seconds. A reader's request is a few bytes: a full buffer means a stuck link.
WRITE_LIMIT_S = 5.0


class Ending(msgspec.Struct, frozen=True):
    """How the end of a link is told: a reason code, words, and what to do about it."""

    code: str
    what: str
    remedy: str


class DescriptorTransport:
    """A non-blocking descriptor as a Transport; `release` lets go of whatever owns it.

    Invariants: at most HIGH_WATER_BYTES + CHUNK_BYTES are held unread; the descriptor is
    released once, by `close` alone: until then nobody else can get its number.
    """

    def __init__(self, name: str, descriptor: int, release: Callable[[], None], ending: Ending) -> None:
        self.name = name
        self.bytes_read = 0
        self.bytes_written = 0
        self._fd = descriptor
        self._release = release
        self._ending = ending
        self._loop = asyncio.get_running_loop()
        self._chunks: deque[bytes] = deque()
        self._held_bytes = 0
        self._arrived: asyncio.Future[None] | None = None
        self._writable: asyncio.Future[None] | None = None
        self._gone: TransportClosedError | None = None
        self._released = False
        self._listening = False
        self._listen()

    async def read(self, max_bytes: int = CHUNK_BYTES) -> bytes:
        while not self._chunks:
            if self._gone is not None:
                raise self._gone
            self._arrived = self._loop.create_future()
            try:
                await self._arrived
            finally:
                self._arrived = None
        chunk = self._chunks.popleft()
        if len(chunk) > max_bytes:
            self._chunks.appendleft(chunk[max_bytes:])
            chunk = chunk[:max_bytes]
        self._held_bytes -= len(chunk)
        self.bytes_read += len(chunk)
        if not self._listening and self._gone is None and self._held_bytes <= HIGH_WATER_BYTES // 2:
            self._listen()
        return chunk

    async def write(self, data: bytes) -> None:
        rest = memoryview(data)
        while True:
            if self._gone is not None:
                raise self._gone
            try:
                written = os.write(self._fd, rest) if rest else 0
            except (BlockingIOError, InterruptedError):
                written = 0
            except OSError as error:
                raise self._end(error) from None
            self.bytes_written += written
            rest = rest[written:]
            if not rest:
                return
            await self._room()

    async def close(self) -> None:
        if self._released:
            return
        self._released = True
        self._end(None)
        self._gone = TransportClosedError("link.closed", f"{self.name}: the link is closed")
        self._chunks.clear()
        self._held_bytes = 0
        try:
            self._release()
        except OSError:  # the device is gone already: there is nothing left to release
            return

    def _listen(self) -> None:
        self._listening = True
        self._loop.add_reader(self._fd, self._take)

    def _stop_listening(self) -> None:
        if self._listening:
            self._listening = False
            self._loop.remove_reader(self._fd)

    def _take(self) -> None:
        try:
            chunk = os.read(self._fd, CHUNK_BYTES)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as error:
            self._end(error)
            return
        if not chunk:
            self._end(None)
            return
        self._chunks.append(chunk)
        self._held_bytes += len(chunk)
        if self._held_bytes > HIGH_WATER_BYTES:
            self._stop_listening()
        _wake(self._arrived)

    async def _room(self) -> None:
        """Wait until the descriptor takes more bytes. Raises: TransportClosedError after WRITE_LIMIT_S."""
        self._writable = self._loop.create_future()
        self._loop.add_writer(self._fd, _wake, self._writable)
        try:
            async with asyncio.timeout(wall_seconds(self._loop, WRITE_LIMIT_S)):
                await self._writable
        except TimeoutError:
            stuck = TransportClosedError(
                "link.stuck", f"{self.name}: the device takes no more bytes", "check the cable and the flow control, then replug the device"
            )
            self._gone = self._gone or stuck
            raise self._gone from None
        finally:
            self._writable = None
            if not self._released:
                self._loop.remove_writer(self._fd)

    def _end(self, error: OSError | None) -> TransportClosedError:
        """Note that the link is over, wake whoever waits, and return what to raise."""
        self._stop_listening()
        if self._gone is None:
            cause = f" ({errno.errorcode.get(error.errno or 0, 'error')})" if error is not None else ""
            self._gone = TransportClosedError(self._ending.code, f"{self.name}: {self._ending.what}{cause}", self._ending.remedy)
        if self._writable is not None:
            self._loop.remove_writer(self._fd)
        _wake(self._arrived)
        _wake(self._writable)
        return self._gone


def _wake(waiter: asyncio.Future[None] | None) -> None:
    if waiter is not None and not waiter.done():
        waiter.set_result(None)
