"""What a player did before it was his turn, as the hand keeps it."""

from __future__ import annotations

from typing import Literal

import msgspec

Release = Literal["bet_or_raise", "bet_call_or_raise", "nothing", "never_held"]
Penalty = Literal["none", "no_raise_if_released", "no_raise"]


class Early(msgspec.Struct, frozen=True, gc=False):
    """An action out of turn: what `do` would have come to, a total of `to_chips`, with what the player faced and what lay there then.

    `street` and `faced_at`, the bet he had last acted on, name the turn that it is about. `binding` = he is held to it until he is
    released; `release`, `penalty` and `fold_stands` are the house's answers, `rules` those of all books that bear on it.
    `only`, where it is not empty, are the actions that are left to who called without noticing a raise, whatever others do, and
    `forfeit_chips` is what a fold then leaves in the pot.
    Units: chips.
    """

    index: int
    do: str
    to_chips: int
    street: int
    faced_at: int
    current_bet: int
    bets: tuple[int, ...]
    binding: bool
    release: Release
    penalty: Penalty
    fold_stands: bool
    rules: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    forfeit_chips: int = 0
