"""The FEIG reader on the wire, asked by a host that knows only the bytes; in virtual time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

import pytest
from feig_host import VECTORS, ask, check_bytes, hear, inventory, request, status_of, tags_of
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.clock import run
from controller.game.cards import FULL_DECK
from controller.game.zones import BOARD, HOLE
from firmware_bridge.transport import MemoryTransport, TransportClosedError, memory_pair
from sim.antennas import Antennas
from sim.faults import NO_FAULTS, Faults
from sim.feig_bytes import RX_BUFFER_BYTES
from sim.line import BYTE_S
from sim.readers import FIELD_RESET_S, TURNAROUND_S, FeigReader, air_time_s
from sim.world import World

#: The two tags of the published answers, which lie on the board, output 3 of hf1.
PUBLISHED = [bytes.fromhex("E004015093A4E90E"), bytes.fromhex("E00401586DE02802")]


class Bench:
    """A reader `hf1` on a memory link, the world it looks at, and the host's end."""

    def __init__(self, faults: Faults = NO_FAULTS, seed: int = 1, **options: object) -> None:
        self.world = World(seed=1)
        self.link, device_end = memory_pair("hf1")
        antennas = Antennas(self.world, seed=seed, faults=faults)
        self.reader = FeigReader("hf1", antennas, device_end, seed=seed, **options)  # type: ignore[arg-type] # named below


def bench(host: Callable[[Bench], Awaitable[None]], **options: object) -> Bench:
    """Run `host` against a fresh reader in virtual time, then unplug it."""

    async def main() -> Bench:
        made = Bench(**options)  # type: ignore[arg-type] # named at each use
        device = asyncio.create_task(made.reader.run())
        await host(made)
        await made.link.close()
        await device  # a closed link ends it without an exception
        return made

    return run(main, speed=None)


def vector(words: str) -> bytes:
    (found,) = [bytes.fromhex(v["hex"]) for v in VECTORS if v["description"].startswith(words)]
    return found


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("Get Software Version request, standard", "Get Software Version response, standard"),
        ("Get Software Version request, advanced", "Get Software Version response, advanced"),
        ("Baud Rate Detection / link test", "Baud Rate Detection response"),
        ("RF Reset (field off", "RF Reset response"),
        ("Inventory request (new), standard", "Inventory response: no transponder"),
    ],
)
def test_published_requests_get_the_published_answers(asked: str, answered: str) -> None:
    async def host(at: Bench) -> None:
        assert await ask(at.link, vector(asked)) == vector(answered)

    bench(host)


@pytest.mark.parametrize(
    ("tags", "options", "advanced", "answered"),
    [
        (PUBLISHED[:1], {}, False, "Inventory response: one ISO15693 tag"),
        (PUBLISHED, {}, False, "Inventory response: two ISO15693 tags"),
        (PUBLISHED, {}, True, "Same as above in an advanced frame"),
        (PUBLISHED, {"sets_per_answer": 1}, True, "Inventory response with MORE"),
    ],
)
def test_published_inventories(tags: list[bytes], options: dict[str, int], advanced: bool, answered: str) -> None:
    async def host(at: Bench) -> None:
        for tag in tags:
            at.world.put_foreign(tag, BOARD)
        # two tags answer in either order: one of a few rounds has the published one
        answers = {await ask(at.link, request(0xB0, b"\x01\x10\x04", advanced=advanced)) for _ in range(20)}
        assert vector(answered) in answers
        assert len(answers) == len(tags)

    bench(host, **options)


@pytest.mark.parametrize("status", [0x83, 0x84])
def test_an_injected_status_is_answered_as_published_and_passes(status: int) -> None:
    async def host(at: Bench) -> None:
        at.reader.inject_status(status, times=2)
        published = {0x83: "Inventory response: RF communication error", 0x84: "Inventory response: RF warning"}
        assert await ask(at.link, inventory(3)) == vector(published[status])
        assert status_of(await ask(at.link, inventory(3))) == status
        assert status_of(await ask(at.link, inventory(3))) == 0x01

    bench(host)


