"""A slip of the dealer's hand: when it can happen, how it is written, and what has to be ruled.

What a house rules about it comes from the rule books, apart from the table's rooms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from sim.torture.hands import Hands
from sim.torture.model import HandModel

#: When in a hand a slip is made: in the deal before the first round, or with the cards of a later street.
When = Literal["deal", "board", "street", "draw", "discard", "round"]


#: So many players always have cards enough.
FEW: Final = 6


class Slip(msgspec.Struct, frozen=True):
    """A row. `deal` writes the whole deal, or the whole street, with it; `can` says whether this hand can have it, and `now` whether it
    can by then. `rules` are rows of any book. `last` = it is one of the last street. `weight` = how often it is drawn: more where few
    hands come to it.
    """

    kind: str
    says: str
    deal: Callable[[Hands], None]
    rules: tuple[str, ...]
    can: Callable[[HandModel], bool] = lambda model: True
    when: When = "deal"
    now: Callable[[HandModel], bool] = lambda model: True
    weight: int = 1
    last: bool = False


def any_game(model: HandModel) -> bool:
    return True


def can_spare(model: HandModel) -> bool:
    """Whether there are cards enough for all streets though some are none: with many players the stub is short in games with up-cards."""
    return not model.setup.with_sight or len(model.players) <= FEW


def dealt_down(model: HandModel) -> bool:
    """Whether all cards come down before the first round."""
    return not model.setup.with_sight


def plain(model: HandModel) -> bool:
    """Whether it is a game that is dealt like hold'em, with a board."""
    return not model.setup.with_sight and not model.game.changes
