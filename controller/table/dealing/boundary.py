"""Where one hand ends and the next begins, by the steps of the shuffle that the panel is told: what may still be done, and objected to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from controller import events
from controller.game.outcome import Refused
from controller.rules.house import House
from controller.table import blinds
from controller.table.table import Table, running

#: Until when a hand can be objected to.
OBJECTION_RULES: Final = ("cooke.1.02", "cooke.14.28.c", "cooke.def.start_end_hand")
#: The first riffle opens the hand, and it is dealt whatever happens; a scramble ends the one before.
OPENED_RULES: Final = ("cooke.14.02.a", "cooke.def.riffle", "cooke.def.table_stakes")
DEALT_ANYWAY_RULES: Final = ("cooke.14.02.b",)
_OF_STEP: Final[Mapping[str, tuple[str, ...]]] = {
    "riffle": ("cooke.14.02.a", "cooke.def.riffle"),
    "scramble": ("cooke.14.02.a", "cooke.def.scramble", "cooke.def.conclusion_of_hand"),
    "cut": ("cooke.14.03.a", "cooke.def.cut"),
    "placed": ("cooke.14.28.c",),
}
SCRAMBLE_RULES: Final = ("cooke.def.conclusion_of_hand",)
#: What a claim about a hand is called for the floor.
OBJECTION: Final = "objection"


def rules_of(step: str) -> tuple[str, ...]:
    """Return what a step of the shuffle means by the books."""
    return _OF_STEP.get(step, ())


def of_hand(table: Table) -> int:
    """Return the number of the hand that is shuffled for: the one that waits for its first card, or the next."""
    hand = running(table)
    return table.hand_number + (1 if hand is None or hand.dealt else 0)


def steps_of(table: Table) -> str:
    """Return the steps told so far for the hand that is shuffled for."""
    now = table.around.shuffled
    return now.steps if now.hand == of_hand(table) else ""


def opened(table: Table, house: House) -> bool:
    """Whether the next hand has begun though nobody has said so: with the first riffle, or with a shuffler's deck on the table.

    Source: cooke.14.02.a, cooke.14.28.c, cooke.def.riffle, cooke.def.start_end_hand.
    """
    if running(table) is not None or "hand.opened_by_riffle" in house.without:
        return False
    steps = set(steps_of(table))
    by_machine = "O" if house.options.hand_start_with_shuffler == "deck_removed_from_shuffler" else "D"
    return bool(steps & {"R", "A", by_machine})


class _Closed(NamedTuple):
    """Why a command between hands is refused once the next one has begun; `floor_may` = the floor may do it all the same."""

    code: str
    instead: str
    rules: tuple[str, ...]
    floor_may: bool = False


_CLOSED: Final[Mapping[type, _Closed]] = {
    events.BuyIn: _Closed("buy_in.in_hand", "chips are added when it is over.", OPENED_RULES),
    events.Stand: _Closed("stand.in_hand", "leave, or change seats, when it is over.", DEALT_ANYWAY_RULES, floor_may=True),
    events.SetStakes: _Closed("stakes.running", "change the stakes when it is over.", blinds.CONDITIONS_RULES),
    events.SetRotation: _Closed("rotation.running", "change the games when it is over.", blinds.CONDITIONS_RULES),
}


def closed_to(table: Table, command: Any, house: House) -> Refused | None:
    """Return why a command between hands comes too late: the next hand has begun. None when it does not."""
    row = _CLOSED.get(type(command))
    if row is None or not opened(table, house):
        return None
    if row.floor_may and command.head.role in ("floor", "admin"):
        return None
    return Refused(row.code, f"The next hand has begun with its first riffle: {row.instead}", row.rules)


def objection_stands(table: Table) -> bool:
    """Whether the floor has been called for an objection and has not come yet."""
    call = table.around.floor_call
    return call is not None and call.reason == OBJECTION


def is_late(table: Table, house: House) -> bool:
    """Whether the last hand can no longer be objected to.

    Source: cooke.1.02, cooke.14.28.c, cooke.def.start_end_hand.
    """
    steps, options = set(steps_of(table)), house.options
    if steps & {"I", "O", "D"}:
        begun = "O" if options.hand_start_with_shuffler == "deck_removed_from_shuffler" else "D"
        return "I" in steps and (options.objection_cutoff_with_shuffler == "old_deck_in" or begun in steps)
    until = {"first_riffle": {"R", "A"}, "scramble": {"S", "R", "A"}, "next_deal": set()}[options.objection_cutoff]
    return bool(steps & until)


def neighbours(table: Table) -> tuple[int, int]:
    """Return the seats left and right of whoever deals the hand that is shuffled for; 0, 0 where nobody knows yet."""
    hand = running(table)
    if hand is not None:
        return (hand.seats[0], hand.seats[-2]) if len(hand.seats) > 1 else (0, 0)
    n, dealer = len(table.seats), blinds.next_button(table)
    order = [(dealer + k) % n + 1 for k in range(n - 1)]  # from the dealer's left to his right
    order = [seat for seat in order if (held := table.seats[seat - 1]) is not None and held.stack_chips]
    return (order[0], order[-1]) if dealer and order else (0, 0)
