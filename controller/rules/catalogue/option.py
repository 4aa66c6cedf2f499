"""A question that a house answers: what may be answered, what each book answers, and what contradicts it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from controller.rules.catalogue.row import Book

Value: TypeAlias = bool | int | str

#: What an option says about: one word for each chapter of the list.
AFFECTS: Final[dict[str, str]] = {
    "deal": "The deal and its errors",
    "deck": "Deck, shuffle and stub",
    "betting": "Betting",
    "blinds": "Blinds and the button",
    "showdown": "Showdown",
    "announcements": "What the dealer says",
    "clock": "The clock",
    "conduct": "Conduct at the table",
    "games": "Games",
    "money": "Buy-in and chips",
    "seating": "Seats",
    "house_take": "What the house takes",
    "jackpots": "Jackpots",
}

#: Units an amount may be said in. `unit` = the smallest amount that can be wagered.
UNITS: Final = ("small_bet", "big_bet", "big_blind", "unit", "usd", "percent", "minutes")
AMOUNT: Final = re.compile(rf"none|preset|\d{{1,9}}(\.\d{{1,4}})? ({'|'.join(UNITS)})")


class Exclusion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """While the option is `own`, the option `other` may not be `value`."""

    own: Value
    other: str
    value: Value


class Alias(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a rule calls the question, and the answer it gives as we write it."""

    name: str
    rule: str
    value: Value


class HouseOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One question.

    `silent` names the books that do not say: their value is our reading. `values` are the answers of a choice, each in words; `least`
    and `most` the bounds of a whole number. `note` is a doubt or a reading.
    Invariants: every book's value is allowed; `rules` is not empty.
    """

    name: str
    question: str
    type: Literal["choice", "bool", "int", "amount"]
    affects: str
    cooke: Value
    roberts: Value
    home: Value
    silent: list[Book]
    rules: list[str]
    excludes: list[Exclusion]
    aliases: list[Alias]
    values: dict[str, str] = {}
    least: int = 0
    most: int = 0
    note: str = ""

    def of(self, book: Book) -> Value:
        """Return the book's answer."""
        answer: Value = getattr(self, book)
        return answer

    def allowed(self) -> str:
        """Return what may be answered, in words."""
        if self.type == "choice":
            return ", ".join(self.values)
        if self.type == "bool":
            return "true, false"
        if self.type == "int":
            return f"a whole number from {self.least} to {self.most}"
        return f'"none", "preset", or a number and a unit as "2 big_blind"; units: {", ".join(UNITS)}'

    def takes(self, answer: object) -> bool:
        """Return whether the answer is allowed."""
        if self.type == "bool":
            return isinstance(answer, bool)
        if self.type == "int":
            return isinstance(answer, int) and not isinstance(answer, bool) and self.least <= answer <= self.most
        if not isinstance(answer, str):
            return False
        return answer in self.values if self.type == "choice" else AMOUNT.fullmatch(answer) is not None


class FixedRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question to which all books have one answer and no house needs another: not an option, and why."""

    name: str
    question: str
    answer: bool
    rules: list[str]
    reason: str


class Contradiction(NamedTuple):
    """Two answers that cannot both hold, each with a rule that speaks of it."""

    own: str
    own_value: Value
    own_rule: str
    other: str
    other_value: Value
    other_rule: str


def contradictions(answers: Mapping[str, Value], options: Mapping[str, HouseOption], book: Book) -> Iterator[Contradiction]:
    """Yield every pair of answers that exclude each other. `answers` holds all; rules of `book` are named first."""
    for option in options.values():
        for excluded in option.excludes:
            if answers[option.name] == excluded.own and answers[excluded.other] == excluded.value:
                own_rule, other_rule = rules_of_both(option, options[excluded.other], book)
                yield Contradiction(option.name, excluded.own, own_rule, excluded.other, excluded.value, other_rule)


def rules_of_both(one: HouseOption, other: HouseOption, book: Book) -> tuple[str, str]:
    """Return a rule of each, those of `book` first; two different ones where they have such."""
    mine, others = (sorted(option.rules, key=lambda rule: not rule.startswith(f"{book}.")) for option in (one, other))
    return next(((a, b) for a in mine for b in others if a != b), (mine[0], others[0]))


def shown(answer: Value) -> str:
    """Return an answer as people read it."""
    return str(answer).lower() if isinstance(answer, bool) else str(answer)


#: Decode a file of options, or of fixed rules, one a line.
decode_options: Final = msgspec.json.Decoder(HouseOption).decode_lines
decode_fixed: Final = msgspec.json.Decoder(FixedRule).decode_lines
