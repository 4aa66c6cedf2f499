"""Which hand is better, by trying every five of the cards: slow, plain, and written apart from the table's own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from controller.game.cards import FULL_DECK, JOKER, Card

#: The ranks of a straight from its highest card down; the ace plays low in the last of them.
_STRAIGHTS: Final = {frozenset(range(top - 4, top + 1)): top for top in range(4, 13)} | {frozenset({12, 0, 1, 2, 3}): 3}

#: Shape of the groups of equal ranks, largest first → how much it beats.
_SHAPES: Final = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}
#: With the joker: five aces beat everything.
_FIVE_ACES: Final = 9
_ACE: Final = 12
_HAND: Final = 5
_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH = 4, 5, 8


def strength(cards: Sequence[Card]) -> tuple[int, ...]:
    """Return how strong the best five of these cards are: the greater tuple wins, equal ones tie.

    Source: home.rank.*, roberts.hand_strength.*, cooke.4.14.b.
    """
    return max(_five(five) for five in combinations(cards, 5))


def _five(five: Sequence[Card]) -> tuple[int, ...]:
    kind, order, top = _of_ranks(tuple(sorted([card // 4 for card in five])))
    flush = not kind and len({card % 4 for card in five}) == 1
    if top is not None:
        return (_STRAIGHT_FLUSH if flush else _STRAIGHT, top)
    return (_FLUSH if flush else kind, *order)


@lru_cache(maxsize=8_192)  # there are 6,175 such
def _of_ranks(ranks: tuple[int, ...]) -> tuple[int, tuple[int, ...], int | None]:
    """What five ranks in ascending order come to, whatever their suits are: their shape, what decides between equal ones, and the top of
    the straight that they are.
    """
    groups = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    kind = _SHAPES[tuple([count for count, _ in groups])]
    return kind, tuple([rank for _, rank in groups]), None if kind else _STRAIGHTS.get(frozenset(ranks))


def board(cards: Sequence[Card]) -> tuple[int, ...]:
    """Return how strong cards in sight are, five or fewer: straights and flushes take five."""
    if len(cards) == _HAND:
        return _five(cards)
    ranks = [card // 4 for card in cards]
    groups = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    shape = tuple([count for count, _ in groups])
    kind = next(
        beats
        for whole, beats in reversed(_SHAPES.items())
        if all(has >= of for has, of in zip(shape, _many(whole), strict=False)) and len(_many(whole)) <= len(shape)
    )
    return (kind, *[rank for _, rank in groups])


def _many(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The groups of a shape that are more than single cards."""
    return tuple([count for count in shape if count > 1])


def any_five(hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, ...]:
    """The best five of the hand and the board."""
    return strength([*hole, *board])


def five_with_bug(hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, ...]:
    """Five cards, one of which may be the joker: an ace, or what completes a straight or a flush, but no card that is held.

    Source: cooke.7.16.01.a, cooke.7.16.01.b, cooke.7.16.02.a, cooke.7.04.c.
    """
    others = [card for card in hole if card != JOKER]
    if len(others) == len(hole):
        return _five(hole)
    if all(card // 4 == _ACE for card in others):
        return (_FIVE_ACES,)
    fits = [(card, _five([*others, card])) for card in FULL_DECK if card not in others]
    return max(rank for card, rank in fits if card // 4 == _ACE or rank[0] in (_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH))


def _twos_and_threes(hole: Sequence[Card], board: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Two of the hand and three of the board, in every way. Source: cooke.6.09.a, roberts.omaha.1."""
    return ((*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3))


def two_and_three(hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, ...]:
    return max(map(_five, _twos_and_threes(hole, board)))


def two_and_three_low(hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, ...] | None:
    """Five different ranks, none above the eight, aces low; straights and flushes do no harm."""
    lows = [sorted({(card // 4 + 1) % 13 for card in five}, reverse=True) for five in _twos_and_threes(hole, board)]
    qualified = [low for low in lows if len(low) == 5 and low[0] < 8]
    return tuple([-rank for rank in min(qualified)]) if qualified else None


def ace_low(hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, ...]:
    """The lowest five of the cards, aces low: the fewer of one rank the better, then card by card; straights and flushes do no harm."""
    return max(_ace_low(five) for five in combinations([*hole, *board], 5))


def _ace_low(five: Sequence[Card]) -> tuple[int, ...]:
    ranks = [(card // 4 + 1) % 13 for card in five]
    groups = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    return (-_SHAPES[tuple([count for count, _ in groups])], *[-rank for _, rank in groups])


def eight_low(hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, ...] | None:
    """The same, but nothing unless it is five different cards, none above the eight."""
    low = ace_low(hole, board)
    return low if not low[0] and low[1] > -8 else None


def deuce_low(hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, ...]:
    """The worst hand for high wins; the ace is high in straights too, so that A-5-4-3-2 is none."""
    wheel = {card // 4 for card in hole} == {12, 0, 1, 2, 3}
    flush = len({card % 4 for card in hole}) == 1
    high = (_FLUSH if flush else 0, 12, 3, 2, 1, 0) if wheel else _five(hole)
    return tuple([-one for one in high])


def badugi(hole: Sequence[Card], board: Sequence[Card]) -> tuple[int, ...]:
    """The most cards of different ranks and suits, then the lowest of them, aces low."""
    for count in range(4, 0, -1):
        fits = [
            sorted(((card // 4 + 1) % 13 for card in some), reverse=True)
            for some in combinations(hole, count)
            if len({card // 4 for card in some}) == len({card % 4 for card in some}) == count
        ]
        if fits:
            return (count, *[-rank for rank in min(fits)])
    raise ValueError("one card is always a badugi of one")
