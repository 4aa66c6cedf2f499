"""A rule of a book, as the catalogue keeps it."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

Book: TypeAlias = Literal["cooke", "roberts", "home"]

#: Book → its title. The order is that of every list that has all three.
BOOKS: Final[dict[Book, str]] = {
    "cooke": "Cooke's Rules of Real Poker",
    "roberts": "Robert's Rules of Poker (an extract)",
    "home": "Home rules for Texas hold'em",
}

RuleClass: TypeAlias = Literal["enforce", "money", "announce", "track", "config", "advise", "human"]

#: Class → what the table does about a rule of it.
CLASSES: Final[dict[RuleClass, str]] = {
    "enforce": "the table detects a breach and applies the rule",
    "money": "arithmetic, to the exact unit",
    "announce": "the dealer must say it",
    "track": "something the table keeps in mind",
    "config": "the house sets it",
    "advise": "the facts are put before the floor, who decides",
    "human": "no table can sense it",
}

#: Classes whose rules a table can carry out by itself.
WORKABLE: Final[frozenset[RuleClass]] = frozenset({"enforce", "money", "announce", "track"})


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A worked example: with `given`, `when` it happens, `then` is right."""

    given: str
    when: str
    then: str


class RowOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choice that a rule leaves, under the name its own book has for it; see `HouseOption.aliases`."""

    name: str
    default: Any  # as the book says it: a word, a number, a list of words, or nothing
    alternatives: list[Any]


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule, in our words.

    `duty` is what a controller must do about it, `senses` what it needs for that. `config` holds the figures of a row that is
    a table of figures. Invariants: `id` never changes: rulings, options, scenarios and docs cite it.
    """

    id: str
    book: Book
    section: str
    title: str
    rule_class: RuleClass = msgspec.field(name="class")
    games: list[str]
    limits: list[str]
    summary: str
    senses: list[str]
    duty: str
    option: RowOption | None
    examples: list[Example]
    config: dict[str, Any] | None = None

    @property
    def workable(self) -> bool:
        """Whether a table can carry the rule out by itself."""
        return self.rule_class in WORKABLE


#: Decodes a file of rules, one a line.
decode_rules: Final = msgspec.json.Decoder(Rule).decode_lines
