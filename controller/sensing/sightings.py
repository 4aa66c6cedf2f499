"""What each antenna saw lately: sweeps in a ring, sightings as bit masks.

Bit 0 of a mask is the newest sweep, bit `n` the sweep `n` before it. A mask is stored as of the
sweep that last saw the card and shifted when it is read, so a sweep without a card costs nothing.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from controller.game.cards import Card
from controller.game.zones import BURN, HOLE_SEAT, PARTLY_SEEN, STUB, UP_SEAT, Zone

#: How many sweeps are remembered; a power of two.
WINDOW: Final = 16
SLOT: Final = WINDOW - 1
BITS: Final = (1 << WINDOW) - 1

NEVER_NS: Final = -1

#: How long ago a sweep may be for the rate of sweeps.
LATE_NS: Final = 5_000_000_000


class Place:
    """One zone with the antennas that read it and the cards accepted in it, in order of arrival."""

    __slots__ = ("antennas", "at_seat", "grows", "missed", "missed_since_ns", "on_felt", "partly_seen", "pile", "residents", "zone")

    def __init__(self, zone: Zone) -> None:
        self.zone = zone
        self.antennas: list[Antenna] = []
        self.residents: dict[Track, None] = {}
        self.partly_seen = zone in PARTLY_SEEN
        self.pile = self.partly_seen or zone == BURN
        self.grows = self.pile and zone != STUB  # cards are laid on what lies there
        self.on_felt = not self.pile  # in play: a hole or the board
        self.at_seat = zone in HOLE_SEAT or zone in UP_SEAT
        self.missed = 0  # piles: sweeps in a row in which nothing of the pile answered
        self.missed_since_ns = NEVER_NS


class Antenna:
    """One antenna: its place, how often it was swept, and when."""

    __slots__ = ("ends_ns", "index", "part", "place", "starts_ns", "sweeps")

    def __init__(self, part: str, index: int, place: Place) -> None:
        self.part = part
        self.index = index
        self.place = place
        self.sweeps = 0
        self.starts_ns = [NEVER_NS] * WINDOW  # ring: sweep number & SLOT
        self.ends_ns = [NEVER_NS] * WINDOW

    def sweeps_since(self, since_ns: int) -> int:
        """How many of the remembered sweeps began at `since_ns` or later."""
        starts_ns, newest, count = self.starts_ns, self.sweeps, 0
        while count < WINDOW and count < newest and starts_ns[(newest - count) & SLOT] >= since_ns:
            count += 1
        return count

    def sweeps_per_s(self) -> float:
        """How often it was asked of late, from the remembered sweeps; 0 before the second of them. Units: 1 / table second."""
        kept = self.sweeps_since(self.starts_ns[self.sweeps & SLOT] - LATE_NS)
        if kept < 2:
            return 0.0
        oldest_ns = self.starts_ns[(self.sweeps - kept + 1) & SLOT]
        return (kept - 1) * 1e9 / max(1, self.starts_ns[self.sweeps & SLOT] - oldest_ns)


class Swept(NamedTuple):
    """How often an antenna is asked, whatever answers. Time: `ended_ns` is table time of the last sweep, NEVER_NS before the first."""

    part: str
    number: int
    zone: Zone
    sweeps: int
    sweeps_per_s: float
    ended_ns: int


class Track:
    """One card of the deck: where it was accepted, and who saw it lately."""

    __slots__ = (
        "asked", "by_ns", "card", "gaps", "held", "left_by_ns", "loose", "masks", "missed", "missed_since_ns", "missing", "newest", "place",
        "seen_ns", "since", "strayed", "sure_ns", "tie", "tie_ns",
    )  # fmt: skip

    def __init__(self, card: Card, antennas: int) -> None:
        self.card = card
        self.by_ns = 0  # by when it had come to where it was accepted
        self.place: Place | None = None
        self.loose = False  # left its place on the felt in this deal: seeing it in the stub is news
        self.strayed = False  # was heard elsewhere since it was heard where it was accepted
        self.held = False  # is sure elsewhere, and waits for another that has been on its way for longer
        self.masks = [0] * antennas
        self.newest = [-WINDOW] * antennas  # number of the sweep that bit 0 of the mask stands for
        self.seen_ns = NEVER_NS  # start of the last sweep that saw it where it was accepted
        self.sure_ns = NEVER_NS  # start of the last of them that another followed: no stray
        self.missed = 0  # sweeps in a row, of its own antennas, without it
        self.missed_since_ns = NEVER_NS
        self.left_by_ns = NEVER_NS  # end of the sweep that shows it had left, should it be gone
        self.since = 0  # number of the sweep of its place's antennas, all of them, with which it came there
        self.gaps = 0  # sweeps there that did not see it
        self.asked = 0  # of all places: sweeps, and those that did not see it
        self.missing = 0
        self.tie: frozenset[Zone] = frozenset()
        self.tie_ns = NEVER_NS

    def mask(self, antenna: Antenna) -> int:
        """The sightings of `antenna` as of its newest sweep."""
        back = antenna.sweeps - self.newest[antenna.index]
        return (self.masks[antenna.index] << back) & BITS if back < WINDOW else 0
