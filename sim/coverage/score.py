"""Whether each row of the catalogue is proven, from what became of the scenarios that claim its examples.

A row is proven at a depth when (a) passing scenarios carry each of its examples, (b) the program named the row where one of them
expects it, and (c) a registered rule answers for it, without which one of them fails. Rows of plain arithmetic, whose rule has a
`variant`, are named nowhere: there payoffs, winners, pots or the names of hands stand for (b).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from controller.rules.catalogue.option import HouseOption
from controller.rules.catalogue.row import Rule as Row
from controller.rules.registered.rule import Rule
from sim.coverage.mutants import mutants
from sim.coverage.open_rows import OpenRows
from sim.coverage.runs import Run
from sim.scenario.result import Result
from sim.scenario.run import Change, Depth
from sim.scenario.scenario import Scenario

Status: TypeAlias = Literal["proven", "open", "human", "config"]

#: Classes that no scenario has to prove → their status.
_SET: Final[Mapping[str, Status]] = {"human": "human", "advise": "human", "config": "config"}
#: Expectations that arithmetic is proven by.
ARITHMETIC: Final = frozenset({"payoffs", "winners", "pots", "stacks", "hand_name", "state", "legal"})


class Scored(msgspec.Struct, frozen=True):
    """A row with what it has come to. `wire` is None where that depth was not run; `why` says what is missing.

    `senses` are those besides the antennas whose readings its scenarios took at the wire, as `camera`.
    `without` is how the scenarios fail without its rule: in what comes about, or only in what is named; "" = not tried.
    """

    id: str
    book: str
    rule_class: str
    status: Status
    facts: bool
    wire: bool | None
    scenarios: list[str]
    why: str
    without: Literal["", "outcome", "named"] = ""
    senses: list[str] = []


class Claims:
    """The runs of one depth, by the examples they claim under the example's own book."""

    def __init__(self, results: Iterable[Result]) -> None:
        self._of: dict[str, list[Result]] = {}
        for result in results:
            for example in result.examples:
                if example.split(".")[0] == result.book:
                    self._of.setdefault(example.split("#")[0], []).append(result)

    def of(self, row: str) -> Sequence[Result]:
        """Return the runs that claim an example of the row."""
        return self._of.get(row, ())

    def senses(self, row: str) -> list[str]:
        """Return which senses besides the antennas those that passed took readings of."""
        return sorted({sense for run in self.of(row) if run.ok for sense in run.senses})

    def missing(self, row: Row, rules: Collection[Rule]) -> str:
        """Return which of (a) and (b) is missing, "" when both are there."""
        runs = self.of(row.id)
        good = [run for run in runs if run.ok]
        carried = {int(example.split("#")[1]) for run in good for example in run.examples if example.split("#")[0] == row.id}
        without = [number for number in range(1, len(row.examples) + 1) if number not in carried]
        if without:
            failing = sorted({run.file for run in runs if not run.ok})
            told = f"; failing: {', '.join(failing)}" if failing else ""
            return f"a: no passing scenario carries {', '.join(f'#{number}' for number in without)}{told}"
        if any(row.id in held.rules for run in good for held in run.held):
            return ""
        if any(rule.variant for rule in rules):
            proven = any(held.what in ARITHMETIC for run in good for held in run.held)
            return "" if proven else f"b: no scenario expects what comes of it ({', '.join(sorted(ARITHMETIC))})"
        return "b: no scenario expects the program to name it"


class Trial(msgspec.Struct, frozen=True):
    """A scenario to be run without a rule of a row."""

    row: str
    rule: str
    run: Run


def trials(
    rows: Iterable[Row],
    claims: Claims,
    scenarios: Mapping[str, Scenario],
    answering: Callable[[str], Collection[Rule]],
    options: Mapping[str, HouseOption],
) -> Iterator[Trial]:
    """Yield, for each row that lacks neither (a) nor (b), its scenarios without each of its rules."""
    for row in rows:
        rules = answering(row.id)
        if row.rule_class in _SET or not claims.of(row.id) or claims.missing(row, rules):
            continue
        for rule in rules:
            for result in claims.of(row.id):
                scenario = scenarios[result.file]
                for change in mutants(rule, row.book, scenario.options, options):
                    yield Trial(row.id, rule.name, Run(scenario, row.book, Depth(), change))


