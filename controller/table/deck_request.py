"""A player asks for another deck, or a back looks marked: between hands it is said at once, in a hand when it is over.

A hand that has begun is played out.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table import rulings
from controller.table.table import Table, running, said

LATER: Final = "deck_later"
ASKED: Final = "deck_asked"
INSPECT: Final = "inspect_backs"
HAND_RULES: Final = ("cooke.4.05.b",)
MARRED_RULES: Final = ("cooke.def.marred_card",)


def request(table: Table, seat: int, house: House) -> rulings.Outcome:
    """The player at `seat` wants another deck: the dealer says when.

    Source: cooke.4.05.b.
    """
    if not 0 < seat <= len(table.seats):
        return Refused("request.no_such_seat", f"There is no seat {seat}: this table has 1 … {len(table.seats)}.")
    if table.seats[seat - 1] is None:
        return Refused("request.empty_seat", f"Nobody sits at seat {seat}.")
    told: list[Told] = []
    if running(table) is None or "hand.played_out" in house.without:
        return rulings.announced(table, Announcement(0, ASKED, seat), told, house), told
    table = rulings.announced(table, Announcement(0, LATER, seat, rules=HAND_RULES), told, house)
    docket = rulings.docket_of(table)
    return said(table, docket=replace(docket, queued=(*docket.queued, seat)) if seat not in docket.queued else docket), told


def due(table: Table, told: list[Told], house: House) -> Table:
    """The hand is over: what was asked for meanwhile is said now."""
    if table.around.deck.marked:
        table = said(table, deck=replace(table.around.deck, marked=False))
        table = rulings.announced(table, Announcement(0, INSPECT, rules=MARRED_RULES), told, house)
    docket = rulings.docket_of(table)
    if not docket.queued:
        return table
    table = rulings.unsaid(table, LATER)
    for seat in docket.queued:
        table = rulings.announced(table, Announcement(0, ASKED, seat), told, house)
    return said(table, docket=replace(rulings.docket_of(table), queued=()))


def mark_seen(table: Table, told: list[Told], house: House) -> Table:
    """Return the table after a camera made out a mark or a bend on a back: the dealer is to look at the backs when the hand is over.

    Whose card it is, and which, nobody is told.
    Source: cooke.def.marred_card.
    """
    if "deck.marks" in house.without or table.around.deck.marked:
        return table
    table = said(table, deck=replace(table.around.deck, marked=True))
    return table if running(table) is not None else due(table, told, house)
