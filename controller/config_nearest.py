"""The valid word that a mistyped one was probably meant to be."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def nearest_hint(word: str, valid: Iterable[str]) -> str:
    """Return `; nearest is …` with the nearest of `valid`, or nothing when none is near."""
    near = difflib.get_close_matches(word.lower(), sorted(valid), n=1, cutoff=0.6)
    return f"; nearest is {near[0]!r}" if near else ""
