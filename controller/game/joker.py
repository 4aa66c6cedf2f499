"""The joker: in which games, and in which houses, it is a card of the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.game.cards import DECK_SIZE, JOKER, Card
from controller.game.variants import VARIANTS

if TYPE_CHECKING:
    from controller.game.hand import Setup


def plays(setup: Setup) -> bool:
    """Whether the joker is a card of this hand's deck: the game may have one, and the house plays it so.

    Source: cooke.7.04.b, cooke.7.19.e.
    """
    return VARIANTS[setup.variant].joker in setup.draws.jokers


def in_deck(setup: Setup, card: Card) -> bool:
    """Whether there is such a card in this hand's deck, as far as the joker goes."""
    return 0 <= card < DECK_SIZE or (card == JOKER and plays(setup))
