"""Recorded hands that come with the program: what `smarttable demo` plays."""

from __future__ import annotations

from importlib import resources


def recorded_hands() -> tuple[tuple[str, str], ...]:
    """Return (file name, PHH text) of each hand of this folder, in the order they are played."""
    return _hands_in("")


def hands_of_games() -> tuple[tuple[str, str], ...]:
    """Return the same of the folder `games`: a few hands of each game of the mixed-game tables."""
    return _hands_in("games")


def _hands_in(folder: str) -> tuple[tuple[str, str], ...]:
    place = resources.files(__name__)
    files = [entry for entry in (place / folder if folder else place).iterdir() if entry.name.endswith(".phh")]
    return tuple((entry.name, entry.read_text(encoding="utf-8")) for entry in sorted(files, key=lambda entry: entry.name))
