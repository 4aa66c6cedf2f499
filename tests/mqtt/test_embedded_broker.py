"""The broker that comes with the table, as a process."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import aiomqtt
import pytest
from brokers import until, watching

from controller import clock
from controller.mqtt import broker_child
from controller.mqtt.broker import Child, EmbeddedBroker, EmbeddedBrokerError, keep_running
from controller.mqtt.pacing import Pacing


def children() -> set[int]:
    """Processes whose parent is this one."""
    found = set()
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[1]) == os.getpid() and fields[0] != "Z":
            found.add(int(status.parent.name))
    return found


@pytest.fixture(autouse=True)
def temporary_folder_of_our_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tables on this machine make such folders too."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


def folders() -> set[Path]:
    return set(Path(tempfile.gettempdir()).glob("smarttable-broker-*"))


def listeners(port: int) -> list[str]:
    """Addresses something listens on at `port`, as the kernel writes them."""
    sockets = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return [fields[1] for fields in sockets if fields[3] == "0A" and fields[1].endswith(f":{port:04X}")]


@pytest.mark.slow
def test_it_listens_on_loopback_only_and_carries_large_messages(free_port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    start, modes = Child.start, []

    def noted(broker: Child, timeout: float) -> Child:
        modes.extend(stat.S_IMODE(folder.stat().st_mode) for folder in folders())
        return start(broker, timeout)

    monkeypatch.setattr(Child, "start", noted)

    async def main() -> None:
        before = children()
        broker = EmbeddedBroker(port=free_port)
        await broker.start()
        assert modes == [0o700]
        assert folders() == set(), "its config is read once it listens"
        async with watching(free_port) as client:
            await client.client.publish("smarttable/large", b"x" * 60_000, qos=1)
            await until(lambda: client.seen, "the large message")
            assert client.seen[0].body == b"x" * 60_000
        with pytest.raises(aiomqtt.MqttError):
            async with aiomqtt.Client("127.0.0.1", free_port, protocol=aiomqtt.ProtocolVersion.V311, timeout=2):
                pass
        assert listeners(free_port) == [f"0100007F:{free_port:04X}"]
        await broker.stop()
        await broker.stop()
        assert children() == before
        assert folders() == set()
        with socket.socket() as again:
            again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            again.bind(("127.0.0.1", free_port))

    clock.run(main)


def test_small_messages_of_the_broker_do_not_wait_for_each_other() -> None:
    """The kernel would hold the second back for up to 40 ms; a connection has the setting of the listener it came to."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        assert broker_child.send_at_once()
        with socket.create_connection(listener.getsockname()):
            taken, _ = listener.accept()
            with taken:
                assert taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_what_the_broker_prints_goes_to_the_log_and_never_into_a_pipe_that_nobody_reads(free_port: int) -> None:
    async def main() -> None:
        before = children()
        broker = EmbeddedBroker(port=free_port)
        await broker.start()
        (child,) = children() - before
        assert os.readlink(f"/proc/{child}/fd/1") == os.readlink(f"/proc/{child}/fd/2")
        await broker.stop()

    clock.run(main)


@pytest.mark.slow
def test_a_child_that_ends_before_it_listens_is_said(free_port: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ends = tmp_path / "ends.py"
    ends.write_text("raise SystemExit(3)")
    monkeypatch.setattr(broker_child, "__file__", str(ends))

    async def main() -> None:
        with pytest.raises(EmbeddedBrokerError, match="does not start: its process ended with code 3; try again") as refused:
            await EmbeddedBroker(port=free_port).start()
        assert refused.value.reason == "mqtt.broker_failed"

    clock.run(main)


def test_it_starts_quickly(free_port: int) -> None:
    async def start_s() -> float:
        broker = EmbeddedBroker(port=free_port)
        began_s = time.monotonic()
        await broker.start()
        took_s = time.monotonic() - began_s
        await broker.stop()
        return took_s

    # the best of three: a busy machine is not what is looked at
    assert min(clock.run(start_s) for _ in range(3)) < 3.0


def test_a_taken_port_is_said_with_what_to_do(free_port: int) -> None:
    async def main() -> None:
        before = folders()
        with socket.create_server(("127.0.0.1", free_port)):
            broker = EmbeddedBroker(port=free_port)
            with pytest.raises(EmbeddedBrokerError, match=f"port {free_port} on 127.0.0.1 is taken: .*choose another") as refused:
                await broker.start()
            assert refused.value.reason == "mqtt.port_in_use"
        assert folders() == before
        await broker.start()  # the port is free now
        await broker.stop()

    clock.run(main)


def test_of_two_that_start_at_once_one_says_that_the_port_is_taken(free_port: int) -> None:
    """Neither may take the other's listener for its own."""

    async def main() -> None:
        brokers = [EmbeddedBroker(port=free_port), EmbeddedBroker(port=free_port)]
        ends = await asyncio.gather(*(broker.start() for broker in brokers), return_exceptions=True)
        [refused] = [end for end in ends if end is not None]
        assert isinstance(refused, EmbeddedBrokerError)
        assert refused.reason == "mqtt.port_in_use"
        async with watching(free_port):
            pass
        for broker in brokers:
            await broker.stop()
        await brokers[ends.index(refused)].start()  # the port is free now
        await brokers[ends.index(refused)].stop()

    clock.run(main)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "localhost", "::1", "broker.example"])  # noqa: S104  # they must be refused
