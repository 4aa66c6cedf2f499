"""What games with draws need of the house's answers, taken out of them once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from controller.game.draw_rules import DrawRules
from controller.rules.options import HouseOptions

#: What a player must hold to open → the row of `game.openers`.
OPENERS: Final = {"none": "", "jacks_or_better": "jacks"}
#: The questions whether a game is played with a joker.
JOKERS: Final = ("draw_joker", "lowball_27_joker")

#: A rule that is switched off → what is asked then, as if nobody had written it.
OFF: Final[Mapping[str, Mapping[str, Any]]] = {
    "draw.joker": {"jokers": ()},
    "draw.progressive": {"progressive": False},
    "draw.draws": {"draws": False},
    "draw.unopened": {"unopened_check": False},
    "draw.opener_marked": {"opener_marked": False},
    "draw.opener_first": {"opener_first": False},
    "draw.change_number": {"change_number": False},
    "draw.rap": {"rap": False},
    "draw.fifth_card": {"fifth_last": False},
    "lowball.must_bet": {"must_bet": False},
}


def draw_rules(options: HouseOptions, without: frozenset[str] = frozenset()) -> DrawRules:
    """Return how the house plays games with draws. `without` names rules that are switched off."""
    rules = DrawRules(
        unopened_check=options.draw_unopened_action == "check_or_bet",
        openers=OPENERS[options.draw_openers],
        progressive=options.draw_progressive_openers,
        miscall_two=options.lowball_miscall_heads_up == "call_binds",
        miscall_many=options.lowball_miscall_multiway == "hand_dead",
        miscall_fouled=options.lowball_miscall_fouled_other == "hand_dead",
        say_pair=options.lowball_must_say_pair,
        jokers=tuple([name for name in JOKERS if getattr(options, name)]),
        opener_marked=options.draw_openers_button,
        fifth_last=options.draw_fifth_card == "last",
        must_bet=options.lowball_must_bet_sevens,
        count_told=options.draw_count_disclosure == "until_action_after_draw",
    )
    for name in without & OFF.keys():
        rules = replace(rules, **OFF[name])
    return rules
