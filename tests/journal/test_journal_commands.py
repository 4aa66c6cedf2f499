"""`smarttable journal …` and `hand show`, as the operator types them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from felt import BLINDS, card_of
from kept_felt import KeptFelt
from typer.testing import CliRunner

from controller import config
from controller.cli import app
from controller.events import CardMoved, Evidence

SEEN = Evidence("hf1", 3, 4)
HOLES = {1: ("As", "Kd"), 2: ("7h", "2c"), 3: ("Jc", "Jd")}


class Operator:
    """Types commands about one table."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "table.toml"
        self.file.write_text(
            f"schema = 1\n[table]\nseats = 6\n[stakes]\nsmall_blind = {BLINDS.small_blind}\nbig_blind = {BLINDS.big_blind}\n"
            "[journal]\nsnapshot_hands = 1\n"
        )
        self.place = config.load(self.file).journal.place()

    def types(self, *words: object) -> tuple[int, str]:
        result = CliRunner().invoke(app, [*map(str, words), "--config", str(self.file)])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result.exit_code, result.output


@pytest.fixture
def operator(tmp_path: Path) -> Operator:
    return Operator(tmp_path)


def play(felt: KeptFelt) -> None:
    if not felt.turn.table.seats[0]:
        felt.seat(1, 2, 3)
    felt.deal(HOLES)
    felt.act("call", "call", "check")
    felt.card("2s", "burn")
    felt.clock.at_ns += 100_000_000
    felt.take(
        *(CardMoved(card_of(text), "stub", "board", "up", felt.clock.at_ns - 1, felt.clock.at_ns, SEEN) for text in ("Th", "9h", "3d"))
    )
    felt.act("check", "check", "check")
    felt.ask("act", seat=2, do="raise", to=1)
    felt.contradict("rfid.two_places", "board", "muck")
    felt.do("void_hand", reason="spilled drink")
    for text in (*HOLES[1], *HOLES[2], *HOLES[3], "2s", "Th", "9h", "3d"):
        felt.card(text, "stub", None)


def test_a_hand_is_shown_with_its_evidence(operator: Operator) -> None:
    felt = KeptFelt(operator.place)
    play(felt)
    play(felt)
    code, text = operator.types("hand", "show", 2)
    assert code == 0
    lines = text.splitlines()
    assert lines[:4] == ["Hand 2", "Stakes 50/100, button at seat 1", "Seat 2: Player 2, 10000", "Seat 3: Player 3, 10000"]
    assert any("Kd stub → seat/1/hole, face down, within 50 ms (hf0: seen in 2 of 3 sweeps, confidence 100.0 %)" in line for line in lines)
    flop = next(number for number, line in enumerate(lines) if "Th stub → board" in line)
    said = [line[14:] for line in lines[flop : flop + 6]]
    shown = [line.split(" ", 1)[1].partition(" (")[0] for line in (said[1], said[3], said[5])]
    assert shown == [f"On the board: {card}." for card in ("Th", "9h", "3d")]
    assert any("question rfid.two_places at board, muck" in line for line in lines)
    assert any("refused, " in line for line in lines)
    assert any("floor: void_hand spilled drink" in line for line in lines)
    seqs = [int(line.split()[0].removeprefix("#")) for line in lines if line.strip().startswith("#")]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    felt.cut()
    assert operator.types("hand", "show", 2) == (code, text), "with the daemon stopped too"
    code, text = operator.types("hand", "show", 3)
    assert code == 1
    assert "there is no hand 3; it holds 1 to 2" in text


def test_what_it_holds_is_shown_without_a_card(operator: Operator) -> None:
    felt = KeptFelt(operator.place)
    play(felt)
    code, text = operator.types("journal", "show")
    assert code == 0
    assert "start 1: boot-1" in text
    assert "before the first hand: 3 turns" in text
    assert "hand 1: " in text
    assert "Kd" not in text
    rows = sum(int(line.split()[-2]) for line in text.splitlines() if " turns, " in line)
    assert int(text.split()[-2]) > rows, "what a running daemon has not folded into the file yet is counted"
    felt.cut()


def test_it_is_verified_while_the_daemon_writes(operator: Operator) -> None:
    felt = KeptFelt(operator.place)
    play(felt)
    felt.cut()
    felt = KeptFelt(operator.place, boot_id="b2")
    play(felt)
    code, text = operator.types("journal", "verify")
    assert (code, text.count("in order")) == (0, 1), text
    assert "2 starts" in text
    felt.cut()


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("UPDATE turns SET seq = seq + 1 WHERE turn = 8", "turn 8"),
        ("UPDATE states SET hash = zeroblob(32) WHERE turn = (SELECT max(turn) FROM states)", "the snapshot after turn"),
        ("DELETE FROM turns WHERE turn = 5", "turn 5 is missing"),
    ],
)
def test_what_was_changed_is_found(operator: Operator, sql: str, said: str) -> None:
    felt = KeptFelt(operator.place)
    play(felt)
    play(felt)
    felt.cut()
    connection = sqlite3.connect(operator.place.file, isolation_level=None)
    connection.execute(sql)
    connection.close()
    code, text = operator.types("journal", "verify")
    assert code == 1
    assert said in text
    assert str(operator.place.file) in text


def test_a_backup_is_taken_while_the_daemon_writes_and_restored(operator: Operator, tmp_path: Path) -> None:
    backup = tmp_path / "backup.db"
    felt = KeptFelt(operator.place)
    play(felt)
    then = felt.turn.table
    code, text = operator.types("journal", "export", backup)
    assert code == 0, text
    assert backup.stat().st_mode & 0o777 == 0o600
    assert "table.key" in text
    play(felt)
    code, text = operator.types("journal", "restore", backup)
    assert (code, "another smarttable" in text) == (1, True), "not under a running daemon"
    now, sequence = felt.turn.table, felt.snapshot("status")["sequence"]
    felt.cut()

    code, text = operator.types("journal", "restore", backup)
    assert code == 0, text
    again = KeptFelt(operator.place, boot_id="b2")
    assert again.turn.table == then
    assert again.snapshot("status")["sequence"] != sequence, "its numbers come again with another meaning"
    again.cut()
    aside = operator.place.file.with_name("journal.db.aside-1")
    assert str(aside) in text
    old = KeptFelt(operator.place._replace(file=aside), boot_id="b3")
    assert old.turn.table == now, "nothing was lost"
    old.cut()


def test_a_backup_never_goes_over_a_file_and_a_bad_one_is_not_restored(operator: Operator, tmp_path: Path) -> None:
    felt = KeptFelt(operator.place)
    play(felt)
    felt.cut()
    taken = tmp_path / "taken"
    taken.write_text("mine")
    code, text = operator.types("journal", "export", taken)
    assert (code, taken.read_text()) == (1, "mine")
    assert "name a new file" in text
    there = operator.place.file.read_bytes()
    code, text = operator.types("journal", "restore", taken)
    assert code == 1
    assert str(taken) in text
    assert operator.place.file.read_bytes() == there


def test_before_the_first_start_there_is_nothing_and_nothing_is_made(operator: Operator) -> None:
    for words in (["journal", "verify"], ["journal", "show"], ["hand", "show", "1"]):
        code, text = operator.types(*words)
        assert code == 1
        assert "there is no journal yet" in text
    assert not operator.place.file.parent.exists()
