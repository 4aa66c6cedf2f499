"""Strangers in crowds: they hold connections and keep no one out, and they fill neither the log nor the table of open files."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import select
import socket
import ssl
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from certificates import Authority
from gates import TOKENS, Keys
from scenes import main_scene
from scripted_hub import ScriptedHub

from controller.clock import run
from controller.web import doorway
from controller.web.app import make_app
from controller.web.server import WebServer
from controller.web.tls import server_context

#: Of every connection that asks for nothing, the server's own five seconds are so many here.
FASTER = 5
#: State of a connection whose other end has not ended it, as Linux says it.
TCP_ESTABLISHED = 1


def served(keys: Keys, tls: ssl.SSLContext | None = None) -> WebServer:
    hub = ScriptedHub()
    main_scene(hub)
    app = make_app(hub, title="Table 1", gate=keys.gate(trust_loopback=False))
    return WebServer(app, "127.0.0.1", 0, tls=tls, loop_s=lambda wall_s: wall_s / FASTER)


async def until_closed(reader: asyncio.StreamReader) -> bytes:
    try:
        return await asyncio.wait_for(reader.read(), 30)
    except ConnectionError:
        return b""


@pytest.mark.parametrize("body", [b"", b'{"token": "'], ids=["nothing", "a beginning"])
def test_a_body_that_does_not_come_holds_no_place(body: bytes) -> None:
    """Whoever announces a body and sends none is let go of, and others come in again."""
    keys = Keys()

    async def main() -> None:
        server = served(keys)
        await server.start()
        announced = b"POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n"
        held = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(280)]
        for _, writer in held:
            writer.write(announced + body)
        for reader, writer in held:
            said = await until_closed(reader)
            assert said == b"" or said.startswith(b"HTTP/1.1 503")
            writer.close()
        async with httpx.AsyncClient() as client:
            answer = await client.get(server.url, headers={"authorization": f"Bearer {TOKENS['dealer']}"})
            assert answer.status_code == 200
        await server.stop()

    run(main)


def test_a_body_that_comes_slowly_is_taken() -> None:
    keys = Keys()

    async def main() -> None:
        server = served(keys)
        await server.start()
        body = json.dumps({"token": TOKENS["dealer"]}).encode()
        head = f"POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(head.encode() + body[:5])
        await asyncio.sleep(0.3)
        writer.write(body[5:])
        assert (await asyncio.wait_for(reader.readline(), 30)).startswith(b"HTTP/1.1 200")
        writer.close()
        await server.stop()

    run(main)


@pytest.mark.slow
def test_connections_that_never_begin_to_encrypt_are_few_and_end(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """More than there are places: those in excess end at once, the others soon, and meanwhile nothing is logged."""
    authority = Authority(tmp_path, "ours")
    certificate, key = authority.sign("127.0.0.1")
    keys = Keys()

    async def main() -> None:
        server = served(keys, server_context(certificate, key))
        await server.start()
        held = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(doorway.MOST_OPEN + 80)]
        ended = [asyncio.ensure_future(until_closed(reader)) for reader, _ in held]
        await asyncio.wait(ended[doorway.MOST_OPEN + 10 :], timeout=0.5)
        assert sum(one.done() for one in ended) >= 60
        assert await asyncio.gather(*ended) == [b""] * len(held)
        trusted = ssl.create_default_context(cafile=str(authority.certificate))
        async with httpx.AsyncClient(verify=trusted) as client:
            answer = await client.get(server.url, headers={"authorization": f"Bearer {TOKENS['dealer']}"})
            assert answer.status_code == 200
        for _, writer in held:
            writer.close()
        await server.stop()

    with caplog.at_level(logging.WARNING):
        run(main)
    assert caplog.records == []


@pytest.mark.slow
def test_who_is_let_go_of_and_does_not_go_holds_no_place(tmp_path: Path) -> None:
    """Encrypted, an end is said and answered; whoever does not answer is waited for no longer than for a beginning."""
    authority = Authority(tmp_path, "ours")
    certificate, key = authority.sign("127.0.0.1")
    trusted = ssl.create_default_context(cafile=str(authority.certificate))

    def hold(port: int) -> None:
        with trusted.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=30), server_hostname="127.0.0.1") as deaf:
            deaf.sendall(b"GET / HTTP/1.1\r\n")
            deadline_s = time.monotonic() + 15  # an event loop by itself would wait for 30 s
            while deaf.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO) == TCP_ESTABLISHED:
                assert time.monotonic() < deadline_s
                select.select([], [], [], 0.05)

    async def main() -> None:
        server = served(Keys(), server_context(certificate, key))
        await server.start()
        await asyncio.to_thread(hold, server.port)
        await server.stop()

    run(main)


@pytest.mark.parametrize(
    ("address", "present", "room"),
    [
        ("198.51.100.7", ["198.51.100.7"] * 3, True),
        ("198.51.100.7", ["198.51.100.7"] * 4, False),
        ("198.51.100.8", ["198.51.100.7"] * 4, True),
        ("198.51.100.8", [f"198.51.100.{n}" for n in range(10)], False),
        ("2001:db8::5", [f"2001:db8::{n}" for n in range(4)], False),  # one guest has 2**64 addresses
        ("::ffff:198.51.100.8", ["::ffff:198.51.100.7"] * 4, True),
        ("127.0.0.1", ["127.0.0.1"] * 9, True),  # a proxy on this machine brings everybody
        ("127.0.0.1", ["127.0.0.1"] * 10, False),
    ],
)
def test_one_address_cannot_take_all_places(address: str, present: list[str], room: bool) -> None:
    assert doorway.room_for(address, present, most=10, most_each=4) is room


def test_a_machine_that_can_open_no_more_files_is_said_once_and_when_it_can_again(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        listener.setblocking(False)
        failing = iter(range(3))
        loop = asyncio.get_running_loop()

        async def accept(listening: socket.socket) -> tuple[socket.socket, Any]:
            if next(failing, None) is not None:
                raise OSError(errno.EMFILE, "Too many open files")
            return await loop.sock_accept(listening)

        taken = asyncio.Event()

        class Taken(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                taken.set()
                transport.close()

        door = doorway.Doorway(Taken, listener, accept=accept, loop_s=lambda wall_s: wall_s / 1_000)
        _, writer = await asyncio.open_connection(*listener.getsockname())
        await asyncio.wait_for(taken.wait(), 30)
        door.close()
        writer.close()
        listener.close()

    with caplog.at_level(logging.WARNING):
        run(main)
    assert [record.levelno for record in caplog.records] == [logging.ERROR, logging.WARNING]
