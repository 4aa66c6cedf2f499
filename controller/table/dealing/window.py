"""Until when a hand that was dealt wrong can be dealt anew: once enough has been done on it, it is played on."""

from __future__ import annotations

from typing import Final

from controller.game.hand import Hand
from controller.game.variants import VARIANTS
from controller.rules.house import House

#: Why a deal can still be called wrong, and why not any more.
WINDOW_RULES: Final = (
    "cooke.14.20", "cooke.10.17.a", "cooke.10.17.b", "cooke.def.substantial_action", "cooke.def.substantial_action.dealer",
    "roberts.misdeals.1", "roberts.misdeals.2b",
    "roberts.misdeals.2c", "home.7.before_two",
)  # fmt: skip
TOO_LATE_RULES: Final = ("cooke.14.20.o", "roberts.misdeals.2a", "home.7.after_two")


def acted(hand: Hand) -> int:
    """Return how many players have acted in the first round: blinds, antes and the forced bet are no action.

    Source: cooke.10.17, roberts.misdeals.2b, roberts.misdeals.2c.
    """
    players = sum([1 for faced, out in zip(hand.faced_at, hand.folded, strict=True) if faced >= 0 or out])
    if VARIANTS[hand.variant].forced != "bring_in":
        return players
    forced = [faced for faced, did in zip(hand.faced_at, hand.last_acts, strict=True) if did.startswith("bring_in")]
    if "misdeal.stud_window" in hand.off:
        return players + sum([1 for faced in forced if faced < 0])
    return players - sum([1 for faced in forced if faced >= 0])


def substantial(hand: Hand, house: House) -> bool:
    """Whether so much was done on the hand that it is played on however it was dealt.

    A dealer acts by dealing the next street; a burn is no action of his.
    Source: cooke.14.20, cooke.10.17, roberts.misdeals.2b, home.7.after_two.
    """
    if "misdeal.substantial" in house.without:
        return False
    if hand.street > 0 or hand.stage in ("showdown", "ended"):
        return True
    players = acted(hand)
    if house.options.dealer_action_counts and players and hand.board:
        return True
    return players >= house.options.substantial_action_players


def open_for_misdeals(hand: Hand, house: House) -> bool:
    """Whether the deal can still be called wrong, as the house has it."""
    if hand.over or "misdeal.window" in house.without:
        return not hand.over
    window = house.options.misdeal_window
    if window == "first_action":
        return not acted(hand) and hand.street <= 0
    if window == "deal_complete":
        return hand.stage in ("posting", "betting", "dealing") and not acted(hand)
    return not substantial(hand, house)
