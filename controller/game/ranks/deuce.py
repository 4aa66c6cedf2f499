"""Deuce-to-seven lows (Kansas City): aces high, straights and flushes count against the hand."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from controller.game.cards import Card
from controller.game.rank import FIVE_BITS, FIVE_PROBE, FLUSH, RANKS_MASK, STRAIGHT_FLUSH, SUMMAND, strength_of
from controller.game.ranks.evaluate import NO_HAND, Evaluate
from controller.game.ranks.low import JOKER_BIT, LOW_BASE, Lows

#: As in high hands, and the joker, which has no suit.
_SUMMAND: Final = (*SUMMAND, JOKER_BIT)
_LOWS: Final = Lows(straights=True)


def deuce_to_seven(hole: tuple[Card, ...], board: tuple[Card, ...] = ()) -> int:
    """Return the strength of the best deuce-to-seven low of up to seven cards: 7-5-4-3-2 is the best, A-5-4-3-2 is ace high.

    The joker counts as the lowest card not held, of no suit.
    Source: cooke.4.16.a, cooke.4.16.b, cooke.7.19.a, cooke.7.19.b, cooke.def.bug.
    """
    return _ranked(hole + board, _LOWS)


def deuce_by(lows: Lows) -> Evaluate:
    """Return the deuce-to-seven ranking by these lows, which have a qualifier.

    Source: cooke.5.24.g.
    """
    return lambda hole, board: _ranked(hole + board, lows)


def _ranked(cards: tuple[Card, ...], lows: Lows) -> int:
    total = 0
    for card in cards:
        total += _SUMMAND[card]
    if (total + FIVE_PROBE) & FIVE_BITS:
        return _without_flush(cards, lows)
    return lows[total & RANKS_MASK]


def _without_flush(cards: tuple[Card, ...], lows: Lows) -> int:
    """Return the strength where five or more cards share a suit: another five of them may be better."""
    if len(cards) > 5:
        return max([_ranked(five, lows) for five in combinations(cards, 5)])
    if lows.worst:
        return NO_HAND
    ranks = sorted([card // 4 + 1 for card in cards], reverse=True)
    if ranks[0] - ranks[4] == 4:
        return LOW_BASE - strength_of(STRAIGHT_FLUSH, ranks[:1])
    return LOW_BASE - strength_of(FLUSH, ranks)


# Ranks count from the deuce, which is 1: an eight is the seventh.
deuce_seven_or_better: Final = deuce_by(Lows(straights=True, worst=6))
deuce_eight_or_better: Final = deuce_by(Lows(straights=True, worst=7))
deuce_nine_or_better: Final = deuce_by(Lows(straights=True, worst=8))
