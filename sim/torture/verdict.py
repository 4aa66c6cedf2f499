"""What the table made of a press, held against what had to come of it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, Literal

import msgspec

from controller.effects import CommandDone, Effect, Tell
from controller.table.table import Table
from sim.scenario.compare import payoffs_of, shows_first_of, stacks_of, state_of
from sim.scenario.differs import words
from sim.torture.plan import Correction, Echo, Refusal, Ruled, Spoken

FLOP: Final = 3
#: Kinds of rulings about cards.
ABOUT_CARDS: Final = frozenset(
    {
        "misdeal", "fouled_deck", "exposed_card", "boxed_card", "joker", "wrong_card", "burn_error", "board_error", "stub_error",
        "dead_hand", "live_hand", "not_entitled", "button_error", "deck_error", "off_table", "procedure",
    }
)  # fmt: skip

#: What is put right until the pot is awarded, and so has to be ruled before. Source: roberts.irregularities.15d.
BURN_ERROR: Final = "burn_error"

#: `detected` and `passed` are as they ought to be: a mistake was ruled as the rules say, a legal act was taken. `late` and `unseen`
#: are what readers with faults make of a mistake that no person tells of: ruled after a while, or not.
Cell = Literal["detected", "passed", "late", "unseen", "missed", "wrong", "false_alarm"]


class Judged(msgspec.Struct, frozen=True):
    """The cell, and where it is not as it ought to be, what was expected and what was got."""

    cell: Cell
    expected: str = ""
    got: str = ""


class Answer(msgspec.Struct, frozen=True):
    """What a press came to: the answer, the answer before it, the table before and after, what was told meanwhile."""

    done: CommandDone
    last: CommandDone | None
    before: Table
    after: Table
    told: Sequence[Effect]


def judge(step: Spoken, answer: Answer) -> Judged:
    """Return the cell of the confusion table that this press belongs to."""
    if isinstance(step.ruling, Refusal):
        return _refused(step.ruling, answer)
    if isinstance(step.ruling, Echo):
        return _echoed(answer)
    if isinstance(step.ruling, Correction):
        return _corrected(step, step.ruling, answer)
    done = answer.done
    if not done.ok:
        return Judged("false_alarm", "taken", f"refused: {done.code} ({done.message})")
    return _untold(step, answer) or stands_so(step.stands, answer.after)


def deal_rulings(told: Sequence[Effect], known: Collection[str] = ()) -> list[Any]:
    """Return what was ruled anew about cards, in order: a ruling that is `known` is told again when it is carried out, or decided."""
    rulings = [one.more.ruling for one in told if isinstance(one, Tell) and one.kind == "ruling" and one.more is not None]
    if not rulings:
        return []
    fresh = {one.id: one for one in reversed(rulings) if one.kind in ABOUT_CARDS and one.id not in known}
    return sorted(fresh.values(), key=lambda one: one.number)


def ruled_so(step: Ruled, told: Sequence[Effect], known: Collection[str] = ()) -> Judged:
    """Return whether this was ruled about the deal, and nothing else."""
    expected = f"{step.ruling} of seat {step.seat}: {step.remedy} {words(step.rules)}"
    found = deal_rulings(told, known)
    if not found:
        return Judged("missed", expected, "nothing is ruled")
    if step.ruling == BURN_ERROR and any(isinstance(one, Tell) and one.kind == "pot_awarded" for one in told):
        return Judged("wrong", f"{expected}, before the pot is awarded", "the pot is awarded")
    first = found[0]
    so = (first.kind, first.seat) == (step.ruling, step.seat) and (not step.remedy or step.remedy in [one.do for one in first.remedy])
    if not so or not set(step.rules) <= set(first.rules) or tuple(one.kind for one in found[1:]) != step.also:
        got = ", ".join(f"{one.kind} of seat {one.seat}: {words([step.do for step in one.remedy])} {words(one.rules)}" for one in found)
        return Judged("wrong", expected, got)
    return Judged("detected")


def _refused(ruling: Refusal, answer: Answer) -> Judged:
    done, expected = answer.done, f"refused: {ruling.code} {words(ruling.rules)}"
    if done.ok:
        return Judged("missed", expected, "taken")
    if done.code != ruling.code or not set(ruling.rules) <= set(done.rules):
        return Judged("wrong", expected, f"refused: {done.code} {words(done.rules)}")
    return _unchanged(answer) or Judged("detected")


def _echoed(answer: Answer) -> Judged:
    done = answer.done
    if done != answer.last:
        return Judged("missed" if done.ok else "wrong", "answered as before", "taken" if done.ok else f"refused: {done.code}")
    return _unchanged(answer) or Judged("detected")


def _corrected(step: Spoken, ruling: Correction, answer: Answer) -> Judged:
    done, expected = answer.done, f"taken for {ruling.do} {ruling.to_chips}, with a ruling {words(ruling.rules)}"
    if not done.ok:
        return Judged("wrong", expected, f"refused: {done.code} ({done.message})")
    told = [effect for effect in answer.told if isinstance(effect, Tell)]
    rulings = [tell.more.ruling for tell in told if tell.kind == "ruling" and tell.more is not None]
    if not rulings:
        return Judged("missed", expected, "taken as it was entered")
    first = rulings[0]
    if first is None or first.kind != "bet_corrected" or first.seat != ruling.seat:
        return Judged("wrong", expected, f"a ruling {first and first.kind} of seat {first and first.seat}")
    if (first.amount_chips, first.to_chips) != (ruling.entered_chips, ruling.to_chips) or not set(ruling.rules) <= set(first.rules):
        return Judged("wrong", expected, f"{first.amount_chips} taken for {first.to_chips}, with a ruling {words(first.rules)}")
    if told[0].kind != "acted" or told[0].do != ruling.do:
        return Judged("wrong", expected, f"told: {told[0].kind} {told[0].do}")
    stood = stands_so(step.stands, answer.after)
    return Judged("detected") if stood.cell == "passed" else stood


def _untold(step: Spoken, answer: Answer) -> Judged | None:
    """Return what is wrong when what was done is not told first, of the seat that did it."""
    first = next((effect for effect in answer.told if isinstance(effect, Tell)), None)
    seat = None if step.press.verb == "report" else step.press.fields.get("seat")  # it may be found out about another
    if first is not None and first.kind == step.told and (seat is None or first.seat == seat):
        return None
    return Judged(
        "wrong", f"told: {step.told} {seat or ''}".strip(), "nothing is told" if first is None else f"told: {first.kind} {first.seat}"
    )


def stands_so(stands: dict[str, Any], table: Table) -> Judged:
    """Return whether the table stands as it has to."""
    for expected, got in _differing(stands, table):
        return Judged("wrong", expected, got)
    return Judged("passed")


def _differing(stands: dict[str, Any], table: Table) -> list[tuple[str, str]]:
    state = state_of(table, ahead="next_card" in stands["state"])
    state["board"] = _in_any_order(state["board"])
    wanted = stands["state"] | {"board": _in_any_order(stands["state"]["board"])}
    found = [(name, one, state[name]) for name, one in wanted.items() if state[name] != one]
    stacks = stacks_of(table)
    if stacks != stands["stacks"]:
        found.append(("stacks", stands["stacks"], stacks))
    if (first := shows_first_of(table)) != stands["shows_first"]:
        found.append(("shows_first", stands["shows_first"], first))
    if "payoffs" in stands and (payoffs := payoffs_of(table)) != stands["payoffs"]:
        found.append(("payoffs", stands["payoffs"], payoffs))
    return [(f"{name}: {words(one)}", f"{name}: {words(got)}") for name, one, got in found]


def _in_any_order(board: list[str]) -> list[str]:
    """Return a board whose flop is in a fixed order: readers cannot tell in which it was laid."""
    return [*sorted(board[:FLOP]), *board[FLOP:]]


def _unchanged(answer: Answer) -> Judged | None:
    """Return what is wrong when something that was refused changed something, or was told."""
    told = [effect.kind for effect in answer.told if isinstance(effect, Tell)]
    if told:
        return Judged("wrong", "nothing is told", f"told: {words(told)}")
    if answer.after != answer.before:
        return Judged("wrong", "nothing changes", "the table is another")
    return None
