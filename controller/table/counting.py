"""What a player may have counted for him: the stack of another."""

from __future__ import annotations

from typing import Final

from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table import rulings
from controller.table.table import Table, running

STACK: Final = "stack"
#: Players may have opponents' chips counted.
COUNT_RULES: Final = ("cooke.8.01.08.a", "cooke.9.08.a")


def request(table: Table, seat: int, of: int, house: House) -> rulings.Outcome:
    """The player at `seat` wants to know what the one at `of` has before him, bets apart: the dealer says it."""
    for one in (seat, of):
        if not 0 < one <= len(table.seats):
            return Refused("request.no_such_seat", f"There is no seat {one}: this table has 1 … {len(table.seats)}.")
        if table.seats[one - 1] is None:
            return Refused("request.empty_seat", f"Nobody sits at seat {one}.")
    if seat == of:
        return Refused("request.own", "A player counts his own chips himself: name the seat whose stack is to be counted.")
    if "count.stack" in house.without:
        return Refused("request.not_done", "Nothing is counted here.")
    told: list[Told] = []
    return rulings.announced(table, Announcement(0, STACK, of, stack_of(table, of), COUNT_RULES), told, house), told


def stack_of(table: Table, seat: int) -> int:
    """Return what lies before a taken seat, bets apart."""
    hand, held = running(table), table.seats[seat - 1]
    if hand is not None and seat in hand.seats:
        return hand.stacks[hand.seats.index(seat)]
    return 0 if held is None else held.stack_chips
