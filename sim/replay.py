"""Recorded hands played at a table under test: as Facts, or by people over the readers' wire.

The table is made from a `TableSpec` and never hears of the file; what it is told afterwards is
only what happens on the felt and what people say.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from controller.effects import CommandDone, Effect
from controller.events import Event
from controller.game.variants import VARIANTS
from controller.game.zones import MAX_SEATS
from controller.histories import phh
from controller.histories.handfile import HandFile, HistoryError
from firmware_bridge.transport import TransportError
from sim.at_table import AtTable
from sim.computer import shared_computer
from sim.errors import ForgottenError, SimError
from sim.facts import PACE_NS, collection, events_of, seating, step_events
from sim.fault_plan import PlannedFault
from sim.faults import Faults
from sim.layout import STANDARD_LAYOUT, STUD_LAYOUT
from sim.left_out import left_out, untimely
from sim.outcome import ReplayResult, outcome
from sim.people import People
from sim.port import MakeTable, Played, PublicTable, TableSpec, TableUnderTest
from sim.script import Script, describe, script_of
from sim.table import SimTable
from sim.verdict import judge

#: Runs a coroutine to its end in a loop of its own, in table time.
RunLoop: TypeAlias = Callable[[Callable[[], Coroutine[Any, Any, ReplayResult]]], ReplayResult]

HAND_SUFFIX: Final = ".phh"
#: Longest file that is read as a hand, in bytes.
MAX_FILE_BYTES: Final = 1_000_000


class ReplayError(SimError):
    """Nothing can be replayed: the text names the path and the remedy."""


class ReplayOptions(msgspec.Struct, frozen=True):
    """How to replay. `pty` implies `wire`; `sample` None = every hand.

    Raises: ReplayError for faults where there is no wire that could have them.
    """

    wire: bool = False
    pty: bool = False
    sample: int | None = None
    seed: int = 1
    faults: Faults = Faults()
    plan: tuple[PlannedFault, ...] = ()

    def __post_init__(self) -> None:
        if (self.faults != Faults() or self.plan) and not (self.wire or self.pty):
            option = "--faults" if self.faults != Faults() else "--fault"
            raise ReplayError(f"{option}: without readers nothing can be missed or read twice; say --wire or --pty too")


class Recorded(msgspec.Struct, frozen=True):
    """A file that was asked for: its hand, or why there is none."""

    file: str
    hand: HandFile | None
    failure: HistoryError | None = None


def find_files(paths: Sequence[Path]) -> list[Path]:
    """Return the hand files of these paths in order: a file as it is, a folder's `*.phh` at any depth.

    Raises: ReplayError for a path that is not there, or a folder without hands.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            files = sorted(path.rglob(f"*{HAND_SUFFIX}"))
            if not files:
                raise ReplayError(f"{path}: no {HAND_SUFFIX} file in this folder; name a folder that holds hands")
            found.update(dict.fromkeys(files))
        elif path.is_file():
            found[path] = None
        else:
            raise ReplayError(f"{path}: no such file or folder; check the path")
    return list(found)


def load(path: Path) -> Recorded:
    """Read one hand file. Raises nothing: a file that cannot be read is a Recorded with its failure."""
    name = os.fsencode(path).decode("utf-8", "backslashreplace")  # a name may be any bytes
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            return Recorded(name, None, HistoryError(f"longer than {MAX_FILE_BYTES:,} bytes: no file of one hand; name hand files only"))
        return Recorded(name, phh.parse(path.read_text(encoding="utf-8")))
    except HistoryError as failure:
        return Recorded(name, None, failure)
    except OSError as error:
        return Recorded(name, None, HistoryError(f"cannot be read: {error.strerror}; check the file"))
    except UnicodeDecodeError as error:
        return Recorded(name, None, HistoryError(f"byte {error.start} is not UTF-8; a hand file is UTF-8 text: convert it"))


def choose(recorded: Sequence[Recorded], options: ReplayOptions) -> list[Recorded]:
    """Return what is to be replayed: everything, or a seeded sample, in the sample's order.

    A game of which the draw has no hand gets one in place of the last drawn of a game that has several, as long as there is such a one.
    """
    if options.sample is None:
        return list(recorded)
    draw = random.Random(options.seed)  # noqa: S311 # a repeatable sample is the point
    drawn = draw.sample(recorded, min(options.sample, len(recorded)))
    hands: dict[str, list[Recorded]] = {}
    for one in recorded:
        if one.hand is not None:
            hands.setdefault(one.hand.variant, []).append(one)
    games = ["" if one.hand is None else one.hand.variant for one in drawn]
    for variant in [variant for variant in hands if variant not in games]:
        several = [n for n, game in enumerate(games) if game and games.count(game) > 1]
        if several:
            drawn[several[-1]], games[several[-1]] = draw.choice(hands[variant]), variant
    return drawn


def run_replay(
    recorded: Iterable[Recorded],
    options: ReplayOptions,
    make_table: MakeTable,
    run_loop: RunLoop,
    on_result: Callable[[ReplayResult], None],
) -> int:
    """Replay one hand after another, each at a table of its own; report each as soon as it is done.

    Returns the exit code: 0 when every hand is ok, else 1.
    """
    every_ok = True
    for one in recorded:
        result = replay_one(one, options, make_table, run_loop)
        every_ok = every_ok and result.ok
        on_result(result)
    return 0 if every_ok else 1


