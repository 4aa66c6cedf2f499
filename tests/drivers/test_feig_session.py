# ruff: noqa: S311 (seeded noise, so that a run repeats itself)
"""The FEIG driver against a scripted reader, in virtual time."""

from __future__ import annotations

import asyncio
import itertools
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from feig_peer import Peer, answer, listing, standard, tag

from controller.clock import run
from drivers.base import AntennaRead, Driver, Health
from drivers.feig_codec import FrameReader
from drivers.registry import make_driver
from firmware_bridge.transport import Transport, TransportError, memory_pair

A, B, C = tag(0xA1), tag(0xB2), tag(0xC3)


class Bench:
    """A driver at work on a peer, and what it told."""

    def __init__(self, peer: Peer, options: dict[str, Any]) -> None:
        self.peer = peer
        self.driver: Driver = make_driver("feig", "hf0", peer.open, options)
        self.reads: list[AntennaRead] = []
        self.healths: list[Health] = []
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self.task = asyncio.create_task(self.driver.run(self.reads.append, self.healths.append))

    async def stop(self) -> None:
        assert self.task is not None
        assert not self.task.done(), "the driver ended by itself"
        self.task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await self.task
        await self.peer.stop()

    @property
    def now(self) -> tuple[str, str]:
        health = self.driver.health()
        return health.state, health.reason

    @property
    def told(self) -> list[tuple[str, str]]:
        return [(health.state, health.reason) for health in self.healths]

    @property
    def counters(self) -> dict[str, int]:
        return self.driver.health().counters

    def fresh(self) -> list[AntennaRead]:
        """The readings since the last call."""
        reads, self.reads[:] = list(self.reads), []
        return reads


def bench(
    play: Callable[[Bench], Awaitable[None]], tags: dict[int, list[bytes]] | None = None, delay_s: float = 0.02, **options: Any
) -> Bench:
    """Run `play` beside a driver that polls outputs 1 and 2, unless options say otherwise."""

    async def main() -> Bench:
        at = Bench(Peer(tags, delay_s), {"antennas": [1, 2], **options})
        at.start()
        await play(at)
        await at.stop()
        return at

    return run(main, speed=None)


def wait(seconds: float) -> Callable[[Bench], Awaitable[None]]:
    async def play(at: Bench) -> None:
        await asyncio.sleep(seconds)

    return play


def inventories(peer: Peer) -> list[bytes]:
    return [body for _, command, body in peer.requests if command == 0xB0]


# -- a healthy reader


def test_each_output_is_swept_in_turn_with_one_request() -> None:
    at = bench(wait(1.0), {1: [A, B], 2: []})
    assert at.peer.requests[0][1:] == (0x65, b"")
    assert inventories(at.peer)[:4] == [b"\x01\x10\x01", b"\x01\x10\x02"] * 2
    assert [(read.antenna, read.tags) for read in at.reads[:4]] == [(1, (A, B)), (2, ())] * 2
    assert at.told == [("starting", ""), ("ok", ""), ("off", "")]


def test_tags_are_told_again_in_each_sweep_and_when_they_are_gone() -> None:
    async def play(at: Bench) -> None:
        await asyncio.sleep(0.5)
        assert {read.tags for read in at.fresh() if read.antenna == 1} == {(A,)}
        at.peer.tags[1] = [A, C]
        await asyncio.sleep(0.1)
        at.fresh()
        await asyncio.sleep(0.5)
        assert {read.tags for read in at.fresh() if read.antenna == 1} == {(A, C)}
        at.peer.tags[1] = []
        await asyncio.sleep(0.1)
        at.fresh()
        await asyncio.sleep(0.5)
        assert {read.tags for read in at.fresh()} == {()}

    bench(play, {1: [A]})


