"""What a FEIG frame says, in words: for `smarttable decode feig HEX`.

A frame does not tell its direction. The rules: only a host sends to FF; an answer has a status byte
of the table, and data only where that status has data; a request has the shape of its command. What
then still fits both ways is told both ways.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from drivers.feig_codec import BROADCAST, INVENTORY, ISO_HOST, MODE_ANTENNA, MODE_MORE, SOFTWARE_VERSION, Frame, FrameError, parse
from drivers.feig_inventory import TYPE_WORDS, InventoryError, tags_of
from drivers.feig_tables import COMMANDS, ISO_15693_ERROR, ISO_COMMANDS, STATUSES

#: What people put between bytes when they copy a frame.
SEPARATORS = str.maketrans(dict.fromkeys(" \t\r\n:,;-_"))

#: `0x` before a byte or the whole; not the end of a byte 10 before an x that is wrong.
PREFIX = re.compile(r"(?<![0-9a-zA-Z])0[xX]")
#: Plain block numbers; above them the byte holds flags that differ between models.
CONFIGURATION_BLOCKS = 64


class Explained(msgspec.Struct, frozen=True):
    """The words for a frame; `ok` False and a first line `code: why` when it is refused."""

    ok: bool
    lines: tuple[str, ...]


def explain(hex_text: str) -> Explained:
    """Say what a frame means or why it is none.

    Shape: hexadecimal in either case, bytes apart or not, `0x` allowed before each byte or the whole.
    """
    raw = _bytes_of(hex_text)
    if isinstance(raw, str):
        return Explained(False, (f"feig.bad_hex: {raw}",))
    try:
        frame = parse(raw)
    except FrameError as error:
        return Explained(False, (f"{error.code}: {error}", *_whole_frame_inside(raw)))
    head = f"{'advanced' if frame.advanced else 'standard'} frame of {len(raw)} bytes, checksum right"
    readings = [reading for reading in (_answer(frame), _request(frame)) if reading]
    if not readings:
        readings = [_unknown(frame)]
    lines = [head, *readings[0]]
    for other in readings[1:]:
        lines += ["or, if the host sent it:", *other]
    return Explained(True, tuple(lines))


def _bytes_of(hex_text: str) -> bytes | str:
    """Return the bytes, or what is wrong with the text."""
    digits = PREFIX.sub(" ", hex_text).translate(SEPARATORS)
    if not digits:
        return "no bytes were given"
    for at, digit in enumerate(digits):
        if digit not in "0123456789abcdefABCDEF":
            return f"{digit!r} is no hexadecimal digit (character {at + 1} without separators)"
    if len(digits) % 2:
        return f"{len(digits)} digits make no whole number of bytes"
    return bytes.fromhex(digits)


def _whole_frame_inside(raw: bytes) -> tuple[str, ...]:
    """Help with a paste that holds more than the frame."""
    for at in range(len(raw)):
        size = int.from_bytes(raw[at + 1 : at + 3], "big") if raw[at] == 2 else raw[at]
        if size > 0 and at + size <= len(raw) and size < len(raw):
            try:
                parse(raw[at : at + size])
            except FrameError:
                continue
            return (f"a right frame lies inside, from byte {at + 1} to {at + size}: {raw[at : at + size].hex(' ').upper()}",)
    return ()


def _request(frame: Frame) -> list[str]:
    """Read the frame as the host's; empty when it cannot be that."""
    describe = REQUEST_BODIES.get(frame.command)
    if frame.command in COMMANDS and describe is not None:
        details = describe(frame.body)
    elif frame.command in COMMANDS or frame.address == BROADCAST:
        details = [f"data: {_hex(frame.body)}"] if frame.body else []
    else:
        return []
    if details is None:
        if frame.address != BROADCAST:
            return []
        details = [f"data that does not fit this command: {_hex(frame.body)}"]
    to = "any reader (FF)" if frame.address == BROADCAST else f"reader {frame.address:02X}"
    return [f"request to {to}: {_command(frame.command)}", *details]


