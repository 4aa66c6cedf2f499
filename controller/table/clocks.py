"""The clock that is called on a player: started, counted down, stopped, run out. What follows then is `expiry`'s matter."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import Header, Role
from controller.game.outcome import More, Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table import rulings
from controller.table.table import CalledClock, Table, running, said

Outcome = Refused | tuple[Table, list[Told]]

#: The name of its timer, and how a clock can end.
TIMER: Final = "clock"
_SECOND: Final = 1_000_000_000
ACTED, STOPPED, EXPIRED = "clock.acted", "clock.stopped", "clock.expired"


#: What the count-down before the end is announced by.
CLOCK: Final = "clock"
COUNTDOWN_RULES: Final = ("cooke.10.03.a", "cooke.8.01.09.a", "roberts.nl.13b")
#: Who may put a clock on a player, where the house has one.
STARTED_RULES: Final = ("cooke.10.03.d", "roberts.nl.13a")


def total_s(house: House) -> int:
    """Return how long a clock runs as the house has it, its count-down included; 0 = the house has no clock.

    Source: cooke.10.03.a, cooke.8.01.09.a, cooke.def.clock_request (60 s and 10 s more), roberts.nl.13a, roberts.nl.13b (60 s in all).
    """
    options = house.options
    seconds = options.action_clock_seconds
    return seconds + options.clock_countdown_seconds if seconds and options.clock_countdown_placement == "added" else seconds


def call(table: Table, seat: int, seconds: int | None, head: Header, house: House) -> Outcome:
    """Call time on the player to act, anew where it runs already: for `seconds`, or as long as the house has it."""
    refusal = _not_to_start(house, head.role)
    if refusal is not None:
        return refusal
    seconds = total_s(house) if seconds is None else seconds
    if not seconds:
        return Refused("clock.no_time", "The house gives no time: say how many seconds, or set action_clock_seconds.")
    hand = running(table)
    acting = None if hand is None or hand.to_act < 0 else hand.seats[hand.to_act]
    if acting != seat:
        whose = "Nobody is to act now." if acting is None else f"Seat {acting} is to act."
        return Refused("clock.not_to_act", f"Time is called on the player to act. {whose}", ("cooke.4.06.a",))
    if table.paused:
        return Refused("state.paused", "The game is paused: resume it first.")
    countdown_s = 0 if "clock.countdown" in house.without else house.options.clock_countdown_seconds
    clock = CalledClock(seat, head.at_ns + seconds * _SECOND, countdown_s=countdown_s if countdown_s < seconds else 0)
    return said(rulings.unsaid(table, CLOCK), clock=clock), [Told("clock_started", seat=seat, more=More(seconds=seconds))]


def _not_to_start(house: House, role: Role) -> Refused | None:
    """Return why this house puts no clock on a player, or not at this one's word."""
    options = house.options
    if options.clock_scope == "none" or options.clock_started_by == "not_used":
        return Refused("clock.not_used", "This house puts no clock on a player: call the floor.")
    if options.clock_started_by == "floor_on_request" and role == "dealer" and "clock.started_by" not in house.without:
        return Refused("clock.floor_only", "Here the floor starts the clock, when a player asks for it: call the floor.", STARTED_RULES)
    return None


def take_back(table: Table, seat: int) -> Outcome:
    """The clock is no more."""
    if table.clock is None or table.clock.seat != seat:
        return Refused("clock.none", f"No clock runs for seat {seat}: nothing is to be stopped.")
    return said(rulings.unsaid(table, CLOCK), clock=None), stopped(table)


def stopped(table: Table, code: str = STOPPED) -> list[Told]:
    """Return what is told when the clock that may run is taken away."""
    return [] if table.clock is None else [Told("clock_ended", seat=table.clock.seat, code=code)]


def due_ns(table: Table) -> int | None:
    """Return the table time at which the running clock is counted down, and then ends; None when none runs."""
    clock = table.clock
    if clock is None or clock.expired or clock.ends_ns is None:
        return None
    return clock.ends_ns if clock.warned else clock.ends_ns - clock.countdown_s * _SECOND


def counted_down(table: Table, at_ns: int, told: list[Told], house: House) -> Table:
    """Return the table whose running clock is in its last seconds: the dealer says so.

    Source: cooke.10.03.a, cooke.8.01.09.a, roberts.nl.13b.
    """
    clock = table.clock
    if clock is None or clock.ends_ns is None:
        return table
    left_s = -((at_ns - clock.ends_ns) // _SECOND)
    announcement = Announcement(0, CLOCK, clock.seat, rules=COUNTDOWN_RULES, until_ns=clock.ends_ns, seconds=left_s)
    return rulings.announced(said(table, clock=replace(clock, warned=True)), announcement, told, house)


def after_act(table: Table, told: list[Told]) -> Table:
    """Return the table after something was done in the hand: a clock ends with the turn of the player it was called on."""
    told += stopped(table, ACTED)
    return said(rulings.unsaid(table, CLOCK), clock=None)


def halted(clock: CalledClock | None, at_ns: int) -> CalledClock | None:
    """Return a clock that stands still while the game is paused."""
    if clock is None or clock.ends_ns is None or clock.expired:
        return clock
    return replace(clock, ends_ns=None, left_ns=max(0, clock.ends_ns - at_ns), warned=False)


def going_on(clock: CalledClock | None, at_ns: int) -> CalledClock | None:
    """Return the clock as it runs on after a pause."""
    if clock is None or clock.ends_ns is not None:
        return clock
    return replace(clock, ends_ns=at_ns + clock.left_ns, left_ns=0)
