"""A player folds and lets a card be seen. The panel says so, by naming what was seen: the dealer has to tell the table."""

from __future__ import annotations

from typing import Final

from controller.events import Show
from controller.game.outcome import Told
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table import rulings
from controller.table.table import Table

SHOWN: Final = "folded_shown"
SHOWN_RULES: Final = ("home.3.fold",)


def shown(table: Table, command: Show, house: House) -> tuple[Table, list[Told]] | None:
    """Return the table with the announcement; None when nothing of the kind was said: then it is a hand that is tabled, or refused.

    The hand stays folded, and whether the cards named are his is not looked at: the answer must not tell.
    Source: home.3.fold.
    """
    hand = table.hand
    if not command.cards or hand is None or hand.stage not in ("betting", "dealing") or "fold.shown" in house.without:
        return None
    if command.seat not in hand.seats or not hand.folded[hand.seats.index(command.seat)]:
        return None
    told: list[Told] = []
    return rulings.announced(table, Announcement(0, SHOWN, command.seat, rules=SHOWN_RULES), told, house), told
