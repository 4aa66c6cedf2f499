"""When a card came and when it left: intervals that hold the moment, chance and strays allowed for.

A sweep without a card may be a chance miss, and a sweep with it a stray from the place where it was before or is
now. So no single sweep bounds an interval: the unknown is said, and not guessed away.
"""

from __future__ import annotations

from typing import Final

from controller.sensing.evidence import CHANCE_MISSES, SWEEPS_PER_STRAY
from controller.sensing.sightings import NEVER_NS, SLOT, WINDOW, Antenna, Track

#: Sightings of one card with no more sweeps between them that missed it belong together.
GAP_MISSES: Final = 2

#: So many sightings before a card arrives may hear it from afar, and one more for so many sweeps: the one after them bounds the end.
STRAYS: Final = 2
MOST_STRAYS: Final = 4


def arrival(
    track: Track,
    antenna: Antenna,
    stretch: int,
    per_stray: int = SWEEPS_PER_STRAY,
    chance_misses: int = CHANCE_MISSES,
    *,
    elsewhere_ns: int = NEVER_NS,
) -> tuple[int, int]:
    """Return the interval in which a card came to `antenna`; sightings of its last `stretch` sweeps made the decision.

    One in `per_stray` of them may have heard it from afar, and so many in a row without it are `chance_misses`. Of a card that was accepted
    nowhere `elsewhere_ns` says when it was last heard where it may have been.

    The end is the end of a sweep that heard it here after it was last heard in its former place, and not the first such
    one, which a card that is about to come may cause from afar. The start is the start of the last sweep that rules it out:
    the first of so many in a row without it here that chance cannot have missed it (in a pile none is), or one that
    surely heard it in its former place, before anything was heard here.
    """
    starts_ns, ends_ns, newest, mask = antenna.starts_ns, antenna.ends_ns, antenna.sweeps, track.mask(antenna)
    seen = [back for back in range(stretch - 1, -1, -1) if mask >> back & 1]
    counted = [back for back in seen if ends_ns[(newest - back) & SLOT] >= max(track.seen_ns, elsewhere_ns)] or seen
    by_ns = ends_ns[(newest - counted[min(max(STRAYS, min(stretch // per_stray, MOST_STRAYS)), len(counted) - 1)]) & SLOT]
    first, without = _first_heard(mask, seen[0], min(WINDOW, newest), chance_misses)
    before_ns = NEVER_NS if without is None or antenna.place.pile else starts_ns[(newest - without) & SLOT]
    left_ns = last_there(track, starts_ns[(newest - first) & SLOT])
    return min(max(before_ns, left_ns, 0), by_ns), by_ns


def last_there(track: Track, before_ns: int) -> int:
    """Return the start of the last sweep before `before_ns` that surely heard a card where it was accepted, NEVER_NS when it is open.

    A single sighting may be a stray from where it lies now; one that others followed at once is none.
    """
    place = track.place
    if place is None or track.sure_ns < before_ns:
        return track.sure_ns
    return max(_sure_ns(antenna, track.mask(antenna), before_ns) for antenna in place.antennas)


def follows(gap: int) -> bool:
    """Whether sightings so many sweeps apart belong together: no more than chance misses lie between them."""
    return gap <= 1 + GAP_MISSES


def _sure_ns(antenna: Antenna, mask: int, before_ns: int) -> int:
    """Return the start of the last sweep that heard a card and was followed, chance misses apart, by another before `before_ns`."""
    later = None
    for back in range(min(WINDOW, antenna.sweeps)):
        at_ns = antenna.starts_ns[(antenna.sweeps - back) & SLOT]
        if mask >> back & 1 and at_ns < before_ns:
            if later is not None and follows(back - later):
                return at_ns
            later = back
    return NEVER_NS


def _first_heard(mask: int, oldest: int, known: int, chance_misses: int) -> tuple[int, int | None]:
    """Return how many sweeps ago a card was first heard in one go, and the sweep before that rules it out, None when none does.

    `oldest` is a sweep that heard it; sightings with no more than `chance_misses` between them belong together.
    """
    first, missed = oldest, 0
    for back in range(oldest + 1, known):
        if mask >> back & 1:
            first, missed = back, 0
        else:
            missed += 1
            if missed > chance_misses:
                return first, back
    return first, None
