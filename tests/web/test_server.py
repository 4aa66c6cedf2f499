"""The server on a real socket: it starts in our loop, says what is in its way, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import socket
from typing import Any

import httpx
import pytest
from scenes import main_scene
from scripted_hub import ScriptedHub
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from controller.clock import run
from controller.web.app import make_app
from controller.web.server import WebServer, WebServerError

#: What begins as a request and never becomes one: half a head, and a head whose body does not come.
HALF_REQUESTS = (
    b"GET / HTTP/1.1\r\n",
    b"POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{",
)


def server_of(hub: ScriptedHub, port: int = 0, host: str = "127.0.0.1", **options: Any) -> WebServer:
    return WebServer(make_app(hub, title="Table 1", **options), host, port, **options)


@pytest.fixture
def hub() -> ScriptedHub:
    made = ScriptedHub()
    main_scene(made)
    return made


@pytest.mark.parametrize("speed", [1.0, 20.0])
def test_it_serves_the_table_whatever_the_clock(hub: ScriptedHub, speed: float) -> None:
    async def main() -> None:
        server = server_of(hub, loop_s=lambda wall_s: wall_s * speed)
        await server.start()
        assert server.url == f"http://127.0.0.1:{server.port}/"
        async with httpx.AsyncClient(timeout=30 * speed) as client:
            assert (await client.get(server.url)).status_code == 200
        async with connect(f"ws://127.0.0.1:{server.port}/ws", open_timeout=30 * speed, origin=server.url.rstrip("/")) as socket:
            assert json.loads(await socket.recv())["state"]["rev"] == 41
        await server.stop()

    run(main, speed=speed)


def test_a_taken_port_is_said_with_the_remedy(hub: ScriptedHub) -> None:
    async def main() -> None:
        first = server_of(hub)
        await first.start()
        with pytest.raises(WebServerError) as caught:
            await server_of(hub, first.port).start()
        assert caught.value.code == "web.port_in_use"
        assert f"127.0.0.1:{first.port}" in str(caught.value)
        assert "another port" in str(caught.value)
        async with httpx.AsyncClient() as client:  # the first one was not hurt
            assert (await client.get(first.url)).status_code == 200
        await first.stop()

    run(main)


@pytest.mark.parametrize(("host", "code"), [("192.0.2.1", "web.no_such_address"), ("no-such-host.invalid", "web.no_such_address")])
def test_an_address_that_is_not_ours_is_said(hub: ScriptedHub, host: str, code: str) -> None:
    async def main() -> None:
        with pytest.raises(WebServerError) as caught:
            await server_of(hub, host=host).start()
        assert caught.value.code == code
        assert host in str(caught.value)

    run(main)


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_who_comes_by_ipv4_to_an_ipv6_address_is_known_all_the_same(hub: ScriptedHub) -> None:
    """On `::` the kernel says 127.0.0.1 as ::ffff:127.0.0.1, and the table's own address likewise."""

    async def main() -> None:
        server = server_of(hub, host="::")
        await server.start()
        async with httpx.AsyncClient() as client:
            for host in ("127.0.0.1", "[::1]"):
                asked = await client.get(f"http://{host}:{server.port}/api/v1/whoami")
                assert asked.json()["who"] == "loopback"
                async with connect(f"ws://{host}:{server.port}/ws", origin=Origin(f"http://{host}:{server.port}")) as page:
                    assert json.loads(await page.recv())["type"] == "snapshot"
        await server.stop()

    run(main)


def test_stopping_closes_the_pages_and_frees_the_port(hub: ScriptedHub) -> None:
    async def main() -> None:
        server = server_of(hub)
        await server.start()
        async with connect(f"ws://127.0.0.1:{server.port}/ws") as page:
            await page.recv()
            await server.stop()
            with pytest.raises(ConnectionClosed) as closed:
                await page.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code in (1012, 1013)
        assert hub.subscriptions == []
        again = server_of(hub, server.port)
        await again.start()
        await again.stop()
        await again.stop()  # stopping twice is no error

    run(main)


