"""What betting needs of the house's answers, taken out of them once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from controller.game.chips import LimitOrSame
from controller.game.limits import BIG_BET, NO_CAP, BettingRules
from controller.game.variants import VARIANTS
from controller.game.wagers import TWO_ROUNDS
from controller.rules.options import HouseOptions

#: `raise_cap` → raises after the bet.
RAISES: Final[Mapping[str, int]] = {"three_raises": 3, "four_raises": 4, "five_raises": 5, "six_raises": 6, "no_cap": NO_CAP}


#: A rule that is switched off → what betting does then, as if nobody had written it.
OFF: Final[Mapping[str, Mapping[str, Any]]] = {
    "bet.facing": {"check_needs_no_bet": False},
    "turn.five_actions": {"check_needs_no_bet": False},
    "fold.for_free": {"free_fold": True},
    "blinds.live_option": {"blind_option": False},
    "bet.minimum": {"minimum_bet": False},
    "raise.minimum": {"minimum_raise": False},
    "raise.short_all_in": {"short_all_in": False},
    "raise.no_cap": {"big_bet_capped": True},
    "reopen.full_raise": {"reopening": False},
    "bet.nobody_to_answer": {"answer_needed": False},
    "bet.call_for_less": {"short_call": False},
    "bet.any_amount": {"any_amount": False},
    "bet.in_units": {"in_units": False},
    "reopen.may_raise": {"reopens": False},
    "reopen.yet_to_act": {"yet_to_act": False},
    "blinds.option": {"blind_option": False},
    "blinds.full_amount": {"blind_in_full": False},
    "blinds.heads_up": {"heads_up_button": False},
    "turn.first_before_flop": {"first_left_of_blinds": False},
    "turn.first_after_flop": {"first_left_of_button": False},
    "pots.layers": {"side_pots": False},
    "turn.call": {"call_difference": False},
    "turn.raise": {"raise_binds": False},
    "turn.fold": {"fold_is_final": False},
    "turn.round_over": {"bets_gathered": False},
    "pot.maximum": {"pot_maximum": False},
    "pot.after_call": {"pot_counts_call": False},
    "pot.minimum_always": {"pot_minimum_always": False},
    "limit.size": {"fixed_sizes": False},
    "limit.cap": {"raise_cap": NO_CAP},
    "limit.reopening": {"limit_reopen": "any_bet"},
    "limit.completion": {"completing": False},
    "limit.upper_streets": {"upper_streets": False},
    "stud.open_whole": {"fixed_sizes": False},
    "stud.completing": {"fixed_sizes": False},
    "limit.completion_no_raise": {"completion_counts": True},
    "spread.maximum": {"spread_maximum": False},
    "spread.by_street": {"spread_by_street": False},
}


def betting_rules(options: HouseOptions, without: frozenset[str] = frozenset()) -> BettingRules:
    """Return how the house bets. `without` names rules that are switched off; those of `OFF` change something here."""
    rules = BettingRules(
        reopen=options.big_bet_reopen_threshold,
        limit_reopen=options.limit_reopen_threshold,
        short_all_ins_add_up=options.short_all_ins_add_up,
        next_raise=options.short_all_in_next_raise,
        minimum_base=options.minimum_raise_base,
        half_bet_raise=options.half_bet_all_in_raise_size,
        raise_cap=RAISES[options.raise_cap],
        heads_up_cap=options.heads_up_cap_release,
        heads_up_round_cap=options.heads_up_round_cap,
        spread_minimum=options.spread_raise_minimum,
        check_raise=options.check_raise,
        free_fold=options.fold_with_no_bet == "allowed",
        pot_rounding_chips=_rounding_chips(options),
        pot_in_units=options.pot_limit_rounding == "betting_unit",
        pot_small_blind_full=options.pot_limit_small_blind_full,
        pot_short_blind_full=options.pot_limit_short_blind == "as_full_blind",
        pot_open=options.pot_limit_maximum_open,
        pot_variation=options.pot_limit_variation,
    )
    for name in without & OFF.keys():
        rules = replace(rules, **OFF[name])
    return rules


def of_game(rules: BettingRules, options: HouseOptions, without: frozenset[str], variant: str, limit: LimitOrSame) -> BettingRules:
    """Return how the house bets in one game: with two rounds its cap is another, and some games know no check and raise in limit.

    Source: cooke.7.07.a, cooke.7.07.c, roberts.betting.3.2, cooke.7.18.04.f.
    """
    row = VARIANTS[variant]
    if len(row.streets) == TWO_ROUNDS and limit not in BIG_BET and "limit.cap_two_rounds" not in without:
        cap = options.raise_cap_two_rounds
        rules = replace(
            rules,
            raise_cap=rules.raise_cap if cap == "as_other_games" or "limit.cap" in without else RAISES[cap],
            heads_up_cap=options.heads_up_cap_release_two_rounds,
        )
    if row.draws and ("draw.doubles" in without or not options.draw_doubles_after_draw):
        rules = replace(rules, doubles=False)
    if row.draws and options.draw_minimum_open == "large_blind":
        rules = replace(rules, posted_open=False)
    if row.must_bet and limit not in BIG_BET and not options.lowball_check_raise and "lowball.check_raise" not in without:
        rules = replace(rules, check_raise=False)
    return rules


def _rounding_chips(options: HouseOptions) -> int:
    """What the pot is rounded up to by a unit of the house's own, in chips: the number of the answer; 1 where it has none."""
    written = options.pot_limit_rounding_unit.split()[0]
    whole = options.pot_limit_rounding == "house_unit" and written.isdecimal()
    return max(int(written), 1) if whole else 1