def _answer(frame: Frame) -> list[str]:
    """Read the frame as a reader's; empty when it cannot be that."""
    if frame.address == BROADCAST or not frame.body:
        return []
    status = STATUSES.get(frame.body[0])
    data = frame.body[1:]
    if status is None or (data and not status.data):
        return []
    describe = ANSWER_DATA.get(frame.command)
    details = describe(frame.body[0], data) if describe and data else []
    if details is None:
        return []
    if data and not describe:
        details = [f"data: {_hex(data)}"]
    return [f"answer of reader {frame.address:02X}: {_command(frame.command)}", f"status {frame.body[0]:02X}: {status.words}", *details]


def _unknown(frame: Frame) -> list[str]:
    return [
        f"{_command(frame.command)}, address {frame.address:02X}: neither a request nor an answer that we know",
        f"data: {_hex(frame.body)}",
    ]


def _command(command: int) -> str:
    return f"{command:02X} {COMMANDS.get(command, 'unknown command')}"


# -- bodies of requests: lines, or None when the body has not the command's shape


def _nothing(body: bytes) -> list[str] | None:
    return None if body else []


def _zero(body: bytes) -> list[str] | None:
    return [] if body == b"\x00" else None


def _on_off(body: bytes) -> list[str] | None:
    return {b"\x00": ["field off"], b"\x01": ["field on"]}.get(body)


def _configuration(body: bytes) -> list[str] | None:
    if len(body) != 1:
        return None
    return [f"block CFG{body[0]}" if body[0] < CONFIGURATION_BLOCKS else f"configuration address {body[0]:02X}"]


def _iso_host(body: bytes) -> list[str] | None:
    if not body or body[0] not in ISO_COMMANDS:
        return None
    if body[0] != INVENTORY:
        return [ISO_COMMANDS[body[0]], *([f"data: {_hex(body[1:])}"] if body[1:] else [])]
    if len(body) < 2:
        return None
    mode = body[1]
    if len(body) != (3 if mode & MODE_ANTENNA else 2):
        return None
    lines = [f"inventory, mode {mode:02X}: {'fetch more of the last one' if mode & MODE_MORE else 'new'}"]
    if mode & MODE_ANTENNA:
        outputs = [str(bit + 1) for bit in range(8) if body[2] >> bit & 1]
        lines.append(f"antenna output {', '.join(outputs) or 'none'} (bit field {body[2]:02X})")
    return lines


REQUEST_BODIES: dict[int, Callable[[bytes], list[str] | None]] = {
    0x52: _zero,
    0x63: _nothing,
    0x65: _nothing,
    0x69: _nothing,
    0x6A: _on_off,
    0x80: _configuration,
    0xB0: _iso_host,
}


# -- data of answers: lines, or None when the data has not the command's shape


def _version(status: int, data: bytes) -> list[str] | None:
    if len(data) < 7:
        return None
    return [
        f"firmware {_hex(data[0:2])}, development revision {data[2]:02X}",
        f"hardware type {data[3]:02X}, software type {data[4]:02X}, tag types {_hex(data[5:7])}",
        *([f"more data: {_hex(data[7:])}"] if data[7:] else []),
    ]


def _listing(status: int, data: bytes) -> list[str] | None:
    if status == ISO_15693_ERROR:
        return [f"error code of the tag: {_hex(data)}"]
    try:
        tags = tags_of(data)
    except InventoryError as error:
        return [f"data: {_hex(data)}", f"no list of tags: {error}"]
    lines = [f"{len(tags)} data set{'' if len(tags) == 1 else 's'}"]
    for tag in tags:
        info = f"DSFID {_hex(tag.info)}" if tag.kind == 3 else f"info {_hex(tag.info)}"
        lines.append(f"tag {_hex(tag.uid, '')}: type {tag.kind:02X} {TYPE_WORDS[tag.kind]}, {info}")
    return lines


ANSWER_DATA: dict[int, Callable[[int, bytes], list[str] | None]] = {SOFTWARE_VERSION: _version, ISO_HOST: _listing}


def _hex(data: bytes, between: str = " ") -> str:
    return (data.hex(between) if between else data.hex()).upper() or "none"
