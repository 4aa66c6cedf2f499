"""The confusion table: kind of act or mistake × what the table made of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final, get_args

import msgspec

from sim.torture.mistakes import MISTAKES
from sim.torture.oddities import ODDITIES, PLAIN
from sim.torture.table import Played
from sim.torture.verdict import Cell

CELLS: Final[tuple[Cell, ...]] = get_args(Cell)
#: Cells in which nothing may be.
MUST_BE_EMPTY: Final[tuple[Cell, ...]] = ("missed", "wrong", "false_alarm")

#: Kind → (whether it is a mistake, what it is, the rows of the catalogue it comes from), in the order of the table.
KINDS: Final[dict[str, tuple[bool, str, tuple[str, ...]]]] = {
    **{row.kind: (True, row.says, row.rules) for row in MISTAKES},
    **{row.kind: (False, row.says, row.rules) for row in ODDITIES},
    **{kind: (False, says, ()) for kind, says in PLAIN.items()},
}


class Confusion:
    """Counts the cases of a run."""

    def __init__(self) -> None:
        self.hands = 0
        self._counts: Counter[tuple[str, Cell]] = Counter()

    def take(self, played: Played) -> None:
        """Count the cases of a hand."""
        self.hands += 1
        self._counts.update(played.cells)

    def of(self, kind: str, cell: Cell) -> int:
        return self._counts[kind, cell]

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
    titles = ("detected", "passed", "missed", "wrong", "false alarm")
    lines = [" ".join([f"{'':{width}}", *(f"{title:>11}" for title in titles)])]
    for wanted in (True, False):
        for kind, (is_mistake, _, _) in KINDS.items():
            counts = [confusion.of(kind, cell) for cell in CELLS]
            if is_mistake is wanted and any(counts):
                lines.append(_line(kind, counts, width))
    lines.append(_line("all", [confusion.total(cell) for cell in CELLS], width))
    if confusion.unseen:
        lines.append(f"did not come up: {', '.join(confusion.unseen)}")
    lines += [
        f"hand {one.hand}: {one.kind}: {one.cell.replace('_', ' ')}: expected {one.expected}, got {one.got}"
        + (f" ({one.file})" if one.file else "")
        for one in saved
    ]
    return lines


def _line(name: str, counts: list[int], width: int) -> str:
    return " ".join([f"{name:{width}}", *(f"{count or '.':>11}" for count in counts)])


def json_of(confusion: Confusion, saved: Iterable[Saved], seed: int) -> str:
    """Return the same as one JSON object."""
    kinds: dict[str, Any] = {
        kind: {"mistake": is_mistake, "rules": list(rules)} | {cell: confusion.of(kind, cell) for cell in CELLS}
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