def replay_one(one: Recorded, options: ReplayOptions, make_table: MakeTable, run_loop: RunLoop) -> ReplayResult:
    """Replay one hand at the depth that `options` asks for. A hand that cannot be played is a result with its error."""
    if one.hand is None:
        failure = one.failure or HistoryError("holds no hand")
        return ReplayResult(one.file, hand=failure.hand, variant=failure.variant, error=str(failure))
    hand, file = one.hand, one.file
    if options.wire or options.pty:
        return run_loop(lambda: replay_wire(file, hand, options, make_table))
    return replay_facts(file, hand, make_table)


def replay_facts(file: str, hand: HandFile, make_table: MakeTable) -> ReplayResult:
    """Play a hand as the Facts and Commands it amounts to; it ends with the first refused command."""
    table = make_table(TableSpec(name="replay", seats=MAX_SEATS, stakes=hand.stakes))
    seen = AtTable(table)
    script = script_of(hand)
    told: list[Effect] = []
    error = _take_all(table, seating(hand), told)
    before = len(told)
    events = events_of(script)
    put_in: list[str] = []
    for number, (step, event) in enumerate(zip(script.steps, events, strict=True)):
        while error is None and (missing := left_out(seen, step, script.holes)):
            put_in.append(describe(missing[0]))
            ids = [f"x{len(put_in)}.{n}" for n in range(len(missing))]
            error = _take_all(table, step_events(missing, hand.stakes, number * PACE_NS, ids), told)
        error = error or untimely(seen, step)
        if error is None and (refused := _take_all(table, [event], told)) is not None:
            error = f"{describe(step)} {refused}"
        if error is not None:
            error += script.place(number)
            break
    played = seen.played()
    if error is None and seen.stage == "ended":
        table.take(collection(script, len(events) * PACE_NS))
    return outcome(file, hand, _assumed(script, put_in), played=played, told=told[before:], error=error)


def _assumed(script: Script, put_in: list[str], named: Sequence[str] = ()) -> dict[str, str | list[str]]:
    return script.assumed | ({"acts": put_in} if put_in else {}) | ({"named_by_hand": list(named)} if named else {})


def _take_all(table: TableUnderTest, events: Sequence[Event], told: list[Effect]) -> str | None:
    """Let the table take events; return why it refused the first refused one."""
    effects = table.take(events)
    told.extend(effects)
    refused = next((effect for effect in effects if isinstance(effect, CommandDone) and not effect.ok), None)
    return None if refused is None else f"refused: {refused.message or refused.code}"


async def replay_wire(file: str, hand: HandFile, options: ReplayOptions, make_table: MakeTable) -> ReplayResult:
    """Have people play a hand on a simulated felt whose readers the table polls.

    People and readers are seeded by the replay's seed alone, so a hand plays alike wherever it
    stands in a sample.
    """
    with contextlib.ExitStack() as stack:
        layout = STUD_LAYOUT if VARIANTS[hand.game].up_cards else STANDARD_LAYOUT
        floor = SimTable(options.seed, options.faults, layout=layout, plan=options.plan, computer=stack.enter_context(shared_computer()))
        try:
            if options.pty:
                floor.use_ptys(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="smarttable-"))))
            table = make_table(TableSpec("replay", MAX_SEATS, hand.stakes, floor.openers(), floor.antenna_zones, floor.deck))
            async with running(floor, table):
                result = await play_hand(file, hand, People(AtTable(table), floor.world, options.seed))
            verdict = judge(table.facts, floor.world.moves)
            return msgspec.structs.replace(result, ok=result.ok and not verdict.wrong, wrong=list(verdict.wrong), lost=verdict.lost)
        except TransportError as stopped:
            return outcome(file, hand, script_of(hand).assumed, played=None, told=(), error=str(stopped))


async def play_hand(file: str, hand: HandFile, people: People) -> ReplayResult:
    """Have `people` play a hand from taking their seats to the gathered deck. What goes wrong is in the result's error.

    Raises: ForgottenError when the table lost the hand and it has to be begun anew.
    """
    table: PublicTable = people.table
    script = script_of(hand)
    played: Played | None = None
    told: Sequence[Effect] = ()
    put_in: list[str] = []
    error = None
    try:
        await people.seat(hand)
        table.forget_tells()
        last_hand = table.hand_number
        try:
            put_in = await people.play(script)
            if table.stage == "ended":
                await people.clear()
        finally:
            told = table.tells
            if table.hand_number != last_hand:  # otherwise what lies there is the hand before
                played = table.played()
    except ForgottenError:
        raise
    except SimError as stopped:
        error = str(stopped)
    return outcome(file, hand, _assumed(script, put_in, people.named), played=played, told=told, error=error)


@contextlib.asynccontextmanager
async def running(floor: SimTable, table: TableUnderTest) -> AsyncIterator[None]:
    """Devices and table run inside, and neither outside.

    Raises: what ended the devices, should they end by themselves.
    """
    devices = asyncio.create_task(floor.run(), name="sim:readers")
    try:
        await table.start()
        yield
    finally:
        await table.stop()
        devices.cancel()
        (ended,) = await asyncio.gather(devices, return_exceptions=True)
        if isinstance(ended, Exception):  # a mistake of ours, which must not pass for a reader that is silent
            raise ended
