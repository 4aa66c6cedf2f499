"""Recorded hands that come with the program: what `smarttable demo` plays."""

from __future__ import annotations

from importlib import resources


def recorded_hands() -> tuple[tuple[str, str], ...]:
    """Return (file name, PHH text) of each hand of this folder, in the order they are played."""
    return hands_in(__name__)


def hands_in(package: str) -> tuple[tuple[str, str], ...]:
    """Return the same of the folder of a package."""
    files = [entry for entry in resources.files(package).iterdir() if entry.name.endswith(".phh")]
    return tuple((entry.name, entry.read_text(encoding="utf-8")) for entry in sorted(files, key=lambda entry: entry.name))
