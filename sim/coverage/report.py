"""The score of the rule books, for a person, for a program and as a page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from controller.rules.catalogue.row import BOOKS, CLASSES, WORKABLE
from controller.rules.catalogue.row import Rule as Row
from sim.coverage.open_rows import COUNTED, NOT_COUNTED, OpenRows
from sim.coverage.score import Scored
from sim.scenario.result import Result
from sim.scenario.scenario import Scenario


class Covered(msgspec.Struct, frozen=True):
    """What a run of the coverage came to."""

    rows: list[Scored]
    facts: list[Result]
    wire: list[Result] | None
    mutated: bool
    listed: OpenRows = OpenRows()
    wrong: list[str] = []  # what open.toml and the rows do not agree in

    @property
    def survivors(self) -> list[Scored]:
        """Rows that a scenario claims to prove and that hold without their rule."""
        return [row for row in self.rows if row.why.startswith("c:") and row.scenarios] if self.mutated else []

    def counted(self) -> tuple[list[Scored], list[Scored], list[Scored]]:
        """Return the rows that have to be proven or listed one by one: all, those of other parts and senses among them, the open others."""
        rows = [row for row in self.rows if row.rule_class in WORKABLE and COUNTED.fullmatch(row.id)]
        left = [row for row in rows if row.status != "proven"]
        aside = [row for row in left if (one := self.listed.of(row.id)) is not None and one.why in NOT_COUNTED]
        return rows, aside, [row for row in left if row not in aside]

    @property
    def failures(self) -> list[Result]:
        """Scenarios that did not hold."""
        return [result for result in (*self.facts, *(self.wire or ())) if not result.ok]


def summary(covered: Covered) -> dict[str, Any]:
    """Return the counts: rows of each book by class and status, runs by depth, and how rows fail without their rule."""
    books: dict[str, dict[str, dict[str, int]]] = {}
    for row in covered.rows:
        counted = books.setdefault(row.book, {}).setdefault(row.rule_class, {})
        counted[row.status] = counted.get(row.status, 0) + 1
    workable = [row for row in covered.rows if row.rule_class in WORKABLE]
    runs = {"facts": _runs(covered.facts), "wire": None if covered.wire is None else _runs(covered.wire)}
    tried = {
        "tried": sum(bool(row.without) for row in covered.rows) + len(covered.survivors),
        "survived": [row.id for row in covered.survivors],
        "only_named": [row.id for row in covered.rows if row.without == "named"],
    }
    return {
        "workable": len(workable),
        "proven": sum(row.status == "proven" for row in workable),
        "facts": sum(row.facts for row in workable),
        "wire": None if covered.wire is None else sum(row.wire is True for row in workable),
        "status": dict(Counter(row.status for row in covered.rows)),
        "books": books,
        "scenarios": runs,
        "mutated": tried if covered.mutated else None,
        "counted": _of_counted(covered),
        "open_rows": covered.wrong,
    }


def _of_counted(covered: Covered) -> dict[str, Any]:
    rows, aside, left = covered.counted()
    return {"rows": len(rows) - len(aside), "not_counted": len(aside), "open": [row.id for row in left]}


def _runs(results: Iterable[Result]) -> dict[str, int]:
    counted = Counter(result.ok for result in results)
    return {"ok": counted[True], "failed": counted[False]}


def as_json(covered: Covered) -> str:
    """Return one object: every row, and the summary."""
    rows = [
        {
            "id": row.id, "book": row.book, "class": row.rule_class, "status": row.status,
            "facts": row.facts, "wire": row.wire, "scenarios": row.scenarios, "why": row.why,
            **({"senses": row.senses} if row.senses else {}),
        }
        for row in covered.rows
    ]  # fmt: skip
    return msgspec.json.encode({"rows": rows, "summary": summary(covered)}).decode()


def as_text(covered: Covered) -> Iterator[str]:
    """Yield the lines a person reads: a table of books and classes, then what is begun and not proven."""
    yield from _table(["book", "class", "rules", "proven", "facts", "wire", "open"], _counts(covered))
    rows, aside, left = covered.counted()
    if rows and covered.listed.rows:
        yield ""
        others = f"{len(aside)} belong to other parts and senses; of the {len(rows) - len(aside)} others {len(left)} are open"
        yield f"Of the {len(rows)} rules on play, the deal and the deck, {others}"
        yield from (f"  {row.id}: {row.why}" for row in left)
    begun = [row for row in covered.rows if row.status == "open" and row.scenarios]
    if begun:
        yield ""
        yield f"Claimed and not proven, {len(begun)}:"
        yield from (f"  {row.id}: {row.why}" for row in begun)
    for sense, ids in _by_sense(covered).items():
        yield ""
        yield f"Through readers as {_SENSES[sense]}, {len(ids)}: {', '.join(ids)}"
    named = [row.id for row in covered.rows if row.without == "named"]
    if named:
        yield ""
        yield f"Without their rule these differ only in what is named, {len(named)}: {', '.join(named)}"


#: Sense besides the antennas → what of it comes to the table, in brackets behind `wire`.
_SENSES: Final = {"camera": "wire (camera: reading)"}


def _by_sense(covered: Covered) -> dict[str, list[str]]:
    found = {sense: [row.id for row in covered.rows if sense in row.senses] for sense in _SENSES}
    return {sense: ids for sense, ids in found.items() if ids}


def _counts(covered: Covered) -> Iterator[list[str]]:
    for book in (book for book in BOOKS if any(row.book == book for row in covered.rows)):
        for rule_class in WORKABLE_ORDER:
            rows = [row for row in covered.rows if (row.book, row.rule_class) == (book, rule_class)]
            if rows:
                yield [book, rule_class, *_counted(rows, covered.wire is not None)]
    yield ["all", "", *_counted([row for row in covered.rows if row.rule_class in WORKABLE], covered.wire is not None)]


def _counted(rows: Sequence[Scored], wire: bool) -> list[str]:
    proven = sum(row.status == "proven" for row in rows)
    depths = [str(sum(row.facts for row in rows)), str(sum(row.wire is True for row in rows)) if wire else "-"]
    return [str(len(rows)), str(proven), *depths, str(len(rows) - proven)]


#: The workable classes, in the order of `CLASSES`.
WORKABLE_ORDER: Final = tuple(name for name in CLASSES if name in WORKABLE)


def _table(head: list[str], rows: Iterable[list[str]]) -> Iterator[str]:
    table = [head, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(head))]
    for row in table:
        yield "  ".join(
            cell.ljust(width) if at < 2 else cell.rjust(width) for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()


_PAGE: Final = """\
# How much of the rules is proven

