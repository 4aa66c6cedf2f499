"""The deck has too few cards for everybody's last one: the dealer is told how to go on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from controller.game.hand import Hand
from controller.game.outcome import Told
from controller.game.short_stub import Way, is_last, last_is_common, way
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table import rulings
from controller.table.table import Table

MIX_RULES: Final = ("cooke.5.21.a", "cooke.14.18", "roberts.stud.15a")

#: How the last cards are dealt → what is announced, and by which rules.
SAID: Final[Mapping[Way, tuple[str, tuple[str, ...]]]] = {
    "mixed": ("mix_burns", MIX_RULES),
    "mixed_without_burn": ("mix_burns_no_burn", (*MIX_RULES, "roberts.stud.15b")),
    "common": ("common_card", ("cooke.4.17.p", "cooke.5.21.d", "cooke.def.common_card", "roberts.stud.15c")),
}

#: The bottom card is all there is.
LAST_FOR_ALL: Final = ("common_card_last", ("cooke.4.17.p", "cooke.5.21.d", "roberts.stud.15c"))


def said(table: Table, before: Hand | None, hand: Hand, told: list[Told], house: House) -> Table:
    """Return the table with what the dealer has to know when the last cards have become due since `before`, if the stub is short.

    Source: cooke.5.21.a, cooke.5.21.d, cooke.4.17.p, roberts.stud.15a, roberts.stud.15b, roberts.stud.15c.
    """
    if hand.stage != "dealing" or not is_last(hand) or before is None or (before.stage, before.street) == ("dealing", hand.street):
        return table
    found = SAID.get(way(hand)) if not last_is_common(hand) else LAST_FOR_ALL
    return table if found is None else rulings.announced(table, Announcement(0, found[0], rules=found[1]), told, house)
