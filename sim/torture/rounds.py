"""One round of betting as the rule books have it: the least and the most of a wager, what reopens it, how often may be raised.

Written from the rows named, apart from the table's engine.
"""

from __future__ import annotations

from typing import Final

from sim.torture.games import GAMES
from sim.torture.setup import Setup

#: Raises after the bet.
_CAPS: Final = {"three_raises": 3, "four_raises": 4, "five_raises": 5, "six_raises": 6}


class Round:
    """Follows the wagers of one street. Units: chips, totals for the street.

    `price` is what a player must have in front of him; `step` the size of the last full bet or raise, or of the street's bet in fixed
    limit; `level` what the next raise is measured from, below `price` where an all-in stands that does not count,
    or the forced bet. `upper` is what may be bet and raised by as well in fixed limit, 0 = nothing else.
    """

    def __init__(self, setup: Setup, street: int, contesting: int) -> None:
        self._stakes = setup.stakes
        self._answers = setup.answers
        self._street = street
        self._game = GAMES[setup.game]
        self._two = len(self._game.streets) == 2
        self._opens = street == 0 and bool(self._game.sight)
        self.price = self.level = setup.stakes.big_blind if street == 0 and not self._opens else 0
        self.upper = 0
        self._wagered = False
        self.step = self._opening()
        self.raises = 0
        self.cap = self._cap(contesting)
        self._contesting = contesting

    @property
    def is_limit(self) -> bool:
        """Whether the sizes are the street's and not the last wager's: fixed and spread limit."""
        return self._stakes.limit in ("fixed_limit", "spread_limit")

    def _opening(self) -> int:
        """Source: cooke.8.01.02.a, roberts.nl.2a, home.4.min, cooke.4.17.v, cooke.8.03.b, cooke.7.08.a."""
        stakes, least = self._stakes, self._stakes.min_bet or self._stakes.big_blind
        if self._game.changes and not self._street and self._answers.draw_minimum_open == "large_blind":
            least = stakes.big_blind
        if stakes.limit == "fixed_limit":
            return stakes.big_bet if self._game.streets[self._street].big else stakes.small_bet
        if stakes.limit == "spread_limit":
            return max(least, stakes.big_blind) if not self._street and self._answers.spread_raise_minimum == "last_wager" else least
        of_big_blind = not self._street or self._answers.minimum_raise_base == "larger_of_big_blind_and_last"
        return max(least, stakes.big_blind) if of_big_blind else least

    def _cap(self, contesting: int) -> int | None:
        """Source: cooke.9.16.a, cooke.9.16.b, cooke.9.16.d, roberts.betting.2, roberts.betting.3.1, roberts.betting.4a.

        Of games with two rounds: cooke.7.07.a, cooke.7.07.b, roberts.betting.3.2.
        """
        answers = self._answers
        if not self.is_limit or (contesting <= 2 and not answers.heads_up_round_cap):
            return None
        apart = self._two and answers.raise_cap_two_rounds != "as_other_games"
        return _CAPS.get(answers.raise_cap_two_rounds if apart else answers.raise_cap)

    @property
    def capped(self) -> bool:
        return self.cap is not None and self.raises >= self.cap

    @property
    def word(self) -> str:
        """What a wager beyond the call is called. Source: cooke.9.09.01.a, cooke.5.07.c."""
        if not self.price:
            return "complete" if self._opens else "bet"
        return "complete" if self.is_limit and self.price > self.level else "raise"

    def least(self) -> int:
        """Return the least total of a full bet, raise or completion. Source: cooke.8.01.02.b, roberts.betting.6, cooke.9.09.01.a."""
        total = self.level + self.step
        while total <= self.price:  # short all-ins that do not count together have gone past it
            total += self.step
        return total + -total % self._stakes.unit

    def most(self, pot_chips: int, call_chips: int) -> int | None:
        """Return the greatest total, None where nothing but the stack bounds it; the least is always allowed.

        `pot_chips` is everything in the pot and before the players as the house counts it.
        Source: cooke.8.02.03.a, cooke.8.02.03.c, cooke.8.02.b, cooke.8.02.02.a, cooke.8.03.a, cooke.8.03.b.
        """
        stakes, answers = self._stakes, self._answers
        if stakes.limit == "no_limit":
            return None
        if stakes.limit == "fixed_limit":
            return max(self.least(), self.level + self.upper)
        if stakes.limit == "spread_limit":
            most = self.level + stakes.max_bets[min(self._street, len(stakes.max_bets) - 1)]
        elif not self._street and self._unopened and answers.pot_limit_maximum_open == "four_big_blinds":
            most = 4 * stakes.big_blind
        else:
            pot = pot_chips + call_chips
            most = self.price + pot + (-pot % stakes.unit if answers.pot_limit_rounding == "betting_unit" else 0)
        return max(self.least(), most - most % stakes.unit)

    @property
    def _unopened(self) -> bool:
        """Whether nothing but the forced bets stands."""
        return not self._wagered if self._opens else self.raises == 0 and self.price == self._stakes.big_blind

    @property
    def brought(self) -> bool:
        """Whether the forced bet stands, and nothing on top of it."""
        return self._opens and self.price > 0 and not self._wagered

    def reopened(self, answered: int, freed: bool) -> bool:
        """Return whether a player who acted on a bet of `answered` may raise. `freed` = a wager that counts came since.

        Source: roberts.nl.3b, cooke.8.01.03.b, cooke.8.01.03.c, cooke.9.09.01.b, cooke.9.09.01.c, roberts.betting.5a, roberts.betting.5b.
        """
        return freed or (self._answers.short_all_ins_add_up and self._counts(self.price - answered))

    def _counts(self, chips: int) -> bool:
        """Whether so many chips more are as good as a full bet or raise."""
        half = (
            self._answers.limit_reopen_threshold == "half_bet" if self.is_limit else self._answers.big_bet_reopen_threshold == "half_raise"
        )
        return chips >= self.step or (half and 2 * chips >= self.step)

    def wager(self, to_chips: int) -> bool:
        """A bet, raise or completion comes to this total; return whether it lets those raise again who have acted."""
        self._wagered = True
        rise, over = to_chips - self.price, to_chips - self.level
        full = over >= self.step
        frees = self._limit_wager(to_chips, rise, over, full) if self.is_limit else self._big_bet_wager(to_chips, rise, full)
        self.price = to_chips
        return frees

    def _big_bet_wager(self, to_chips: int, rise: int, full: bool) -> bool:
        """Source: cooke.8.01.02.c, cooke.8.01.03.b, home.4.short_call."""
        answers = self._answers
        frees = full or self._counts(rise) or answers.big_bet_reopen_threshold == "any_raise"
        self.step = max(self.step, rise)
        self.raises += full and self.price > 0
        if full or answers.short_all_in_next_raise == "all_in_plus_last_raise":
            self.level = to_chips
        return frees

    def _limit_wager(self, to_chips: int, rise: int, over: int, full: bool) -> bool:
        """Source: cooke.9.09.01.a, cooke.9.09.01.d, cooke.9.09.02.a, cooke.9.09.02.b, roberts.betting.5b."""
        answers = self._answers
        alone = full or self._counts(rise)
        if not alone and not (answers.short_all_ins_add_up and self._counts(over)):
            return False
        completes = full and self.price > self.level
        if self.level and not completes:
            self.raises += 1
        if full and 0 < self.upper <= over and answers.stud_open_pair_raise_step == "upper_limit":
            self.step = max(self.step, over)
        keeps_level = not full and answers.half_bet_all_in_raise_size == "complete_then_add_bet"
        self.level = self.level + self.step if keeps_level else to_chips
        if full and self._stakes.limit == "spread_limit" and answers.spread_raise_minimum == "last_wager":
            self.step = max(self.step, over)
        return alone

    def brought_in(self, chips: int) -> None:
        """The forced bet is made: it is no bet that a raise is measured from. Source: cooke.5.07.a, cooke.5.07.c."""
        self.price = chips

    def straddled(self, to_chips: int) -> None:
        """A straddle comes to this total: a raise, or the new bring-in, as the house has it. Source: roberts.nl.2b, cooke.12.18.a."""
        counts = self._answers.straddle_counts_as_raise
        if not self.is_limit:
            self.step = to_chips - self.price if counts else to_chips
        self.raises += counts
        self.price = self.level = to_chips

    def left(self, contesting: int) -> None:
        """So many players are in the hand and not all-in after an action.

        Source: cooke.9.16.b, roberts.betting.4a, roberts.betting.4b, cooke.7.07.c.
        """
        if self._contesting > 2 >= contesting:
            answers = self._answers
            release = answers.heads_up_cap_release_two_rounds if self._two else answers.heads_up_cap_release
            if release == "lifted" or (release == "lifted_unless_reached" and not self.capped):
                self.cap = None
        self._contesting = contesting
