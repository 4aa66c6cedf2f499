"""The ways to a broker that the tests cut: a cut ends, whatever is under way."""

from __future__ import annotations

import asyncio
import contextlib

from brokers import Cable, until
from slow import SlowCable

from controller import clock

#: Generous: a cut waits for nothing.
LIMIT_S = 20.0


class FarEnd:
    """What the cable leads to: it says nothing and notes who is there."""

    def __init__(self) -> None:
        self.port = 0
        self.came = 0
        self.gone = 0
        self.heard = b""

    async def open(self) -> asyncio.Server:
        server = await asyncio.start_server(self._hear, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        return server

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.came += 1
        with contextlib.suppress(ConnectionError):
            while chunk := await reader.read(1_000):
                self.heard += chunk
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
        self.gone += 1


def test_a_cut_ends_also_while_bytes_are_held_up_and_they_are_lost() -> None:
    async def main() -> None:
        far = FarEnd()
        server = await far.open()
        cable = SlowCable(far.port)
        await cable.join()
        _, writer = await asyncio.open_connection("127.0.0.1", cable.port)
        await until(lambda: far.came, "through the cable")
        cable.hold()
        writer.write(b"held up")
        await until(lambda: cable.held_up, "the bytes in the cable")
        async with asyncio.timeout(LIMIT_S):
            await cable.cut()
        await until(lambda: far.gone == 1, "the far end is told")
        assert far.heard == b""
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
        server.close()
        await server.wait_closed()

    clock.run(main)


def test_a_connection_that_was_on_its_way_when_the_cable_was_cut_does_not_come_through() -> None:
    async def main() -> None:
        far = FarEnd()
        server = await far.open()
        cable = Cable(far.port)
        await cable.join()
        reader, writer = await asyncio.open_connection("127.0.0.1", cable.port)
        await until(lambda: cable.connections, "at the cable")
        async with asyncio.timeout(LIMIT_S):
            await cable.cut()
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
        await until(lambda: far.came == far.gone == 1, "nobody is left at the far end")
        assert far.heard == b""
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()
        server.close()
        await server.wait_closed()

    clock.run(main)
