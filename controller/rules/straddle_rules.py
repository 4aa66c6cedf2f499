"""Straddles at a house: what its answers come to for the stakes that are played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from controller.game.chips import Stakes
from controller.game.straddling import StraddleRules
from controller.rules.options import HouseOptions

#: A rule that is switched off → how players straddle then, as if nobody had written it.
OFF: Final[Mapping[str, Mapping[str, Any]]] = {
    "straddle.big_bet": {"big_bet": False},
    "straddle.limit": {"limit": True},
    "straddle.first_seat": {"left_of_blind": False},
    "straddle.one": {"again": True},
    "straddle.again": {"again": False},
    "straddle.amount": {"exact": False},
    "straddle.before_cards": {"before_cards": False},
    "straddle.option": {"has_option": False},
    "straddle.last": {"last_is_dead": False},
    "straddle.first_action": {"turn_after": False},
    "straddle.bring_in": {"sets_bring_in": False},
}

#: Without a figure of the house's own a straddle is this many big blinds.
_BIG_BLINDS: Final = 2


def straddle_rules(options: HouseOptions, stakes: Stakes, without: frozenset[str] = frozenset()) -> StraddleRules:
    """Return what the house lets players straddle. `without` names rules that are switched off; those of `OFF` change something here."""
    rules = StraddleRules(
        big_bet=options.straddle_big_bet,
        limit=options.straddle_limit_games,
        amount_chips=_amount_chips(options.straddle_amount, stakes),
        again=options.restraddle,
        counts_as_raise=options.straddle_counts_as_raise,
    )
    for name in without & OFF.keys():
        rules = replace(rules, **OFF[name])
    return rules


def _amount_chips(written: str, stakes: Stakes) -> int:
    """Return a straddle in chips; more than the big blind, whatever is written. A unit that says nothing of stakes counts single chips."""
    number, _, unit = written.partition(" ")
    of_unit = {"big_blind": stakes.big_blind, "small_bet": stakes.small_bet_chips, "big_bet": stakes.big_bet_chips, "unit": stakes.unit}
    if not unit:
        return _BIG_BLINDS * stakes.big_blind
    return max(int(float(number) * of_unit.get(unit, 1)), stakes.big_blind + 1)
