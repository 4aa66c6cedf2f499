"""Enrolling a deck: guided batches of cards laid on one antenna, in a named order.

The person lays the card that is asked for; the tag that then comes to stay is that card's. After
each batch the antenna is cleared, so that only a few cards lie on it at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from controller.game.cards import DECK_SIZE, JOKER, RANKS, SUITS, Card, card_text
from controller.sensing.errors import SensingError
from drivers.base import AntennaRead

#: The order of the cards: spades, hearts, diamonds, clubs, each from the ace down.
ORDER: Final = tuple(Card(rank * 4 + suit) for suit in reversed(range(len(SUITS))) for rank in reversed(range(len(RANKS))))
#: The same with the joker at the end.
ORDER_WITH_JOKER: Final = (*ORDER, JOKER)

BATCH_SIZE: Final = 4
#: A tag stays when seen in STAYS_K of the last STAYS_N sweeps; it is gone when missing in GONE_SWEEPS in a row.
STAYS_K: Final = 4
STAYS_N: Final = 5
GONE_SWEEPS: Final = 8
#: How many tags outside the batch are followed at once.
MAX_STRANGERS: Final = 64

Phase = Literal["clear", "lay", "review", "done"]
#: Why it does not go on: a tag of a deck already, several new tags at once, a card of the batch taken up.
Problem = Literal["", "enrolled", "several", "taken_up"]


class Progress(msgspec.Struct, frozen=True):
    """What to tell the person. `done_cards` of the deck are safe; `problem` says what must be put right first."""

    phase: Phase
    text: str
    done_cards: int
    problem: Problem = ""


class _Sightings:
    """One tag on the antenna: its last sweeps as bits, and how long it has been missing."""

    __slots__ = ("bits", "missing")

    def __init__(self) -> None:
        self.bits = 0
        self.missing = 0

    def note(self, seen: bool) -> None:
        self.bits = (self.bits << 1 | seen) & ((1 << STAYS_N) - 1)
        self.missing = 0 if seen else self.missing + 1

    @property
    def stays(self) -> bool:
        return self.bits.bit_count() >= STAYS_K

    @property
    def gone(self) -> bool:
        return self.missing >= GONE_SWEEPS


class Enrolment:
    """Learns the tags of one deck from the sweeps of one antenna.

    `others` are the decks enrolled already: a tag of theirs is refused; `joker` = the deck has one. Phases: `clear` (waits
    for an empty antenna), `lay` (waits for the next card), `review` (the batch is complete: `keep`
    it or `undo` it), `done`.
    Invariants: no tag stands for two cards; only batches that were kept count.
    """

    def __init__(self, others: Mapping[str, Mapping[bytes, Card]], batch_size: int = BATCH_SIZE, *, joker: bool = False) -> None:
        if not 1 <= batch_size <= DECK_SIZE:
            raise ValueError(f"batch_size is {batch_size}; it must be between 1 and {DECK_SIZE}")
        self._owner = {tag: name for name, cards in others.items() for tag in cards}
        self._batch_size = batch_size
        self._order = ORDER_WITH_JOKER if joker else ORDER
        self._kept: list[bytes] = []  # in the order in which they are asked for
        self._batch: list[bytes] = []
        self._seen: dict[bytes, _Sightings] = {}
        self._phase: Phase = "clear"
        self._told = Progress("clear", "Take every card off the antenna.", 0)
        self._bare_sweeps = 0
        self._mixed_up = False  # several tags came at once and some still lie there: which is which is unknown

    @property
    def phase(self) -> Phase:
        return self._phase

    @property
    def progress(self) -> Progress:
        """What the person was told last."""
        return self._told

    def deck(self) -> dict[bytes, Card]:
        """Return the enrolled deck. Raises: SensingError before all its cards are kept."""
        if self._phase != "done":
            raise SensingError(f"{len(self._kept)} of {len(self._order)} cards are enrolled; the deck is not complete")
        return dict(zip(self._kept, self._order, strict=True))

    def take(self, read: AntennaRead) -> Progress | None:
        """Take one sweep of the antenna; return what to tell the person, None when nothing changed."""
        if self._phase == "done":
            return None
        self._note(read.tags)
        if self._phase == "clear":
            self._bare_sweeps = 0 if read.tags else self._bare_sweeps + 1
            if self._bare_sweeps >= GONE_SWEEPS:
                self._seen.clear()
                self._phase = "lay"
            return self._tell()
        problem = self._problem()
        if self._phase == "lay" and not problem:
            fresh = [tag for tag in self._strangers() if self._seen[tag].stays]
            if fresh:
                self._batch.extend(fresh)
                if len(self._batch) == self._wanted():
                    self._phase = "review"
        return self._tell(problem)

    def keep(self) -> Progress:
        """The batch is right: count it and go on. Does nothing unless it is under review and nothing is wrong with it."""
        if self._phase == "review" and not self._problem():
            self._kept += self._batch
            self._leave_batch()
            if len(self._kept) == len(self._order):
                self._phase = "done"
        return self._tell() or self._told

    def undo(self) -> Progress:
        """Forget the cards of this batch or, when it has none, the batch before it; they are laid again."""
        if self._phase != "done":
            if not self._batch:
                first = (len(self._kept) - 1) // self._batch_size * self._batch_size
                del self._kept[max(first, 0) :]
            self._leave_batch()
        return self._tell() or self._told

    def _leave_batch(self) -> None:
        self._batch = []
        self._mixed_up = False
        self._phase = "clear"
        self._bare_sweeps = 0

    def _wanted(self) -> int:
        return min(self._batch_size, len(self._order) - len(self._kept))

    def _note(self, tags: tuple[bytes, ...]) -> None:
        for tag in tags:
            if tag not in self._seen and len(self._seen) < MAX_STRANGERS + len(self._batch):
                self._seen[tag] = _Sightings()
        for tag, sightings in list(self._seen.items()):
            sightings.note(tag in tags)
            if sightings.gone and tag not in self._batch:
                del self._seen[tag]

    def _strangers(self) -> list[bytes]:
        """Tags on the antenna that are none of this batch's, mangled ids seen once left out."""
        return [tag for tag, seen in self._seen.items() if tag not in self._batch and seen.bits.bit_count() > 1]

    def _problem(self) -> Problem:
        """What lies on the antenna that should not, or lies there no more."""
        strangers = self._strangers()
        self._mixed_up = self._mixed_up and bool(strangers)
        if any(self._seen[tag].stays and (tag in self._owner or tag in self._kept) for tag in strangers):
            return "enrolled"
        room = self._wanted() - len(self._batch)
        self._mixed_up = self._mixed_up or (len(strangers) > min(room, 1) and any(self._seen[tag].stays for tag in strangers))
        if self._mixed_up:
            return "several"
        if any(self._seen[tag].gone for tag in self._batch):
            return "taken_up"
        return ""

    def _tell(self, problem: Problem = "") -> Progress | None:
        """Return what is to be said now if it is not what was said last."""
        now = Progress(self._phase, self._text(problem), len(self._kept), problem)
        if now == self._told:
            return None
        self._told = now
        return now

    def _text(self, problem: Problem) -> str:
        if problem:
            return self._problem_text(problem)
        if self._phase == "done":
            return f"All {len(self._order)} cards are enrolled."
        if self._phase == "clear":
            return "Take every card off the antenna."
        if self._phase == "review":
            return f"Read {', '.join(map(card_text, self._batch_cards()))}: {len(self._kept) + len(self._batch)} of {len(self._order)}."
        return f"Lay {_asked(self._order[len(self._kept) + len(self._batch)])}."

    def _problem_text(self, problem: Problem) -> str:
        if problem == "enrolled":
            names = {self._owner.get(tag, "") for tag in self._strangers() if self._seen[tag].stays}
            other = next((name for name in sorted(names) if name), "")
            where = f"in deck {other}" if other else "in this deck"
            return f"The last card is enrolled already, {where}: take it away."
        if problem == "several":
            if self._phase == "review":
                return f"More than the {len(self._batch)} cards of this batch lie here: take the others away."
            return "Several new cards lie here at once: take them away, then lay them one at a time."
        gone = [card_text(card) for card, tag in zip(self._batch_cards(), self._batch, strict=True) if self._seen[tag].gone]
        return f"{', '.join(gone)} cannot be read any more: put it back on the antenna, or undo the batch."

    def _batch_cards(self) -> tuple[Card, ...]:
        return self._order[len(self._kept) : len(self._kept) + len(self._batch)]


def _asked(card: Card) -> str:
    return "the joker" if card == JOKER else card_text(card)
