"""Rules 3: what stands on the broker, and what must not."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Final

from controller.contract.heard import Check, Heard, broken
from controller.contract.rules import Broken
from controller.mqtt.topics import STATUS, Topic, topic_of

#: Values of a topic remembered: a newcomer may find any that was told in about the moment he came.
MAX_VALUES: Final = 64
MOMENT_S: Final = 1.0

#: A table that came online has this long to clear what another boot left.
CLEARED_S: Final = 2.0


class KeptCheck(Check):
    """Rules 3.1 to 3.3. What stands is what a second client finds; flags of live messages differ from broker to broker."""

    def __init__(self) -> None:
        self._values: dict[str, deque[Heard]] = {}
        self._boot: str | None = None  # of the table that is online
        self._online_at_s = 0.0

    @property
    def kept(self) -> Iterator[str]:
        """Topics that ought to stand on the broker now."""
        for name, values in self._values.items():
            if values[-1].body and row_of(name) is not None:
                yield name

    def joined(self) -> None:
        self._values.clear()
        self._boot = None

    def hear(self, message: Heard) -> Iterator[Broken]:
        row = row_of(message.name)
        if row is not None and not row.retain:
            if message.standing and not message.is_command:  # a command that waits here is its sender's fault, until the table is there
                yield broken("3.1", message, "it stands retained on the broker")
            return
        self._values.setdefault(message.name, deque(maxlen=MAX_VALUES)).append(message)
        if message.name == STATUS:
            online = message.fields.get("state") == "online"
            if online and message.boot != self._boot:
                self._online_at_s = message.at_s
            self._boot = message.boot if online else None

    def end(self, now_s: float, standing: Mapping[str, Heard] | None) -> Iterator[Broken]:
        if standing is None:
            return
        for message in standing.values():
            yield from self._standing(message)
        for name, values in self._values.items():
            last = values[-1]
            if last.body and not last.standing and name not in standing and row_of(name) is not None:
                yield broken("3.2", last, "it was told and does not stand on the broker: it was not retained")

    def _standing(self, message: Heard) -> Iterator[Broken]:
        row = row_of(message.name)
        if row is None:
            return
        if not row.retain:
            yield broken("3.1", message, "it stands retained on the broker")
            return
        values = self._values.get(message.name)
        if values is None:
            return
        before = [value.body for value in values if value.at_s <= message.at_s - MOMENT_S]
        since = [value.body for value in values if value.at_s > message.at_s - MOMENT_S]
        if message.body not in (*before[-1:], *since):
            yield broken("3.2", message, "what stands on the broker is not what was told last")
        elif self._boot is not None and message.boot != self._boot and message.at_s - self._online_at_s > CLEARED_S:
            yield broken("3.3", message, "it is of another boot than the table that is online")


def row_of(name: str) -> Topic | None:
    """Return the row of a topic below the root; None when the table has no such topic."""
    try:
        return topic_of(name)
    except KeyError:
        return None
