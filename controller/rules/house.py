"""House options: one field a question, filled from table.toml."""

from __future__ import annotations

import msgspec

from controller.game.chips import Stakes
from controller.game.posting import PostingRules


class House(msgspec.Struct, frozen=True):
    """How this table is run. Constant while the daemon runs.

    `stakes` are those of the first hand; `new_hand` may set others.
    """

    variant: str = "holdem"
    seats: int = 10
    stakes: Stakes = Stakes(50, 100)
    posting: PostingRules = PostingRules()
