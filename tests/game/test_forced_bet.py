"""How much the forced bet of stud is, and what a player must have to be dealt in."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from controller import rulebook
from controller.game.chips import Stakes
from controller.game.sight import forced_chips, least_stack
from controller.game.sight_rules import SightRules
from controller.game.variants import VARIANTS
from controller.rules.options import PRESETS
from controller.rules.sight_rules import PRINTED, sight_rules

#: The catalogue's rows of stakes for stud, in fixed limit.
ROWS = [
    row
    for row in rulebook.rules().values()
    if row.id.startswith("cooke.A.1.") and row.config and not row.config["spread"]
]  # fmt: skip


def rules_of(book: Any, **answers: Any) -> SightRules:
    return sight_rules(replace(PRESETS[book], **answers))


def test_what_is_printed_is_what_the_catalogue_has() -> None:
    of_the_catalogue = []
    for row in ROWS:
        assert row.config is not None
        small = re.match(r"\$(\d+)-", str(row.config["name"]))
        assert small is not None
        of_the_catalogue.append((int(small[1]), row.config["bring_in"]))
    assert tuple(of_the_catalogue) == PRINTED


@pytest.mark.parametrize("scale", [1, 10, 100, 10_000])
@pytest.mark.parametrize(("small_bet", "bring_in"), PRINTED)
def test_a_printed_forced_bet_is_the_same_in_smaller_units(small_bet: int, bring_in: int, scale: int) -> None:
    assert forced_chips(small_bet * scale, 1, rules_of("roberts")) == bring_in * scale


@pytest.mark.parametrize(
    ("answer", "small_bet", "unit", "bring_in"),
    [
        ("third", 15, 1, 5),
        ("third", 20, 1, 6),
        ("third", 20, 5, 5),  # whole units
        ("third", 2, 1, 1),  # and at least one
        ("third", 10, 5, 5),
        ("quarter", 20, 1, 5),
        ("half", 30, 1, 15),
        ("preset_table", 60, 1, 20),  # not printed: a third
        ("preset_table", 25, 1, 8),  # five times five, and no power of ten
        ("house_amount", 60, 1, 20),
    ],
)
def test_the_forced_bet_is_the_houses_part_in_whole_units(answer: str, small_bet: int, unit: int, bring_in: int) -> None:
    assert forced_chips(small_bet, unit, rules_of("cooke", bring_in_amount=answer)) == bring_in


@pytest.mark.parametrize(
    ("answer", "stakes", "least"),
    [
        ("ante_and_bring_in", Stakes(0, 15, ante=2, bring_in=5), 7),
        ("ante_and_bring_in", Stakes(0, 15, ante=2), 7),
        ("ante_and_bring_in", Stakes(0, 15, bring_in=5), 5),
        ("ante_only", Stakes(0, 15, ante=2, bring_in=5), 2),
        ("ante_only", Stakes(0, 15, bring_in=5), 1),
    ],
)
@pytest.mark.parametrize("game", [name for name, variant in VARIANTS.items() if variant.forced == "bring_in"])
def test_who_is_dealt_in_has_the_ante_and_the_forced_bet(game: str, answer: str, stakes: Stakes, least: int) -> None:
    assert least_stack(game, stakes, stakes.small_bet_chips, rules_of("cooke", stud_money_for_hand=answer)) == least


@pytest.mark.parametrize("game", [name for name, variant in VARIANTS.items() if variant.forced == "blinds"])
def test_with_blinds_any_chip_does(game: str) -> None:
    assert least_stack(game, Stakes(5, 10, ante=20), 10, rules_of("cooke")) == 1
