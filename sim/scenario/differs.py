"""What is not as expected, and how values are written."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from sim.scenario.expectations import NONE


class Differs(NamedTuple):
    """One thing that is not as expected: what, what was expected, what there is."""

    what: str
    expected: str
    got: str


def words(value: Any) -> str:
    """Return a value as a scenario writes it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {words(one)}" for key, one in value.items()) + "}"
    if isinstance(value, str) or not isinstance(value, Collection):
        return {None: NONE, True: "true", False: "false"}.get(value, str(value)) if value is None or isinstance(value, bool) else str(value)
    return "[" + ", ".join(words(one) for one in value) + "]"