def test_an_oversized_message_closes_only_its_page(hub: ScriptedHub) -> None:
    async def main() -> None:
        server = server_of(hub)
        await server.start()
        url = f"ws://127.0.0.1:{server.port}/ws"
        async with connect(url) as good, connect(url) as bad:
            await good.recv()
            await bad.recv()
            await bad.send("x" * 5_000)
            with pytest.raises(ConnectionClosed) as closed:
                await bad.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
            main_scene(hub)
            assert json.loads(await good.recv())["type"] in ("info", "delta")
        await server.stop()

    run(main)


@pytest.mark.slow
def test_a_client_that_never_reads_does_not_hold_up_the_others(hub: ScriptedHub) -> None:
    """Megabytes for a reader whose socket is full: the others see every state meanwhile."""

    async def main() -> None:
        server = server_of(hub)
        await server.start()
        url = f"ws://127.0.0.1:{server.port}/ws"
        deaf = socket.create_connection(("127.0.0.1", server.port))
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        async with connect(url) as page:
            await page.recv()
            for turn in range(400):
                hub.tell("hand_void", "x" * 10_000, code=str(turn))
                main_scene(hub)
                while True:
                    frame = json.loads(await page.recv())
                    if frame["type"] == "delta":
                        break
                assert [story["code"] for story in frame["stories"]] == [str(turn)]
        await asyncio.wait_for(server.stop(), 30)  # nor does it hold up the end
        deaf.close()

    run(main)


def test_the_process_keeps_its_own_signal_handlers(hub: ScriptedHub) -> None:
    async def main() -> None:
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        server = server_of(hub)
        await server.start()
        await asyncio.sleep(0)
        assert {number: signal.getsignal(number) for number in before} == before
        await server.stop()

    run(main)


@pytest.mark.parametrize("half", HALF_REQUESTS)
@pytest.mark.slow
def test_connections_that_ask_for_nothing_do_not_shut_the_page(hub: ScriptedHub, half: bytes) -> None:
    """More half requests than the server serves at once: they end by themselves, an open page does not."""

    async def main() -> None:
        server = server_of(hub, loop_s=lambda wall_s: wall_s / 5)
        await server.start()
        async with connect(f"ws://127.0.0.1:{server.port}/ws", ping_interval=None) as page, httpx.AsyncClient() as client:
            await page.recv()
            halves = []
            for _ in range(300):
                halves.append(await asyncio.open_connection("127.0.0.1", server.port))
                halves[-1][1].write(half)
            for reader, writer in halves:
                await asyncio.wait_for(reader.read(), 30)
                writer.close()
            assert (await client.get(server.url)).status_code == 200
            await asyncio.wait_for(await page.ping(), 30)
        await server.stop()

    run(main)


def test_a_request_that_never_ends_does_not_hold_up_the_stop(hub: ScriptedHub, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> float:
        loop = asyncio.get_running_loop()
        server = server_of(hub)
        await server.start()
        writers = []
        for half in HALF_REQUESTS:
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(half)
            writers.append(writer)
        async with httpx.AsyncClient() as client:  # by then the halves have been heard
            assert (await client.get(server.url)).status_code == 200
        began_s = loop.time()
        await server.stop()
        took_s = loop.time() - began_s
        for writer in writers:
            writer.close()
        return took_s

    with caplog.at_level(logging.WARNING):
        assert run(main) < 2.9, "the grace of three seconds is for those whose answer is under way"
    assert caplog.records == []


def test_what_strangers_send_is_not_logged(hub: ScriptedHub, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        server = server_of(hub)
        await server.start()
        for raw in (b"\x16\x03\x01 junk\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(raw)
            assert (await asyncio.wait_for(reader.read(), 30)).startswith(b"HTTP/1.1 400")
            writer.close()
        for refused in ({"origin": "http://elsewhere.example"}, {"additional_headers": {"Host": "elsewhere.example"}}):
            with pytest.raises(InvalidStatus):
                await connect(f"ws://127.0.0.1:{server.port}/ws", **refused)
        await server.stop()

    with caplog.at_level(logging.WARNING):
        run(main)
    assert caplog.records == []
