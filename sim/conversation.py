"""One link of a simulated reader: requests come in, and each is answered when its work is done, one after another.

It runs on the loop's timers and is told what arrives: a table's readers answer hundreds of requests a second.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from firmware_bridge.transport import Transport, TransportClosedError
from sim.feig_bytes import RX_BUFFER_BYTES, Request, RequestStream

#: A pause inside a frame longer than this ends it: what came before is noise. Units: seconds.
GAP_S: Final = 0.1

#: What a request is answered with at this table time, and after how many seconds; None = it is not ours, or we are silent.
Answering: TypeAlias = Callable[[Request, float], tuple[bytes, float] | None]
#: The pieces in which an answer leaves now; none = it does not.
Sending: TypeAlias = Callable[[bytes], Iterable[bytes]]


class Conversation:
    """Answers on `transport` until it closes. What finds no room in the reader's buffer while it works is lost.

    Invariants: at most one timer is set, and it never outlives `until_closed`; at most RX_BUFFER_BYTES of requests wait.
    """

    def __init__(self, transport: Transport, answering: Answering, sending: Sending) -> None:
        self._transport = transport
        self._answering = answering
        self._sending = sending
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[None] = self._loop.create_future()
        self._stream = RequestStream()
        self._heard_s = self._loop.time()
        self._requests: deque[Request] = deque()  # heard and not begun
        self._waiting_bytes = 0  # of them
        self._frame = b""  # what is said next
        self._pieces: deque[bytes] = deque()
        self._next: asyncio.Handle | None = None  # when the work is done, or the next piece leaves
        self._due_s = 0.0
        self._late_s = 0.0  # by how much the last timer overslept (a fast clock's are coarse): made up for by the next

    async def until_closed(self) -> None:
        """Answer until the link closes. Raises: a mistake of ours, if there was one."""
        self._transport.listen(self._hear, self._end)
        try:
            await self._over
        finally:
            self._over.cancel()
            if self._next is not None:
                self._next.cancel()

    def _end(self, _why: TransportClosedError) -> None:
        if not self._over.done():
            self._over.set_result(None)

    def _hear(self, chunk: bytes) -> None:
        now_s = self._loop.time()
        try:
            if self._stream.pending and now_s - self._heard_s > GAP_S:
                self._stream.drop()
            self._heard_s = now_s
            for request in self._stream.feed(chunk):
                if self._waiting_bytes + request.size_bytes <= RX_BUFFER_BYTES:
                    self._waiting_bytes += request.size_bytes
                    self._requests.append(request)
            if self._next is None:
                self._begin()
        except Exception as mistake:
            self._fail(mistake)

    def _begin(self) -> None:
        """Begin to work on the next request that wants an answer."""
        self._next = None
        while self._requests and not self._over.done():
            now_s = self._loop.time()
            request = self._requests.popleft()
            self._waiting_bytes -= request.size_bytes
            answer = self._answering(request, now_s)
            if answer is not None:
                self._frame, takes_s = answer
                self._due_s = now_s + max(0.0, takes_s - self._late_s)
                self._next = self._loop.call_at(self._due_s, self._done)
                return

    def _done(self) -> None:
        if self._over.done():  # the power was cut in this very round
            return
        self._late_s = max(0.0, self._loop.time() - self._due_s)
        try:
            self._pieces.extend(self._sending(self._frame))
        except Exception as mistake:
            self._fail(mistake)
        else:
            self._say()

    def _say(self) -> None:
        """Send a piece; the next one in the loop's next round, so that the host sees each by itself."""
        if self._over.done():
            return
        try:
            if self._pieces:
                self._transport.send(self._pieces.popleft())
            if self._pieces:
                self._next = self._loop.call_soon(self._say)
            else:
                self._begin()
        except TransportClosedError as gone:
            self._end(gone)
        except Exception as mistake:
            self._fail(mistake)

    def _fail(self, mistake: Exception) -> None:
        """The loop would log it and go on: whoever waits for the end is to know."""
        if not self._over.done():
            self._over.set_exception(mistake)
