"""The table as the simulator sees it: ports that the shell's harness or a daemon of its own fills.

The simulator never imports the shell; whoever composes the two hands it a `MakeTable`. A table
is made from a `TableSpec`, which says what stands on the floor and nothing of what will be
played: the daemon's side of a replay cannot look into the hand file. People see less still: a
`PublicTable`, which is what everyone in the room sees, whether it is filled from a table in this
process (`sim/at_table.py`) or from the messages of a daemon (`sim/remote.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

import msgspec

from controller.effects import CommandDone, Effect
from controller.events import CardMoved, Event
from controller.game.betting import Legal
from controller.game.cards import Card
from controller.game.chips import Stakes
from controller.game.zones import Zone
from controller.rules.announcing import Announcing
from controller.rules.catalogue.option import Value
from controller.rules.catalogue.row import Book
from controller.rules.house import House
from controller.table.table import Table
from drivers.base import Reading
from firmware_bridge.transport import Opener


class TableSpec(msgspec.Struct, frozen=True):
    """What a table is built from: its seats and stakes, and how its antennas are reached.

    `openers` is empty at fact level; otherwise part name → link to its reader. `antenna_zones`
    maps (part, antenna number) to the zone under it; `deck` maps tag ids to cards. `timers` asks for
    timers that run at fact level too, on the running loop; `book` names the rules to play by, "" = the table's own, with `options`
    answered otherwise; `without` switches registered rules off. `rotation` are games one after another, `stakes` then those of the first.
    `spare_deck` is another enrolled deck, which is not in play.
    `announcing` = what the dealer has to say is kept in mind until he has said it.
    """

    name: str
    seats: int
    stakes: Stakes
    openers: Mapping[str, Opener] = {}
    antenna_zones: Mapping[tuple[str, int], Zone] = {}
    deck: Mapping[bytes, Card] = {}
    timers: bool = False
    book: Book | Literal[""] = ""
    options: Mapping[str, Value] = {}
    without: frozenset[str] = frozenset()
    rotation: tuple[Stakes, ...] = ()
    rotation_minutes: int = 0
    spare_deck: Mapping[bytes, Card] = {}
    announcing: Announcing | None = None


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

    def take_reading(self, reading: Reading) -> None:
        """Wire level: sense what a driver would have given, of a part that has no simulated device: a camera."""
        ...

    @property
    def table(self) -> Table:
        """The present state, for comparing with the truth; people look at what it tells them."""
        ...

    @property
    def house(self) -> House:
        """How the table is run: by which book, and with which answers."""
        ...

    @property
    def facts(self) -> Sequence[CardMoved]:
        """Every card move that sensing has accepted, in order, for comparing with the truth; none at fact level."""
        ...

    @property
    def stories(self) -> Sequence[Effect]:
        """Every effect since the table was made, in order."""
        ...


class Sitting(NamedTuple):
    """A player on his seat, as everyone sees him. Units: chips."""

    name: str
    stack_chips: int


class Played(msgspec.Struct, frozen=True):
    """What became of a hand, by seat. `payoffs` is None while it is unfinished, `legal` when nobody is to act. Units: chips."""

    stacks: Mapping[int, int]
    payoffs: Mapping[int, int] | None
    legal: Legal | None


class PublicTable(Protocol):
    """One table as everyone in the room sees it, and the panel to speak to it.

    Invariants: when `command` returns, what the table did about it can be seen.
    """

    @property
    def online(self) -> bool:
        """Whether somebody is there who could see and answer."""
        ...

    @property
    def forgotten(self) -> int:
        """How often the table came back without knowing what it had told before."""
        ...

    @property
    def hand_number(self) -> int:
        """The present or last hand; 0 = none yet."""
        ...

    @property
    def stage(self) -> str | None:
        """The stage of that hand; None = there was none yet."""
        ...

    @property
    def to_show(self) -> int | None:
        """The seat that has to show or muck next; None = nobody has."""
        ...

    @property
    def paused(self) -> bool:
        """Whether the game stands still: nothing is entered until the floor lets it go on."""
        ...

    @property
    def legal(self) -> Legal | None:
        """Who is asked to act, and what he may do; None = nobody."""
        ...

    @property
    def board_cards(self) -> int:
        """Cards recognised on the board."""
        ...

    @property
    def board(self) -> Sequence[Card]:
        """The cards of the board, as the table knows them."""
        ...

    @property
    def questions(self) -> Collection[str]:
        """Reason codes of what a person is asked right now."""
        ...

    @property
    def tells(self) -> Sequence[Effect]:
        """What the table told since `forget_tells`, in order."""
        ...

    def forget_tells(self) -> None:
        """Let go of what was told so far."""
        ...

    def can_still_act(self, seat: int) -> bool:
        """Whether the seat is in the hand with chips behind."""
        ...

    def hole_cards(self, seat: int) -> int:
        """Hole cards recognised in front of the seat."""
        ...

    def sitting(self) -> Mapping[int, Sitting]:
        """Who sits where."""
        ...

    def played(self) -> Played | None:
        """The present or last hand's chips; None = there was no hand yet."""
        ...

    async def command(self, verb: str, arguments: Mapping[str, Any], role: str = "dealer") -> CommandDone:
        """Press the panel and wait for the answer, however often that takes.

        Raises: StalledError when there is none within the limit; ForgottenError when the table forgot meanwhile.
        """
        ...


#: Makes a table that has not started yet; called once a hand, within the loop it will run on (wire).
MakeTable: TypeAlias = Callable[[TableSpec], TableUnderTest]
