"""The page over real TLS: encrypted or not at all, with a certificate that can be renewed while it runs."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shutil
import ssl
from pathlib import Path
from typing import Any

import httpx
import pytest
from certificates import Authority
from gates import TOKENS, Keys
from scenes import main_scene
from scripted_hub import ScriptedHub
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from controller.clock import run
from controller.web.app import make_app
from controller.web.server import WebServer
from controller.web.tls import client_context, server_context


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("authority"), "ours")


@pytest.fixture
def pair(tmp_path: Path, authority: Authority) -> tuple[Path, Path]:
    certificate, key = authority.sign("127.0.0.1")
    return Path(shutil.copy(certificate, tmp_path / "table.pem")), Path(shutil.copy(key, tmp_path / "table.key"))


def served(pair: tuple[Path, Path], keys: Keys) -> WebServer:
    hub = ScriptedHub()
    main_scene(hub)
    return WebServer(make_app(hub, title="Table 1", gate=keys.gate(trust_loopback=False)), "127.0.0.1", 0, tls=server_context(*pair))


async def until_closed(page: ClientConnection) -> None:
    while True:
        await page.recv()


@pytest.mark.slow
def test_a_login_and_a_live_page_over_tls(pair: tuple[Path, Path], authority: Authority) -> None:
    trusted = ssl.create_default_context(cafile=str(authority.certificate))
    keys = Keys()

    async def main() -> None:
        server = served(pair, keys)
        await server.start()
        assert server.url == f"https://127.0.0.1:{server.port}/"
        live, origin = f"wss://127.0.0.1:{server.port}/ws", server.url.rstrip("/")
        async with httpx.AsyncClient(base_url=server.url, verify=trusted) as browser:
            assert (await browser.get("/", headers={"accept": "text/html"})).status_code == 401
            with pytest.raises(InvalidStatus) as stranger:
                await connect(live, ssl=trusted, origin=origin)
            assert stranger.value.response.status_code == 401
            answer = await browser.post("/api/v1/login", json={"token": TOKENS["broadcast"]}, headers={"origin": origin})
            assert "; Secure" in answer.headers["set-cookie"]
            assert (await browser.get("/")).status_code == 200
            cookie = {"Cookie": f"smarttable={browser.cookies['smarttable']}"}
            with pytest.raises(InvalidStatus) as stolen:
                await connect(live, ssl=trusted, origin="https://evil.example", additional_headers=cookie)
            assert stolen.value.response.status_code == 403
            async with connect(live, ssl=trusted, origin=origin, additional_headers=cookie) as page:
                assert json.loads(await page.recv())["type"] == "snapshot"
                keys.revoke("broadcast")
                with pytest.raises(ConnectionClosed) as closed:
                    await asyncio.wait_for(until_closed(page), 30)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1008
        await server.stop()

    run(main)


def test_plain_text_old_tls_and_noise_get_nothing_and_are_not_logged(pair: tuple[Path, Path], caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        server = served(pair, Keys())
        await server.start()
        for noise in (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"\x16\x03\x01\x02\x00" + os.urandom(512), b"\0" * 1_000):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(noise)
            said = await asyncio.wait_for(reader.read(), 30)
            assert b"HTTP" not in said
            writer.close()
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        with pytest.warns(DeprecationWarning, match="TLSv1_1"):
            old.maximum_version = ssl.TLSVersion.TLSv1_1
        with pytest.raises(ssl.SSLError):
            await asyncio.open_connection("127.0.0.1", server.port, ssl=old)
        await server.stop()

    with caplog.at_level(logging.WARNING):
        run(main)
    assert caplog.records == []


async def serial_of(server: WebServer) -> str:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    _, writer = await asyncio.open_connection("127.0.0.1", server.port, ssl=context)
    found: Any = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    writer.close()
    await writer.wait_closed()
    return bytes(found).hex()


def test_a_renewed_certificate_is_taken_without_a_restart(
    pair: tuple[Path, Path], authority: Authority, caplog: pytest.LogCaptureFixture
) -> None:
    certificate, key = pair

    async def main() -> None:
        server = served(pair, Keys())
        await server.start()
        first = await serial_of(server)
        assert await serial_of(server) == first
        certificate.write_text("half written\n")
        assert await serial_of(server) == first, "the old one stays"
        assert await serial_of(server) == first
        new = authority.sign("127.0.0.1")
        shutil.copy(new[1], key)
        shutil.copy(new[0], certificate)
        assert await serial_of(server) != first
        await server.stop()

    with caplog.at_level(logging.WARNING):
        run(main)
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 2
    assert "the old one stays" in told[0]
    assert "taken anew" in told[1]


def test_a_program_of_this_machine_trusts_that_very_certificate(pair: tuple[Path, Path], authority: Authority, tmp_path: Path) -> None:
    other = Authority(tmp_path, "other")

    async def main() -> None:
        server = served(pair, Keys())
        await server.start()
        async with httpx.AsyncClient(verify=client_context(pair[0])) as program:
            assert (await program.get(server.url)).status_code == 401
        async with httpx.AsyncClient(verify=client_context(other.certificate)) as program:
            with pytest.raises(httpx.ConnectError):
                await program.get(server.url)
        await server.stop()

    run(main)
