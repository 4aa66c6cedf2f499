"""A host's end of the FEIG wire for these tests, spelled out bit by bit: shares nothing with either codec."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from firmware_bridge.transport import Transport

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "vectors" / "feig_obid.json").read_text())


def check_bytes(frame: bytes) -> bytes:
    """MCRF4XX, low byte first."""
    crc = 0xFFFF
    for byte in frame:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x8408 if crc & 1 else 0)
    return crc.to_bytes(2, "little")


def request(command: int, data: bytes = b"", address: int = 0xFF, advanced: bool = False) -> bytes:
    if advanced:
        frame = b"\x02" + (len(data) + 7).to_bytes(2, "big") + bytes((address, command)) + data
    else:
        frame = bytes((len(data) + 5, address, command)) + data
    return frame + check_bytes(frame)


def inventory(antenna: int, more: bool = False) -> bytes:
    return request(0xB0, bytes((0x01, 0x90 if more else 0x10, 1 << (antenna - 1))))


async def hear(link: Transport, limit_s: float = 2.0) -> bytes | None:
    """One whole answer, or None when nothing (whole) comes within the limit."""
    frame = b""
    try:
        async with asyncio.timeout(limit_s):
            while len(frame) < 3 or len(frame) < (int.from_bytes(frame[1:3], "big") if frame[0] == 2 else frame[0]):
                frame += await link.read()
    except TimeoutError:
        return None
    assert check_bytes(frame[:-2]) == frame[-2:]
    return frame


async def ask(link: Transport, frame: bytes, limit_s: float = 2.0) -> bytes | None:
    await link.write(frame)
    return await hear(link, limit_s)


def status_of(answer: bytes | None) -> int | None:
    return None if answer is None else answer[5] if answer[0] == 2 else answer[3]


def tags_of(answer: bytes | None) -> list[bytes]:
    """Tag ids of an inventory answer that holds ISO 15693 sets only."""
    assert answer is not None
    data = answer[6:-2] if answer[0] == 2 else answer[4:-2]
    if not data:
        return []
    sets = [data[1 + 10 * n : 11 + 10 * n] for n in range(data[0])]
    assert len(data) == 1 + 10 * data[0]
    assert all(one[:2] == b"\x03\x00" for one in sets)
    return [one[2:] for one in sets]
