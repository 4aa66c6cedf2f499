"""The clock that is called on a player: started, stopped, run out. What follows when it ran out is the floor's to say."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game.hand import Hand
from controller.game.outcome import More, Refused, Told
from controller.table.table import CalledClock, Table, running, said

Outcome = Refused | tuple[Table, list[Told]]

#: The name of its timer, and how a clock can end.
TIMER: Final = "clock"
ACTED, STOPPED, EXPIRED = "clock.acted", "clock.stopped", "clock.expired"


def call(table: Table, seat: int, seconds: int | None, at_ns: int) -> Outcome:
    """Call time on the player to act, anew where it runs already; `seconds` None takes it back."""
    if seconds is None:
        return _take_back(table, seat)
    hand = running(table)
    acting = None if hand is None or hand.to_act < 0 else hand.seats[hand.to_act]
    if acting != seat:
        whose = "Nobody is to act now." if acting is None else f"Seat {acting} is to act."
        return Refused("clock.not_to_act", f"Time is called on the player to act. {whose}", ("cooke.4.06.a",))
    if table.paused:
        return Refused("state.paused", "The game is paused: resume it first.")
    clock = CalledClock(seat, at_ns + seconds * 1_000_000_000)
    return said(table, clock=clock), [Told("clock_started", seat=seat, more=More(seconds=seconds))]


def _take_back(table: Table, seat: int) -> Outcome:
    if table.clock is None or table.clock.seat != seat:
        return Refused("clock.none", f"No clock runs for seat {seat}: nothing is to be stopped.")
    return said(table, clock=None), stopped(table)


def stopped(table: Table, code: str = STOPPED) -> list[Told]:
    """Return what is told when the clock that may run is taken away."""
    return [] if table.clock is None else [Told("clock_ended", seat=table.clock.seat, code=code)]


def due_ns(table: Table) -> int | None:
    """Return the table time at which the running clock ends; None when none runs."""
    clock = table.clock
    return None if clock is None or clock.expired else clock.ends_ns


def ran_out(table: Table, at_ns: int) -> tuple[Table, list[Told]] | None:
    """Return the table whose clock has ended by now; None when none has: a timer of an earlier clock."""
    due = due_ns(table)
    if table.clock is None or due is None or at_ns < due:
        return None
    return said(table, clock=replace(table.clock, expired=True)), stopped(table, EXPIRED)


def after_act(table: Table, hand: Hand, told: list[Told]) -> Table:
    """Return the table after something was done in the hand: a clock ends with the turn of the player it was called on."""
    told += stopped(table, ACTED)
    return said(table, clock=None)


def halted(clock: CalledClock | None, at_ns: int) -> CalledClock | None:
    """Return a clock that stands still while the game is paused."""
    if clock is None or clock.ends_ns is None or clock.expired:
        return clock
    return replace(clock, ends_ns=None, left_ns=max(0, clock.ends_ns - at_ns))


def going_on(clock: CalledClock | None, at_ns: int) -> CalledClock | None:
    """Return the clock as it runs on after a pause."""
    if clock is None or clock.ends_ns is not None:
        return clock
    return replace(clock, ends_ns=at_ns + clock.left_ns, left_ns=0)
