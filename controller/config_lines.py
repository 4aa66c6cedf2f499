"""Where in a TOML text each key stands: tomllib keeps no positions, an error message needs one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

#: A key's way down: table names and keys as strings, places in arrays as numbers.
Path: TypeAlias = tuple[str | int, ...]

Lines: TypeAlias = Mapping[Path, int]

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE: Final = re.compile(r"[ \t]*")
#: A string of any of the four kinds; the long ones first, since three quotes begin with an empty string.
_STRING: Final = re.compile(r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\])*"|\'[^\']*\'', re.DOTALL)
_PLAIN: Final = re.compile(r"[^,\]}#\n]+")  # numbers, booleans, dates
_ESCAPE: Final = re.compile(r'\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(["\\bfnrt]))')
_ESCAPED: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def locate(text: str) -> Lines:
    """Return the line, from 1, of every key, table and array element of a valid TOML text.

    Invariants: `text` has passed tomllib; on any other the answer may be wrong or an IndexError.
    """
    return _Scanner(text).scan()


def line_of(lines: Lines, path: Path) -> int:
    """Return the line of `path`, or of the nearest place above it that is written down; else 1."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


class _Scanner:
    """Walks a TOML text once and notes where each key begins."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[Path, int] = {}
        self._array_sizes: dict[Path, int] = {}
        self._line_at, self._line = 0, 1

    def scan(self) -> Lines:
        table: Path = ()
        while self._skip(_BLANK) and self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table)
        return self.lines

    def _header(self) -> Path:
        is_array = self.text.startswith("[[", self.at)
        line = self._line_here()
        self.at += 2 if is_array else 1
        keys = self._key()
        self.at += 2 if is_array else 1
        path = self._last_elements(keys[:-1]) + keys[-1:]
        if is_array:
            index = self._array_sizes.get(path, 0)
            self._array_sizes[path] = index + 1
            path = (*path, index)
        else:
            path = self._last_elements(keys)
        for depth in range(1, len(path) + 1):
            self._note(path[:depth], line)
        return path

    def _last_elements(self, keys: tuple[str, ...]) -> Path:
        """Below an array of tables, a header means its newest element."""
        path: Path = ()
        for key in keys:
            path = (*path, key)
            if path in self._array_sizes:
                path = (*path, self._array_sizes[path] - 1)
        return path

    def _pair(self, table: Path) -> None:
        line = self._line_here()
        path = table
        for key in self._key():
            path = (*path, key)
            self._note(path, line)
        self.at += 1  # the `=`
        self._skip(_SPACE)
        self._value(path)

    def _key(self) -> tuple[str, ...]:
        keys = []
        while True:
            self._skip(_SPACE)
            quoted = self.text[self.at] in "\"'"
            word = self._take(_STRING if quoted else _BARE)
            keys.append(_unquoted(word) if quoted else word)
            self._skip(_SPACE)
            if self.text[self.at] != ".":
                return tuple(keys)
            self.at += 1

    def _value(self, path: Path) -> None:
        first = self.text[self.at]
        if first == "{":
            self._sequence("}", lambda _: self._pair(path))
        elif first == "[":
            self._sequence("]", lambda index: self._element((*path, index)))
        else:
            self._take(_STRING if first in "\"'" else _PLAIN)

    def _element(self, path: Path) -> None:
        self._note(path, self._line_here())
        self._value(path)

    def _sequence(self, end: str, item: Callable[[int], None]) -> None:
        self.at += 1
        index = 0
        while self._skip(_BLANK) and self.text[self.at] != end:
            if self.text[self.at] == ",":
                self.at += 1
                continue
            item(index)
            index += 1
        self.at += 1

    def _note(self, path: Path, line: int) -> None:
        self.lines.setdefault(path, line)

    def _line_here(self) -> int:
        self._line += self.text.count("\n", self._line_at, self.at)
        self._line_at = self.at
        return self._line

    def _skip(self, pattern: re.Pattern[str]) -> bool:
        self._take(pattern)
        return True

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            raise IndexError(f"no TOML at character {self.at}")
        self.at = match.end()
        return match.group()


def _unquoted(word: str) -> str:
    """The key that a quoted key names."""
    if word[0] == "'":
        return word[1:-1]
    return _ESCAPE.sub(lambda m: chr(int(m[1] or m[2], 16)) if m[1] or m[2] else _ESCAPED.get(m[3], m[3]), word[1:-1])