@pytest.mark.parametrize(
    ("command", "data", "status"),
    [
        (0x99, b"", 0x80),
        (0xB0, b"\x23\x00", 0x80),  # read blocks: not built
        (0xB0, b"", 0x81),
        (0xB0, b"\x01", 0x81),
        (0xB0, b"\x01\x10", 0x81),  # ANT without its byte
        (0xB0, b"\x01\x00\x01", 0x81),  # the byte without ANT
        (0xB0, b"\x01\x10\x00", 0x11),  # no antenna
        (0xB0, b"\x01\x04", 0x11),  # a mode that is none
        (0xB0, b"\x01\x90\x01", 0x01),  # MORE with nothing left
        (0x52, b"\x01", 0x81),
        (0x63, b"", 0x00),
        (0x63, b"\x00", 0x81),
        (0x65, b"\x00", 0x81),
        (0x66, b"\x00", 0x00),
        (0x66, b"\x07", 0x11),
        (0x66, b"\x00\x00", 0x81),
        (0x69, b"\x00", 0x81),
        (0x6A, b"", 0x81),
        (0x6A, b"\x02", 0x11),
        (0x80, b"", 0x81),
        (0x80, b"\x07", 0x00),
        (0x80, b"\x40", 0x11),
    ],
)
def test_what_each_request_is_answered_with(command: int, data: bytes, status: int) -> None:
    async def host(at: Bench) -> None:
        for advanced in (False, True):
            answer = await ask(at.link, request(command, data, advanced=advanced))
            assert answer is not None
            assert (answer[0] == 2) is advanced, "the answer mirrors the request's form"
            assert answer[4 if advanced else 2] == command
            assert status_of(answer) == status

    bench(host)


def test_an_output_the_reader_does_not_have_is_out_of_range() -> None:
    async def host(at: Bench) -> None:
        assert status_of(await ask(at.link, inventory(4))) == 0x01
        assert status_of(await ask(at.link, inventory(5))) == 0x11

    bench(host, outputs=4)


def test_the_line_configuration_is_told() -> None:
    async def host(at: Bench) -> None:
        answer = await ask(at.link, request(0x80, b"\x01"))
        assert answer is not None
        block = answer[4:-2]
        assert len(block) == 14
        assert block[:2] == b"\x12\x08", "its address, and 38400 baud"

    bench(host, address=0x12)


def test_it_answers_its_own_address_and_the_general_one_with_its_own() -> None:
    async def host(at: Bench) -> None:
        for address, heard in [(0x12, True), (0xFF, True), (0x13, False), (0x00, False)]:
            answer = await ask(at.link, request(0x65, address=address))
            assert (answer is not None) is heard
            assert answer is None or answer[1] == 0x12

    bench(host, address=0x12)


@pytest.mark.parametrize("flipped", range(len(inventory(3))))
def test_a_broken_request_is_met_with_silence_and_the_next_is_heard(flipped: int) -> None:
    async def host(at: Bench) -> None:
        broken = bytearray(inventory(3))
        broken[flipped] ^= 0x20
        assert await ask(at.link, bytes(broken)) is None
        assert status_of(await ask(at.link, inventory(3))) == 0x01

    bench(host)


def test_a_request_that_comes_byte_by_byte_is_heard_and_one_that_stops_halfway_is_forgotten() -> None:
    async def host(at: Bench) -> None:
        for byte in inventory(3):
            await at.link.write(bytes((byte,)))
            await asyncio.sleep(0.001)
        assert status_of(await hear(at.link)) == 0x01
        await at.link.write(inventory(3)[:4])
        await asyncio.sleep(0.2)
        assert status_of(await ask(at.link, inventory(3))) == 0x01

    bench(host)


def test_a_minute_of_noise_from_the_host_does_not_deafen_it() -> None:
    async def host(at: Bench) -> None:
        noise = random.Random(9)  # noqa: S311 # noise
        for _ in range(1000):
            await at.link.write(noise.randbytes(100))
            await asyncio.sleep(0.06)
        await asyncio.sleep(0.2)
        while await hear(at.link, limit_s=1.0):  # a check of 16 bits lets some noise through
            pass
        assert status_of(await ask(at.link, inventory(3))) == 0x01

    bench(host)


def test_more_fetches_the_rest_without_losing_or_repeating_a_card() -> None:
    async def host(at: Bench) -> None:
        for card in FULL_DECK:
            at.world.put(card, BOARD)
        first = await ask(at.link, inventory(3))
        assert first is not None
        assert status_of(first) == 0x94
        assert first[0] == 2, "32 data sets do not fit a standard frame"
        second = await ask(at.link, inventory(3, more=True))
        assert status_of(second) == 0x00
        assert sorted(tags_of(first) + tags_of(second)) == sorted(at.world.deck_tags())
        assert len(tags_of(first)) == 32
        assert status_of(await ask(at.link, inventory(3, more=True))) == 0x01
        await ask(at.link, inventory(3))
        assert status_of(await ask(at.link, request(0x69))) == 0x00
        assert status_of(await ask(at.link, inventory(3, more=True))) == 0x01, "a field reset drops the rest"

    bench(host)


