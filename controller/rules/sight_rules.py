"""What games with up-cards need of the house's answers, taken out of them once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from controller.game.sight_rules import SightRules
from controller.rules.options import HouseOptions

#: Small bet → bring-in, as printed for the usual stakes; ten times both are as usual.
#: Source: cooke.A.1.2, cooke.A.1.3, cooke.A.1.4, cooke.A.1.5, cooke.A.1.6, cooke.A.1.7, cooke.A.1.8, cooke.A.1.9, cooke.A.1.10.
PRINTED: Final = ((5, 2), (10, 3), (15, 5), (20, 5), (30, 10), (40, 10), (50, 20), (75, 25), (150, 50))

#: `bring_in_amount` → the part of the small bet; where the house has a figure of its own the stakes name it.
PARTS: Final[Mapping[str, int]] = {"quarter": 4, "third": 3, "half": 2, "preset_table": 3, "house_amount": 3}

#: A rule that is switched off → what is asked then, as if nobody had written it.
OFF: Final[Mapping[str, Mapping[str, Any]]] = {
    "stud.forced_by_card": {"forced_by_card": False},
    "stud.best_opens": {"best_opens": False},
    "stud.left_of_all_in": {"left_of_all_in": False},
    "stud.short_mix": {"mix_burns": False},
    "stud.short_burn": {"skip_last_burn": False},
    "stud.short_common": {"short_stub": False},
    "stud.money_for_hand": {"money_held": False},
    "stud.folded_never_open": {"folded_never_open": False},
    "stud.pair_for_high_only": {"pair_for_high_only": False},
    "stud.short_bring_in": {"bring_in_owed_whole": False},
    "stud.common_card_counts": {"common_card_counts": False},
    "stud.clockwise": {"clockwise": False},
    "stud.bring_in_live": {"bring_in_counts": False},
    "stud.exposed_low": {"exposed_low_left": False},
    "stud.last_up_opens": {"last_up_counts": False},
}


def sight_rules(options: HouseOptions, without: frozenset[str] = frozenset()) -> SightRules:
    """Return how the house plays games with up-cards. `without` names rules that are switched off."""
    rules = SightRules(
        high_bring_in=options.stud_bring_in,
        hilo_bring_in=options.stud_hilo_bring_in,
        hilo_ace_low=options.stud_hilo_bring_in_ace == "low",
        high_tie=options.stud_board_tie,
        hilo_tie=options.stud_hilo_board_tie,
        low_tie=options.razz_board_tie,
        part=PARTS[options.bring_in_amount],
        may_complete=options.bring_in_may_complete,
        floor_rules_live=options.stud_hand_missing_last_card == "floor_may_rule_live",
        open_pair=options.stud_open_pair_double_bet,
        open_pair_upper=options.stud_open_pair_raise_step == "upper_limit",
        odd_chip_best_five=options.odd_chip_stud == "best_five",
        mix_burns=options.stud_short_deck_remedy == "mix_burns_then_common_card",
        skip_last_burn=options.stud_short_deck_burn == "skip_last_burn",
        bring_in_held=options.stud_money_for_hand == "ante_and_bring_in",
        exposed_low_left=options.stud_exposed_low_opener == "next_hand_left",
        printed=PRINTED if options.bring_in_amount == "preset_table" else (),
    )
    for name in without & OFF.keys():
        rules = replace(rules, **OFF[name])
    return rules
