"""What waits to be sent: events in order, the last value of everything retained."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Sequence
from itertools import count
from typing import Final, NamedTuple, TypeAlias

from controller.mqtt.topics import Topic

#: Events kept while the broker is away: where nothing else keeps them, and where a store has the rest.
MAX_EVENTS: Final = 10_000
MAX_BEFORE_STORE: Final = 2_000
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

    @property
    def is_event(self) -> bool:
        return self.row.when_offline == "queue"


Waiting: TypeAlias = "OrderedDict[str | int, Outgoing]"


class Outbox:
    """Messages in the order they are to go out.

    Invariants: a retained topic waits once, with its last value, at the place of its last change; events keep
    their order, and nothing overtakes an event put before it. At most `max_events` of them are held here. With
    `has_store` those beyond are left to the store, which has every event by its `seq`: `stored` says which are
    next, and `refill` takes them. Without, the oldest go. `dropped` counts what nobody has any more. Of what is
    worth nothing later at most MAX_PASSING wait; `answers_dropped` counts the newest that found no room.
    """

    def __init__(self, max_events: int = MAX_EVENTS, *, has_store: bool = False) -> None:
        self.dropped = 0
        self.answers_dropped = 0
        #: The last event a broker has taken.
        self.told_seq = 0
        self.online = False
        self._max_events = max_events
        self._has_store = has_store
        self._passing = 0
        self._numbers = count()
        self._waiting: Waiting = OrderedDict()
        self._behind_stored: Waiting = OrderedDict()  # what came after an event that the store has for us
        self._under_way: deque[tuple[str | int, Outgoing]] = deque()
        self._events = 0  # held here, under way or not
        self._put_seq = 0  # the last event put
        self._held_seq = 0  # the last event held here, or sent
        self._filled = asyncio.Event()
        self._emptied = asyncio.Event()

    def __len__(self) -> int:
        return len(self._waiting) + len(self._under_way) + len(self._behind_stored) + self._put_seq - self._held_seq

    def put(self, message: Outgoing) -> None:
        """Take a message; while offline, what would be stale by then is dropped at once."""
        behind = self._behind_stored if self.stored else self._waiting
        if message.retain:
            self._waiting.pop(message.topic, None)
            behind.pop(message.topic, None)
            behind[message.topic] = message
        elif message.is_event:
            self._put_event(message)
        elif self.online and self._passing < MAX_PASSING:
            self._passing += 1
            behind[next(self._numbers)] = message
        elif self.online:
            self.answers_dropped += 1
        self._filled.set()

    def take(self, *, events_only: bool = False) -> Outgoing | None:
        """Return the next message, which is under way from now on; None when none is held here."""
        if events_only:
            key = next((key for key, message in self._waiting.items() if message.is_event), None)
        else:
            key = next(iter(self._waiting), None)
        if key is None:
            return None
        message = self._waiting.pop(key)
        self._under_way.append((key, message))
        return message

    def sent(self) -> None:
        """The broker has the message that has been under way longest."""
        _, message = self._under_way.popleft()
        self.told_seq = max(self.told_seq, message.seq)
        self._let_go(message)
        if not len(self):
            self._emptied.set()

    def drop_retained(self) -> None:
        """Forget waiting retained values: a fresh snapshot is about to say them all. What clears a topic is not in it, and stays."""
        for waiting in (self._waiting, self._behind_stored):
            for key in [key for key, message in waiting.items() if message.retain and message.body]:
                del waiting[key]

    def go_offline(self) -> None:
        """The broker is away: what was under way waits again, and what would be stale when it is back is forgotten."""
        self.online = False
        while self._under_way:
            key, message = self._under_way.pop()
            if not message.retain or (key not in self._waiting and key not in self._behind_stored):
                self._waiting[key] = message
                self._waiting.move_to_end(key, last=False)
        for waiting in (self._waiting, self._behind_stored):
            for key in [key for key, message in waiting.items() if message.row.when_offline == "drop"]:
                self._let_go(waiting.pop(key))

    async def wait(self) -> None:
        """Return when something waits to be taken, here or in the store."""
        while not self._waiting and not self.stored:
            self._filled.clear()
            await self._filled.wait()

    async def wait_empty(self) -> None:
        """Return when nothing waits and nothing is under way."""
        while len(self):
            self._emptied.clear()
            await self._emptied.wait()

    @property
    def stories_wait(self) -> bool:
        """Whether an event waits or is under way, here or in the store."""
        return self._events > 0 or self.stored is not None

    # -- what the store has for us -----------------------------------------------------------------

    @property
    def stored(self) -> tuple[int, int] | None:
        """(a, b) while the events after `a` up to `b` are to be had from the store only."""
        return (self._held_seq, self._put_seq) if self._held_seq < self._put_seq else None

    def leave_to_store(self, told: int, last: int) -> None:
        """Begin where another boot ended: a broker took the events up to `told`, the store has those up to `last`."""
        self.told_seq = self._held_seq = told
        self._put_seq = last
        self._filled.set()

    def refill(self, events: Sequence[Outgoing]) -> int:
        """Take the next events from the store, in order; return how many before and between them it has no longer."""
        gone = 0
        for event in events:
            if self._held_seq < event.seq <= self._put_seq:
                gone += event.seq - self._held_seq - 1
                self._hold(event)
        self._end_of_stored(gone)
        return gone

    def give_up_stored(self) -> int:
        """The store does not have the rest: return how many events that is."""
        gone, self._held_seq = self._put_seq - self._held_seq, self._put_seq
        self._end_of_stored(gone)
        return gone

    def _end_of_stored(self, gone: int) -> None:
        self.dropped += gone
        if not self.stored:
            self._waiting.update(self._behind_stored)
            self._behind_stored.clear()
        if not len(self):
            self._emptied.set()

    # -- events ------------------------------------------------------------------------------------

    def _put_event(self, message: Outgoing) -> None:
        if self._has_store and (self.stored or self._events >= self._max_events):
            self._put_seq = message.seq
            return
        if self._events >= self._max_events:
            self._drop_oldest_event()
        self._put_seq = message.seq
        self._hold(message)

    def _hold(self, event: Outgoing) -> None:
        self._events += 1
        self._held_seq = event.seq
        self._waiting[next(self._numbers)] = event

    def _let_go(self, message: Outgoing) -> None:
        if message.is_event:
            self._events -= 1
        elif not message.retain:
            self._passing -= 1

    def _drop_oldest_event(self) -> None:
        oldest = next((key for key, message in self._waiting.items() if message.is_event), None)
        if oldest is not None:  # else all of them are under way, and few
            self._let_go(self._waiting.pop(oldest))
            self.dropped += 1