def test_several_antennas_of_one_request_are_listed_together_and_cost_their_time() -> None:
    async def host(at: Bench) -> None:
        at.world.put(FULL_DECK[0], HOLE[9])
        at.world.put(FULL_DECK[1], BOARD)
        started = asyncio.get_running_loop().time()
        answer = await ask(at.link, request(0xB0, b"\x01\x10\x05"))
        took = asyncio.get_running_loop().time() - started
        assert sorted(tags_of(answer)) == sorted(at.world.tag_of(card) for card in FULL_DECK[:2])
        assert took > 2 * (FIELD_RESET_S + air_time_s(1))

    bench(host)


def test_a_tag_that_two_antennas_of_one_request_hear_is_listed_once() -> None:
    async def host(at: Bench) -> None:
        at.world.put(FULL_DECK[0], HOLE[9])
        assert len(tags_of(await ask(at.link, inventory(2)))) == 1, "the neighbour hears it"
        assert len(tags_of(await ask(at.link, request(0xB0, b"\x01\x10\x03")))) == 1

    bench(host, faults=Faults(miss=0.0, cross=1.0))


def test_by_default_every_sweep_lists_everything() -> None:
    async def host(at: Bench) -> None:
        at.world.put(FULL_DECK[0], BOARD)
        for _ in range(5):
            assert tags_of(await ask(at.link, inventory(3))) == [at.world.tag_of(FULL_DECK[0])]

    bench(host)


@pytest.mark.parametrize(
    "reset",
    [[request(0x69)], [request(0x63)], [request(0x6A, b"\x00"), request(0x6A, b"\x01")]],
    ids=["RF reset", "CPU reset", "RF off and on"],
)
def test_notify_once_reports_a_card_once_until_the_field_resets_or_it_leaves(reset: list[bytes]) -> None:
    async def host(at: Bench) -> None:
        king, ace = FULL_DECK[0], FULL_DECK[1]
        at.world.put(king, BOARD)
        assert tags_of(await ask(at.link, inventory(3))) == [at.world.tag_of(king)]
        assert status_of(await ask(at.link, inventory(3))) == 0x01
        at.world.put(ace, BOARD)
        assert tags_of(await ask(at.link, inventory(3))) == [at.world.tag_of(ace)]
        for frame in reset:
            assert status_of(await ask(at.link, frame)) == 0x00
        assert sorted(tags_of(await ask(at.link, inventory(3)))) == sorted(at.world.tag_of(card) for card in (king, ace))
        at.world.take(ace)
        assert status_of(await ask(at.link, inventory(3))) == 0x01
        at.world.put(ace, BOARD)
        assert tags_of(await ask(at.link, inventory(3))) == [at.world.tag_of(ace)]

    bench(host, notify_once=True)


def test_nothing_answers_while_the_field_is_off() -> None:
    async def host(at: Bench) -> None:
        at.world.put(FULL_DECK[0], BOARD)
        await ask(at.link, request(0x6A, b"\x00"))
        assert status_of(await ask(at.link, inventory(3))) == 0x01
        await ask(at.link, request(0x6A, b"\x01"))
        assert status_of(await ask(at.link, inventory(3))) == 0x00

    bench(host)


@pytest.mark.parametrize(("tags", "air_ms"), [(0, 14.7), (1, 18.5), (2, 22.3), (5, 33.6), (8, 44.9)])
def test_an_answer_takes_its_time(tags: int, air_ms: float) -> None:
    async def host(at: Bench) -> None:
        for card in FULL_DECK[:tags]:
            at.world.put(card, BOARD)
        started = asyncio.get_running_loop().time()
        answer = await ask(at.link, inventory(3))
        assert answer is not None
        wire_s = (len(inventory(3)) + len(answer)) * BYTE_S
        took = asyncio.get_running_loop().time() - started
        assert took == pytest.approx(TURNAROUND_S + FIELD_RESET_S + air_ms / 1000 + wire_s, abs=1e-6)

    bench(host)


def test_requests_that_come_together_are_answered_in_order() -> None:
    async def host(at: Bench) -> None:
        await at.link.write(request(0x65) + inventory(3) + request(0x99))
        answers = b""
        while len(answers) < 13 + 6 + 6:
            answers += await at.link.read()
        assert answers == vector("Get Software Version response, standard") + vector("Inventory response: no") + vector("Unknown command")

    bench(host)


