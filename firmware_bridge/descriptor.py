"""A file descriptor (serial port, socket, pty) as a Transport on the running loop."""

from __future__ import annotations

import asyncio
import errno
import os
from collections import deque
from collections.abc import Callable

import msgspec

from firmware_bridge.transport import OnBytes, OnEnd, TransportClosedError, wall_seconds

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

    Invariants: at most HIGH_WATER_BYTES + CHUNK_BYTES are held unread; nothing is sent behind HIGH_WATER_BYTES that
    wait for room; the descriptor is released once, by `close` alone: until then nobody else can get its number.
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
        self._unsent = bytearray()
        self._sent: asyncio.Future[None] | None = None  # somebody waits until nothing is unsent
        self._stuck: asyncio.TimerHandle | None = None
        self._on_bytes: OnBytes | None = None
        self._on_end: OnEnd | None = None
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
        if self._take_in(data):
            return
        if self._sent is None:
            self._sent = self._loop.create_future()
        await asyncio.shield(self._sent)  # it is everybody's who waits
        if self._gone is not None:
            raise self._gone

    def listen(self, on_bytes: OnBytes, on_end: OnEnd) -> None:
        self._on_bytes = on_bytes
        while self._chunks:
            self._hand_over(self._chunks.popleft())
        self._held_bytes = 0
        self._on_end = on_end  # the end is told last, also one that the listener has just found
        if self._gone is not None:
            self._tell_end(self._gone)
        elif not self._listening:
            self._listen()

    def send(self, data: bytes) -> None:
        if len(self._unsent) > HIGH_WATER_BYTES:
            raise self._is_stuck()
        self._take_in(data)

    async def close(self) -> None:
        if self._released:
            return
        self._released = True
        self._gone = TransportClosedError("link.closed", f"{self.name}: the link is closed")
        self._over(self._gone)
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
        if self._on_bytes is not None:
            self._hand_over(chunk)
            return
        self._chunks.append(chunk)
        self._held_bytes += len(chunk)
        if self._held_bytes > HIGH_WATER_BYTES:
            self._stop_listening()
        _wake(self._arrived)

    def _hand_over(self, chunk: bytes) -> None:
        if self._on_bytes is not None:
            self.bytes_read += len(chunk)
            self._on_bytes(chunk)

    def _take_in(self, data: bytes) -> bool:
        """Send now what there is room for, and the rest as room comes; return whether nothing is left. Raises: TransportClosedError."""
        if self._gone is not None:
            raise self._gone
        if self._unsent:  # what was sent before goes first
            self._unsent += data
            return False
        rest = data[self._write(data) :]
        if not rest:
            return True
        self._unsent += rest
        self._loop.add_writer(self._fd, self._go_on)
        self._watch()
        return False

    def _write(self, data: bytes | bytearray) -> int:
        """Give the kernel what it takes now, and return how many bytes that is. Raises: TransportClosedError."""
        try:
            written = os.write(self._fd, data) if data else 0
        except (BlockingIOError, InterruptedError):
            return 0
        except OSError as error:
            raise self._end(error) from None
        self.bytes_written += written
        return written

    def _go_on(self) -> None:
        """There is room again."""
        try:
            written = self._write(self._unsent)
        except TransportClosedError:  # told already to whoever listens or waits
            return
        if not written:
            return
        del self._unsent[:written]
        if self._unsent:
            self._watch()
        else:
            self._rest()

    def _watch(self) -> None:
        """From now on the device has WRITE_LIMIT_S to take something."""
        if self._stuck is not None:
            self._stuck.cancel()
        self._stuck = self._loop.call_later(wall_seconds(self._loop, WRITE_LIMIT_S), self._is_stuck)

    def _rest(self) -> None:
        """Nothing is to be sent any more; whoever waited for that goes on."""
        self._unsent.clear()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
            self._loop.remove_writer(self._fd)
        sent, self._sent = self._sent, None
        _wake(sent)

    def _is_stuck(self) -> TransportClosedError:
        """The device takes nothing: the link is over. Return what to raise."""
        stuck = TransportClosedError(
            "link.stuck", f"{self.name}: the device takes no more bytes", "check the cable and the flow control, then replug the device"
        )
        return self._over(stuck)

    def _end(self, error: OSError | None) -> TransportClosedError:
        """The other side is gone: the link is over. Return what to raise."""
        cause = f" ({errno.errorcode.get(error.errno or 0, 'error')})" if error is not None else ""
        return self._over(TransportClosedError(self._ending.code, f"{self.name}: {self._ending.what}{cause}", self._ending.remedy))

    def _over(self, why: TransportClosedError) -> TransportClosedError:
        """Note that the link is over, unless it was before; tell whoever waits or listens; return why it is."""
        self._stop_listening()
        if self._gone is None:
            self._gone = why
        self._rest()
        _wake(self._arrived)
        self._tell_end(self._gone)
        return self._gone

    def _tell_end(self, why: TransportClosedError) -> None:
        on_end, self._on_end = self._on_end, None
        if on_end is not None:
            on_end(why)


def _wake(waiter: asyncio.Future[None] | None) -> None:
    if waiter is not None and not waiter.done():
        waiter.set_result(None)