Made by `smarttable rules coverage --mutate --page`; a test holds it to the scenarios. Nothing here is declared: a rule counts as proven
when

- (a) scenarios that pass carry each of its worked examples, turned into what is done on the felt and what has to come of it;
- (b) the program itself named the rule's id there, in a refusal, a ruling, a legal action or a story, and the scenario expects that. Plain
  arithmetic, as which hand is better, is named nowhere: there the payoffs stand for it;
- (c) a scenario fails when the table plays without the rule. Each rule that the table carries out is registered with the ids that it
  answers for; `--mutate` switches them off one at a time, or answers the option that decides it otherwise.

An example counts under its own book, and a rule counts when it is proven with cards told as facts and again through simulated readers.
`smarttable rules coverage --json` says it rule by rule, with what is missing of the three.

```
smarttable rules coverage tests/scenarios                    every rule, at both depths
smarttable rules coverage tests/scenarios --mutate -j 2      and whether each proof fails without its rule
smarttable rules coverage tests/scenarios --row home.4 --no-wire --mutate
```
"""

_LISTED: Final = """
## What is left open among them

`tests/scenarios/open.toml` lists, one by one, the rules of the chapters on play, its betting and its ranks, the deal and the deck that are
not proven yet, and why. Where a sense is missing, it says what the panel asks instead.

| rule | why | what the panel asks |
|---|---|---|
"""

_SENSED: Final = """
## Proven with readings of another sense

No antenna knows which side of a card is up, what lies face up within the deck, or of what colour a back is. Scenarios at the wire give
the table what a camera's driver would: a look at a place, and what it made out there. How a picture becomes such a look is not proven by
them.

| rule | through readers |
|---|---|
"""

_DOUBTED: Final = """
## Rules that we believe are wrong

Expected values come from the rule as the catalogue has it. Where its writer seems to have erred, the scenario says so in its `notes`.

"""


def page(covered: Covered, rules: Mapping[str, Row], scenarios: Iterable[Scenario]) -> str:
    """Return docs/coverage.md."""
    return "".join([_PAGE, *_chapters(covered), *_left(covered, rules), *_sensed(covered, rules), _DOUBTED, *_doubted(scenarios)])


def _chapters(covered: Covered) -> Iterator[str]:
    for book, title in BOOKS.items():
        rows = [row for row in covered.rows if row.book == book and row.rule_class in WORKABLE]
        yield f"\n## {title}\n\n| chapter | rules to prove | proven | with facts | through readers |\n|---|---|---|---|---|\n"
        for chapter in dict.fromkeys(_chapter(row.id) for row in rows):
            own = [row for row in rows if _chapter(row.id) == chapter]
            counted = _counted(own, covered.wire is not None)
            yield f"| `{chapter}` | {' | '.join(counted[:4])} |\n"
        yield f"| all | {' | '.join(_counted(rows, covered.wire is not None)[:4])} |\n"


def _sensed(covered: Covered, rules: Mapping[str, Row]) -> Iterator[str]:
    found = _by_sense(covered)
    if found:
        yield _SENSED
    for sense, ids in found.items():
        yield from (f"| `{row}` {rules[row].title} | {_SENSES[sense]} |\n" for row in ids)


def _chapter(row: str) -> str:
    return ".".join(row.split(".")[:2])


def _left(covered: Covered, rules: Mapping[str, Row]) -> Iterator[str]:
    rows, aside, left = covered.counted()
    yield _LISTED
    for row in rows:
        one = covered.listed.of(row.id)
        if row.status != "proven" and one is not None:
            yield f"| `{row.id}` {rules[row.id].title} | {one.why}{f': {one.note}' if one.note else ''} | {one.panel or '–'} |\n"
    others = f"of the {len(rows) - len(aside)} others {len(left)} are open"
    yield f"\nOf {len(rows)} rules, {len(aside)} belong to other parts and senses and are not counted; {others}.\n"


def _doubted(scenarios: Iterable[Scenario]) -> Iterator[str]:
    told = {row: says for scenario in scenarios for row, says in scenario.doubts.items()}
    yield from (f"- `{row}`: {says}\n" for row, says in sorted(told.items()))
    if not told:
        yield "None.\n"


def failing_lines(results: Collection[Result]) -> Iterator[str]:
    """Yield a line for each scenario that failed, with its first failure."""
    for result in results:
        yield f"FAIL {result.name} ({result.book or 'no book'}): {result.failures[0]}"
