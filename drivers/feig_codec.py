"""FEIG OBID ISO-Host frames: bytes ↔ values, no IO.

    standard:  LEN  ADR  CMD  [data..]  CRClo CRChi          LEN = whole frame, 5..255
    answer:    LEN  ADR  CMD  STATUS [data..] CRClo CRChi
    advanced:  02 LENhi LENlo ADR CMD [STATUS] [data..] CRClo CRChi   LEN = whole frame incl. 02

Source: FEIG manuals H60301-3e (OBID i-scan MR/PR/PRH101) and H90400-0e (M02.M8).
"""

from __future__ import annotations

import binascii

import msgspec

from drivers.base import DriverError

#: First byte of an advanced frame; a standard frame cannot be two bytes long.
ADVANCED = 0x02
STANDARD_MIN, STANDARD_MAX = 5, 255
ADVANCED_MIN = 7
#: The longest answer there is: 255 data sets of 10 bytes and their frame fit with room to spare. Longer
#: lengths are noise to a stream reader, so that a stray 02 cannot make it wait for 64 kB.
ADVANCED_MAX = 4_096

BROADCAST = 0xFF

LINK_TEST, CPU_RESET, SOFTWARE_VERSION, RF_RESET, ISO_HOST = 0x52, 0x63, 0x65, 0x69, 0xB0
INVENTORY = 0x01
MODE_MORE, MODE_ANTENNA = 0x80, 0x10

