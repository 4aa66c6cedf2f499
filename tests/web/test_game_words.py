"""What games are called on the pages: every game of the table in both languages."""

from __future__ import annotations

import re
from pathlib import Path

from controller.game.variants import VARIANTS
from controller.web import pages

WORDS = (Path(pages.__file__).parent / "static" / "felt.words.js").read_text(encoding="utf-8")


def test_every_game_has_a_name_in_both_languages() -> None:
    """A bomb pot is called by its game."""
    for game in VARIANTS:
        named, _, bomb = game.partition("_bomb")
        assert len(re.findall(rf'"game\.{named}": "[^"]+"', WORDS)) == 2, game
        if named != game:
            assert len(re.findall(rf'"game\.bomb{bomb}": "[^"]*{{game}}[^"]*"', WORDS)) == 2, game


def test_every_street_has_a_name_in_both_languages() -> None:
    for street in {street.name for game in VARIANTS.values() for street in game.streets}:
        assert len(re.findall(rf'"street\.{street}": "[^"]+"', WORDS)) == 2, street
