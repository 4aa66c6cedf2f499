"""How forced bets go in at a house."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from controller.game.posting import PostingRules

#: A rule that is switched off → how forced bets go in then, as if nobody had written it.
OFF: Final[Mapping[str, Mapping[str, Any]]] = {
    "blinds.small": {"small_blind": False},
    "blinds.big": {"big_blind": False},
    "blinds.heads_up": {"heads_up_button": False},
}


def posting_rules(rules: PostingRules, without: frozenset[str]) -> PostingRules:
    """Return the rules without those that are switched off."""
    for name in without & OFF.keys() if without else ():
        rules = replace(rules, **OFF[name])
    return rules
