"""The sample broker config of systemd/mosquitto: nobody without a password on any listener, each user what is his, over real TLS."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import aiomqtt
import pytest
from brokers import LIMIT_S
from certificates import Authority
from ports import free_port

from controller import clock
from controller.config_model import MqttSection
from controller.feed.commands import VERBS
from controller.mqtt.topics import TOPICS
from controller.published.mosquitto import acl_text

SAMPLE = Path(__file__).resolve().parents[2] / "systemd" / "mosquitto"
ROOT = "smarttable/v1/table-1/"
USERS = ("table", "floor", "dealer", "device", "broadcast", "public")
LISTENERS = ("network", "loopback")


class SampleBroker:
    """A real mosquitto with the sample's own lines; only paths and ports are this machine's."""

    def __init__(self, folder: Path) -> None:
        loopback, network = free_port(), free_port()
        self.ports = {"loopback": loopback, "network": network}
        self.authority = Authority(folder, "authority")
        self.authority.sign("127.0.0.1")  # server.pem and server.key, as the sample calls them
        shutil.copy(SAMPLE / "acl", folder / "acl")
        (folder / "passwords").write_text("".join(f"{user}:{user}-secret\n" for user in USERS))
        subprocess.run(["mosquitto_passwd", "-U", str(folder / "passwords")], check=True, capture_output=True)
        for private in ("server.key", "passwords", "acl"):
            (folder / private).chmod(0o600)
        text = (SAMPLE / "smarttable.conf").read_text().replace("/etc/mosquitto/smarttable", str(folder))
        text = text.replace("listener 1883 127.0.0.1", f"listener {loopback} 127.0.0.1").replace(
            "listener 8883", f"listener {network} 127.0.0.1"
        )
        (folder / "mosquitto.conf").write_text(text + ("user root\n" if os.geteuid() == 0 else ""))
        program = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
        assert program, "mosquitto is not installed: apt-get install mosquitto"
        self._log = folder / "log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen([program, "-c", str(folder / "mosquitto.conf")], stdout=log, stderr=log)
        for port in self.ports.values():
            self._wait_for(port)

    def _wait_for(self, port: int) -> None:
        give_up = time.monotonic() + LIMIT_S
        while time.monotonic() < give_up:
            self.must_run()
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1.0):
                return
        raise AssertionError("mosquitto does not listen")

    def must_run(self) -> None:
        assert self._process.poll() is None, self._log.read_text()[-2_000:]

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()

    def client(self, user: str | None, password: str | None = None, listener: str = "network") -> aiomqtt.Client:
        context = ssl.create_default_context(cafile=str(self.authority.certificate)) if listener == "network" else None
        said = f"{user}-secret" if password is None and user is not None else password
        return aiomqtt.Client(
            "127.0.0.1", self.ports[listener], username=user, password=said, tls_context=context, protocol=aiomqtt.ProtocolVersion.V5,
            clean_start=True, timeout=LIMIT_S,
        )  # fmt: skip


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SampleBroker]:
    made = SampleBroker(tmp_path_factory.mktemp("broker"))
    yield made
    made.stop()


@pytest.fixture
def broker(running: SampleBroker) -> SampleBroker:
    running.must_run()
    return running


def test_the_acl_is_what_the_topic_table_and_the_verbs_say() -> None:
    assert (SAMPLE / "acl").read_text() == acl_text(), "run `make docs`"


@pytest.mark.parametrize("listener", LISTENERS)
@pytest.mark.parametrize(("user", "password"), [(None, None), ("floor", "wrong"), ("nobody", "x"), ("table", "")])
def test_nobody_is_let_in_without_the_right_password(broker: SampleBroker, listener: str, user: str | None, password: str | None) -> None:
    async def main() -> None:
        with pytest.raises(aiomqtt.MqttError, match=r"(?i)not authori[sz]ed|bad user"):
            async with broker.client(user, password, listener):
                pass

    clock.run(main)


@pytest.mark.slow
def test_nobody_speaks_plain_text_to_the_network(broker: SampleBroker) -> None:
    async def main() -> None:
        with pytest.raises(aiomqtt.MqttError):
            async with aiomqtt.Client("127.0.0.1", broker.ports["network"], username="floor", timeout=5):
                pass

    clock.run(main)


@contextlib.asynccontextmanager
async def hearing(client: aiomqtt.Client, heard: list[str]) -> AsyncIterator[None]:
    """Note every topic that reaches `client`, of whatever it may hear at all."""

    async def listen() -> None:
        async for message in client.messages:
            heard.append(str(message.topic))  # noqa: PERF401 -- it is looked at meanwhile

    await client.subscribe("#", qos=1)
    listening = asyncio.ensure_future(listen())
    try:
        yield
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


def topics() -> list[str]:
    """One topic of each row and verb, and some that are nobody's."""
    rows = [row.name.replace("<n>", "3").replace("<part>", "hf0").replace("<verb>", "act") for row in TOPICS if row.name != "cmd/<verb>"]
    verbs = [f"cmd/{verb}" for verb in VERBS]
    own = [ROOT + name for name in (*rows, *verbs, "secret", "cmd/nothing", "broadcast/main")]
    return [*own, *(f"smarttable-reply/{user}/1" for user in USERS), "other/topic"]


