"""What the dealer says of a wager: that it is a raise, or that a player is all-in and whether that counts."""

from __future__ import annotations

from typing import Final

from controller.effects import Tell
from controller.game import limits
from controller.game.hand import Hand
from controller.game.variants import VARIANTS
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table.announcing.obligations import ALL_IN_COUNTS, ALL_IN_SHORT, RAISE

RAISE_RULES: Final = ("cooke.14.16.e", "roberts.stud.12")
ALL_IN_RULES: Final = ("cooke.14.16.c", "cooke.17.10.b")


def of(before: Hand, told: Tell, house: House) -> Announcement | None:
    """Return what is to be said of an action that was told; None = nothing. `before` is the hand it was done in.

    A bet, and one that is completed, is announced by its chips; only who raises it, or bets all he has, is called out.
    Source: cooke.14.16.c, cooke.14.16.e, roberts.stud.12.
    """
    to_chips = told.to_chips or 0
    if to_chips <= before.current_bet or told.do == "bring_in":
        return None
    if told.all_in and house.options.announce_all_in and "announce.all_in" not in house.without:
        about = ALL_IN_COUNTS if counts(before, to_chips) else ALL_IN_SHORT
        return Announcement(0, about, told.seat, to_chips, rules=ALL_IN_RULES)
    if told.do == "raise" and raises_are_announced(before, house):
        return Announcement(0, RAISE, told.seat, to_chips, rules=RAISE_RULES)
    return None


def raises_are_announced(hand: Hand, house: House) -> bool:
    """Whether this house has raises of this game announced."""
    where = house.options.announce_raises
    return where != "none" and (where == "all_games" or bool(VARIANTS[hand.variant].up_cards)) and "announce.raises" not in house.without


def counts(hand: Hand, to_chips: int) -> bool:
    """Whether a wager to a total is a full bet or raise, or counts as one, so that it may be raised by who has acted.

    Source: cooke.14.16.c, cooke.8.01.03.b, cooke.9.09.01.b, cooke.9.09.02.b.
    """
    if hand.plain:
        return to_chips - hand.current_bet >= hand.full_raise
    made, now = limits.after_wager(hand, to_chips), hand.round
    if hand.stakes.limit in limits.BIG_BET:
        return made.full_to != now.full_to
    return (made.full_to, made.level) != (now.full_to, now.level)


def as_corrected(hand: Hand, now: tuple[Tell, ...], house: House) -> Announcement | None:
    """Return what is to be said of an entry that was corrected, as it is told `now`: that it is the raise which stands."""
    acted = next((one for one in now if one.kind == "acted"), None)
    if acted is None or hand.stage != "betting" or not raises_are_announced(hand, house):
        return None
    stands = acted.do == "raise" and acted.to_chips == hand.current_bet
    return Announcement(0, RAISE, acted.seat, acted.to_chips, rules=RAISE_RULES) if stands else None