def test_a_sweep_lasts_from_its_request_to_its_answer() -> None:
    at = bench(wait(0.5), delay_s=0.03)
    asked_s = [at_s for at_s, command, _ in at.peer.requests if command == 0xB0]
    for read, at_s in zip(at.reads, asked_s, strict=False):
        assert read.part == "hf0"
        assert read.started_ns == round(at_s * 1e9)
        assert read.ended_ns - read.started_ns == pytest.approx(30_000_000, abs=2)


@pytest.mark.parametrize("antennas", [[3], [8, 1, 5], list(range(1, 9))])
def test_only_the_named_outputs_are_polled_in_their_order(antennas: list[int]) -> None:
    at = bench(wait(1.0), antennas=antennas)
    assert [read.antenna for read in at.reads[: len(antennas)]] == antennas
    assert {body[2] for body in inventories(at.peer)} == {1 << (antenna - 1) for antenna in antennas}


def test_a_reader_that_notifies_once_has_its_field_reset_before_each_sweep() -> None:
    at = bench(wait(1.0), {1: [A]}, notify_once=True)
    commands = [command for _, command, _ in at.peer.requests[1:]]
    assert set(zip(commands[0::2], commands[1::2], strict=False)) == {(0x69, 0xB0)}
    assert at.counters["sweeps"] == len(at.reads) > 10


@pytest.mark.parametrize(("status", "reason"), [(0x80, "rfid.refused"), (0x82, "rfid.scan_mode"), (0x01, "rfid.unknown_status")])
def test_without_its_reset_no_sweep_says_that_known_cards_are_gone(status: int, reason: str) -> None:
    async def play(at: Bench) -> None:
        await asyncio.sleep(1)
        at.peer.odd = lambda command, body, right: [answer(0x69, status)] if command == 0x69 else None
        await asyncio.sleep(0.1)
        at.fresh()
        await asyncio.sleep(5)
        assert at.fresh() == []
        assert at.now[1] == reason
        at.peer.odd = None
        await asyncio.sleep(3)
        assert at.now == ("ok", "")
        assert at.fresh()

    bench(play, {1: [A]}, notify_once=True)


def test_sweeps_may_be_spaced() -> None:
    at = bench(wait(10.0), sweep_pause_s=1.0)
    assert 9 <= len([read for read in at.reads if read.antenna == 1]) <= 10


def test_one_address_may_be_asked_alone() -> None:
    async def play(at: Bench) -> None:
        at.peer.odd = lambda command, body, right: [standard(7, *_split(right))]
        await asyncio.sleep(2)
        assert at.now == ("ok", "")
        at.peer.odd = lambda command, body, right: [standard(8, *_split(right))]  # another reader on the same bus
        at.fresh()
        await asyncio.sleep(5)
        assert at.now == ("failed", "rfid.silent")
        assert not at.fresh()[1:]

    bench(play, {1: [A]}, address=7)


def _split(frame: bytes) -> tuple[int, bytes]:
    return frame[2], frame[3:-2]


def test_more_data_is_fetched_into_one_reading() -> None:
    first, second, third = listing([A]), listing([B, A]), listing([C])

    def odd(command: int, body: bytes, right: bytes) -> list[bytes] | None:
        if body == b"\x01\x10\x01":
            at_most.clear()
            return [answer(0xB0, 0x94, first)]
        if body == b"\x01\x80":
            at_most.append(1)
            return [answer(0xB0, 0x94, second) if len(at_most) == 1 else answer(0xB0, 0, third)]
        return None

    at_most: list[int] = []

    async def play(at: Bench) -> None:
        at.peer.odd = odd
        await asyncio.sleep(1)
        assert {read.tags for read in at.reads if read.antenna == 1} == {(A, B, C)}
        assert at.now == ("ok", "")

    bench(play)


def test_a_long_answer_in_an_advanced_frame_is_one_reading() -> None:
    many = [tag(number) for number in range(52)]
    at = bench(wait(1.0), {1: many})
    assert at.reads[0].tags == tuple(many)


