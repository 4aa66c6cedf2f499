"""What a hand is saved as: a scenario that holds at an honest table, at both depths, and fails where the hand went wrong."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from plans import first_of, plans, play, without

from controller import clock, harness
from sim.scenario.batch import Outcome, run_file
from sim.scenario.run import Depth, House
from sim.torture.errors import TortureError
from sim.torture.report import KINDS
from sim.torture.saving import save, text_of

VIRTUAL = partial(clock.run, speed=None)
HONEST = House(harness.on_floor, VIRTUAL)
FACTS, WIRE = Depth(), Depth(wire=True)


def outcome(file: Path, house: House = HONEST, depth: Depth = FACTS) -> Outcome:
    done = run_file(file, house, depth)
    assert done.invalid == ""
    return done


@pytest.mark.parametrize("kind", KINDS)
def test_a_whole_plan_is_a_scenario_that_holds(kind: str, tmp_path: Path) -> None:
    plan, _ = first_of(kind)
    file = tmp_path / "hand.yaml"
    file.write_text(text_of(plan, f"hand {plan.number}"))
    (result,) = outcome(file).results
    assert [str(failure) for failure in result.failures] == []


def test_a_whole_plan_holds_through_readers_too(tmp_path: Path) -> None:
    file = tmp_path / "hand.yaml"
    for plan in plans(3):
        file.write_text(text_of(plan, f"hand {plan.number}"))
        (result,) = outcome(file, depth=WIRE).results
        assert [str(failure) for failure in result.failures] == [], plan.number


#: A rule that is switched off, and what its failure is told as when the saved hand is played.
FAILS_AS = {
    "bet.table_stakes": "refused.rules",
    "turn.in_order": "refused",
    "stack.added_between_hands": "refused",
    "raise.minimum": "state.min_raise_to",
    "raise.brought_up": "refused",
    "pots.uncalled": "stacks",
}


@pytest.mark.parametrize("rule", FAILS_AS)
def test_a_saved_failure_fails_at_the_table_that_failed_and_at_no_other(rule: str, tmp_path: Path) -> None:
    mutated = without(rule)
    failed = next(played for plan in plans() if (played := play(plan, mutated)).failure is not None)
    assert failed.failure is not None
    file = save(failed, tmp_path / "new" / "folder")
    assert file.name == f"seed{failed.plan.seed}-hand{failed.plan.number}-{failed.failure.kind}.yaml"
    (result,) = outcome(file, House(mutated, VIRTUAL)).results
    assert not result.ok
    assert any(failure.what.startswith(FAILS_AS[rule]) for failure in result.failures), result.failures
    (result,) = outcome(file).results
    assert result.ok


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    failed = next(played for plan in plans() if (played := play(plan, without("turn.in_order"))).failure is not None)
    with pytest.raises(TortureError, match="--out"):
        save(failed, tmp_path / "file")
