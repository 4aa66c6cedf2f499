"""Amounts: whole numbers of the table's smallest unit, and what a hand is played for."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

#: The most a stack, blind or amount may be: far beyond any game, and exact in every JSON reader.
MAX_CHIPS: Final = 10**15

#: Who posts the ante: everybody, the big blind for all, or the button for all.
AnteFrom = Literal["all", "big_blind", "button"]


class Stakes(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a hand is played for.

    Units: chips (the table's smallest unit).
    Invariants: 0 <= small_blind <= big_blind, big_blind > 0, ante >= 0, min_bet > 0.
    """

    small_blind: int
    big_blind: int
    ante: int = 0
    ante_from: AnteFrom = "all"
    min_bet: int = 0  # smallest opening bet; 0 = the big blind

    @property
    def min_bet_chips(self) -> int:
        """The smallest opening bet of a street."""
        return self.min_bet or self.big_blind
