"""What is wrong with a scenario file, and where."""

from __future__ import annotations

from typing import NamedTuple

from sim.errors import SimError


class Place(NamedTuple):
    """A place in a scenario file; lines and columns count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class ScenarioError(SimError):
    """A file that is no scenario, or none that can be run: one line, which begins with the place."""

    def __init__(self, place: Place | str, what: str) -> None:
        super().__init__(f"{place}: {what}")
