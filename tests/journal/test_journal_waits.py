"""How often the journal waits for the disk, and where SQLite's log is folded into the file."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest
from daemon_process import ROOT
from kept_felt import KeptFelt, place_in
from played_hands import MARKS_TO
from traced import disk_waits

from controller.journal.disk import FOLD_AFTER
from controller.journal.errors import Trouble
from controller.journal.store import FOLD_WAITS
from controller.journal_commands import open_journal

HANDS = 14


@pytest.mark.parametrize("gathered", ["together", "singly"])
@pytest.mark.slow
def test_a_hand_waits_for_the_disk_at_most_once_an_event_with_snapshots_and_foldings(tmp_path: Path, gathered: str) -> None:
    places = (str(ROOT), str(ROOT / "tests/feed"), str(ROOT / "tests/journal"))
    program = [sys.executable, str(ROOT / "tests/journal/played_hands.py"), str(tmp_path), str(HANDS), gathered]
    _start, *waits, end = disk_waits(program, MARKS_TO, {**os.environ, "PYTHONPATH": os.pathsep.join(places)})
    played = json.loads((tmp_path / "played.json").read_text())
    events = played["events"]
    assert len(events) == len(waits) == 2 * HANDS
    assert played["snapshots"] > HANDS // 2, "snapshots were taken"
    assert played["folds"] >= 2, "the log was folded"
    in_hands = list(zip(waits[::2], events[::2], strict=True))
    assert all(0 < wait <= many for wait, many in in_hands), "each event of a hand has a turn of its own, and none waits twice"
    whole = [wait - many for wait, many in zip(waits, events, strict=True)]
    whole = [play + after for play, after in zip(whole[::2], whole[1::2], strict=True)]
    if gathered == "together":
        assert max(whole) <= 0, "what the folding takes was saved before"
    else:
        assert max(whole) == FOLD_WAITS, "where nothing is ever saved, the folding is put off as long as can be"
        assert sum(whole) == FOLD_WAITS * played["folds"]
    assert end == FOLD_WAITS - 1, "closing folds the log a last time"


HOLES = {1: ("As", "Kd"), 2: ("7h", "2c"), 3: ("Jc", "Jd")}


def test_the_log_is_folded_between_hands_and_in_one_only_before_it_grows_without_bound(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    store = felt.recovered.store
    felt.seat(1, 2, 3)
    felt.turn.tidy()
    assert felt.journal.counters["folds"] == 0, "there is little to fold"
    felt.deal(HOLES)
    store.unfolded = 5 * FOLD_AFTER
    felt.turn.tidy()
    assert felt.journal.counters["folds"] == 0, "a hand is on"
    felt.act("fold", "fold")
    felt.turn.tidy()
    assert (felt.journal.counters["folds"], store.unfolded) == (1, 0)
    felt.deal(HOLES)
    store.unfolded = 8 * FOLD_AFTER
    felt.act("fold")
    assert (felt.journal.counters["folds"], store.unfolded) == (2, 0)
    felt.cut()


def test_a_folded_log_begins_anew_and_holds_what_comes_after(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt = KeptFelt(place)
    felt.seat(1, 2, 3)
    log = tmp_path / "journal.db-wal"
    sizes = []
    for _ in range(6):
        felt.deal(HOLES)
        felt.act("fold", "fold")
        for text in (*HOLES[1], *HOLES[2], *HOLES[3]):
            felt.card(text, "stub", None)
        felt.recovered.store.unfolded = 2 * FOLD_AFTER
        felt.turn.tidy()
        sizes.append(log.stat().st_size)
    assert felt.journal.counters["folds"] == 6
    assert len(set(sizes[1:])) == 1, "it does not grow"
    felt.deal(HOLES)
    # what a power cut leaves: the files as they are, while the daemon has them open
    left = tmp_path / "left"
    left.mkdir()
    for file in tmp_path.glob("journal.db*"):
        if not file.name.endswith(("-shm", ".lock")):
            shutil.copy(file, left)
    shutil.copy(place.key_file, left)
    after = KeptFelt(place_in(left), boot_id="boot-2")
    assert after.turn.table == felt.turn.table
    felt.cut()
    after.cut()


def test_a_reader_that_takes_its_time_puts_the_folding_off(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt = KeptFelt(place)
    felt.seat(1, 2, 3)
    store = felt.recovered.store
    with open_journal(place) as (rows, _):
        before = len(list(rows.turns()))
        felt.seat(4)
        store.unfolded = 2 * FOLD_AFTER
        felt.turn.tidy()
        assert store.unfolded, "what it reads is still needed"
        assert len(list(rows.turns())) == before
    felt.turn.tidy()
    assert not store.unfolded
    assert felt.journal.trouble == ("", "")
    felt.cut()


def test_a_disk_that_fails_while_the_log_is_folded_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    place = place_in(tmp_path)
    felt = KeptFelt(place)
    felt.seat(1, 2, 3)
    store = felt.recovered.store
    heard: list[str] = []
    felt.journal.on_trouble = lambda reason, remedy: heard.append(reason)
    fold_log = store.fold_log

    def failing() -> None:
        store._disconnect()
        raise Trouble("journal.io_error", "check it")

    store.fold_log = failing
    store.unfolded = 2 * FOLD_AFTER
    for _ in range(3):
        felt.turn.tidy()
    assert heard == ["journal.io_error"], "said once"
    told = len(felt.events())
    felt.ask("new_hand")
    assert len(felt.events()) == told, "while the file cannot be trusted nothing is told"
    store.fold_log = fold_log
    assert felt.turn.catch_up()
    assert heard == ["journal.io_error", ""]
    assert len(felt.events()) > told
    felt.turn.close()
    again = KeptFelt(place, boot_id="boot-2")
    assert again.turn.table == felt.turn.table
    again.cut()


def test_a_disk_that_is_back_before_anything_happens_is_well_again(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    heard: list[str] = []
    felt.journal.on_trouble = lambda reason, remedy: heard.append(reason)
    commits = felt.journal.counters["commits"]
    felt.recovered.store._disconnect()
    felt.recovered.store.unfolded = 2 * FOLD_AFTER
    felt.turn.tidy()
    assert heard == ["journal.io_error"]
    assert felt.turn.catch_up()
    assert heard == ["journal.io_error", ""]
    assert felt.journal.counters["commits"] == commits
    felt.turn.tidy()
    assert felt.journal.counters["folds"] == 1
    felt.cut()
