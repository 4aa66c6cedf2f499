"""What the journal does beside the hand: writes again what a failing disk did not take, and tidies up between hands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from controller.turn import Turn

#: The name of this part in health topics.
JOURNAL: Final = "journal"

#: Wall seconds between two looks.
RETRY_S: Final = 1.0


async def keep_writing(turn: Turn, loop_s: Callable[[float], float]) -> None:
    """Try for ever, now and then, to catch up with what happened; what was kept is told then."""
    while True:
        turn.catch_up()
        turn.tidy()
        await asyncio.sleep(loop_s(RETRY_S))
