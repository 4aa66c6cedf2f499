"""`smarttable contract check` on a broker that speaks TLS and knows who comes; what it refuses to do without."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from brokers import until
from certificates import Authority
from daemon_process import free_port
from live import LiveTable
from recorded import HOLES
from test_contract_check import contract_check
from tls_mosquitto import TlsMosquitto

from controller import clock
from controller.contract_broker import BrokerOptionError, BrokerOptions
from controller.mqtt.settings import MqttSettings


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path, "right-authority")


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "password"
    path.write_text("right\n")
    path.chmod(0o600)
    return path


@pytest.fixture
def secure(tmp_path: Path, authority: Authority) -> Iterator[TlsMosquitto]:
    broker = TlsMosquitto(tmp_path, free_port(), authority)
    broker.start()
    yield broker
    broker.kill()


def checked_beside_a_table(broker: TlsMosquitto, authority: Authority, secret: Path, *options: str | Path) -> tuple[int, str]:
    """What the command says of a table that keeps the rules."""
    said: list[tuple[int, str]] = []

    async def main() -> None:
        table = LiveTable(MqttSettings(port=broker.port, username="table", password_file=secret, tls=True, ca_file=authority.certificate))
        table.start()
        await until(lambda: table.online, "online")
        table.felt.seat(1, 3, 5)
        table.felt.deal(HOLES)
        await until(lambda: not table.publisher.session.backlog, "all of it told")
        done = await asyncio.to_thread(contract_check, broker.port, "--seconds", "0.5", *options)
        said.append((done.returncode, done.stdout + done.stderr))
        await table.stop()

    clock.run(main)
    return said[0]


@pytest.mark.slow
def test_a_table_is_checked_over_tls_with_a_password(secure: TlsMosquitto, authority: Authority, secret: Path) -> None:
    options = ("--ca-file", authority.certificate, "--username", "table", "--password-file", secret)
    code, text = checked_beside_a_table(secure, authority, secret, *options)
    assert (code, "t1: no rule broken in" in text) == (0, True), text


@pytest.mark.slow
def test_a_table_is_checked_with_a_certificate_of_ones_own(tmp_path: Path, authority: Authority, secret: Path) -> None:
    broker = TlsMosquitto(tmp_path, free_port(), authority)
    broker.configure("require_certificate true")
    broker.configure("use_identity_as_username true")
    certificate, key = authority.sign("floor.example", "client")
    broker.start()
    try:
        wanted = ("--ca-file", authority.certificate, "--seconds", "0.2")
        without = contract_check(broker.port, *wanted)
        done = contract_check(broker.port, *wanted, "--client-cert", certificate, "--client-key", key)
    finally:
        broker.kill()
    assert (without.returncode, len(without.stderr.splitlines())) == (1, 1)
    assert (done.returncode, "no table is heard" in done.stdout) == (1, True), done.stderr


@pytest.mark.parametrize("trouble", ["wrong password", "nobody signs in", "wrong authority", "plain text"])
@pytest.mark.slow
def test_a_broker_that_is_not_to_be_had_so_is_named_with_the_remedy(
    trouble: str, secure: TlsMosquitto, authority: Authority, secret: Path, tmp_path: Path
) -> None:
    signed_in: tuple[str | Path, ...] = ("--username", "table", "--password-file", secret)
    trusted: tuple[str | Path, ...] = ("--ca-file", authority.certificate)
    secret.write_text("wrong\n") if trouble == "wrong password" else None
    options, remedy = {
        "wrong password": ((*signed_in, *trusted), "--password-file"),
        "nobody signs in": (trusted, "--username"),
        "wrong authority": ((*signed_in, "--ca-file", Authority(tmp_path, "wrong-authority").certificate), "--ca-file"),
        "plain text": (signed_in, "add --tls"),
    }[trouble]
    done = contract_check(secure.port, "--seconds", "1", *options)
    assert done.returncode == 1
    assert f"127.0.0.1:{secure.port}" in done.stderr
    assert remedy in done.stderr
    assert "wrong\n" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


FAR = "broker.example:8883"


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (BrokerOptions(FAR), "--tls"),
        (BrokerOptions(FAR, tls=True), "--username"),
        (BrokerOptions(FAR, allow_anonymous=True), "--tls"),
        (BrokerOptions(FAR, allow_plaintext=True), "--username"),
        (BrokerOptions("localhost"), "HOST:PORT"),
        (BrokerOptions("localhost:1883", password_file=Path("there")), "--username"),
        (BrokerOptions("localhost:1883", username="u", password_file=Path("not-there")), "not-there"),
        (BrokerOptions("localhost:1883", ca_file=Path("not-there")), "not-there"),
        (BrokerOptions("localhost:1883", client_key=Path("key")), "--client-cert"),
        (BrokerOptions("localhost:1883", client_cert=Path("not-there")), "not-there"),
    ],
)
def test_what_is_not_safe_or_cannot_be_is_refused_with_the_option_to_change(options: BrokerOptions, named: str) -> None:
    with pytest.raises(BrokerOptionError) as refused:
        options.broker()
    assert named in str(refused.value)


def test_off_loopback_it_goes_with_tls_and_credentials_or_as_said_in_as_many_words() -> None:
    far = BrokerOptions(FAR, tls=True, username="u").broker()
    assert far.tls is not None
    assert far.tls.check_hostname
    assert (far.host, far.port) == ("broker.example", 8883)
    assert BrokerOptions(FAR, allow_plaintext=True, allow_anonymous=True).broker().tls is None


def test_a_password_that_others_may_read_is_refused(secret: Path) -> None:
    for mode in (0o640, 0o604):
        secret.chmod(mode)
        with pytest.raises(BrokerOptionError, match=f"mode {mode:03o}.*chmod 600"):
            BrokerOptions("localhost:1883", username="u", password_file=secret).broker()
    secret.chmod(0o600)
    assert BrokerOptions("localhost:1883", username="u", password_file=secret).broker()[2:4] == ("u", "right")
