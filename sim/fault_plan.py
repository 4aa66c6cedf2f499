"""Faults at a certain time: `unplug hf1 at 20s for 5s`.

One row of `FAULTS` a kind says whom it befalls, how long it lasts unless said, and what begins and
ends it. Who is befallen is a reader (`hf1`), one output of a reader (`hf1/3`), the tag of a card (`9h`),
the computer that the daemon runs on, or the whole table.
"""

from __future__ import annotations

import asyncio
import difflib
import re
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final, Literal, NamedTuple, Protocol

import msgspec

from controller.game.cards import Card, parse_card
from sim.errors import SimError
from sim.faults import FaultsError
from sim.layout import STANDARD_LAYOUT
from sim.readers import FeigReader


class PlannedFault(msgspec.Struct, frozen=True):
    """One fault: what, to whom, when and for how long. `part` is empty when it befalls a card, the computer or the whole table.

    Units: seconds of table time from the start of the devices.
    """

    kind: str
    part: str
    antenna: int
    at_s: float
    lasts_s: float
    card: Card | None = None


class Computer(Protocol):
    """The computer that the daemon runs on, as far as the simulator has its hands on it: `faults` are the kinds it can have."""

    @property
    def faults(self) -> Collection[str]: ...

    def jump_clock(self, by_s: float) -> None:
        """Set the system's wall clock ahead."""
        ...

    async def freeze(self, for_s: float) -> None:
        """Let nothing of the daemon run for so long, while time goes on."""
        ...


class Floor(Protocol):
    """What faults befall: the devices of a simulated table, and the computer beside it where there is one."""

    @property
    def computer(self) -> Computer | None: ...

    @property
    def readers(self) -> Collection[str]: ...
    def reader(self, name: str) -> FeigReader: ...
    def stop_reader(self, name: str) -> None: ...
    def start_reader(self, name: str) -> None: ...
    async def plug_stranger(self, name: str) -> None: ...
    async def unplug_stranger(self, name: str) -> None: ...
    def deafen(self, part: str, antenna: int, until_s: float) -> None: ...
    def weaken(self, card: Card, share: float) -> None: ...


Befall = Callable[[Floor, PlannedFault], Awaitable[None]]


class Kind(NamedTuple):
    """A kind of fault: whom it befalls, how long unless said, and what begins and ends it."""

    whom: Literal["reader", "output", "card", "computer", "table"]
    lasts_s: float
    befall: Befall


async def _unplug(floor: Floor, fault: PlannedFault) -> None:
    floor.stop_reader(fault.part)
    await asyncio.sleep(fault.lasts_s)
    floor.start_reader(fault.part)


async def _dip(floor: Floor, fault: PlannedFault) -> None:
    for name in floor.readers:
        floor.stop_reader(name)
    await asyncio.sleep(fault.lasts_s)
    for name in floor.readers:
        floor.start_reader(name)


async def _silent(floor: Floor, fault: PlannedFault) -> None:
    reader = floor.reader(fault.part)
    reader.silent = True
    await asyncio.sleep(fault.lasts_s)
    reader.silent = False


async def _reset(floor: Floor, fault: PlannedFault) -> None:
    await floor.reader(fault.part).reset(fault.lasts_s)


async def _wrong(floor: Floor, fault: PlannedFault) -> None:
    await floor.plug_stranger(fault.part)
    await asyncio.sleep(fault.lasts_s)
    await floor.unplug_stranger(fault.part)


async def _deaf(floor: Floor, fault: PlannedFault) -> None:
    floor.deafen(fault.part, fault.antenna, asyncio.get_running_loop().time() + fault.lasts_s)


async def _dead(floor: Floor, fault: PlannedFault) -> None:
    if fault.card is not None:
        floor.weaken(fault.card, 0.0)
        await asyncio.sleep(fault.lasts_s)
        floor.weaken(fault.card, 1.0)


async def _clock_jump(floor: Floor, fault: PlannedFault) -> None:
    if floor.computer is not None:
        floor.computer.jump_clock(fault.lasts_s)


async def _freeze(floor: Floor, fault: PlannedFault) -> None:
    if floor.computer is not None:
        await floor.computer.freeze(fault.lasts_s)


def _on_line(name: str) -> Befall:
    async def befall(floor: Floor, fault: PlannedFault) -> None:
        forced = floor.reader(fault.part).line.forced
        forced.add(name)
        await asyncio.sleep(fault.lasts_s)
        forced.discard(name)

    return befall


