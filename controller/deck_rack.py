"""The enrolled decks of a table, and which of them its antennas look for: the one that the table has in play."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from controller.game.cards import Card
from controller.sensing.cards import CardSensing
from controller.table.table import QUIET, Table

log: Final = logging.getLogger(__name__)


class DeckRack:
    """Decks by name; `first` is in play until another is put there.

    Invariants: sensing knows the tags of the deck in play as cards, and those of every other deck as that deck's.
    """

    def __init__(self, decks: Mapping[str, Mapping[bytes, Card]], first: str) -> None:
        self._decks = dict(decks)
        self._first = first
        self._now = first

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the decks, first the one that is in play until another is put there."""
        return tuple(sorted((name for name in self._decks if name), key=lambda name: (name != self._first, name)))

    @property
    def decks(self) -> Mapping[str, Mapping[bytes, Card]]:
        """The cards of each deck by its name."""
        return self._decks

    def now(self) -> str:
        """Return the name of the deck whose cards the antennas look for."""
        return self._now

    def in_play(self, table: Table) -> tuple[Mapping[bytes, Card], Mapping[bytes, str]]:
        """Return the tags of the deck in play, and those of the others with the name of their deck."""
        self._now = self._wanted(table)
        if self._now not in self._decks:
            log.warning("deck %s is in play and not enrolled: none of its cards is known until it is", self._now)
        others = {tag: name for name, cards in self._decks.items() if name != self._now for tag in cards}
        return self._decks.get(self._now, {}), others

    def follow(self, table: Table, sensing: CardSensing) -> None:
        """Look for the cards of another deck when that was put in play; and at the stub too while the deck is looked through."""
        sensing.look_through(table.around is not QUIET and table.around.deck.laid is not None)
        if table.around is not QUIET and self._wanted(table) != self._now:
            sensing.put_in_play(*self.in_play(table))

    def _wanted(self, table: Table) -> str:
        """A deck that is not enrolled has no tags: its cards stay unknown, and the one that was there is not looked for."""
        return table.around.deck.name or self._first
