"""How many cards a player has against how many he ought to: whether the deal is whole, and what makes a hand dead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from controller.game.drawing import whole_hole
from controller.game.drawn import unseen
from controller.game.hand import Hand
from controller.game.showdown import whole_hand
from controller.game.variants import VARIANTS
from controller.game.zones import HOLE, PLACE_BYTE, UP


def lying(places: Sequence[int], seat: int) -> int:
    """Return how many cards lie before a seat, whatever they are for the hand."""
    return places.count(PLACE_BYTE[HOLE[seat]][0]) + places.count(PLACE_BYTE[UP[seat]][0])


def too_many(hand: Hand, places: Sequence[int], seat: int) -> bool:
    """Whether more cards lie before a player at the showdown than his game deals. What he gave up and nobody saw go is not his.

    Source: roberts.stud.20a, roberts.dead_hands.1.4.
    """
    if hand.stage != "showdown":
        return False
    most = VARIANTS[hand.variant].hole_cards if hand.drawing.counts else whole_hand(hand)
    return lying(places, seat) - unseen(hand, hand.index_of[seat]) > most


def short_before_draw(hand: Hand) -> bool:
    """Whether cards are still to be changed in a hand: one that is short by then can be made whole.

    Source: roberts.dead_hands.1.4.
    """
    variant = VARIANTS[hand.variant]
    return variant.draws > 0 and not hand.drawing.counts and not hand.street


def due(hand: Hand, i: int) -> int:
    """Return how many hole cards a player ought to have by now."""
    variant = VARIANTS[hand.variant]
    return variant.hole_by_street[max(hand.street, 0)] if variant.up_cards else whole_hole(hand, i)


def has_so_many(hand: Hand, most: int, coming: Mapping[int, int]) -> bool:
    """Whether every live player has so many hole cards, or will have with those that are still `coming` to his seat."""
    return all(out or hand.dealt_to.count(i) + coming.get(hand.seats[i], 0) >= most for i, out in enumerate(hand.folded))


def holes_whole(hand: Hand) -> bool:
    """Whether every player has all the hole cards that this game deals before the first round, folded ones apart."""
    variant = VARIANTS[hand.variant]
    return has_so_many(hand, variant.hole_by_street[0] if variant.up_cards else variant.hole_cards, {})
