"""Chips that stay in the pot when a deal has no winner, until a later deal has one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from controller.game.hand import Hand


class Carried(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What lies in the pot before a deal.

    Shape: `shares` are antes of earlier deals as (seat, chips): who is all-in plays for what he has matched of them. `dead_chips` are
    what else lies there, which nobody's ante matches. `deals` = how many deals in a row had no winner; `barred` seats get no cards
    until one has. `entitled` are the only seats that are dealt in for it, where a hand that did not count left it, () = everybody is;
    None = as the game has it.
    Units: chips.
    """

    shares: tuple[tuple[int, int], ...] = ()
    dead_chips: int = 0
    deals: int = 0
    barred: tuple[int, ...] = ()
    entitled: tuple[int, ...] | None = None

    @property
    def chips(self) -> int:
        """All of it."""
        return sum([chips for _, chips in self.shares]) + self.dead_chips

    def of(self, seat: int) -> int:
        """Return what of it a seat has put in."""
        return next((chips for one, chips in self.shares if one == seat), 0)


#: Nothing lies there.
NOTHING: Final = Carried()


def left_by(hand: Hand) -> Carried:
    """Return what a hand that has ended leaves in the pot for the next.

    Source: cooke.7.13.b, cooke.7.13.f, cooke.7.17.b, cooke.7.17.02.e.
    """
    before = hand.setup.carried
    chips = before.chips - sum(hand.payoffs)
    if chips <= 0:
        return NOTHING
    paid = [before.of(seat) + ante for seat, ante in zip(hand.seats, hand.dead_put_in, strict=True)]
    if sum(paid) > chips:
        return Carried((), chips, before.deals + 1, before.barred, before.entitled)
    false = hand.drawing.false_opener
    barred = (hand.seats[false],) if false >= 0 and not hand.start_stacks[false] - hand.dead_put_in[false] else ()
    return Carried(
        tuple(zip(hand.seats, paid, strict=True)), chips - sum(paid), before.deals + 1, (*before.barred, *barred), before.entitled
    )


def without(carried: Carried, seat: int) -> Carried:
    """Return it with a seat's share nobody's: its player has left."""
    kept = tuple([one for one in carried.shares if one[0] != seat])
    return Carried(
        kept, carried.dead_chips + carried.of(seat), carried.deals, tuple([one for one in carried.barred if one != seat]), carried.entitled
    )