PUBLIC = {"status", "info", "state", "seat/3", "event", "ruling", "announcement"}
WORK = {"health/hf0", "metrics", "cmd/act/result"}
HEARS = {
    "floor": PUBLIC | WORK,
    "dealer": PUBLIC | WORK,
    "device": PUBLIC | WORK,
    "broadcast": PUBLIC | {"health/hf0", "metrics"},
    "public": PUBLIC,
}


@pytest.mark.parametrize("user", HEARS)
def test_each_hears_what_is_his_and_nothing_else(broker: SampleBroker, user: str) -> None:
    """The end mark comes last on one connection: by then all else has come or will not."""
    end = ROOT + "status"

    async def main() -> None:
        heard: list[str] = []
        async with broker.client("table") as table, broker.client(user) as client, hearing(client, heard):
            said = [topic for topic in topics() if topic.startswith((ROOT, "smarttable-reply/"))]
            for topic in said:
                await table.publish(topic, b"{}", qos=1)
            for _ in range(2):
                await table.publish(end, b"end", qos=1)
            give_up = asyncio.get_running_loop().time() + LIMIT_S
            while heard.count(end) < 3:
                assert asyncio.get_running_loop().time() < give_up, heard
                await asyncio.sleep(0.01)
        replies = {f"smarttable-reply/{user}/1"} if user in ("floor", "dealer", "device") else set()
        assert set(heard) == {ROOT + name for name in HEARS[user]} | replies

    clock.run(main)


def may_publish(user: str, topic: str) -> bool:
    if user == "table":
        return topic.startswith((ROOT, "smarttable-reply/"))
    verb = topic.removeprefix(f"{ROOT}cmd/")
    return verb in VERBS and user in VERBS[verb].roles


@pytest.mark.parametrize("user", USERS)
def test_each_publishes_what_is_his_and_nothing_else(broker: SampleBroker, user: str) -> None:
    async def main() -> None:
        heard: list[str] = []
        async with broker.client("table", listener="loopback") as table, hearing(table, heard), broker.client(user) as client:
            for topic in topics():
                with contextlib.suppress(aiomqtt.MqttError):  # what counts is what reaches the table
                    await client.publish(topic, b"{}", qos=1)
            await table.publish(f"{ROOT}metrics", b"end", qos=1)
            give_up = asyncio.get_running_loop().time() + LIMIT_S
            while not heard or heard[-1] != f"{ROOT}metrics":
                assert asyncio.get_running_loop().time() < give_up, heard
                await asyncio.sleep(0.01)
        reached = {topic for topic in heard if topic != f"{ROOT}metrics"} | ({f"{ROOT}metrics"} if user == "table" else set())
        wanted = {topic for topic in topics() if may_publish(user, topic)}
        assert reached == {topic for topic in wanted if topic.startswith(ROOT)}

    clock.run(main)


def test_what_the_sample_tells_the_table_to_be_is_a_config(broker: SampleBroker) -> None:
    told: dict[str, Any] = {
        "broker": "external",
        "host": "10.0.0.2",
        "port": 8883,
        "tls": True,
        "username": "table",
        "command_role": "by_verb",
    }
    MqttSection(**told)
    text = (SAMPLE / "smarttable.conf").read_text()
    assert all(
        word in text for word in ('broker = "external"', "port = 8883", "tls = true", 'username = "table"', 'command_role = "by_verb"')
    )