def test_more_without_end_ends_and_is_told() -> None:
    async def play(at: Bench) -> None:
        at.peer.odd = lambda command, body, right: [answer(0xB0, 0x94, listing([A]))] if command == 0xB0 else None
        await asyncio.sleep(2)
        assert at.now == ("degraded", "rfid.overflow")
        at.peer.odd = None
        await asyncio.sleep(2)
        assert at.now == ("ok", "")

    bench(play, delay_s=0.001)


# -- silence, late and broken answers


def test_a_lost_answer_costs_one_sweep_and_no_alarm() -> None:
    async def play(at: Bench) -> None:
        await asyncio.sleep(0.5)
        dropped: list[bytes] = []
        at.peer.odd = lambda command, body, right: dropped.append(right) or [] if not dropped else None
        await asyncio.sleep(3)
        assert at.told == [("starting", ""), ("ok", "")]
        assert at.counters["time_outs"] == 1
        assert {read.tags for read in at.reads if read.antenna == 1} == {(A,)}

    bench(play, {1: [A]})


def test_silence_is_told_once_and_no_reading_says_that_the_cards_are_gone(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    async def play(at: Bench) -> None:
        await asyncio.sleep(0.5)
        at.peer.odd = lambda command, body, right: []
        await asyncio.sleep(0.1)
        at.fresh()
        await asyncio.sleep(60)
        assert at.now == ("failed", "rfid.silent")
        assert "power and cable" in at.driver.health().remedy
        assert at.fresh() == []
        at.peer.odd = None
        await asyncio.sleep(10)
        assert at.told == [("starting", ""), ("ok", ""), ("failed", "rfid.silent"), ("ok", "")]
        assert at.fresh()

    bench(play, {1: [A], 2: [B]})
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["reader hf0 is failed", "reader hf0 is back"]


def test_a_silent_link_is_opened_anew() -> None:
    """A network reader that lost its power never hangs up: only a new connection reaches it again."""

    async def play(at: Bench) -> None:
        await asyncio.sleep(0.5)
        at.peer.odd = lambda command, body, right: []
        await asyncio.sleep(30)
        assert at.peer.opened > 2

    bench(play)


@pytest.mark.parametrize("late_s", [0.6, 0.9, 1.3, 2.2])
def test_a_late_answer_is_never_taken_for_another_outputs(late_s: float) -> None:
    """The reader stalls now and then on output 1, so that its answer comes while output 2 is asked."""
    slow = random.Random(3)

    async def play(at: Bench) -> None:
        peer = at.peer

        async def stalling(line: Any, frame: bytes) -> None:
            peer.requests.append((0.0, frame[2], frame[3:-2]))
            right = peer.right(frame[2], frame[3:-2])
            await asyncio.sleep(late_s if frame[3:-2] == b"\x01\x10\x01" and slow.random() < 0.3 else 0.02)
            await line.write(right)

        peer._reply = stalling
        await asyncio.sleep(120)
        assert at.counters["time_outs"] > 10
        assert at.counters["late_answers"] > 10
        assert {(read.antenna, read.tags) for read in at.reads} == {(1, (A,)), (2, (B,))}

    bench(play, {1: [A], 2: [B]})


@pytest.mark.parametrize("hang_s", [0.4, 0.5, 2.0, 30.0])
def test_a_computer_that_hangs_does_not_blame_the_reader(hang_s: float) -> None:
    """The table computer is away for a while in the middle of a request; the answer is there when it is back."""

    async def main() -> None:
        at = Bench(Peer({1: [A]}, delay_s=0.2), {"antennas": [1]})
        at.start()
        loop = asyncio.get_running_loop()
        for _ in range(20):
            await asyncio.sleep(1.13)
            loop._virtual.now_s += hang_s  # type: ignore[attr-defined]  # what a busy processor does to real time
        assert at.counters["time_outs"] == 0
        assert at.now == ("ok", "")
        await at.stop()

    run(main, speed=None)


def test_an_echoing_bus_does_not_answer_for_the_reader() -> None:
    """On two-wire RS-485 the host hears itself."""

    async def play(at: Bench) -> None:
        at.peer.odd = lambda command, body, right: [standard(5, command, body), standard(5, *_split(right))]
        await asyncio.sleep(1)
        assert at.now == ("ok", "")
        assert {(read.antenna, read.tags) for read in at.reads} == {(1, (A,)), (2, ())}

    bench(play, {1: [A]}, address=5)


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_answers_in_small_pieces_are_whole(size: int) -> None:
    async def play(at: Bench) -> None:
        at.peer.odd = lambda command, body, right: [right[at : at + size] for at in range(0, len(right), size)]
        await asyncio.sleep(2)
        assert at.now == ("ok", "")
        assert {(read.antenna, read.tags) for read in at.reads} == {(1, (A, B)), (2, ())}
        assert at.counters["garbage_bytes"] == at.counters["time_outs"] == 0

    bench(play, {1: [A, B]})


def test_flipped_bits_never_make_a_wrong_reading() -> None:
    flips = random.Random(11)

    def damage(command: int, body: bytes, right: bytes) -> list[bytes]:
        if flips.random() < 0.5:
            return [right]
        raw = bytearray(right)
        bit = flips.randrange(len(raw) * 8)
        raw[bit // 8] ^= 1 << bit % 8
        return [bytes(raw)]

    async def play(at: Bench) -> None:
        at.peer.odd = damage
        await asyncio.sleep(120)
        assert {(read.antenna, read.tags) for read in at.reads} == {(1, (A, B)), (2, (C,))}
        assert at.counters["checksum_errors"] > 20

    bench(play, {1: [A, B], 2: [C]})


# -- noise


def test_noise_before_each_answer_degrades_but_nothing_is_lost() -> None:
    noise = random.Random(5)

    async def play(at: Bench) -> None:
        await asyncio.sleep(1)
        at.peer.odd = lambda command, body, right: [noise.randbytes(6), right]
        await asyncio.sleep(30)
        assert at.now == ("degraded", "rfid.garbage")
        assert "baud and parity" in at.driver.health().remedy
        assert {(read.antenna, read.tags) for read in at.reads} == {(1, (A,)), (2, (B,))}
        at.peer.odd = None
        at.fresh()
        await asyncio.sleep(5)
        assert at.told[-1] == ("ok", "")
        assert len(at.fresh()) > 50

    bench(play, {1: [A], 2: [B]})


def test_a_minute_of_garbage_is_survived_and_told_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    noise = random.Random(6)

    async def play(at: Bench) -> None:
        await asyncio.sleep(1)
        at.fresh()
        at.peer.odd = lambda command, body, right: []
        for _ in range(600):  # 3.4 kB a second: what 38400 baud carry
            await at.peer.say(noise.randbytes(340))
            await asyncio.sleep(0.1)
        assert at.now == ("failed", "rfid.garbage")
        assert {(read.antenna, read.tags) for read in at.fresh()} <= {(1, (A,)), (2, (B,))}
        assert at.counters["garbage_bytes"] > 200_000
        await asyncio.sleep(5)
        assert at.now == ("failed", "rfid.silent")
        at.peer.odd = None
        await asyncio.sleep(10)
        assert at.now == ("ok", "")
        assert at.fresh()

    bench(play, {1: [A], 2: [B]})
    assert len([record for record in caplog.records if record.getMessage().endswith("is back")]) == 1
    assert len(caplog.records) <= 3  # degraded, then failed, then back


# -- what the reader itself complains of


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (0x02, ("degraded", "rfid.rf")),
        (0x0B, ("degraded", "rfid.rf")),
        (0x0E, ("degraded", "rfid.general")),
        (0x10, ("degraded", "rfid.hardware")),
        (0x11, ("failed", "rfid.refused")),
        (0x13, ("failed", "rfid.login")),
        (0x80, ("failed", "rfid.refused")),
        (0x81, ("failed", "rfid.refused")),
        (0x82, ("failed", "rfid.scan_mode")),
        (0x83, ("degraded", "rfid.rf")),
        (0x84, ("degraded", "rfid.antenna")),
        (0x93, ("degraded", "rfid.overflow")),
        (0x95, ("degraded", "rfid.rf")),
        (0xF1, ("degraded", "rfid.hardware")),
        (0x42, ("degraded", "rfid.unknown_status")),
    ],
)
def test_a_status_is_told_with_a_remedy_and_is_no_empty_reading(status: int, expected: tuple[str, str]) -> None:
    async def play(at: Bench) -> None:
        await asyncio.sleep(0.5)
        at.peer.odd = lambda command, body, right: [answer(0xB0, status)] if body == b"\x01\x10\x02" else None
        await asyncio.sleep(0.1)
        at.fresh()
        await asyncio.sleep(2)
        assert at.now == expected
        assert at.driver.health().remedy
        assert {(read.antenna, read.tags) for read in at.fresh()} == {(1, (A,))}
        at.peer.odd = None
        await asyncio.sleep(2)
        assert at.now == ("ok", "")
        assert at.told == [("starting", ""), ("ok", ""), expected, ("ok", "")]
        assert {(read.antenna, read.tags) for read in at.fresh()} == {(1, (A,)), (2, (B,))}

    bench(play, {1: [A], 2: [B]})