FAULTS: Final[dict[str, Kind]] = {
    "unplug": Kind("reader", 5.0, _unplug),
    "dip": Kind("table", 1.0, _dip),
    "silent": Kind("reader", 5.0, _silent),
    "reset": Kind("reader", 1.0, _reset),
    "wrong": Kind("reader", 5.0, _wrong),
    "deaf": Kind("output", 5.0, _deaf),
    "dead": Kind("card", 3600.0, _dead),
    "clock-jump": Kind("computer", 3600.0, _clock_jump),
    "freeze": Kind("computer", 5.0, _freeze),
    "crumbs": Kind("reader", 5.0, _on_line("crumbs")),
    "half": Kind("reader", 5.0, _on_line("half")),
    "noise": Kind("reader", 5.0, _on_line("noise")),
}

_FORM: Final = re.compile(r"(?P<kind>[\w-]+)(?: +(?P<whom>[\w-]+(?:/\d+)?))? +at +(?P<at>[\d.]+) ?s(?: +for +(?P<for>[\d.]+) ?s)?")
#: Whom a fault befalls without naming anybody → why.
NOBODY: Final[dict[str, str]] = {
    "table": "nobody: it befalls the whole table",
    "computer": "nobody: it befalls the computer that the daemon runs on",
}
_EXAMPLE: Final[dict[str, str]] = {"reader": "hf1 ", "output": "hf1/3 ", "card": "9h ", "computer": "", "table": ""}


def parse_planned(text: str, outputs: Collection[tuple[str, int]] = tuple(STANDARD_LAYOUT)) -> PlannedFault:
    """Return the fault that a text such as `unplug hf1 at 20s for 5s` plans at a table with these outputs.

    Raises: FaultsError naming what is wrong and how it is written.
    """
    form = _FORM.fullmatch(text.strip())
    kind = form["kind"] if form else (text.split() or [""])[0]
    if kind not in FAULTS:
        near = difflib.get_close_matches(kind, FAULTS, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known faults: {', '.join(FAULTS)}"
        raise FaultsError(f"fault {text!r}: {hint}")
    row = FAULTS[kind]
    if form is None:
        raise FaultsError(f"fault {text!r}: write it as '{kind} {_EXAMPLE[row.whom]}at 20s for 5s'")
    part, _, antenna = (form["whom"] or "").partition("/")
    card = parse_card(part) if row.whom == "card" else None
    if row.whom in NOBODY:
        known = not part
    elif row.whom == "card":
        known = card is not None and not antenna
    elif row.whom == "output":
        known = (part, int(antenna or 0)) in outputs
    else:
        known = not antenna and part in {name for name, _ in outputs}
    if not known:
        there = {**NOBODY, "card": "the tag of a card: name it, as 9h", "reader": ", ".join(dict.fromkeys(name for name, _ in outputs))}
        names = there.get(row.whom) or ", ".join(f"{name}/{number}" for name, number in outputs)
        raise FaultsError(f"fault {text!r}: {kind} befalls {names}")
    at_s, lasts_s = _seconds(text, form["at"]), _seconds(text, form["for"] or str(row.lasts_s))
    return PlannedFault(kind, "" if row.whom == "card" else part, int(antenna or 0), at_s, lasts_s, card)


def _seconds(text: str, number: str) -> float:
    try:
        return float(number)
    except ValueError:
        raise FaultsError(f"fault {text!r}: {number!r} is no number of seconds") from None


def check_plan(plan: Sequence[PlannedFault], floor: Floor) -> None:
    """Raises: SimError for a reader this table does not have, and for what cannot be done to its daemon."""
    for fault in plan:
        if fault.part and fault.part not in floor.readers:
            raise SimError(f"no reader {fault.part!r} at this table; readers: {', '.join(floor.readers)}")
        if FAULTS[fault.kind].whom == "computer" and (floor.computer is None or fault.kind not in floor.computer.faults):
            raise SimError(f"{fault.kind}: the daemon runs where this cannot be done to it; `smarttable replay --wire` can")


async def run_plan(plan: Sequence[PlannedFault], floor: Floor) -> None:
    """Let each fault come when it is due, and go. Of faults that take one reader off its port (unplug, dip, wrong) the first to end
    puts it back: let them not overlap.

    Raises: what `check_plan` and the floor raise.
    """
    check_plan(plan, floor)
    async with asyncio.TaskGroup() as faults:
        for fault in plan:
            faults.create_task(_when_due(fault, floor))


async def _when_due(fault: PlannedFault, floor: Floor) -> None:
    await asyncio.sleep(fault.at_s)
    await FAULTS[fault.kind].befall(floor, fault)