def failed_how(result: Result) -> Literal["", "outcome", "named"]:
    """Return how a scenario failed without a rule: in what came about, or only in what was named; "" = it held."""
    if result.ok:
        return ""
    return "named" if all(failure.what.endswith(".rules") for failure in result.failures) else "outcome"


class Tried(msgspec.Struct, frozen=True):
    """Rows → how their scenarios failed without their rules, "" where none did; `by_change` tells what was tried."""

    how: Mapping[str, Literal["", "outcome", "named"]]
    changes: Mapping[str, Sequence[str]]


def tried(done: Iterable[tuple[Trial, Result]]) -> Tried:
    """Return what the trials have come to, the best of each row."""
    how: dict[str, Literal["", "outcome", "named"]] = {}
    changes: dict[str, dict[str, None]] = {}
    for trial, result in done:
        found = failed_how(result)
        changes.setdefault(trial.row, {})[_told(trial.run.change)] = None
        before = how.setdefault(trial.row, "")
        if found == "outcome" or not before:
            how[trial.row] = found
    return Tried(how, {row: [*told] for row, told in changes.items()})


def _told(change: Change) -> str:
    return ", ".join(
        [*(f"without {name}" for name in sorted(change.without)), *(f"{name} = {one}" for name, one in change.options.items())]
    )


class Evidence(NamedTuple):
    """What rows are scored by. `wire` is None where that depth was not run, `mutated` where no rule was switched off."""

    facts: Claims
    wire: Claims | None
    mutated: Tried | None
    open_rows: OpenRows


def score(rows: Iterable[Row], answering: Callable[[str], Collection[Rule]], evidence: Evidence) -> list[Scored]:
    """Return every row with its status."""
    return [_scored(row, answering(row.id), evidence) for row in rows]


def _scored(row: Row, rules: Collection[Rule], evidence: Evidence) -> Scored:
    facts, wire, mutated, open_rows = evidence
    names = sorted({run.file for run in facts.of(row.id)})
    if row.rule_class in _SET:
        return Scored(row.id, row.book, row.rule_class, _SET[row.rule_class], False, None if wire is None else False, names, "")
    lacks = [facts.missing(row, rules), "" if wire is None else wire.missing(row, rules)]
    unruled = _unruled(row, rules, mutated) if not lacks[0] else ""
    at_facts = not (lacks[0] or unruled)
    at_wire = None if wire is None else not (lacks[1] or unruled)
    proven = at_facts and at_wire is not False
    why = "" if proven else _why(row, names, lacks, unruled, open_rows)
    how = "" if mutated is None else mutated.how.get(row.id, "")
    senses = wire.senses(row.id) if wire is not None and at_wire else []
    return Scored(row.id, row.book, row.rule_class, "proven" if proven else "open", at_facts, at_wire, names, why, how, senses)


def _unruled(row: Row, rules: Collection[Rule], mutated: Tried | None) -> str:
    """Return what is missing of (c)."""
    if not rules:
        return "c: no registered rule answers for it"
    if mutated is None or mutated.how.get(row.id):
        return ""
    return f"c: its scenarios hold all the same {'; '.join(mutated.changes.get(row.id, ()))}"


def _why(row: Row, names: Collection[str], lacks: Sequence[str], unruled: str, open_rows: OpenRows) -> str:
    told = (
        [lacks[0] or unruled, f"at the wire {lacks[1]}" if lacks[1] and lacks[1] != lacks[0] else ""]
        if names
        else ["no scenario carries it"]
    )
    later = open_rows.of(row.id)
    if later is not None:
        told = [f"{later.why}{f'; the panel asks: {later.panel}' if later.panel else ''}", *(told if names else ())]
    return "; ".join(filter(None, told))
