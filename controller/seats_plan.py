"""What importing players means for a table as it stands: one command a seat, or why it cannot be."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from controller.seats_csv import COLUMNS, Problem, Row

#: What of a seated player an import changes; his stack is changed by `buy_in` only.
_DETAILS: Final = ("short_name", "country", "picture")


class Step(NamedTuple):
    """What is done for one line; `verb` is empty when the seat is as the line says."""

    line: int
    seat: int
    verb: str
    body: Mapping[str, Any]
    text: str


def plan(rows: Sequence[Row], state: Mapping[str, Any]) -> tuple[list[Step], list[Problem]]:
    """Return the steps, and what keeps the import from being done at all. `state` is a payload of the topic `state`.

    Invariants: planned again after it was done, nothing is left to do. A command's id is made of the state it was
    planned for, so that sent again it is done once.
    """
    seats = {view["seat"]: view for view in state["seats"]}
    steps: list[Step] = []
    problems: list[Problem] = []
    for row in rows:
        held = seats.get(row.seat)
        if held is None:
            told = f"seat: there is no seat {row.seat}: this table has 1 to {len(seats)}"
            problems.append(Problem(row.line, "no_seat", told, "seat", str(row.seat)))
        elif held["name"] is None:
            steps.append(_step(row, "sit", dict(row.fields), state, f"{row.fields['name']} sits down with {row.fields['stack']}"))
        elif held["name"] != row.fields["name"]:
            told = f"seat: {row.seat} is taken by {held['name']}: let him stand up first (`stand`), or name a free seat"
            problems.append(Problem(row.line, "taken", told, "seat", str(row.seat)))
        else:
            steps.append(_seated(row, held, state))
    return steps, problems


def _seated(row: Row, held: Mapping[str, Any], state: Mapping[str, Any]) -> Step:
    changed = {field: row.fields[field] for field in _DETAILS if field in row.fields and row.fields[field] != (held[field] or "")}
    stack = "" if held["stack"] == row.fields["stack"] else f"; his stack stays {held['stack']}: `buy_in` changes it"
    if not changed:
        return Step(row.line, row.seat, "", {}, f"{held['name']} sits there already{stack}")
    named = ", ".join(f"{field} {text or 'none'}" for field, text in changed.items())
    return _step(row, "player", {"seat": row.seat, **changed}, state, f"{held['name']}: {named}{stack}")


def _step(row: Row, verb: str, fields: Mapping[str, Any], state: Mapping[str, Any], text: str) -> Step:
    mark = zlib.crc32(json.dumps(fields, sort_keys=True).encode())
    body = {"id": f"seats-{state['boot_id'][:16]}-{state['rev']}-{row.seat}-{mark:08x}", **fields}
    return Step(row.line, row.seat, verb, body, text)


def seats_table(state: Mapping[str, Any]) -> list[str]:
    """Return who sits where, for people."""
    lines = [f"{'seat':<5}{'name':<26}{'short':<10}{'country':<9}{'picture':<22}{'stack':>12}"]
    for view in state["seats"]:
        name, short, country, picture = (view[field] or "" for field in ("name", "short_name", "country", "picture"))
        stack = view["stack"] if view["name"] else "–"
        lines.append(f"{view['seat']:<5}{name:<26}{short:<10}{country:<9}{picture:<22}{stack:>12}".rstrip())
    return lines


def seats_rows(state: Mapping[str, Any]) -> list[list[str]]:
    """Return who sits where as rows of a CSV file that can be imported again, its header first."""
    taken = [view for view in state["seats"] if view["name"]]
    return [list(COLUMNS), *[[str(view[column] if view[column] is not None else "") for column in COLUMNS] for view in taken]]
