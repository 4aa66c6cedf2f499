"""What really happened at a simulated table, act by act: one JSON line each.

The file tells every card, so it is its owner's alone, and the daemon never gets to know its name.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from controller.game.cards import card_text
from sim.errors import SimError
from sim.world import Move


class Truth:
    """Writes what people did and said as they do it; a line is in the file before the next act.

    Shape: every line has `at_ms`, `utc` and `act`: `hand` (a file is begun), `move` (a card; from or to null =
    in a hand), `say` (the panel is pressed), `answer` (what it answered), `anew` (the hand is begun again), `result`.
    Time: `at_ms` is the simulator's table time; `utc` is the wall's.
    Raises: SimError when the file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            os.fchmod(self._file, 0o600)  # it may have been there before
        except OSError as error:
            raise SimError(f"{path}: {error.strerror}; name a truth file in a folder we may write") from None
        self._path = path

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)

    def moved(self, move: Move) -> None:
        """Write a card's move: give this to the world as its witness."""
        self.note("move", card=card_text(move.card), **{"from": move.from_zone, "to": move.to_zone}, side=move.side)

    def heard(self, act: str, verb: str, fields: Mapping[str, Any]) -> None:
        """Write what was said to the panel, or what it answered."""
        self.note(act, verb=verb, **{"sent" if act == "say" else "got": fields})

    def note(self, act: str, **fields: Any) -> None:
        """Write one line. Raises: SimError when the disk does not take it."""
        at_ms = round(asyncio.get_running_loop().time() * 1000)
        line = msgspec.json.encode({"at_ms": at_ms, "utc": datetime.now(UTC).isoformat(timespec="milliseconds"), "act": act, **fields})
        try:
            os.write(self._file, line + b"\n")
        except OSError as error:
            raise SimError(f"{self._path}: {error.strerror}; the truth could not be written: make room") from None
