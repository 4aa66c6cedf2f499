"""How hands rank in games with a board, by trying every hand that the rule allows."""

from __future__ import annotations

from itertools import combinations

from controller.game.cards import Card
from controller.game.rank import hand_name, rank_high

_LOW_NAMES = ("ace", "deuce", "three", "four", "five", "six", "seven", "eight")


def _hands(hole: tuple[Card, ...], board: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """Exactly two of the hole cards with three of the board, or with as many as there are. Source: cooke.6.06.a."""
    return [two + three for two in combinations(hole, 2) for three in combinations(board, min(3, len(board)))]


def omaha_high(hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """Source: cooke.6.06.a, cooke.4.14.d."""
    return max(map(rank_high, _hands(hole, board)))


def omaha_name(hole: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """What players call the best high hand."""
    return hand_name(max(_hands(hole, board), key=rank_high))


def _low(cards: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(sorted({(card // 4 + 1) % 13 for card in cards}, reverse=True))


def omaha_low(hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    """Five different ranks, eight or lower, the ace low; -1 where there are none. Source: cooke.6.07.c, cooke.4.15.b."""
    lows = [low for hand in _hands(hole, board) if len(low := _low(hand)) == 5 and low[0] <= 7]
    if not lows:
        return -1
    best = min(lows)
    return int(sum((7 - rank) * 8 ** (4 - k) for k, rank in enumerate(best)))


def omaha_low_name(hole: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """What players call the best low hand; nothing where none qualifies."""
    lows = [low for hand in _hands(hole, board) if len(low := _low(hand)) == 5 and low[0] <= 7]
    return f"{_LOW_NAMES[min(lows)[0]]}-{_LOW_NAMES[min(lows)[1]]} low" if lows else ""
