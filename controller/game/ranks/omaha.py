"""Games whose rule says how many of the hole cards play: exactly two in Omaha, at most two in Tahoe."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from controller.game.cards import Card
from controller.game.rank import BY_FLUSH, BY_RANKS, RANKS_MASK, SUMMAND
from controller.game.ranks.evaluate import NO_HAND, Evaluate
from controller.game.ranks.low import LOW_SUMMAND, LOWS, Lows

#: Each card as one in the count of its rank.
_RANK_SUMMAND: Final = tuple(summand & RANKS_MASK for summand in SUMMAND)


def omaha_high(hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """Return the strength of the best high hand of exactly two of four or more hole cards and exactly three of the board.

    Before the flop there is none.
    Source: cooke.4.14.d, cooke.6.06.a, cooke.6.09.e, roberts.omaha.0.
    """
    pairs = {_RANK_SUMMAND[a] + _RANK_SUMMAND[b] for a, b in combinations(hole, 2)}
    threes = {_RANK_SUMMAND[a] + _RANK_SUMMAND[b] + _RANK_SUMMAND[c] for a, b, c in combinations(board, 3)}
    best = max([BY_RANKS[pair + three] for pair in pairs for three in threes], default=NO_HAND)
    suits = [card % 4 for card in board]
    for suit in range(4):
        if suits.count(suit) >= 3:
            best = max(best, _flush(suit, hole, board))
    return best


def _flush(suit: int, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    pairs = [1 << a // 4 | 1 << b // 4 for a, b in combinations(hole, 2) if a % 4 == b % 4 == suit]
    threes = [1 << a // 4 | 1 << b // 4 | 1 << c // 4 for a, b, c in combinations(board, 3) if a % 4 == b % 4 == c % 4 == suit]
    return max([BY_FLUSH[pair | three] for pair in pairs for three in threes], default=NO_HAND)


def omaha_low_by(lows: Lows) -> Evaluate:
    """Return the ranking of the best ace-to-five low of exactly two hole cards and exactly three of the board.

    Source: cooke.6.07.c, cooke.6.07.e, roberts.omaha_hilo.2a, roberts.omaha_hilo.2b.
    """

    def omaha_low(hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
        pairs = {LOW_SUMMAND[a] + LOW_SUMMAND[b] for a, b in combinations(hole, 2)}
        threes = {LOW_SUMMAND[a] + LOW_SUMMAND[b] + LOW_SUMMAND[c] for a, b, c in combinations(board, 3)}
        return max([lows[pair + three] for pair in pairs for three in threes], default=NO_HAND)

    return omaha_low


omaha_low: Final = omaha_low_by(LOWS[0])
omaha_seven_or_better: Final = omaha_low_by(LOWS[7])
omaha_eight_or_better: Final = omaha_low_by(LOWS[8])
omaha_nine_or_better: Final = omaha_low_by(LOWS[9])


def up_to_two(rank: Evaluate) -> Evaluate:
    """Return this ranking where none, one or two of the hole cards play.

    Source: cooke.6.08.03.a; the house's answer `up_to_two` to how many hole cards make an Omaha hand.
    """
    return lambda hole, board: max([rank(pair, board) for pair in combinations(hole, 2)], default=NO_HAND)
