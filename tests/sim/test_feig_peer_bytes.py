"""The reader's side of the FEIG bytes, against the published vectors and against noise."""

from __future__ import annotations

import random
from typing import Any

import pytest
from feig_host import VECTORS, check_bytes, inventory, request
from hypothesis import given
from hypothesis import strategies as st

from sim.feig_bytes import RX_BUFFER_BYTES, RequestStream, crc_bytes, encode_answer, encode_sets

REQUESTS = [v for v in VECTORS if v["direction"] == "host->reader"]
ANSWERS = [v for v in VECTORS if v["direction"] == "reader->host" and v["valid"]]
BROKEN = [v for v in VECTORS if not v["valid"]]


def words(vector: dict[str, Any]) -> str:
    return str(vector["description"])


def test_the_check_is_mcrf4xx() -> None:
    assert crc_bytes(b"123456789") == (0x6F91).to_bytes(2, "little")


@given(st.binary(max_size=300))
def test_the_check_agrees_with_its_definition_bit_by_bit(frame: bytes) -> None:
    assert crc_bytes(frame) == check_bytes(frame)


@pytest.mark.parametrize("vector", REQUESTS, ids=words)
def test_every_published_request_is_understood(vector: dict[str, Any]) -> None:
    frame = bytes.fromhex(vector["hex"])
    (found,) = RequestStream().feed(frame)
    told = vector["decoded"]
    assert found.advanced == (frame[0] == 2)
    assert found.address == told.get("adr", 0xFF)
    assert found.command == int(told["cmd"].split()[0], 16)
    assert found.size_bytes == len(frame)
    data = {"sub": 1, "mode": 1, "ant_sel": 1, "rf": 1}
    spelled = b"".join(bytes((int(told[key].split()[0], 16),)) for key in data if key in told)
    assert found.data == (spelled or bytes.fromhex(told.get("data", "")))


@pytest.mark.parametrize("vector", ANSWERS, ids=words)
def test_every_published_answer_is_made_to_the_byte(vector: dict[str, Any]) -> None:
    frame = bytes.fromhex(vector["hex"])
    told = vector["decoded"]
    advanced = frame[0] == 2
    command = {"Inventory": 0xB0, "Same": 0xB0, "Baud": 0x52, "RF": 0x69, "Unknown": 0x99, "Get": 0x65}[words(vector).split()[0]]
    status = int(told["status"].split()[0], 16)
    data = frame[6 if advanced else 4 : -2]
    if "tags" in told:
        data = encode_sets(bytes.fromhex(tag["uid"]) for tag in told["tags"])
    assert encode_answer(0, command, status, data, advanced=advanced) == frame


@pytest.mark.parametrize("vector", BROKEN, ids=words)
def test_every_broken_frame_is_met_with_silence(vector: dict[str, Any]) -> None:
    assert RequestStream().feed(bytes.fromhex(vector["hex"])) == []


@pytest.mark.parametrize(("count", "advanced"), [(24, False), (25, True)])
def test_an_answer_above_255_bytes_is_advanced_unasked(count: int, advanced: bool) -> None:
    frame = encode_answer(0, 0xB0, 0, encode_sets([bytes(8)] * count))
    assert (frame[0] == 2) is advanced
    assert (int.from_bytes(frame[1:3], "big") if advanced else frame[0]) == len(frame)
    assert frame[-2:] == check_bytes(frame[:-2])


@pytest.mark.parametrize(("data_bytes", "first"), [(248, 254), (249, 255), (250, 2)])
def test_the_longest_standard_answer_has_255_bytes(data_bytes: int, first: int) -> None:
    assert encode_answer(0, 0x65, 0, bytes(data_bytes))[0] == first


def test_a_request_it_has_heard_before_is_still_read_to_its_end() -> None:
    stream = RequestStream()
    whole = stream.feed(inventory(3))
    assert stream.feed(inventory(3)) == whole
    for length in range(1, len(inventory(3))):
        assert stream.feed(inventory(3)[:length]) == []
        assert stream.feed(inventory(3)[length:]) == whole


@given(st.binary(max_size=250), st.integers(0, 255), st.integers(0, 255), st.booleans(), st.data())
def test_a_request_is_found_in_any_pieces(data: bytes, address: int, command: int, advanced: bool, draw: st.DataObject) -> None:
    frame = request(command, data, address, advanced)
    cuts = sorted(draw.draw(st.lists(st.integers(0, len(frame)), max_size=5)))
    stream = RequestStream()
    found = []
    for start, end in zip([0, *cuts], [*cuts, len(frame)], strict=True):
        found += stream.feed(frame[start:end])
    assert [(r.address, r.command, r.data, r.advanced) for r in found] == [(address, command, data, advanced)]
    assert not stream.pending


@given(st.lists(st.binary(max_size=400), max_size=20))
def test_no_bytes_upset_it_and_what_it_holds_is_bounded(chunks: list[bytes]) -> None:
    stream = RequestStream()
    for chunk in chunks:
        stream.feed(chunk)
        assert len(stream._pending) <= RX_BUFFER_BYTES
    stream.drop()
    assert [r.command for r in stream.feed(inventory(3))] == [0xB0]


@given(st.lists(st.sampled_from([0, 1, 3, 4]), min_size=1, max_size=40).map(bytes))
def test_noise_that_can_begin_no_frame_costs_nothing(noise: bytes) -> None:
    assert [r.data for r in RequestStream().feed(noise + inventory(3))] == [b"\x01\x10\x04"]


@given(st.integers(0, 8 * len(inventory(1)) - 1))
def test_a_flipped_bit_is_never_taken_for_a_request(bit: int) -> None:
    frame = bytearray(inventory(1))
    frame[bit // 8] ^= 1 << bit % 8
    assert RequestStream().feed(bytes(frame)) == []


def test_100_kb_of_noise_are_gone_after_a_pause() -> None:
    noise = random.Random(5).randbytes(100_000)  # noqa: S311 # noise
    stream = RequestStream()
    for start in range(0, len(noise), 700):
        stream.feed(noise[start : start + 700])
        assert len(stream._pending) <= RX_BUFFER_BYTES
    stream.drop()
    assert [r.data for r in stream.feed(inventory(8))] == [b"\x01\x10\x80"]
