"""How soon a lost session comes back: pauses that grow, with jitter, and begin small again after a stable one."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple


class Pacing(NamedTuple):
    """How soon to come back, in wall seconds. Each pause is drawn between half of it and the whole."""

    first_s: float = 0.5
    longest_s: float = 30.0
    stable_s: float = 30.0  # a session this long makes the next pause the first again
    taken_over_s: float = 300.0  # another client uses our id: leave it the broker
    farewell_s: float = 1.2  # in all, for what is under way and for `stopped`: the whole daemon stops within 2 s


class BackOff:
    """The pauses between attempts: doubling, with jitter, until a session was stable.

    Units: wall seconds.
    """

    def __init__(self, pacing: Pacing, draw: Callable[[], float] = random.random) -> None:
        self._pacing = pacing
        self._draw = draw
        self._next_s = pacing.first_s
        self._taken_over_s = pacing.taken_over_s

    def after(self, reason: str, online_s: float) -> float:
        """Return how long to wait after an attempt or session ended for `reason`, online for `online_s`."""
        if online_s >= self._pacing.stable_s:
            self._next_s = self._pacing.first_s
        if reason == "mqtt.duplicate_client":
            pause_s, self._taken_over_s = self._taken_over_s, min(2 * self._taken_over_s, 6 * self._pacing.taken_over_s)
        else:
            pause_s, self._next_s = self._next_s, min(2 * self._next_s, self._pacing.longest_s)
        return pause_s * (0.5 + self._draw() / 2)
