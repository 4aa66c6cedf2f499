"""The rows of a journal file, and the bytes each is bound to.

Of a row only counts lie open: its numbers, the hand, what was told. Events and states are sealed.
Their sizes are those of their canonical bytes, in which every card takes one byte.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

import msgspec

#: What a nonce is for: a turn's events, or a state.
TURN: Final = b"\x01"
STATE: Final = b"\x02"

_LABEL: Final = struct.Struct(">QQQQQQ")
_RECORDS: Final = msgspec.msgpack.Decoder(list[bytes])
pack_records: Final = msgspec.msgpack.Encoder().encode


def unpack_records(content: bytes) -> list[bytes]:
    """Return the events of a turn. Raises: msgspec.DecodeError."""
    return _RECORDS.decode(content)


class TurnRow(NamedTuple):
    """One commit: the events of one turn of the loop.

    `events` counts all events up to here; `hand` and `seq` are the table's after it; `told` is the last story
    that needed no telling any more when it was written; `mac` links it to the row before.
    """

    turn: int
    boot: int
    events: int
    hand: int
    seq: int
    told: int
    sealed: bytes
    mac: bytes

    @property
    def label(self) -> bytes:
        return _LABEL.pack(*self[:6])


class StateRow(NamedTuple):
    """A snapshot: the table's canonical bytes after `turn`, sealed, with their keyed hash.

    `chain` is the link of that turn's row: where the chain goes on when the rows before it are gone.
    """

    turn: int
    boot: int
    events: int
    hand: int
    seq: int
    chain: bytes
    hash: bytes
    sealed: bytes

    @property
    def label(self) -> bytes:
        return _LABEL.pack(*self[:5], 0) + self.chain + self.hash


class BootRow(NamedTuple):
    """One run of the daemon: its clock, and the house whose rules hold for its events.

    Time: table time `zero_ns` was `utc_ms`, and `mono_ns` by the monotonic clock of that start of the machine
    (`machine`); `speed` table seconds pass in a wall second.
    """

    boot: int
    boot_id: str
    zero_ns: int
    utc_ms: int
    mono_ns: int
    machine: str
    speed: float
    version: str
    salt: bytes
    house: bytes
    mac: bytes

    @property
    def label(self) -> bytes:
        return msgspec.msgpack.encode(tuple(self[:-1]))


SCHEMA: Final = (
    "CREATE TABLE meta (key_check BLOB NOT NULL)",
    """CREATE TABLE boots (
        boot INTEGER PRIMARY KEY, boot_id TEXT NOT NULL, zero_ns INTEGER NOT NULL, utc_ms INTEGER NOT NULL, mono_ns INTEGER NOT NULL,
        machine TEXT NOT NULL, speed REAL NOT NULL, version TEXT NOT NULL, salt BLOB NOT NULL, house BLOB NOT NULL, mac BLOB NOT NULL)""",
    """CREATE TABLE turns (
        turn INTEGER PRIMARY KEY, boot INTEGER NOT NULL, events INTEGER NOT NULL, hand INTEGER NOT NULL, seq INTEGER NOT NULL,
        told INTEGER NOT NULL, sealed BLOB NOT NULL, mac BLOB NOT NULL)""",
    """CREATE TABLE states (
        turn INTEGER PRIMARY KEY, boot INTEGER NOT NULL, events INTEGER NOT NULL, hand INTEGER NOT NULL, seq INTEGER NOT NULL,
        chain BLOB NOT NULL, hash BLOB NOT NULL, sealed BLOB NOT NULL)""",
)