def test_the_remedy_names_the_outputs() -> None:
    async def play(at: Bench) -> None:
        at.peer.odd = lambda command, body, right: [answer(0xB0, 0x84)] if command == 0xB0 and body[2] in (2, 8) else None
        await asyncio.sleep(3)
        assert "outputs 2, 4" in at.driver.health().remedy

    bench(play, antennas=[1, 2, 3, 4])


def test_tags_read_in_spite_of_an_antenna_warning_are_told() -> None:
    async def play(at: Bench) -> None:
        at.peer.odd = lambda command, body, right: [answer(0xB0, 0x84, listing([C]))] if body == b"\x01\x10\x02" else None
        await asyncio.sleep(2)
        assert {(read.antenna, read.tags) for read in at.reads} == {(1, (A,)), (2, (C,))}
        assert at.now == ("degraded", "rfid.antenna")

    bench(play, {1: [A], 2: [B]})


FOREIGN = b"\x02" + listing([A])[1:] + b"\x77\x01\x02\x03"


@pytest.mark.parametrize(
    ("status", "data", "reason"),
    [
        (0x00, FOREIGN, "rfid.undecodable"),
        (0x00, b"", "rfid.undecodable"),
        (0x84, FOREIGN, "rfid.undecodable"),
        (0x83, listing([A]), "rfid.rf"),
        (0x93, listing([A]), "rfid.overflow"),
        (0x95, b"\x0f", "rfid.rf"),
    ],
)
def test_a_list_that_may_be_short_is_told_as_trouble_and_not_as_cards_gone(status: int, data: bytes, reason: str) -> None:
    async def play(at: Bench) -> None:
        await asyncio.sleep(1)
        at.peer.odd = lambda command, body, right: [answer(0xB0, status, data)] if body == b"\x01\x10\x01" else None
        await asyncio.sleep(0.1)
        at.fresh()
        await asyncio.sleep(1)
        assert at.now == ("degraded", reason)
        assert {read.antenna for read in at.fresh()} == {2}

    bench(play, {1: [A, B]})


