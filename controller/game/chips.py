"""Amounts: whole numbers of the table's smallest unit, and what a hand is played for."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

#: The most a stack, blind or amount may be: far beyond any game, and exact in every JSON reader.
MAX_CHIPS: Final = 10**15

#: Who posts the ante: everybody, the big blind for all, or the button for all.
AnteFrom = Literal["all", "big_blind", "button"]


#: How large a wager may be: any, the pot, one size a street, or a range a street.
Limit = Literal["no_limit", "pot_limit", "fixed_limit", "spread_limit"]

#: As a command may say it: "" = as the table plays now.
LimitOrSame = Limit | Literal[""]


class Stakes(msgspec.Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """What a hand is played for, and which game it is. `game` "" is the game the table was set up for.

    `max_bets` are the most that a bet or raise may be, street by street; the last goes on for the streets after it. In pot-limit the
    first is the house's posted maximum of the first raise, where it has one. A command may leave `limit`, `game` and
    `max_bets` empty, `unit` 0: these stay as the table has them.
    Units: chips (the table's smallest unit).
    Invariants: 0 <= small_blind <= big_blind, 0 <= button_blind <= big_blind, big_blind > 0, ante >= 0, min_bet >= 0, unit > 0.
    """

    small_blind: int
    big_blind: int
    ante: int = 0
    ante_from: AnteFrom = "all"
    min_bet: int = 0  # smallest opening bet; 0 = the big blind
    limit: LimitOrSame = "no_limit"
    small_bet: int = 0  # fixed limit: the bet of the first two streets; 0 = the big blind
    big_bet: int = 0  # fixed limit: the bet of the other streets; 0 = two small bets
    max_bets: tuple[int, ...] = ()
    button_blind: int = 0  # a third blind, which the button posts; 0 = none
    unit: int = 1  # smallest step of a wager
    game: str = ""  # its name in `game.variants`
    bring_in: int = 0  # where one player opens for all; 0 = the house's part of the small bet

    @property
    def min_bet_chips(self) -> int:
        """The smallest opening bet of a street."""
        return self.min_bet or self.big_blind

    @property
    def small_bet_chips(self) -> int:
        """The bet of the first streets in fixed limit."""
        return self.small_bet or self.big_blind

    @property
    def big_bet_chips(self) -> int:
        """The bet of the later streets in fixed limit."""
        return self.big_bet or 2 * self.small_bet_chips

    def most_of_street(self, street: int) -> int:
        """The most a bet or raise of a street may be, 0 when nothing is set; -1 asks for the last street's."""
        most = self.max_bets
        return most[min(street, len(most) - 1)] if most else 0


class Round(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One game of a list as it is written. What is None or empty is as the list's own stakes have it.

    Units: chips.
    """

    game: str
    limit: LimitOrSame = ""
    small_blind: int | None = None
    big_blind: int | None = None
    ante: int | None = None
    bring_in: int | None = None
    small_bet: int | None = None
    big_bet: int | None = None
    min_bet: int | None = None
    max_bets: tuple[int, ...] | None = None
    button_blind: int | None = None
    unit: int | None = None
