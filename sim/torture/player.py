"""A player of a hand, and the words for where it stands."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

Moment = Literal["before", "posting", "betting", "drawing", "board", "showdown", "over"]
#: Why a player may put in no more than a call.
WhyNoRaise = Literal["", "only_call", "capped", "not_reopened", "check_raise", "nobody_to_answer"]

#: No bound but the stack.
NO_END: Final = 10**15


class Player(msgspec.Struct):
    """A player in turn. Units: chips. `bet` is this street's; `paid` the whole hand's, without `ante`."""

    seat: int
    stack: int
    start: int
    bet: int = 0
    paid: int = 0
    ante: int = 0
    folded: bool = False
    mucked: bool = False
    shown: bool = False
    answered: int | None = None  # the bet he last acted on in this street
    freed: bool = False  # a wager that counts came since he acted
    checked: bool = False  # in this street

    @property
    def live(self) -> bool:
        return not self.folded and not self.mucked

    def pay(self, chips: int) -> int:
        """Put chips into the bet, as many as there are; return how many went in."""
        chips = min(chips, self.stack)
        self.stack -= chips
        self.bet += chips
        self.paid += chips
        return chips


class Range(msgspec.Struct, frozen=True):
    """The totals for the street that a bet or raise may come to; all-in for less than `low` where both are the same."""

    low: int
    high: int
