"""FEIG OBID HF readers (ISO-Host mode): sweeps the antenna outputs one a request, for ever.

Drives MR/LR/M02.M8-class readers with antenna outputs of their own (`B0 01 10 <bit>`), over any link.
"""

from __future__ import annotations

import asyncio
import difflib
import math
import zlib
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from drivers.base import AntennaRead, DriverError, Health, OnHealth, OnReading
from drivers.feig_codec import (
    BROADCAST,
    ISO_HOST,
    RF_RESET,
    SOFTWARE_VERSION,
    inventory_request,
    more_request,
    rf_reset_request,
    software_version_request,
)
from drivers.feig_health import ReaderHealth
from drivers.feig_inventory import InventoryError, uids
from drivers.feig_link import Answer, Counters, FeigLink
from drivers.feig_tables import LISTING, MORE_DATA, NO_TRANSPONDER, OK, STATUSES
from firmware_bridge.transport import Opener, Transport, TransportError

#: Lost answers in a row, with nothing on the line, after which the link is opened anew: a network reader that lost
#: its power never hangs up.
REOPEN_AFTER = 10
#: A round of the outputs that gave nothing but faults, or a refused identification, is followed by this pause.
FAULT_PAUSE_S = 0.5
#: Follow-up requests of one sweep: enough for 255 tags told one by one; a reader that goes on has lost its way.
MAX_FOLLOW_UPS = 255

FIRST_RETRY_S, LONGEST_RETRY_S = 0.25, 5.0
#: A session this long was a good one: the next retry is a quick one again.
STABLE_SESSION_S = 10.0

VERSION_BYTES = 7


class FeigOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the table file may set for a FEIG reader.

    `notify_once`: the reader's ONT flag is set, so it silences a tag that it has told; the field is
    then reset before every sweep. `antennas` are the outputs to poll, in this order. `address` is the
    reader's own, by which it is told from another of its kind on the same port; 255 = whoever answers.
    """

    address: Annotated[int, msgspec.Meta(ge=0, le=255)] = 255
    antennas: tuple[Annotated[int, msgspec.Meta(ge=1, le=8)], ...] = (1, 2, 3, 4, 5, 6, 7, 8)
    notify_once: bool = False
    response_timeout_s: Annotated[float, msgspec.Meta(ge=0.05, le=30.0)] = 0.5
    sweep_pause_s: Annotated[float, msgspec.Meta(ge=0.0, le=60.0)] = 0.0


class FeigDriver:
    """One FEIG reader. `identity` is what it said of itself, in hexadecimal, empty until then."""

    def __init__(self, name: str, opener: Opener, options: FeigOptions) -> None:
        self.name = name
        self.identity = ""
        self._opener = opener
        self._options = options
        self._counters = Counters()
        self._health = ReaderHealth(name, self._counters)
        self._inventories = [(antenna, inventory_request(options.address, antenna)) for antenna in options.antennas]
        self._more = more_request(options.address)
        self._rf_reset = rf_reset_request(options.address)

    def health(self) -> Health:
        return self._health.health()

    async def run(self, on_reading: OnReading, on_health: OnHealth) -> None:
        """Poll the reader until cancelled; open the link again whenever it ends.

        Time: retries after 0.25 s, doubling up to 5 s, spread by a fifth either way.
        """
        self._health.begin(on_health)
        attempt = 0
        try:
            while True:
                lasted_s = 0.0
                try:
                    transport = await self._opener()
                except TransportError as error:
                    self._health.link_down(error)
                else:
                    self._counters.links_opened += 1
                    lasted_s = await self._session(transport, on_reading)
                attempt = 1 if lasted_s >= STABLE_SESSION_S else attempt + 1
                await asyncio.sleep(retry_delay_s(self.name, attempt))
        finally:
            self._health.end()

    async def _session(self, transport: Transport, on_reading: OnReading) -> float:
        """Use one open link until it ends or stays silent; return for how many seconds the reader was there."""
        loop = asyncio.get_running_loop()
        there_s = math.inf
        link = FeigLink(transport, self._options.response_timeout_s, self._counters)
        link.open()
        self._health.link_up()
        try:
            if await self._identify(link):
                there_s = loop.time()
                while await self._round(link, on_reading):
                    if self._options.sweep_pause_s:
                        await asyncio.sleep(self._options.sweep_pause_s)
        except TransportError as gone:
            self._health.link_down(gone)
        finally:
            await transport.close()
            link.close()
        return max(0.0, loop.time() - there_s)

    async def _identify(self, link: FeigLink) -> bool:
        """Ask whoever is there until our reader says what it is; return False when nobody answers."""
        wanted, request = self._options.address, software_version_request(BROADCAST)
        while self._health.silent_in_a_row < REOPEN_AFTER:
            answer = await self._ask(link, SOFTWARE_VERSION, request)
            if answer is None:
                continue
            if wanted not in (BROADCAST, answer.address):
                self._health.refused("rfid.wrong_reader", f"address {answer.address} and not {wanted}")
            elif answer.status == OK and len(answer.data) >= VERSION_BYTES:
                link.speak_to(wanted)
                self.identity = answer.data.hex(" ").upper()
                self._health.identified()
                return True
            else:
                status = STATUSES.get(answer.status)
                self._health.refused((status.fault if status else "") or "rfid.not_feig")
            await asyncio.sleep(FAULT_PAUSE_S)
        return False

    async def _round(self, link: FeigLink, on_reading: OnReading) -> bool:
        """Sweep every output once; return False when the reader has gone silent."""
        faultless = False
        for antenna, request in self._inventories:
            if await self._field_is_fresh(link, antenna) and await self._sweep(link, antenna, request, on_reading):
                faultless = True
            if self._health.silent_in_a_row >= REOPEN_AFTER:
                return False
        if not faultless:
            await asyncio.sleep(FAULT_PAUSE_S)
        return True

    async def _field_is_fresh(self, link: FeigLink, antenna: int) -> bool:
        """Make a reader that notifies once list every tag again; False when it did not.

        Without the reset it would list new tags only, and the others would seem gone: no sweep then.
        """
        if not self._options.notify_once:
            return True
        answer = await self._ask(link, RF_RESET, self._rf_reset)
        if answer is None:
            return False
        if answer.status != OK:
            self._counters.faults += 1
            self._health.bad_sweep(antenna, _fault(answer) or "rfid.unknown_status")
        return answer.status == OK

    async def _sweep(self, link: FeigLink, antenna: int, request: bytes, on_reading: OnReading) -> bool:
        """Ask one output for its tags and tell what it saw; return False when it came to nothing.

        A sweep with a fault tells nothing: a list that may be short would make the cards it leaves out
        seem gone. A mere warning about the antenna is told with the tags that were read in spite of it.
        """
        answer = await self._ask(link, ISO_HOST, request)
        started_ns = round(link.asked_s * 1e9)
        tags: tuple[bytes, ...] = ()
        fault = ""
        follow_ups = 0
        while answer is not None:
            if answer.data and answer.status in LISTING:
                try:
                    tags += uids(answer.data)
                except InventoryError:
                    fault = "rfid.undecodable"
            if answer.status != MORE_DATA:
                break
            if follow_ups == MAX_FOLLOW_UPS:
                fault = "rfid.overflow"
                break
            follow_ups += 1
            answer = await self._ask(link, ISO_HOST, self._more)
        if answer is None:
            return False
        fault = fault or _fault(answer)
        if fault:
            self._counters.faults += 1
            self._health.bad_sweep(antenna, fault)
        else:
            self._health.good_sweep(antenna)
        if not fault or (fault == "rfid.antenna" and tags):
            self._counters.sweeps += 1
            ended_ns = round(asyncio.get_running_loop().time() * 1e9)
            on_reading(AntennaRead(self.name, antenna, _once_each(tags), started_ns, ended_ns))
        return not fault

    async def _ask(self, link: FeigLink, command: int, request: bytes) -> Answer | None:
        """Ask, and tell the health what came of it."""
        before = self._counters.garbage_bytes
        answer = await link.ask(command, request)
        noisy = self._counters.garbage_bytes != before
        if answer is None:
            self._health.lost(noisy)
        else:
            self._health.answered(noisy)
        return answer


def make(name: str, opener: Opener, options: Mapping[str, Any]) -> FeigDriver:
    """Build the driver from plain options. Raises: DriverError naming the option and what is allowed."""
    return FeigDriver(name, opener, parse_options(name, options))


def parse_options(name: str, options: Mapping[str, Any]) -> FeigOptions:
    """Check options. Raises: DriverError naming the option and what is allowed."""
    known = FeigOptions.__struct_fields__
    for key in options:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise DriverError(f"reader {name}: unknown option {key!r}; {hint}a feig reader has {', '.join(known)}")
    try:
        parsed = msgspec.convert(dict(options), FeigOptions)
    except msgspec.ValidationError as error:
        what, _, path = str(error).partition(" - at `$.")
        raise DriverError(f"reader {name}: option {path.rstrip('`') or 'of a feig reader'}: {what}") from None
    if not parsed.antennas or len(set(parsed.antennas)) != len(parsed.antennas):
        raise DriverError(f"reader {name}: option antennas: name each output from 1 to 8 to be polled once")
    return parsed


def retry_delay_s(name: str, attempt: int) -> float:
    """How long to wait before the next attempt to open a link, counted from 1.

    The spread comes from the name, so that readers lost together do not come back together, and a run repeats itself.
    """
    base_s = min(LONGEST_RETRY_S, FIRST_RETRY_S * 2.0 ** min(attempt - 1, 10))
    spread = zlib.crc32(f"{name}/{attempt}".encode()) / 0xFFFFFFFF
    return base_s * (0.8 + 0.4 * spread)


def _fault(answer: Answer) -> str:
    """Return which fault an inventory answer tells of, empty for none."""
    if answer.status in (OK, NO_TRANSPONDER, MORE_DATA):
        return "rfid.undecodable" if answer.status == OK and not answer.data else ""
    status = STATUSES.get(answer.status)
    return (status.fault if status is not None else "") or "rfid.unknown_status"


def _once_each(tags: tuple[bytes, ...]) -> tuple[bytes, ...]:
    """Drop repetitions: follow-up answers may name a tag again."""
    return tags if len(tags) < 2 else tuple(dict.fromkeys(tags))
