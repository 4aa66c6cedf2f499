"""Plays a planned hand at a table, step by step, and judges what comes of each."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from controller.effects import CommandDone
from controller.game.cards import JOKER
from controller.game.chips import Stakes
from controller.game.zones import BOARD, MAX_SEATS, MUCK
from sim.faults import NO_FAULTS, Faults
from sim.layout import STANDARD_LAYOUT, STUD_LAYOUT
from sim.port import MakeTable, TableSpec
from sim.replay import running
from sim.scenario.felt import FactFelt, Felt, WireFelt
from sim.sightings import Sightings
from sim.table import SimTable
from sim.torture.answers import changed
from sim.torture.errors import TortureError
from sim.torture.games import FIRST
from sim.torture.plan import ASKED, WAITING, Happened, Laid, Noticed, Plan, Press, Ruled, Settled, Slipped, Spoken, Turned, Waited
from sim.torture.sensed import PATIENCE_S, SensedFelt
from sim.torture.setup import Setup
from sim.torture.verdict import Answer, Cell, Judged, deal_rulings, judge, ruled_so, stands_so
from sim.verdict import judge as judge_facts
from sim.world import World

#: How long something that went wrong may stay unnoticed before it counts as unseen. Units: table seconds.
LATE_S: Final = 5.0


#: What befalls a card → what is done with the felt.
_BEFALLS: Final[Mapping[str, Callable[[Felt, Happened], Awaitable[None]]]] = {
    "boxed": lambda felt, step: felt.boxed(step.card),
    "fell": lambda felt, step: felt.drop(step.card),
    "foreign": lambda felt, step: felt.lay_foreign(step.card, step.zone),
    "twin": lambda felt, step: felt.show_face(step.card, step.zone),
    "back": lambda felt, step: felt.show_back(step.zone, "blue"),
}


#: What befalls cards besides that they are laid down.
_BESIDES: Final = (Happened, Turned, Waited, Slipped)


class Case(msgspec.Struct, frozen=True):
    """One step judged: its number in the plan."""

    step: int
    kind: str
    judged: Judged


class Played(msgspec.Struct, frozen=True):
    """A hand that was played: the cells of its cases, and what was not as it ought to be. With that it ends.

    `made` are the slips in it, and `sightings` says of those that were ruled about how many there were until then.
    """

    plan: Plan
    cells: tuple[tuple[str, Cell], ...]
    failure: Case | None
    made: tuple[str, ...] = ()
    sightings: tuple[tuple[str, int], ...] = ()


async def play_facts(plan: Plan, make_table: MakeTable) -> Played:
    """Play a hand whose cards are told to the table as they move."""
    waits = any(isinstance(step, Waited) for step in plan.steps)
    table = Sightings(make_table(msgspec.structs.replace(_spec(plan.setup), timers=waits)))
    felt = FactFelt(table, plan.seed, joker=JOKER in plan.setup.deck)
    if not waits:
        return await _Hand(plan, table, felt).play()
    await table.start()
    try:
        return await _Hand(plan, table, felt).play()
    finally:
        await table.stop()


async def play_wire(plan: Plan, make_table: MakeTable, faults: Faults = NO_FAULTS) -> Played:
    """Play a hand on a simulated felt whose readers the table polls; with `faults` it is judged as one that is `play_sensed`."""
    with_faults = faults != NO_FAULTS
    layout = STUD_LAYOUT if plan.setup.with_sight else STANDARD_LAYOUT
    floor = SimTable(_luck(plan), faults, layout=layout, joker=JOKER in plan.setup.deck)
    spec = msgspec.structs.replace(
        _spec(plan.setup), openers=floor.openers(), antenna_zones=floor.antenna_zones, deck=floor.deck, spare_deck=floor.world.spare_tags()
    )
    table = Sightings(make_table(spec))
    async with running(floor, table):
        felt = WireFelt(floor, table, PATIENCE_S) if with_faults else WireFelt(floor, table)
        try:
            played = await _Hand(plan, table, felt, patient=with_faults).play()
        finally:
            await felt.stop()
    return _with_wrong_card(played, table, floor.world) if with_faults else played


async def play_sensed(plan: Plan, make_table: MakeTable, faults: Faults) -> Played:
    """Play a hand whose cards are read with these faults; what is found out late, or not, is counted and is no failure.

    A card that the table accepts where it never lay is a failure, and so is a ruling about a deal that is right.
    """
    layout = STUD_LAYOUT if plan.setup.with_sight else STANDARD_LAYOUT
    spec = _spec(plan.setup)
    world = World(_luck(plan), joker=JOKER in plan.setup.deck)
    table = Sightings(
        make_table(msgspec.structs.replace(spec, antenna_zones=layout, deck=world.deck_tags(), spare_deck=world.spare_tags(), timers=True))
    )
    felt = SensedFelt(table, layout, world, _luck(plan), faults)
    await table.start()
    try:
        played = await _Hand(plan, table, felt, patient=True).play()
    finally:
        await table.stop()
    return _with_wrong_card(played, table, world)


def _with_wrong_card(played: Played, table: Sightings, world: World) -> Played:
    """Return the hand with the failure that a card was accepted where it never lay, if one was."""
    wrong = judge_facts(table.facts, world.moves).wrong
    if not wrong or played.failure is not None:
        return played
    judged = Judged("wrong", "every card where it lies", f"one at {wrong[0]}")
    return msgspec.structs.replace(played, cells=(*played.cells, ("cards", judged.cell)), failure=Case(0, "cards", judged))


def _luck(plan: Plan) -> int:
    """Return the seed of what the antennas of this hand hear: with the run's, many hands would only try the same luck again."""
    return plan.seed << 32 | plan.number


