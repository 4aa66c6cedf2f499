"""YAML text → a tree of values, each of which knows its place. The YAML 1.2 core schema, strictly.

`on`, `off`, `yes` and `1:01` are words. Refused: keys given twice, aliases, tags, more than one document, what is
nested beyond any use, more than 1 MB. Only the parser's events are used, never its loader, which follows YAML 1.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
import yaml

from sim.scenario.errors import Place, ScenarioError

#: Longest file that is read, in bytes, and how deep it may be nested.
MAX_BYTES: Final = 1_000_000
MAX_DEPTH: Final = 20

#: libyaml's parser, where the package was built with it.
_LOADER: Final[Any] = getattr(yaml, "CLoader", yaml.Loader)

#: What no YAML text holds (YAML 1.2, 5.1).
_UNPRINTABLE: Final = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")

Scalar: TypeAlias = str | int | float | bool | None


class Node(msgspec.Struct, frozen=True):
    """A value and its place. `value` is a scalar, a list of Nodes, or a mapping of text keys to Nodes.

    Shape: `key_places` has the place of each key of a mapping; `quoted` = a scalar that was written in quotes.
    """

    value: Scalar | list[Node] | dict[str, Node]
    place: Place
    key_places: dict[str, Place] = {}
    quoted: bool = False

    @property
    def kind(self) -> str:
        """What the value is, in words."""
        if isinstance(self.value, dict):
            return "a mapping"
        if isinstance(self.value, list):
            return "a list"
        return "nothing" if self.value is None else f"{self.value!r}" if isinstance(self.value, str) else str(self.value).lower()


def read_tree(path: Path) -> Node:
    """Return the tree of a file. Raises: ScenarioError."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ScenarioError(str(path), f"longer than {MAX_BYTES:,} bytes: no scenario; split it up")
        data = path.read_bytes()
    except OSError as error:
        raise ScenarioError(str(path), f"cannot be read: {error.strerror}; check the path") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ScenarioError(Place(str(path), line, 1), "not UTF-8; save the file as UTF-8 text") from None
    return parse_tree(text, str(path))


def parse_tree(text: str, file: str = "scenario") -> Node:
    """Return the tree of a YAML text. Raises: ScenarioError."""
    if (odd := _UNPRINTABLE.search(text)) is not None:
        line, column = text.count("\n", 0, odd.start()) + 1, odd.start() - text.rfind("\n", 0, odd.start())
        raise ScenarioError(Place(file, line, column), f"U+{ord(odd[0]):04X} is no character of YAML; take it out")
    try:
        return _Builder(yaml.parse(text, Loader=_LOADER), file).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Place(file, mark.line + 1, mark.column + 1) if mark is not None else Place(file, 1, 1)
        raise ScenarioError(place, f"not YAML: {error.problem or error.context}; check indents, colons and brackets") from None


class _Builder:
    def __init__(self, events: Iterator[Any], file: str) -> None:
        self._events = events
        self._file = file

    def document(self) -> Node:
        root: Node | None = None
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    raise ScenarioError(self._place(event), "a second document begins here; a file holds one scenario")
                root = self._node(next(self._events), 0)
        if root is None:
            raise ScenarioError(Place(self._file, 1, 1), "the file is empty; a scenario has name, table and do")
        return root

    def _node(self, event: Any, depth: int) -> Node:
        place = self._place(event)
        if isinstance(event, yaml.AliasEvent):
            raise ScenarioError(place, f"*{event.anchor} is an alias; write the value out")
        if event.tag not in (None, "!"):
            raise ScenarioError(place, f"{event.tag} is a tag; write the value without it")
        if depth > MAX_DEPTH:
            raise ScenarioError(place, f"nested deeper than {MAX_DEPTH}; no scenario is")
        if isinstance(event, yaml.ScalarEvent):
            quoted = bool(event.style)
            return Node(event.value if quoted else resolve(event.value), place, quoted=quoted)
        if isinstance(event, yaml.SequenceStartEvent):
            return Node([self._node(item, depth + 1) for item in self._until(yaml.SequenceEndEvent)], place)
        values: dict[str, Node] = {}
        places: dict[str, Place] = {}
        for key_event in self._until(yaml.MappingEndEvent):
            key_place = self._place(key_event)
            if not isinstance(key_event, yaml.ScalarEvent):
                raise ScenarioError(key_place, "a key is one word or number")
            key = str(key_event.value)
            if key in values:
                raise ScenarioError(key_place, f"{key} is given twice, first in line {places[key].line}; keep one")
            values[key] = self._node(next(self._events), depth + 1)
            places[key] = key_place
        return Node(values, place, places)

    def _until(self, end: type) -> Iterator[Any]:
        while not isinstance(event := next(self._events), end):
            yield event

    def _place(self, event: Any) -> Place:
        return Place(self._file, event.start_mark.line + 1, event.start_mark.column + 1)


_NULL: Final = frozenset({"", "~", "null", "Null", "NULL"})
_BOOL: Final = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT: Final = re.compile(r"[-+]?[0-9]{1,30}|0o[0-7]{1,30}|0x[0-9a-fA-F]{1,30}")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]{1,3})?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")


def resolve(plain: str) -> Scalar:
    """Return what an unquoted scalar is by the core schema of YAML 1.2 (10.3.2); everything else is text."""
    if plain in _NULL:
        return None
    if plain in _BOOL:
        return _BOOL[plain]
    if _INT.fullmatch(plain):
        return int(plain, 8 if plain.startswith("0o") else 16) if plain.startswith(("0o", "0x")) else int(plain)
    if _FLOAT.fullmatch(plain):
        return float(plain.lower().replace(".inf", "inf").replace(".nan", "nan"))
    return plain
