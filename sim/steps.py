"""What people do at a table, as a script lists it: cards carried and words said."""

from __future__ import annotations

from typing import TypeAlias, final

import msgspec

from controller.events import ActDo, DrawDo, Side
from controller.game.cards import Card
from controller.game.zones import Zone


@final
class Move(msgspec.Struct, frozen=True, gc=False):
    """A card is carried from one place to another."""

    card: Card
    from_zone: Zone
    to_zone: Zone
    side: Side


class Say(msgspec.Struct, frozen=True, gc=False):
    """A command is given. `do` and `to_chips` belong to `act`; `seat` 0 = nobody's in particular."""

    verb: str
    seat: int = 0
    do: ActDo | None = None
    to_chips: int | None = None
    draw: DrawDo | None = None  # what is said of cards that are changed or given up …
    number: int | None = None  # … and of how many


Step: TypeAlias = Move | Say
