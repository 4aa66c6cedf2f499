"""A hand written down is the hand that was played: what comes out plays to the same end."""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from houses import FACTS, SCENARIOS, TODAY, WIRE, run_virtual

from controller.clock import Clock
from controller.core import step
from controller.harness import TableInProcess, house_on
from controller.journal.log import MemoryJournal
from controller.rules.house import House as TableHouse
from controller.table.table import new_table
from sim.port import TableSpec
from sim.scenario.batch import Outcome, run_file
from sim.scenario.record import Recorder
from sim.scenario.result import Result
from sim.scenario.run import House

FILES = sorted(SCENARIOS.rglob("*.yaml"))


class Followed:
    """Makes tables and keeps the house and the journal of each."""

    def __init__(self) -> None:
        self.played: list[tuple[TableHouse, MemoryJournal]] = []

    def make(self, spec: TableSpec) -> TableInProcess:
        house, journal = house_on(spec), MemoryJournal()
        self.played.append((house, journal))
        return TableInProcess(house, journal=journal, clock=Clock(asyncio.get_running_loop()), keep_effects=True)


@cache
def recorded(file: Path) -> list[tuple[Result, str]]:
    """Play a scenario; return what it came to under each book, and its last hand written down anew."""
    followed = Followed()
    results = run_file(file, House(followed.make, run_virtual), FACTS).results
    told = [(result, written(house, journal)) for result, (house, journal) in zip(results, followed.played, strict=True)]
    return [(result, text) for result, text in told if text]


def written(house: TableHouse, journal: MemoryJournal) -> str:
    """Return the last hand of a journal as it is written down, "" when there is none."""
    table, recorder = new_table(house), Recorder("written down", house)
    for event in journal.events():
        before = table.hand_number
        table, effects = step(table, event, house)
        if table.hand_number > before:
            recorder = Recorder("written down", house)
        if recorder.begun or table.hand_number > before:
            recorder.take(event, effects, table)
    assert recorder.begun == (table.hand_number > 0)
    return recorder.text() if recorder.begun else ""


@pytest.mark.parametrize("depth", [FACTS, WIRE], ids=["facts", "wire"])
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_what_is_written_down_plays_to_the_same_end(file: Path, depth: Any, tmp_path: Path) -> None:
    for result, text in recorded(file):
        if text.startswith("# "):  # what lay in the pot before it cannot be put there
            assert "chips lay in the pot from deals before it" in text
            assert "expect:" not in text
            continue
        again = tmp_path / "again.yaml"
        again.write_text(text)
        outcome: Outcome = run_file(again, TODAY, depth)
        assert outcome.invalid == "", text
        (played,) = outcome.results
        assert [str(failure) for failure in played.failures] == [], text
        gone = {seat: 0 for seat in result.stacks if seat not in played.stacks}  # out before the hand began
        assert {**played.stacks, **gone} == result.stacks
        assert (played.payoffs, played.pots, played.street) == (result.payoffs, result.pots, result.street)
