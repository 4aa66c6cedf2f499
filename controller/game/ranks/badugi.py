"""Badugi: up to four cards of different ranks and different suits, aces low."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from controller.game.cards import Card

#: A strength is how many cards play in bits 16 and up, then their ranks from the highest, 15 less each: 1 is the ace.
SIZE_SHIFT: Final = 16
SIZE: Final = 4


class _BySuits(dict[tuple[int, ...], int]):
    """The ranks held in each suit, as masks in ascending order → strength, worked out when first asked for.

    Four cards come to 16,432 entries at most, for suits are alike.
    """

    def __missing__(self, suits: tuple[int, ...]) -> int:
        held = [(rank, suit) for suit in range(4) for rank in range(1, 14) if suits[suit] >> rank & 1]
        strength = self[suits] = max([_strength(cards) for size in range(SIZE + 1) for cards in combinations(held, size)])
        return strength


def _strength(cards: tuple[tuple[int, int], ...]) -> int:
    """Return the strength of these (rank, suit) when all play, 0 when two are alike in either."""
    ranks = sorted({rank for rank, _ in cards}, reverse=True)
    if not len(ranks) == len(cards) == len({suit for _, suit in cards}):
        return 0
    strength = len(cards)
    for rank in ranks:
        strength = strength << 4 | 15 - rank
    return strength << 4 * (SIZE - len(cards))


_BY_SUITS: Final = _BySuits()
_PLACE: Final = tuple(1 << (c // 4 + 1) % 13 + 1 for c in range(52))


def badugi(hole: tuple[Card, ...], board: tuple[Card, ...] = ()) -> int:
    """Return the strength of the best badugi: more cards are better, then the lower highest card, then the next.

    Source: the common rules of badugi; the books have no such game.
    """
    suits = [0, 0, 0, 0]
    for card in hole + board:
        suits[card % 4] |= _PLACE[card]
    suits.sort()
    return _BY_SUITS[tuple(suits)]
