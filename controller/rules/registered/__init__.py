"""Every rule that the table carries out, theme by theme: what coverage switches off, one at a time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

from controller.rules.registered import (
    betting,
    dealing,
    dealing_announcements,
    dealing_board,
    dealing_dead,
    dealing_deck,
    dealing_entitled,
    dealing_faces,
    dealing_places,
    dealing_stud,
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
    dealing.RULES,
    dealing_deck.RULES,
    dealing_board.RULES,
    dealing_announcements.RULES,
    dealing_dead.RULES,
    dealing_stud.RULES,
    dealing_faces.RULES,
    dealing_places.RULES,
    dealing_entitled.RULES,
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
