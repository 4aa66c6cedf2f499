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


class CsvError(Exception):
    """The file cannot be used; `problems` name each place with what is allowed there."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
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
    reader = csv.reader(_lines(path), delimiter=_delimiter(path), strict=True)
    try:
        lines = [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]
    except csv.Error as error:
        raise CsvError([f"{path}:{reader.line_num}: {error}; allowed: one player a line, text with commas in double quotes"]) from None
    if not lines:
        raise CsvError([f"{path}: it is empty; the first line is: {','.join(COLUMNS)}"])
    (_, header), *rest = lines
    columns = _columns(path, header)
    problems: list[str] = []
    rows = [row for number, cells in rest if (row := _row(f"{path}:{number}", number, columns, cells, problems)) is not None]
    problems += _twice(path, rows)
    if problems:
        raise CsvError(problems)
    return rows


def _lines(path: Path) -> list[str]:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise CsvError([f"{path}: more than {MAX_BYTES} bytes; name a CSV file with one player a line"])
        return path.read_text(encoding="utf-8-sig").splitlines(keepends=True)
    except OSError as error:
        raise CsvError([f"{path}: {error.strerror}; name a CSV file that can be read"]) from None
    except UnicodeDecodeError as error:
        raise CsvError([f"{path}: not UTF-8 at byte {error.start}; save it as CSV in UTF-8"]) from None


def _delimiter(path: Path) -> str:
    """Some spreadsheets write semicolons; the header tells."""
    first = next(iter(_lines(path)), "")
    return ";" if first.count(";") > first.count(",") else ","


def _columns(path: Path, header: Sequence[str]) -> list[str]:
    columns = [cell.strip() for cell in header]
    problems = [
        f"{path}:1: there is no column {column!r}{nearest_hint(column, COLUMNS)}; columns are {', '.join(COLUMNS)}"
        for column in columns
        if column not in COLUMNS
    ]
    problems += [f"{path}:1: the column {column!r} is missing; it holds {COLUMNS[column]}" for column in NEEDED if column not in columns]
    problems += [f"{path}:1: the column {column!r} stands twice" for column in sorted(set(columns)) if columns.count(column) > 1]
    if problems:
        raise CsvError(problems)
    return columns


def _row(where: str, number: int, columns: Sequence[str], cells: Sequence[str], problems: list[str]) -> Row | None:
    if len(cells) != len(columns):
        problems.append(f"{where}: {len(cells)} fields where the header has {len(columns)}; put text with commas in double quotes")
        return None
    texts = dict(zip(columns, (cell.strip() for cell in cells), strict=True))
    fields: dict[str, Any] = {column: _whole(text) if column in _WHOLE else text for column, text in texts.items()}
    try:
        SitModel.model_validate({"id": "row", **fields})
    except ValidationError as error:
        wrong = dict.fromkeys(str(one["loc"][0]) for one in error.errors(include_url=False, include_context=False, include_input=False))
        problems += [f"{where}: {column}: {_shown(texts[column])} is not possible; allowed: {COLUMNS[column]}" for column in wrong]
        return None
    return Row(number, fields)


def _whole(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else text


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _twice(path: Path, rows: Sequence[Row]) -> Iterator[str]:
    first: dict[int, int] = {}
    for row in rows:
        line = first.setdefault(row.seat, row.line)
        if line != row.line:
            yield f"{path}:{row.line}: seat: {row.seat} is taken by line {line} already; give each player a seat of his own"
