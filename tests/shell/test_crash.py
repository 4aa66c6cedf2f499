"""`smarttable sim crash`: a daemon that is killed again and again, and what is said when its recovery is broken."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from daemon_process import LIMIT_S, smarttable

from controller import clock
from controller.crash import CrashOptions, run_crash
from sim.crash import CrashFloor

KILLS = 50
#: About three seconds a kill, and a slow machine is no failure.
RUN_LIMIT_S = 15 * LIMIT_S
#: What a busy computer keeps up with: readers that answer late let the people wait, and nothing is won by going faster.
SPEED = 20.0


@pytest.mark.slow
def test_whenever_the_daemon_is_killed_the_hands_go_on_and_every_story_is_told_once() -> None:
    with smarttable("sim", "crash", "--times", str(KILLS), "--seed", "1") as run:
        out, err = run.communicate(timeout=RUN_LIMIT_S)
    assert (run.returncode, err) == (0, ""), out
    first, *places = out.splitlines()
    said = re.fullmatch(r"(\d+) kills in \d+ s, (\d+) hands, (\d+) stories, \d+ told again", first)
    assert said is not None, out
    kills, hands, stories = map(int, said.groups())
    assert kills == KILLS
    assert stories > 10 * hands > 0
    assert sum(int(line.split(": ")[1].split()[0]) for line in places) == KILLS


@pytest.mark.slow
def test_a_table_that_forgets_what_it_told_is_found_out(tmp_path: Path) -> None:
    folders: list[Path] = []
    said: list[str] = []

    def floor(truth: Path) -> CrashFloor:
        folders.append(truth.parent)
        return CrashFloor(1, truth)

    def lose_the_journal(_: int) -> None:
        for file in (folders[0] / "run").glob("journal.db*"):
            file.unlink()

    code = clock.run(lambda: run_crash(CrashOptions(3, 1), floor, said.append, lose_the_journal), SPEED)
    assert code == 1
    assert "BROKEN (seed 1): " in said[-1], said


@pytest.mark.slow
def test_the_simulator_without_a_config_says_what_is_missing() -> None:
    with smarttable("sim") as run:
        out, err = run.communicate(timeout=LIMIT_S)
    assert (run.returncode, out) == (2, "")
    assert "--config" in err
