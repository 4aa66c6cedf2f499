"""docs/troubleshooting.md: every code in it is in the catalogue, every row says what to look at and what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer.main

from controller.cli import app
from controller.error_rows import ROWS

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "troubleshooting.md").read_text("utf-8")
TABLE_ROWS = [line.strip("| ").split(" | ") for line in PAGE.splitlines() if line.startswith("| ") and "you see" not in line]
AREAS = {code.partition(".")[0] for code, _, _ in ROWS}
CODES = sorted({word for word in re.findall(r"`([a-z_]+\.[a-z_]+)`", PAGE) if word.partition(".")[0] in AREAS})


def test_every_code_is_in_the_catalogue() -> None:
    assert len(CODES) > 40
    assert set(CODES) - {code for code, _, _ in ROWS} == set()


@pytest.mark.parametrize("row", TABLE_ROWS, ids=lambda row: row[0][:30])
def test_every_symptom_has_where_to_look_and_what_to_do(row: list[str]) -> None:
    assert len(row) == 3
    assert all(cell.strip() for cell in row)


def test_what_a_person_meets_at_the_table_is_among_them() -> None:
    for code in ("deal.flop_unread", "serial.unplugged", "mqtt.lost", "web.bad_token", "state.moved_on", "journal.disk_full"):
        assert code in CODES


def test_every_command_in_it_is_one() -> None:
    command = typer.main.get_command(app)
    named = set(re.findall(r"`?smarttable ([a-z-]+)", PAGE)) - {"table"}
    assert named
    assert named <= set(command.commands)  # type: ignore[attr-defined]  # a group's
