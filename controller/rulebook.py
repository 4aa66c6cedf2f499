"""The rule books' files, read once: in the shell, since the rooms that reason about rules read no files.

What the core asks at each step is not read here: the answers of the house are a struct (`controller.rules.options`) in code. These
files hold what people ask for, and what a changed answer is checked against.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from controller.rules.catalogue.option import AFFECTS, FixedRule, HouseOption, Value, decode_fixed, decode_options
from controller.rules.catalogue.row import BOOKS, Book, Rule, decode_rules

FOLDER: Final = Path(__file__).parent / "rules" / "catalogue"


@cache
def rules() -> Mapping[str, Rule]:
    """Return every rule by its id, book by book in the order of the books."""
    read = [rule for path in sorted((FOLDER / "rows").glob("*.jsonl")) for rule in decode_rules(path.read_bytes())]
    return MappingProxyType({rule.id: rule for book in BOOKS for rule in sorted(read, key=_chapter) if rule.book == book})


@cache
def options() -> Mapping[str, HouseOption]:
    """Return every option by its name, chapter by chapter."""
    return MappingProxyType({option.name: option for option in _read_options()})


@cache
def fixed() -> Mapping[str, FixedRule]:
    """Return the questions that are no options, by name."""
    return MappingProxyType({one.name: one for one in decode_fixed((FOLDER / "fixed.jsonl").read_bytes())})


@cache
def aliases() -> Mapping[str, tuple[str, ...]]:
    """Return each name that a rule has for a question → the options that ask it here."""
    found: dict[str, dict[str, None]] = {}
    for option in options().values():
        for alias in option.aliases:
            found.setdefault(alias.name, {})[option.name] = None
    return MappingProxyType({name: tuple(asked) for name, asked in found.items()})


@cache
def options_of_rule() -> Mapping[str, tuple[str, ...]]:
    """Return each rule's id → the options that govern it."""
    found: dict[str, list[str]] = {}
    for option in options().values():
        for rule in option.rules:
            found.setdefault(rule, []).append(option.name)
    return MappingProxyType({rule: tuple(names) for rule, names in found.items()})


def answers(book: Book, changed: Mapping[str, Value] = MappingProxyType({})) -> dict[str, Value]:
    """Return the answer to every question: the book's, but for those that are changed."""
    return {name: changed.get(name, option.of(book)) for name, option in options().items()}


def _read_options() -> Iterator[HouseOption]:
    for chapter in AFFECTS:
        yield from decode_options((FOLDER / "options" / f"{chapter.replace('_', '-')}.jsonl").read_bytes())


def _chapter(rule: Rule) -> int:
    """The number behind the book's name; appendices and definitions have none and come last. Within a chapter the file's order holds."""
    chapter = rule.id.split(".")[1]
    return int(chapter) if chapter.isdigit() else 1_000
