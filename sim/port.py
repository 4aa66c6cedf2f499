"""The table as the simulator sees it: a port that the shell's harness fills.

The simulator never imports the shell; whoever composes the two hands it a `MakeTable`. A table
is made from a `TableSpec`, which says what stands on the floor and nothing of what will be
played: the daemon's side of a replay cannot look into the hand file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

from controller.effects import CommandDone, Effect
from controller.events import CardMoved, Event
from controller.game.cards import Card
from controller.game.chips import Stakes
from controller.game.zones import Zone
from controller.table.table import Table
from firmware_bridge.transport import Opener


class TableSpec(msgspec.Struct, frozen=True):
    """What a table is built from: its seats and stakes, and how its antennas are reached.

    `openers` is empty at fact level; otherwise part name → link to its reader. `antenna_zones`
    maps (part, antenna number) to the zone under it; `deck` maps tag ids to cards.
    """

    name: str
    seats: int
    stakes: Stakes
    openers: Mapping[str, Opener] = {}
    antenna_zones: Mapping[tuple[str, int], Zone] = {}
    deck: Mapping[bytes, Card] = {}


class TableUnderTest(Protocol):
    """One table in this process, whatever stands between it and the felt."""

    async def start(self) -> None:
        """Start what runs on the loop (drivers, sensing); needed at wire level only."""
        ...

    async def stop(self) -> None:
        """Stop what `start` started and let go of every link. Never fails."""
        ...

    def command(self, verb: str, arguments: Mapping[str, Any], role: str = "dealer") -> CommandDone:
        """Send a command the way every panel does: one wire model a verb, checked, journaled, stepped.

        `arguments` need no `id`: one is given when it is missing.
        Raises nothing: a bad argument is a refused command with its reason.
        """
        ...

    def take(self, events: Sequence[Event]) -> Sequence[Effect]:
        """Fact level: journal the events, step, and return what the table does about them."""
        ...

    @property
    def table(self) -> Table:
        """The present state, for comparing with the truth; people look at what it tells them."""
        ...

    @property
    def facts(self) -> Sequence[CardMoved]:
        """Every card move that sensing has accepted, in order, for comparing with the truth; none at fact level."""
        ...

    @property
    def stories(self) -> Sequence[Effect]:
        """Every effect since the table was made, in order."""
        ...


#: Makes a table that has not started yet; called once a hand, within the loop it will run on (wire).
MakeTable: TypeAlias = Callable[[TableSpec], TableUnderTest]
