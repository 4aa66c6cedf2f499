"""What an inventory answer lists: one data set a tag, laid out by the tag's type.

    data:      DATA-SETS  { TR-TYPE … } × DATA-SETS
    03 ISO 15693:        03 DSFID UID[8]
    04 ISO 14443A:       04 info, one byte, UID of 7 or 10 bytes
    84 UHF, 09 18000-3M3: type IDDT LEN ID[LEN]

Source: FEIG manuals H60301-3e p. 58–60, H90701-3e p. 76.
"""

from __future__ import annotations

import msgspec

from drivers.base import DriverError

ISO_15693, ISO_14443A, ISO_18000_3M3, EPC_GEN2 = 0x03, 0x04, 0x09, 0x84

TYPE_WORDS: dict[int, str] = {
    ISO_15693: "ISO 15693",
    ISO_14443A: "ISO 14443A",
    ISO_18000_3M3: "ISO 18000-3M3",
    EPC_GEN2: "EPC Gen2",
}

_ISO_15693_SIZE = 10


class Tag(msgspec.Struct, frozen=True, gc=False):
    """One tag of an answer. `uid` is most significant byte first; `info` the bytes between type and uid."""

    kind: int
    uid: bytes
    info: bytes = b""


class InventoryError(DriverError):
    """Data that is no list of tags, or holds a type of unknown layout; the message holds no id."""


def uids(data: bytes) -> tuple[bytes, ...]:
    """Return the ids that an inventory answer lists, in its order. Raises: InventoryError."""
    # a table of playing cards answers with ISO 15693 alone: no search for layouts then
    if data and len(data) == 1 + _ISO_15693_SIZE * data[0] and data[1::_ISO_15693_SIZE] == bytes((ISO_15693,)) * data[0]:
        return tuple([data[at : at + 8] for at in range(3, len(data), _ISO_15693_SIZE)])
    return tuple(tag.uid for tag in tags_of(data))


def tags_of(data: bytes) -> tuple[Tag, ...]:
    """Return the tags that an inventory answer lists. Raises: InventoryError."""
    if not data:
        raise InventoryError("the number of data sets is missing")
    tags: list[Tag] = []
    at, left = 1, data[0]
    while left:
        tag, size = _data_set(data, at, left)
        tags.append(tag)
        at += size
        left -= 1
    if at != len(data):
        raise InventoryError(f"{len(data) - at} bytes follow the last data set")
    return tuple(tags)


def _data_set(data: bytes, at: int, left: int) -> tuple[Tag, int]:
    """Read the data set at `at`; return it with its size."""
    if at >= len(data):
        raise InventoryError(f"{left} data sets are missing")
    kind = data[at]
    match kind:
        case 0x03:
            info_size, size = 1, _ISO_15693_SIZE
        case 0x04:
            info_size, size = 2, _iso_14443a_size(data, at, left)
        case 0x84 | 0x09:
            info_size, size = 2, 3 + (data[at + 2] if at + 2 < len(data) else 0)
        case _:
            raise InventoryError(f"tag type {kind:02X} has a layout we do not know")
    if at + size > len(data):
        raise InventoryError(f"the data set of tag type {kind:02X} is cut short")
    return Tag(kind, data[at + 1 + info_size : at + size], data[at + 1 : at + 1 + info_size]), size


def _iso_14443a_size(data: bytes, at: int, left: int) -> int:
    """A 14443A id has 7 or 10 bytes and nothing says which: the size that the rest of the data agrees with.

    The last set must end with the data; before that, what follows must be a type byte.
    """
    short, long = 10, 13
    if left == 1:
        return long if at + long == len(data) else short
    follows_short = at + short < len(data) and data[at + short] in TYPE_WORDS
    follows_long = at + long < len(data) and data[at + long] in TYPE_WORDS
    return long if follows_long and not follows_short else short
