"""What people say around the game: a pause, a call for the floor, hidden cards, who deals."""

from __future__ import annotations

from controller.events import Role
from controller.game.outcome import More, Refused, Told
from controller.table import clocks
from controller.table.table import StandingCall, Table, said

Outcome = Refused | tuple[Table, list[Told]]


def pause(table: Table, at_ns: int) -> Outcome:
    """Let the game stand still; a called clock stands still with it."""
    if table.paused:
        return Refused("pause.paused", "The game is paused already: `resume` lets it go on.")
    return said(table, paused=True, clock=clocks.halted(table.clock, at_ns)), [Told("paused")]


def resume(table: Table, at_ns: int) -> Outcome:
    """Let the game go on."""
    if not table.paused:
        return Refused("resume.running", "The game is not paused: nothing is to be resumed.")
    return said(table, paused=False, clock=clocks.going_on(table.clock, at_ns)), [Told("resumed")]


def call_floor(table: Table, seat: int | None, reason: str, at_ns: int) -> Outcome:
    """Ask for the floor; the call stands until it is answered."""
    if table.floor_call is not None:
        return Refused("floor_call.standing", "The floor has been called already and has not come yet.")
    if seat is not None and not 0 < seat <= len(table.seats):
        return Refused("floor_call.no_such_seat", f"There is no seat {seat}: this table has 1 … {len(table.seats)}.")
    call = StandingCall(table.seq + 1, at_ns, seat, reason)
    return said(table, floor_call=call), [Told("floor_called", seat=seat, more=More(reason=reason))]


def asked_to_confirm(table: Table, told: list[Told], at_ns: int) -> Table:
    """Return the table with the floor called where a hand died because another was thrown away for it: he confirms who wins.

    Source: cooke.7.18.03.a, roberts.lowball.15b.
    """
    fouled = next((one for one in told if one.kind == "declared" and one.do == "fouled"), None)
    if fouled is None or table.floor_call is not None:
        return table
    reason = f"seat {fouled.seat} misled another player: confirm who wins"
    call = StandingCall(table.seq + len(told) + 1, at_ns, fouled.seat, reason)
    told.append(Told("floor_called", seat=fouled.seat, more=More(reason=reason)))
    return said(table, floor_call=call)


def answer_call(table: Table, seq: int | None, role: Role) -> Outcome:
    """The floor has come: the call is answered."""
    if role == "dealer":
        return Refused("ack.floor_only", "The floor answers its call; the dealer says which announcement he has made.")
    call = table.floor_call
    if call is None:
        return Refused("ack.nothing", "Nobody has called the floor: nothing is to be answered.")
    if seq is not None and seq != call.seq:
        return Refused("ack.other", f"The call that stands was told as {call.seq}, not as {seq}: look at the state.")
    return said(table, floor_call=None), [Told("floor_came", seat=call.seat)]


def hide(table: Table, on: bool) -> Outcome:
    """Hide every hole card from every feed, or show again what had been shown."""
    if table.hidden == on:
        now = "hidden already" if on else "not hidden"
        return Refused("panic.same", f"The hole cards are {now}: nothing changes.")
    if on:
        return said(table, hidden=True), [Told("hidden")]
    shown = () if table.hand is None else tuple([card for cards in table.hand.shown for card in cards or ()])
    return said(table, hidden=False), [Told("unhidden", cards=shown)]


def change_dealer(table: Table, name: str) -> Outcome:
    """Note who deals; an empty name = nobody."""
    if name == table.dealer:
        return Refused("dealer.same", f"{name} is the dealer already." if name else "No dealer is logged in: nobody is to be logged out.")
    return said(table, dealer=name), [Told("dealer_changed", name=name)]
