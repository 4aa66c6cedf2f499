from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.clock import run
from firmware_bridge.transport import TransportClosedError, memory_pair


@given(st.lists(st.binary(max_size=40), max_size=20), st.integers(1, 50))
def test_bytes_arrive_in_order_in_chunks_no_longer_than_asked(chunks: list[bytes], most: int) -> None:
    async def main() -> None:
        near, far = memory_pair("link")
        for chunk in chunks:
            await near.write(chunk)
        whole = b"".join(chunks)
        got = b""
        while len(got) < len(whole):
            piece = await far.read(most)
            assert 1 <= len(piece) <= most
            got += piece
        assert got == whole
        assert near.bytes_written == far.bytes_read == len(whole)
        assert near.bytes_read == far.bytes_written == 0

    run(main, speed=None)


def test_a_reader_that_waits_is_woken_in_the_same_turn() -> None:
    async def main() -> None:
        near, far = memory_pair("link")
        waiting = asyncio.create_task(far.read())
        await asyncio.sleep(5)
        await near.write(b"x")
        assert await waiting == b"x"
        assert asyncio.get_running_loop().time() == pytest.approx(5.0)

    run(main, speed=None)


@pytest.mark.parametrize("closer", ["near", "far"])
def test_closing_either_end_ends_both_but_what_was_sent_is_read(closer: str) -> None:
    async def main() -> None:
        near, far = memory_pair("link")
        await near.write(b"last words")
        await (near if closer == "near" else far).close()
        assert await far.read() == b"last words"
        for end in (near, far):
            with pytest.raises(TransportClosedError):
                await end.read()
            with pytest.raises(TransportClosedError):
                await end.write(b"x")
            await end.close()

    run(main, speed=None)


def test_a_read_that_was_given_up_loses_nothing() -> None:
    async def main() -> None:
        near, far = memory_pair("link")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(1):
                await far.read()
        await near.write(b"kept")
        assert await far.read() == b"kept"

    run(main, speed=None)
