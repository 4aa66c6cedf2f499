"""High hands with the bug: the joker is an ace, or completes a straight, a flush or a straight flush."""

from __future__ import annotations

from typing import Final

from controller.game.cards import FULL_DECK, JOKER, Card
from controller.game.rank import CATEGORY_SHIFT, FLUSH, STRAIGHT, STRAIGHT_FLUSH, rank_high, strength_of

#: Five aces, above the royal flush.
FIVE_ACES: Final = STRAIGHT_FLUSH + 1
_ACES: Final = FULL_DECK[48:]
_COMPLETES: Final = (STRAIGHT, FLUSH, STRAIGHT_FLUSH)


def high_with_bug(hole: tuple[Card, ...], board: tuple[Card, ...] = ()) -> int:
    """Return the strength of the best high hand of five to seven cards, one of which may be the joker.

    In a flush it is the highest rank not held; four aces and the joker beat everything.
    Source: cooke.7.16.01.a, cooke.7.16.01.b, cooke.7.16.02.a, cooke.7.04.c, cooke.def.bug.
    """
    cards = hole + board
    if JOKER not in cards:
        return rank_high(cards)
    return _with_joker(frozenset(cards))


def _with_joker(held: frozenset[Card]) -> int:
    natural = tuple(held - {JOKER})
    if held.issuperset(_ACES):
        return strength_of(FIVE_ACES, (12,))
    best = 0
    for card in FULL_DECK:
        if card not in held:
            strength = rank_high((*natural, card))
            if strength > best and (card // 4 == 12 or strength >> CATEGORY_SHIFT in _COMPLETES):
                best = strength
    return best
