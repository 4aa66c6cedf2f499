"""What awarding pots needs of the house's answers, taken out of them once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from controller.game.awards import AwardRules
from controller.rules.options import HouseOptions

#: A qualifier of the house → how the ranking of such lows ends.
_QUALIFIER: Final[Mapping[str, str]] = {"none": "", "seven": "_seven", "eight": "_eight", "nine": "_nine"}

#: Games of stud that may be played for high and low.
_STUD_HILO: Final = ("stud7_hilo", "stud5_hilo", "stud5", "stud5_down")

#: A question → the games that are played for the halves of another game where the answer is yes.
_HALVES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "holdem_hilo": (("holdem", "holdem_hilo"),),
    "stud5_hilo": (("stud5", "stud5_hilo"), ("stud5_down", "stud5_hilo")),
}

#: A rule that is switched off → what awarding does then, as if nobody had written it.
OFF: Final[Mapping[str, Mapping[str, Any]]] = {
    "award.best_hand": {"best_hand": False},
    "award.halves": {"halves": False},
    "award.qualifier": {"rankings": (("omaha_ace_to_five_eight", "omaha_ace_to_five"),)},
    "award.ties_share": {"ties_share": False},
    "award.lowest_hand": {"rankings": (("ace_to_five", "high"),)},
    "rank.low_ignores_straights": {"rankings": (("ace_to_five", "deuce_to_seven"),)},
    "rank.aces_lowest_pair": {"rankings": (("ace_to_five", "deuce_to_seven"),)},
    "rank.ace_to_five": {"rankings": (("ace_to_five", "deuce_to_seven"),)},
    "rank.deuce_to_seven": {"rankings": (("deuce_to_seven", "ace_to_five"),)},
    "rank.up_to_two_of_the_hand": {"rankings": (("up_to_two_high", "high"),)},
    "award.stud_qualifier": {"rankings": (("stud7_hilo/ace_to_five_eight", "ace_to_five"),)},
    "rank.stud_low": {"rankings": (("stud7_hilo/ace_to_five_eight", "deuce_to_seven_eight"),)},
    "rank.razz_low": {"rankings": (("razz/ace_to_five", "deuce_to_seven"),)},
    "award.odd_half": {"odd_half": "low"},
    "award.ties_in_a_half": {"ties_share": False},
    "award.tied_both_ways": {"tied_both_ways": "each_half_apart"},
    "stud.odd_chip": {"up_by_suit": False},
    "award.odd_seat": {"first_has_odd_chip": False},
}


def award_rules(options: HouseOptions, without: frozenset[str] = frozenset()) -> AwardRules:
    """Return how the house awards pots. `without` names rules that are switched off; those of `OFF` change something here."""
    rules = AwardRules(
        rankings=_rankings(options),
        halves_as=tuple([pair for question, pairs in _HALVES.items() if getattr(options, question) for pair in pairs]),
        unit="betting_unit" if options.odd_chip_unit == "min_betting_unit" else "smallest",
        odd_chip=options.odd_chip_button_games,
        odd_half=options.odd_chip_high_low,
        tied_both_ways=options.tied_both_ways,
        odd_board=options.odd_chip_boards,
        odd_chip_up=options.odd_chip_stud,
    )
    for name in without & OFF.keys():
        rules = replace(rules, **OFF[name])
    return rules


def _rankings(options: HouseOptions) -> tuple[tuple[str, str], ...]:
    """The rankings of Omaha and of stud by the house's answers."""
    whose = "omaha" if options.omaha_cards_from_hand == "exactly_two" else "up_to_two"
    low = f"{whose}_ace_to_five{_QUALIFIER[options.omaha_hilo_qualifier]}"
    stud_low = f"{options.stud_hilo_low_ranking}{_QUALIFIER[options.stud_hilo_qualifier]}"
    stud = [(f"{game}/ace_to_five_eight", stud_low) for game in _STUD_HILO if stud_low != "ace_to_five_eight"]
    if options.razz_low_ranking != "ace_to_five":
        stud.append(("razz/ace_to_five", options.razz_low_ranking))
    asked = (("omaha_high", f"{whose}_high"), ("omaha_ace_to_five_eight", low))
    return (*[(row, ours) for row, ours in asked if row != ours], *stud)
