"""docs/field-complaints.md: every row names a test that exists, or says what it waits for."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROW = re.compile(r"(?m)^\| (\d+) \| (.+?) \| (.+?) \|$")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
COMPLAINTS = 56


def names_in(file: Path) -> set[str]:
    if not file.is_file():
        return set()
    return {node.name for node in ast.parse(file.read_text()).body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_complaint_has_its_test_or_waits_for_something() -> None:
    rows = ROW.findall((ROOT / "docs/field-complaints.md").read_text())
    assert [int(number) for number, _, _ in rows] == list(range(1, COMPLAINTS + 1))
    for number, _, kept_by in rows:
        named = TEST.fullmatch(kept_by)
        if named is None:
            assert re.fullmatch(r"later: .{4,}", kept_by), f"row {number}: name a test, or write `later: what it waits for`"
        else:
            assert named[2] in names_in(ROOT / named[1]), f"row {number}: there is no {kept_by}"
