"""A full or failing disk: the hand goes on, nothing more is told, and everything is told when it can be kept again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import aiomqtt
import pytest
from daemon_process import LIMIT_S, free_port, listen, online, smarttable
from kept_felt import KeptFelt, place_in

from controller.journal.errors import trouble_of
from controller.journal.store import Statement, Store

HOLES = {1: ("As", "Kd"), 2: ("7h", "2c"), 3: ("Jc", "Jd")}


class FailingDisk:
    """Takes the place of a store's `commit` and fails while `fails` says how; `lasts` = the failed commit is on disk all the same."""

    def __init__(self, felt: KeptFelt) -> None:
        self.fails: str = ""
        self.lasts = False
        self._commit = felt.recovered.store.commit
        self._store: Store = felt.recovered.store
        felt.recovered.store.commit = self.commit

    def commit(self, statements: Sequence[Statement]) -> None:
        if not self.fails:
            self._commit(statements)
            return
        if self.lasts:
            self._commit(statements)
        error = sqlite3.OperationalError("as the disk would have it")
        error.sqlite_errorname = self.fails
        self._store._disconnect()
        raise trouble_of(error)


def troubles_of(felt: KeptFelt) -> list[tuple[str, str]]:
    heard: list[tuple[str, str]] = []
    felt.journal.on_trouble = lambda reason, remedy: heard.append((reason, remedy))
    return heard


@pytest.mark.parametrize(
    ("name", "reason", "remedy"),
    [
        ("SQLITE_FULL", "journal.disk_full", "free some space"),
        ("SQLITE_IOERR_WRITE", "journal.io_error", "check it"),
        ("SQLITE_READONLY", "journal.read_only", "rights"),
        ("SQLITE_BUSY", "journal.locked", "close it"),
        ("SQLITE_CORRUPT", "journal.damaged", "journal verify"),
    ],
)
def test_nothing_is_told_that_is_not_kept_and_all_of_it_later(tmp_path: Path, name: str, reason: str, remedy: str) -> None:
    felt = KeptFelt(place_in(tmp_path))
    heard = troubles_of(felt)
    disk = FailingDisk(felt)
    felt.seat(1, 2, 3)
    felt.deal(HOLES)
    state, told = felt.state(), len(felt.told)

    disk.fails = name
    answer = felt.ask("act", seat=felt.state()["to_act"], do="raise", to=300)
    assert (answer.ok, answer.code, answer.rev) == (False, "journal.not_kept", state["rev"])
    felt.card("9h", "muck")
    assert len(felt.told) == told
    assert felt.state()["rev"] == state["rev"], "whoever looks sees what is kept"
    assert felt.turn.table.rev > state["rev"], "the hand goes on"
    assert [one[0] for one in heard] == [reason], "said once"
    assert remedy in heard[0][1]
    assert not felt.turn.catch_up()
    assert len(felt.told) == told

    disk.fails = ""
    assert felt.turn.catch_up()
    assert heard[-1] == ("", "")
    seqs = [seq for seq, _ in felt.events()]
    assert seqs == list(range(1, felt.turn.table.seq + 1))
    assert felt.stories()[-2] == "Seat 1 raises to 300."
    live = felt.turn.table
    felt.cut()
    assert KeptFelt(place_in(tmp_path), boot_id="b2").turn.table == live


