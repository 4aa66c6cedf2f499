"""A few recorded hands of each game of the mixed-game tables: what `smarttable demo --game` plays."""

from __future__ import annotations

from sim.hands import hands_in


def hands_of_games() -> tuple[tuple[str, str], ...]:
    """Return (file name, PHH text) of each hand of this folder, in the order of their names."""
    return hands_in(__name__)
