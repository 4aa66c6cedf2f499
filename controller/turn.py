"""One turn of the table: encode → step → journal → tell. The only place where state changes.

Everything that reaches the core passes here, so the journal cannot be forgotten: listeners are
called after the journal has kept the events, never before. `step` is pure, so it may go first: an
event that it could not take would never be written.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from controller.core import step
from controller.effects import Effect
from controller.events import Event, encode
from controller.hand_log import HandLog
from controller.journal.log import Journal
from controller.rules.house import House
from controller.table.table import Table, new_table

OnEffects: TypeAlias = Callable[[Table, Sequence[Effect]], None]
OnTable: TypeAlias = Callable[[Table], None]

#: Stories that may have gone out without the journal knowing it: so many come twice after a crash, at most, once none happens.
NOTED_TOLD: Final = 500


class Turn:
    """Holds the table and folds events into it.

    Invariants: `table` is the fold of every event the journal was given, in that order; `kept_table` of those
    it has kept. Nothing is told that goes beyond `kept_table`: while the disk fails, effects wait in order.
    """

    def __init__(
        self, house: House, journal: Journal, table: Table | None = None, told: int | None = None, *, log: HandLog | None = None
    ) -> None:
        """`table` is where a journal read before left it, `log` its hand; stories up to `told` need never be told again."""
        self.house = house
        self.table = new_table(house) if table is None else table
        self.kept_table = self.table
        #: How far the stories have gone out. Set by whoever carries them; until then what was handed over counts.
        self.told_by: Callable[[], int] | None = None
        self._told = self.table.seq if told is None else told
        self._noted = self._told  # what the journal knows of it
        self._journal = journal
        self._log = log or HandLog()
        self._listeners: list[OnEffects] = []
        self._followers: list[OnTable] = []
        self._waiting: list[Event] = []
        self._held: deque[tuple[Table, Sequence[Effect]]] = deque()

    @property
    def kept(self) -> bool:
        """Whether everything that happened is kept; while not, nothing more is told."""
        return not self._held

    @property
    def told(self) -> int:
        """The last story that need not be told again after a crash."""
        if self.told_by is not None:
            self._told = max(self._told, self.told_by())
        return self._told

    def on_effects(self, listener: OnEffects) -> None:
        """Call `listener(table, effects)` after each turn that had an effect, once the turn is kept."""
        self._listeners.append(listener)

    def on_table(self, follower: OnTable) -> None:
        """Call `follower(table)` after each turn that had an effect, kept or not: for what tells nobody."""
        self._followers.append(follower)

    def take(self, events: Sequence[Event]) -> Sequence[Effect]:
        """Fold `events` in and return what the table does about them; it has been told when `kept`.

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

    def catch_up(self) -> bool:
        """Try to keep what waits for the disk; tell it then. Return whether nothing waits any more."""
        if self._journal.catch_up():
            self._release()
        return self.kept

    def note_told(self) -> None:
        """Let the journal know how far the stories have gone out, if that is far beyond what it knows."""
        if self.told - self._noted >= NOTED_TOLD:
            self.take(())

    def tidy(self) -> None:
        """Let the journal do what can wait, if no hand is on."""
        if self.table.hand is None or self.table.hand.over:
            self._journal.tidy()

    def close(self) -> None:
        """Take what is queued, keep how far was told, and let go of the journal."""
        self.flush()
        self._journal.close(self.told)

    def _fold(self, events: Sequence[Event]) -> list[Effect]:
        records: list[bytes] = []
        table, house = self.table, self.house
        effects: list[Effect] = []
        for given in events:
            event = self._log.complete(given)
            records.append(encode(event))
            table, told = step(table, event, house)
            self._log.take(event, told)
            effects.extend(told)
        self._noted = self.told
        kept = self._journal.append(records, table, self._noted)
        self.table = table
        if effects:
            for follower in self._followers:
                follower(table)
        if kept and not self._held:
            self._tell(table, effects)
        else:
            self._held.append((table, effects))
            if kept:
                self._release()
        return effects

    def _release(self) -> None:
        while self._held:
            self._tell(*self._held.popleft())

    def _tell(self, table: Table, effects: Sequence[Effect]) -> None:
        self.kept_table = table
        if effects:
            for listener in self._listeners:
                listener(table, effects)
        if self.told_by is None:
            self._told = table.seq
