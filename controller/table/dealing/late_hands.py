"""A hand of too many or too few cards that is found when the deal can no longer be called wrong: play goes on, with or without it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game import dead_hand
from controller.game.hand import Hand
from controller.game.outcome import Told
from controller.rules.house import House
from controller.rules.ruling import Remedy, Ruling, Who
from controller.table import rulings
from controller.table.dealing.misdeals import PLAY_ON, Telling, dealing_of, put
from controller.table.table import Table, running

KIND: Final = "dead_hand"
LATE_RULES: Final = (
    "cooke.14.20.o", "cooke.def.fouled_hand", "cooke.10.18.c", "roberts.misdeals.2a", "roberts.dead_hands.1.4", "home.7.dead",
    "home.7.norefund", "roberts.irregularities.9",
)  # fmt: skip


def mark(seat: int) -> str:
    """Return how `Dealing.ruled` says that a seat's number of cards was ruled on when the deal could no longer be called wrong."""
    return f"late/{seat}"


def too_many(table: Table, hand: Hand, index: int, telling: Telling) -> Table:
    """Return the table after a hand was found to have too many cards.

    Source: cooke.14.20.o, cooke.def.fouled_hand, roberts.misdeals.2a, home.7.dead.
    """
    return _found(table, hand, index, telling, short=False)


def too_few(table: Table, hand: Hand, index: int, telling: Telling) -> Table:
    """Return the table after a hand was found to have too few cards."""
    return _found(table, hand, index, telling, short=True)


def _found(table: Table, hand: Hand, index: int, telling: Telling, *, short: bool) -> Table:
    house, seat = telling.house, hand.seats[index]
    answer, name = house.options.late_wrong_count_hand, mark(seat)
    dealing = dealing_of(table)
    if "late.wrong_count" in house.without or name in dealing.ruled or hand.folded[index] or hand.mucked[index] or hand.over:
        return table
    table = put(table, replace(dealing, ruled=(*dealing.ruled, name)))
    lives = answer == "live_if_no_advantage" and short
    who: Who = "nobody" if lives else "floor" if answer == "ask_floor" else "dealer"
    steps = (Remedy("play_on"),) if lives else (Remedy("kill_hand", (seat,)),)
    ruling = Ruling(
        0, "live_hand" if lives else KIND, LATE_RULES, (("late_wrong_count_hand", answer),), steps,
        seat=seat, who=who, may_until="award", about_seq=telling.about_seq, carried_out=lives,
        status="in_force" if lives else "proposed", alternatives=() if lives else (PLAY_ON,),
    )  # fmt: skip
    return rulings.opened(table, ruling, telling.told, house)


def confirmed(table: Table, ruling: Ruling, house: House) -> tuple[Table, Hand | None, list[Told]]:
    """Return the table after the floor found a hand dead: its player is out, and what he has put in stays in the pot.

    Source: cooke.14.20.o, roberts.misdeals.2a, home.7.dead, home.7.norefund.
    """
    hand = running(table)
    if hand is None or ruling.seat is None or hand.index_of[ruling.seat] < 0:
        return table, table.hand, []
    index, told = hand.index_of[ruling.seat], list[Told]()
    if house.options.late_fouled_hand_refund or "late.no_refund" in house.without:
        hand = _refunded(hand, index, told)
    return table, dead_hand.killed(hand, index, told), told


def _refunded(hand: Hand, index: int, told: list[Told]) -> Hand:
    """What the owner of a dead hand has put in goes back to him."""
    chips = hand.put_in[index]
    told.append(Told("uncalled_returned", hand.seats[index], chips))

    def with_one(values: tuple[int, ...], value: int) -> tuple[int, ...]:
        return (*values[:index], value, *values[index + 1 :])

    paid = replace(
        hand,
        stacks=with_one(hand.stacks, hand.stacks[index] + chips),
        put_in=with_one(hand.put_in, 0),
        bets=with_one(hand.bets, 0),
        dead_put_in=with_one(hand.dead_put_in, 0),
    )
    return dead_hand.laid_anew(paid)
