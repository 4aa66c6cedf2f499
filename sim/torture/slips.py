"""Every slip there is, and which hand has which."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from sim.torture.board_slips import BOARD_SLIPS
from sim.torture.deal_slips import DEAL_SLIPS
from sim.torture.deck_slips import DECK_SLIPS
from sim.torture.model import HandModel
from sim.torture.round_slips import ROUND_SLIPS
from sim.torture.seat_slips import SEAT_SLIPS
from sim.torture.slip import Slip
from sim.torture.stud_slips import STUD_SLIPS

SLIPS: Final = (*DEAL_SLIPS, *SEAT_SLIPS, *BOARD_SLIPS, *ROUND_SLIPS, *DECK_SLIPS, *STUD_SLIPS)


def slip_of(seed: int, number: int, model: HandModel, likely: float, kinds: Sequence[str] = ()) -> Slip | None:
    """Return the slip of a hand, None when it is dealt right; nothing else of the hand hangs on it. `kinds` = only one of these."""
    draw = random.Random(f"torture slips:{seed}:{number}")  # noqa: S311 # a repeatable run is the point
    able = [row for row in SLIPS if row.can(model) and (not kinds or row.kind in kinds)]
    return draw.choice(able) if able and draw.random() < likely else None
