"""What the service manager hears: ready, signs of life while the core answers, stopping; and the unit itself."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from daemon_process import LIMIT_S, free_port, listen, online, smarttable

from controller import clock
from controller.app import Daemon
from controller.config import check, load
from controller.events import Discrepancy, Evidence
from controller.game.chips import Stakes
from controller.game.zones import BOARD, MUCK
from controller.harness import TableInProcess
from controller.journal.log import JournalledState, MemoryJournal
from controller.parts import Parts
from controller.rules.house import House
from controller.service_manager import ServiceManager, core_answers

ROOT = Path(__file__).resolve().parents[2]
UNIT = ROOT / "systemd/smarttable.service"
VERIFY = "systemd-analyze"


@pytest.fixture
def manager_socket(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(LIMIT_S)
        yield listener


def heard(listener: socket.socket) -> list[str]:
    """Every datagram that waits."""
    listener.setblocking(False)
    found = []
    while True:
        try:
            found.append(listener.recv(4096).decode())
        except BlockingIOError:
            return found


def test_each_word_is_one_datagram(manager_socket: socket.socket) -> None:
    manager = ServiceManager(manager_socket.getsockname())
    manager.ready("table t1 is up")
    manager.stopping()
    assert heard(manager_socket) == ["READY=1\nSTATUS=table t1 is up", "STOPPING=1\nSTATUS=stopping"]


def test_an_abstract_socket_is_reached() -> None:
    name = f"smarttable-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(f"\0{name}")
        ServiceManager(f"@{name}").stopping()
        assert heard(listener) == ["STOPPING=1\nSTATUS=stopping"]


@pytest.mark.parametrize("address", ["", "nonsense", "/nobody/listens/there", "@nobody-listens-there"])
def test_a_manager_that_is_not_there_is_no_trouble(address: str) -> None:
    ServiceManager(address).ready("up")


def watched(listener: socket.socket, answers: Callable[[], bool], watchdog_s: float | None = 20.0) -> list[str]:
    async def main() -> list[str]:
        task = asyncio.create_task(ServiceManager(listener.getsockname(), watchdog_s).watch(answers))
        await asyncio.sleep(65)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return heard(listener)

    return clock.run(main, speed=None)


def test_signs_of_life_come_twice_in_each_interval(manager_socket: socket.socket) -> None:
    assert watched(manager_socket, lambda: True) == ["WATCHDOG=1"] * 7


def test_they_stop_with_the_cores_answers(manager_socket: socket.socket) -> None:
    answers = iter([True, True, False, False, False, False, False])
    assert watched(manager_socket, lambda: next(answers)) == ["WATCHDOG=1"] * 2


def test_without_a_watchdog_there_are_none(manager_socket: socket.socket) -> None:
    assert watched(manager_socket, lambda: True, None) == []


@pytest.mark.parametrize(
    ("environment", "watchdog_s"),
    [
        ({"WATCHDOG_USEC": "20000000"}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid())}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "often"}, None),
        ({}, None),
    ],
)
def test_the_interval_is_what_the_environment_says(environment: dict[str, str], watchdog_s: float | None) -> None:
    assert ServiceManager.from_environment(environment).watchdog_s == watchdog_s


def test_the_core_is_asked_without_a_trace() -> None:
    table = TableInProcess(House(seats=3, stakes=Stakes(1, 2)))
    for seat in (1, 2):
        table.command("sit", {"seat": seat, "name": "Ann", "stack": 100})
    for verb in ("new_hand", "post"):
        before = table.table
        assert core_answers(before, table.turn.house)
        assert table.table is before
        table.command(verb, {})


def test_a_core_that_does_not_refuse_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    table = TableInProcess(House(seats=3, stakes=Stakes(1, 2)))
    monkeypatch.setattr("controller.service_manager.step", lambda table, event, house: (table, ()))
    assert not core_answers(table.table, table.turn.house)


@pytest.mark.slow
def test_the_daemon_says_ready_lives_and_stops_within_two_seconds(
    tmp_path: Path, manager_socket: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", manager_socket.getsockname())
    monkeypatch.setenv("WATCHDOG_USEC", "400000")
    port = free_port()
    file = tmp_path / "table.toml"
    file.write_text(f'schema = 1\n[table]\nid = "t1"\n[mqtt]\nport = {port}\n[web]\nport = {free_port()}\n')
    with smarttable("run", "--config", str(file)) as process:
        first = manager_socket.recv(4096).decode()
        while first == "WATCHDOG=1":
            first = manager_socket.recv(4096).decode()
        assert first.startswith("READY=1\n")
        assert {manager_socket.recv(4096) for _ in range(3)} == {b"WATCHDOG=1"}
        asyncio.run(listen(port, online))

        async def stop() -> float:
            stopped = asyncio.create_task(listen(port, lambda one: one.name == "status" and one.body.get("state") == "stopped"))
            await asyncio.sleep(0.3)  # until the listener is there: it could miss the farewell otherwise
            began_s = time.monotonic()
            process.send_signal(signal.SIGTERM)
            await stopped
            await asyncio.to_thread(process.wait, LIMIT_S)
            return time.monotonic() - began_s

        took_s = asyncio.run(stop())
        assert process.returncode == 0
        assert took_s < 2.0
        assert [one for one in heard(manager_socket) if one != "WATCHDOG=1"] == ["STOPPING=1\nSTATUS=stopping"]


class WedgedDisk(MemoryJournal):
    """A disk whose commit does not come back before it is `mended`."""

    def __init__(self) -> None:
        super().__init__()
        self.wedged, self.mended = threading.Event(), threading.Event()

    def append(self, records: Sequence[bytes], state: JournalledState, told: int) -> bool:
        self.wedged.set()
        self.mended.wait(LIMIT_S)
        return super().append(records, state, told)


@pytest.mark.slow
def test_a_commit_that_hangs_takes_the_signs_of_life_away(manager_socket: socket.socket) -> None:
    """Nothing may be told before it is kept, so the loop waits for the disk: a watchdog sees that, whatever the core would answer."""
    disk = WedgedDisk()
    address = manager_socket.getsockname()

    async def main() -> None:
        table = TableInProcess(House(seats=3, stakes=Stakes(1, 2)), journal=disk, clock=clock.Clock(asyncio.get_running_loop()))
        watching = asyncio.create_task(ServiceManager(address, 0.2).watch(lambda: core_answers(table.table, table.turn.house)))
        await asyncio.sleep(0.5)
        table.turn.queue([Discrepancy("rfid.two_places", (BOARD, MUCK), 0, Evidence("hf0", 3, 4))])
        await asyncio.to_thread(disk.mended.wait, LIMIT_S)
        await asyncio.sleep(0.5)
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)

    daemon = threading.Thread(target=clock.run, args=(main,))
    daemon.start()
    try:
        assert disk.wedged.wait(LIMIT_S)
        assert "WATCHDOG=1" in heard(manager_socket)
        manager_socket.settimeout(1.5)  # several intervals of the watchdog
        with pytest.raises(TimeoutError):
            manager_socket.recv(4096)
        disk.mended.set()
        manager_socket.settimeout(LIMIT_S)
        assert manager_socket.recv(4096) == b"WATCHDOG=1"
    finally:
        disk.mended.set()
        daemon.join(LIMIT_S)
    assert not daemon.is_alive()


def test_a_disk_that_fails_and_says_so_takes_no_sign_of_life_away(manager_socket: socket.socket) -> None:
    """The hand goes on in memory: a restart would lose it."""

    class FullDisk(MemoryJournal):
        def append(self, records: Sequence[bytes], state: JournalledState, told: int) -> bool:
            return False

    table = TableInProcess(House(seats=3, stakes=Stakes(1, 2)), journal=FullDisk())
    table.command("sit", {"seat": 1, "name": "Ann", "stack": 100})
    assert not table.turn.kept
    assert watched(manager_socket, lambda: core_answers(table.table, table.turn.house)) == ["WATCHDOG=1"] * 7


def test_a_fault_past_the_supervision_of_a_reader_ends_the_daemon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def faulty(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("controller.harness.supervise", faulty)
    file = tmp_path / "table.toml"
    reader = f'[[reader]]\nname = "hf0"\ndriver = "feig"\nlink = "serial:{tmp_path}/nothing"\nantennas = {{ 1 = "board" }}\n'
    file.write_text(f'schema = 1\n[table]\nid = "t1"\n[mqtt]\nbroker = "off"\n[web]\nenabled = false\n{reader}')

    async def main() -> None:
        daemon = Daemon(load(file))
        await daemon.start()
        with pytest.raises(ExceptionGroup):
            await asyncio.wait_for(daemon.broken(), LIMIT_S)
        await daemon.stop()

    clock.run(main)


def test_a_fault_past_supervision_ends_every_part_and_is_told() -> None:
    ended: list[str] = []

    async def healthy() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("healthy")

    async def faulty() -> None:
        await asyncio.sleep(1)
        raise RuntimeError

    async def main() -> None:
        parts = Parts()
        with pytest.raises(RuntimeError, match="before the group"):
            parts.start("early", healthy())
        await parts.open()
        parts.start("healthy", healthy())
        parts.start("faulty", faulty())
        with pytest.raises(ExceptionGroup):
            await parts.broken()
        assert ended == ["healthy"]
        await parts.close()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    clock.run(main, speed=None)


# -- the unit ------------------------------------------------------------------------------------------


def verify(unit: str, folder: Path) -> str:
    """What systemd-analyze has to say of a unit, whether the program is installed here or not."""
    assert shutil.which(VERIFY), f"{VERIFY} is missing: install systemd (apt-get install systemd)"
    file = folder / "smarttable.service"
    file.write_text(unit)
    done = subprocess.run([VERIFY, "verify", "--man=no", str(file)], capture_output=True, text=True, timeout=LIMIT_S, check=False)
    return done.stdout + done.stderr


def test_the_unit_is_verified_clean(tmp_path: Path) -> None:
    assert verify(UNIT.read_text(), tmp_path) == ""
    assert "ProtectSystme" in verify(UNIT.read_text().replace("ProtectSystem", "ProtectSystme"), tmp_path), "it would be told"


def test_the_unit_is_locked_down(tmp_path: Path) -> None:
    """The score goes from 0 (nothing is exposed) to 10."""
    assert shutil.which(VERIFY), f"{VERIFY} is missing: install systemd (apt-get install systemd)"
    done = subprocess.run(
        [VERIFY, "security", "--offline=yes", "--threshold=25", str(UNIT)], capture_output=True, text=True, timeout=LIMIT_S, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_unit_says_what_the_daemon_does() -> None:
    fields = dict(re.findall(r"(?m)^(\w+)=(.*)$", UNIT.read_text()))
    assert fields["Type"] == "notify"
    assert float(fields["WatchdogSec"]) >= 10, "a busy second is no failure"
    assert fields["KillMode"] == "mixed", "the embedded broker must outlive the farewell"
    program = fields["AssertPathExists"]
    assert fields["ExecStart"] == f"/usr/bin/env {program} run --config /etc/smarttable/table.toml"


def test_the_unit_names_every_file_the_daemon_writes(tmp_path: Path) -> None:
    """By default they lie beside the table file, where the unit lets nobody write: the table would not start."""
    table = tmp_path / "table.toml"
    table.write_text("schema = 1\n")
    written = {row.key for row in check(table).rows if "run/" in row.value}
    said = set(re.findall(r'(?m)^#   \[(\w+)\] (\w+) = "/var/lib/smarttable/[\w.]+"$', UNIT.read_text()))
    assert len(written) >= 5
    assert written == {f"{section}.{key}" for section, key in said}