#: Byte → the same byte with its bits in reverse.
_MIRROR = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class FrameError(DriverError):
    """Bytes that are no frame. `code` is one of `feig.too_short`, `feig.length`, `feig.crc`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Frame(msgspec.Struct, frozen=True, gc=False):
    """One frame of either direction; `body` is all between CMD and CRC (an answer's begins with STATUS)."""

    address: int
    command: int
    body: bytes
    advanced: bool = False


def crc(data: bytes | bytearray) -> int:
    """CRC-16/MCRF4XX: poly 0x8408 reflected, start FFFF, no final xor; 0 over a whole right frame.

    The standard library's CCITT-FALSE is the same polynomial in the other bit order: mirroring bytes
    and result gives this one at C speed.
    """
    mirrored = binascii.crc_hqx(data.translate(_MIRROR), 0xFFFF)
    return _MIRROR[mirrored >> 8] | _MIRROR[mirrored & 0xFF] << 8


def encode(address: int, command: int, body: bytes = b"", *, advanced: bool = False) -> bytes:
    """Build a frame. Raises: FrameError `feig.length` when the body does not fit."""
    size = len(body) + (ADVANCED_MIN if advanced else STANDARD_MIN)
    if size > (0xFFFF if advanced else STANDARD_MAX):
        raise FrameError("feig.length", f"a body of {len(body)} bytes does not fit into a frame")
    head = bytes((ADVANCED, size >> 8, size & 0xFF)) if advanced else bytes((size,))
    frame = head + bytes((address, command)) + body
    return frame + crc(frame).to_bytes(2, "little")


def inventory_request(address: int, antenna: int) -> bytes:
    """A new inventory on one antenna output, 1..8. Source: H90400-0e p. 17 (ANT bit, antenna bit field)."""
    return encode(address, ISO_HOST, bytes((INVENTORY, MODE_ANTENNA, 1 << (antenna - 1))))


def more_request(address: int) -> bytes:
    """Fetch the rest of the last inventory after status 94: it comes from the reader's memory, no antenna is named."""
    return encode(address, ISO_HOST, bytes((INVENTORY, MODE_MORE)))


def link_test_request(address: int) -> bytes:
    return encode(address, LINK_TEST, b"\x00")


def software_version_request(address: int) -> bytes:
    return encode(address, SOFTWARE_VERSION)


def rf_reset_request(address: int) -> bytes:
    """Field off for about 15 ms: tags forget that they were told to be quiet."""
    return encode(address, RF_RESET)


def cpu_reset_request(address: int) -> bytes:
    return encode(address, CPU_RESET)


def parse(raw: bytes) -> Frame:
    """Read exactly one frame of any length. Raises: FrameError."""
    if len(raw) < STANDARD_MIN:
        raise FrameError("feig.too_short", f"{len(raw)} bytes are no frame: the shortest has {STANDARD_MIN}")
    advanced = raw[0] == ADVANCED
    size = int.from_bytes(raw[1:3], "big") if advanced else raw[0]
    smallest = ADVANCED_MIN if advanced else STANDARD_MIN
    if size < smallest:
        raise FrameError("feig.length", f"the length field says {size}, below the least of {smallest}")
    if size != len(raw):
        raise FrameError("feig.length", f"the length field says {size} bytes, {len(raw)} were given")
    right = crc(raw[:-2]).to_bytes(2, "little")
    if right != raw[-2:]:
        raise FrameError("feig.crc", f"the checksum is {raw[-2:].hex(' ').upper()}, {right.hex(' ').upper()} would be right")
    return _frame(raw)


def _frame(raw: bytes) -> Frame:
    if raw[0] == ADVANCED:
        return Frame(raw[3], raw[4], raw[5:-2], True)
    return Frame(raw[1], raw[2], raw[3:-2])


class FrameReader:
    """Finds the frames in a stream of bytes, whatever comes between them and however it is cut.

    In step, the frame at the head is awaited and nothing else is looked at. After a wrong length or
    checksum it is out of step: every byte may begin a frame, and the first frame to be whole wins.
    Shape: the frames found depend on the bytes alone, not on their chunks.
    Invariants: holds at most 2 × ADVANCED_MAX bytes and a chunk; takes a bounded time for each byte.
    """

    def __init__(self) -> None:
        #: Bytes that belonged to no frame, since the start.
        self.noise_bytes = 0
        #: Frames of the right shape, in step, whose checksum was wrong.
        self.checksum_errors = 0
        self._held = bytearray()
        self._in_step = True
        self._looked = 0  # out of step: how many held bytes were looked at
        self._ends: dict[int, list[int]] = {}  # out of step: where frames might end → where they began

    @property
    def pending(self) -> int:
        """How many bytes are held that made no frame yet."""
        return len(self._held)

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes and return the frames that they complete."""
        # one whole frame in one chunk, in step: what a healthy link delivers
        if not self._held and len(data) >= STANDARD_MIN and data[0] == len(data) and crc(data) == 0:
            return [_frame(data)]
        self._held += data
        return self._search()

    def settle(self) -> list[Frame]:
        """The line went quiet: look for whole frames behind a head that was never completed.

        A head that was only late is not lost: its bytes stay, and it is found when it is whole.
        """
        if self._held and self._in_step:
            self._lose_step()
            return self._search()
        return []

    def reset(self) -> int:
        """Forget what is held, as before a new request; return how many bytes that were (they count as noise)."""
        dropped = len(self._held)
        if dropped:
            self.noise_bytes += dropped
            self._held.clear()
        self._regain_step()
        return dropped

    def _search(self) -> list[Frame]:
        found: list[Frame] = []
        while self._held:
            frame = self._head() if self._in_step else self._anywhere()
            if frame is not None:
                found.append(frame)
            elif self._in_step or self._looked == len(self._held):
                break
        return found

    def _head(self) -> Frame | None:
        """In step: return the frame at the head if it is whole; lose step if it cannot be one."""
        held = self._held
        size = _size_at(held, 0)
        if size is None or len(held) < size:
            return None
        if size and crc(held[:size]) == 0:
            frame = _frame(bytes(held[:size]))
            del held[:size]
            return frame
        if size:
            self.checksum_errors += 1
        self._lose_step()
        return None

    def _anywhere(self) -> Frame | None:
        """Out of step: return the frame that ends first among all that may begin anywhere."""
        held, ends = self._held, self._ends
        for at in range(self._looked, len(held)):
            if held[at] >= STANDARD_MIN:
                ends.setdefault(at + held[at], []).append(at)
            if at >= 2 and held[at - 2] == ADVANCED:  # an advanced header is known two bytes later, long before its frame can end
                size = _size_at(held, at - 2)
                if size:
                    ends.setdefault(at - 2 + size, []).append(at - 2)
            for start in ends.pop(at + 1, ()):
                if crc(held[start : at + 1]) == 0:
                    frame = _frame(bytes(held[start : at + 1]))
                    self.noise_bytes += start
                    del held[: at + 1]
                    self._regain_step()
                    return frame
        self._looked = len(held)
        self._forget_old()
        return None

    def _forget_old(self) -> None:
        """Drop bytes too old to begin a frame that is still to end."""
        surplus = len(self._held) - ADVANCED_MAX
        if surplus > ADVANCED_MAX:
            del self._held[:surplus]
            self.noise_bytes += surplus
            self._looked -= surplus
            self._ends = {end - surplus: [at - surplus for at in starts if at >= surplus] for end, starts in self._ends.items()}

    def _lose_step(self) -> None:
        self._in_step, self._looked = False, 0

    def _regain_step(self) -> None:
        if not self._in_step:
            self._in_step, self._looked = True, 0
            self._ends.clear()


def _size_at(held: bytearray, at: int) -> int | None:
    """Return the size of the frame that begins at `at`: None while its header is short, 0 when none can begin there."""
    first = held[at]
    if first >= STANDARD_MIN:
        return first
    if first != ADVANCED:
        return 0
    if len(held) < at + 3:
        return None
    size = held[at + 1] << 8 | held[at + 2]
    return size if ADVANCED_MIN <= size <= ADVANCED_MAX else 0
