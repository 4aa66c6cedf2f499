"""docs/faults.md: every fault has an example there, and every example is one that works."""

from __future__ import annotations

import re
from pathlib import Path

from sim.fault_plan import FAULTS, parse_planned
from sim.faults import Faults, parse_faults

PAGE = (Path(__file__).parents[2] / "docs/faults.md").read_text("utf-8")


def test_every_fault_by_chance_has_an_example_that_works() -> None:
    examples = re.findall(r"^\| `(\w+)` \|.*`--faults (\S+)`", PAGE, re.MULTILINE)
    assert [name for name, _ in examples] == list(Faults.__struct_fields__)
    for name, text in examples:
        assert getattr(parse_faults(text), name) != getattr(Faults(), name)


def test_every_fault_at_a_time_has_an_example_that_works() -> None:
    examples = re.findall(r"^\| `([\w-]+)` \|.*`--fault '([^']+)'`", PAGE, re.MULTILINE)
    assert [name for name, _ in examples] == list(FAULTS)
    for name, text in examples:
        assert parse_planned(text).kind == name
