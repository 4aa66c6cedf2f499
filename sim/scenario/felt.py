"""The felt of a scenario at either depth: hands move cards in a `World`; the table hears of it as Facts, or has to find out.

Time: both wait on the running loop, so the timers of the table run at both depths.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, Protocol

from controller.events import CardMoved, CardSeen, DeckRead, Discrepancy, Evidence, ForeignCard, Shows, Side
from controller.game.cards import Card, card_text
from controller.game.zones import HOLE_SEAT, MUCK, PARTLY_SEEN, SHUFFLER, STUB, Zone
from drivers.base import CardFace, RegionRead
from sim.fault_plan import FAULTS, PlannedFault
from sim.layout import SHUFFLER_LAYOUT, STUD_LAYOUT
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
#: The camera of the simulated table, how often it looks, and how many looks a face gets, the first of them before it shows.
CAMERA: Final = "cam0"
FRAME_S: Final = 0.1
LOOKS: Final = 4
#: So many times as long a face stays that is to be told from one on its way.
TWIN_LOOKS: Final = 20
#: What a table calls the deck that is in play first, and the other one, and how long its antennas need to be sure of a card of it.
FIRST: Final = "red"
SPARE: Final = "blue"
SWEEPS_S: Final = 3.0
#: So many cards on top of a pile are read surely.
READABLE: Final = 2

#: How long a card takes through the shuffler, until the table must be sure that no more comes, and that none is there any more.
PASS_S: Final = 0.5
QUIET_S: Final = 4.0
EMPTY_S: Final = 1.5

#: The faults of the language by what the simulated readers call them.
READER_FAULTS: Final = {"unplug": "unplug", "noise": "noise", "stall": "silent", "miss": "deaf", "power_dip": "dip", "dead_tag": "dead"}
_SHUFFLER: Final = next(part for part, _ in SHUFFLER_LAYOUT)
_PARTS: Final = {zone: part for (part, _), zone in STUD_LAYOUT.items()}


class Felt(Protocol):
    """Where cards lie, and how the table gets to know."""

    world: World

    async def put(self, card: Card, zone: Zone, side: Side = "down") -> None:
        """Lay a card down and take the time it takes."""
        ...

    async def turn_up(self, card: Card) -> None:
        """Turn a card over where it lies, or show it: everybody sees its face."""
        ...

    async def lay_foreign(self, card: Card, zone: Zone) -> None:
        """Lay a card of another deck with the same back among those that lie there."""
        ...

    async def pass_shuffler(self, deck: str, cards: Sequence[Card], foreign: Sequence[Card]) -> None:
        """Cards of a deck, "" = the one in play, pass the shuffler's antenna one by one, `foreign` ones of the other deck among them."""
        ...

    async def show_face(self, card: Card, zone: Zone) -> None:
        """A card without a tag lies there face up, and stays: only the camera sees it."""
        ...

    async def show_back(self, zone: Zone, back: str) -> None:
        """A card with another back, and without a tag, lies there: only the camera sees it."""
        ...

    async def show_crease(self, zone: Zone) -> None:
        """A card that lies there has a mark or a bend on its back: only the camera sees it."""
        ...

    async def boxed(self, card: Card) -> None:
        """A card shows its face on top of the deck: it lay face up within it."""
        ...

    async def drop(self, card: Card) -> None:
        """A card falls off the table."""
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
        await pass_by(CARD_S)
        if card in self._dead or (zone == STUB and came in PARTLY_SEEN):
            return
        to_zone = None if zone == STUB else zone  # deep in the stub it is not read: it left where it lay
        seen = came if to_zone is None else to_zone
        evidence = Evidence(_PARTS.get(seen or zone, ""), 0 if to_zone is None else 2, 2)
        self._table.take([CardMoved(card, came, to_zone, side, after_ns, _now_ns(), evidence)])

    async def turn_up(self, card: Card) -> None:
        self.world.turn(card, "up")
        after_ns = _now_ns()
        await pass_by(LOOK_S)
        evidence = Evidence(CAMERA, 2, 2)
        self._table.take([CardSeen(card, self.world.zone_of(card), "face", after_ns, _now_ns(), evidence)])

    async def lay_foreign(self, card: Card, zone: Zone) -> None:
        self.world.put_spare(card, zone)
        after_ns = _now_ns()
        await pass_by(CARD_S)
        evidence = Evidence(_PARTS.get(zone, ""), 2, 2)
        question = Discrepancy("rfid.foreign_card", (zone,), _now_ns(), evidence)
        self._table.take([question, ForeignCard(zone, SPARE, after_ns, _now_ns(), evidence)])

    async def pass_shuffler(self, deck: str, cards: Sequence[Card], foreign: Sequence[Card]) -> None:
        after_ns = _now_ns()
        await pass_by(PASS_S * (len(cards) + len(foreign)))
        seen, twice = [card for card in cards if card not in self._dead], set(foreign) & set(cards)
        evidence = Evidence(_SHUFFLER, len(seen), len(seen))
        self._table.take([DeckRead(deck, len(seen), len(foreign), len(twice), after_ns, _now_ns(), evidence)])

    async def show_face(self, card: Card, zone: Zone) -> None:
        after_ns = _now_ns()
        await pass_by(LOOK_S)
        self._table.take([CardSeen(card, zone, "face", after_ns, _now_ns(), Evidence(CAMERA, 2, 2))])

    async def show_back(self, zone: Zone, back: str) -> None:
        after_ns = _now_ns()
        await pass_by(LOOK_S)
        self._table.take([CardSeen(None, zone, "back", after_ns, _now_ns(), Evidence(CAMERA, 2, 2), back=back)])

    async def show_crease(self, zone: Zone) -> None:
        after_ns = _now_ns()
        await pass_by(LOOK_S)
        self._table.take([CardSeen(None, zone, "marred", after_ns, _now_ns(), Evidence(CAMERA, 2, 2))])

    async def boxed(self, card: Card) -> None:
        after_ns = _now_ns()
        await pass_by(LOOK_S)
        self._table.take([CardSeen(card, STUB, "boxed", after_ns, _now_ns(), Evidence(CAMERA, 2, 2))])

    async def drop(self, card: Card) -> None:
        came, after_ns = self.world.zone_of(card), _now_ns()
        self.world.take(card)
        await pass_by(CARD_S)
        if card not in self._dead and came is not None and came not in PARTLY_SEEN:
            self._table.take([CardMoved(card, came, None, "down", after_ns, _now_ns(), Evidence(_PARTS.get(came, ""), 0, 2))])

    async def settle(self) -> None:
        """Nothing is behind."""

    def kill(self, card: Card) -> None:
        self._dead.add(card)

    def befall(self, fault: PlannedFault) -> None:
        """There are no readers that could have it."""


