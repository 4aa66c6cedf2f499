"""The table as the simulator sees it: a port that the shell's harness fills.

The simulator never imports the shell; whoever composes the two hands it a `TableUnderTest`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from controller.effects import CommandDone, Effect
from controller.events import Event
from controller.table.table import Table


class TableUnderTest(Protocol):
    """One table in this process, whatever stands between it and the felt."""

    def command(self, verb: str, arguments: Mapping[str, Any], role: str = "dealer") -> CommandDone:
        """Send a command the way every panel does: one wire model a verb, checked, journaled, stepped.

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
    def stories(self) -> Sequence[Effect]:
        """Every effect since the table was made, in order."""
        ...
