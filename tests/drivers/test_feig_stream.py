# ruff: noqa: S311 (seeded noise, so that a run repeats itself)
"""The frame reader: frames out of a stream with noise in it, however it is cut."""

from __future__ import annotations

import itertools
import random
import time

import pytest
from feig_peer import VECTORS, answer, listing, tag
from hypothesis import assume, given
from hypothesis import strategies as st

from drivers.feig_codec import ADVANCED_MAX, Frame, FrameReader, encode, parse

FRAMES = st.builds(
    encode,
    st.integers(0, 255),
    st.integers(0, 255),
    st.one_of(st.binary(max_size=40), st.binary(min_size=200, max_size=250)),
    advanced=st.booleans(),
)
STREAMS = st.lists(st.one_of(FRAMES, st.binary(max_size=60)), max_size=8).map(b"".join)


def cut(stream: bytes, cuts: list[int]) -> list[bytes]:
    edges = [0, *sorted({at % (len(stream) + 1) for at in cuts}), len(stream)]
    return [stream[low:high] for low, high in itertools.pairwise(edges)]


def frames_of(chunks: list[bytes]) -> list[Frame]:
    reader = FrameReader()
    found = [frame for chunk in chunks for frame in reader.feed(chunk)]
    return found + reader.settle()


@given(STREAMS, st.lists(st.integers(0, 5000), max_size=12))
def test_chunks_change_nothing(stream: bytes, cuts: list[int]) -> None:
    whole = frames_of([stream])
    assert frames_of(cut(stream, cuts)) == whole
    assert frames_of([stream[at : at + 1] for at in range(len(stream))]) == whole


@given(st.lists(FRAMES, max_size=6))
def test_frames_in_a_row_all_come_out(raws: list[bytes]) -> None:
    reader = FrameReader()
    assert reader.feed(b"".join(raws)) == [parse(raw) for raw in raws]
    assert (reader.pending, reader.noise_bytes) == (0, 0)


@given(st.binary(min_size=1, max_size=300), FRAMES)
def test_a_frame_after_noise_is_never_lost(noise: bytes, raw: bytes) -> None:
    found = frames_of([noise, raw])
    assume(not (found and found[-1] != parse(raw)))  # noise that makes a right frame with the first bytes of ours: one in 65,536
    assert found[-1:] == [parse(raw)]


@given(FRAMES, FRAMES, st.data())
def test_a_damaged_frame_does_not_hide_the_next(first: bytes, second: bytes, data: st.DataObject) -> None:
    broken = bytearray(first)
    bit = data.draw(st.integers(0, len(broken) * 8 - 1))
    broken[bit // 8] ^= 1 << bit % 8
    found = frames_of([bytes(broken), second])
    assume(all(frame in (parse(first), parse(second)) for frame in found))  # bytes that make a right frame by chance: one in 65,536
    assert parse(first) not in found or first == second
    assert parse(second) in found


@given(st.lists(st.binary(max_size=200), max_size=30))
def test_any_bytes_never_raise_and_what_is_held_is_bounded(chunks: list[bytes]) -> None:
    reader = FrameReader()
    taken = 0
    for chunk in chunks:
        taken += len(chunk)
        reader.feed(chunk)
        assert reader.pending <= min(taken, 2 * ADVANCED_MAX + len(chunk))
    reader.settle()
    reader.reset()
    assert reader.pending == 0
    assert reader.feed(encode(0, 0xB0, b"\x01")) == [Frame(0, 0xB0, b"\x01")]


def test_an_incomplete_head_waits_for_its_rest_and_is_found_after_settling_too() -> None:
    raw = answer(0xB0, 0, listing([tag(1), tag(2)]))
    reader = FrameReader()
    assert reader.feed(raw[:10]) == []
    assert reader.settle() == []
    assert reader.feed(raw[10:]) == [parse(raw)]
    assert reader.noise_bytes == 0


def test_a_long_head_of_noise_gives_way_when_the_line_goes_quiet() -> None:
    raw = answer(0xB0, 1)
    reader = FrameReader()
    assert reader.feed(b"\xf0" + raw) == []  # F0: a frame of 240 bytes may be on its way
    assert reader.settle() == [parse(raw)]
    assert reader.noise_bytes == 1


def test_every_valid_vector_is_found_between_rubbish() -> None:
    stream, expected = b"", []
    for entry in VECTORS:
        raw = bytes.fromhex(entry["hex"])
        stream += raw + b"\x00\x00\x00"
        if entry["valid"]:
            expected.append(parse(raw))
    assert frames_of([stream]) == expected


@pytest.mark.parametrize(
    "noise",
    [
        random.Random(7).randbytes(100_000),
        b"\xff" * 100_000,
        b"\x02\x10\x00" * 33_333,  # every third byte promises the longest advanced frame
        b"\x05" * 100_000,
        b"\x02" * 100_000,
    ],
    ids=["random", "long heads", "longest advanced heads", "shortest heads", "advanced heads"],
)
@pytest.mark.slow
def test_100_kb_of_noise_cost_little_and_the_next_answer_is_heard(noise: bytes) -> None:
    raw = answer(0xB0, 0, listing([tag(3)]))
    reader = FrameReader()
    began_s = time.process_time()
    found = [frame for at in range(0, len(noise), 512) for frame in reader.feed(noise[at : at + 512])]
    found += reader.feed(raw) + reader.settle()
    assert found[-1] == parse(raw)
    assert len(found) <= 4  # 16 bits of checksum let one in 65,536 through
    assert reader.pending <= 2 * ADVANCED_MAX
    assert time.process_time() - began_s < 20  # linear: well under a second on any computer; quadratic: minutes


def test_noise_and_checksum_errors_are_counted() -> None:
    good, reader = answer(0xB0, 1), FrameReader()
    broken = good[:-1] + bytes((good[-1] ^ 1,))
    assert reader.feed(broken + good) == [parse(good)]
    assert (reader.checksum_errors, reader.noise_bytes) == (1, len(broken))
    reader.feed(b"\x07\x00")
    assert reader.reset() == 2
    assert reader.noise_bytes == len(broken) + 2
