"""A bench for one driver: a link that can be pulled, spoiled and counted, with the driver's own device at its far end.

Everything runs in virtual time, so an hour of retries takes no time, and a driver that waits for anything but the
running loop is found out.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from drivers.base import AntennaRead, Driver, Health, Reading
from firmware_bridge.transport import MemoryTransport, OnBytes, OnEnd, Opener, Transport, TransportClosedError, TransportError, memory_pair

PART: Final = "bench"
#: Table seconds a cancelled driver may take to let go.
LET_GO_S: Final = 5.0
_CODE: Final = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)+")

#: What a device says → the chunks that arrive.
Spoil: TypeAlias = Callable[[bytes], Sequence[bytes]]


class ContractBreachError(AssertionError):
    """A driver does not hold to the contract; the text says in a sentence what it did and what it must do."""


class Subject(NamedTuple):
    """The driver under test: how it is made, and its healthy device, which serves one link until that closes."""

    make: Callable[[str, Opener, Mapping[str, Any]], Driver]
    serve: Callable[[Transport], Awaitable[None]]
    options: Mapping[str, Any]


def whole(data: bytes) -> Sequence[bytes]:
    """The line as it should be."""
    return (data,)


def silence(data: bytes) -> Sequence[bytes]:
    """A device that is there and says nothing."""
    return ()


def byte_by_byte(data: bytes) -> Sequence[bytes]:
    """A slow adapter."""
    return [data[n : n + 1] for n in range(len(data))]


class Bench:
    """One driver on a bench. `refusal` set = the device is absent; `spoil` is what the line does to its answers.

    Raises: ContractBreachError from every method that looks at the driver.
    """

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self.refusal: TransportError | None = None
        self.spoil: Spoil = whole
        self.opened = 0
        self.operations = 0
        self.cancel_at: int | None = None
        self.reads: list[AntennaRead] = []
        self.healths: list[Health] = []
        self._lines: list[_HostEnd] = []
        self._devices: list[asyncio.Task[None]] = []
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self.driver = subject.make(PART, self._open, subject.options)

    # -- what the driver does ----------------------------------------------------------------------

    def start(self) -> None:
        """Run the driver."""
        self._task = asyncio.create_task(self.driver.run(self._read, self._told), name=PART)

    async def stop(self) -> None:
        """Cancel the driver and see that it lets go of everything."""
        task = self._running()
        task.cancel()
        await self.ended(task)

    async def ended(self, task: asyncio.Task[None] | None = None) -> None:
        """Wait for a cancelled driver to end, and see what it leaves behind."""
        task = task or self._running()
        done, _ = await asyncio.wait({task}, timeout=LET_GO_S)
        if not done:
            raise ContractBreachError(f"It does not end within {LET_GO_S:.0f} s when it is cancelled: let CancelledError pass through.")
        if not task.cancelled():
            why = task.exception()
            how = "returns" if why is None else f"raises {type(why).__name__}"
            raise ContractBreachError(f"It {how} when it is cancelled: let CancelledError pass through.")
        if any(not line.closed for line in self._lines):
            raise ContractBreachError("It leaves its link open when it is stopped: close the transport in a `finally`.")
        await self._end_devices()
        if len(asyncio.all_tasks()) > 1:
            raise ContractBreachError("It leaves a task behind when it is stopped: cancel and await every task it made.")
        if self.driver.health().state != "off":
            raise ContractBreachError(f"Its health is {self.driver.health().state!r} after it was stopped: it must be 'off'.")

    async def until(self, holds: Callable[[], bool], limit_s: float, breach: str) -> None:
        """Let time pass until `holds()`, `limit_s` table seconds at most; `breach` is what it means when it never does."""
        task = self._running()
        try:
            async with asyncio.timeout(limit_s):
                while not holds():
                    self._changed.clear()
                    change = asyncio.ensure_future(self._changed.wait())
                    await asyncio.wait({change, task}, return_when=asyncio.FIRST_COMPLETED)
                    change.cancel()
                    self.must_run()
        except TimeoutError:
            raise ContractBreachError(breach) from None

    async def is_ok(self, limit_s: float, breach: str) -> None:
        """Wait until the part is ok and a sweep came after this call."""
        seen = len(self.reads)
        await self.until(lambda: self.driver.health().state == "ok" and len(self.reads) > seen, limit_s, breach)

    async def wait(self, seconds: float) -> None:
        """Let table time pass; the driver must still run then."""
        await asyncio.sleep(seconds)
        self.must_run()

    def must_run(self) -> None:
        """See that the driver has not ended by itself."""
        task = self._running()
        if task.done():
            why = None if task.cancelled() else task.exception()
            if isinstance(why, ContractBreachError):  # found in what it told
                raise why
            how = "returned" if why is None else f"raised {type(why).__name__}"
            raise ContractBreachError(f"`run` {how} by itself: a device's fault is health, and `run` goes on until it is cancelled.")

    # -- what the device does ----------------------------------------------------------------------

    async def unplug(self, code: str = "serial.absent") -> None:
        """Pull the device; it is absent until `plug_in`."""
        self.refusal = TransportError(code, "the device is not there", "plug it in")
        for line in self._lines:
            await line.end.close()

    def plug_in(self) -> None:
        """Let the next opening succeed."""
        self.refusal = None

    async def say(self, data: bytes) -> None:
        """Let bytes arrive that nobody asked for."""
        for line in self._lines:
            with contextlib.suppress(TransportClosedError):
                await line.far.write(data)

    async def clear(self) -> bool:
        """End everything, and return whether it ended: a driver may not let itself be cancelled. Never fails."""
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        if not tasks:
            return True
        done, pending = await asyncio.wait(tasks, timeout=LET_GO_S)
        for task in done:
            if not task.cancelled():
                task.exception()  # it was told as a breach, or is none of ours
        return not pending

    # -- inside ------------------------------------------------------------------------------------

    def _running(self) -> asyncio.Task[None]:
        if self._task is None:
            raise RuntimeError("start the driver first")
        return self._task

    async def _open(self) -> Transport:
        self.operation()
        await asyncio.sleep(0)
        if self.refusal is not None:
            raise self.refusal
        if any(not line.closed for line in self._lines):
            raise ContractBreachError("It opens its link while it holds it open already: close the old one first.")
        near, far = memory_pair(PART)
        line = _HostEnd(self, near, far)
        self._lines = [line]
        self.opened += 1
        self._devices = [one for one in self._devices if not one.done()]
        self._devices.append(asyncio.create_task(self._serve(_DeviceEnd(self, far)), name="device"))
        return line

    async def _serve(self, line: Transport) -> None:
        with contextlib.suppress(TransportClosedError):
            await self._subject.serve(line)

    async def _end_devices(self) -> None:
        for device in self._devices:
            device.cancel()
        await asyncio.gather(*self._devices, return_exceptions=True)
        self._devices.clear()

    def operation(self) -> None:
        """Count one await of the driver at its link, or what it is told there, and cancel the driver in it when that was asked for."""
        self.operations += 1
        if self.operations == self.cancel_at and self._task is not None:
            self._task.cancel()

    def _read(self, reading: Reading) -> None:
        if not isinstance(reading, AntennaRead):
            return
        now_ns = round(asyncio.get_running_loop().time() * 1e9)
        if reading.part != PART:
            raise ContractBreachError("A reading does not carry the name the driver was made with.")
        if not 0 <= reading.started_ns <= reading.ended_ns <= now_ns:
            raise ContractBreachError("A sweep's times are not in order, or not those of the running loop: stamp it with the loop's time.")
        if self.reads and reading.antenna == self.reads[-1].antenna and reading.started_ns < self.reads[-1].ended_ns:
            raise ContractBreachError("Two sweeps of one antenna overlap: tell each sweep once.")
        if len(set(reading.tags)) != len(reading.tags):
            raise ContractBreachError("A sweep names a tag twice: tell each tag once.")
        self.reads.append(reading)
        self._changed.set()

    def _told(self, health: Health) -> None:
        bad = health.state in ("degraded", "failed")
        if health.part != PART:
            raise ContractBreachError("A health does not carry the name the driver was made with.")
        if bad and not (_CODE.fullmatch(health.reason) and health.remedy):
            raise ContractBreachError(f"It is {health.state} without a dotted reason code and a remedy: a person must know what to do.")
        if not bad and (health.reason or health.remedy):
            raise ContractBreachError(f"It is {health.state} and still names a reason: leave reason and remedy empty.")
        if self.healths:
            last = self.healths[-1]
            if (last.state, last.reason, last.remedy) == (health.state, health.reason, health.remedy):
                raise ContractBreachError("It tells a health that has not changed: tell changes only.")
            if health.since_ns < last.since_ns:
                raise ContractBreachError("Its health's `since_ns` goes back: it is the loop's time of the change.")
            if any(health.counters.get(name, 0) < count for name, count in last.counters.items()):
                raise ContractBreachError("A counter went down: counters are totals since the driver was made.")
        self.healths.append(health)
        self._changed.set()


class _HostEnd:
    """The driver's end of the line, with every await of the driver counted."""

    def __init__(self, bench: Bench, end: MemoryTransport, far: MemoryTransport) -> None:
        self.name = end.name
        self.bytes_read = 0
        self.bytes_written = 0
        self.closed = False
        self.end, self.far = end, far
        self._bench = bench

    async def read(self, max_bytes: int = 4096) -> bytes:
        self._bench.operation()
        data = await self.end.read(max_bytes)
        self.bytes_read += len(data)
        return data

    async def write(self, data: bytes) -> None:
        self._bench.operation()
        await asyncio.sleep(0)
        await self.end.write(data)
        self.bytes_written += len(data)

    def listen(self, on_bytes: OnBytes, on_end: OnEnd) -> None:
        def heard(data: bytes) -> None:
            self._bench.operation()
            self.bytes_read += len(data)
            on_bytes(data)

        self._bench.operation()
        self.end.listen(heard, on_end)

    def send(self, data: bytes) -> None:
        self._bench.operation()
        self.end.send(data)
        self.bytes_written += len(data)

    async def close(self) -> None:
        self.closed = True
        await self.end.close()


class _DeviceEnd:
    """The device's end: what it says goes through the bench's `spoil`."""

    def __init__(self, bench: Bench, end: MemoryTransport) -> None:
        self.name = end.name
        self.bytes_read = 0
        self.bytes_written = 0
        self._bench = bench
        self._end = end

    async def read(self, max_bytes: int = 4096) -> bytes:
        return await self._end.read(max_bytes)

    async def write(self, data: bytes) -> None:
        for chunk in self._bench.spoil(data):
            await self._end.write(chunk)
            await asyncio.sleep(0)

    def listen(self, on_bytes: OnBytes, on_end: OnEnd) -> None:
        self._end.listen(on_bytes, on_end)

    def send(self, data: bytes) -> None:
        for chunk in self._bench.spoil(data):
            self._end.send(chunk)

    async def close(self) -> None:
        await self._end.close()
