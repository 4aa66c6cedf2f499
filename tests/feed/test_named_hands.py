"""A hand that no reader saw is named by the cards it has in its game, however many these are."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from controller.feed.commands import ShowModel
from controller.game.cards import FULL_DECK, card_text
from controller.game.variants import VARIANTS

NAMES = [card_text(card) for card in FULL_DECK]


@pytest.mark.parametrize("game", VARIANTS)
def test_every_card_of_a_hand_can_be_named(game: str) -> None:
    named = NAMES[: VARIANTS[game].held_cards]
    assert ShowModel.model_validate({"id": "s1", "seat": 1, "cards": named}).cards == named


def test_more_than_any_hand_has_cannot() -> None:
    with pytest.raises(ValidationError, match="at most 7"):
        ShowModel.model_validate({"id": "s1", "seat": 1, "cards": NAMES[:8]})
