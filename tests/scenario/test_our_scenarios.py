"""Our own scenarios: each holds at both depths; what they claim to prove they prove, what is left is listed, and the page says so."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from houses import FACTS, SCENARIOS, TODAY, WIRE

from controller import rulebook
from controller.coverage_cli import OURS
from controller.rules.registered import REGISTERED
from sim.coverage import runs as coverage_runs
from sim.coverage.measure import Asked, measure
from sim.coverage.open_rows import COUNTED
from sim.coverage.report import Covered, page
from sim.scenario import run as scenario_run
from sim.scenario.batch import Outcome, run_file
from sim.scenario.result import Result
from sim.scenario.run import UNCHANGED, Change, Depth, House
from sim.scenario.scenario import Scenario

FILES = sorted(SCENARIOS.rglob("*.yaml"))
PAGE = Path(__file__).resolve().parents[2] / "docs" / "coverage.md"

Measured = tuple[Covered, list[Scenario]]


@pytest.fixture(scope="module", autouse=True)
def each_run_once() -> Iterator[None]:
    """A scenario as it is comes to the same under a book and at a depth whoever asks: it is played once for all tests here."""
    known: dict[tuple[str, str, Depth], Result] = {}
    run_under = scenario_run.run_under

    def run_once(book: str, scenario: Scenario, house: House, depth: Depth, change: Change = UNCHANGED) -> Result:
        assert house == TODAY
        if change != UNCHANGED:
            return run_under(book, scenario, house, depth, change)
        key = (scenario.file, book, depth)
        if key not in known:
            known[key] = run_under(book, scenario, house, depth)
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scenario_run, "run_under", run_once)
        patch.setattr(coverage_runs, "run_under", run_once)
        yield


@cache
def outcome_of(file: Path, depth: Depth) -> Outcome:
    return run_file(file, TODAY, depth)


@pytest.mark.parametrize("depth", [FACTS, WIRE], ids=["facts", "wire"])
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_every_scenario_holds_at_both_depths(file: Path, depth: Depth) -> None:
    outcome = outcome_of(file, depth)
    assert outcome.invalid == ""
    assert [str(failure) for result in outcome.results for failure in result.failures] == []


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_both_depths_come_to_the_same(file: Path) -> None:
    told = [[(one.payoffs, one.stacks, one.pots, one.street) for one in outcome_of(file, depth).results] for depth in (FACTS, WIRE)]
    assert told[0] == told[1]


@pytest.fixture(scope="module")
def measured() -> Measured:
    return measure(Asked((OURS,), mutate=True), rulebook.rules(), rulebook.options(), TODAY, lambda what, done, of: None)


@pytest.mark.slow
def test_every_scenario_that_claims_examples_holds_at_both_depths(measured: Measured) -> None:
    assert [f"{result.file} ({result.book}): {result.failures[0]}" for result in measured[0].failures] == []


@pytest.mark.slow
def test_every_proof_fails_without_its_rule(measured: Measured) -> None:
    assert [f"{row.id}: {row.why}" for row in measured[0].survivors] == []


@pytest.mark.slow
def test_what_is_left_is_listed_and_nothing_else(measured: Measured) -> None:
    assert measured[0].wrong == []


@pytest.mark.slow
def test_what_is_claimed_is_proven_or_listed_by_itself(measured: Measured) -> None:
    covered = measured[0]
    begun = [row for row in covered.rows if row.status == "open" and row.scenarios and row.id not in covered.listed.rows]
    assert [f"{row.id}: {row.why}" for row in begun] == []


@pytest.mark.slow
def test_at_most_three_of_a_hundred_counted_rows_are_open(measured: Measured) -> None:
    covered = measured[0]
    rows, aside, left = covered.counted()
    assert len(left) <= 0.03 * (len(rows) - len(aside)), left
    assert [row.id for row in (*aside, *left) if row.id not in covered.listed.rows] == [], "each is listed by itself"
    listed = {row.id: covered.listed.rows[row.id] for row in (*aside, *left)}
    assert [row for row, one in listed.items() if one.why in ("camera", "chips") and not one.panel] == []


@pytest.mark.slow
def test_the_page_is_what_the_scenarios_prove(measured: Measured) -> None:
    covered, scenarios = measured
    told = page(covered, rulebook.rules(), scenarios)
    assert PAGE.read_text(encoding="utf-8") == told, "run: smarttable rules coverage --mutate --page > docs/coverage.md"


@pytest.mark.slow
def test_every_registered_rule_of_the_counted_rows_is_tried(measured: Measured) -> None:
    covered = measured[0]
    tried = {row.id for row in covered.rows if row.without}
    due = {row for row, rule in rulebook.rules().items() if rule.workable and COUNTED.fullmatch(row) and row not in covered.listed.rows}
    assert [name for name, rule in REGISTERED.items() if due & set(rule.ids) and not tried & set(rule.ids)] == []
