"""The readings of a whole table without readers and bytes: what the drivers would report, at once.

For long runs and benchmarks of what comes after the drivers; nothing waits, time is counted.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Final

from controller.game.zones import Zone
from drivers.base import AntennaRead
from sim.antennas import Antennas

#: Air time and bytes of one antenna request, give or take its tags.
SWEEP_S: Final = 0.042


class Sweeps:
    """Every reader asks its antennas in turn, all readers at once.

    Time: begins at 0; `until` goes on from where the last call ended. Readings come in the order
    in which their sweeps end, those that end together in the order of the layout.
    """

    def __init__(self, antennas: Antennas, layout: Mapping[tuple[str, int], Zone], sweep_s: float = SWEEP_S) -> None:
        self._antennas = antennas
        self._sweep_ns = round(sweep_s * 1e9)
        by_reader: dict[str, list[int]] = {}
        for part, antenna in layout:
            by_reader.setdefault(part, []).append(antenna)
        self._turns = [(part, itertools.cycle(numbers)) for part, numbers in by_reader.items()]
        self.now_ns = 0

    def until(self, at_ns: int) -> Iterator[AntennaRead]:
        """Yield the readings of every sweep that ends by `at_ns`."""
        answer, sweep_ns = self._antennas.answer, self._sweep_ns
        while (ended_ns := self.now_ns + sweep_ns) <= at_ns:
            started_ns, self.now_ns = self.now_ns, ended_ns
            for part, turn in self._turns:
                antenna = next(turn)
                yield AntennaRead(part, antenna, answer(part, antenna, started_ns / 1e9), started_ns, ended_ns)