def test_answers_leave_in_pieces_of_1_to_64_bytes() -> None:
    sizes: list[int] = []

    async def host(at: Bench) -> None:
        for card in FULL_DECK[:10]:
            at.world.put(card, BOARD)
        for _ in range(60):
            await at.link.write(inventory(3))
            left = 107
            while left:
                sizes.append(len(await at.link.read()))
                left -= sizes[-1]

    bench(host)
    assert min(sizes) >= 1
    assert max(sizes) <= 64
    assert len(set(sizes)) > 30


def test_a_silent_reader_hears_and_says_nothing_until_it_speaks_again() -> None:
    async def host(at: Bench) -> None:
        at.reader.silent = True
        assert await ask(at.link, inventory(3)) is None
        at.reader.silent = False
        assert status_of(await ask(at.link, inventory(3))) == 0x01

    bench(host)


def test_a_stopped_reader_hangs_up_and_a_started_one_has_forgotten_what_it_reported() -> None:
    async def main() -> None:
        at = Bench(notify_once=True)
        at.world.put(FULL_DECK[0], BOARD)
        device = asyncio.create_task(at.reader.run())
        assert len(tags_of(await ask(at.link, inventory(3)))) == 1
        at.reader.stop()
        await device
        with pytest.raises(TransportClosedError):
            await at.link.read()
        again, device_end = memory_pair("again")
        await at.reader.serve(device_end)  # no power: hangs up at once
        with pytest.raises(TransportClosedError):
            await again.write(inventory(3))
        at.reader.start()
        again, device_end = memory_pair("again")
        device = asyncio.create_task(at.reader.serve(device_end))
        assert len(tags_of(await ask(again, inventory(3)))) == 1
        await again.close()
        await device

    run(main, speed=None)


def test_stopping_does_not_swallow_a_cancellation_from_outside() -> None:
    async def main() -> None:
        at = Bench()
        device = asyncio.create_task(at.reader.run())
        await asyncio.sleep(0)
        at.reader.stop()
        device.cancel()
        with pytest.raises(asyncio.CancelledError):
            await device

    run(main, speed=None)


def test_babble_comes_at_line_speed_and_drowns_answers() -> None:
    async def host(at: Bench) -> None:
        loop = asyncio.get_running_loop()
        started = loop.time()
        babble = asyncio.create_task(at.reader.babble(3490))
        await at.link.write(request(0x65))
        noise = b""
        while len(noise) < 3490:
            noise += await at.link.read()
        assert loop.time() - started == pytest.approx(1.0, abs=0.01)
        assert vector("Get Software Version response, standard") not in noise
        await babble
        assert await ask(at.link, request(0x65)) == vector("Get Software Version response, standard")

    bench(host)


async def record(at: Bench, sweeps: int) -> list[tuple[float, bytes]]:
    """Every piece the host hears in some sweeps over six antennas, with its time."""
    heard: list[tuple[float, bytes]] = []
    loop = asyncio.get_running_loop()
    for n in range(sweeps * 6):
        await at.link.write(inventory(1 + n % 6))
        answer = b""
        while not answer or len(answer) < answer[0]:
            piece = await at.link.read()
            heard.append((loop.time(), piece))
            answer += piece
    return heard


def sweep(deck: list[int], seed: int) -> list[tuple[float, bytes]]:
    """Deal a few of `deck` under a reader with faults and record the wire."""
    heard: list[tuple[float, bytes]] = []

    async def host(at: Bench) -> None:
        at.world.shuffle([FULL_DECK[card] for card in deck])
        for n, zone in enumerate([HOLE[9], HOLE[10], HOLE[9], HOLE[10], BOARD, BOARD, BOARD]):
            at.world.put(FULL_DECK[deck[n]], zone)
            heard.extend(await record(at, sweeps=3))

    bench(host, faults=Faults(miss=0.10, cross=0.02), seed=seed)
    return heard


def test_one_seed_gives_the_same_bytes_twice_and_another_does_not() -> None:
    assert sweep(list(FULL_DECK), seed=1) == sweep(list(FULL_DECK), seed=1)
    assert sweep(list(FULL_DECK), seed=1) != sweep(list(FULL_DECK), seed=2)