def test_a_foreign_card_of_a_known_kind_is_one_more_tag() -> None:
    nfc = b"\x02" + listing([A])[1:] + b"\x04\x00\x00" + bytes(range(7))

    async def play(at: Bench) -> None:
        at.peer.odd = lambda command, body, right: [answer(0xB0, 0, nfc)] if body == b"\x01\x10\x01" else None
        await asyncio.sleep(1)
        assert at.now == ("ok", "")
        assert {read.tags for read in at.reads if read.antenna == 1} == {(A, bytes(range(7)))}

    bench(play)


def test_no_reader_that_refuses_keeps_the_computer_busy() -> None:
    async def play(at: Bench) -> None:
        at.peer.odd = lambda command, body, right: [answer(0xB0, 0x82)] if command == 0xB0 else None
        await asyncio.sleep(60)
        assert len(at.peer.requests) < 400

    bench(play, delay_s=0.0)


# -- who is there


def test_a_reader_that_wants_a_login_says_so() -> None:
    async def play(at: Bench) -> None:
        at.peer.odd = lambda command, body, right: [answer(0x65, 0x13)] if command == 0x65 else None
        await asyncio.sleep(5)
        assert at.now == ("failed", "rfid.login")
        at.peer.odd = None
        await asyncio.sleep(5)
        assert at.now == ("ok", "")

    bench(play)


