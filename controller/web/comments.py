"""What of the pages' own files a browser gets: all but the comments, which are for those who read the source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class _Marks(NamedTuple):
    """How comments are written; `line` "" = there are none to the end of a line."""

    line: str
    begin: str
    end: str


_MARKS: Final[Mapping[str, _Marks]] = {
    ".js": _Marks("//", "/*", "*/"),
    ".css": _Marks("", "/*", "*/"),
    ".html": _Marks("", "<!--", "-->"),
}


def without_comments(text: str, suffix: str) -> str:
    """Return `text` with an empty line in place of each line that is comment and nothing else.

    `suffix` is the file's: what has none of these forms of comment comes back as it is. A comment beside code stays.
    Invariants: a line of code is the same, byte for byte, and has the same number, so that a browser's console names the line of the
    source. In `text` no string runs over several lines and looks like a comment: a test walks the files for that.
    """
    marks = _MARKS.get(suffix)
    if marks is None:
        return text
    lines = text.split("\n")
    at = 0
    while at < len(lines):
        end = _comment_end(lines, at, marks)
        for place in range(at, end):
            lines[place] = ""
        at = max(end, at + 1)
    return "\n".join(lines)


def _comment_end(lines: list[str], at: int, marks: _Marks) -> int:
    """Return the number after the last line of the comment that begins at `at`; `at` itself where no line is comment alone."""
    begun = lines[at].lstrip()
    if marks.line and begun.startswith(marks.line):
        return at + 1
    if not begun.startswith(marks.begin):
        return at
    rest = begun.removeprefix(marks.begin)
    for place in range(at, len(lines)):
        _, ended, after = (rest if place == at else lines[place]).partition(marks.end)
        if ended:
            return at if after.strip() else place + 1
    return at
