"""A slip of the dealer's hand: when it can happen, how it is written, and what has to be ruled.

What a house rules about it comes from the rule books, apart from the table's rooms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from sim.torture.hands import Hands
from sim.torture.model import HandModel

#: When in a hand a slip is made: in the deal before the first round, or with the cards of a later street.
When = Literal["deal", "board", "street", "draw", "round"]


class Slip(msgspec.Struct, frozen=True):
    """A row. `deal` writes the whole deal, or the whole street, with it; `can` says whether this hand can have it, and `now` whether it
    can by then. `rules` are rows of any book.
    """

    kind: str
    says: str
    deal: Callable[[Hands], None]
    rules: tuple[str, ...]
    can: Callable[[HandModel], bool] = lambda model: True
    when: When = "deal"
    now: Callable[[HandModel], bool] = lambda model: True


def plain(model: HandModel) -> bool:
    """Whether it is a game that is dealt like hold'em."""
    return not model.setup.with_sight and not model.game.changes
