"""`smarttable export` as the operator types it: which hands, where to, and what he is told."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from daemon_process import LIMIT_S, ROOT
from journaled import export
from kept_felt import KeptFelt, place_in
from pokerkit import HandHistory
from typer.testing import CliRunner

from controller.cli import app
from controller.export_files import ExportError
from controller.export_hands import spans_of
from controller.histories.phh import parse
from controller.journal.paths import JournalPlace

HOLES = {1: ("As", "Kd"), 2: ("7h", "2c"), 3: ("Jc", "Jd")}
BOARD, BURNS = ("Th", "9h", "3d", "4c", "Ks"), ("2s", "5s", "6s")


def whole_hand(felt: KeptFelt) -> None:
    felt.play_checked_down(HOLES, BOARD, BURNS)
    for text in [card for held in HOLES.values() for card in held] + [*BOARD, *BURNS]:
        felt.card(text, "stub", None)


@pytest.fixture
def felt(tmp_path: Path) -> KeptFelt:
    """Hands 1 and 2 were played to the end, 3 was voided, 4 is being played."""
    felt = KeptFelt(place_in(tmp_path))
    felt.seat(1, 2, 3)
    whole_hand(felt)
    whole_hand(felt)
    felt.deal(HOLES)
    felt.do("void_hand", reason="spilled drink")
    felt.do("new_hand")
    felt.do("post")
    return felt


def place(felt: KeptFelt) -> JournalPlace:
    return place_in(felt.recovered.store.path.parent)


def files(out: Path) -> list[str]:
    return sorted(path.name for path in out.iterdir())


SIDE = ".smarttable.json"


def test_all_that_is_finished_is_written_while_the_daemon_plays_on(felt: KeptFelt, tmp_path: Path) -> None:
    out = tmp_path / "out"
    code, stdout, said = export(place(felt), "phh", out)
    assert (code, stdout) == (0, "")
    assert files(out) == [
        "journal-h000001.phh", f"journal-h000001{SIDE}", "journal-h000002.phh", f"journal-h000002{SIDE}", f"journal-h000003{SIDE}",
    ]  # fmt: skip
    assert said.splitlines() == [
        "hand 3 was voided: it has a sidecar and no history",
        "hand 4 is left out: it is still being played",
        f"{out}: 3 written",
    ]
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in out.iterdir()), "they may hold cards and names"


def test_what_is_there_stays_and_only_force_replaces(felt: KeptFelt, tmp_path: Path) -> None:
    out = tmp_path / "out"
    export(place(felt), "phh", out, "--hands", "1")
    assert export(place(felt), "phh", out)[2].splitlines()[-1] == f"{out}: 2 written, 1 there already, the same"
    changed = out / "journal-h000002.phh"
    changed.write_text("mine")
    before = {path: path.read_bytes() for path in out.iterdir()}
    code, _, said = export(place(felt), "phh", out)
    assert code == 1
    assert f"{changed}: is there already" in said
    assert "--force" in said
    assert {path: path.read_bytes() for path in out.iterdir()} == before
    code, _, said = export(place(felt), "phh", out, "--force")
    assert (code, said.splitlines()[-1]) == (0, f"{out}: 2 there already, the same, 1 replaced")
    assert parse(changed.read_text()).hand == 2


@pytest.mark.parametrize(("hands", "numbers"), [("1", [1]), ("2-", [2, 3]), ("1-2", [1, 2]), ("h1,h3", [1, 3]), ("1-1, 2 - 9", [1, 2, 3])])
def test_the_hands_that_were_asked_for(felt: KeptFelt, tmp_path: Path, hands: str, numbers: list[int]) -> None:
    assert export(place(felt), "ohh", tmp_path / "out", "--hands", hands)[0] == 0
    assert [int(name[9:15]) for name in files(tmp_path / "out") if name.endswith(SIDE)] == numbers


@pytest.mark.parametrize("hands", ["", "x", "3-1", "0", "-3", "1--2", "1,,2", "1 2", "9" * 30])
def test_no_hands_are_meant_by_this(hands: str) -> None:
    with pytest.raises(ExportError, match="--hands"):
        spans_of(hands)


def test_since_a_time(felt: KeptFelt, tmp_path: Path) -> None:
    export(place(felt), "phh", tmp_path / "all")
    begun = json.loads((tmp_path / "all" / f"journal-h000002{SIDE}").read_text())["start_utc"]
    export(place(felt), "phh", tmp_path / "out", "--since", begun)
    assert [name for name in files(tmp_path / "out") if name.endswith(".phh")] == ["journal-h000002.phh"]
    code, _, said = export(place(felt), "phh", tmp_path / "out", "--since", "2100-01-01")
    assert code == 1
    assert "no finished hand to write; the journal holds hands 1 to 4" in said
    assert export(place(felt), "phh", tmp_path / "out", "--since", "yesterday")[0] == 2


def test_one_file_of_all_hands(felt: KeptFelt, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for form in ("phh", "ohh"):
        code, _, said = export(place(felt), form, out, "--one-file", *(["--force"] if form == "ohh" else []))
        assert code == 0, said
    assert files(out) == ["journal.ohh", "journal.phhs", "journal.smarttable.jsonl"]
    read = list(HandHistory.loads_all((out / "journal.phhs").read_text()))
    assert [one.hand for one in read] == [1, 2]
    texts = (out / "journal.ohh").read_text().split("\n\n")
    assert [json.loads(text)["ohh"]["game_number"] for text in texts] == ["journal-h1", "journal-h2"]
    lines = (out / "journal.smarttable.jsonl").read_text().splitlines()
    assert [json.loads(line)["hand"] for line in lines] == [1, 2, 3]
    before = (out / "journal.phhs").read_bytes()
    code, _, said = export(place(felt), "phh", out, "--one-file", "--hands", "1")
    assert (code, (out / "journal.phhs").read_bytes()) == (1, before)
    assert "--force" in said


def test_standard_output_holds_the_hands_and_nothing_else(felt: KeptFelt) -> None:
    code, stdout, said = export(place(felt), "phh", "-")
    assert code == 0
    assert [one.hand for one in HandHistory.loads_all(stdout)] == [1, 2]
    assert "hand 3 is left out: it was voided, and standard output takes no sidecar" in said
    code, stdout, _ = export(place(felt), "ohh", "-")
    assert code == 0
    assert len([json.loads(text) for text in stdout.split("\n\n")]) == 2


def run(place: JournalPlace, *options: str, stdout: int, stderr: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    typed = [sys.executable, "-m", "controller.cli", "export", "phh", "--journal", str(place.file), *options]
    return subprocess.Popen(typed, stdout=stdout, stderr=stderr, env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"})


@pytest.mark.parametrize("options", [("--out", "-"), ("--one-file",), ()])
@pytest.mark.slow
def test_a_person_who_watches_changes_nothing_of_what_is_written(felt: KeptFelt, tmp_path: Path, options: tuple[str, ...]) -> None:
    options = options or ("--out", str(tmp_path / "out"))
    options = options if "--out" in options else (*options, "--out", str(tmp_path / "out"))
    ours, theirs = pty.openpty()
    with run(place(felt), *options, stdout=subprocess.PIPE, stderr=theirs) as process:
        os.close(theirs)
        seen = b""
        with contextlib.suppress(OSError):  # a pty whose other end is closed
            while chunk := os.read(ours, 4096):
                seen += chunk
        stdout, _ = process.communicate(timeout=LIMIT_S)
    os.close(ours)
    assert process.returncode == 0, seen
    assert b"hand 4 is left out" in seen
    text = stdout.decode() if "-" in options else ""
    if "-" in options:
        assert [one.hand for one in HandHistory.loads_all(text)] == [1, 2]
    else:
        assert stdout == b""
        assert len(files(tmp_path / "out")) == (2 if "--one-file" in options else 5)


@pytest.mark.slow
def test_a_full_disk_is_said_in_one_line(felt: KeptFelt) -> None:
    with open("/dev/full", "wb") as full, run(place(felt), "--out", "-", "--hands", "1", stdout=full.fileno()) as process:
        _, said = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 1
    [line] = said.decode().splitlines()
    assert "No space left on device; make room there" in line


def test_without_the_table_key_nothing_is_read(felt: KeptFelt, tmp_path: Path) -> None:
    key = place(felt).key_file
    aside = key.rename(tmp_path / "aside.key")
    code, _, said = export(place(felt), "phh", tmp_path / "out")
    assert code == 1
    assert f"{key}: the table key is missing" in said
    assert not (tmp_path / "out").exists()
    assert export(place(felt), "phh", tmp_path / "out", "--key", str(aside))[0] == 0
    key.write_text(os.urandom(32).hex())
    key.chmod(0o600)
    code, _, said = export(place(felt), "phh", tmp_path / "out2")
    assert code == 1
    assert "sealed with another table key" in said


def test_a_journal_that_is_damaged_is_written_up_to_there(felt: KeptFelt, tmp_path: Path) -> None:
    felt.cut()
    connection = sqlite3.connect(place(felt).file, isolation_level=None)
    connection.execute("UPDATE turns SET sealed = zeroblob(20) WHERE turn = (SELECT min(turn) + 3 FROM turns WHERE hand = 2)")
    connection.close()
    code, _, said = export(place(felt), "phh", tmp_path / "out")
    assert code == 1
    assert "the chain breaks" in said
    assert f"{tmp_path / 'out'}: 1 written" in said
    assert files(tmp_path / "out") == ["journal-h000001.phh", f"journal-h000001{SIDE}"]
    code, _, said = export(place(felt), "phh", tmp_path / "one", "--one-file")
    assert (code, files(tmp_path / "one")) == (1, []), "half a file is none"


def test_a_folder_that_cannot_be_written_is_named(felt: KeptFelt, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    code, _, said = export(place(felt), "phh", tmp_path / "taken")
    assert code == 1
    assert f"{tmp_path / 'taken'}: no folder can be made here" in said
    (tmp_path / "out" / "journal-h000001.phh").mkdir(parents=True)
    code, _, said = export(place(felt), "phh", tmp_path / "out", "--force")
    assert code == 1
    assert f"{tmp_path / 'out' / 'journal-h000001.phh'}: cannot be read" in said


def test_a_hand_over_a_restart_is_one_hand(felt: KeptFelt, tmp_path: Path) -> None:
    felt.cut()
    again = KeptFelt(place(felt), boot_id="boot-2")
    again.act("fold", "fold")
    code, _, said = export(place(felt), "ohh", tmp_path / "out", "--hands", "4")
    assert code == 0, said
    beside = json.loads((tmp_path / "out" / f"journal-h000004{SIDE}").read_text())
    assert beside["journal"]["boots"] == ["boot-1", "boot-2"]
    utc = [deed["utc"] for deed in beside["deeds"]]
    assert utc == sorted(utc)
    again.cut()


def test_hands_whose_beginning_is_gone_are_said(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path, hands=2, snapshot_hands=1))
    felt.seat(1, 2, 3)
    for _ in range(6):
        whole_hand(felt)
    felt.cut()
    code, _, said = export(place_in(tmp_path), "phh", tmp_path / "out")
    assert code == 0
    kept = [name for name in files(tmp_path / "out") if name.endswith(".phh")]
    assert kept[-1] == "journal-h000006.phh"
    assert len(kept) < 6
    assert re.search(r"hand \d is left out: the journal no longer holds how it began", said)


def test_a_table_toml_names_the_table(felt: KeptFelt, tmp_path: Path) -> None:
    folder = tmp_path / "table"
    (folder / "run").mkdir(parents=True)
    shutil.copy(place(felt).key_file, folder / "run" / "table.key")
    felt.cut()
    shutil.copy(place(felt).file, folder / "run" / "journal.db")
    config = folder / "table.toml"
    config.write_text('schema = 1\n[table]\nid = "blue"\nname = "Blue room"\nseats = 6\n[money]\nunit = "cent"\n[deck]\nuse = ["red-1"]\n')
    typed = ["export", "ohh", "--config", str(config), "--out", str(tmp_path / "out"), "--hands", "1"]
    result = CliRunner().invoke(app, typed)
    assert result.exit_code == 0, result.output
    ohh = json.loads((tmp_path / "out" / "blue-h000001.ohh").read_text())["ohh"]
    assert (ohh["table_name"], ohh["game_number"], ohh["table_size"]) == ("Blue room", "blue-h1", 6)
    beside = json.loads((tmp_path / "out" / f"blue-h000001{SIDE}").read_text())
    assert beside["table"] == {"id": "blue", "name": "Blue room", "seats": 6, "unit": "cent", "decks": ["red-1"]}
    assert CliRunner().invoke(app, ["export", "phh"]).exit_code == 2
    wrong = [("--hole-cards", "some"), ("--names", "none"), ("--currency", "euro"), ("--per-amount", "7")]
    assert [CliRunner().invoke(app, [*typed, *pair]).exit_code for pair in wrong] == [2] * 4