def test_a_device_that_is_no_reader_says_so() -> None:
    async def play(at: Bench) -> None:
        at.peer.version = b"\x01"
        await asyncio.sleep(5)
        assert at.now == ("failed", "rfid.not_feig")
        assert at.reads == []

    bench(play)


def test_the_reader_says_what_it_is() -> None:
    async def play(at: Bench) -> None:
        await asyncio.sleep(1)
        assert at.driver.identity == "03 03 00 44 53 0D 30"

    bench(play)


# -- the link


def test_an_absent_reader_is_health_and_is_found_when_it_comes(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    async def main() -> None:
        peer = Peer({1: [A]})
        peer.refusal = TransportError("serial.absent", "/dev/reader is not there", "plug it in")
        at = Bench(peer, {"antennas": [1]})
        at.start()
        await asyncio.sleep(60)
        assert at.now == ("failed", "serial.absent")
        assert at.driver.health().remedy == "/dev/reader is not there: plug it in"
        peer.refusal = None
        await asyncio.sleep(7)
        assert at.told == [("starting", ""), ("failed", "serial.absent"), ("ok", "")]
        assert at.reads
        await at.stop()

    run(main, speed=None)
    assert len(caplog.records) == 2


def test_unplug_and_replug_are_two_changes_of_health(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    async def play(at: Bench) -> None:
        await asyncio.sleep(1)
        at.peer.refusal = TransportError("serial.absent", "/dev/reader is not there", "plug it in")
        await at.peer.unplug()
        await asyncio.sleep(20)
        at.peer.refusal = None
        await asyncio.sleep(7)
        assert at.told == [("starting", ""), ("ok", ""), ("failed", "link.closed"), ("failed", "serial.absent"), ("ok", "")]

    bench(play)
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["reader hf0 is failed", "reader hf0 is back"]


def test_unplugging_at_any_moment_is_survived() -> None:
    moments = random.Random(9)

    async def play(at: Bench) -> None:
        for _ in range(60):
            await asyncio.sleep(moments.uniform(0, 0.4))
            await at.peer.unplug()
        await asyncio.sleep(10)
        assert at.now == ("ok", "")

    bench(play, {1: [A]})


def test_retries_slow_down_and_are_quick_again_after_a_good_session() -> None:
    async def main() -> None:
        tries: list[float] = []
        peer = Peer()

        async def opener() -> Any:
            tries.append(asyncio.get_running_loop().time())
            return await peer.open()

        peer.refusal = TransportError("serial.absent", "x", "y")
        driver = make_driver("feig", "hf0", opener, {})
        task = asyncio.create_task(driver.run(lambda reading: None, lambda health: None))
        await asyncio.sleep(60)
        gaps = [late - early for early, late in itertools.pairwise(tries)]
        assert 0.2 <= gaps[0] <= 0.3
        assert all(4.0 <= gap <= 6.0 for gap in gaps[6:])
        assert 10 < len(tries) < 25
        peer.refusal = None
        await asyncio.sleep(20)
        tries.clear()
        await peer.unplug()
        await asyncio.sleep(0.31)
        assert len(tries) == 1
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await peer.stop()

    run(main, speed=None)


def test_readers_lost_together_do_not_come_back_in_step() -> None:
    from drivers.feig import retry_delay_s

    assert len({round(retry_delay_s(f"hf{number}", 6), 3) for number in range(8)}) == 8
    assert retry_delay_s("hf0", 6) == retry_delay_s("hf0", 6)


def test_a_mistake_of_the_listener_is_not_swallowed() -> None:
    async def main() -> None:
        peer = Peer({1: [A]})
        driver = make_driver("feig", "hf0", peer.open, {})

        def broken(reading: AntennaRead) -> None:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await driver.run(broken, lambda health: None)
        await peer.stop()

    run(main, speed=None)


@pytest.mark.parametrize("when", ["asked", "unasked"])
def test_a_mistake_in_the_hearing_ends_the_driver_instead_of_making_the_reader_seem_silent(
    monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """The hearing runs in the loop's own callbacks, which would log the mistake and go on."""

    async def main() -> None:
        peer = Peer({1: [A]})
        driver = make_driver("feig", "hf0", peer.open, {"antennas": [1], "sweep_pause_s": 0.2})
        running = asyncio.create_task(driver.run(lambda reading: None, lambda health: None))
        # in this rhythm an answer is awaited until 0.04 s, and none between then and 0.24 s
        await asyncio.sleep(0.03 if when == "asked" else 0.1)
        monkeypatch.setattr(FrameReader, "feed", lambda self, data: 1 // 0)
        await peer.say(b"noise")
        with pytest.raises(ZeroDivisionError):
            await asyncio.wait_for(running, 2.0)
        await peer.stop()

    run(main, speed=None)


def test_a_mistake_in_looking_after_a_wait_ends_the_driver_too(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        peer = Peer({1: [A]})
        peer.odd = lambda command, body, right: [] if command == 0xB0 else None
        driver = make_driver("feig", "hf0", peer.open, {"antennas": [1]})
        monkeypatch.setattr(FrameReader, "settle", lambda self: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            await asyncio.wait_for(driver.run(lambda reading: None, lambda health: None), 5.0)
        await peer.stop()

    run(main, speed=None)


def test_a_reader_that_answers_at_once_leaves_others_their_turn() -> None:
    """One in the same process, say, that answers within the asking."""

    async def main() -> None:
        asked: list[bytes] = []
        right = Peer().right

        async def instant() -> Transport:
            near, far = memory_pair("reader")

            def heard(frame: bytes) -> None:
                asked.append(frame)
                assert len(asked) < 1_000, "nobody else has had a turn"
                far.send(right(frame[2], frame[3:-2]))

            far.listen(heard, lambda why: None)
            return near

        driver = make_driver("feig", "hf0", instant, {"antennas": [1]})
        running = asyncio.create_task(driver.run(lambda reading: None, lambda health: None))
        for _ in range(20):
            await asyncio.sleep(0)
        assert asked
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    run(main, speed=None)


# -- what must not get out


def test_no_tag_id_in_log_health_or_exception(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    at_work: list[Bench] = []

    async def play(at: Bench) -> None:
        at_work.append(at)
        for status in (0x83, 0x84, 0x77):
            at.peer.odd = lambda command, body, right, status=status: [answer(0xB0, status, listing([A, B]))] if command == 0xB0 else None
            await asyncio.sleep(3)
        at.peer.odd = lambda command, body, right: [right[:-1]]
        await asyncio.sleep(10)

    bench(play, {1: [A], 2: [B]})
    everything = caplog.text + repr(at_work[0].healths)
    for identity in (A, B):
        for form in (identity.hex(), identity.hex().upper(), repr(identity), identity.hex(" ")):
            assert form not in everything
