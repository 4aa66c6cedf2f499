"""A mistake at the panel: what a row of the table holds, and how a press is made of the generator's own bookkeeping."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import msgspec

from sim.torture.model import HandModel
from sim.torture.plan import Echo, Press
from sim.torture.player import Moment, Player

Make: TypeAlias = Callable[[HandModel, random.Random], Press | None]


class Taken(NamedTuple):
    """What a mistake is taken for: the deed, its total for the street, and the rows that say so."""

    do: str
    to_chips: int
    rules: tuple[str, ...]


#: What a wager to this total is taken for, None where the house refuses it.
Correct: TypeAlias = Callable[[HandModel, int], Taken | None]


class Mistake(msgspec.Struct, frozen=True):
    """A row. `make` returns the press, None when it cannot be made now; `weight` how often it is drawn where it can.

    `rules` are the rows of the catalogue it breaks, of any book; none where the panel itself sets the bounds. `correct` says what it is
    taken for at houses that do not refuse it.
    """

    kind: str
    says: str
    moments: tuple[Moment, ...]
    make: Make
    code: str
    rules: tuple[str, ...] = ()
    weight: int = 2
    answer: Echo | None = None
    correct: Correct | None = None


def required(rules: tuple[str, ...], book: str) -> tuple[str, ...]:
    """Return the rows that a refusal has to name in a house that plays by `book`: its own, or all when it has none."""
    own = tuple(rule for rule in rules if rule.startswith(f"{book}."))
    return own or rules


def act(seat: int, do: str, to: int | None = None, **more: Any) -> Press:
    return Press("act", {"seat": seat, "do": do} | ({} if to is None else {"to": to}), **more)


def wager(model: HandModel, to_chips: int) -> Press:
    return act(turn(model).seat, model.round.word, to_chips)


def turn(model: HandModel) -> Player:
    if model.turn is None:
        raise ValueError("nobody is to act: the row is for the moment of betting")
    return model.turn


def facing(model: HandModel) -> bool:
    return model.price > turn(model).bet


def seated(model: HandModel, draw: random.Random) -> int:
    return draw.choice(model.players).seat