def test_it_does_not_listen_on_the_network(host: str) -> None:
    with pytest.raises(ValueError, match=r"127\.0\.0\.1 only"):
        EmbeddedBroker(host)


@pytest.mark.slow
def test_its_death_is_noticed_and_it_can_be_started_again(free_port: int) -> None:
    async def main() -> None:
        before = children()
        broker = EmbeddedBroker(port=free_port)
        await broker.start()
        [child] = children() - before
        os.kill(child, signal.SIGKILL)
        await broker.wait_died()
        await broker.stop()
        await broker.start()
        async with watching(free_port):
            pass
        await broker.stop()

    clock.run(main)


class ShortLived(EmbeddedBroker):
    """Dies at once however often it is started; counts the starts by the loop's time."""

    def __init__(self) -> None:
        super().__init__()
        self.started_at_s: list[float] = []

    async def start(self) -> None:
        self.started_at_s.append(asyncio.get_running_loop().time())

    async def stop(self) -> None:
        pass

    async def wait_died(self) -> None:
        await asyncio.sleep(0.1)


def test_a_broker_that_does_not_last_is_started_ever_more_slowly_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        broker = ShortLived()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(600.0):
                await keep_running(broker, lambda state, reason, remedy: None)
        pauses = [after - before for before, after in pairwise(broker.started_at_s)]
        assert pauses[0] < 2.0
        assert all(15.0 <= pause <= 30.2 for pause in pauses[7:])
        assert len(broker.started_at_s) < 50

    clock.run(main, speed=None)
    assert [record.getMessage() for record in caplog.records] == [
        "broker: the embedded broker died; it is started again by itself (mqtt.broker_died)"
    ]


@pytest.mark.slow
def test_a_broker_that_died_comes_back_by_itself_even_when_its_port_was_taken_meanwhile(free_port: int) -> None:
    told: list[tuple[str, str]] = []

    async def main() -> None:
        broker = EmbeddedBroker(port=free_port)
        before = children()
        await broker.start()
        pacing = Pacing(first_s=0.2, longest_s=0.2)
        keeping = asyncio.ensure_future(keep_running(broker, lambda state, reason, remedy: told.append((state, reason)), pacing=pacing))
        try:
            await until(lambda: told, "its first word")
            for pid in children() - before:
                os.kill(pid, signal.SIGKILL)
            await until(lambda: ("failed", "mqtt.broker_died") in told, "its death")
            with socket.socket() as thief:
                thief.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                thief.bind(("127.0.0.1", free_port))
                thief.listen()
                await until(lambda: told[-1] == ("failed", "mqtt.port_in_use"), "the port taken")
            await until(lambda: told[-1] == ("ok", ""), "its return")
            async with watching(free_port):
                pass
        finally:
            keeping.cancel()
            await asyncio.wait({keeping})
            await broker.stop()

    clock.run(main)
    assert told[0] == ("ok", "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_to_the_whole_group_does_not_end_it_before_us(free_port: int, number: signal.Signals) -> None:
    async def main() -> None:
        before = children()
        broker = EmbeddedBroker(port=free_port)
        await broker.start()
        [child] = children() - before
        os.kill(child, number)
        async with watching(free_port) as client:
            await client.client.publish("smarttable/alive", b"{}", qos=1)
            await until(lambda: client.seen, "a message through it")
        assert child in children()
        await broker.stop()
        assert children() == before
        assert number not in signal.pthread_sigmask(signal.SIG_BLOCK, set())

    clock.run(main)


#: A table's computer that starts its broker, says so, and is killed.
KILLED = """
import asyncio, sys
from controller.mqtt.broker import EmbeddedBroker
async def main():
    await EmbeddedBroker(port=int(sys.argv[1])).start()
    print("up", flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""


@pytest.mark.slow
def test_a_daemon_that_is_killed_leaves_no_folder_and_no_broker(free_port: int, tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", KILLED, str(free_port)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == b"up\n"
        finally:
            process.kill()
    assert folders() == set()
    clock.run(lambda: until(lambda: not listeners(free_port), "its broker is gone"))


@pytest.mark.slow
def test_a_start_removes_what_a_killed_start_left_and_nothing_else(free_port: int, tmp_path: Path) -> None:
    left = tmp_path / f"smarttable-broker-{free_port}-left"
    open_to_others = tmp_path / f"smarttable-broker-{free_port}-open"
    another_port = tmp_path / f"smarttable-broker-{free_port + 1}-other"
    somewhere = tmp_path / "somewhere"
    for folder in (left, open_to_others, another_port, somewhere):
        folder.mkdir(mode=0o700)
        (folder / "broker.toml").write_text("id = 0\n")
    open_to_others.chmod(0o755)
    link = tmp_path / f"smarttable-broker-{free_port}-link"
    link.symlink_to(somewhere)

    async def main() -> None:
        broker = EmbeddedBroker(port=free_port)
        await broker.start()
        await broker.stop()

    clock.run(main)
    assert folders() == {open_to_others, another_port, link}
    assert (somewhere / "broker.toml").exists()
