"""Torture tortured: a table that lies about one kind of act or mistake is found out, whatever the kind and the lie."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from plans import Liar, Lie, first_of, lying, plans, play, without

from controller.effects import CommandDone
from sim.port import TableUnderTest
from sim.torture.mistakes import MISTAKES
from sim.torture.plan import Refusal, Spoken
from sim.torture.report import KINDS

MISTAKEN = [row.kind for row in MISTAKES]
REFUSED = [row.kind for row in MISTAKES if row.answer is None]
LEGAL = [kind for kind in KINDS if kind not in MISTAKEN and kind != "cards"]


def take_it(table: TableUnderTest, done: Callable[[], CommandDone]) -> CommandDone:
    return CommandDone(done().cmd_id, True, table.table.rev + 1)


def refuse_it(table: TableUnderTest, done: Callable[[], CommandDone]) -> CommandDone:
    return CommandDone("", False, table.table.rev, "act.below_minimum", "no")


def swallow_it(table: TableUnderTest, done: Callable[[], CommandDone]) -> CommandDone:
    """Say that it is done, and do nothing."""
    return CommandDone("", True, table.table.rev + 1)


def another_reason(table: TableUnderTest, done: Callable[[], CommandDone]) -> CommandDone:
    return replace(done(), code="act.made_up")


def no_rule(table: TableUnderTest, done: Callable[[], CommandDone]) -> CommandDone:
    return replace(done(), rules=())


def tell_of_it(table: TableUnderTest, done: Callable[[], CommandDone]) -> CommandDone:
    """Refuse it as it ought to be, but tell the room something."""
    refused = done()
    assert table.command("floor_call", {}).ok
    return refused


def found(kind: str, lie: Lie) -> tuple[str, str]:
    """The kind and the cell that a lie about the first case of this kind leads to."""
    plan, step = first_of(kind)
    assert play(plan).failure is None
    failure = play(plan, lying(plan, step, lie)).failure
    assert failure is not None
    assert failure.step == step
    return failure.kind, failure.judged.cell


@pytest.mark.parametrize("kind", MISTAKEN)
def test_a_mistake_that_is_let_through_is_missed(kind: str) -> None:
    assert found(kind, take_it) == (kind, "missed")


@pytest.mark.parametrize("kind", REFUSED)
def test_a_mistake_refused_for_another_reason_is_ruled_wrongly(kind: str) -> None:
    assert found(kind, another_reason) == (kind, "wrong")


@pytest.mark.parametrize("kind", [row.kind for row in MISTAKES if row.rules])
def test_a_refusal_that_names_no_rule_is_wrong_where_there_is_one(kind: str) -> None:
    assert found(kind, no_rule) == (kind, "wrong")


@pytest.mark.parametrize("kind", MISTAKEN)
def test_what_is_told_of_something_refused_is_wrong(kind: str) -> None:
    assert found(kind, tell_of_it) == (kind, "wrong")


@pytest.mark.parametrize("kind", LEGAL)
def test_what_is_legal_and_refused_is_a_false_alarm(kind: str) -> None:
    assert found(kind, refuse_it) == (kind, "false_alarm")


@pytest.mark.parametrize("kind", LEGAL)
def test_what_is_taken_and_not_done_is_wrong(kind: str) -> None:
    assert found(kind, swallow_it) == (kind, "wrong")


def test_a_board_that_is_not_read_is_wrong() -> None:
    plan, step = first_of("cards")
    failure = play(plan, lambda spec: Liar(spec, -1, take_it, blind=True)).failure
    assert failure is not None
    assert (failure.step, failure.kind, failure.judged.cell) == (step, "cards", "wrong")


#: A registered rule that is switched off, and a kind that shows it.
SHOWN_BY = {
    "bet.facing": "check_facing_bet",
    "bet.call_for_less": "raise_short_stack",
    "bet.table_stakes": "over_stack",
    "turn.in_order": "out_of_turn",
    "turn.board_first": "act_before_board",
    "stack.stays": "stands_in_hand",
    "stack.added_between_hands": "chips_in_hand",
}


@pytest.mark.parametrize("rule", SHOWN_BY)
def test_a_house_without_a_rule_is_found_out(rule: str) -> None:
    mutated = without(rule)
    kinds = {failure.kind for plan in plans()[:150] if (failure := play(plan, mutated).failure) is not None}
    assert SHOWN_BY[rule] in kinds


def test_every_refusal_names_a_rule_wherever_the_catalogue_has_one() -> None:
    refusals = [step.ruling for plan in plans() for step in plan.steps if isinstance(step, Spoken) and isinstance(step.ruling, Refusal)]
    assert refusals
    named = {rule for refusal in refusals for rule in refusal.rules}
    assert {"cooke.4.06.a", "cooke.8.01.02.b", "home.3.check_bet"} <= named
