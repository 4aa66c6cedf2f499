"""Every rule that the table carries out, theme by theme: what coverage switches off, one at a time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from controller.rules.registered import (
    betting,
    drawing,
    joker,
    openers,
    posting,
    ranking,
    rotations,
    rounds,
    rulings,
    seats,
    showdown,
    stud,
)
from controller.rules.registered.rule import Rule

_THEMES: Final = (
    betting.RULES,
    drawing.RULES,
    joker.RULES,
    openers.RULES,
    posting.RULES,
    ranking.RULES,
    rotations.RULES,
    rounds.RULES,
    rulings.RULES,
    seats.RULES,
    showdown.RULES,
    stud.RULES,
)

#: Rules by their names.
REGISTERED: Final[Mapping[str, Rule]] = MappingProxyType({rule.name: rule for theme in _THEMES for rule in theme})


def answering(row: str) -> tuple[Rule, ...]:
    """Return the rules that answer for a row of the catalogue."""
    return tuple(rule for rule in REGISTERED.values() if row in rule.ids)


def rows_of(names: Collection[str]) -> frozenset[str]:
    """Return the rows that these rules answer for."""
    return frozenset(row for name in names if name in REGISTERED for row in REGISTERED[name].ids)
