"""Nobody can bet any more and the board is not out: the house may want the hands turned up while it is dealt."""

from __future__ import annotations

from typing import Final

from controller.game.hand import Hand
from controller.game.outcome import Told
from controller.game.street import betting_over
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table import rulings
from controller.table.table import Table

CARDS_UP: Final = "cards_up"
CARDS_UP_RULES: Final = ("home.4.faceup",)


def said_after(table: Table, hand: Hand, told: list[Told], house: House) -> Table:
    """Have the dealer say it once, when the last bet is in. `table` is from before the action, `hand` from after it.

    Source: home.4.faceup.
    """
    if not house.options.all_in_cards_up or "all_in.cards_up" in house.without:
        return table
    before = table.hand
    if before is None or before.stage != "betting" or not betting_over(hand):
        return table
    return rulings.announced(table, Announcement(0, CARDS_UP, rules=CARDS_UP_RULES), told, house)
