"""One table in this process, from its house and given links: what replay drives and the daemon is built on.

Nothing here knows MQTT, pages or files. With readers it runs real drivers and sensing on the
running loop; without, Facts and Commands go straight in.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, Protocol

import msgspec
from msgspec.structs import replace

from controller.announce_timer import AnnounceTimer
from controller.clock import Clock
from controller.clock_timer import ClockTimer
from controller.core import expectation
from controller.deck_rack import DeckRack
from controller.effects import CommandDone, Effect
from controller.events import CardMoved, Discrepancy, Event, Fact
from controller.feed.desk import CommandDesk
from controller.feed.hub import FeedClock
from controller.game.cards import Card
from controller.game.chips import Stakes
from controller.game.zones import BURN, CARD_ZONES, SHUFFLER, SIGHT_ZONES, Zone
from controller.hand_log import HandLog
from controller.journal.log import Journal, MemoryJournal
from controller.parts import Parts
from controller.patience import Patience
from controller.rules.announcing import Announcing
from controller.rules.catalogue.option import Value
from controller.rules.catalogue.row import Book
from controller.rules.house import House, board_antennas
from controller.rules.options import DEFAULT_BOOK, PRESETS
from controller.sensing.cards import CardSensing
from controller.sensing.settings import SensingSettings
from controller.sensing.shuffler import ShufflerSensing
from controller.stub_count_timer import StubCountTimer
from controller.supervisor import supervise
from controller.table.questions import taken_back
from controller.table.table import Table
from controller.turn import Turn
from drivers.base import AntennaRead, Driver, Health, Reading
from drivers.registry import make_driver
from firmware_bridge.transport import Opener

#: The driver of the simulated readers.
SIMULATED_DRIVER: Final = "feig"
#: The camera whose readings are given to a table in this process: its regions are called as the zones are.
SIMULATED_CAMERA: Final = "cam0"

#: The decks of a simulated table: the one it begins with, and another one of the same back.
FIRST_DECK_NAME, SPARE_DECK_NAME = "red", "blue"

#: How long a simulated reader may take: table seconds, but never less wall time than a busy computer needs.
ANSWER_TABLE_S, ANSWER_WALL_S = 0.5, 0.25


#: Where the camera of such a table looks.
_REGIONS: Final = {(SIMULATED_CAMERA, str(zone)): zone for zone in (*CARD_ZONES, *SIGHT_ZONES)}


def simulated_reader_options(clock: Clock) -> dict[str, float]:
    """Return the driver's options for a simulated reader, whose computer does not get faster with the clock."""
    wall_s = 0.0 if clock.speed is None else clock.loop_s(ANSWER_WALL_S)
    return {"response_timeout_s": max(ANSWER_TABLE_S, wall_s)}


class ReaderSetup(msgspec.Struct, frozen=True):
    """One reader of the table: its driver, how it is reached, and what lies over its antennas."""

    name: str
    driver: str
    opener: Opener
    antennas: Mapping[int, Zone]
    options: Mapping[str, Any] = {}


class FloorSpec(Protocol):
    """What a table stands on, as whoever simulates the floor describes it; never what will be played.

    `openers` is empty at fact level; `timers` asks for timers there too, on the running loop. `book`, `options` and `without` are the
    house's: the book, "" = that of a table that names none, what is answered otherwise, and rules that are switched off.
    """

    @property
    def seats(self) -> int: ...
    @property
    def stakes(self) -> Stakes: ...
    @property
    def openers(self) -> Mapping[str, Opener]: ...
    @property
    def antenna_zones(self) -> Mapping[tuple[str, int], Zone]: ...
    @property
    def deck(self) -> Mapping[bytes, Card]: ...
    @property
    def spare_deck(self) -> Mapping[bytes, Card]: ...
    @property
    def timers(self) -> bool: ...
    @property
    def book(self) -> Book | Literal[""]: ...
    @property
    def options(self) -> Mapping[str, Value]: ...
    @property
    def without(self) -> frozenset[str]: ...
    @property
    def rotation(self) -> tuple[Stakes, ...]: ...
    @property
    def rotation_minutes(self) -> int: ...
    @property
    def announcing(self) -> Announcing | None: ...


class StillClock:
    """The clock of a table without a loop: stands at the time of the last event it was given.

    UTC begins where virtual time begins, so that two runs give the same bytes.
    """

    def __init__(self) -> None:
        self._now_ns = 0

    def now_ns(self) -> int:
        return self._now_ns

    def utc_ms(self, at_ns: int) -> int:
        return Clock.VIRTUAL_EPOCH_MS + at_ns // 1_000_000


