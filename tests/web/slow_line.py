"""A bad network between a browser and the table: every byte late, and few of them a second."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final, NamedTuple

_CHUNK_BYTES: Final = 2_048


class Line(NamedTuple):
    """How bad: a byte's way in seconds, and bytes a second in each direction and connection."""

    way_s: float
    bytes_a_s: float


#: A telephone at the edge of its cell.
EDGE: Final = Line(0.2, 25_000)


@contextlib.asynccontextmanager
async def slow_line(to_port: int, line: Line = EDGE) -> AsyncIterator[int]:
    """Yield a port of 127.0.0.1 behind which `to_port` is far away."""
    tasks: set[asyncio.Task[None]] = set()

    async def joined(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", to_port)
        await asyncio.gather(_carry(reader, far_writer, line), _carry(far_reader, writer, line))

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.add(asyncio.create_task(joined(reader, writer), name="slow line"))

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, line: Line) -> None:
    """Take bytes in as fast as the line is, and hand each on after its way: what is under way does not hold up what follows."""
    loop = asyncio.get_running_loop()
    under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def arrive() -> None:
        while True:
            due_s, chunk = await under_way.get()
            await asyncio.sleep(max(0.0, due_s - loop.time()))
            if not chunk:
                writer.close()
                return
            writer.write(chunk)
            await writer.drain()

    arriving = asyncio.create_task(arrive(), name="slow line: arriving")
    try:
        with contextlib.suppress(ConnectionError):
            while chunk := await reader.read(_CHUNK_BYTES):
                await asyncio.sleep(len(chunk) / line.bytes_a_s)
                under_way.put_nowait((loop.time() + line.way_s, chunk))
        under_way.put_nowait((loop.time() + line.way_s, b""))
        with contextlib.suppress(ConnectionError):
            await arriving
    finally:
        arriving.cancel()
        writer.close()
