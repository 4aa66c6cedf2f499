"""Somebody objects to a hand: in time the floor is called, and the deck waits; too late the hand stands as it was played."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import Report
from controller.game.outcome import Refused
from controller.rules.house import House
from controller.table import room, rulings
from controller.table.dealing import boundary
from controller.table.table import Table, running

NO_HAND: Final = Refused("report.no_hand", "No hand was played yet: there is nothing to object to.")


def objection(table: Table, command: Report, house: House) -> rulings.Outcome:
    """Return the table with the floor called for an objection to the present hand, or the last one; or why it comes too late.

    Source: cooke.1.02, cooke.14.28.c, cooke.def.start_end_hand.
    """
    if table.hand is None:
        return NO_HAND
    if running(table) is None and boundary.is_late(table, house) and "objection.cutoff" not in house.without:
        return Refused(
            "report.objection_late",
            "Too late: the next hand has begun, and the last one stands as it was played. The floor may still be called.",
            boundary.OBJECTION_RULES,
        )
    outcome = room.call_floor(table, command.seat or None, boundary.OBJECTION, command.head.at_ns)
    if isinstance(outcome, Refused):
        return outcome
    table, told = outcome
    return table, [replace(one, rules=boundary.OBJECTION_RULES) for one in told]
