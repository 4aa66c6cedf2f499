"""Tags of no deck: quarantined, counted, and told once when one of them stays."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator

from controller.sensing.sightings import BITS, WINDOW, Antenna


class Strangers:
    """Remembers unknown tags just long enough to tell a foreign card from a mangled id.

    Invariants: holds at most `most` tags however many are seen; the least lately seen go first.
    """

    def __init__(self, appear_k: int, appear_n: int, episode_ns: int, most: int) -> None:
        self.reads = 0
        self._k = appear_k
        self._bits = (1 << appear_n) - 1
        self._episode_ns = episode_ns
        self._most = most
        self._seen: OrderedDict[tuple[bytes, int], tuple[int, int]] = OrderedDict()  # (mask, number of its newest sweep)
        self._told: OrderedDict[tuple[bytes, int], int] = OrderedDict()  # when what was told was last seen

    def __len__(self) -> int:
        return len(self._seen) + len(self._told)

    def seen(self, tag: bytes, antennas: Iterable[Antenna]) -> Iterator[tuple[Antenna, int, int]]:
        """Yield which of the antennas saw a tag lately: what they saw of it up to the last time, and in which sweep that was."""
        for antenna in antennas:
            mask, newest = self._seen.get((tag, antenna.index), (0, -WINDOW))
            if antenna.sweeps - newest < WINDOW:
                yield antenna, mask, newest

    def take(self, tag: bytes, antenna: Antenna, ended_ns: int, is_enough: Callable[[int], bool]) -> int:
        """Note one sighting; return how many of the last `appear_n` sweeps of this antenna saw the tag when that is news, else 0.

        `is_enough` is asked whether what the antenna saw outweighs what others saw.
        """
        self.reads += 1
        key = (tag, antenna.index)
        mask, newest = self._seen.pop(key, (0, -WINDOW))
        gap = antenna.sweeps - newest
        mask = ((mask << gap) | 1) & BITS if gap < WINDOW else 1
        self._seen[key] = (mask, antenna.sweeps)
        if len(self._seen) > self._most:
            self._seen.popitem(last=False)
        told_ns = self._told.get(key)
        known = told_ns is not None and ended_ns - told_ns <= self._episode_ns
        hits = (mask & self._bits).bit_count()
        if not known and (hits < self._k or not is_enough(mask)):
            return 0
        self._told[key] = ended_ns
        self._told.move_to_end(key)
        if len(self._told) > self._most:
            self._told.popitem(last=False)
        return 0 if known else hits
