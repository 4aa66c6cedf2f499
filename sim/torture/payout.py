"""Who is paid what: pots peeled off contribution by contribution, shares and odd chips. Written apart from the table's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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


def won(pots: Sequence[Pot], strengths: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    """Return what each player takes out of the pots; odd chips go to the first winners left of the button.

    Source: roberts.ties.4, roberts.ties.5.1, cooke.9.18.a, cooke.11.06.
    """
    taken: dict[int, int] = {}
    for pot in pots:
        winners = pot.contenders
        if len(winners) > 1:
            best = max(strengths[i] for i in winners)
            winners = [i for i in winners if strengths[i] == best]
        for number, i in enumerate(winners):
            taken[i] = taken.get(i, 0) + pot.chips // len(winners) + (number < pot.chips % len(winners))
    return taken
