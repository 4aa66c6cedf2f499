"""Games that the house's answers deal by another row, or play for other halves."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from controller.game.awards import halves_of
from controller.game.variants import VARIANTS
from controller.rules.award_rules import award_rules
from controller.rules.dealt_as import DEALT_AS, dealt_as
from controller.rules.options import PRESETS

BOOK = PRESETS["cooke"]


@pytest.mark.parametrize(
    ("answer", "game", "row"),
    [("up", "stud5", "stud5"), ("down", "stud5", "stud5_down"), ("down", "stud5_hilo", "stud5_hilo"), ("down", "stud7", "stud7")],
)
def test_the_last_card_of_five_card_stud_comes_as_the_house_deals_it(answer: str, game: str, row: str) -> None:
    """cooke.5.26.b"""
    assert dealt_as(replace(BOOK, stud5_last_card=answer), game) == row


@pytest.mark.parametrize("game", ["stud5", "stud5_down"])
def test_five_card_stud_is_for_high_and_low_where_the_house_has_it_so(game: str) -> None:
    """cooke.5.26.d"""
    assert [half.name for half in halves_of(game, award_rules(BOOK))] == ["high"]
    assert [half.name for half in halves_of(game, award_rules(replace(BOOK, stud5_hilo=True)))] == ["high", "low"]


def test_the_qualifier_of_stud_is_that_of_five_cards_too() -> None:
    answers = replace(BOOK, stud5_hilo=True, stud_hilo_qualifier="none")
    assert halves_of("stud5", award_rules(answers))[1].ranking == halves_of("stud7_hilo", award_rules(answers))[1].ranking == "ace_to_five"


def test_every_row_that_is_named_is_a_game() -> None:
    named = {name for rows in DEALT_AS.values() for answer in rows.values() for name in (*answer, *answer.values())}
    assert named <= set(VARIANTS)
