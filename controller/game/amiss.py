"""What of a hand is not as the plan has it: cards in sight by accident, cards set aside, players who are bound by what they got."""

from __future__ import annotations

from typing import Final

import msgspec


class Amiss(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One field of the hand, and the empty one as long as all goes as planned. Players by index, in deal order.

    `exposed` are cards of `Hand.up` that were to come down on the first street, and were dealt in sight by accident; `last_up` those of
    the last one. `aside` are cards that were dealt too early and are kept apart from stub and
    hands: they are mixed with the burns when the stub is short. `held_back` may neither bet nor raise on street `held_street`;
    `all_in` have said that they are all-in for what they have in the pot. `unsure` = whether the board was dealt right is yet to be known:
    nothing is awarded by itself until the table says so.
    """

    exposed: bytes = b""
    last_up: bytes = b""
    aside: bytes = b""
    held_back: bytes = b""
    held_street: int = -1
    all_in: bytes = b""
    unsure: bool = False


#: All goes as planned.
NOTHING_AMISS: Final = Amiss()


def able(amiss: Amiss, stacks: tuple[int, ...]) -> tuple[int, ...]:
    """Return what each player can still bet: nothing, of those who have said that they are all-in for what lies in the pot.

    Source: roberts.stud.18.1, roberts.stud.18.2.
    """
    return tuple([0 if i in amiss.all_in else chips for i, chips in enumerate(stacks)]) if amiss.all_in else stacks
