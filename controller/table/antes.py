"""Cards come while antes or blinds are missing: who has not paid is asked for it, or whether he wants a hand."""

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


#: Money goes in before the first card: who owes is named.
POST_DUE: Final = "post_due"
POST_RULES: Final = ("cooke.14.04.a",)


def asked(table: Table, hand: Hand, told: list[Told], house: House) -> Table:
    """Return the table with what the dealer has to ask of whoever owes, once a hand and with its first card.

    In games with a forced bet by card he is asked whether he wants a hand; elsewhere the deal waits for what he owes.
    Source: cooke.5.05.c, cooke.14.04.a.
    """
    by_card = VARIANTS[hand.variant].forced == "bring_in"
    about, rules = (ASK_ANTE, ASK_RULES) if by_card else (POST_DUE, POST_RULES)
    off = "stud.ask_ante" in house.without if by_card else "deal.posted_first" in house.without
    if len(hand.dealt) > 1 or off:
        return table
    owed: dict[int, int] = {}
    for one in hand.owing:
        seat = hand.seats[one.index]
        owed[seat] = owed.get(seat, 0) + one.amount_chips
    for seat, chips in owed.items():
        table = rulings.announced(table, Announcement(0, about, seat, chips, rules), told, house)
    return table
