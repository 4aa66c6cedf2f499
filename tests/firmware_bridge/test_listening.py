"""An end that listens is told what arrives as it does; what is sent without waiting arrives whole and in order."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import struct
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.clock import run
from firmware_bridge import descriptor
from firmware_bridge.links import open_pty, opener_for
from firmware_bridge.transport import Transport, TransportClosedError, memory_pair


class Ear:
    """Hears what an end is told."""

    def __init__(self, end: Transport) -> None:
        self.chunks: list[bytes] = []
        self.ends: list[TransportClosedError] = []
        self._news = asyncio.Event()
        end.listen(self._bytes, self._end)

    @property
    def heard(self) -> bytes:
        return b"".join(self.chunks)

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(30):
            while not holds():
                self._news.clear()
                await self._news.wait()

    def _bytes(self, chunk: bytes) -> None:
        assert not self.ends, "told after the end"
        self.chunks.append(chunk)
        self._news.set()

    def _end(self, why: TransportClosedError) -> None:
        self.ends.append(why)
        self._news.set()


def real(main: Callable[[Transport, Transport], Awaitable[None]]) -> None:
    """Run `main` with the two ends of a pty: the device's and the host's."""

    async def ends() -> None:
        device, path = open_pty()
        host = await opener_for(f"serial:{path}")()
        try:
            await main(device, host)
        finally:
            await host.close()
            await device.close()

    run(ends)


# -- in memory


@given(st.lists(st.binary(max_size=9), max_size=9), st.lists(st.binary(max_size=9), max_size=9))
def test_what_lay_there_is_told_first_then_each_chunk_within_its_write(before: list[bytes], after: list[bytes]) -> None:
    async def main() -> None:
        near, far = memory_pair("link")
        for chunk in before:
            near.send(chunk)
        ear = Ear(far)
        assert ear.chunks == [chunk for chunk in before if chunk]
        for chunk in after:
            near.send(chunk)
            assert ear.chunks[-1:] == [chunk] or not chunk
        assert ear.chunks == [chunk for chunk in before + after if chunk]
        assert near.bytes_written == far.bytes_read == len(ear.heard)

    run(main, speed=None)


def test_two_ends_that_listen_converse_in_one_turn_of_the_loop() -> None:
    async def main() -> None:
        near, far = memory_pair("link")
        far.listen(lambda chunk: near_heard.append(chunk) or far.send(chunk.upper()), lambda _why: None)  # type: ignore[func-returns-value]
        near_heard: list[bytes] = []
        ear = Ear(near)
        near.send(b"a")
        near.send(b"b")
        assert (near_heard, ear.chunks) == ([b"a", b"b"], [b"A", b"B"])

    run(main, speed=None)


@pytest.mark.parametrize("closer", ["near", "far"])
def test_the_end_is_told_once_to_both_after_what_was_sent(closer: str) -> None:
    async def main() -> None:
        near, far = memory_pair("link")
        near.send(b"last words")
        ears = [Ear(near), Ear(far)]
        for _ in range(2):
            await (near if closer == "near" else far).close()
        assert [len(ear.ends) for ear in ears] == [1, 1]
        assert ears[1].heard == b"last words"
        with pytest.raises(TransportClosedError):
            near.send(b"x")

    run(main, speed=None)


def test_who_listens_to_a_link_that_is_closed_hears_what_lay_there_and_its_end() -> None:
    async def main() -> None:
        near, far = memory_pair("link")
        near.send(b"last words")
        await near.close()
        ear = Ear(far)
        assert (ear.heard, [why.code for why in ear.ends]) == (b"last words", ["link.closed"])

    run(main, speed=None)


# -- over a pty


def test_over_a_pty_what_lay_there_and_what_comes_is_told() -> None:
    async def main(device: Transport, host: Transport) -> None:
        device.send(b"before ")
        await asyncio.sleep(0.05)
        ear = Ear(host)
        device.send(b"and after")
        await ear.until(lambda: ear.heard == b"before and after")
        assert host.bytes_read == device.bytes_written == 16

    real(main)


def test_a_pty_that_was_held_back_is_heard_again() -> None:
    """More lay unread than an end holds: it had stopped to take bytes from the kernel."""

    async def main(device: Transport, host: Transport) -> None:
        flood = asyncio.create_task(device.write(bytes(300_000)))
        await asyncio.sleep(0.1)
        assert not flood.done()
        ear = Ear(host)
        await ear.until(lambda: len(ear.heard) == 300_000)
        await flood

    real(main)


def test_what_finds_no_room_goes_as_room_comes_in_order() -> None:
    async def main(device: Transport, host: Transport) -> None:
        sent = random.Random(3).randbytes(60_000)  # noqa: S311 # any bytes will do
        for at in range(0, len(sent), 6_000):
            host.send(sent[at : at + 6_000])
        assert host.bytes_written < len(sent), "the kernel took everything: the test shows nothing"
        ear = Ear(device)
        await ear.until(lambda: len(ear.heard) == len(sent))
        assert ear.heard == sent
        assert host.bytes_written == len(sent)
        await host.write(b"more")
        await ear.until(lambda: ear.heard.endswith(b"more"))

    real(main)


def test_a_device_that_takes_nothing_ends_the_link_for_who_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descriptor, "WRITE_LIMIT_S", 0.05)

    async def main(_device: Transport, host: Transport) -> None:
        ear = Ear(host)
        host.send(bytes(200_000))  # more than the kernel and the device hold
        await ear.until(lambda: bool(ear.ends))
        assert [why.code for why in ear.ends] == ["link.stuck"]
        with pytest.raises(TransportClosedError) as again:
            host.send(b"x")
        assert again.value.code == "link.stuck"

    real(main)


def test_what_waits_for_room_is_bounded() -> None:
    async def main(_device: Transport, host: Transport) -> None:
        ear = Ear(host)
        host.send(bytes(200_000))
        with pytest.raises(TransportClosedError) as stuck:
            host.send(b"one more")
        assert stuck.value.code == "link.stuck"
        assert [why.code for why in ear.ends] == ["link.stuck"]

    real(main)


def test_a_pulled_device_is_told_once_with_what_it_is() -> None:
    async def main(device: Transport, host: Transport) -> None:
        ear = Ear(host)
        await device.close()
        await ear.until(lambda: bool(ear.ends))
        await host.close()
        assert [(why.code, bool(why.remedy)) for why in ear.ends] == [("serial.unplugged", True)]
        with pytest.raises(TransportClosedError):
            host.send(b"x")

    real(main)


def test_our_own_close_is_told_too_and_to_a_late_listener() -> None:
    async def main(_device: Transport, host: Transport) -> None:
        ear = Ear(host)
        await host.close()
        assert [why.code for why in ear.ends] == ["link.closed"]
        assert [why.code for why in Ear(host).ends] == ["link.closed"]

    real(main)


def test_the_end_is_told_last_also_where_the_listener_finds_it_by_an_answer_of_its_own() -> None:
    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            host = await opener_for(f"tcp:127.0.0.1:{listener.getsockname()[1]}")()
            device, _ = listener.accept()
        for _ in range(4):
            device.sendall(b"chunk")
            await asyncio.sleep(0.02)
        device.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        device.close()  # with a reset: it is noticed by whoever writes, or reads, next
        told: list[bytes] = []

        def answer(chunk: bytes) -> None:
            told.append(chunk)
            with contextlib.suppress(TransportClosedError):
                host.send(b"answer")

        host.listen(answer, lambda _why: told.append(b"end"))
        await asyncio.sleep(0.02)
        await host.close()
        assert b"".join(told) == b"chunk" * 4 + b"end"

    run(main)


def test_two_that_write_at_once_are_both_told_that_the_device_takes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descriptor, "WRITE_LIMIT_S", 0.05)

    async def main(_device: Transport, host: Transport) -> None:
        async with asyncio.timeout(30):
            outcomes = await asyncio.gather(host.write(bytes(200_000)), host.write(b"more"), return_exceptions=True)
        assert [getattr(outcome, "code", outcome) for outcome in outcomes] == ["link.stuck", "link.stuck"]

    real(main)


def test_two_that_write_at_once_end_when_all_is_gone() -> None:
    async def main(device: Transport, host: Transport) -> None:
        writing = [asyncio.create_task(host.write(data)) for data in (b"a" * 200_000, b"b" * 9)]
        await asyncio.sleep(0.05)
        assert not any(one.done() for one in writing)
        ear = Ear(device)
        async with asyncio.timeout(30):
            await asyncio.gather(*writing)
        await ear.until(lambda: len(ear.heard) == 200_009)
        assert ear.heard == b"a" * 200_000 + b"b" * 9

    real(main)
