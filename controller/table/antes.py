"""Cards come while antes are missing: who has not paid is asked whether he wants a hand."""

from __future__ import annotations

from typing import Final

from controller.game.hand import Hand
from controller.game.outcome import Told
from controller.game.variants import VARIANTS
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table import rulings
from controller.table.table import Table

ASK_ANTE: Final = "ask_ante"
ASK_RULES: Final = ("cooke.5.05.c",)


def asked(table: Table, hand: Hand, told: list[Told], house: House) -> Table:
    """Return the table with what the dealer has to ask, once a hand and with its first card, in games with a forced bet by card.

    Source: cooke.5.05.c.
    """
    if VARIANTS[hand.variant].forced != "bring_in" or len(hand.dealt) > 1 or "stud.ask_ante" in house.without:
        return table
    for one in hand.owing:
        table = rulings.announced(table, Announcement(0, ASK_ANTE, hand.seats[one.index], one.amount_chips, ASK_RULES), told, house)
    return table
