"""What a betting round begins and ends with: how many play for the pot, whose option it is, and the tap before the burn."""

from __future__ import annotations

from typing import Final

from controller.game.deal import expected_zones
from controller.game.hand import Hand
from controller.game.variants import VARIANTS
from controller.game.zones import BURN
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table.announcing.obligations import OPTION, PLAYERS, TAP

PLAYERS_RULES: Final = ("cooke.14.04.c", "cooke.14.16.f")
OPTION_RULES: Final = ("cooke.14.05",)
TAP_RULES: Final = ("cooke.14.08.b",)


def begun(before: Hand | None, hand: Hand, house: House) -> Announcement | None:
    """Return how many play for the pot, those who are all-in too, if a round that is not the first has begun since `before`.

    Before the first one everybody has just been dealt in.
    Source: cooke.14.04.c, cooke.14.16.f.
    """
    if hand.stage != "betting" or hand.street < 1 or not house.options.announce_active_players or "announce.players" in house.without:
        return None
    if before is not None and (before.number, before.stage, before.street) == (hand.number, hand.stage, hand.street):
        return None
    return Announcement(0, PLAYERS, amount_chips=hand.folded.count(False), rules=PLAYERS_RULES)


def option(hand: Hand, house: House) -> Announcement | None:
    """Return that it is for the player to act to raise his own blind: nobody has raised it, and he has not acted.

    Source: cooke.14.05.
    """
    i = hand.to_act
    if i < 0 or hand.street or hand.stage != "betting" or VARIANTS[hand.variant].forced != "blinds":
        return None
    if not hand.current_bet or hand.bets[i] != hand.current_bet or hand.faced_at[i] >= 0:
        return None
    if not house.options.announce_live_blind_option or "announce.option" in house.without:
        return None
    return Announcement(0, OPTION, hand.seats[i], rules=OPTION_RULES)


def closed(hand: Hand, house: House) -> Announcement | None:
    """Return that the table is to be tapped, if a card is burned now: whoever has yet to act can still say so.

    Source: cooke.14.08.b.
    """
    if not house.options.tap_before_burn or "announce.tap" in house.without:
        return None
    burns = hand.stage == "dealing" and (VARIANTS[hand.variant].up_cards > 0 or BURN in expected_zones(hand))
    return Announcement(0, TAP, rules=TAP_RULES) if burns or hand.stage == "drawing" else None
