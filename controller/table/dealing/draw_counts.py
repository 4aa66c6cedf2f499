"""Hands after a draw: a hand of more cards than the game has is no hand any more once the draw is closed."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game.drawn import unseen
from controller.game.hand import Hand
from controller.game.variants import VARIANTS
from controller.game.zones import HOLE, PLACE_BYTE
from controller.table.dealing import killing, misdeals
from controller.table.dealing.misdeals import Telling
from controller.table.table import Table

RULES: Final = ("cooke.7.04.e", "roberts.lowball.11")


def counted(table: Table, hand: Hand, telling: Telling) -> Table:
    """Return the table after cards came in a game in which they are changed: who has too many when the draw is closed has a dead hand.

    Cards that are missing may lie there unread: of them nothing follows here. While cards are changed one too many can be taken back.
    Source: cooke.7.04.e, roberts.lowball.11.
    """
    if not hand.drawing.counts or not VARIANTS[hand.variant].draws or hand.over or "draw.wrong_count" in telling.house.without:
        return table
    most, dealing = VARIANTS[hand.variant].hole_cards, misdeals.dealing_of(table)
    for i, seat in enumerate(hand.seats):
        mark = f"count/{seat}"
        lie = table.card_places.count(PLACE_BYTE[HOLE[seat]]) - unseen(hand, i)  # those of which nobody saw that they went are not his
        if hand.folded[i] or hand.mucked[i] or lie <= most or mark in dealing.ruled:
            continue
        if hand.stage == "drawing":  # looked at again with the next card, when the draw may be closed
            return misdeals.put(table, replace(dealing, ruled=tuple(dict.fromkeys((*dealing.ruled, "count")))))
        dealing = replace(dealing, ruled=(*dealing.ruled, mark))
        table = killing.proposed(misdeals.put(table, dealing), seat, RULES, telling)
    return table
