"""What became of scenarios, for a person, for a program and for a build server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

import msgspec

from sim.scenario.batch import Outcome
from sim.scenario.result import Result

#: Exit codes: every expectation holds, one fails, a file is invalid.
OK, FAILED, INVALID = range(3)


def exit_code(outcomes: Iterable[Outcome]) -> int:
    """Return 2 when a file is invalid, else 1 when an expectation failed, else 0."""
    code = OK
    for outcome in outcomes:
        if outcome.invalid:
            return INVALID
        if not all(result.ok for result in outcome.results):
            code = FAILED
    return code


def lines_of(outcome: Outcome) -> list[str]:
    """Return what a person reads of one file."""
    lines: list[str] = []
    for result in outcome.results:
        lines.append(f"{'ok  ' if result.ok else 'FAIL'} {_title(result)}")
        lines += [f"     {failure}" for failure in result.failures]
        for kind, told in (("discrepancies", result.discrepancies), ("rulings", result.rulings)):
            if told and not result.ok:
                lines.append(f"     told besides: {kind} {', '.join(told)}")
    return lines


def summary(outcomes: Sequence[Outcome]) -> str:
    """Return how many were what."""
    results = [result for outcome in outcomes for result in outcome.results]
    good = sum(result.ok for result in results)
    invalid = sum(bool(outcome.invalid) for outcome in outcomes)
    parts = [f"{good} ok", f"{len(results) - good} failed", *([f"{invalid} invalid"] if invalid else [])]
    return f"{counted(len(results) + invalid)}: {', '.join(parts)}"


def counted(scenarios: int) -> str:
    """Return a number of scenarios in words."""
    return "1 scenario" if scenarios == 1 else f"{scenarios} scenarios"


def json_lines(outcome: Outcome) -> list[str]:
    """Return one JSON object a scenario and book; an invalid file is an object with its `error`."""
    if outcome.invalid:
        return [msgspec.json.encode({"file": outcome.file, "ok": False, "error": outcome.invalid}).decode()]
    return [msgspec.json.encode(result).decode() for result in outcome.results]


#: A table of more columns of text than this no screen shows.
_WIDEST: Final = 200


def matrix(outcomes: Iterable[Outcome]) -> list[str]:
    """Return the questions that books answer differently, by book, as the lines of a table."""
    books, rows = by_book(outcomes)
    if not rows:
        return ["no question by book: no scenario that was run has a by_book"]
    table = [["question", *books], *([question, *(row.get(book, "-") for book in books)] for question, row in rows.items())]
    widths = [max(len(row[column]) for row in table) for column in range(len(books) + 1)]
    if sum(widths) > _WIDEST:
        return [line for question, row in rows.items() for line in _stacked(question, row, books)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def by_book(outcomes: Iterable[Outcome]) -> tuple[list[str], dict[str, dict[str, str]]]:
    """Return the books that were asked, and each question with what each book says to it; `!` = its answer is another."""
    rows: dict[str, dict[str, str]] = {}
    books: dict[str, None] = {}
    for result in (result for outcome in outcomes for result in outcome.results if result.book):
        for answer in result.answers:
            books[result.book] = None
            row = rows.setdefault(answer.question, {})
            told = f"{answer.says}{'' if answer.ok else ' !'}"
            row[result.book] = f"{row[result.book]}; {told}" if result.book in row else told
    return [*books], rows


def _stacked(question: str, row: Mapping[str, str], books: Iterable[str]) -> Iterator[str]:
    """Yield a question and below it what each book says: for answers too long to stand side by side."""
    yield question
    name = max(map(len, books))
    yield from (f"  {book.ljust(name)}  {row.get(book, '-')}" for book in books)


def junit(outcomes: Sequence[Outcome]) -> str:
    """Return the outcomes as JUnit XML, for build servers."""
    results = [(outcome, result) for outcome in outcomes for result in outcome.results]
    invalid = [outcome for outcome in outcomes if outcome.invalid]
    failed = sum(not result.ok for _, result in results)
    cases: list[str] = []
    for _, result in results:
        head = f"  <testcase classname={quoteattr(_plain(result.file))} name={quoteattr(_plain(_title(result)))}"
        if result.ok:
            cases.append(f"{head}/>")
            continue
        text = _plain("\n".join(map(str, result.failures)))
        first = quoteattr(_plain(str(result.failures[0])))
        cases += [f"{head}>", f"    <failure message={first}>{escape(text)}</failure>", "  </testcase>"]
    for outcome in invalid:
        name = quoteattr(_plain(outcome.file))
        cases.append(f"  <testcase classname={name} name={name}>\n    <error message={quoteattr(_plain(outcome.invalid))}/>\n  </testcase>")
    count = len(results) + len(invalid)
    head = f'<testsuite name="scenarios" tests="{count}" failures="{failed}" errors="{len(invalid)}">'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', head, *cases, "</testsuite>", ""])


def _title(result: Result) -> str:
    return f"{result.name} ({result.book})" if result.book else result.name


#: What XML 1.0 cannot hold, even escaped.
_UNSAYABLE: Final = {code: "?" for code in (*range(0x20), 0xFFFE, 0xFFFF, *range(0xD800, 0xE000)) if code not in (0x9, 0xA, 0xD)}


def _plain(text: str) -> str:
    return text.translate(_UNSAYABLE)
