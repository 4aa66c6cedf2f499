from __future__ import annotations

import pytest
from feig_peer import VECTORS, advanced, check, standard, vector
from hypothesis import given
from hypothesis import strategies as st

from drivers import feig_codec as codec
from drivers.feig_codec import Frame, FrameError, encode, parse

BYTE = st.integers(0, 255)


@pytest.mark.parametrize("entry", VECTORS, ids=lambda entry: entry["description"])
def test_vectors(entry: dict) -> None:
    raw = bytes.fromhex(entry["hex"])
    if not entry["valid"]:
        with pytest.raises(FrameError) as refused:
            parse(raw)
        assert refused.value.code == {"crc": "feig.crc", "frame": "feig.length"}[entry["decoded"]["error"]]
        return
    frame = parse(raw)
    assert encode(frame.address, frame.command, frame.body, advanced=frame.advanced) == raw
    decoded = entry["decoded"]
    if "frame" in decoded:
        assert frame.advanced == (decoded["frame"] == "advanced")
    if "adr" in decoded:
        assert frame.address == decoded["adr"]
    if "cmd" in decoded:
        assert frame.command == int(decoded["cmd"].split()[0], 16)
    if "status" in decoded:
        assert frame.body[0] == int(decoded["status"].split()[0], 16)


@pytest.mark.parametrize(
    ("built", "expected"),
    [
        (codec.software_version_request(255), vector("Get Software Version request, standard frame, broadcast address")),
        (codec.rf_reset_request(255), vector("RF Reset (field off about 15 ms; tags forget quiet state)")),
        (codec.cpu_reset_request(255), vector("CPU Reset")),
        (codec.link_test_request(255), vector("Baud Rate Detection / link test")),
        (codec.encode(255, 0xB0, b"\x01\x00"), vector("Inventory request (new), standard frame")),
    ],
)
def test_requests_are_the_published_ones(built: bytes, expected: bytes) -> None:
    assert built == expected


def test_inventory_requests_say_what_the_advanced_vectors_say() -> None:
    named = parse(vector("Inventory request with antenna selection bit (ANT=1), antenna 2 only; multi-output readers"))
    assert parse(codec.inventory_request(255, 2)).body == named.body
    more = parse(vector("Inventory request MORE: fetch further data sets after status 0x94"))
    assert parse(codec.more_request(255)).body == more.body
    assert [parse(codec.inventory_request(1, antenna)).body[2] for antenna in range(1, 9)] == [1, 2, 4, 8, 16, 32, 64, 128]


def test_crc_check_value() -> None:
    assert codec.crc(b"123456789") == 0x6F91


@given(st.binary(max_size=300))
def test_crc_is_the_manuals(data: bytes) -> None:
    assert codec.crc(data).to_bytes(2, "little") == check(data)


@given(BYTE, BYTE, st.binary(max_size=250))
def test_standard_frames_come_back(address: int, command: int, body: bytes) -> None:
    raw = encode(address, command, body)
    assert raw == standard(address, command, body)
    assert parse(raw) == Frame(address, command, body)


@given(BYTE, BYTE, st.binary(max_size=3000))
def test_advanced_frames_come_back(address: int, command: int, body: bytes) -> None:
    raw = encode(address, command, body, advanced=True)
    assert raw == advanced(address, command, body)
    assert parse(raw) == Frame(address, command, body, advanced=True)


def test_a_body_too_long_is_refused() -> None:
    with pytest.raises(FrameError, match="251 bytes"):
        encode(0, 0xB0, bytes(251))


@given(st.binary(max_size=400))
def test_any_bytes_are_a_frame_or_a_reason(raw: bytes) -> None:
    try:
        frame = parse(raw)
    except FrameError as error:
        code = error.code
    else:
        code = ""
        assert encode(frame.address, frame.command, frame.body, advanced=frame.advanced) == raw
    assert code in {"", "feig.too_short", "feig.length", "feig.crc"}


@given(st.booleans(), BYTE, st.binary(max_size=60), st.data())
def test_one_flipped_bit_is_always_noticed(long: bool, command: int, body: bytes, data: st.DataObject) -> None:
    raw = bytearray(encode(0, command, body, advanced=long))
    bit = data.draw(st.integers(0, len(raw) * 8 - 1))
    raw[bit // 8] ^= 1 << bit % 8
    with pytest.raises(FrameError):
        parse(bytes(raw))


def test_the_reason_names_the_right_checksum() -> None:
    with pytest.raises(FrameError, match="33 09 would be right"):
        parse(bytes.fromhex("0D 00 65 00 03 03 00 44 53 0D 30 33 08"))
