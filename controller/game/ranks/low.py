"""Ace-to-five lows: aces low, straights and flushes harmless, with or without a qualifier."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from operator import itemgetter
from typing import Final

from controller.game.cards import DECK_SIZE, Card
from controller.game.rank import (
    CATEGORY_SHIFT,
    COUNT_BITS,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    QUADS,
    STRAIGHT,
    TRIPS,
    TWO_PAIR,
    strength_of,
)
from controller.game.ranks.evaluate import NO_HAND, Evaluate

#: A low's strength is this less what it would be worth as a high hand: the worst high hand is the best low.
LOW_BASE: Final = 1 << CATEGORY_SHIFT + 4
#: Where a count of ranks says that the joker is held: above thirteen ranks of three bits.
JOKER_BIT: Final = 1 << 13 * COUNT_BITS

#: Each card and the joker as a summand: one in its rank's count, the ace below the deuce.
LOW_SUMMAND: Final = (*(1 << (c // 4 + 1) % 13 * COUNT_BITS for c in range(DECK_SIZE)), JOKER_BIT)

#: How often the ranks of up to five cards come, most often first → the category.
_CATEGORY: Final = {
    (2, 1): PAIR,
    (2, 2): TWO_PAIR,
    (3, 1): TRIPS,
    (3, 2): FULL_HOUSE,
    (4, 1): QUADS,
}


class Lows(dict[int, int]):
    """Counts of ranks → strength of the best five as a low, worked out when first asked for.

    Ranks count from 1, the lowest; 0 is where there is no card. `straights` = five in a row count against the hand; `worst` = the highest
    rank that a hand may have, which then must have no pair, 0 = any hand qualifies.
    The joker is the lowest card not held.
    Source: cooke.7.18.01.a, cooke.def.bug.
    """

    def __init__(self, *, straights: bool = False, worst: int = 0) -> None:
        self.straights = straights
        self.worst = worst

    def __missing__(self, counts: int) -> int:
        held: list[int] = []
        for rank in range(13):
            held += [rank + 1] * (counts >> rank * COUNT_BITS & 7)
        if counts & JOKER_BIT:
            held = sorted([*held, next(rank for rank in range(1, 14) if rank not in held)])
        worth = self._lowest(held)
        qualifies = not self.worst or (len(held) >= 5 and worth < strength_of(HIGH_CARD, (self.worst + 1,)))
        strength = self[counts] = LOW_BASE - worth if qualifies else NO_HAND
        return strength

    def _lowest(self, held: list[int]) -> int:
        """Return what the best low of these ranks, in ascending order, would be worth as a high hand."""
        distinct = sorted(set(held))
        if len(distinct) >= 5:
            best = min([self._worth(five) for five in combinations(distinct, 5)]) if self.straights else self._worth(distinct[:5])
            if best < PAIR << CATEGORY_SHIFT:
                return best
        return min([self._worth(five) for five in set(combinations(held, min(5, len(held))))])

    def _worth(self, ranks: Iterable[int]) -> int:
        """Return what up to five cards of these ranks would be worth as a high hand."""
        each = list(ranks)
        held = sorted({(each.count(rank), rank) for rank in each}, reverse=True)
        often = tuple(map(itemgetter(0), held))
        top = max(each, default=0)
        if self.straights and len(held) == 5 and top - min(each) == 4:
            return strength_of(STRAIGHT, (top,))
        return strength_of(_CATEGORY.get((*often, 1, 1)[:2], HIGH_CARD), [rank for _, rank in held])


_LOWS: Final = Lows()


def ace_to_five(hole: tuple[Card, ...], board: tuple[Card, ...] = ()) -> int:
    """Return the strength of the best ace-to-five low of up to seven cards; the joker counts as the lowest card not held.

    Fewer than five cards rank by what they have: pairs are worse, then the highest card decides.
    Source: cooke.4.15.a, cooke.4.15.b, cooke.4.15.c, cooke.5.25.a, cooke.5.25.b, cooke.5.25.d, cooke.7.18.a, cooke.7.18.01.a,
    roberts.razz.2.
    """
    total = 0
    for card in hole + board:
        total += LOW_SUMMAND[card]
    return _LOWS[total]


def low_by(lows: Lows) -> Evaluate:
    """Return the ace-to-five ranking by these lows, which have a qualifier.

    Source: cooke.4.17.a, cooke.4.17.b, cooke.def.eight_or_better, cooke.5.24.b, roberts.omaha_hilo.2a, roberts.stud_hilo.5.
    """

    def qualified(hole: tuple[Card, ...], board: tuple[Card, ...] = ()) -> int:
        total = 0
        for card in hole + board:
            total += LOW_SUMMAND[card]
        return lows[total]

    return qualified


#: What a hand's highest card may be at most → such lows; 0 = any low qualifies.
LOWS: Final[dict[int, Lows]] = {0: _LOWS, 7: Lows(worst=7), 8: Lows(worst=8), 9: Lows(worst=9)}

seven_or_better: Final = low_by(LOWS[7])
eight_or_better: Final = low_by(LOWS[8])
nine_or_better: Final = low_by(LOWS[9])
