"""The events of the present hand, kept for corrections: what a `correct` command needs beside the table.

Rebuilt from the journal at a start. It holds what changed the table since the hand began, up to the next hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from controller.effects import Effect, Tell
from controller.events import Correct, Entry, Event, NewHand
from controller.table.correction import corrected

#: A table left alone whose cards flicker all night makes events without end: a hand with more can no longer be corrected.
MAX_ENTRIES: Final = 4_000


class HandLog:
    """Follows the events of a table, in order.

    Invariants: `entries` is the hand as it is told now, corrections done; empty when not all of it is known.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def complete(self, event: Event) -> Event:
        """Return the event as it goes into the journal: a correction with the hand it corrects."""
        return replace(event, entries=tuple(self.entries)) if isinstance(event, Correct) else event

    def take(self, event: Event, effects: Sequence[Effect]) -> None:
        """Note an event that was stepped, by what was told of it; what told nothing changed nothing."""
        first = effects[0] if effects else None
        if not isinstance(first, Tell):
            return
        if isinstance(event, Correct):
            self.entries = corrected(event.entries, event, first.seq)
            return
        if isinstance(event, NewHand):
            self.entries = []
        elif not self.entries or len(self.entries) >= MAX_ENTRIES:
            self.entries = []
            return
        last = first.seq + sum(isinstance(effect, Tell) for effect in effects) - 1
        self.entries.append(Entry(first.seq, last, event))
