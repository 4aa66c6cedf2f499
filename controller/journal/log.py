"""The journal: every Event's canonical bytes, kept before anyone is told of it.

`MemoryJournal` forgets the oldest events beyond its bound and everything at the end: for replay and tests. The
one on disk is `DiskJournal`. Both promise the order: `append` returns before any effect goes out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Protocol

from controller.events import Event, decode

#: About 3,000 hands of 35 events.
KEEP_EVENTS = 100_000


class JournalledState(Protocol):
    """What the journal knows of a table: the numbers of its hand and of the last thing to tell."""

    @property
    def hand_number(self) -> int: ...
    @property
    def seq(self) -> int: ...


class Journal(Protocol):
    """Where events are kept. One `append` is one commit."""

    def append(self, records: Sequence[bytes], state: JournalledState, told: int) -> bool:
        """Commit `records` together; return whether they, and all before them, are kept now.

        `state` is the table after them; stories up to the seq `told` need never be told again. Raises nothing for
        a disk that fails: what is not kept yet waits for `catch_up`.
        """
        ...

    def catch_up(self) -> bool:
        """Try to write what waits; return whether everything is kept now."""
        ...

    def tidy(self) -> None:
        """Do what takes a while and can wait, now that no hand is on."""
        ...

    def close(self, told: int) -> None:
        """Keep that everything up to the seq `told` was told, and let go of the file."""
        ...


class MemoryJournal:
    """The last `keep_events` events, in memory.

    Invariants: `first` is the running number of the oldest record still kept, `count` of the next.
    """

    def __init__(self, keep_events: int = KEEP_EVENTS) -> None:
        self._records: deque[bytes] = deque(maxlen=keep_events)
        self.count = 0

    @property
    def first(self) -> int:
        return self.count - len(self._records)

    def append(self, records: Sequence[bytes], state: JournalledState, told: int) -> bool:
        self._records.extend(records)
        self.count += len(records)
        return True

    def catch_up(self) -> bool:
        return True

    def tidy(self) -> None:
        """There is nothing that can wait."""

    def close(self, told: int) -> None:
        """Nothing is left behind."""

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._records)

    def events(self) -> Iterator[Event]:
        """Yield the kept events, oldest first."""
        return map(decode, self._records)
