from __future__ import annotations

import re

import pytest
from feig_peer import VECTORS, advanced, answer, listing, standard, tag
from hypothesis import given
from hypothesis import strategies as st

from drivers.feig_words import explain


def number(text: str) -> str:
    """Return the two digits of `0x65 GetSoftwareVersion`."""
    return text.split(maxsplit=1)[0].removeprefix("0x").upper()


@pytest.mark.parametrize("entry", VECTORS, ids=lambda entry: entry["description"])
def test_vectors(entry: dict) -> None:
    said = explain(entry["hex"])
    decoded = entry["decoded"]
    assert said.ok == entry["valid"]
    words = "\n".join(said.lines)
    if not said.ok:
        assert said.lines[0].startswith({"crc": "feig.crc: ", "frame": "feig.length: "}[decoded["error"]])
        return
    # the first reading is the right one
    assert said.lines[1].startswith("request to" if entry["direction"] == "host->reader" else "answer of")
    if "frame" in decoded:
        assert said.lines[0].startswith(decoded["frame"])
    if "cmd" in decoded:
        assert f": {number(decoded['cmd'])} " in said.lines[1]
    if "status" in decoded:
        assert f"status {number(decoded['status'])}: " in words
    if "data_sets" in decoded:
        assert f"{decoded['data_sets']} data set" in words
    for found in decoded.get("tags", []):
        assert f"tag {found['uid']}: type {number(found['tr_type'])} " in words
    if "mode" in decoded:
        assert f"mode {number(decoded['mode'])}: " in words
    if "ant_sel" in decoded:
        assert "antenna output 2 " in words
    if isinstance(decoded.get("data"), dict):
        for field in decoded["data"].values():
            assert field in words


@pytest.mark.parametrize(
    "text",
    [
        "05FF65E5CB",
        "05 ff 65 e5 cb",
        "0x05 0xFF 0x65 0xE5 0xCB",
        "0x05FF65E5CB",
        "05:FF:65:E5:CB",
        "0x05,0xff,0x65,0xe5,0xcb",
        "05-FF-65-E5-CB\n",
        "05\tFF 65\r\nE5 CB",
    ],
)
def test_any_way_to_write_bytes(text: str) -> None:
    assert explain(text) == explain("05 FF 65 E5 CB")
    assert explain(text).ok


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "feig.bad_hex: no bytes"),
        ("hello", "feig.bad_hex: 'h' is no"),
        ("05 FF 65 E5 C", "feig.bad_hex: 9 digits"),
        ("05 FF 6５ E5 CB", "feig.bad_hex: '５' is no"),
        ("05", "feig.too_short: 1 bytes"),
        ("05 FF 65 E5", "feig.too_short: 4 bytes"),
        ("06 FF 65 E5 CB", "feig.length: the length field says 6 bytes, 5 were given"),
        ("02 00 06 FF 65 6E 61", "feig.length: the length field says 6, below the least of 7"),
        ("05 FF 65 E5 CC", "feig.crc: the checksum is E5 CC, E5 CB would be right"),
    ],
)
def test_refusals_say_why(text: str, reason: str) -> None:
    said = explain(text)
    assert not said.ok
    assert said.lines[0].startswith(reason)


def test_a_paste_with_something_around_the_frame_is_helped() -> None:
    said = explain("00 05 FF 65 E5 CB 0D 0A")
    assert not said.ok
    assert said.lines[-1] == "a right frame lies inside, from byte 2 to 6: 05 FF 65 E5 CB"


@pytest.mark.parametrize(
    ("raw", "both"),
    [
        (standard(0, 0x52, b"\x00"), True),  # link test of reader 0, or its answer
        (standard(0, 0x6A, b"\x01"), True),  # field on, or "no transponder"
        (standard(3, 0x80, b"\x03"), True),  # read CFG3, or "write error"
        (standard(0, 0xB0, b"\x01\x00"), False),  # status 01 has no data: an inventory
        (standard(0, 0x65, b"\x00"), False),
        (standard(0, 0x63), False),
        (standard(255, 0x52, b"\x00"), False),
        (answer(0xB0, 0, listing([tag(1)])), False),
    ],
)
def test_what_may_be_either_is_told_both_ways(raw: bytes, both: bool) -> None:
    words = explain(raw.hex()).lines
    directions = {direction for direction in ("request to", "answer of") for line in words if line.startswith(direction)}
    assert (len(directions) == 2) == both


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (standard(255, 0xB0, b"\x01\x10\x81"), "antenna output 1, 8 (bit field 81)"),
        (standard(255, 0xB0, b"\x01\x10"), "data that does not fit this command: 01 10"),
        (standard(255, 0xB0, b"\x23\x00\x01"), "read blocks"),
        (standard(255, 0x77, b"\x01"), "request to any reader (FF): 77 unknown command"),
        (standard(0, 0x77, b"\x42"), "77 unknown command, address 00: neither a request nor an answer that we know"),
        (answer(0xB0, 0x95, b"\x0f"), "error code of the tag: 0F"),
        (answer(0xB0, 0xF1), "status F1: hardware warning"),
        (answer(0xB0, 0, b"\x01\x99\x01"), "no list of tags: tag type 99 has a layout we do not know"),
        (answer(0xB0, 0, b"\x01\x04\x00\x00\x04\x11\x22\x33\x44\x55\x66"), "tag 04112233445566: type 04 ISO 14443A, info 00 00"),
        (answer(0xB0, 0, b"\x01\x84\x00\x02\xe2\x80"), "tag E280: type 84 EPC Gen2, info 00 02"),
        (advanced(0, 0x65, bytes.fromhex("00 03 03 00 44 53 0D 30 AA")), "more data: AA"),
    ],
)
def test_details(raw: bytes, expected: str) -> None:
    said = explain(raw.hex())
    assert said.ok
    assert expected in said.lines


@given(st.one_of(st.text(max_size=60), st.binary(max_size=80).map(bytes.hex)))
def test_any_text_gets_words(text: str) -> None:
    said = explain(text)
    assert said.lines
    assert said.ok or re.match(r"feig\.[a-z_]+: .", said.lines[0])


@given(st.integers(0, 255), st.integers(0, 255), st.binary(max_size=60))
def test_every_right_frame_gets_words(address: int, command: int, body: bytes) -> None:
    said = explain(standard(address, command, body).hex())
    assert said.ok
    assert len(said.lines) >= 2
    assert f"{command:02X} " in said.lines[1]