class TableInProcess:
    """The table's inner parts, joined: drivers → sensing → turn (journal, core), and the desk for commands.

    Invariants: sensing hears the new Expectation after every turn; `effects` holds every effect
    since the start when `keep_effects` asks for it, nothing otherwise.
    Raises: DriverError, SensingError from the constructor for a wrong option.
    """

    def __init__(
        self,
        house: House,
        *,
        readers: Sequence[ReaderSetup] = (),
        regions: Mapping[tuple[str, str], Zone] | None = None,
        antennas: Mapping[tuple[str, int], Zone] | None = None,
        deck: Mapping[bytes, Card] | None = None,
        rack: DeckRack | None = None,
        settings: SensingSettings | None = None,
        journal: Journal | None = None,
        table: Table | None = None,
        told: int | None = None,
        log: HandLog | None = None,
        clock: FeedClock | None = None,
        boot_id: str = "boot",
        keep_effects: bool = False,
    ) -> None:
        self.journal = journal or MemoryJournal()
        self.turn = Turn(house, self.journal, table, told, log=log)
        self.clock: FeedClock = clock or StillClock()
        self.desk = CommandDesk(self.turn, self.clock, boot_id)
        self.drivers: tuple[Driver, ...] = tuple(
            make_driver(r.driver, r.name, r.opener, {**r.options, "antennas": tuple(r.antennas)}) for r in readers
        )
        zones = {(r.name, number): zone for r in readers for number, zone in r.antennas.items()} | dict(antennas or {})
        self._antennas = bool(zones)
        settings = settings or SensingSettings()
        self._rack = rack or DeckRack({"": deck or {}}, "")
        in_play, others = self._rack.in_play(self.turn.table)
        shuffler = [at for at, zone in zones.items() if zone == SHUFFLER]
        played = {at: zone for at, zone in zones.items() if zone != SHUFFLER} if shuffler else zones
        self.sensing = CardSensing(settings, played, in_play, regions, others)
        #: What reads the shuffling machine, where an antenna does.
        self.shuffler = (
            ShufflerSensing(shuffler, self._rack.decks, self._rack.now, self.sensing.lies_on_table, settings.max_unknown)
            if shuffler
            else None
        )
        self._patience = Patience(self.turn, self.clock.now_ns, settings.overdue_s)
        self._clock_timer = ClockTimer(self.turn, self.clock.now_ns)
        self._stub_count_timer = StubCountTimer(self.turn, self.clock.now_ns)
        self._announce_timer = AnnounceTimer(self.turn, self.clock.now_ns)
        self._boot_id = boot_id
        self.readings = 0
        self.events = 0
        self._effects: list[Effect] = []
        self._facts: list[CardMoved] = []
        self._keep_effects = keep_effects
        self._parts = Parts()
        self._on_health: list[Callable[[Health], None]] = []
        self._ids = itertools.count(1)
        self.turn.on_table(self._expect)
        self.turn.on_effects(self._after)
        self._expect(self.turn.table)
        self.sensing.recall(self.turn.table.card_zones)

    # -- the port of people and replay ---------------------------------------------------------

    @property
    def table(self) -> Table:
        """The present state."""
        return self.turn.table

    @property
    def house(self) -> House:
        """How this table is run."""
        return self.turn.house

    @property
    def stories(self) -> Sequence[Effect]:
        """Every effect since the start, when they are kept."""
        return self._effects

    @property
    def facts(self) -> Sequence[CardMoved]:
        """Every card move that sensing has accepted, when effects are kept: what a simulator holds against its truth."""
        return self._facts

    def forget_stories(self) -> None:
        """Let go of the effects and Facts kept so far."""
        self._effects = []
        self._facts = []

    def take(self, events: Sequence[Event]) -> Sequence[Effect]:
        """Fact level: journal the events, step, and return what the table does about them."""
        self.events += len(events)
        return self.turn.take(events)

    def command(self, verb: str, arguments: Mapping[str, Any], role: str = "dealer") -> CommandDone:
        """Send a command through the desk, as every panel does. Raises nothing."""
        answer = self.desk.submit(verb, {"id": f"{self._boot_id}-{next(self._ids)}", **arguments}, role)
        return CommandDone(answer.id, answer.ok, answer.rev, answer.code, answer.message, tuple(answer.rules))

    async def start(self) -> None:
        """Start the drivers, each on its own; a reader that is absent is health, not an error.

        Sensing begins anew: what it had asked before is taken back, and asked again where it still is so.
        """
        if self.table.open:
            self.turn.take(taken_back(self.table, self.clock.now_ns()))
        await self._parts.open()
        for driver in self.drivers:
            self._parts.start(f"driver:{driver.name}", self._run(driver))
        self._patience.start()
        self._clock_timer.start()
        self._stub_count_timer.start()
        self._announce_timer.start()

    async def stop(self) -> None:
        """Stop what `start` started. Never fails."""
        self._patience.stop()
        self._clock_timer.stop()
        self._stub_count_timer.stop()
        self._announce_timer.stop()
        await self._parts.close()

    async def broken(self) -> None:
        """Wait until the drivers are stopped. Raises: ExceptionGroup with what got past the supervision of one."""
        await self._parts.broken()

    # -- the daemon's ears -----------------------------------------------------------------------

    def on_health(self, listener: Callable[[Health], None]) -> None:
        """Call `listener` with each change of a driver's health."""
        self._on_health.append(listener)

    def counters(self) -> dict[str, dict[str, int]]:
        """Return each part's totals since start: the drivers' by their names, and sensing's. None is of a card or a tag."""
        sensing = {"unknown_reads": self.sensing.unknown_reads, "unmapped_readings": self.sensing.unmapped_readings}
        return {driver.name: driver.health().counters for driver in self.drivers} | {"sensing": sensing}

    def take_reading(self, reading: Reading) -> None:
        """Sense one sweep, or one look of a camera; what it brought about goes in with this turn's commit."""
        self.readings += 1
        found: Sequence[Fact | Discrepancy]
        if self.shuffler is not None and isinstance(reading, AntennaRead) and (reading.part, reading.antenna) in self.shuffler:
            found = self.shuffler.take(reading)
        else:
            found = self.sensing.take(reading)
        if found:
            self.events += len(found)
            if self._keep_effects:
                self._facts.extend(event for event in found if isinstance(event, CardMoved))
            self.turn.queue(found)

    async def _run(self, driver: Driver) -> None:
        def failed(reason: str, remedy: str) -> None:
            self._tell_health(Health(driver.name, "failed", round(asyncio.get_running_loop().time() * 1e9), reason, remedy))

        loop_s = self.clock.loop_s if isinstance(self.clock, Clock) else float
        await supervise(driver.name, lambda: driver.run(self.take_reading, self._tell_health), failed, loop_s=loop_s)

    def _tell_health(self, health: Health) -> None:
        for listener in self._on_health:
            listener(health)

    def _after(self, table: Table, effects: Sequence[Effect]) -> None:
        if self._keep_effects:
            self._effects.extend(effects)
        if self.desk.unsettled:
            self.desk.settle(table, effects)

    def _expect(self, table: Table) -> None:
        self._rack.follow(table, self.sensing)
        if self._antennas:  # it breaks ties between them; where cards are told of there are none
            self.sensing.expect(expectation(table, self.turn.house))


