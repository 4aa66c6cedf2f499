"""How forced bets go in at a house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec.structs import replace

from controller.game.posting import PostingRules
from controller.game.variants import VARIANTS
from controller.rules.options import HouseOptions

#: A rule that is switched off → how forced bets go in then, as if nobody had written it.
OFF: Final[Mapping[str, Mapping[str, Any]]] = {
    "blinds.small": {"small_blind": False},
    "blinds.big": {"big_blind": False},
    "blinds.heads_up": {"heads_up_button": False},
}


#: `draw_blind_layout` → which blinds go in.
LAYOUTS: Final[Mapping[str, Literal["all", "two", "single"]]] = {"three_with_button": "all", "two": "two", "single": "single"}


def posting_rules(rules: PostingRules, options: HouseOptions, without: frozenset[str], variant: str) -> PostingRules:
    """Return how forced bets go in in this game, without the rules that are switched off. Games with draws have blinds of their own.

    Source: cooke.7.03.b, cooke.7.18.b.
    """
    if VARIANTS[variant].draws:
        rules = replace(rules, layout="two" if "draw.blinds" in without else LAYOUTS[options.draw_blind_layout])
    for name in without & OFF.keys() if without else ():
        rules = replace(rules, **OFF[name])
    return rules
