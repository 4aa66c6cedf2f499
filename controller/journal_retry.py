"""Writes again what a failing disk did not take, until it takes it; then it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from controller.turn import Turn

#: The name of this part in health topics.
JOURNAL: Final = "journal"

#: Wall seconds between two attempts.
RETRY_S: Final = 1.0


async def keep_writing(turn: Turn, loop_s: Callable[[float], float]) -> None:
    """Try for ever, now and then, to catch up with what happened."""
    while True:
        turn.catch_up()
        await asyncio.sleep(loop_s(RETRY_S))
