"""One turn of the table: encode → journal → step → tell. The only place where state changes.

Everything that reaches the core passes here, so the journal cannot be forgotten: listeners are
called after the journal has taken the events, never before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeAlias

from controller.core import step
from controller.effects import Effect
from controller.events import Event, encode
from controller.journal.log import Journal
from controller.rules.house import House
from controller.table.table import Table, new_table

OnEffects: TypeAlias = Callable[[Table, Sequence[Effect]], None]


class Turn:
    """Holds the table and folds events into it.

    Invariants: `table` is the fold of every event the journal was given, in that order.
    """

    def __init__(self, house: House, journal: Journal) -> None:
        self.house = house
        self.table = new_table(house)
        self._journal = journal
        self._listeners: list[OnEffects] = []
        self._waiting: list[Event] = []

    def on_effects(self, listener: OnEffects) -> None:
        """Call `listener(table, effects)` after each turn that had an effect."""
        self._listeners.append(listener)

    def take(self, events: Sequence[Event]) -> list[Effect]:
        """Fold `events` in and return what the table does about them.

        Events still waiting from `queue` go first: they happened earlier.
        """
        self.flush()
        return self._fold(events)

    def queue(self, events: Sequence[Event]) -> None:
        """Take `events` at the end of this turn of the loop, in one commit with the others queued in it."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self.flush)
        self._waiting.extend(events)

    def flush(self) -> None:
        """Take what is queued now."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self._fold(waiting)

    def _fold(self, events: Sequence[Event]) -> list[Effect]:
        self._journal.append([encode(event) for event in events])
        table, house = self.table, self.house
        effects: list[Effect] = []
        for event in events:
            table, told = step(table, event, house)
            effects.extend(told)
        self.table = table
        if effects:
            for listener in self._listeners:
                listener(table, effects)
        return effects
