"""How long a house waits until it reminds the dealer of what he has to say, and until it asks the floor about it."""

from __future__ import annotations

from typing import Final

import msgspec

#: Units: seconds.
DEFAULT_REMIND_S: Final = 15
DEFAULT_FLOOR_S: Final = 60
MOST_S: Final = 600


class Announcing(msgspec.Struct, frozen=True, cache_hash=True):
    """A house in which what the dealer has to say is kept in mind until he has said it.

    Units: seconds since it was due. After `remind_s` he is reminded, after `floor_s` the floor is asked; 0 = neither ever comes.
    Invariants: `floor_s` is 0 or more than `remind_s`.
    """

    remind_s: int = DEFAULT_REMIND_S
    floor_s: int = DEFAULT_FLOOR_S
