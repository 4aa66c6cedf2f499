"""Hole cards that lie before nobody any more: a player took them away, or one fell."""

from __future__ import annotations

from typing import Final

from controller.game.hand import TO_TABLE
from controller.game.zones import HOLE, Zone
from controller.rules.house import House
from controller.table.table import Table, running

#: What is asked about them after a while.
OUT_OF_SIGHT: Final = "deal.hole_out_of_sight"
RULES: Final = ("cooke.16.12.a",)
#: Stages in which cards lie still: they come and go while they are changed, and are picked up to be shown.
_STILL: Final = frozenset({"betting", "dealing"})


def out_of_sight(table: Table) -> tuple[Zone, ...]:
    """Return the places of live hands of which a card that was read there lies in no reader's field now, in deal order.

    Source: cooke.16.12.a.
    """
    hand = running(table)
    if hand is None or hand.stage not in _STILL:
        return ()
    places, entered = table.card_places, hand.entered
    gone = {i for card, i in zip(hand.dealt, hand.dealt_to, strict=True) if i != TO_TABLE and not places[card] and card not in entered}
    return tuple([HOLE[hand.seats[i]] for i in sorted(gone) if not (hand.folded[i] or hand.mucked[i] or hand.shown[i] is not None)])


def is_watched(house: House) -> bool:
    """Whether this house minds: a hand that is taken out of sight is dead in it."""
    return house.options.hand_out_of_sight == "hand_dead" and "off_table.sight" not in house.without
