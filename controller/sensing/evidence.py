"""How much it takes to believe that a card lies elsewhere, at a table whose antennas hear beside their places.

Where nothing is heard from beside, a few sightings in a row are enough. At a noisy table they are chance too often, for there are many
occasions: in a hand of a minute some fifty cards lie in the fields of antennas beside them, each of which is asked 180 to 240 times:
about 9,000 occasions for a card that its own antenna reads well to be heard beside, some 2,000 for one that lies third in a pile.

The arithmetic, for a table that misses 5 % and mangles 5 % of what it hears (0.0975 unread), and hears 5 % from beside (0.0475 read):

- *A card its own antenna reads well* is believed elsewhere after `h` sightings there while its own place, in as many sweeps, missed it `m`
  times and heard it `k` times. By chance that is 0.0475^h × 0.0975^m, as often as `h` sightings fit into eight sweeps of which the last has
  one (at most 35 times), and `k` among the `m`. A sighting is worth ln(1/0.0475) = 3.0, a miss ln(1/0.0975) = 2.3, and one by its own
  antenna ln(0.0475/0.9) = -2.9: in whole numbers 4, 3 and -4. 33 are asked for: (5, 5, 0) is 35 × 2.4e-7 × 8.8e-6 = 7e-11, (4, 6, 0)
  35 × 5.1e-6 × 8.6e-7 = 1.5e-10, (6, 5, 1) 21 × 1.1e-8 × 6 × 8.8e-6 = 1.2e-11: with 9,000 occasions 1e-6 of the hands.
- *A card that is third in a pile* answers every other time only, its own antenna (0.43) and those beside (0.024). Misses say little of it
  (ln 1/0.57 = 0.56), sightings more (3.7), one by its own antenna -2.2: 3, 20 and -12, and 128 are asked for. (6, 3, 0) is 21 × 1.9e-10 ×
  0.19 = 8e-10, (5, 10, 0) 35 × 8e-9 × 0.0036 = 1e-9: with 2,000 occasions 2e-6 of the hands.
- *A card of a pile that grows*, the muck or the burns, may be covered from one sweep to the next, however well it was read before: it is
  taken for one that is third.
- *A card that a pile heard once in sixteen sweeps, or that nothing else heard,* may still be third there (0.0016, 1.2e-4), or may have come
  to lie beside only now and was missed since (0.0975^4, with some 70 occasions a hand). Five sightings, or four: 35 × 8e-9 × 0.0016 =
  4e-10, 10 × 3.3e-7 × 1.2e-4 = 4e-10, 10 × 5.1e-6 × 9e-5 = 5e-9: 1e-6 of the hands.
- *Eight sightings in sixteen sweeps* are enough in any case: 12,870 × 1.1e-13 = 1.4e-9 of a card that is third in a pile, where its own
  antenna heard it at least three times less often (0.4). That bounds how late a card is, and a reader that fell silent does not hold it.

So a card is believed where it is not in about one of 200,000 hands of a minute, where with three sightings of four it was one in 700.
Until so much was heard that a noisy table would have shown itself, a card that no seat heard is believed as at a noisy one: one deep in the
deck may be heard at the board, three times of four in one of 10,000 hands that begin so, and four times in one of a million.
What is expected of the deal does not enter into it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from controller.sensing.sightings import WINDOW, Antenna, Place

#: A table is noisy once one sighting in so many is from beside; a good one has one in 250, one with 5 % one in ten.
PER_STRAY: Final = 50
#: … and reads badly once one sweep in so many misses what lies there.
PER_MISS: Final = 25
#: Older counts are worth half once there are so many sightings.
HALVED_SIGHTINGS: Final = 2_000

#: What a sighting is worth, a miss by the other place, and a sighting there; how much is needed: of a card that is read well, or not.
_WELL: Final = (4, 3, 4, 33)
_BADLY: Final = (20, 3, 12, 128)
#: So many sightings where a pile heard it once, or nothing else did.
_ONCE: Final = 5
_NEVER: Final = 4
#: So many in the sixteen sweeps that are remembered are believed where they lead at all: a card is never doubted for longer.
_ALONE: Final = 8
#: A card is read well if, in some row of sweeps up to its last sighting, it answered that often; each miss outweighs so many answers.
#: For one that is third in a pile that is chance in one case of 400.
_WELL_READ: Final = 8
_MISS_WEIGHS: Final = 2.5

#: After so many sweeps without a card it did not lie there: chance misses so many in a row once in 100,000 cards at a table that reads
#: well enough, and at one that reads badly, 0.0975 unread, so many more once in ten million.
CHANCE_MISSES: Final = 4
CHANCE_MISSES_BADLY: Final = 6
#: Of the sightings before a card comes one in so many sweeps may be from afar, at a table in good order and at a noisy one.
SWEEPS_PER_STRAY: Final = 4
SWEEPS_PER_STRAY_NOISY: Final = 2


class Noise:
    """What the antennas of a table were heard to do amiss of late, from cards whose places are known.

    `heard` are sightings of cards where they lie, `strays` cards that were heard elsewhere between two of them, `missed` sweeps between
    two of them without. Invariants: nothing in it depends on which card lies where.
    """

    __slots__ = ("heard", "missed", "strays")

    def __init__(self) -> None:
        self.heard = 0
        self.strays = 0
        self.missed = 0

    @property
    def hears_beside(self) -> bool:
        """Whether antennas hear cards that lie beside their places. The first such sighting says so, until many without one follow."""
        return self.strays * PER_STRAY > self.heard

    @property
    def is_known(self) -> bool:
        """Whether so much was heard that a noisy table would have shown itself by a sighting from beside."""
        return self.heard >= PER_STRAY

    @property
    def reads_badly(self) -> bool:
        """Whether cards are missed where they lie; told from the first misses on."""
        return self.missed * PER_MISS > self.heard

    def forget(self) -> None:
        """What was long ago is worth less."""
        self.heard //= 2
        self.strays //= 2
        self.missed //= 2


def is_enough(hits: int, mask: int = 0, missed: int = 0, heard: int = 0, *, in_pile: bool = False, grows: bool = False) -> bool:
    """Whether so many sightings in the last sweeps outweigh another place that may hold the card.

    `mask` is what that place heard of it up to its last sighting there (bit 0), 0 = nothing lately; meanwhile it `missed` it so often, and
    `heard` it so often. In a pile others may cover it, and in one that grows others than before.
    """
    if hits < _NEVER:
        return False
    if hits >= _ALONE or not mask:
        return True
    if in_pile and not mask & (mask - 1):  # a single bit
        return hits >= _ONCE
    here, missing, there, needed = _BADLY if grows or (in_pile and not _reads_well(mask)) else _WELL
    return here * hits + missing * missed - there * heard >= needed


def outweighs(place: Place, hits: int, since_ns: int, others: Iterable[tuple[Antenna, int, int]]) -> bool:
    """Whether so many sightings in a place since then are more than any other antenna has for its own.

    Of those that heard the tag lately `others` says what they heard up to the last time (bit 0), and in which sweep that was.
    A seat is an arm's length from the deck, the board and the burns: only its neighbours are heard there.
    """
    for other, mask, newest in others:
        if other.place is place or (place.at_seat and not other.place.at_seat):
            continue
        swept, missed = other.sweeps_since(since_ns), other.sweeps - newest
        heard = ((mask << missed) & ((1 << swept) - 1)).bit_count()
        if not is_enough(hits, mask, max(swept - heard, missed), heard, in_pile=other.place.pile, grows=other.place.grows):
            return False
    return is_enough(hits)


def _reads_well(mask: int) -> bool:
    """Whether a place surely reads a card that answered so: one that is third in a pile answers every other time."""
    worth = 0.0
    for back in range(WINDOW):
        worth += 1.0 if mask >> back & 1 else -_MISS_WEIGHS
        if worth >= _WELL_READ:
            return True
    return False
