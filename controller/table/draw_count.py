"""How many cards a player has changed, for one who asks."""

from __future__ import annotations

from typing import Final

from controller.game.drawn import said_of
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.variants import VARIANTS
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table import rulings
from controller.table.table import Table, running

DREW: Final = "drew"
#: Until there is action behind the draw it is said, and not after.
TOLD_RULES: Final = ("cooke.7.09.a", "roberts.lowball.13")
OVER_RULES: Final = ("cooke.7.09.b", "roberts.lowball.13")


def request(table: Table, seat: int, of: int, house: House) -> rulings.Outcome:
    """The player at `seat`, who is still in, wants to know how many cards the one at `of` changed last: the dealer says it.

    Source: cooke.7.09.a, cooke.7.09.b, roberts.lowball.13.
    """
    hand = running(table)
    wrong = _unanswerable(hand, seat, of)
    if hand is None or wrong is not None:
        return wrong or Refused("request.no_draw", "No cards have been changed in this hand.")
    if not hand.setup.draws.count_told or "draw.count_told" in house.without:
        return Refused("request.not_done", "How many cards were changed is not said here.", TOLD_RULES)
    if _acted_behind(hand) and "draw.count_over" not in house.without:
        return Refused("request.after_action", "There was action behind the draw: it is not said any more.", OVER_RULES)
    number = said_of(hand.drawing, hand.seats.index(of))[-1]
    told: list[Told] = []
    return rulings.announced(table, Announcement(0, DREW, of, number, TOLD_RULES), told, house), told


def _unanswerable(hand: Hand | None, seat: int, of: int) -> Refused | None:
    """Why nobody can say how many cards `of` changed, or why `seat` may not ask; None when it can be said."""
    if hand is None or not VARIANTS[hand.variant].draws or not hand.drawing.counts:
        return Refused("request.no_draw", "No cards have been changed in this hand.")
    for one in (seat, of):
        if one not in hand.seats or hand.folded[hand.seats.index(one)]:
            return Refused("request.not_in_hand", f"Seat {one} is not in this hand, or not any more.")
    if seat == of:
        return Refused("request.own", "He knows how many cards he changed: name the seat that is asked about.")
    if hand.drawing.counts[-1][hand.seats.index(of)] < 0:
        return Refused("request.no_draw", f"Seat {of} has not said how many he changes.")
    return None


def _acted_behind(hand: Hand) -> bool:
    """Whether somebody has acted since the last draw."""
    return hand.stage != "drawing" and (hand.stage != "betting" or any(faced >= 0 for faced in hand.faced_at))
