"""Of the places that hear one card: how often each heard it lately, and how much one of them has to show for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from controller.game.zones import STUB, Zone
from controller.sensing import evidence
from controller.sensing.settings import SensingSettings
from controller.sensing.sightings import NEVER_NS, SLOT, WINDOW, Antenna, Place, Track


def strongest(rivals: Sequence[tuple[Antenna, int]], since_ns: int) -> tuple[Place | None, int]:
    """The place that heard a card most often since `since_ns`, and how often."""
    best: Place | None = None
    most = 0
    for antenna, mask in rivals:
        hits = (mask & ((1 << antenna.sweeps_since(since_ns)) - 1)).bit_count()
        if hits > most:
            best, most = antenna.place, hits
    return best, most


class Rivals:
    """Compares what the antennas of a table heard of a card. It keeps nothing of its own."""

    def __init__(self, settings: SensingSettings, antennas: Sequence[Antenna]) -> None:
        self._antennas = antennas
        self._appear_k, self._tie_k = settings.appear_k, settings.tie_k
        self._appear_bits = (1 << settings.appear_n) - 1
        self._vanish_sweeps = settings.vanish_sweeps

    def needed(self, track: Track, place: Place, expected: Collection[Zone]) -> int:
        """How many sightings bring a card to a place; where one is waited for, no more than usual from the deck."""
        holder = track.place
        if place.partly_seen:
            return self._appear_k
        if place.pile and place.zone not in expected:  # nobody burns a card now: a neighbour of the burns may be heard there
            return min(self._appear_k + 2, self._tie_k) if holder is None or holder.zone == STUB else self._tie_k
        if holder is None or holder.zone == STUB:
            return self._tie_k if track.loose and holder is None and place.on_felt else self._appear_k
        if holder.pile:
            return self._tie_k
        return self._appear_k if place.zone in expected else (self._appear_k + self._tie_k + 1) // 2

    def of(self, track: Track, place: Place) -> list[tuple[Antenna, int]]:
        """The antennas of other places that heard `track` lately, each with what it heard (bit 0 = its newest sweep)."""
        return [(antenna, track.mask(antenna)) for antenna in self._sighters(track) if antenna.place is not place]

    def heard_ns(self, track: Track, place: Place, since_ns: int) -> int:
        """Return the start of the last sweep in which another place heard `track`, if it did twice since then: once may be a stray."""
        latest_ns = NEVER_NS
        for antenna, mask in self.of(track, place):
            heard = mask & ((1 << antenna.sweeps_since(since_ns)) - 1)
            if heard & (heard - 1):  # more than one bit
                latest_ns = max(latest_ns, antenna.starts_ns[track.newest[antenna.index] & SLOT])
        return latest_ns

    def outweighs(self, track: Track, place: Place, hits: int, since_ns: int) -> bool:
        """Whether, at a table that hears beside, so many sightings are more than any other place has for itself."""
        others = ((other, track.masks[other.index], track.newest[other.index]) for other in self._sighters(track))
        return evidence.outweighs(place, hits, since_ns, others)

    def is_heard_about(self, track: Track, place: Place) -> bool:
        """Whether another place than `place`, and than that which holds it, heard a card lately: of one of them it lies beside."""
        return any(antenna.place is not place and antenna.place is not track.place for antenna in self._sighters(track))

    def goes_on(self, track: Track, place: Place) -> bool:
        """Whether `place` still hears `track`: what it heard before the card was taken up says nothing against where it lies now."""
        return any((track.mask(antenna) & self._appear_bits).bit_count() >= self._appear_k for antenna in place.antennas)

    def answers(self, track: Track, antenna: Antenna) -> bool:
        """Whether `antenna` saw `track` lately, chance misses allowed for."""
        return antenna.sweeps - track.newest[antenna.index] < self._vanish_sweeps

    def _sighters(self, track: Track) -> Iterator[Antenna]:
        return (antenna for antenna in self._antennas if antenna.sweeps - track.newest[antenna.index] < WINDOW)
