"""What is behind `smarttable scenario record`: a hand of the journal, written down."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from controller.config import Config
from controller.effects import Effect, Tell
from controller.events import Event
from controller.journal.errors import JournalError
from controller.journal.reading import JournalReader
from controller.journal_commands import open_journal
from controller.recovery import fold
from controller.table.table import Table

Say = Callable[[str], None]


class HandRecorder(Protocol):
    """Writes a hand down, event by event."""

    @property
    def begun(self) -> bool: ...
    def take(self, event: Event, effects: Sequence[Effect], table: Table) -> None: ...
    def text(self) -> str: ...


def record(config: Config, number: int | None, out: Path, recorder: HandRecorder, say: Say) -> int:
    """Write a hand, the last one when `number` is None, to the new file `out`, for its owner alone; exit code 1 when that cannot be.

    The daemon may run meanwhile.
    """
    place = config.journal.place()
    try:
        with open_journal(place) as (rows, reader):
            held = [hand for hand, _, _ in rows.hands() if hand]
            wanted = number if number is not None else held[-1] if held else 0
            _follow(reader, config, wanted, recorder)
    except JournalError as error:
        say(str(error))
        return 1
    if not recorder.begun:
        there = f"it holds {held[0]} to {held[-1]}" if held else "it holds none yet"
        say(f"{place.file}: there is no hand {wanted or 'to write down'}; {there}")
        return 1
    try:
        file = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        say(f"{out}: {error.strerror}; name a new file in a folder we may write")
        return 1
    with open(file, "w", encoding="utf-8") as written:
        written.write(recorder.text())
    say(f"{out}: hand {wanted}; it names every card of it")
    return 0


def _follow(reader: JournalReader, config: Config, number: int, recorder: HandRecorder) -> None:
    for one in fold(reader, config.house(), before_hand=number):
        for event, effects, table in zip(one.turn.events, one.effects, one.tables, strict=True):
            if table.hand_number > number:
                return
            begins = any(isinstance(effect, Tell) and effect.kind == "hand_started" for effect in effects)
            if table.hand_number == number and (recorder.begun or begins):
                recorder.take(event, effects, table)
