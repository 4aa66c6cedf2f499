"""A dead hand, proposed to whoever decides about it; what confirming it does is `late_hands.confirmed`."""

from __future__ import annotations

from collections.abc import Sequence

from controller.rules.ruling import OptionsUsed, Remedy, Ruling, Who
from controller.table import rulings
from controller.table.dealing.misdeals import PLAY_ON, Telling
from controller.table.table import Table


def proposed(table: Table, seat: int, why: Sequence[str], telling: Telling, *, options: OptionsUsed = (), who: Who = "floor") -> Table:
    """Return the table with a hand that is to be dead once somebody confirms it; the game goes on meanwhile, and nothing is done twice."""
    if any(one.kind == "dead_hand" and one.seat == seat and one.waits for one in rulings.docket_of(table).rulings):
        return table
    ruling = Ruling(
        0, "dead_hand", tuple(why), options, (Remedy("kill_hand", (seat,)),),
        seat=seat, who=who, status="proposed", about_seq=telling.about_seq, alternatives=(PLAY_ON,), carried_out=False,
    )  # fmt: skip
    return rulings.opened(table, ruling, telling.told, telling.house)
