"""Which examples the rule catalogue has, for scenarios that name some."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

#: Where the catalogue's rows lie, one a line, where this version has them.
ROWS: Final = Path(__file__).parent / "rules" / "catalogue" / "rows"


class _Row(msgspec.Struct):
    """As much of a row as is asked for."""

    id: str
    examples: list[msgspec.Raw] = []


_decode: Final = msgspec.json.Decoder(_Row).decode_lines


def known_examples(rows: Path = ROWS) -> frozenset[str] | None:
    """Return the examples as scenarios name them, `cooke.4.06.a#1` the first of its rule; None without a catalogue."""
    files = sorted(rows.glob("*.jsonl"))
    if not files:
        return None
    found = [row for file in files for row in _decode(file.read_bytes())]
    return frozenset(f"{row.id}#{number}" for row in found for number in range(1, len(row.examples) + 1))
