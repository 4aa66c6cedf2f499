"""High hands with the bug: the joker is an ace, or completes a straight, a flush or a straight flush."""

from __future__ import annotations

from typing import Final

from controller.game.cards import FULL_DECK, JOKER, Card
from controller.game.rank import (
    BY_FLUSH,
    BY_RANKS,
    COUNT_BITS,
    RANKS_MASK,
    STRAIGHT,
    STRAIGHT_FLUSH,
    SUMMAND,
    rank_high,
    straight_top,
    strength_of,
)

#: Five aces, above the royal flush.
FIVE_ACES: Final = STRAIGHT_FLUSH + 1
_ACE: Final = 12
_ONE_ACE: Final = 1 << _ACE * COUNT_BITS
_ACES: Final = frozenset(FULL_DECK[-4:])


def high_with_bug(hole: tuple[Card, ...], board: tuple[Card, ...] = ()) -> int:
    """Return the strength of the best high hand of five to seven cards, one of which may be the joker.

    In a flush it is the highest rank not held; four aces and the joker beat everything.
    Source: cooke.7.16.01.a, cooke.7.16.01.b, cooke.7.16.02.a, cooke.7.04.c, cooke.def.bug.
    """
    cards = hole + board
    if JOKER not in cards:
        return rank_high(cards)
    if _ACES.issubset(cards):
        return strength_of(FIVE_ACES, (_ACE,))
    total = 0
    by_suit = [0, 0, 0, 0]
    for card in cards:
        if card != JOKER:
            total += SUMMAND[card]
            by_suit[card % 4] |= 1 << card // 4
    longest = max(by_suit, key=int.bit_count)
    strength = _WITHOUT_FLUSH[total & RANKS_MASK]
    return max(strength, _WITH_FLUSH[longest]) if longest.bit_count() >= 4 else strength


class _WithoutFlush(dict[int, int]):
    """Counts of the other cards' ranks → strength with the joker as an ace or in a straight, worked out when first asked for."""

    def __missing__(self, counts: int) -> int:
        mask = sum(1 << rank for rank in range(13) if counts >> rank * COUNT_BITS & 7)
        top = max([straight_top(filled) for filled in _filled(mask)])
        strength = self[counts] = max(BY_RANKS[counts + _ONE_ACE], strength_of(STRAIGHT, (top,)) if top >= 0 else 0)
        return strength


class _WithFlush(dict[int, int]):
    """Mask of four or more ranks of one suit → strength with the joker as one that is missing, worked out when first asked for."""

    def __missing__(self, mask: int) -> int:
        strength = self[mask] = max([BY_FLUSH[filled] for filled in _filled(mask)])
        return strength


def _filled(mask: int) -> list[int]:
    """Return the masks with one more rank."""
    return [mask | 1 << rank for rank in range(13) if not mask >> rank & 1]


_WITHOUT_FLUSH: Final = _WithoutFlush()
_WITH_FLUSH: Final = _WithFlush()
