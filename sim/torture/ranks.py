"""Which hand is better, by trying every five of the seven cards: slow, plain, and written apart from the table's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from controller.game.cards import Card

#: The ranks of a straight from its highest card down; the ace plays low in the last of them.
_STRAIGHTS: Final = {frozenset(range(top - 4, top + 1)): top for top in range(4, 13)} | {frozenset({12, 0, 1, 2, 3}): 3}

#: Shape of the groups of equal ranks, largest first → how much it beats.
_SHAPES: Final = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH = 4, 5, 8


def strength(cards: Sequence[Card]) -> tuple[int, ...]:
    """Return how strong the best five of these cards are: the greater tuple wins, equal ones tie.

    Source: home.rank.*, roberts.hand_strength.*, cooke.4.14.b.
    """
    return max(_five(five) for five in combinations(cards, 5))


def _five(five: Sequence[Card]) -> tuple[int, ...]:
    ranks = [card // 4 for card in five]
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    kind = _SHAPES[tuple(count for count, _ in groups)]
    order = tuple(rank for _, rank in groups)
    top = _STRAIGHTS.get(frozenset(ranks)) if not kind else None
    flush = len({card % 4 for card in five}) == 1
    if top is not None:
        return (_STRAIGHT_FLUSH if flush else _STRAIGHT, top)
    return (_FLUSH if flush else kind, *order)