def test_whoever_repeats_the_command_gets_its_answer_once_it_is_kept(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    disk = FailingDisk(felt)
    sit = {"id": "a1", "seat": 2, "name": "Ann", "stack": 500}
    disk.fails = "SQLITE_FULL"
    assert felt.desk.submit("sit", sit, "dealer").code == "journal.not_kept"
    assert felt.desk.submit("sit", sit, "dealer").code == "journal.not_kept"
    disk.fails = ""
    felt.turn.catch_up()
    answer = felt.desk.submit("sit", sit, "dealer")
    assert answer.ok
    assert answer.as_of_seq == 1
    assert len(felt.events()) == 1
    felt.cut()
    assert KeptFelt(place_in(tmp_path), boot_id="b2").desk.submit("sit", sit, "dealer") == answer


def test_a_power_cut_while_the_disk_fails_takes_only_what_nobody_was_told(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    disk = FailingDisk(felt)
    felt.seat(1, 2, 3)
    kept = felt.turn.table
    disk.fails = "SQLITE_FULL"
    felt.ask("new_hand")
    felt.ask("post")
    felt.cut()
    again = KeptFelt(place_in(tmp_path), boot_id="b2")
    assert again.turn.table == kept
    assert felt.events()[-1][0] == again.turn.table.seq


def test_a_commit_said_to_have_failed_that_lasted_is_not_written_twice(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    disk = FailingDisk(felt)
    felt.seat(1, 2)
    disk.fails, disk.lasts = "SQLITE_IOERR_FSYNC", True
    felt.ask("new_hand")
    disk.fails = ""
    assert felt.turn.catch_up()
    felt.do("post")
    assert [seq for seq, _ in felt.events()] == list(range(1, felt.turn.table.seq + 1))
    live = felt.turn.table
    felt.cut()
    assert KeptFelt(place_in(tmp_path), boot_id="b2").turn.table == live


def test_a_file_that_was_exchanged_meanwhile_is_not_written_to(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt = KeptFelt(place)
    heard = troubles_of(felt)
    disk = FailingDisk(felt)
    felt.seat(1, 2)
    disk.fails = "SQLITE_IOERR"
    felt.ask("new_hand")
    place.file.rename(tmp_path / "old.db")
    disk.fails = ""
    assert not felt.turn.catch_up()
    assert heard[-1][0] == "journal.no_file"
    assert not place.file.exists(), "no new one is begun in its place"
    other = place_in(tmp_path / "other")
    KeptFelt(other).cut()
    os.replace(other.file, place.file)
    assert not felt.turn.catch_up()
    assert heard[-1][0] == "journal.changed"
    felt.cut()


def test_a_disk_that_fails_at_the_start_is_waited_for(tmp_path: Path) -> None:
    def fail(point: str) -> None:
        if fails and point == "before_commit":
            error = sqlite3.OperationalError("full")
            error.sqlite_errorname = "SQLITE_FULL"
            raise error

    fails = True
    felt = KeptFelt(place_in(tmp_path), on_point=fail)
    assert felt.journal.trouble[0] == "journal.disk_full"
    felt.ask("sit", seat=1, name="Ann", stack=500)
    assert felt.events() == []
    fails = False
    assert felt.turn.catch_up()
    assert len(felt.events()) == 1
    felt.cut()
    assert KeptFelt(place_in(tmp_path), boot_id="b2").turn.table == felt.turn.table


def test_a_daemon_that_is_stopped_tries_once_more_to_keep_what_waits(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    disk = FailingDisk(felt)
    disk.fails = "SQLITE_FULL"
    felt.ask("sit", seat=1, name="Ann", stack=500)
    disk.fails = ""
    felt.turn.close()
    again = KeptFelt(place_in(tmp_path), boot_id="b2")
    assert again.turn.table.seats[0] is not None
    assert len(again.events()) == 1, "and it is told then"
    again.cut()


@contextlib.contextmanager
def small_disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system of its own that is soon full; needs root."""
    folder.mkdir()
    if (
        os.geteuid() != 0
        or subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True, check=False).returncode
    ):
        pytest.skip("mounting a small disk needs root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "512k") as folder:
        place = place_in(folder)
        felt = KeptFelt(place)
        heard = troubles_of(felt)
        felt.seat(1, 2, 3, stack=1_000_000)
        ballast = folder / "ballast"
        with contextlib.suppress(OSError):
            ballast.write_bytes(bytes(1_000_000))
        for _ in range(400):
            if heard:
                break
            felt.any_move(1)
        assert heard[0][0] == "journal.disk_full"
        told = felt.events()[-1][0]
        for pick in range(60):
            felt.any_move(pick)
        assert felt.events()[-1][0] == told
        assert not felt.turn.catch_up()
        ballast.unlink()
        assert felt.turn.catch_up()
        assert [seq for seq, _ in felt.events()] == list(range(1, felt.turn.table.seq + 1))
        live = felt.turn.table
        felt.cut()
        again = KeptFelt(place, boot_id="b2")
        assert again.turn.table == live
        again.cut()


@pytest.mark.slow
def test_the_daemon_says_that_its_disk_is_full_and_goes_on_when_it_is_not(tmp_path: Path) -> None:
    port = free_port()
    with small_disk(tmp_path / "disk", "512k") as folder:
        file = tmp_path / "table.toml"
        file.write_text(
            f'schema = 1\n[table]\nid = "t1"\n[mqtt]\nport = {port}\n[web]\nenabled = false\n[journal]\nfile = "{folder}/journal.db"\n'
        )
        ballast = folder / "ballast"

        async def sit(number: int) -> str:
            """Ask for a seat and return the code of the answer."""
            async with asyncio.timeout(LIMIT_S), aiomqtt.Client("127.0.0.1", port, protocol=aiomqtt.ProtocolVersion.V5) as client:
                await client.subscribe("smarttable/v1/t1/cmd/sit/result", qos=1)
                command = {"id": f"c{number}", "seat": 1, "name": "Ann", "stack": 500}
                await client.publish("smarttable/v1/t1/cmd/sit", json.dumps(command), qos=1)
                return str(json.loads(bytes((await anext(client.messages)).payload))["code"])

        async def journal_is(state: str) -> dict[str, object]:
            return (await listen(port, lambda one: one.name == "health/journal" and one.body["state"] == state))[-1].body

        async def main() -> None:
            await listen(port, online)
            assert await sit(0) == ""
            with contextlib.suppress(OSError):
                ballast.write_bytes(bytes(1_000_000))
            number = 1
            while await sit(number) != "journal.not_kept":
                number += 1
                assert number < 500, "the disk does not get full"
            failed = await journal_is("failed")
            assert (failed["reason"], "free some space" in str(failed["remedy"])) == ("journal.disk_full", True)
            ballast.unlink()
            await journal_is("ok")
            assert await sit(number) not in {"", "journal.not_kept"}, "refused by the table itself: the seat is Ann's"

        with smarttable("run", "--config", str(file)) as process:
            asyncio.run(main())
            process.send_signal(signal.SIGTERM)
            _, err = process.communicate(timeout=LIMIT_S)
        assert process.returncode == 0, err
        assert err.count("journal.disk_full") == 1, "one line when it is down"
        assert err.count("is written again") == 1, "one line when it is back"
