"""Which row of the variants a game is dealt by at this house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.rules.options import HouseOptions

#: Question → answer → game → the row it is dealt by in place of its own.
DEALT_AS: Final[Mapping[str, Mapping[object, Mapping[str, str]]]] = {
    "stud5_last_card": {"down": {"stud5": "stud5_down"}},
}


def dealt_as(options: HouseOptions, game: str) -> str:
    """Return the row that a game is dealt by. Source: cooke.5.26.b."""
    for question, rows in DEALT_AS.items():
        game = rows.get(getattr(options, question), {}).get(game, game)
    return game
