"""How well the tags of a deck are read: whether one of them gets worse than its fellows, and the deck is to be changed.

Which one it is stays here: told is of the deck, and only once nothing is in play.
"""

from __future__ import annotations

from typing import Final

from controller.sensing.sightings import Track

#: A tag is judged once it was asked so often where it lay, in a hole or on the board …
LEAST_SWEEPS: Final = 200
#: … and is weak when it missed so much of that, while half of its fellows missed at most so much: else it is the reader.
WEAK_SHARE: Final = 0.35
SOUND_SHARE: Final = 0.15
#: So many fellows have to have been asked as often.
LEAST_FELLOWS: Final = 8
#: What was seen long ago counts half as much once it is so much: a tag that gets worse is found.
HALVED_SWEEPS: Final = 2_000


def left(track: Track, sweeps: int) -> None:
    """Note that a card left a place where its antenna had asked it `sweeps` times meanwhile."""
    track.asked += max(0, sweeps)
    track.missing += min(track.gaps, max(0, sweeps))
    track.gaps = 0
    if track.asked >= HALVED_SWEEPS:
        track.asked //= 2
        track.missing //= 2


def is_weak(tracks: list[Track]) -> bool:
    """Whether one of a deck's tags reads clearly worse than the others."""
    shares = sorted(track.missing / track.asked for track in tracks if track.asked >= LEAST_SWEEPS)
    return len(shares) > LEAST_FELLOWS and shares[-1] >= WEAK_SHARE and shares[len(shares) // 2] <= SOUND_SHARE
