"""TLS to a broker: its certificate is checked, and what does not hold is named with what to do."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from brokers import Mosquitto, until
from certificates import Authority
from live import LiveTable, on_broker
from tls_mosquitto import TlsMosquitto

from controller import clock
from controller.mqtt.settings import MqttSettings


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path, "right-authority")


@pytest.fixture
def secure(tmp_path: Path, free_port: int, authority: Authority) -> Iterator[TlsMosquitto]:
    broker = TlsMosquitto(tmp_path, free_port, authority)
    broker.start()
    yield broker
    broker.kill()


def signed_in(folder: Path, port: int, ca_file: Path | None, *, host: str = "127.0.0.1", tls: bool = True) -> MqttSettings:
    secret = folder / "password"
    secret.write_text("right\n")
    return MqttSettings(host=host, port=port, username="table", password_file=secret, tls=tls, ca_file=ca_file)


def trouble(settings: MqttSettings, reason: str) -> str:
    """Return the remedy that health gives, once its reason is `reason`."""
    remedy: list[str] = []

    async def main() -> None:
        async with on_broker(settings.port, settings=settings) as table:
            await until(lambda: table.health()["reason"] == reason, f"{reason}, not {table.health()}")
            assert not table.online
            remedy.append(table.health()["remedy"])

    clock.run(main)
    return remedy[0]


def test_a_broker_whose_certificate_our_authority_signed_is_trusted(secure: TlsMosquitto, authority: Authority, tmp_path: Path) -> None:
    async def main() -> None:
        table = LiveTable(signed_in(tmp_path, secure.port, authority.certificate))
        table.start()
        await until(lambda: table.online, "online over TLS")
        assert table.health()["state"] == "ok"
        table.felt.seat(1, 3)
        await until(lambda: not table.publisher.session.backlog, "all of it told")
        await table.stop()

    clock.run(main)


def test_another_authority_s_broker_is_refused_with_the_remedy(secure: TlsMosquitto, tmp_path: Path) -> None:
    remedy = trouble(signed_in(tmp_path, secure.port, Authority(tmp_path, "wrong-authority").certificate), "mqtt.tls")
    assert "certificate verify failed" in remedy
    assert "ca_file" in remedy


def test_the_system_s_authorities_do_not_know_ours(secure: TlsMosquitto, tmp_path: Path) -> None:
    assert "ca_file" in trouble(signed_in(tmp_path, secure.port, None), "mqtt.tls")


def test_a_certificate_for_another_host_is_refused(authority: Authority, tmp_path: Path, free_port: int) -> None:
    broker = TlsMosquitto(tmp_path, free_port, authority, host="broker.example")
    broker.start()
    try:
        remedy = trouble(signed_in(tmp_path, free_port, authority.certificate), "mqtt.tls")
    finally:
        broker.kill()
    assert "127.0.0.1" in remedy


def test_a_ca_file_that_is_not_there_or_holds_no_certificate_is_named(secure: TlsMosquitto, tmp_path: Path) -> None:
    empty = tmp_path / "empty.pem"
    empty.write_text("nothing\n")
    for ca_file in (tmp_path / "none.pem", empty):
        assert str(ca_file) in trouble(signed_in(tmp_path, secure.port, ca_file), "mqtt.tls")


def test_tls_to_a_broker_that_speaks_plain_text_says_so(mosquitto: Mosquitto, authority: Authority, tmp_path: Path) -> None:
    mosquitto.start()
    remedy = trouble(signed_in(tmp_path, mosquitto.port, authority.certificate), "mqtt.tls")
    assert "speaks TLS" in remedy


@pytest.mark.slow
def test_plain_text_to_a_broker_that_speaks_tls_never_comes_online(secure: TlsMosquitto, tmp_path: Path) -> None:
    settings = signed_in(tmp_path, secure.port, None, tls=False)

    async def main() -> None:
        async with on_broker(secure.port, settings=settings) as table:
            await until(lambda: table.health()["state"] == "failed", "the failure noticed")
            assert table.health()["reason"] in {"mqtt.lost", "mqtt.silent", "mqtt.unreachable"}
            assert table.health()["remedy"]

    clock.run(main)


def test_the_password_never_leaves_in_plain_text_when_tls_fails(authority: Authority, tmp_path: Path) -> None:
    """What listens there is no TLS broker: it gets the first bytes of a handshake and nothing more."""
    got: list[bytes] = []

    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.setblocking(False)
            settings = signed_in(tmp_path, server.getsockname()[1], authority.certificate)
            loop = asyncio.get_running_loop()
            async with on_broker(settings.port, settings=settings) as table:
                peer, _ = await loop.sock_accept(server)
                got.append(await loop.sock_recv(peer, 65_536))
                await loop.sock_sendall(peer, b"\x20\x03\x00\x00\x00")  # what a plain broker would say to a sign-in
                await until(lambda: table.health()["reason"] == "mqtt.tls", "the trouble noticed")
                with contextlib.suppress(ConnectionError):
                    got.append(await loop.sock_recv(peer, 65_536))
                peer.close()

    clock.run(main)
    assert got[0][:1] == b"\x16", "a TLS handshake"
    assert b"right" not in b"".join(got)