def house_on(spec: FloorSpec) -> House:
    """Return the house that plays on a floor."""
    book = spec.book or DEFAULT_BOOK
    answers = replace(PRESETS[book], **spec.options)
    antennas = board_antennas(spec.antenna_zones.values())
    return House(
        seats=spec.seats, stakes=spec.stakes, book=book, options=answers, without=spec.without,
        rotation=spec.rotation, rotation_minutes=spec.rotation_minutes, board_antennas=antennas,
        decks=(FIRST_DECK_NAME, SPARE_DECK_NAME),
        burn_antenna=BURN in spec.antenna_zones.values(),
        announcing=spec.announcing,
    )  # fmt: skip


def on_floor(spec: FloorSpec) -> TableInProcess:
    """Return a table, not yet started, on a floor given from outside; it keeps its effects.

    With openers or timers it must be called in the loop that it is to run in, whose time stamps the commands.
    """
    clock = Clock(asyncio.get_running_loop()) if spec.openers or spec.timers else StillClock()
    patient = simulated_reader_options(clock) if isinstance(clock, Clock) else {}
    readers = [
        ReaderSetup(name, SIMULATED_DRIVER, opener, {n: zone for (part, n), zone in spec.antenna_zones.items() if part == name}, patient)
        for name, opener in spec.openers.items()
    ]
    rack = DeckRack({FIRST_DECK_NAME: spec.deck, SPARE_DECK_NAME: spec.spare_deck}, FIRST_DECK_NAME)
    return TableInProcess(
        house_on(spec),
        readers=readers,
        regions=_REGIONS,
        antennas=spec.antenna_zones if spec.deck else None,
        rack=rack,
        clock=clock,
        keep_effects=True,
    )
