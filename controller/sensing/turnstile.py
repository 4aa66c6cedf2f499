"""In which order cards are told: one that is accepted waits for another that has been on its way for longer.

Antennas take turns, and miss; so the second of two cards may be sure before the first. What is ruled about a deal hangs on which came
first: told the other way round, a burn looks missing, and a remedy looks as if another had been made.
"""

from __future__ import annotations

from typing import Final

from controller.game.zones import STUB
from controller.sensing.sightings import NEVER_NS, SLOT, Antenna, Track

#: A card heard so often lately where it was not accepted is on its way, if its own place heard it so much less often meanwhile.
LEAST: Final = 2
#: … or one sighting more in all that is looked at: of a card that comes, chance may miss most of the last sweeps.
LEAST_IN_ALL: Final = LEAST + 1
#: A card waits for others no longer than so many sweeps more than it needs for itself.
PATIENCE_SWEEPS: Final = 5


class Turnstile:
    """The cards that are on their way, by the antenna that hears them most.

    Invariants: at most one entry a card; entries that came to nothing are let go when somebody asks.
    """

    def __init__(self, lately: int, stretch: int) -> None:
        self._lately = (1 << lately) - 1
        self._stretch = (1 << stretch) - 1
        self._coming: dict[Track, Antenna] = {}

    def heard(self, track: Track, antenna: Antenna) -> None:
        """`track` was heard at least LEAST times lately where it was not accepted: it comes where it is heard most."""
        other = self._coming.get(track, antenna)
        if other is antenna or self._hits(track, other) < self._hits(track, antenna):
            self._coming[track] = antenna

    def _hits(self, track: Track, antenna: Antenna) -> int:
        return (track.mask(antenna) & self._lately).bit_count()

    def comes(self, track: Track) -> bool:
        """Whether a card is heard where it was not accepted, so that it is soon told where it is."""
        antenna = self._coming.get(track)
        return antenna is not None and self._is_heard(track, antenna)

    def _is_heard(self, track: Track, antenna: Antenna) -> bool:
        return self._hits(track, antenna) >= LEAST or (track.mask(antenna) & self._stretch).bit_count() >= LEAST_IN_ALL

    def arrived(self, track: Track) -> None:
        self._coming.pop(track, None)

    def clear(self) -> None:
        self._coming.clear()

    def holds(self, track: Track, antenna: Antenna, needed: int) -> bool:
        """Whether a card that is sure by now has to wait for one that has been on its way for longer."""
        mask = track.mask(antenna)
        if mask.bit_length() > needed + PATIENCE_SWEEPS:
            return False
        first = (mask & self._stretch).bit_length() - 1
        since_ns = antenna.starts_ns[(antenna.sweeps - first) & SLOT]
        others = [(other, at) for other, at in self._coming.items() if other is not track]
        return any(0 <= self._began_ns(other, at) < since_ns for other, at in others)

    def _began_ns(self, track: Track, antenna: Antenna) -> int:
        """Return when a card was heard first on its way to `antenna`; NEVER_NS when it is not on its way."""
        mask = track.mask(antenna)
        if track.place is antenna.place or not self._is_heard(track, antenna):
            del self._coming[track]
            return NEVER_NS
        if track.place is None and antenna.place.zone == STUB:
            return NEVER_NS  # it has come up in the deck
        seen = mask & self._stretch
        began_ns = antenna.starts_ns[(antenna.sweeps - seen.bit_length() + 1) & SLOT]
        own = 0
        for holder in track.place.antennas if track.place is not None else ():
            own += (track.mask(holder) & ((1 << holder.sweeps_since(began_ns)) - 1)).bit_count()
        return began_ns if seen.bit_count() - own >= LEAST else NEVER_NS
