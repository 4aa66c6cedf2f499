"""What a board of up-cards may become, called out in houses of low limits: that it is possible, and nothing of the cards."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.sight import sight
from controller.rules.house import House
from controller.rules.ruling import Announcement

STRAIGHT: Final = "possible_straight"
FLUSH: Final = "possible_flush"
RULES: Final = ("cooke.5.12.b",)

#: So many cards of a straight or flush in sight make it possible.
_IN_SIGHT: Final = 3
_STRAIGHT_SPAN: Final = 4
_ACE: Final = 12


def called(hand: Hand, house: House) -> list[Announcement]:
    """Return what is possible for live players with the card each has just got, in games for high.

    Source: cooke.5.12.b.
    """
    if house.options.announce_possible_hands == "never" or "call.possibles" in house.without or sight(hand) == "low":
        return []
    found = []
    for i, out in enumerate(hand.folded):
        cards = () if out else hand.up_of(i)
        threes = [(*two, cards[-1]) for two in combinations(cards[:-1], _IN_SIGHT - 1)]
        for about, holds in ((STRAIGHT, _in_straight), (FLUSH, _of_one_suit)):
            if any(holds(three) for three in threes):
                found.append(Announcement(0, about, hand.seats[i], rules=RULES))
    return found


def _of_one_suit(cards: tuple[Card, ...]) -> bool:
    return len({card % 4 for card in cards}) == 1


def _in_straight(cards: tuple[Card, ...]) -> bool:
    """Whether they fit into one straight, with the ace at either end of it."""
    ranks = {card // 4 for card in cards}
    low_ace = {-1 if rank == _ACE else rank for rank in ranks}
    return len(ranks) == len(cards) and min(max(one) - min(one) for one in (ranks, low_ace)) <= _STRAIGHT_SPAN
