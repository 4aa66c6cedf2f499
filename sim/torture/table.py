"""Plays a planned hand at a table, step by step, and judges what comes of each."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec

from controller.effects import CommandDone
from controller.game.cards import JOKER
from controller.game.chips import Stakes
from controller.game.zones import MAX_SEATS
from sim.faults import NO_FAULTS
from sim.layout import STANDARD_LAYOUT, STUD_LAYOUT
from sim.port import MakeTable, TableSpec, TableUnderTest
from sim.replay import running
from sim.scenario.felt import FactFelt, Felt, WireFelt
from sim.table import SimTable
from sim.torture.answers import changed
from sim.torture.errors import TortureError
from sim.torture.games import FIRST
from sim.torture.plan import Laid, Plan, Press, Settled, Spoken
from sim.torture.setup import Setup
from sim.torture.verdict import Answer, Cell, Judged, judge, stands_so


class Case(msgspec.Struct, frozen=True):
    """One step judged: its number in the plan."""

    step: int
    kind: str
    judged: Judged


class Played(msgspec.Struct, frozen=True):
    """A hand that was played: the cells of its cases, and what was not as it ought to be. With that it ends."""

    plan: Plan
    cells: tuple[tuple[str, Cell], ...]
    failure: Case | None


async def play_facts(plan: Plan, make_table: MakeTable) -> Played:
    """Play a hand whose cards are told to the table as they move."""
    table = make_table(_spec(plan.setup))
    return await _Hand(plan, table, FactFelt(table, plan.seed, joker=JOKER in plan.setup.deck)).play()


async def play_wire(plan: Plan, make_table: MakeTable) -> Played:
    """Play a hand on a simulated felt whose readers the table polls."""
    layout = STUD_LAYOUT if plan.setup.with_sight else STANDARD_LAYOUT
    floor = SimTable(plan.seed, NO_FAULTS, layout=layout, joker=JOKER in plan.setup.deck)
    spec = msgspec.structs.replace(_spec(plan.setup), openers=floor.openers(), antenna_zones=floor.antenna_zones, deck=floor.deck)
    table = make_table(spec)
    async with running(floor, table):
        felt = WireFelt(floor, table)
        try:
            return await _Hand(plan, table, felt).play()
        finally:
            await felt.stop()


def _spec(setup: Setup) -> TableSpec:
    stakes = Stakes(**msgspec.structs.asdict(setup.stakes), game="" if setup.game == FIRST else setup.game)
    antennas = STUD_LAYOUT if setup.with_sight else {}
    return TableSpec("torture", MAX_SEATS, stakes, antenna_zones=antennas, book=setup.book, options=changed(setup.answers, setup.book))


class _Hand:
    def __init__(self, plan: Plan, table: TableUnderTest, felt: Felt) -> None:
        self._plan = plan
        self._table = table
        self._felt = felt
        self._ids = itertools.count(1)
        self._sent: dict[str, Any] = {}
        self._answer: CommandDone | None = None

    async def play(self) -> Played:
        self._sit_down()
        cells: list[tuple[str, Cell]] = []
        for number, step in enumerate(self._plan.steps):
            if isinstance(step, Laid):
                await self._felt.put(step.card, step.zone, "up" if step.up else "down")
                continue
            await self._felt.settle()
            if isinstance(step, Settled):
                case = Case(number, "cards", stands_so(step.stands, self._table.table))
            else:
                case = Case(number, step.kind, self._press(step))
            cells.append((case.kind, case.judged.cell))
            if case.judged.expected:
                return Played(self._plan, tuple(cells), case)
        return Played(self._plan, tuple(cells), None)

    def _sit_down(self) -> None:
        setup = self._plan.setup
        for seat, stack in setup.stacks.items():
            self._do("sit", {"seat": seat, "name": f"p{seat}", "stack": stack})
        self._do("button", {"seat": setup.button})
        self._felt.world.shuffle(setup.deck)

    def _do(self, verb: str, fields: dict[str, Any]) -> None:
        done = self._table.command(verb, fields)
        if not done.ok:
            raise TortureError(f"hand {self._plan.number}: nobody can sit down: {verb} is refused: {done.message}")

    def _press(self, step: Spoken) -> Judged:
        before, told = self._table.table, len(self._table.stories)
        last = self._answer
        done = self._table.command(step.press.verb, self._arguments(step.press), step.press.role)
        self._answer = done
        answer = Answer(done, last, before, self._table.table, self._table.stories[told:])
        return judge(step, answer)

    def _arguments(self, press: Press) -> dict[str, Any]:
        if not press.again:
            self._sent = {"id": f"t{next(self._ids)}", **press.fields}
            if press.behind is not None:
                self._sent["expect_rev"] = self._table.table.rev - press.behind
        return self._sent
