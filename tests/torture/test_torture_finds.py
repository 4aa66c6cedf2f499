"""Torture tortured: a table that lies about one kind of act or mistake is found out, whatever the kind and the lie."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from plans import Liar, Lie, first_of, lying, plans, play, without

from controller.effects import CommandDone
from sim.port import TableUnderTest
from sim.torture.mistakes import MISTAKES
from sim.torture.plan import Correction, Echo, Refusal, Spoken
from sim.torture.report import KINDS

#: What some houses do not refuse, and whether any does.
CORRECTED = {"bet_below_minimum": True, "raise_below_minimum": True, "over_pot": False, "wrong_size": True, "off_unit": True}
#: The ruling that a mistake is looked for with: refused, but for what is refused nowhere.
RULED: dict[str, type[Refusal | Echo]] = {
    row.kind: Refusal if row.answer is None else Echo for row in MISTAKES if CORRECTED.get(row.kind, True)
}
REFUSED = [kind for kind, ruling in RULED.items() if ruling is Refusal]
LEGAL = [kind for kind, (is_mistake, _, _) in KINDS.items() if not is_mistake and kind != "cards"]


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


def found(kind: str, lie: Lie, ruling: type[Refusal | Correction | Echo] | None = None) -> tuple[str, str]:
    """The kind and the cell that a lie about the first case of this kind leads to."""
    plan, step = first_of(kind, ruling or RULED.get(kind))
    assert play(plan).failure is None
    failure = play(plan, lying(plan, step, lie)).failure
    assert failure is not None
    assert failure.step == step
    return failure.kind, failure.judged.cell


@pytest.mark.parametrize("kind", RULED)
def test_a_mistake_that_is_let_through_is_missed(kind: str) -> None:
    assert found(kind, take_it) == (kind, "missed")


@pytest.mark.parametrize("kind", REFUSED)
def test_a_mistake_refused_for_another_reason_is_ruled_wrongly(kind: str) -> None:
    assert found(kind, another_reason) == (kind, "wrong")


@pytest.mark.parametrize("kind", [row.kind for row in MISTAKES if row.rules and row.kind in RULED])
def test_a_refusal_that_names_no_rule_is_wrong_where_there_is_one(kind: str) -> None:
    assert found(kind, no_rule) == (kind, "wrong")


@pytest.mark.parametrize("kind", RULED)
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


@pytest.mark.parametrize("kind", CORRECTED)
def test_a_wager_that_is_not_taken_for_what_the_house_has_it_is_found_out(kind: str) -> None:
    assert found(kind, refuse_it, Correction) == (kind, "wrong")
    assert found(kind, swallow_it, Correction) == (kind, "missed")


#: Registered rules that are switched off, one after the other: of turn, sizes, reopening, limits, pots, ranks, what a running hand bars.
OFF = (
    "turn.in_order", "turn.board_first", "turn.first_after_flop", "turn.call", "turn.raise", "turn.fold", "turn.round_over",
    "bet.facing", "bet.call_for_less", "bet.table_stakes", "bet.nobody_to_answer", "bet.any_amount", "bet.minimum", "bet.in_units",
    "raise.brought_up", "raise.minimum", "raise.short_all_in", "reopen.may_raise", "reopen.yet_to_act",
    "pot.maximum", "pot.overbet", "limit.size", "limit.cap", "limit.reopening", "limit.completion", "spread.maximum",
    "pots.layers", "pots.uncalled", "rank.order", "rank.kickers", "award.last_left", "blinds.heads_up", "fold.for_free",
    "hand.freezes_stacks", "hand.until_awarded", "stack.stays",
)  # fmt: skip


@pytest.mark.parametrize("rule", OFF)
def test_a_house_without_a_rule_is_found_out(rule: str) -> None:
    mutated = without(rule)
    assert any(play(plan, mutated).failure is not None for plan in plans(400))


def test_every_refusal_names_a_rule_wherever_the_catalogue_has_one() -> None:
    refusals = [step.ruling for plan in plans(200) for step in plan.steps if isinstance(step, Spoken) and isinstance(step.ruling, Refusal)]
    assert refusals
    named = {rule for refusal in refusals for rule in refusal.rules}
    assert {"cooke.4.06.a", "cooke.4.04.a", "home.3.check_bet", "cooke.9.14.a", "roberts.buyin.2b"} <= named