@settings(max_examples=20, deadline=None)
@given(st.permutations(FULL_DECK), st.integers(0, 3))
def test_other_hidden_cards_give_the_same_pieces_at_the_same_times(other: list[int], seed: int) -> None:
    shape = [(at_s, len(piece)) for at_s, piece in sweep(list(FULL_DECK), seed)]
    assert [(at_s, len(piece)) for at_s, piece in sweep(other, seed)] == shape


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=30), st.integers(0, 255), st.booleans())
def test_any_request_gets_one_sound_answer(data: bytes, command: int, advanced: bool) -> None:
    async def host(at: Bench) -> None:
        answer = await ask(at.link, request(command, data, advanced=advanced))
        assert answer is not None
        assert answer[4 if advanced else 2] == command
        assert await hear(at.link) is None, "one answer a request"

    bench(host)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.binary(min_size=1, max_size=80), st.sampled_from([0.0, 0.01, 0.3])), max_size=8))
def test_no_bytes_stop_it(chunks: list[tuple[bytes, float]]) -> None:
    async def host(at: Bench) -> None:
        for chunk, pause_s in chunks:
            await at.link.write(chunk)
            await asyncio.sleep(pause_s)
        await asyncio.sleep(0.3)
        while await hear(at.link, limit_s=1.0):
            pass
        assert status_of(await ask(at.link, inventory(3))) == 0x01

    bench(host)


def test_a_reader_without_a_link_says_so() -> None:
    reader = FeigReader("hf9", Antennas(World()))
    with pytest.raises(ValueError, match="hf9: no transport"):
        asyncio.run(reader.run())
    with pytest.raises(ValueError, match="hf9: nobody is connected"):
        asyncio.run(reader.babble(10))


def test_the_host_of_these_tests_checks_what_it_hears() -> None:
    async def main() -> None:
        link, device_end = memory_pair("liar")
        assert isinstance(device_end, MemoryTransport)
        await device_end.write(b"\x06\x00\xb0\x01\x5c\x64")
        with pytest.raises(AssertionError):
            await hear(link)

    assert check_bytes(b"\x06\x00\xb0\x01") == b"\x5c\x63"
    run(main, speed=None)


@pytest.mark.parametrize("where", ["_answer", "_pieces"])
def test_a_mistake_of_ours_in_an_answer_ends_the_reader(monkeypatch: pytest.MonkeyPatch, where: str) -> None:
    """It happens in a callback of the loop, which would log it and go on; the reader would seem silent."""
    monkeypatch.setattr(FeigReader, where, lambda self, *what: 1 // 0)

    async def main() -> None:
        made = Bench()
        device = asyncio.create_task(made.reader.run())
        await asyncio.sleep(0)
        made.link.send(inventory(3))
        with pytest.raises(ZeroDivisionError):
            await asyncio.wait_for(device, 2.0)
        with pytest.raises(TransportClosedError):
            made.link.send(inventory(3))

    run(main, speed=None)


@pytest.mark.parametrize("between_pieces", [False, True])
def test_a_power_cut_silences_it_at_once(between_pieces: bool) -> None:
    """In the very round in which it would have begun to answer, or gone on."""

    async def main() -> None:
        made = Bench()
        if between_pieces:
            made.reader.line.forced.add("crumbs")
        device = asyncio.create_task(made.reader.run())
        await asyncio.sleep(0)
        heard: list[bytes] = []
        made.link.listen(heard.append, lambda why: None)
        made.link.send(request(0x65))
        due_s = asyncio.get_running_loop().time() + TURNAROUND_S + (5 + 13) * BYTE_S
        await asyncio.sleep(due_s - 1e-10 - asyncio.get_running_loop().time())
        for _ in range(4 if between_pieces else 0):  # rounds: the timer, and a piece in each
            await asyncio.sleep(0)
        before = len(heard)
        made.reader.stop()
        await device
        assert len(heard) == before
        assert (1 if between_pieces else 0) <= before < 13

    run(main, speed=None)


def test_of_a_flood_of_requests_it_answers_those_that_find_room() -> None:
    async def main() -> None:
        made = Bench()
        device = asyncio.create_task(made.reader.run())
        await asyncio.sleep(0)
        for _ in range(1_000):
            made.link.send(inventory(3))
        await asyncio.sleep(60)
        assert 2 <= made.reader.requests <= RX_BUFFER_BYTES // len(inventory(3)) + 1
        before = made.reader.requests
        made.link.send(inventory(3))
        await asyncio.sleep(1)
        assert made.reader.requests == before + 1
        await made.link.close()
        await device

    run(main, speed=None)
