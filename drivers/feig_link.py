"""One question, one answer: requests to a FEIG reader over a transport, with time-outs and late answers told apart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from drivers.feig_codec import BROADCAST, LINK_TEST, Frame, FrameReader, link_test_request
from drivers.feig_tables import STATUSES
from firmware_bridge.transport import Transport, TransportClosedError, TransportError

#: Share of the time-out after which a frame head that never grew whole is taken for noise.
SETTLE_SHARE = 0.3
#: A time-out that fires later than this share of itself tells of a busy computer, not of a silent reader:
#: the answer may lie unread. The wait goes on for as long as the computer was away, a fifth of
#: the time-out at least and the whole at most.
LATE_SHARE, LEAST_PROLONGATION = 0.01, 0.2
#: A loop's timers may fire this much too early. Units: seconds.
A_MOMENT_S = 1e-6
#: How many times a busy computer may prolong one wait.
MAX_PROLONGATIONS = 2


class Answer(msgspec.Struct, frozen=True, gc=False):
    """A reader's answer; `data` is what follows STATUS, `address` whose answer it is."""

    status: int
    data: bytes
    address: int


class Counters(msgspec.Struct):
    """Totals since the driver was made; never per tag."""

    requests: int = 0
    answers: int = 0
    time_outs: int = 0
    late_answers: int = 0
    checksum_errors: int = 0
    garbage_bytes: int = 0
    sweeps: int = 0
    faults: int = 0
    links_opened: int = 0


class FeigLink:
    """Asks one reader one thing at a time.

    The reader's answers carry no number. After a lost one the next request is held back until a link
    test was answered: the reader answers in order, so what comes before that is late and is dropped.
    """

    def __init__(self, transport: Transport, timeout_s: float, counters: Counters) -> None:
        #: When the last request was sent.
        self.asked_s = 0.0
        self._transport = transport
        self._address = BROADCAST
        self._timeout_s = timeout_s
        self._counters = counters
        self._loop = asyncio.get_running_loop()
        self._frames = FrameReader()
        self._link_test = link_test_request(BROADCAST)
        self._waiting: asyncio.Future[Answer | None] | None = None
        self._command = -1
        self._timer: asyncio.TimerHandle | None = None
        self._deadline_s = 0.0  # of the present wait
        self._due_s = 0.0  # when it is looked after next, and how
        self._look: Callable[[], None] = self._settle
        self._prolongations = 0
        self._answer_lost = False
        self._over: Exception | None = None  # why nothing more is heard: the link's end, or a mistake of ours

    def speak_to(self, address: int) -> None:
        """From now on only the reader of this address is heard; before, whoever answers."""
        self._address = address
        self._link_test = link_test_request(address)

    def open(self) -> None:
        """Hear what the reader says from now on, until the link ends."""
        self._transport.listen(self._heard, self._ended)

    def close(self) -> None:
        """Count what was heard last; call it when the transport is closed. Raises: a mistake of ours in the hearing, if there was one."""
        self._frames.reset()
        self._tally()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._over is not None and not isinstance(self._over, TransportError):
            raise self._over

    async def ask(self, command: int, request: bytes) -> Answer | None:
        """Send a request and return its answer, or None when there was none in time.

        Raises: TransportError when the link is over.
        """
        if self._answer_lost:
            if await self._exchange(LINK_TEST, self._link_test) is None:
                return None
            self._answer_lost = False
        return await self._exchange(command, request)

    async def _exchange(self, command: int, request: bytes) -> Answer | None:
        self._frames.reset()
        if self._over is not None:
            raise self._over
        counters, loop = self._counters, self._loop
        counters.requests += 1
        self._command = command
        self._prolongations = 0
        waiting: asyncio.Future[Answer | None] = loop.create_future()
        self._waiting = waiting
        try:
            await self._transport.write(request)  # the answer's time begins when the request is gone
            self.asked_s = now_s = loop.time()
            self._deadline_s = now_s + self._timeout_s
            self._look_at(now_s + self._timeout_s * SETTLE_SHARE, self._settle)
            if waiting.done():  # whoever answers at once leaves the others their turn
                await asyncio.sleep(0)
            answer = await waiting
        finally:
            self._waiting = None
            # a transport may be gone before the answer was awaited: what it left must not be told as never retrieved
            if waiting.done() and not waiting.cancelled():
                waiting.exception()
            self._tally()
        if answer is None:
            counters.time_outs += 1
            self._answer_lost = True
        else:
            counters.answers += 1
        return answer

    def _heard(self, data: bytes) -> None:
        try:
            for frame in self._frames.feed(data):
                self._arrived(frame)
        except Exception as mistake:  # the loop would log it and go on, and the reader would seem silent
            self._is_over(mistake)

    def _ended(self, why: TransportClosedError) -> None:
        self._is_over(why)

    def _is_over(self, why: Exception) -> None:
        self._over = self._over or why
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(self._over)

    def _arrived(self, frame: Frame) -> None:
        waiting = self._waiting
        if waiting is None or waiting.done() or not self._is_answer(frame):
            self._counters.late_answers += 1
        else:
            waiting.set_result(Answer(frame.body[0], frame.body[1:], frame.address))

    def _is_answer(self, frame: Frame) -> bool:
        """Tell an answer to the present request from a late one, another reader's, or the echo of a request on a two-wire bus."""
        if frame.command != self._command or not frame.body or frame.address == BROADCAST:
            return False
        if self._address not in (BROADCAST, frame.address):
            return False
        status = STATUSES.get(frame.body[0])
        return status is None or status.data or len(frame.body) == 1

    def _look_at(self, due_s: float, look: Callable[[], None]) -> None:
        """Look after the present wait at a time. Most answers are there long before: one timer serves many waits."""
        self._due_s, self._look = due_s, look
        if self._timer is None:
            self._timer = self._loop.call_at(due_s, self._rung)
        elif self._timer.when() > due_s:
            self._timer.cancel()
            self._timer = self._loop.call_at(due_s, self._rung)

    def _rung(self) -> None:
        self._timer = None
        if self._waiting is None or self._waiting.done():
            return
        if self._due_s - self._loop.time() > A_MOMENT_S:  # it was set for a wait that is over
            self._timer = self._loop.call_at(self._due_s, self._rung)
            return
        try:
            self._look()
        except Exception as mistake:  # as above
            self._is_over(mistake)

    def _settle(self) -> None:
        """Part of the time is over: look behind a head that stays incomplete; then wait for the rest of the time."""
        for frame in self._frames.settle():
            self._arrived(frame)
        self._look_at(self._deadline_s, self._time_out)

    def _time_out(self) -> None:
        now_s = self._loop.time()
        late_s = now_s - self._due_s
        if late_s > LATE_SHARE * self._timeout_s and self._prolongations < MAX_PROLONGATIONS:
            self._prolongations += 1
            again_s = now_s + min(max(late_s, LEAST_PROLONGATION * self._timeout_s), self._timeout_s)
            self._look_at(again_s, self._time_out)
            return
        for frame in self._frames.settle():
            self._arrived(frame)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _tally(self) -> None:
        """Move what the frame reader counted into the totals."""
        frames = self._frames
        self._counters.garbage_bytes += frames.noise_bytes
        self._counters.checksum_errors += frames.checksum_errors
        frames.noise_bytes = frames.checksum_errors = 0
