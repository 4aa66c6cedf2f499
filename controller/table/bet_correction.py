"""Wagers of a wrong amount that the house does not refuse: what each counts as, and the ruling that says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple, TypeAlias

from controller import events
from controller.game import betting, wagers
from controller.game.hand import Hand
from controller.game.limits import BIG_BET, wager_range
from controller.game.outcome import Refused, Told
from controller.game.variants import VARIANTS
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed
from controller.table import rulings, standing
from controller.table.table import Table


class Counts(NamedTuple):
    """What an entry counts as: the deed, its total for the street (None with a call), by which rules and answers of the house.

    `may_until` says until when it can be decided otherwise.
    """

    do: str
    to_chips: int | None
    rules: tuple[str, ...]
    options: OptionsUsed
    may_until: str = "street_end"


#: What a wager that was refused counts as at this house; None = it stays refused.
Correct: TypeAlias = Callable[[Hand, int, House], Counts | None]

BET_RULES: Final = ("roberts.nl.2a", "roberts.nl.10")
ROUND_RULES: Final = ("roberts.betting.16b",)
RAISE_RULES: Final = ("roberts.nl.10", "roberts.nl.3a", "cooke.10.06.a", "cooke.8.01.02.b", "home.4.min", "home.4.ex1")


def corrected(table: Table, hand: Hand, entry: events.Act, why: Refused, house: House) -> tuple[Table, Hand, list[Told]] | None:
    """Return the table and hand after a wager that counts as another amount, and what is told; None = it stays refused for `why`.

    Invariants: what it counts as is legal; an entry that stands as it was entered is never asked about here.
    """
    correct = _CORRECT.get(why.code)
    entered = hand.bets[hand.to_act] + hand.stacks[hand.to_act] if entry.do == "all_in" else entry.to_chips
    if correct is None or entered is None:
        return None
    counts = correct(hand, entered, house)
    if counts is None:
        return None
    outcome = betting.act(hand, entry.seat, counts.do, counts.to_chips)
    if isinstance(outcome, Refused):
        return None
    after, told = outcome
    ruling = rulings.bet_corrected(
        seat=entry.seat,
        entered_chips=entered,
        to_chips=hand.current_bet if counts.to_chips is None else counts.to_chips,
        rules=counts.rules,
        options=counts.options,
        may_until=counts.may_until,
    )
    return rulings.opened(table, ruling, told, house), after, told


def _too_small(hand: Hand, to_chips: int, house: House) -> Counts | None:
    """A bet or raise of less than the minimum by a player who has more; no more than the call is none at all.

    Source: roberts.nl.2a, roberts.nl.10, cooke.8.01.02.a, cooke.10.06.a, home.4.min.
    """
    if hand.stakes.limit not in BIG_BET or to_chips <= hand.current_bet:
        return None
    least = wagers.reach(hand).least
    if not hand.current_bet:
        answer = house.options.under_minimum_bet
        if answer == "refused" or "bet.brought_up" in house.without:
            return None
        return Counts(wagers.verb(hand), least, BET_RULES, (("under_minimum_bet", answer),))
    how = house.options.under_minimum_raise
    if how == "refused" or "raise.brought_up" in house.without:
        return None
    half = 2 * (to_chips - hand.current_bet) >= wager_range(hand)[0] - hand.current_bet
    used: OptionsUsed = (("under_minimum_raise", how),)
    if how == "call" or (how == "half_makes_minimum" and not half):
        return Counts("call" if hand.current_bet > hand.bets[hand.to_act] else "check", None, RAISE_RULES, used)
    return Counts("raise", least, RAISE_RULES, used)


def _too_large(hand: Hand, to_chips: int, house: House) -> Counts | None:
    """A bet or raise above the pot, which is cut to the most at once; what is over goes back. In other limits it stays refused.

    Source: roberts.pl.1, roberts.pl.2, cooke.8.02.a, cooke.8.02.04.a.
    """
    if hand.stakes.limit != "pot_limit" or "pot.overbet" in house.without:
        return None
    until = house.options.pot_limit_overbet_window
    return Counts(wagers.verb(hand), wagers.reach(hand).most, standing.OVERBET_RULES, ((standing.OVERBET, until),), until)


def _wrong_limit(hand: Hand, to_chips: int, house: House) -> Counts | None:
    """A bet or raise by the lower limit in a round of the upper one, which is brought up.

    Source: cooke.9.14.a, roberts.betting.16a, roberts.betting.16c.
    """
    answer = house.options.wrong_limit_bet_correction
    lower, size = hand.stakes.small_bet_chips, hand.full_raise
    if not answer or lower >= size or to_chips != hand.round.level + lower or "limit.lower_bet" in house.without:
        return None
    doubled = ("cooke.6.02.b",) if VARIANTS[hand.variant].board_by_street[-1] else ()
    return Counts(wagers.verb(hand), wagers.reach(hand).most, standing.WRONG_LIMIT_RULES + doubled, ((standing.WRONG_LIMIT, answer),))


def _misrounded(hand: Hand, to_chips: int, house: House) -> Counts | None:
    """A bet or raise that is not in whole units, which counts as the nearest that is; of two as near the larger.

    Source: roberts.betting.16b.
    """
    answer = house.options.misrounded_wager
    if answer != "nearest_proper" or "bet.rounded" in house.without:
        return None
    unit = hand.stakes.unit
    least, most, total = wagers.reach(hand)
    near = (to_chips + unit // 2) // unit * unit
    near = max(near if near <= most else near - unit, least)
    return Counts(wagers.verb(hand), min(near, total), ROUND_RULES, (("misrounded_wager", answer),))


#: Reason code of the refusal → what becomes of the wager instead.
_CORRECT: Final[Mapping[str, Correct]] = {
    "act.below_minimum": _too_small,
    "act.above_maximum": _too_large,
    "act.wrong_size": _wrong_limit,
    "act.not_in_units": _misrounded,
}
