"""The antenna of a shuffling machine: a deck passes it card by card, and is known whole, or not, before it goes into play.

Nothing is played from there, so no card is ever accepted in it. A tag is kept in mind for one pass only, and what is told of a pass are
numbers: which cards they were leaves this file in no form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from controller.events import DeckRead, Evidence
from controller.game.cards import DECK_SIZE, Card
from controller.game.zones import SHUFFLER
from controller.sensing.sightings import NEVER_NS, SLOT, Antenna, Place, Swept
from drivers.base import AntennaRead

#: A pass is judged when no further card came for so long. Units: ns of table time.
QUIET_NS: Final = 3_000_000_000
#: So many sweeps in a row without any tag: nothing lies there any more.
EMPTY_SWEEPS: Final = 3
#: Fewer cards of one deck are none that is being shuffled.
LEAST_CARDS: Final = 10
#: A card that is none of the deck is one when it was read in so many sweeps that lie close together: a mangled id is read once.
STRANGE_READS: Final = 2
NEAR_SWEEPS: Final = 4


class ShufflerSensing:
    """Turns the readings of a shuffler's antennas into one `DeckRead` a pass, and again when the pass went on.

    `decks` are the cards of every enrolled deck by its name; `in_play` names the one in play; `on_table` says of a tag whether it still
    answers where it lies on the table: then it is heard from afar, and does not count.
    `take` is total and deterministic. It knows no clock: a pass is judged by a reading.
    Invariants: memory is bounded by the tags of the decks and `most_unknown`.
    """

    def __init__(
        self,
        antennas: Collection[tuple[str, int]],
        decks: Mapping[str, Mapping[bytes, Card]],
        in_play: Callable[[], str],
        on_table: Callable[[bytes], bool],
        most_unknown: int = 256,
    ) -> None:
        place = Place(SHUFFLER)
        self._antennas = {at: Antenna(at[0], index, place) for index, at in enumerate(antennas)}
        self._decks = decks
        self._deck_of = {tag: name for name, cards in decks.items() for tag in cards}
        self._in_play = in_play
        self._on_table = on_table
        self._most_unknown = most_unknown
        self._empty = 0
        self._news = self._told = False
        self._begin(0)

    def __contains__(self, antenna: tuple[str, int]) -> bool:
        return antenna in self._antennas

    def swept(self) -> Iterator[Swept]:
        """How often each antenna is asked. Nothing in it depends on what lies there."""
        for (part, number), antenna in self._antennas.items():
            yield Swept(part, number, SHUFFLER, antenna.sweeps, antenna.sweeps_per_s(), antenna.ends_ns[antenna.sweeps & SLOT])

    def take(self, reading: AntennaRead) -> list[DeckRead]:
        """Return what one sweep brought about: a pass that is over, or nothing."""
        antenna = self._antennas[reading.part, reading.antenna]
        sweep = antenna.sweeps = antenna.sweeps + 1
        antenna.starts_ns[sweep & SLOT] = reading.started_ns
        antenna.ends_ns[sweep & SLOT] = reading.ended_ns
        tags = [tag for tag in reading.tags if not self._on_table(tag)]
        if not tags:
            self._empty += 1
        else:
            if self._told and self._empty >= EMPTY_SWEEPS and any(self._is_of_another_pass(tag) for tag in tags):
                self._begin(reading.started_ns)
            self._empty = 0
            for tag in tags:
                self._see(tag, sweep, reading)
        if self._news and reading.ended_ns - self._newest_ns >= QUIET_NS:
            return self._judged(antenna, reading)
        return []

    def _begin(self, at_ns: int) -> None:
        """Forget everything: another deck begins to pass."""
        self._since_ns = max(0, at_ns)
        self._newest_ns = NEVER_NS
        self._empty = 0
        self._news = self._told = False
        #: Tag → sightings, and the sweep of the last.
        self._seen: dict[bytes, tuple[int, int]] = {}
        self._unknown = 0

    def _is_of_another_pass(self, tag: bytes) -> bool:
        """Whether a tag that comes after nothing lay there begins anew: it was read before, or is of another deck."""
        return tag in self._seen or self._deck_of.get(tag) not in (None, self._which())

    def _see(self, tag: bytes, sweep: int, reading: AntennaRead) -> None:
        known = tag in self._deck_of
        reads, last = self._seen.get(tag, (0, -NEAR_SWEEPS))
        if not reads:
            if not known and self._unknown >= self._most_unknown:
                return
            self._unknown += not known
            if not self._seen:
                self._since_ns = max(0, reading.started_ns)
        if sweep == last:
            return  # it answered twice in a sweep
        reads = reads + 1 if known or sweep - last <= NEAR_SWEEPS or reads >= STRANGE_READS else 1
        self._seen[tag] = (reads, sweep)
        if (known and reads == 1) or (not known and reads == STRANGE_READS):
            self._newest_ns, self._news = reading.ended_ns, True

    def _which(self) -> str | None:
        """Return the deck that most of what was read is of."""
        of = Counter(self._deck_of[tag] for tag in self._seen if tag in self._deck_of).most_common(1)
        return of[0][0] if of else None

    def _judged(self, antenna: Antenna, reading: AntennaRead) -> list[DeckRead]:
        self._news = False
        which = self._which()
        own = {} if which is None else self._decks[which]
        faces = {own[tag] for tag in self._seen if tag in own and own[tag] < DECK_SIZE}
        if which is None or len(faces) < LEAST_CARDS:
            return []
        self._told = True
        strange = [tag for tag, (reads, _) in self._seen.items() if tag not in own and reads >= STRANGE_READS]
        twice = [tag for tag in strange if tag in self._deck_of and self._decks[self._deck_of[tag]][tag] in faces]
        name = "" if which == self._in_play() else which
        evidence = Evidence(antenna.part, len(faces), antenna.sweeps)
        return [DeckRead(name, len(faces), len(strange), len(twice), self._since_ns, reading.ended_ns, evidence)]
