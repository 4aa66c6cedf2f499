"""The coverage of the rules, from files to score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal

import msgspec

from controller.rules.catalogue.option import HouseOption
from controller.rules.catalogue.row import Book
from controller.rules.catalogue.row import Rule as Row
from controller.rules.registered import answering
from sim.coverage.open_rows import read_open_rows, wrongly_listed
from sim.coverage.report import Covered
from sim.coverage.runs import Progress, Run, run_all
from sim.coverage.score import Claims, Evidence, score, trials, tried
from sim.scenario.result import Result
from sim.scenario.run import Depth, House, checked, find_scenarios, not_yet
from sim.scenario.scenario import Scenario


class Asked(msgspec.Struct, frozen=True):
    """What to measure: scenarios, of which rows (`book` and the beginning of an id, "" = all), and how deep."""

    paths: tuple[Path, ...]
    book: str = ""
    row: str = ""
    mutate: bool = False
    wire: bool = True
    jobs: int = 1


def measure(
    asked: Asked, rules: Mapping[str, Row], options: Mapping[str, HouseOption], house: House, progress: Progress
) -> tuple[Covered, list[Scenario]]:
    """Return what the scenarios prove, and the scenarios. Raises: ScenarioError, SimError."""
    rows = [row for row in rules.values() if asked.book in ("", row.book) and row.id.startswith(asked.row)]
    wanted = {row.id for row in rows}
    open_rows = read_open_rows([path for path in asked.paths if path.is_dir()])
    scenarios = [one for one in _read(asked.paths, house) if any(example.split("#")[0] in wanted for example in one.examples)]
    facts = _run(scenarios, Depth(), house, asked.jobs, progress)
    wire = _run(scenarios, Depth(wire=True), house, asked.jobs, progress) if asked.wire else None
    at_facts, at_wire = Claims(facts), None if wire is None else Claims(wire)
    mutated = None
    if asked.mutate:
        todo = list(trials(rows, at_facts, {one.file: one for one in scenarios}, answering, options))
        results = run_all([trial.run for trial in todo], house, asked.jobs, "without a rule", progress)
        mutated = tried(zip(todo, results, strict=True))
    scored = score(rows, answering, Evidence(at_facts, at_wire, mutated, open_rows))
    whole = not (asked.book or asked.row) and any(path.is_dir() for path in asked.paths) and bool(open_rows.rows)
    proven = {row.id for row in scored if row.status == "proven"}
    wrong = list(wrongly_listed(open_rows, rules, proven)) if whole else []
    return Covered(scored, facts, wire, asked.mutate, open_rows, wrong), scenarios


def _read(paths: Iterable[Path], house: House) -> list[Scenario]:
    """Read every scenario. Raises: ScenarioError for the first that is none, or that asks for what is not there yet."""
    found = []
    for file in find_scenarios(list(paths)):
        scenario = checked(file, house.known)
        later = not_yet(scenario, house.books)
        if later is not None:
            raise later
        found.append(scenario)
    return found


def _run(scenarios: Iterable[Scenario], depth: Depth, house: House, jobs: int, progress: Progress) -> list[Result]:
    """Run each scenario under each of its books; one that names no book claims nothing."""
    runs = [Run(one, book, depth) for one in scenarios for book in one.books or _NO_BOOK]
    return list(run_all(runs, house, jobs, "through readers" if depth.wire else "with facts", progress))


_NO_BOOK: tuple[Book | Literal[""], ...] = ("",)
