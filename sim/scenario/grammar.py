"""What a value of the language may be: read from a Node, or refused with its place; the JSON Schema beside it.

Each kind is a value. `takes` says whether a node has its shape, which is how a kind is chosen where there are several.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from controller.game.cards import RANKS, SUITS
from sim.scenario.errors import ScenarioError
from sim.scenario.tree import Node

Schema: TypeAlias = dict[str, Any]

CARD_PATTERN: Final = f"[{RANKS}][{SUITS}]|XJ"


class Kind(Protocol):
    """A kind of value."""

    @property
    def words(self) -> str:
        """What is expected, in words."""
        ...

    def takes(self, node: Node) -> bool: ...
    def read(self, node: Node) -> Any: ...
    def schema(self) -> Schema: ...


def nearest(word: str, words: Collection[str]) -> str:
    """Return a hint: the nearest word, or all of them when none is near and they are few."""
    near = difflib.get_close_matches(word, words, n=1)
    return f"did you mean {near[0]}?" if near else f"one of: {', '.join(words)}"


def _wrong(node: Node, expected: str) -> ScenarioError:
    return ScenarioError(node.place, f"expected {expected}, found {node.kind}")


class Whole(msgspec.Struct, frozen=True):
    """A whole number."""

    words: str
    low: int
    high: int

    def takes(self, node: Node) -> bool:
        return isinstance(node.value, int) and not isinstance(node.value, bool)

    def read(self, node: Node) -> int:
        value = node.value
        if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
            raise _wrong(node, self.words)
        return value

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Flag(msgspec.Struct, frozen=True):
    """true or false."""

    words: str = "true or false"

    def takes(self, node: Node) -> bool:
        return isinstance(node.value, bool)

    def read(self, node: Node) -> bool:
        if not isinstance(node.value, bool):
            raise _wrong(node, self.words)
        return node.value

    def schema(self) -> Schema:
        return {"type": "boolean"}


class Word(msgspec.Struct, frozen=True):
    """One of some words."""

    choices: tuple[str, ...]

    @property
    def words(self) -> str:
        return " | ".join(self.choices)

    def takes(self, node: Node) -> bool:
        return isinstance(node.value, str)

    def read(self, node: Node) -> str:
        if not isinstance(node.value, str):
            raise _wrong(node, self.words)
        if node.value not in self.choices:
            raise ScenarioError(node.place, f"unknown word {node.value!r}; {nearest(node.value, self.choices)}")
        return node.value

    def schema(self) -> Schema:
        return {"enum": list(self.choices)}


class Text(msgspec.Struct, frozen=True):
    """Text on one line that matches a pattern."""

    words: str
    pattern: str = r"\S(.{0,198}\S)?"

    def takes(self, node: Node) -> bool:
        return isinstance(node.value, str)

    def read(self, node: Node) -> str:
        if not isinstance(node.value, str) or not re.fullmatch(self.pattern, node.value):
            raise _wrong(node, self.words)
        return node.value

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^({self.pattern})$"}


_SECONDS: Final = {"ms": 0.001, "s": 1.0, "min": 60.0}


class Duration(msgspec.Struct, frozen=True):
    """A time with its unit. Units: read in seconds."""

    words: str = "a time with its unit, as 61s"
    pattern: str = r"([0-9]{1,5}(?:\.[0-9]{1,3})?)(ms|s|min)"
    most_s: float = 3600.0

    def takes(self, node: Node) -> bool:
        return isinstance(node.value, str)

    def read(self, node: Node) -> float:
        form = re.fullmatch(self.pattern, node.value) if isinstance(node.value, str) else None
        if form is None:
            raise _wrong(node, self.words)
        seconds = float(form[1]) * _SECONDS[form[2]]
        if not 0 < seconds <= self.most_s:
            raise ScenarioError(node.place, f"{node.value} is out of bounds: a time is above 0 and at most {self.most_s:g}s")
        return seconds

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^{self.pattern}$"}


class ListOf(msgspec.Struct, frozen=True):
    """A list of one kind; `unique` refuses an item that comes twice."""

    item: Any  # a Kind: msgspec knows no protocols
    most: int = 1000
    least: int = 0
    unique: bool = True

    @property
    def words(self) -> str:
        return f"a list, each {self.item.words}"

    def takes(self, node: Node) -> bool:
        return isinstance(node.value, list)

    def read(self, node: Node) -> list[Any]:
        if not isinstance(node.value, list):
            raise _wrong(node, self.words)
        if not self.least <= len(node.value) <= self.most:
            raise ScenarioError(node.place, f"expected {self.least} to {self.most} items, found {len(node.value)}")
        items = [self.item.read(item) for item in node.value]
        if self.unique:
            for at, item in enumerate(items):
                if item in items[:at]:
                    raise ScenarioError(node.value[at].place, f"{node.value[at].kind} is in this list twice; keep one")
        return items

    def schema(self) -> Schema:
        return {"type": "array", "items": self.item.schema(), "minItems": self.least, "maxItems": self.most}


class MapOf(msgspec.Struct, frozen=True):
    """A mapping whose keys match a pattern. `numbers` = the keys are read as numbers."""

    key_words: str
    key_pattern: str
    item: Any
    numbers: bool = True

    @property
    def words(self) -> str:
        return f"a mapping of {self.key_words} to {self.item.words}"

    def takes(self, node: Node) -> bool:
        return isinstance(node.value, dict)

    def read(self, node: Node) -> dict[Any, Any]:
        if not isinstance(node.value, dict):
            raise _wrong(node, self.words)
        for key, place in node.key_places.items():
            if not re.fullmatch(self.key_pattern, key):
                raise ScenarioError(place, f"expected {self.key_words}, found {key!r}")
        return {int(key) if self.numbers else key: self.item.read(value) for key, value in node.value.items()}

    def schema(self) -> Schema:
        return {"type": "object", "patternProperties": {f"^({self.key_pattern})$": self.item.schema()}, "additionalProperties": False}


class Either(msgspec.Struct, frozen=True):
    """One of several kinds, the first whose shape the node has."""

    kinds: tuple[Any, ...]

    @property
    def words(self) -> str:
        return ", or ".join(kind.words for kind in self.kinds)

    def takes(self, node: Node) -> bool:
        return any(kind.takes(node) for kind in self.kinds)

    def read(self, node: Node) -> Any:
        kind = next((kind for kind in self.kinds if kind.takes(node)), None)
        if kind is None:
            raise _wrong(node, self.words)
        return kind.read(node)

    def schema(self) -> Schema:
        return {"anyOf": [kind.schema() for kind in self.kinds]}


class Field(msgspec.Struct, frozen=True):
    """A field of a record. `later` = the table cannot do it yet: True, or those of its values that it cannot."""

    kind: Any
    required: bool = False
    later: bool | tuple[Any, ...] = False


class Record(msgspec.Struct, frozen=True):
    """A mapping with known fields; a value that is no mapping stands for the field `short`. `bare` = it may be left out."""

    fields: Mapping[str, Field]
    short: str = ""
    bare: bool = False

    @property
    def words(self) -> str:
        return f"a mapping with {', '.join(self.fields)}" if self.fields else "nothing"

    def takes(self, node: Node) -> bool:
        return isinstance(node.value, dict) or bool(self.short) or (self.bare and node.value is None)

    def read(self, node: Node) -> dict[str, Any]:
        if node.value is None and self.bare:
            return {}
        if not isinstance(node.value, dict):
            if not self.short:
                raise _wrong(node, self.words)
            return {self.short: self.fields[self.short].kind.read(node)}
        for key, place in node.key_places.items():
            if key not in self.fields:
                hint = nearest(key, self.fields) if self.fields else "it takes none"
                raise ScenarioError(place, f"unknown field {key!r}; {hint}")
        for name, field in self.fields.items():
            if field.required and name not in node.value:
                raise ScenarioError(node.place, f"{name} is missing: {field.kind.words}")
        return {key: self.fields[key].kind.read(value) for key, value in node.value.items()}

    def schema(self) -> Schema:
        whole: Schema = {
            "type": "object",
            "properties": {name: field.kind.schema() for name, field in self.fields.items()},
            "additionalProperties": False,
        }
        if required := [name for name, field in self.fields.items() if field.required]:
            whole["required"] = required
        ways = [whole, *([self.fields[self.short].kind.schema()] if self.short else ()), *([{"type": "null"}] if self.bare else ())]
        return whole if len(ways) == 1 else {"anyOf": ways}


class Anything(msgspec.Struct, frozen=True):
    """Any value, as plain data."""

    words: str = "a value"

    def takes(self, node: Node) -> bool:
        return True

    def read(self, node: Node) -> Any:
        return plain(node)

    def schema(self) -> Schema:
        return {}


def plain(node: Node) -> Any:
    """Return the value of a node as plain data."""
    if isinstance(node.value, dict):
        return {key: plain(value) for key, value in node.value.items()}
    return [plain(item) for item in node.value] if isinstance(node.value, list) else node.value


SEAT: Final = Whole("a seat, 1 to 10", 1, 10)
CHIPS: Final = Whole("chips, a whole number above 0", 1, 10**15)
CHIPS_OR_NONE: Final = Whole("chips, a whole number", 0, 10**15)
SIGNED: Final = Whole("chips won or lost, a whole number", -(10**15), 10**15)
CARD: Final = Text("a card, as Kd", CARD_PATTERN)
CARDS: Final = ListOf(CARD, 52, 1)
SEATS: Final = ListOf(SEAT, 10)
SEAT_KEY: Final = "([1-9]|10)"
CARD_PLACE: Final = Text(
    "a place: board, board/2, burn, muck, stub, seat/3/hole or seat/3/up", rf"board(/[23])?|burn|muck|stub|seat/{SEAT_KEY}/(hole|up)"
)
RULE_ID: Final = Text("the id of a rule, as cooke.4.06.a", r"[a-z]+(\.[a-zA-Z0-9_]+)+")
RULE_IDS: Final = ListOf(RULE_ID, 50)
CODE: Final = Text("a reason code, as act.out_of_turn", r"[a-z_]+(\.[a-z_]+)+")


def by_seat(item: Any) -> MapOf:
    """A mapping of seats to something."""
    return MapOf("a seat, 1 to 10", SEAT_KEY, item)
