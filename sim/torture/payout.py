"""Who is paid what: pots peeled off contribution by contribution, shares and odd chips. Written apart from the table's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import msgspec


class Pot(msgspec.Struct):
    """Chips, and the players who still contest them, by index clockwise from the first left of the button."""

    chips: int
    contenders: list[int]


def peel(paid: Sequence[int], live: Sequence[int], dead_chips: int) -> list[Pot]:
    """Return the pots, main pot first: the smallest live contribution is taken from everybody, again and again.

    `dead_chips` are nobody's bet and lie in the main pot.
    Source: cooke.9.09.b, cooke.9.09.d, home.4.allin.
    """
    left, contenders, pots = list(paid), list(live), list[Pot]()
    if any(not left[i] for i in live):
        pots.append(Pot(0, list(live)))  # who is all-in with less than the dead chips contests them
    while contenders:
        slice_chips = min(left[i] for i in contenders)
        if slice_chips:
            taken = [min(chips, slice_chips) for chips in left]
            left = [chips - gone for chips, gone in zip(left, taken, strict=True)]
            pots.append(Pot(sum(taken), list(contenders)))
        contenders = [i for i in contenders if left[i]]
    pots[-1].chips += sum(left)  # what folded players put in beyond the last live one
    pots[0].chips += dead_chips
    return pots


def give_up(pots: Sequence[Pot], player: int) -> None:
    """A player mucks: he leaves every pot that another still contests. Source: cooke.6.05.d, home.6.award."""
    for pot in pots:
        if pot.contenders != [player]:
            pot.contenders = [i for i in pot.contenders if i != player]


def contested(pots: Sequence[Pot]) -> set[int]:
    """Return the players who have to show to win something."""
    return {i for pot in pots if len(pot.contenders) > 1 for i in pot.contenders}


Strengths: TypeAlias = Mapping[int, tuple[int, ...] | None]


class Dividing(msgspec.Struct, frozen=True):
    """How a house divides: down to `unit` chips, and whether who ties for both halves shares the pot as one.

    `orders` has the players of each half in the order in which odd chips go to them, where that is another than clockwise.
    """

    unit: int = 1
    evenly: bool = False
    orders: Sequence[Sequence[int]] = ()


#: Chip by chip, each half apart.
PLAIN: Final = Dividing()


def won(pots: Sequence[Pot], halves: Sequence[Strengths], dividing: Dividing = PLAIN) -> dict[int, int]:
    """Return what each player takes out of the pots, each half of which goes to the best of those who qualify for it.

    Source: cooke.6.07.a, cooke.6.07.b, roberts.ties.5.4, cooke.9.18.d.
    """
    taken: dict[int, int] = {}
    for pot in pots:
        for i, chips in _shares(pot, halves, dividing):
            taken[i] = taken.get(i, 0) + chips
    return taken


def _shares(pot: Pot, halves: Sequence[Strengths], dividing: Dividing) -> list[tuple[int, int]]:
    """An odd unit of the whole pot goes to the first half, the high one. Source: roberts.ties.5.3a, cooke.9.18.c."""
    if len(pot.contenders) == 1:
        return [(pot.contenders[0], pot.chips)]
    ways: list[list[int]] = []
    for number, strengths in enumerate(halves):
        able = {i: strong for i in pot.contenders if (strong := strengths[i]) is not None}
        order = dividing.orders[number] if dividing.orders else pot.contenders
        if able:
            ways.append([i for i in order if i in able and able[i] == max(able.values())])
    if len(ways) == 1 or (set(ways[0]) == set(ways[1]) and dividing.evenly):
        return _split(pot.chips, ways[0], dividing.unit)
    low = pot.chips // (2 * dividing.unit) * dividing.unit
    return [*_split(pot.chips - low, ways[0], dividing.unit), *_split(low, ways[1], dividing.unit)]


def _split(chips: int, winners: Sequence[int], unit: int) -> list[tuple[int, int]]:
    """Odd units go to the first winners left of the button, one each; what is less than a unit to the very first.

    Source: roberts.ties.4, roberts.ties.5.1, cooke.9.18.a, cooke.11.06.
    """
    each, odd = divmod(chips // unit, len(winners))
    shares = [(each + (number < odd)) * unit for number in range(len(winners))]
    shares[0] += chips % unit
    return list(zip(winners, shares, strict=True))
