"""players.csv → rows: who is to sit where. Every line that is wrong is named, with what is allowed."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from controller.config_nearest import nearest_hint
from controller.feed.commands import SitModel
from controller.game.chips import MAX_CHIPS
from controller.game.zones import MAX_SEATS

#: Column → what may stand in it.
COLUMNS: Final[Mapping[str, str]] = {
    "seat": f"a whole number, 1 to {MAX_SEATS}",
    "name": "1 to 64 printable characters, no space at the ends",
    "short_name": "up to 16 printable characters, or nothing",
    "country": "two capital letters as DE (ISO 3166), or nothing",
    "picture": "the name of a png, jpg, jpeg or webp file as ann.png (letters, digits, . _ -), or nothing",
    "stack": f"a whole number of chips, 1 to {MAX_CHIPS}",
}
#: These must be in the header; the others may be left out.
NEEDED: Final = ("seat", "name", "stack")
_WHOLE: Final = ("seat", "stack")
#: A longer file is not a list of a table's players.
MAX_BYTES: Final = 100_000


class Problem(NamedTuple):
    """What keeps a list from being used: `line` of the list from 1, 0 = the whole of it.

    `code` says of what kind it is. `column` and `given` are there when one field is wrong; `text` says all of it, with what is allowed.
    """

    line: int
    code: str
    text: str
    column: str = ""
    given: str = ""

    def at(self, file: str) -> str:
        """Return the problem with its place in front."""
        return f"{file}:{self.line}: {self.text}" if self.line else f"{file}: {self.text}"


class CsvError(Exception):
    """The list `file` cannot be used; `problems` name each place with what is allowed there."""

    def __init__(self, problems: Sequence[Problem], file: str, *more: str) -> None:
        super().__init__("\n".join([*(problem.at(file) for problem in problems), *more]))
        self.problems = tuple(problems)


class Row(NamedTuple):
    """One player to be seated, checked; `fields` are those of the verb `sit` but its id."""

    line: int
    fields: Mapping[str, Any]

    @property
    def seat(self) -> int:
        return int(self.fields["seat"])


def read_rows(path: Path) -> list[Row]:
    """Return the rows of the file in its order. Raises: CsvError with every problem there is."""
    return rows_of(_text(path), str(path))


def rows_of(text: str, file: str) -> list[Row]:
    """Return the rows of a list, called `file`, in its order. Raises: CsvError with every problem there is."""
    if len(text.encode(errors="replace")) > MAX_BYTES:
        raise CsvError([_TOO_LONG], file)
    lines = text.removeprefix("\ufeff").splitlines(keepends=True)
    reader = csv.reader(lines, delimiter=_delimiter(lines), strict=True)
    try:
        filled = [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]
    except csv.Error as error:
        told = f"{error}; allowed: one player a line, text with commas in double quotes"
        raise CsvError([Problem(reader.line_num, "quotes", told)], file) from None
    if not filled:
        raise CsvError([Problem(0, "empty", f"it is empty; the first line is: {','.join(COLUMNS)}")], file)
    (_, header), *rest = filled
    columns, problems = _columns(header)
    if problems:
        raise CsvError(problems, file)
    rows = [row for number, cells in rest if (row := _row(number, columns, cells, problems)) is not None]
    problems += _twice(rows)
    if problems:
        raise CsvError(problems, file)
    return rows


_TOO_LONG: Final = Problem(0, "too_long", f"more than {MAX_BYTES} bytes; name a CSV file with one player a line")


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise CsvError([_TOO_LONG], str(path))
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise CsvError([Problem(0, "unreadable", f"{error.strerror}; name a CSV file that can be read")], str(path)) from None
    except UnicodeDecodeError as error:
        raise CsvError([Problem(0, "not_utf8", f"not UTF-8 at byte {error.start}; save it as CSV in UTF-8")], str(path)) from None


def _delimiter(lines: Sequence[str]) -> str:
    """Some spreadsheets write semicolons, and give tabs when they are copied from; the header tells."""
    first = next(iter(lines), "")
    return max(",;\t", key=first.count)


def _columns(header: Sequence[str]) -> tuple[list[str], list[Problem]]:
    columns = [cell.strip() for cell in header]
    problems = [
        Problem(1, "no_column", f"there is no column {column!r}{nearest_hint(column, COLUMNS)}; columns are {', '.join(COLUMNS)}", column)
        for column in columns
        if column not in COLUMNS
    ]
    problems += [
        Problem(1, "missing", f"the column {column!r} is missing; it holds {COLUMNS[column]}", column)
        for column in NEEDED
        if column not in columns
    ]
    problems += [
        Problem(1, "column_twice", f"the column {column!r} stands twice", column)
        for column in sorted(set(columns))
        if columns.count(column) > 1
    ]
    return columns, problems


def _row(number: int, columns: Sequence[str], cells: Sequence[str], problems: list[Problem]) -> Row | None:
    if len(cells) != len(columns):
        told = f"{len(cells)} fields where the header has {len(columns)}; put text with commas in double quotes"
        problems.append(Problem(number, "fields", told))
        return None
    texts = dict(zip(columns, (cell.strip() for cell in cells), strict=True))
    fields: dict[str, Any] = {column: _whole(text) if column in _WHOLE else text for column, text in texts.items()}
    try:
        SitModel.model_validate({"id": "row", **fields})
    except ValidationError as error:
        wrong = dict.fromkeys(str(one["loc"][0]) for one in error.errors(include_url=False, include_context=False, include_input=False))
        problems += [_not_possible(number, column, texts[column]) for column in wrong]
        return None
    return Row(number, fields)


def _not_possible(number: int, column: str, text: str) -> Problem:
    given = text if len(text) <= 40 else text[:39] + "…"
    return Problem(number, "field", f"{column}: {given!r} is not possible; allowed: {COLUMNS[column]}", column, given)


def _whole(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text


def _twice(rows: Sequence[Row]) -> Iterator[Problem]:
    first: dict[int, int] = {}
    for row in rows:
        line = first.setdefault(row.seat, row.line)
        if line != row.line:
            told = f"seat: {row.seat} is taken by line {line} already; give each player a seat of his own"
            yield Problem(row.line, "seat_twice", told, "seat", str(row.seat))
