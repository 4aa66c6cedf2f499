"""What the daemon tells of itself on the table and status pages: antennas, machine, decks, reason codes, a list of players checked.

Made of what is public anyway and of counts that no card and no tag has a part in: how often an antenna is asked, not what it heard.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import platform
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec.structs import asdict

from controller import __version__, rulebook
from controller.dealer_mistakes import DealerMistakes
from controller.error_catalogue import catalogue
from controller.feed.commands import PICTURE_NAME
from controller.feed.hub import FeedHub
from controller.game.rotations import ROTATIONS
from controller.game.variants import VARIANTS
from controller.game.zones import PARTLY_SEEN, SHUFFLER
from controller.harness import TableInProcess
from controller.rules.catalogue.option import HouseOption, Value, shown
from controller.rules.catalogue.row import BOOKS
from controller.seats_csv import CsvError, Problem, rows_of
from controller.seats_plan import plan
from controller.sensing.decks import load_decks
from controller.sensing.errors import SensingError
from controller.sensing.sightings import NEVER_NS, Swept
from controller.web.instruments import (
    Antennas,
    AntennaView,
    Backstage,
    BookAnswer,
    Decks,
    DeckView,
    DiskView,
    Explanation,
    InstrumentError,
    Machine,
    Mistakes,
    OptionView,
    RuleView,
    SeatProblem,
    SeatsCheck,
    SeatStep,
    Setup,
    StakesView,
)

#: Table seconds after which an antenna that gave no answer counts as not asked any more.
SILENT_S: Final = 2.0

#: Less room than this is little, for a journal that grows all night. Units: bytes.
LOW_BYTES: Final = 200_000_000


#: More are not offered; they can be named all the same.
MAX_PICTURES: Final = 500

_PICTURE: Final = re.compile(PICTURE_NAME)


class Setting(NamedTuple):
    """What of the config the pages are told. `uses` are the decks in play, none = the only one there is; `known` cards are."""

    game: str
    unit: str
    decks: Path
    uses: tuple[str, ...]
    known: int
    journal: Path
    pictures: Path
    mistakes: bool = False


class TableInstruments:
    """The instruments of one daemon."""

    def __init__(self, table: TableInProcess, hub: FeedHub, setting: Setting) -> None:
        self._table = table
        self._hub = hub
        self._setting = setting
        self._started_ns = table.clock.now_ns()
        self._mistakes = DealerMistakes(table.table.dealer, self._started_ns) if setting.mistakes else None
        if self._mistakes is not None:
            table.turn.on_effects(self._mistakes.update)

    def antennas(self) -> Antennas:
        """Return what each antenna does now."""
        now_ns = self._table.clock.now_ns()
        lying = Counter(self._table.table.card_zones)
        views = []
        for part, number, zone, sweeps, per_s, ended_ns in self._swept():
            silent_ns = None if ended_ns == NEVER_NS else max(0, now_ns - ended_ns)
            asked = silent_ns is not None and silent_ns <= SILENT_S * 1e9
            views.append(
                AntennaView(
                    part=part,
                    antenna=number,
                    zone=zone,
                    sweeps=sweeps,
                    sweeps_per_s=round(per_s, 1) if asked else 0.0,
                    silent_ms=None if silent_ns is None else silent_ns // 1_000_000,
                    cards=None if zone in PARTLY_SEEN or zone == SHUFFLER else lying[zone],
                )
            )
        return Antennas(table_ms=now_ns // 1_000_000, antennas=views)

    def _swept(self) -> Iterator[Swept]:
        yield from self._table.sensing.swept()
        if self._table.shuffler is not None:
            yield from self._table.shuffler.swept()

    async def machine(self) -> Machine:
        """Return how the daemon and its computer are."""
        return self.running(await asyncio.to_thread(_disk, self._setting.journal))

    def running(self, disk: DiskView | None) -> Machine:
        """Return the same with a disk that was looked at before."""
        beat = self._hub.heartbeat
        return Machine(
            software_version=__version__,
            python_version=platform.python_version(),
            system=f"{platform.system()} {platform.release()}, {platform.machine()}",
            uptime_s=max(0, self._table.clock.now_ns() - self._started_ns) // 1_000_000_000,
            loop_lag_ms=beat.get("loop_lag_ms"),
            outbox=beat.get("outbox"),
            readings=self._table.readings,
            events=self._table.events,
            counters=beat.get("parts", {}),
            disk=disk,
        )

    async def decks(self) -> Decks:
        """Return the enrolled decks. Raises: InstrumentError."""
        try:
            registry = await asyncio.to_thread(load_decks, self._setting.decks)
        except SensingError as error:
            raise InstrumentError("deck.unusable", str(error)) from None
        changed = self._table.table.around.deck.name
        uses = (changed,) if changed else self._setting.uses or (tuple(registry.decks) if len(registry.decks) == 1 else ())
        views = [
            DeckView(name=name, cards=len(set(cards.values())), in_play=name in uses) for name, cards in sorted(registry.decks.items())
        ]
        return Decks(decks=views, known=self._setting.known)

    async def setup(self) -> Setup:
        """Return what is played."""
        stakes = self._table.table.stakes
        view = StakesView(**asdict(stakes))
        game, unit = self._setting[:2]
        pictures = await asyncio.to_thread(_pictures, self._setting.pictures)
        return Setup(
            game=stakes.game or game,
            games=list(VARIANTS),
            rotations=list(ROTATIONS),
            limit=stakes.limit,
            unit=unit,
            stakes=view,
            pictures=pictures,
            mistakes=self._mistakes is not None,
        )

    def explain(self, code: str) -> Explanation | None:
        """Return what a reason code means; None when there is none of that name."""
        found = catalogue().get(code)
        return None if found is None else Explanation(code=found.code, cause=found.cause, remedy=found.remedy)

    async def rule(self, called: str) -> RuleView | None:
        """Return a rule of the books; None when none has that id."""
        found = (await asyncio.to_thread(rulebook.rules)).get(called)
        if found is None:
            return None
        return RuleView(id=found.id, book=found.book, section=found.section, title=found.title, summary=found.summary)

    async def option(self, called: str) -> OptionView | None:
        """Return a question of the house; None when none has that name."""
        found = (await asyncio.to_thread(rulebook.options)).get(called)
        if found is None:
            return None
        answers = [
            BookAnswer(book=book, answer=found.of(book), words=in_words(found, found.of(book)), silent=book in found.silent)
            for book in BOOKS
        ]
        return OptionView(name=found.name, question=found.question, answers=answers)

    def mistakes(self) -> Mistakes | None:
        """Return what was ruled about each dealer's dealing; None where the house counts nothing."""
        return None if self._mistakes is None else Mistakes(dealers=self._mistakes.view(self._table.clock.now_ns()))


