"""What became of a scenario."""

from __future__ import annotations

import msgspec


class Failure(msgspec.Struct, frozen=True):
    """What was not as expected, with its place in the file."""

    place: str
    what: str
    expected: str
    got: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}: expected {self.expected}, got {self.got}"


class Answered(msgspec.Struct, frozen=True):
    """An expectation of one book: the scenario that asks, what the book says, and whether it held."""

    question: str
    says: str
    ok: bool


class Held(msgspec.Struct, frozen=True):
    """An expectation that held, with the rules that it asked for."""

    what: str
    rules: list[str]


class Result(msgspec.Struct, frozen=True):
    """One line of `smarttable scenario run --json`. `book` "" = the scenario names none.

    `examples` are those of the catalogue that the scenario turns into acts; `held` the expectations that held, each with the rules that
    it asked for and the program named there. `senses` are those besides the antennas whose readings it took at the wire, as `camera`.
    Units: chips.
    """

    name: str
    file: str
    book: str
    ok: bool
    rulings: list[str]
    announcements: list[str]
    prompts: list[str]
    payoffs: dict[int, int] | None
    stacks: dict[int, int]
    pots: list[int]
    street: str | None
    discrepancies: list[str]
    failures: list[Failure]
    answers: list[Answered] = []
    examples: list[str] = []
    held: list[Held] = []
    senses: list[str] = []
