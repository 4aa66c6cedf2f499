"""How much a table had to go by before it ruled: facts, or readings in which a tag answered, since the mistake was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.effects import CommandDone, Effect, Tell
from controller.events import CardMoved, Event
from controller.rules.house import House
from controller.table.table import Table
from drivers.base import AntennaRead, Reading
from sim.port import TableUnderTest


class Sightings:
    """A table under test that counts what it is given. Where its own readers read, the Facts they come to are counted."""

    def __init__(self, table: TableUnderTest) -> None:
        self._table = table
        self._given = 0
        self._notes: list[tuple[int, int]] = []  # how many stories there were, and sightings by then

    @property
    def count(self) -> int:
        return self._given or len(self._table.facts)

    def until(self, ruling: str) -> int:
        """Return how many there were when a ruling was told first."""
        stories = self._table.stories
        first = next((n for n, story in enumerate(stories) if _ruling_of(story) == ruling), len(stories))
        return next((given for length, given in self._notes if length > first), self.count)

    def take(self, events: Sequence[Event]) -> Sequence[Effect]:
        self._given += 1
        effects = self._table.take(events)
        self._notes.append((len(self._table.stories), self._given))
        return effects

    def take_reading(self, reading: Reading) -> None:
        self._given += not isinstance(reading, AntennaRead) or bool(reading.tags)
        self._table.take_reading(reading)
        self._notes.append((len(self._table.stories), self._given))

    async def start(self) -> None:
        await self._table.start()

    async def stop(self) -> None:
        await self._table.stop()

    def command(self, verb: str, arguments: Mapping[str, Any], role: str = "dealer") -> CommandDone:
        return self._table.command(verb, arguments, role)

    @property
    def table(self) -> Table:
        return self._table.table

    @property
    def house(self) -> House:
        return self._table.house

    @property
    def facts(self) -> Sequence[CardMoved]:
        return self._table.facts

    @property
    def stories(self) -> Sequence[Effect]:
        return self._table.stories


def _ruling_of(story: Effect) -> str:
    if not isinstance(story, Tell) or story.more is None or story.more.ruling is None:
        return ""
    return str(story.more.ruling.id)
