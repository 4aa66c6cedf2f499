"""What `smarttable replay` prints, and its exit code; one run over real ptys."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest
from core_table import CoreTable
from hand_texts import DATA, fields, hand_text
from wire_table import virtually, wire_table

from controller import clock
from sim.outcome import ReplayResult
from sim.replay import ReplayOptions, load, replay_one
from sim.replay_report import replay_paths, sentence


def run(*paths: Path, options: ReplayOptions = ReplayOptions(), as_json: bool = False) -> tuple[int, list[str], str]:  # noqa: B008 # frozen
    out, beside = io.StringIO(), io.StringIO()
    code = replay_paths(paths, options, CoreTable, virtually, as_json=as_json, out=out, to_watcher=beside)
    return code, out.getvalue().splitlines(), beside.getvalue()


def test_good_hands_exit_0_and_say_who_won() -> None:
    code, lines, beside = run(DATA / "pluribus/102/0.phh", DATA / "pluribus/103/8.phh")
    assert code == 0
    assert beside == ""
    assert lines[0].startswith("ok ")
    assert lines[0].endswith("102/0.phh: p1 +113, p2 -225, p5 +112 (odd chip to the first seat left of the button)")
    assert lines[-1] == "2 of 2 hands ok"


def test_json_is_a_line_a_hand_and_nothing_else() -> None:
    code, lines, _ = run(DATA / "wsop2023_43_5", as_json=True)
    assert code == 0, "every game of it is played"
    assert len(lines) == 56
    assert all(line.startswith('{"file":') for line in lines)


def test_what_differs_or_is_missing_is_said_and_exits_1(tmp_path: Path) -> None:
    odd = DATA / "pluribus/102/0.phh"
    right = [10112.5, 9775, 10000, 10000, 10112.5, 10000]
    (tmp_path / "a.phh").write_text(hand_text(odd, finishing_stacks=[10000, 10000, 10000, 10000, 10000, 10000]))
    (tmp_path / "b.phh").write_text(hand_text(odd, actions=fields(odd)["actions"][:9], finishing_stacks=right))
    (tmp_path / "c.phh").write_text(hand_text(odd, actions=fields(odd)["actions"][:9]))
    (tmp_path / "d.phh").write_text("variant = 'XX'")
    code, lines, _ = run(tmp_path)
    assert code == 1
    said = [line.replace(f"{tmp_path.as_posix()}/", "") for line in lines]
    assert said[0] == "differs a.phh: p1 +113, p2 -225, p5 +112; by the file nobody wins or loses"
    assert said[1] == "differs b.phh: unfinished, p6 to act, 225 to call"
    assert said[2] == "ok      c.phh: unfinished, p6 to act, 225 to call"
    assert said[3].startswith("error   d.phh: line 1: variant: 'XX' is no known variant")
    assert said[4] == "1 of 4 hands ok"
    code, lines, beside = run(tmp_path / "gone")
    assert (code, lines) == (1, [])
    assert beside.endswith("gone: no such file or folder; check the path\n")


class Terminal(io.StringIO):
    """Somebody watches."""

    def isatty(self) -> bool:
        return True


def test_a_bar_is_drawn_where_somebody_watches_and_the_lines_stay_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    out, watcher = io.StringIO(), Terminal()
    replay_paths([DATA / "pluribus/102"], ReplayOptions(), CoreTable, virtually, as_json=True, out=out, to_watcher=watcher)
    count = len(list((DATA / "pluribus/102").glob("*.phh")))
    assert len(out.getvalue().splitlines()) == count
    assert "replaying" in watcher.getvalue()
    assert f"{count}/{count}" in watcher.getvalue()


def test_a_hand_that_waits_for_the_dealer() -> None:
    assert sentence(ReplayResult("x.phh", ok=True)) == "ok      x.phh: unfinished, the dealer's turn"


@pytest.mark.slow
def test_a_hand_over_real_ptys_in_scaled_time(tmp_path: Path) -> None:
    shutil.copy(DATA / "wsop2023_43_5/02-53-09.phh", tmp_path / "hand.phh")
    one = load(tmp_path / "hand.phh")
    result = replay_one(one, ReplayOptions(pty=True), wire_table, lambda main: clock.run(main, speed=20.0))
    assert (result.ok, result.error) == (True, None)
    assert result.payoffs == replay_one(one, ReplayOptions(), CoreTable, pytest.fail).payoffs
