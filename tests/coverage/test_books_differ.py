"""Each question on betting that the books answer differently and the table asks: one file, run under the three, gives their answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_coverage_score import HOUSE

from controller import rulebook
from controller.rules.catalogue.row import BOOKS
from sim.scenario.batch import run_file
from sim.scenario.report import matrix
from sim.scenario.run import Depth

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "scenarios" / "books"

DIFFERENT = {
    name for name, option in rulebook.options().items()
    if option.affects == "betting" and len({repr(option.of(book)) for book in BOOKS}) > 1
}  # fmt: skip


def asked() -> set[str]:
    """The options that the code of the table asks."""
    rooms = [ROOT / "controller" / room for room in ("game", "rules", "table", "core.py")]
    files = [file for room in rooms for file in ([room] if room.is_file() else room.rglob("*.py")) if file.name != "options.py"]
    return {name for file in files for name in re.findall(r"\boptions\.([a-z_]+)", file.read_text(encoding="utf-8"))}


def files_of(option: str) -> list[Path]:
    """The files that are of a question: named as it is, with something behind it where there are several."""
    return [file for file in sorted(FOLDER.glob("*.yaml")) if file.stem.replace("-", "_").startswith(option)]


@pytest.mark.parametrize("option", sorted(DIFFERENT & asked()))
def test_one_file_gives_the_answers_of_the_books(option: str) -> None:
    outcomes = [run_file(file, HOUSE, Depth()) for file in files_of(option)]
    assert [outcome.invalid for outcome in outcomes if outcome.invalid] == []
    assert [str(failure) for outcome in outcomes for result in outcome.results for failure in result.failures] == []
    assert any([result.book for result in outcome.results] == list(BOOKS) for outcome in outcomes), "no file runs it under the three"
    head, *rows = [re.split(r"  +", line) for line in matrix(outcomes)]
    assert head == ["question", *BOOKS]
    assert any(len(set(row[1:])) > 1 for row in rows), rows


def test_every_file_is_of_a_question_that_the_books_answer_differently() -> None:
    assert {file for option in DIFFERENT for file in files_of(option)} == set(FOLDER.glob("*.yaml"))
