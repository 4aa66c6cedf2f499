"""Every slip there is, and which hand has which."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from sim.torture.board_slips import BOARD_SLIPS
from sim.torture.count_slips import COUNT_SLIPS
from sim.torture.deck_slips import DECK_SLIPS
from sim.torture.draw_slips import DRAW_SLIPS
from sim.torture.exposed_slips import EXPOSED_SLIPS
from sim.torture.model import HandModel
from sim.torture.odd_card_slips import ODD_CARD_SLIPS
from sim.torture.round_slips import ROUND_SLIPS
from sim.torture.seat_slips import SEAT_SLIPS
from sim.torture.slip import Slip
from sim.torture.stud_deal_slips import STUD_DEAL_SLIPS
from sim.torture.stud_early_slips import STUD_EARLY_SLIPS
from sim.torture.stud_slips import STUD_SLIPS
from sim.torture.stud_street_slips import STUD_STREET_SLIPS

SLIPS: Final = (
    *EXPOSED_SLIPS,
    *COUNT_SLIPS,
    *SEAT_SLIPS,
    *ODD_CARD_SLIPS,
    *BOARD_SLIPS,
    *ROUND_SLIPS,
    *DECK_SLIPS,
    *DRAW_SLIPS,
    *STUD_DEAL_SLIPS,
    *STUD_EARLY_SLIPS,
    *STUD_SLIPS,
    *STUD_STREET_SLIPS,
)


def slip_of(seed: int, number: int, model: HandModel, likely: float, kinds: Sequence[str] = ()) -> Slip | None:
    """Return the slip of a hand, None when it is dealt right; nothing else of the hand hangs on it. `kinds` = only one of these."""
    draw = random.Random(f"torture slips:{seed}:{number}")  # noqa: S311 # a repeatable run is the point
    able = [row for row in SLIPS if row.can(model) and (not kinds or row.kind in kinds)]
    return draw.choices(able, [row.weight for row in able])[0] if able and draw.random() < likely else None
