"""What every ranking is: a hand and a board in, one number out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from controller.game.cards import Card

#: The cards a player holds and those of one board → strength: more is better, equal is a tie, `NO_HAND` = does not qualify.
#: A game without a board gives an empty one.
Evaluate: TypeAlias = Callable[[tuple[Card, ...], tuple[Card, ...]], int]

#: A strength → what players call such a hand; "" of no hand.
Name: TypeAlias = Callable[[int], str]

NO_HAND: Final = -1
