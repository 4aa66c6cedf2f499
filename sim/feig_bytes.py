"""Bytes of a FEIG OBID reader in ISO-Host mode, seen from the reader: requests in, answers out.

Written from the protocol's tables and apart from the driver's codec: a misread of either side
shows as two ends that do not understand each other.

Shape: standard `LEN ADR CMD [STATUS] data CRClo CRChi`; advanced `02 LENhi LENlo ADR CMD
[STATUS] data CRClo CRChi`; LEN counts the whole frame. A standard frame cannot be so short that
it begins with 02. Multi-byte data is most significant byte first.
"""

from __future__ import annotations

import binascii
from collections.abc import Iterable
from typing import Final, NamedTuple

# Commands this reader knows.
BAUD_DETECT: Final = 0x52
CPU_RESET: Final = 0x63
SOFTWARE_VERSION: Final = 0x65
READER_INFO: Final = 0x66
RF_RESET: Final = 0x69
RF_ON_OFF: Final = 0x6A
READ_CONFIG: Final = 0x80
ISO_HOST: Final = 0xB0
INVENTORY: Final = 0x01  # first data byte after ISO_HOST

# MODE byte of an inventory.
MODE_MORE: Final = 0x80
MODE_ANT: Final = 0x10

# Status byte of an answer.
OK: Final = 0x00
NO_TRANSPONDER: Final = 0x01
PARAMETER_RANGE: Final = 0x11
UNKNOWN_COMMAND: Final = 0x80
WRONG_LENGTH: Final = 0x81
RF_COMMUNICATION: Final = 0x83
RF_WARNING: Final = 0x84
MORE_DATA: Final = 0x94

ANY_ADDRESS: Final = 0xFF
ADVANCED_MARK: Final = 0x02
STANDARD_MAX_BYTES: Final = 255

#: Start of a data set of an ISO 15693 tag: transponder type, DSFID; its 8-byte id follows.
ISO15693_SET: Final = b"\x03\x00"

#: A request longer than this does not fit the reader's receive buffer: noise.
RX_BUFFER_BYTES: Final = 280

_STANDARD_MIN: Final = 5  # LEN ADR CMD CRC CRC
_ADVANCED_MIN: Final = 7  # 02 LEN LEN ADR CMD CRC CRC
_KNOWN_MAX: Final = 256

#: The check is MCRF4XX: polynomial 1021 with every byte, and the result, bit-reversed. Reversing
#: around the library's CRC of that polynomial keeps the loop over the bytes in C.
_REVERSED: Final = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class Request(NamedTuple):
    """A sound frame from the host. `data` is what follows the command byte."""

    address: int
    command: int
    data: bytes
    advanced: bool
    size_bytes: int


def crc_bytes(frame: bytes) -> bytes:
    """Return the two check bytes of `frame` in the order they go on the wire."""
    crc = binascii.crc_hqx(frame.translate(_REVERSED), 0xFFFF)
    return bytes((_REVERSED[crc >> 8], _REVERSED[crc & 0xFF]))


def encode_answer(address: int, command: int, status: int, data: bytes = b"", *, advanced: bool = False) -> bytes:
    """Return the answer frame: advanced as the request was, and always above 255 bytes."""
    size = len(data) + 6
    if advanced or size > STANDARD_MAX_BYTES:
        frame = bytes((ADVANCED_MARK, *(size + 2).to_bytes(2, "big"), address, command, status)) + data
    else:
        frame = bytes((size, address, command, status)) + data
    return frame + crc_bytes(frame)


def encode_sets(tags: Iterable[bytes]) -> bytes:
    """Return the data of an inventory answer: the number of data sets, then one set a tag.

    Raises: ValueError above 255 tags: the number is one byte.
    """
    sets = [ISO15693_SET + tag for tag in tags]
    return bytes((len(sets),)) + b"".join(sets)


class RequestStream:
    """Finds requests in what arrives, in any chunks and between any noise.

    A frame whose check fails is skipped a byte at a time, without a word: on a broken frame
    this reader is silent. Invariant: never holds more than RX_BUFFER_BYTES.
    """

    def __init__(self) -> None:
        self._pending = b""
        self._known: dict[bytes, list[Request]] = {}  # whole chunks that were one request: hosts repeat themselves

    @property
    def pending(self) -> bool:
        """Whether the beginning of a frame waits for its rest."""
        return bool(self._pending)

    def drop(self) -> None:
        """Forget a beginning whose rest did not come in time."""
        self._pending = b""

    def feed(self, chunk: bytes) -> list[Request]:
        """Return the requests that are complete with these bytes, in order."""
        if not self._pending:
            known = self._known.get(chunk)
            if known is not None:
                return known
        found, self._pending = _split(self._pending + chunk)
        if len(found) == 1 and found[0].size_bytes == len(chunk) and len(self._known) < _KNOWN_MAX:
            self._known[chunk] = found
        return found


def _split(stream: bytes) -> tuple[list[Request], bytes]:
    """Return the requests in `stream` and the beginning of a frame left at its end."""
    found: list[Request] = []
    at, end = 0, len(stream)
    while at < end:
        advanced = stream[at] == ADVANCED_MARK
        if advanced and end - at < 3:
            break
        size = int.from_bytes(stream[at + 1 : at + 3], "big") if advanced else stream[at]
        if not (_ADVANCED_MIN if advanced else _STANDARD_MIN) <= size <= RX_BUFFER_BYTES:
            at += 1
            continue
        if end - at < size:
            break
        frame = stream[at : at + size]
        if crc_bytes(frame[:-2]) != frame[-2:]:
            at += 1
            continue
        head = 3 if advanced else 1
        found.append(Request(frame[head], frame[head + 1], frame[head + 2 : -2], advanced, size))
        at += size
    return found, stream[at:]
