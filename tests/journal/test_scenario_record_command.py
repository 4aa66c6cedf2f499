"""`smarttable scenario record`: a hand of the journal as a file that `smarttable scenario run` plays."""

from __future__ import annotations

from pathlib import Path

from kept_felt import KeptFelt
from test_journal_commands import HOLES, Operator
from typer.testing import CliRunner

from controller.cli import app


def hand_and_a_half(operator: Operator) -> None:
    felt = KeptFelt(operator.place)
    felt.seat(1, 2, 3)
    felt.play_checked_down(HOLES, ("Th", "9h", "3d", "4s", "8c"), ("2s", "2h", "5s"))
    for text in (*HOLES[1], *HOLES[2], *HOLES[3], "Th", "9h", "3d", "4s", "8c", "2s", "2h", "5s"):
        felt.card(text, "stub", None)
    felt.deal(HOLES)
    felt.act("raise 300", "fold")
    felt.cut()


def test_a_hand_is_written_down_and_plays_again(tmp_path: Path) -> None:
    operator, out = Operator(tmp_path), tmp_path / "hand.yaml"
    hand_and_a_half(operator)
    assert operator.types("scenario", "record", out, "--hand", 1) == (0, f"{out}: hand 1; it names every card of it\n")
    assert out.stat().st_mode & 0o777 == 0o600
    done = CliRunner().invoke(app, ["scenario", "run", str(out)])
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "1 scenario: 1 ok, 0 failed")
    assert "payoffs: {" in out.read_text()


def test_the_last_hand_may_still_run(tmp_path: Path) -> None:
    operator, out = Operator(tmp_path), tmp_path / "hand.yaml"
    hand_and_a_half(operator)
    assert operator.types("scenario", "record", out) == (0, f"{out}: hand 2; it names every card of it\n")
    done = CliRunner().invoke(app, ["scenario", "run", str(out), "--wire"])
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "1 scenario: 1 ok, 0 failed")
    assert "payoffs" not in out.read_text()


def test_a_hand_that_is_not_there_and_a_file_that_is(tmp_path: Path) -> None:
    operator, out = Operator(tmp_path), tmp_path / "hand.yaml"
    hand_and_a_half(operator)
    there = f"{operator.place.file}: there is no hand 9; it holds 1 to 2\n"
    assert operator.types("scenario", "record", out, "--hand", 9) == (1, there)
    assert not out.exists()
    out.write_text("mine")
    code, text = operator.types("scenario", "record", out)
    assert (code, text) == (1, f"{out}: File exists; name a new file in a folder we may write\n")
    assert out.read_text() == "mine"
