"""The player who is waited for: after a while the dealer is told to prompt him."""

from __future__ import annotations

from typing import Final

from controller.game import betting, counted
from controller.game.hand import Hand
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table import rulings
from controller.table.announcing.obligations import TURN, TURN_FREE
from controller.table.table import Table

TURN_RULES: Final = ("cooke.14.04.b",)
#: What the names of its timers begin with.
TIMERS: Final = "turn/"


def waits(table: Table, house: House) -> str:
    """Return the name of the timer of the turn that is waited for; "" = nobody is prompted now.

    A name is another with every turn, and never comes again.
    """
    hand = table.hand
    if house.announcing is None or hand is None or hand.to_act < 0 or hand.stage != "betting":
        return ""
    if not house.options.action_prompt_seconds or "announce.turn" in house.without:
        return ""
    if table.paused or table.clock is not None or table.around.dealing.stopped or not _dealt(hand):
        return ""
    if any(one.about in (TURN, TURN_FREE) for one in rulings.docket_of(table).announcements):
        return ""
    i = hand.to_act
    return f"{TIMERS}{hand.number}/{hand.street}/{hand.seats[i]}/{hand.faced_at[i]}/{hand.current_bet}"


def prompted(table: Table, house: House) -> Announcement | None:
    """Return what the dealer says to the player to act.

    Source: cooke.14.04.b.
    """
    may = None if table.hand is None else betting.legal(table.hand)
    if may is None:
        return None
    if not may.call_chips:
        return Announcement(0, TURN_FREE, may.seat, rules=TURN_RULES)
    return Announcement(0, TURN, may.seat, may.call_chips, rules=TURN_RULES)


def _dealt(hand: Hand) -> bool:
    """Whether he has the cards to act on; at a table whose antennas read none of them nobody knows."""
    return hand.street > 0 or not hand.dealt or counted.holes_whole(hand)
