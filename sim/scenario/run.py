"""Runs scenarios, each at a table of its own, at the depth that is asked for."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Collection, Coroutine, Mapping
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec

from controller.game.variants import FIRST_GAME, VARIANTS
from controller.game.zones import BOARDS, MAX_SEATS, Zone
from controller.rules.catalogue.option import Value
from controller.rules.catalogue.row import Book
from sim.faults import NO_FAULTS
from sim.layout import BOARDS_LAYOUT, SHUFFLER_LAYOUT, STUD_LAYOUT
from sim.port import MakeTable, TableSpec
from sim.replay import running
from sim.scenario.errors import Place, ScenarioError
from sim.scenario.felt import FactFelt, WireFelt
from sim.scenario.play import Play
from sim.scenario.result import Failure, Result
from sim.scenario.scenario import BOOKS, Later, Scenario, read_scenario
from sim.scenario.sense import Known, check_sense
from sim.table import SimTable
from sim.verdict import judge

#: Runs a coroutine to its end in a loop of its own, in table time.
RunLoop: TypeAlias = Callable[[Callable[[], Coroutine[Any, Any, Result]]], Result]

SUFFIXES: Final = (".yaml", ".yml")


class Depth(msgspec.Struct, frozen=True):
    """How deep a scenario is run. `pty` implies `wire`."""

    wire: bool = False
    pty: bool = False
    seed: int = 1


class Change(msgspec.Struct, frozen=True):
    """What is otherwise at the table than the scenario says: rules that are switched off, questions that are answered otherwise."""

    without: frozenset[str] = frozenset()
    options: Mapping[str, Value] = {}


UNCHANGED: Final = Change()


class House(msgspec.Struct, frozen=True):
    """Who plays: makes a table, runs a loop; `books` are those the table can play by; each new process calls `set_up`."""

    make_table: MakeTable
    run_loop: RunLoop
    books: tuple[str, ...] = BOOKS
    known: Known | None = None
    set_up: Callable[[], None] | None = None


def find_scenarios(paths: Collection[Path]) -> list[Path]:
    """Return the scenario files of these paths in order: a file as it is, a folder's at any depth. Raises: ScenarioError."""
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            files = sorted(file for suffix in SUFFIXES for file in path.rglob(f"*{suffix}"))
            if not files:
                raise ScenarioError(str(path), "no .yaml file in this folder; name a folder that holds scenarios")
            found.update(dict.fromkeys(files))
        elif path.exists():
            found[path] = None
        else:
            raise ScenarioError(str(path), "no such file or folder; check the path")
    return list(found)


def checked(path: Path, known: Known | None = None) -> Scenario:
    """Return a scenario that is well written and makes sense. Raises: ScenarioError."""
    scenario = read_scenario(path)
    check_sense(scenario, known)
    return scenario


def not_yet(scenario: Scenario, books: Collection[str]) -> ScenarioError | None:
    """Return why this version cannot run a scenario, None when it can."""
    laters = list(scenario.laters)
    place = scenario.places.get("book", scenario.place)
    laters += [Later(place, f"the book {book}") for book in scenario.books if book not in books]
    if not laters:
        return None
    first = min(laters, key=lambda later: later.place)
    return ScenarioError(Place(*first.place), f"not yet: {first.what}")


def run_scenario(scenario: Scenario, house: House, depth: Depth, change: Change = UNCHANGED) -> list[Result]:
    """Return a result for each book, or one where none is named. The scenario can be run: see `not_yet`."""
    return [run_under(book, scenario, house, depth, change) for book in scenario.books or ("",)]


def run_under(book: Book | Literal[""], scenario: Scenario, house: House, depth: Depth, change: Change = UNCHANGED) -> Result:
    """Return what became of a scenario under a book."""
    return house.run_loop(lambda: _run(scenario, house, depth, book, change))


async def _run(scenario: Scenario, house: House, depth: Depth, book: Book | Literal[""], change: Change) -> Result:
    answers: dict[str, Value] = {**scenario.options, **change.options}
    row = VARIANTS[scenario.stakes.game or FIRST_GAME]
    joker = bool(row.joker) or scenario.with_joker
    if not (depth.wire or depth.pty):
        spec = TableSpec(
            "scenario", MAX_SEATS, scenario.stakes,
            antenna_zones=_layout(scenario), timers=True, book=book, options=answers, without=change.without,
            rotation=scenario.rotation, rotation_minutes=scenario.rotation_minutes, announcing=scenario.announcing,
        )  # fmt: skip
        table = house.make_table(spec)
        await table.start()
        try:
            return await Play(scenario, table, FactFelt(table, depth.seed, joker=joker), book).run()
        finally:
            await table.stop()
    with tempfile.TemporaryDirectory(prefix="smarttable-") as folder:
        floor = SimTable(depth.seed, NO_FAULTS, layout=_layout(scenario), joker=joker)
        if depth.pty:
            floor.use_ptys(Path(folder))
        links = floor.openers()
        spec = TableSpec(
            "scenario", MAX_SEATS, scenario.stakes, links, floor.antenna_zones, floor.deck,
            book=book, options=answers, without=change.without,
            rotation=scenario.rotation, rotation_minutes=scenario.rotation_minutes, announcing=scenario.announcing,
            spare_deck=floor.world.spare_tags(),
        )  # fmt: skip
        table = house.make_table(spec)
        async with running(floor, table):
            felt = WireFelt(floor, table)
            try:
                result = await Play(scenario, table, felt, book).run()
            finally:
                await felt.stop()
    verdict = judge(table.facts, floor.world.moves)
    wrong = [Failure(str(scenario.place), "reading", "every card where it lies", f"one at {place}") for place in verdict.wrong]
    senses = ["camera"] if felt.looks else []
    return msgspec.structs.replace(result, ok=result.ok and not wrong, failures=[*result.failures, *wrong], senses=senses)


def _layout(scenario: Scenario) -> Mapping[tuple[str, int], Zone]:
    """Where the antennas of its table lie: a game with up-cards wants some of their own; a shuffler has one where it says so."""
    beside = SHUFFLER_LAYOUT if scenario.shuffler else {}
    if any(VARIANTS[one.game or FIRST_GAME].up_cards for one in scenario.rotation or (scenario.stakes,)):
        return {**STUD_LAYOUT, **beside}
    places = BOARDS[: scenario.board_antennas]
    return {at: zone for at, zone in BOARDS_LAYOUT.items() if zone not in BOARDS or zone in places} | dict(beside)
