"""A FEIG multi-output reader as the peer on the wire: real bytes, real timing, real quirks.

It speaks when spoken to: one answer a sound request, in order, after the time the work takes. The
wire is half the time: request and answer bytes are charged at 38400 baud with parity.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from firmware_bridge.transport import Transport, TransportClosedError
from sim import feig_bytes as feig
from sim.antennas import Antennas
from sim.conversation import Conversation
from sim.faults import Faults
from sim.feig_bytes import Request
from sim.line import BYTE_S, Line

#: From the last byte of a request to the start of the work. Units: seconds, as all below.
TURNAROUND_S: Final = 0.005
#: How long an RF reset keeps the field off.
FIELD_RESET_S: Final = 0.015

#: Air time of a 16-slot round by tags that answer; straight lines between, the last one goes on.
_AIR_MS: Final = ((0, 14.7), (2, 22.3), (5, 33.6))

#: How long a reader that resets says nothing, and what it says then: the bytes of a starting UART.
BOOT_S: Final = 1.0
BOOT_NOISE_BYTES: Final = 12
#: Data sets one answer holds; the rest is fetched with MORE after status 94.
SETS_PER_ANSWER: Final = 32

#: Answer data of the version command: firmware 3.3.0, hardware 44, software 53, tag types 0D 30.
_VERSION: Final = bytes.fromhex("03030044530D30")
#: Configuration blocks this reader has, of 14 bytes each. Only CFG1 is known to hold the
#: address, the baud code (8 = 38400) and the response time limit; nothing else is claimed.
_CONFIG_BLOCKS: Final = 8
_CONFIG_BYTES: Final = 14
_CFG1_LINE: Final = bytes.fromhex("08000000001E")

_ENCODED_MAX: Final = 4096

#: What a command does: (status, data, seconds of work).
Reply: TypeAlias = tuple[int, bytes, float]


def air_time_s(tags: int) -> float:
    """Return how long one inventory round with `tags` answers is on the air.

    It depends on the number only: real tags choose their slot by their id, which would let a
    stopwatch tell cards apart.
    """
    row = max(row for row in range(len(_AIR_MS) - 1) if _AIR_MS[row][0] <= tags)
    (low, low_ms), (high, high_ms) = _AIR_MS[row : row + 2]
    return (low_ms + (high_ms - low_ms) * (tags - low) / (high - low)) / 1000


_AIR_S: Final = tuple(air_time_s(tags) for tags in range(256))


class FeigReader:
    """One reader named `name` with `outputs` antennas, looked up in `antennas` as part `name`.

    `notify_once` is the reader's ONT setting: a tag is reported once and then kept silent until
    it leaves the field or the field resets; otherwise each inventory resets the field first and
    lists everything. `seed` decides chunks and noise, `faults` what befalls the answers.
    `silent` = it hears and never answers. `line` sends its answers.
    Time: table time of the running loop.
    """

    def __init__(
        self,
        name: str,
        antennas: Antennas,
        transport: Transport | None = None,
        *,
        address: int = 0,
        outputs: int = 8,
        notify_once: bool = False,
        seed: int = 1,
        sets_per_answer: int = SETS_PER_ANSWER,
        faults: Faults = Faults(),  # noqa: B008 # frozen
    ) -> None:
        self.name = name
        self.address = address
        self.outputs = outputs
        self.notify_once = notify_once
        self.silent = False
        self.stopped = False
        self.requests = 0
        self._antennas = antennas
        self._transport = transport
        self._serving: asyncio.Task[None] | None = None
        self._power_cut = False  # the serving task was cancelled by `stop`
        self._sets_per_answer = sets_per_answer
        self.line = Line(name, faults, seed)
        self._field_on = True
        self._quiet: dict[int, set[bytes]] = {}  # by antenna: tags already reported (ONT)
        self._rest: tuple[bytes, ...] = ()  # found by the last inventory, not fetched yet
        self._forced: deque[int] = deque()  # statuses of the next inventories
        self._babbling = 0
        self._encoded: dict[tuple[bool, bool, tuple[bytes, ...]], bytes] = {}

    async def run(self) -> None:
        """Serve the transport given at the start until it closes or the reader stops."""
        if self._transport is None:
            raise ValueError(f"{self.name}: no transport was given; use serve")
        await self.serve(self._transport)

    async def serve(self, transport: Transport) -> None:
        """Answer on this link, one at a time, until it closes; then let go of it. A stopped reader hangs up at once.

        What the reader remembers (field, ONT) outlives the link.
        """
        self._transport = transport
        self._serving = asyncio.current_task()
        self._power_cut = False
        try:
            if not self.stopped:
                await Conversation(transport, self._answer, self._pieces).until_closed()
        except TransportClosedError:
            return
        except asyncio.CancelledError:
            if not self._power_cut or (self._serving is not None and self._serving.uncancel() > 0):
                raise  # somebody else wants this task to end
        finally:
            self._serving = None
            await transport.close()

    def stop(self) -> None:
        """Cut the power: the present link hangs up and later ones do at once, until `start`."""
        self.stopped = True
        if self._serving is not None and not self._power_cut:
            self._power_cut = True
            self._serving.cancel()

    def start(self) -> None:
        """Power up again, with the field fresh and everything forgotten."""
        self.stopped = False
        self._power_up()

    def inject_status(self, status: int, times: int = 1) -> None:
        """The next `times` inventories answer only this status (83 RF communication, 84 RF warning …)."""
        self._forced.extend([status] * times)

    async def babble(self, count_bytes: int) -> None:
        """Send this much noise at line speed and no answer meanwhile. Raises: TransportClosedError."""
        transport = self._transport
        if transport is None:
            raise ValueError(f"{self.name}: nobody is connected to hear it")
        self._babbling += 1
        try:
            await self.line.babble(transport, count_bytes)
        finally:
            self._babbling -= 1

    async def reset(self, boot_s: float = BOOT_S) -> None:
        """Begin anew, as a watchdog or a spike makes it: what it was about to say is lost, what it knew forgotten; the link stays."""
        self.silent = True
        try:
            await asyncio.sleep(boot_s)
        finally:
            self._power_up()
            self.silent = False
        if self._serving is not None and self._transport is not None:
            with contextlib.suppress(TransportClosedError):
                await self.babble(BOOT_NOISE_BYTES)

    def _answer(self, request: Request, now_s: float) -> tuple[bytes, float] | None:
        """Return the answer and in how many seconds it is ready; None = there will be none."""
        if request.address not in (self.address, feig.ANY_ADDRESS) or self.silent:
            return None
        self.requests += 1
        if request.command == feig.ISO_HOST:
            frame, work_s = self._iso_host(request, now_s)
        else:
            command = _COMMANDS.get(request.command, _unknown_command)
            status, data, work_s = command(self, request)
            frame = feig.encode_answer(self.address, request.command, status, data, advanced=request.advanced)
        return frame, TURNAROUND_S + work_s + (request.size_bytes + len(frame)) * BYTE_S

    def _pieces(self, frame: bytes) -> Sequence[bytes]:
        return () if self.silent or self._babbling else self.line.pieces(frame)

    # -- B0: ISO standard host commands ---------------------------------------------------------

    def _iso_host(self, request: Request, now_s: float) -> tuple[bytes, float]:
        """Return the answer to a B0 request and the seconds of work."""
        data = request.data
        if not data or data[0] != feig.INVENTORY:
            return self._bare(request, feig.UNKNOWN_COMMAND if data else feig.WRONG_LENGTH)
        mode = data[1] if len(data) > 1 else 0
        if len(data) != (3 if mode & feig.MODE_ANT else 2):
            return self._bare(request, feig.WRONG_LENGTH)
        bits = data[2] if mode & feig.MODE_ANT else 1  # without ANT the first output is meant
        if mode & ~(feig.MODE_MORE | feig.MODE_ANT) or not 0 < bits < 1 << self.outputs:
            return self._bare(request, feig.PARAMETER_RANGE)
        if self._forced:
            return self._bare(request, self._forced.popleft())
        if mode & feig.MODE_MORE:
            tags, work_s = self._rest, 0.0
        else:
            tags, work_s = self._inventory(bits, now_s)
        return self._tags_frame(request.advanced, tags), work_s

    def _inventory(self, bits: int, now_s: float) -> tuple[tuple[bytes, ...], float]:
        """Ask each antenna of the bit field in turn; return the tags and the time on the air."""
        if not self._field_on:
            return (), _AIR_S[0]  # no field, no answer
        found: tuple[bytes, ...] = ()
        work_s = 0.0
        for antenna in range(1, self.outputs + 1):
            if bits >> (antenna - 1) & 1:
                tags = self._antennas.answer(self.name, antenna, now_s)
                if self.notify_once:
                    tags = self._not_yet_reported(antenna, tags)
                else:
                    work_s += FIELD_RESET_S
                work_s += _AIR_S[len(tags)]
                found = tags if not found else found + tuple(tag for tag in tags if tag not in found)
        return found, work_s

    def _not_yet_reported(self, antenna: int, tags: tuple[bytes, ...]) -> tuple[bytes, ...]:
        quiet = self._quiet.setdefault(antenna, set())
        quiet &= self._antennas.in_field(self.name, antenna)
        fresh = tuple(tag for tag in tags if tag not in quiet)
        quiet.update(fresh)
        return fresh

    def _tags_frame(self, advanced: bool, tags: tuple[bytes, ...]) -> bytes:
        now, self._rest = tags[: self._sets_per_answer], tags[self._sets_per_answer :]
        key = (advanced, bool(self._rest), now)
        frame = self._encoded.get(key)
        if frame is None:
            if len(self._encoded) >= _ENCODED_MAX:
                self._encoded.clear()
            status = feig.MORE_DATA if self._rest else feig.OK if now else feig.NO_TRANSPONDER
            sets = feig.encode_sets(now) if now else b""
            frame = self._encoded[key] = feig.encode_answer(self.address, feig.ISO_HOST, status, sets, advanced=advanced)
        return frame

    def _bare(self, request: Request, status: int) -> tuple[bytes, float]:
        return feig.encode_answer(self.address, request.command, status, advanced=request.advanced), 0.0

    # -- every other command --------------------------------------------------------------------

    def _power_up(self) -> None:
        self._field_on = True
        self._forget()

    def _forget(self) -> None:
        """The field was off: tags answer again, and what was not fetched is gone."""
        self._quiet.clear()
        self._rest = ()

    def _baud_detect(self, request: Request) -> Reply:
        return (feig.OK if request.data == b"\x00" else feig.WRONG_LENGTH), b"", 0.0

    def _cpu_reset(self, request: Request) -> Reply:
        if request.data:
            return feig.WRONG_LENGTH, b"", 0.0
        self._power_up()
        return feig.OK, b"", FIELD_RESET_S

    def _software_version(self, request: Request) -> Reply:
        return (feig.WRONG_LENGTH, b"", 0.0) if request.data else (feig.OK, _VERSION, 0.0)

    def _reader_info(self, request: Request) -> Reply:
        if len(request.data) > 1:
            return feig.WRONG_LENGTH, b"", 0.0
        # mode 00, or none, asks for what the version command tells; other modes are not known here
        return (feig.PARAMETER_RANGE, b"", 0.0) if any(request.data) else (feig.OK, _VERSION, 0.0)

    def _rf_reset(self, request: Request) -> Reply:
        if request.data:
            return feig.WRONG_LENGTH, b"", 0.0
        self._forget()
        return feig.OK, b"", FIELD_RESET_S

    def _rf_on_off(self, request: Request) -> Reply:
        if len(request.data) != 1:
            return feig.WRONG_LENGTH, b"", 0.0
        if request.data[0] > 1:
            return feig.PARAMETER_RANGE, b"", 0.0
        self._field_on = request.data[0] == 1
        self._forget()
        return feig.OK, b"", 0.0

    def _read_config(self, request: Request) -> Reply:
        if len(request.data) != 1:
            return feig.WRONG_LENGTH, b"", 0.0
        block = request.data[0]
        if block >= _CONFIG_BLOCKS:
            return feig.PARAMETER_RANGE, b"", 0.0
        known = bytes((self.address,)) + _CFG1_LINE if block == 1 else b""
        return feig.OK, known.ljust(_CONFIG_BYTES, b"\x00"), 0.0


def _unknown_command(_reader: FeigReader, _request: Request) -> Reply:
    return feig.UNKNOWN_COMMAND, b"", 0.0


_COMMANDS: Final[Mapping[int, Callable[[FeigReader, Request], Reply]]] = {
    feig.BAUD_DETECT: FeigReader._baud_detect,
    feig.CPU_RESET: FeigReader._cpu_reset,
    feig.SOFTWARE_VERSION: FeigReader._software_version,
    feig.READER_INFO: FeigReader._reader_info,
    feig.RF_RESET: FeigReader._rf_reset,
    feig.RF_ON_OFF: FeigReader._rf_on_off,
    feig.READ_CONFIG: FeigReader._read_config,
}
