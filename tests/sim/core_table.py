"""A table under test that is nothing but the daemon's turn: encode, journal, step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from controller.effects import CommandDone, Effect
from controller.events import CardMoved, Event
from controller.journal.log import MemoryJournal
from controller.rules.house import House
from controller.table.table import Table
from controller.turn import Turn
from sim.port import TableSpec


class CoreTable:
    """Fact level: events in, effects out."""

    def __init__(self, spec: TableSpec) -> None:
        self.journal = MemoryJournal()
        self._turn = Turn(House(seats=spec.seats, stakes=spec.stakes), self.journal)
        self.stories: list[Effect] = []
        self.facts: tuple[CardMoved, ...] = ()

    async def start(self) -> None:
        """Nothing runs on a loop here."""

    async def stop(self) -> None:
        """Nothing to let go of."""

    def command(self, verb: str, arguments: Mapping[str, Any], role: str = "dealer") -> CommandDone:
        raise AssertionError(f"at fact level nobody says {verb} at a panel")

    def take(self, events: Sequence[Event]) -> Sequence[Effect]:
        effects = self._turn.take(events)
        self.stories += effects
        return effects

    @property
    def house(self) -> House:
        return self._turn.house

    @property
    def table(self) -> Table:
        return self._turn.table
