"""The felt of a scenario at either depth: hands move cards in a `World`; the table hears of it as Facts, or has to find out.

Time: both wait on the running loop, so the timers of the table run at both depths.
"""

from __future__ import annotations

import asyncio
from typing import Final, Protocol

from controller.events import CardMoved, Evidence, Side
from controller.game.cards import Card
from controller.game.zones import PARTLY_SEEN, STUB, Zone
from sim.fault_plan import FAULTS, PlannedFault
from sim.layout import STUD_LAYOUT
from sim.port import TableUnderTest
from sim.table import SimTable
from sim.world import World

#: How long a hand takes for a card, and somebody to say a word: no slower than needed, for each sweep of the readers costs.
#: Units: seconds of table time.
CARD_S: Final = 0.3
WORD_S: Final = 0.1
#: How long the people wait for what lies on the felt to be read before they go on all the same: never less wall time than a
#: busy computer needs.
SETTLE_S: Final = 8.0
SETTLE_WALL_S: Final = 5.0
LOOK_S: Final = 0.1

#: The faults of the language by what the simulated readers call them.
READER_FAULTS: Final = {"unplug": "unplug", "noise": "noise", "stall": "silent", "miss": "deaf", "power_dip": "dip", "dead_tag": "dead"}
_PARTS: Final = {zone: part for (part, _), zone in STUD_LAYOUT.items()}


class Felt(Protocol):
    """Where cards lie, and how the table gets to know."""

    world: World

    async def put(self, card: Card, zone: Zone, side: Side = "down") -> None:
        """Lay a card down and take the time it takes."""
        ...

    async def settle(self) -> None:
        """Wait until the table has read what lies there, as far as it can be read."""
        ...

    def kill(self, card: Card) -> None:
        """From now on the tag of this card is never read."""
        ...

    def befall(self, fault: PlannedFault) -> None:
        """Let something break, now."""
        ...


class FactFelt:
    """Each card that moves is one Fact at once, unless its tag is dead."""

    def __init__(self, table: TableUnderTest, seed: int = 1, *, joker: bool = False) -> None:
        self.world = World(seed, joker=joker)
        self._table = table
        self._dead: set[Card] = set()

    async def put(self, card: Card, zone: Zone, side: Side = "down") -> None:
        came = self.world.zone_of(card)
        self.world.put(card, zone, side)
        after_ns = _now_ns()
        await asyncio.sleep(CARD_S)
        if card in self._dead or (zone == STUB and came in PARTLY_SEEN):
            return
        to_zone = None if zone == STUB else zone  # deep in the stub it is not read: it left where it lay
        seen = came if to_zone is None else to_zone
        evidence = Evidence(_PARTS.get(seen or zone, ""), 0 if to_zone is None else 2, 2)
        self._table.take([CardMoved(card, came, to_zone, side, after_ns, _now_ns(), evidence)])

    async def settle(self) -> None:
        """Nothing is behind."""

    def kill(self, card: Card) -> None:
        self._dead.add(card)

    def befall(self, fault: PlannedFault) -> None:
        """There are no readers that could have it."""


class WireFelt:
    """The cards of a simulated table with readers; what the table knows of them it has read."""

    def __init__(self, floor: SimTable, table: TableUnderTest) -> None:
        self.world = floor.world
        self._floor = floor
        self._table = table
        self._faults: set[asyncio.Task[None]] = set()
        self._dead: set[Card] = set()

    async def put(self, card: Card, zone: Zone, side: Side = "down") -> None:
        await asyncio.sleep(CARD_S)
        self.world.put(card, zone, side)

    async def settle(self) -> None:
        loop = asyncio.get_running_loop()
        speed: float = getattr(loop, "speed", 1.0) or 0.0  # None is the virtual clock: no wall time passes
        until_s = loop.time() + max(SETTLE_S, SETTLE_WALL_S * speed)
        while not self._read() and loop.time() < until_s:  # noqa: ASYNC110 -- people look again; nothing tells them
            await asyncio.sleep(LOOK_S)

    def kill(self, card: Card) -> None:
        self._dead.add(card)
        self._floor.weaken(card, 0.0)

    def befall(self, fault: PlannedFault) -> None:
        self._faults.add(asyncio.ensure_future(_befall(fault, self._floor)))

    async def stop(self) -> None:
        """End the faults that still last. Raises: what one of them raised."""
        for fault in self._faults:
            fault.cancel()
        for ended in await asyncio.gather(*self._faults, return_exceptions=True):
            if isinstance(ended, Exception):
                raise ended

    def _read(self) -> bool:
        """Whether every card lies where the table thinks, as far as antennas can tell."""
        there = self._table.table.card_zones[: len(self.world.deck)]  # the last place is the joker's, if the deck has one
        for card, known in enumerate(there):
            lies = self.world.zone_of(Card(card))
            if lies == known or Card(card) in self._dead:
                continue
            if not (_hidden(lies) and _hidden(known)):
                return False
        return True


async def _befall(fault: PlannedFault, floor: SimTable) -> None:
    await FAULTS[fault.kind].befall(floor, fault)


def _hidden(zone: Zone | None) -> bool:
    """Whether a card there may be unread without anything being wrong."""
    return zone is None or zone in PARTLY_SEEN


def _now_ns() -> int:
    return round(asyncio.get_running_loop().time() * 1e9)
