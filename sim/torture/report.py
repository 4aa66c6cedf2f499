"""The confusion table: kind of act or mistake × what the table made of it."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any, Final, get_args

import msgspec

from sim.torture.mistakes import MISTAKES
from sim.torture.oddities import ODDITIES, PLAIN
from sim.torture.slips import SLIPS
from sim.torture.table import Played
from sim.torture.verdict import Cell

CELLS: Final[tuple[Cell, ...]] = get_args(Cell)
#: Cells in which nothing may be.
MUST_BE_EMPTY: Final[tuple[Cell, ...]] = ("missed", "wrong", "false_alarm")

#: Kind → (whether it is a mistake, what it is, the rows of the catalogue it comes from), in the order of the table.
KINDS: Final[dict[str, tuple[bool, str, tuple[str, ...]]]] = {
    **{row.kind: (True, row.says, row.rules) for row in MISTAKES},
    **{row.kind: (True, row.says, row.rules) for row in SLIPS},
    **{row.kind: (False, row.says, row.rules) for row in ODDITIES},
    **{kind: (False, says, ()) for kind, says in PLAIN.items()},
}


#: What the table says above its columns. `sightings` are those of the middle case, and the most.
TITLES: Final = ("made", "detected", "passed", "late", "unseen", "missed", "wrong", "false alarm", "sightings")


class Confusion:
    """Counts the cases of a run."""

    def __init__(self) -> None:
        self.hands = 0
        self._counts: Counter[tuple[str, Cell]] = Counter()
        self._made: Counter[str] = Counter()
        self._sightings: defaultdict[str, list[int]] = defaultdict(list)

    def take(self, played: Played) -> None:
        """Count the cases of a hand."""
        self.hands += 1
        self._counts.update(played.cells)
        self._made.update(played.made)
        for kind, count in played.sightings:
            self._sightings[kind].append(count)

    def of(self, kind: str, cell: Cell) -> int:
        return self._counts[kind, cell]

    def made(self, kind: str) -> int:
        """How often a slip was made; 0 for what is said at the panel, where every case is one."""
        return self._made[kind]

    def sightings(self, kind: str) -> tuple[int, int] | None:
        """How many facts, or readings, there were from a slip to its ruling: in the middle case, and at most."""
        counts = sorted(self._sightings[kind])
        return (counts[len(counts) // 2], counts[-1]) if counts else None

    @property
    def bad(self) -> int:
        """How many cases lie where none may be."""
        return sum(self.of(kind, cell) for kind in KINDS for cell in MUST_BE_EMPTY)

    @property
    def unseen(self) -> list[str]:
        """Kinds that did not come up."""
        return [kind for kind in KINDS if not any(self.of(kind, cell) for cell in CELLS)]

    def total(self, cell: Cell) -> int:
        return sum(self.of(kind, cell) for kind in KINDS)


class Saved(msgspec.Struct, frozen=True):
    """A failure and the scenario it was saved as."""

    hand: int
    kind: str
    cell: Cell
    expected: str
    got: str
    file: str = ""


def lines_of(confusion: Confusion, saved: Iterable[Saved]) -> list[str]:
    """Return the table as text, mistakes first, then what is legal, then every failure."""
    width = max(map(len, KINDS))
    lines = [" ".join([f"{'':{width}}", *(f"{title:>11}" for title in TITLES)])]
    for wanted in (True, False):
        for kind, (is_mistake, _, _) in KINDS.items():
            counts = [confusion.of(kind, cell) for cell in CELLS]
            if is_mistake is wanted and any(counts):
                lines.append(_line(kind, [confusion.made(kind), *counts], width, confusion.sightings(kind)))
    lines.append(_line("all", [sum(map(confusion.made, KINDS)), *[confusion.total(cell) for cell in CELLS]], width))
    if confusion.unseen:
        lines.append(f"did not come up: {', '.join(confusion.unseen)}")
    lines += [
        f"hand {one.hand}: {one.kind}: {one.cell.replace('_', ' ')}: expected {one.expected}, got {one.got}"
        + (f" ({one.file})" if one.file else "")
        for one in saved
    ]
    return lines


def _line(name: str, counts: list[int], width: int, sightings: tuple[int, int] | None = None) -> str:
    seen = "." if sightings is None else f"{sightings[0]}-{sightings[1]}" if sightings[1] > sightings[0] else str(sightings[0])
    return " ".join([f"{name:{width}}", *(f"{count or '.':>11}" for count in counts), f"{seen:>11}"])


def json_of(confusion: Confusion, saved: Iterable[Saved], seed: int) -> str:
    """Return the same as one JSON object."""
    kinds: dict[str, Any] = {
        kind: {"mistake": is_mistake, "rules": list(rules), "made": confusion.made(kind), "sightings": confusion.sightings(kind)}
        | {cell: confusion.of(kind, cell) for cell in CELLS}
        for kind, (is_mistake, _, rules) in KINDS.items()
    }
    return json.dumps(
        {
            "seed": seed,
            "hands": confusion.hands,
            "ok": not confusion.bad,
            "kinds": kinds,
            "total": {cell: confusion.total(cell) for cell in CELLS},
            "unseen": confusion.unseen,
            "failures": [msgspec.structs.asdict(one) for one in saved],
        }
    )
