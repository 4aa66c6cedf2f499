"""How many players a game may have at this house."""

from __future__ import annotations

from typing import NamedTuple

from controller.game.variants import VARIANTS
from controller.rules.options import HouseOptions


class Most(NamedTuple):
    """`players` at most; with more than are `usual` the deck may run out. `rules` say so, in all books."""

    players: int
    usual: int
    rules: tuple[str, ...]


def most_players(game: str, options: HouseOptions) -> Most:
    """Return how many players may be dealt in: what the house answers for games of this kind, and never more than have cards at first.

    Stud and draw games go on with fewer cards than everybody might need: the deck is mixed anew, or one card is for all.
    Source: cooke.4.10.a, cooke.4.10.b, cooke.4.10.c, cooke.4.10.d, cooke.4.10.e, cooke.5.04.a.
    """
    row = VARIANTS[game]
    if row.up_cards:
        return Most(options.stud_max_players, row.max_players, ("cooke.4.10.b", "cooke.5.04.a"))
    if row.streets[-1].draw:
        return Most(options.draw_max_players, row.max_players, ("cooke.4.10.e",))
    if row.held_cards > 3:
        return Most(min(options.omaha_max_players, row.max_players), row.max_players, ("cooke.4.10.c",))
    return Most(min(options.holdem_max_players, row.max_players), row.max_players, ("cooke.4.10.d",))
