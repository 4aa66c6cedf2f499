"""Short deck (six-plus): 36 cards from the six up."""

from __future__ import annotations

from typing import Final

from controller.game.cards import FULL_DECK, Card
from controller.game.rank import (
    BY_FLUSH,
    BY_RANKS,
    CATEGORY_SHIFT,
    COUNT_BITS,
    FIVE_BITS,
    FIVE_PROBE,
    FLUSH,
    FULL_HOUSE,
    RANKS_MASK,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUMMAND,
    strength_of,
)

#: The cards of the game.
SHORT_DECK: Final = FULL_DECK[16:]

#: A-6-7-8-9 as a mask of ranks, and the rank that it is called by.
_LOWEST_RUN: Final = 0b1_0000_1111_0000
_LOWEST_TOP: Final = 7
#: A flush is rarer than a full house here, and beats it: each takes the other's place.
_PLACE: Final = {FLUSH: FULL_HOUSE, FULL_HOUSE: FLUSH}


def in_high_order(strength: int) -> int:
    """Return a short-deck strength as the full deck has it, or the other way round."""
    category = strength >> CATEGORY_SHIFT
    return strength + (_PLACE.get(category, category) - category << CATEGORY_SHIFT)


class _ByFlush(dict[int, int]):
    """Mask of the flush suit's ranks → strength, worked out when first asked for."""

    def __missing__(self, mask: int) -> int:
        high = in_high_order(BY_FLUSH[mask])
        strength = self[mask] = max(high, _run(STRAIGHT_FLUSH, mask))
        return strength


class _ByRanks(dict[int, int]):
    """Counts of ranks → strength without a flush, worked out when first asked for."""

    def __missing__(self, counts: int) -> int:
        mask = sum(1 << rank for rank in range(13) if counts >> rank * COUNT_BITS & 7)
        strength = self[counts] = max(in_high_order(BY_RANKS[counts]), _run(STRAIGHT, mask))
        return strength


def _run(category: int, mask: int) -> int:
    return strength_of(category, (_LOWEST_TOP,)) if mask & _LOWEST_RUN == _LOWEST_RUN else 0


_SHORT_FLUSH: Final = _ByFlush()
_SHORT_RANKS: Final = _ByRanks()


def short_deck(hole: tuple[Card, ...], board: tuple[Card, ...] = ()) -> int:
    """Return the strength of the best five of five to seven cards of the short deck.

    A flush beats a full house, A-6-7-8-9 is the lowest straight, and a straight beats three of a kind.
    Source: the rules of televised short-deck events; the books have no such game. (Some rooms let three of a kind beat a straight.)
    """
    cards = hole + board
    total = 0
    for card in cards:
        total += SUMMAND[card]
    if (total + FIVE_PROBE) & FIVE_BITS:
        by_suit = [0, 0, 0, 0]
        for card in cards:
            by_suit[card % 4] |= 1 << card // 4
        return _SHORT_FLUSH[max(by_suit, key=int.bit_count)]
    return _SHORT_RANKS[total & RANKS_MASK]
