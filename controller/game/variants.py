"""Every game as a row of data; the engine reads the row and knows no game by name."""

from __future__ import annotations

from typing import Final

import msgspec

from controller.game.rank import Ranking, rank_high


class Variant(msgspec.Struct, frozen=True):
    """A game.

    Shape: `street_names`, `board_by_street` and `burns_by_street` have one entry a betting round;
    the two counts are totals since the hand began, reached before that round's betting.
    Source: cooke.6.01.b, cooke.6.02.a, cooke.6.05.a.
    """

    title: str
    hole_cards: int
    street_names: tuple[str, ...]
    board_by_street: tuple[int, ...]
    burns_by_street: tuple[int, ...]
    ranking: Ranking
    min_players: int = 2
    max_players: int = 10


VARIANTS: Final[dict[str, Variant]] = {
    "holdem": Variant(
        title="no-limit Texas hold'em",
        hole_cards=2,
        street_names=("preflop", "flop", "turn", "river"),
        board_by_street=(0, 3, 4, 5),
        burns_by_street=(0, 1, 2, 3),
        ranking=rank_high,
    ),
}
