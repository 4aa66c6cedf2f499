"""Cards of games with up-cards that lie in sight and were to come down: what they are for the hand."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from controller.game import amended
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.short_stub import is_last, street_due
from controller.game.variants import VARIANTS


def _held(hand: Hand, i: int, cards: Sequence[Card]) -> list[Card]:
    """Those of the cards that this player holds."""
    return [card for card in cards if i >= 0 and card in hand.hole_of(i)]


def in_place_of_third(hand: Hand, seat: int, cards: Sequence[Card]) -> Hand:
    """Return the hand with a down-card that lies in sight as its player's up-card: the next card to him comes down.

    Invariants: a player has no more up-cards on the first street than the game deals; one that lies there already is marked alone.
    Source: roberts.stud.1a.
    """
    i, exposed = hand.index_of[seat], hand.amiss.exposed
    for card in _held(hand, i, cards):
        if card in exposed:
            continue
        if card not in hand.up:
            if len(hand.up_of(i)) >= VARIANTS[hand.variant].up_by_street[0]:
                continue
            hand = replace(hand, up=hand.up + bytes((card,)))
        exposed += bytes((card,))
    return hand if exposed == hand.amiss.exposed else replace(hand, amiss=replace(hand.amiss, exposed=exposed))


def last_in_sight(hand: Hand, seat: int, cards: Sequence[Card]) -> Hand:
    """Return the hand with a last card that lies in sight: it counts for its player, and for whose board is best.

    Source: roberts.stud.16, roberts.stud.17.
    """
    i = hand.index_of[seat]
    for card in _held(hand, i, cards):
        if card not in hand.up and is_last(hand):
            last_up = hand.amiss.last_up + bytes((card,))
            hand = replace(hand, up=hand.up + bytes((card,)), amiss=replace(hand.amiss, last_up=last_up))
    return hand


def came_early(hand: Hand, seat: int) -> bool:
    """Whether a player got a card in sight on the first street before he was seen to have all his down-cards, and as the first of all.

    Of the down-cards some may lie there unread: it is not known by this that one was dealt in sight.
    """
    i = hand.index_of[seat]
    return street_due(hand) == 0 and len(hand.up) == 1 and hand.dealt_to.count(i) <= VARIANTS[hand.variant].down_by_street[0]


def set_aside(hand: Hand, card: Card) -> Hand:
    """Return the hand with a card that is no part of it any more, and none of the stub either: it lies with the burns.

    Source: roberts.stud.14a.
    """
    hand = amended.without(hand, card)
    return hand if card in hand.amiss.aside else replace(hand, amiss=replace(hand.amiss, aside=hand.amiss.aside + bytes((card,))))


def held_back(hand: Hand, i: int) -> Hand:
    """Return the hand in which a player neither bets nor raises on the present street. Source: roberts.stud.14b."""
    before = hand.amiss.held_back if hand.amiss.held_street == hand.street else b""
    return replace(hand, amiss=replace(hand.amiss, held_back=before + bytes((i,)), held_street=hand.street))
