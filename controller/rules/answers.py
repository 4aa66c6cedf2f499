"""Whether an answer of the house can be used: pure, from the struct alone, for the core takes it from people."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from controller.game.outcome import Refused
from controller.rules.catalogue.option import AMOUNT, shown
from controller.rules.house import House
from controller.rules.options import EXCLUDED, HouseOptions


def unusable(option: str, wanted: object) -> Refused | None:
    """Return why there is no such question, or why it does not allow the answer; None as an answer is always allowed."""
    kinds = _kinds()
    if option not in kinds:
        near = difflib.get_close_matches(option, kinds, n=1)
        hint = f"nearest is {near[0]!r}" if near else "`smarttable rules options` lists them"
        return Refused("house_option.unknown", f"There is no question of that name; {hint}.")
    allowed = None if wanted is None else _not_in(kinds[option], wanted)
    return None if allowed is None else Refused("house_option.answer", f"{option} allows {allowed}.")


def contradicted(house: House, option: str) -> Refused | None:
    """Return which answer of the house cannot hold beside the one to `option`, with a rule of each."""
    for one in EXCLUDED:
        if option not in (one.own, one.other):
            continue
        own, other = getattr(house.options, one.own), getattr(house.options, one.other)
        if own == one.own_value and other == one.other_value:
            rules = one.rules[house.book]
            against, value = (one.other, other) if option == one.own else (one.own, own)
            return Refused(
                "house_option.contradiction",
                f"{against} is {shown(value)}, and the two contradict each other ({rules[0]}, {rules[1]}): change {against} first.",
                rules,
            )
    return None


@cache
def _kinds() -> Mapping[str, Any]:
    return get_type_hints(HouseOptions, include_extras=True)


def _not_in(kind: Any, wanted: object) -> str | None:
    """What is allowed, when `wanted` is not."""
    if get_origin(kind) is Literal:
        words = get_args(kind)
        return None if isinstance(wanted, str) and wanted in words else ", ".join(words)
    if get_origin(kind) is Annotated:
        bounds = kind.__metadata__[0]
        fits = isinstance(wanted, int) and not isinstance(wanted, bool) and bounds.ge <= wanted <= bounds.le
        return None if fits else f"a whole number from {bounds.ge} to {bounds.le}"
    if kind is bool:
        return None if isinstance(wanted, bool) else "true or false"
    fits = isinstance(wanted, str) and AMOUNT.fullmatch(wanted) is not None
    return None if fits else "none, preset, or a number and a unit as 2 big_blind"