def in_words(option: HouseOption, answer: Value) -> str:
    """What an answer means: a choice has its words, a number stands for itself."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    return option.values.get(str(answer), shown(answer))


def check_seats(text: str, state: Mapping[str, Any]) -> SeatsCheck:
    """Check a list of players as `smarttable seats import` does, against a payload of the topic `state`."""
    try:
        steps, problems = plan(rows_of(text, "the list"), state)
    except CsvError as error:
        steps, problems = [], list(error.problems)
    views = [
        SeatStep.model_validate(
            {"line": step.line, "seat": step.seat, "verb": step.verb or None, "body": dict(step.body), "text": step.text}
        )
        for step in steps
    ]
    return SeatsCheck(rev=state["rev"], problems=[_problem(one) for one in problems], steps=views)


def backstage(table: TableInProcess, hub: FeedHub, setting: Setting) -> Backstage:
    """Return what the pages ask of this daemon."""
    return Backstage(TableInstruments(table, hub, setting), check_seats)


def _problem(problem: Problem) -> SeatProblem:
    return SeatProblem(line=problem.line, code=problem.code, column=problem.column, given=problem.given, text=problem.text)


def _pictures(folder: Path) -> list[str]:
    """Names that `/pictures/<name>` may serve, in order; at most MAX_PICTURES."""
    try:
        found = [entry.name for entry in os.scandir(folder) if _PICTURE.fullmatch(entry.name) and entry.is_file(follow_symlinks=False)]
    except OSError:
        return []
    return sorted(found, key=str.casefold)[:MAX_PICTURES]


def _disk(journal: Path) -> DiskView | None:
    folder = next((place for place in journal.absolute().parents if place.is_dir()), None)
    if folder is None:
        return None
    size = None
    with contextlib.suppress(OSError):
        size = journal.stat().st_size
    try:
        room = shutil.disk_usage(folder)
    except OSError:
        return None
    return DiskView(free_bytes=room.free, total_bytes=room.total, journal_bytes=size, low=room.free < LOW_BYTES)
