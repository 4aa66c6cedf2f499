"""What the table accepted, held against where the cards really were."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import msgspec

from controller.events import CardMoved
from controller.game.cards import Card
from controller.game.zones import STUB, Zone
from sim.antennas import PILES
from sim.world import Move

#: Table time is kept in seconds here and in nanoseconds there.
ROUNDING_S: Final = 1e-6


class Verdict(msgspec.Struct, frozen=True):
    """How the accepted Facts stand against the truth.

    `wrong`: a card was accepted in a place where it was at no moment of the Fact's interval; each
    names the place and the time, never the card. `lost`: a card was told to have left every field
    while it lay where it had been accepted the whole interval long: it was found there again, or
    left a little later.
    """

    facts: int
    wrong: tuple[str, ...]
    lost: int


class _Path:
    """Where one card was: `zones[i]` from `since_s[i]` on."""

    __slots__ = ("since_s", "zones")

    def __init__(self) -> None:
        self.since_s = [0.0]
        self.zones: list[Zone | None] = [STUB]

    def between(self, after_s: float, by_s: float) -> list[Zone | None]:
        first = max(0, bisect_right(self.since_s, after_s) - 1)
        return self.zones[first : bisect_right(self.since_s, by_s)]


def judge(facts: Iterable[CardMoved], moves: Iterable[Move]) -> Verdict:
    """Hold Facts against the moves of a world whose deck began as the stub at time 0.

    Invariants: a card that somebody moved on before the table had accepted it is no mistake, as
    long as it was there within the Fact's interval.
    """
    paths: dict[Card, _Path] = defaultdict(_Path)
    for move in moves:
        paths[move.card].since_s.append(move.at_s)
        paths[move.card].zones.append(move.to_zone)
    wrong: list[str] = []
    count = lost = 0
    for fact in facts:
        count += 1
        been = paths[fact.card].between(fact.after_ns / 1e9 - ROUNDING_S, fact.by_ns / 1e9 + ROUNDING_S)
        if fact.to_zone is None:
            lost += fact.from_zone not in PILES and set(been) == {fact.from_zone}
        elif fact.to_zone not in been:
            wrong.append(f"{fact.to_zone} at {fact.by_ns / 1e9:.3f} s")
    return Verdict(count, tuple(wrong), lost)
