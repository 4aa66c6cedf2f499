"""The journal: every Event's canonical bytes, written before anyone is told of it.

This one lives in memory and forgets the oldest events beyond its bound: enough for a feed that
starts anew with each boot. What it promises is the order: `append` returns before any effect goes out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Protocol

from controller.events import Event, decode

#: About 3,000 hands of 35 events.
KEEP_EVENTS = 100_000


class Journal(Protocol):
    """Where events are kept. One `append` is one commit."""

    def append(self, records: Sequence[bytes]) -> None:
        """Commit `records` together; on return they are kept."""
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

    def append(self, records: Sequence[bytes]) -> None:
        self._records.extend(records)
        self.count += len(records)

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._records)

    def events(self) -> Iterator[Event]:
        """Yield the kept events, oldest first."""
        return map(decode, self._records)
