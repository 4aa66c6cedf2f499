"""What waits to be sent: events in order, the last value of everything retained."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from itertools import count, islice
from typing import Final, NamedTuple

from controller.mqtt.topics import Topic

#: Events kept while the broker is away.
MAX_EVENTS: Final = 10_000
#: Answers and heartbeats on their way at once: whoever floods us with commands gets no answer to some of them.
MAX_PASSING: Final = 1_000


class Outgoing(NamedTuple):
    """A message on its way. `topic` is whole; `correlation` marks an answer for one sender."""

    topic: str
    body: bytes
    row: Topic
    retain: bool
    correlation: bytes | None = None
    seq: int = 0  # of an event: its own


class Outbox:
    """Messages in the order they are to go out.

    Invariants: a retained topic waits once, with its last value, at the place of its last change;
    events keep their order; at most `max_events` of them wait, and `dropped` counts the oldest
    that had to go. Of what is worth nothing later at most MAX_PASSING wait; `answers_dropped`
    counts the newest that found no room.
    """

    def __init__(self, max_events: int = MAX_EVENTS) -> None:
        self.dropped = 0
        self.answers_dropped = 0
        #: The last event a broker has taken.
        self.told_seq = 0
        self.online = False
        self._max_events = max_events
        self._passing = 0
        self._numbers = count()
        self._waiting: OrderedDict[str | int, Outgoing] = OrderedDict()
        self._events = 0
        self._filled = asyncio.Event()
        self._emptied = asyncio.Event()

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, message: Outgoing) -> None:
        """Take a message; while offline, what would be stale by then is dropped at once."""
        if message.retain:
            self._waiting.pop(message.topic, None)
            self._waiting[message.topic] = message
        elif message.row.when_offline == "queue":
            if self._events >= self._max_events:
                self._drop_oldest_event()
            self._events += 1
            self._waiting[next(self._numbers)] = message
        elif self.online and self._passing < MAX_PASSING:
            self._passing += 1
            self._waiting[next(self._numbers)] = message
        elif self.online:
            self.answers_dropped += 1
        self._filled.set()

    def first(self, most: int) -> list[tuple[str | int, Outgoing]]:
        """Return the first messages with their keys; they wait on until `sent`."""
        return list(islice(self._waiting.items(), most))

    def first_events(self, most: int) -> list[tuple[str | int, Outgoing]]:
        """Return the first queued events with their keys."""
        return list(islice(((key, message) for key, message in self._waiting.items() if message.row.when_offline == "queue"), most))

    def sent(self, key: str | int, message: Outgoing) -> None:
        """The broker has `message`: it need not wait any longer, unless a newer value took its place."""
        self.told_seq = max(self.told_seq, message.seq)
        if self._waiting.get(key) is message:
            self._remove(key)

    def drop_retained(self) -> None:
        """Forget waiting retained values: a fresh snapshot is about to say them all. What clears a topic is not in it, and stays."""
        for key in [key for key, message in self._waiting.items() if message.retain and message.body]:
            self._remove(key)

    def go_offline(self) -> None:
        """The broker is away: forget what would be stale when it is back."""
        self.online = False
        for key in [key for key, message in self._waiting.items() if message.row.when_offline == "drop"]:
            self._remove(key)

    async def wait(self) -> None:
        """Return when something waits."""
        while not self._waiting:
            self._filled.clear()
            await self._filled.wait()

    async def wait_empty(self) -> None:
        """Return when nothing waits."""
        while self._waiting:
            self._emptied.clear()
            await self._emptied.wait()

    def _remove(self, key: str | int) -> None:
        message = self._waiting.pop(key)
        if not message.retain:
            if message.row.when_offline == "queue":
                self._events -= 1
            else:
                self._passing -= 1
        if not self._waiting:
            self._emptied.set()

    def _drop_oldest_event(self) -> None:
        oldest = next(key for key, message in self._waiting.items() if message.row.when_offline == "queue")
        self._remove(oldest)
        self.dropped += 1
