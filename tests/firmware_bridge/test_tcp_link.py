"""Real TCP on 127.0.0.1, in real time."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Awaitable, Callable

import pytest

from controller.clock import run
from firmware_bridge import tcp_link
from firmware_bridge.links import opener_for
from firmware_bridge.transport import TransportClosedError, TransportError

LIMIT_S = 20.0


def real(main: Callable[[], Awaitable[None]], speed: float = 1.0) -> None:
    async def limited() -> None:
        async with asyncio.timeout(LIMIT_S * speed):
            await main()

    run(limited, speed=speed)


def listening() -> tuple[socket.socket, str]:
    server = socket.create_server(("127.0.0.1", 0))
    server.setblocking(False)
    return server, f"tcp:127.0.0.1:{server.getsockname()[1]}"


def test_bytes_go_both_ways_and_a_hang_up_is_told() -> None:
    async def main() -> None:
        server, address = listening()
        loop = asyncio.get_running_loop()
        host = await opener_for(address)()
        device, _ = await loop.sock_accept(server)
        await host.write(b"question")
        assert await loop.sock_recv(device, 100) == b"question"
        await loop.sock_sendall(device, b"answer")
        assert await host.read(3) == b"ans"
        assert await host.read() == b"wer"
        device.close()
        with pytest.raises(TransportClosedError) as gone:
            await host.read()
        assert gone.value.code == "tcp.closed"
        assert address.removeprefix("tcp:") in str(gone.value)
        await host.close()
        server.close()

    real(main)


def test_a_host_name_is_resolved() -> None:
    async def main() -> None:
        server, address = listening()
        host = await opener_for(address.replace("127.0.0.1", "localhost"))()
        await host.close()
        server.close()

    real(main)


def unknown(*_: object, **__: object) -> None:
    raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")


def unreachable(*_: object) -> None:
    raise OSError(errno.EHOSTUNREACH, "No route to host")


@pytest.mark.parametrize(
    ("broken", "played", "code"),
    [
        ("", None, "tcp.refused"),
        ("getaddrinfo", unknown, "tcp.name"),
        ("socket", unreachable, "tcp.unreachable"),
    ],
)
def test_refusals_have_a_code_the_address_and_a_remedy(
    broken: str, played: Callable[..., None], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, address = listening()
    server.close()  # the port is free now, and nobody listens

    async def main() -> None:
        if broken:
            monkeypatch.setattr(tcp_link.socket, broken, played)
        with pytest.raises(TransportError) as refused:
            await opener_for(address)()
        monkeypatch.undo()
        assert refused.value.code == code
        assert "127.0.0.1" in str(refused.value)
        assert refused.value.remedy

    real(main)


@pytest.mark.parametrize("speed", [1.0, 50.0])
def test_a_host_that_never_answers_times_out_in_wall_time(speed: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tcp_link, "CONNECT_LIMIT_S", 0.1)

    async def main() -> None:
        server = socket.create_server(("127.0.0.1", 0), backlog=0)
        full = [socket.socket() for _ in range(4)]  # a full queue drops what comes next, as a dead host does
        for link in full:
            link.setblocking(False)
            link.connect_ex(server.getsockname())
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        with pytest.raises(TransportError) as refused:
            await opener_for(f"tcp:127.0.0.1:{server.getsockname()[1]}")()
        assert refused.value.code == "tcp.timeout"
        assert loop.time() - began_s >= 0.09 * speed
        for link in (*full, server):
            link.close()

    real(main, speed)


def test_a_failed_connection_leaves_no_descriptor_behind() -> None:
    async def main() -> None:
        server, address = listening()
        server.close()
        before = len(os.listdir("/proc/self/fd"))
        for _ in range(5):
            with pytest.raises(TransportError):
                await opener_for(address)()
        assert len(os.listdir("/proc/self/fd")) == before

    real(main)
