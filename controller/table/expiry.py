"""When a called clock reaches its last seconds, and when it has run out: what the house does to the hand then."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from controller.game import betting, forfeits
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Remedy, Ruling
from controller.table import clocks, rulings
from controller.table.table import Table, said

#: What the end of a clock means, by whether the player faces a bet.
FACING_BET: Final = (
    "cooke.8.01.09.a",
    "cooke.10.03.a",
    "cooke.def.clock_request",
    "roberts.nl.13a",
    "roberts.nl.13b",
    "roberts.dead_hands.1.6",
)
NO_BET: Final = ("cooke.8.01.09.a", "cooke.10.03.a", "cooke.def.clock_request", "roberts.nl.13a")

#: What the floor may let happen instead: the player gets his turn back.
ACT_AGAIN: Final = "act_again"


def timer_up(table: Table, at_ns: int, house: House) -> tuple[Table, Hand, list[Told]] | None:
    """Return the table and the hand after the timer of a clock fired; None when it was that of an earlier clock.

    In its last seconds the rest is announced; at its end the hand is folded, or checked where that is free, as the house has it.
    Source: cooke.10.03.a, cooke.8.01.09.a, cooke.def.clock_request, roberts.nl.13a, roberts.nl.13b, roberts.dead_hands.1.6.
    """
    due, hand, clock = clocks.due_ns(table), table.hand, table.clock
    if clock is None or hand is None or due is None or clock.ends_ns is None or at_ns < due:
        return None
    told: list[Told] = []
    if at_ns < clock.ends_ns:
        return clocks.counted_down(table, at_ns, told, house), hand, told
    return _ran_out(rulings.unsaid(table, clocks.CLOCK), hand, house)


def _ran_out(table: Table, hand: Hand, house: House) -> tuple[Table, Hand, list[Told]]:
    told = clocks.stopped(table, clocks.EXPIRED)
    ruling, do = _ruled(hand, house)
    if "clock.expiry" in house.without:
        return _left_expired(table), hand, told
    if do is not None and (done := acted(hand, do, told)) is not None:
        table = said(table, clock=None)
        return rulings.opened(table, ruling, told, house), done, told
    table = _left_expired(table)
    waiting = replace(ruling, who="floor", status="proposed", carried_out=False)
    return rulings.opened(table, waiting, told, house), hand, told


def _left_expired(table: Table) -> Table:
    """The floor has yet to say what it means."""
    return table if table.clock is None else said(table, clock=replace(table.clock, expired=True))


def _ruled(hand: Hand, house: House) -> tuple[Ruling, Literal["fold", "check"] | None]:
    """Return the ruling on the player to act whose time is up, and what is done at once; None = the floor is asked."""
    may = betting.legal(hand)
    facing = may is not None and may.call_chips > 0
    name = "clock_expiry_facing_bet" if facing else "clock_expiry_no_bet"
    answer = house.options.clock_expiry_facing_bet if facing else house.options.clock_expiry_no_bet
    do: Literal["fold", "check"] | None = None if answer == "ask_floor" else answer
    seat = None if may is None else may.seat
    seats = () if seat is None else (seat,)
    ruling = Ruling(
        0,
        "clock_expired",
        FACING_BET if facing else NO_BET,
        (("action_clock_seconds", house.options.action_clock_seconds), (name, answer)),
        (Remedy("play_on" if do == "check" else "kill_hand", seats),),
        seat=seat,
        may_until="next_hand",
        alternatives=(ACT_AGAIN,),
    )
    return ruling, do


def acted(hand: Hand, do: str, told: list[Told]) -> Hand | None:
    """Return the hand after its player to act was folded or checked; None when that cannot be."""
    if hand.to_act < 0:
        return None
    outcome = forfeits.folded(hand) if do == "fold" and hand.early else betting.act(hand, hand.seats[hand.to_act], do, None)
    if isinstance(outcome, Refused):
        return None
    after, done = outcome
    told += [replace(one, code=clocks.EXPIRED) if one.kind == "acted" else one for one in done]
    return after