class WireFelt:
    """The cards of a simulated table with readers; what the table knows of them it has read."""

    def __init__(self, floor: SimTable, table: TableUnderTest, settle_s: float = SETTLE_S) -> None:
        self.world = floor.world
        self._settle_s = settle_s
        self._floor = floor
        self._table = table
        self._faults: set[asyncio.Task[None]] = set()
        self._dead: set[Card] = set()
        #: How often the camera looked.
        self.looks = 0

    def _seen(self, look: RegionRead) -> None:
        self.looks += 1
        self._table.take_reading(look)

    async def put(self, card: Card, zone: Zone, side: Side = "down") -> None:
        await self._pass(CARD_S)
        self.world.put(card, zone, side)
        if side == "up" and zone in HOLE_SEAT:
            await self._look(card, zone)

    async def turn_up(self, card: Card) -> None:
        self.world.turn(card, "up")
        zone = self.world.zone_of(card)
        if zone is not None:
            await self._look(card, zone)

    async def lay_foreign(self, card: Card, zone: Zone) -> None:
        await self._pass(CARD_S)
        self.world.put_spare(card, zone)
        await self._pass(SWEEPS_S)

    async def pass_shuffler(self, deck: str, cards: Sequence[Card], foreign: Sequence[Card]) -> None:
        ours, others = self.world.deck, self.world.spare
        own, strange = (others, ours) if deck else (ours, others)
        tags = [own[card].tag for card in cards if own is others or card not in self._dead]
        passing = [*tags[:26], *(strange[card].tag for card in foreign), *tags[26:]]  # the strange ones lie in its middle
        for tag in passing:
            self.world.put_tag(tag, SHUFFLER)
            await self._pass(PASS_S)
        await self._pass(QUIET_S)
        for tag in passing:
            self.world.put_away(tag)
        await self._pass(EMPTY_S)

    async def show_face(self, card: Card, zone: Zone) -> None:
        for looks in range(TWIN_LOOKS):
            await self._look_at(zone, CardFace(card_text(card)), again=looks > 0)

    async def show_back(self, zone: Zone, back: str) -> None:
        await self._look_at(zone, CardFace("", "back", back))

    async def show_crease(self, zone: Zone) -> None:
        await self._look_at(zone, CardFace("", "marred"))

    async def boxed(self, card: Card) -> None:
        await self._look(card, STUB, "boxed")

    async def drop(self, card: Card) -> None:
        await self._pass(CARD_S)
        self.world.take(card)

    async def _look(self, card: Card, zone: Zone, as_it_shows: Shows = "face") -> None:
        await self._look_at(zone, CardFace(card_text(card), as_it_shows))

    async def _look_at(self, zone: Zone, face: CardFace, *, again: bool = False) -> None:
        """The camera looks at a place a few times: what lies face up there is made out."""
        for looks in range(LOOKS):
            at_ns = _now_ns()
            shows = () if not looks and not again else (face,)
            self._seen(RegionRead(CAMERA, str(zone), shows, at_ns, at_ns))
            await self._pass(FRAME_S)

    async def _pass(self, lasts_s: float) -> None:
        """Let time pass."""
        await asyncio.sleep(lasts_s)

    async def settle(self) -> None:
        loop = asyncio.get_running_loop()
        speed: float = getattr(loop, "speed", 1.0) or 0.0  # None is the virtual clock: no wall time passes
        until_s = loop.time() + max(self._settle_s, SETTLE_WALL_S * speed)
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
        on_top = self.world.cards_in(MUCK)[-READABLE:]
        for card, known in enumerate(there):
            lies = self.world.zone_of(Card(card))
            if lies == known or Card(card) in self._dead:
                continue
            if not (_hidden(lies) and _hidden(known)) or (known is None and Card(card) in on_top):
                return False
        return True


async def _befall(fault: PlannedFault, floor: SimTable) -> None:
    await FAULTS[fault.kind].befall(floor, fault)


def _hidden(zone: Zone | None) -> bool:
    """Whether a card there may be unread without anything being wrong."""
    return zone is None or zone == SHUFFLER or zone in PARTLY_SEEN


async def pass_by(for_s: float) -> None:
    """Let time pass: where it is virtual and nobody else waits for anything, without a round of the loop."""
    at_once = getattr(asyncio.get_running_loop(), "pass_by", None)
    if at_once is None or not at_once(for_s):
        await asyncio.sleep(for_s)


def _now_ns() -> int:
    return round(asyncio.get_running_loop().time() * 1e9)