def _spec(setup: Setup) -> TableSpec:
    stakes = Stakes(**msgspec.structs.asdict(setup.stakes), game="" if setup.game == FIRST else setup.game)
    antennas = STUD_LAYOUT if setup.with_sight else STANDARD_LAYOUT
    return TableSpec("torture", MAX_SEATS, stakes, antenna_zones=antennas, book=setup.book, options=changed(setup.answers, setup.book))


class _Hand:
    """`patient` = the cards are read with faults: what is found out late is counted as `late`, and what is not found out as `unseen`."""

    def __init__(self, plan: Plan, table: Sightings, felt: Felt, *, patient: bool = False) -> None:
        self._patient = patient
        self._plan = plan
        self._table = table
        self._felt = felt
        self._ids = itertools.count(1)
        self._sent: dict[str, Any] = {}
        self._answer: CommandDone | None = None
        self._known: set[str] = set()  # rulings about cards that were looked at
        self._made: list[str] = []
        self._since: dict[str, int] = {}  # kind of slip → how many sightings there were when it was made, until it is ruled about
        self._seen_after: list[tuple[str, int]] = []
        self._ruled_to = 0  # stories up to there were looked through for rulings about the deal

    async def play(self) -> Played:
        self._sit_down()
        cells: list[tuple[str, Cell]] = []
        for number, step in enumerate(self._plan.steps):
            if isinstance(step, Laid):
                if self._patient and step.zone == MUCK:  # nobody gives up cards before he has looked at them
                    await self._felt.settle()
                await self._felt.put(step.card, step.zone, "up" if step.up else "down")
                continue
            if isinstance(step, _BESIDES):
                await self._happens(step)
                continue
            await self._felt.settle()
            case = await self._case(number, step)
            if not self._is_ruled_next(number):  # what was said may be what it is ruled with
                stories = self._table.stories
                if len(stories) > self._ruled_to:
                    self._known |= {one.id for one in deal_rulings(stories[self._ruled_to :])}
                    self._ruled_to = len(stories)
            cells.append((case.kind, case.judged.cell))
            if case.judged.expected:
                return self._played(cells, case)
            if case.judged.cell == "unseen":
                break  # nothing that was planned after it can come
        return self._played(cells, None)

    async def _case(self, number: int, step: Spoken | Settled | Ruled | Noticed) -> Case:
        if isinstance(step, Ruled):
            case = Case(number, step.kind, await self._ruled(step))
            self._note(step, case.judged.cell)
        elif isinstance(step, Noticed):
            noticed = await self._noticed(step)
            case = Case(number, step.kind, self._unasked(step.besides) or noticed)  # a question is no ruling
        elif (unasked := self._unasked()) is not None:
            case = Case(number, "cards" if isinstance(step, Settled) else step.kind, unasked)
        elif isinstance(step, Settled):
            case = Case(number, "cards", stands_so(step.stands, self._table.table))
        else:
            case = Case(number, step.kind, self._press(step))
        return Case(number, case.kind, Judged("unseen")) if self._is_in_doubt(case.judged) else case

    def _played(self, cells: Sequence[tuple[str, Cell]], failure: Case | None) -> Played:
        return Played(self._plan, tuple(cells), failure, tuple(self._made), tuple(self._seen_after))

    async def _happens(self, step: Happened | Turned | Waited | Slipped) -> None:
        """What befalls cards besides that they are laid down."""
        if isinstance(step, Slipped):
            self._made.append(step.kind)
            self._since.setdefault(step.kind, self._table.count)
            return
        await self._felt.settle()
        if isinstance(step, Waited):
            await asyncio.sleep(step.seconds)
            return
        if isinstance(step, Turned):
            await self._felt.turn_up(step.card)
        else:
            await _BEFALLS[step.what](self._felt, step)

    def _is_in_doubt(self, judged: Judged) -> bool:
        """Whether more cards lie on the board than belong there, and two were read in an order that is not that in which they came."""
        if not self._patient:
            return False
        lying = self._felt.world.cards_in(BOARD)
        board = self._table.table.hand.board if self._table.table.hand is not None else ()
        doubt = judged.cell == "wrong" and judged.expected.startswith("board: ")
        return doubt and len(lying) > len(board) and set(board) <= set(lying)

    def _is_ruled_next(self, number: int) -> bool:
        steps = self._plan.steps
        return number + 1 < len(steps) and isinstance(steps[number + 1], Ruled)

    async def _ruled(self, step: Ruled) -> Judged:
        """Whether what went wrong was ruled; with faults it may take a while, or somebody has to tell of it."""
        judged = ruled_so(step, self._table.stories[self._ruled_to :], self._known)
        if judged.cell == "wrong" and self._patient and step.unread:
            unread = ruled_so(msgspec.structs.replace(step, remedy=step.unread), self._table.stories[self._ruled_to :], self._known)
            judged = Judged("late") if unread.cell == "detected" else judged
        if judged.cell != "missed" or not self._patient:
            return judged
        await asyncio.sleep(LATE_S)
        await self._felt.settle()
        judged = ruled_so(step, self._table.stories[self._ruled_to :], self._known)
        return Judged("late") if judged.cell == "detected" else Judged("unseen") if judged.cell == "missed" else judged

    async def _noticed(self, step: Noticed) -> Judged:
        """Whether what went wrong is asked about; with faults it may take a while."""
        if self._is_open(step):
            return Judged("detected")
        if self._patient:
            await asyncio.sleep(LATE_S)
            await self._felt.settle()
            return Judged("late" if self._is_open(step) else "unseen")
        return Judged("missed", f"{step.code} at {step.zone}", "nothing is asked")

    def _is_open(self, step: Noticed) -> bool:
        return any(one.code == step.code and step.zone in one.zones for one in self._table.table.open)

    def _note(self, step: Ruled, cell: Cell) -> None:
        """How many sightings there were from the slip to its first ruling."""
        since = self._since.pop(step.kind, None)
        if since is not None and cell in ("detected", "late"):
            first = deal_rulings(self._table.stories[self._ruled_to :], self._known)[0]
            self._seen_after.append((step.kind, self._table.until(first.id) - since))

    def _unasked(self, besides: str = "") -> Judged | None:
        """What was ruled about cards though nothing is wrong with them, but for rulings of a kind that may come; None when nothing was."""
        stories = self._table.stories
        found = deal_rulings(stories[self._ruled_to :], self._known) if len(stories) > self._ruled_to else ()
        found = [one for one in found if one.kind != besides]
        return Judged("false_alarm", "no ruling about the deal", found[0].kind) if found else None

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
            docket = self._table.table.around.docket
            if (text := self._sent.get("ruling", "")).startswith(WAITING):
                found = [one.id for one in docket.rulings if one.kind == text.removeprefix(WAITING)]
                self._sent["ruling"] = found[-1] if found else "h1-r1"
            if (text := self._sent.get("prompt", "")).startswith(ASKED):
                found = [one.id for one in docket.prompts if text.removeprefix(ASKED) in ("", one.what)]
                self._sent["prompt"] = found[-1] if found else "h1-p1"
            if press.behind is not None:
                self._sent["expect_rev"] = self._table.table.rev - press.behind
        return self._sent
