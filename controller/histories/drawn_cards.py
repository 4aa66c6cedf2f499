"""Whose cards were which in a recorded hand where cards are changed. Pure.

A file may learn late what a card was: one that was dealt as `??` and changed, or shown, by name was that card all along.
"""

from __future__ import annotations

from controller.game.cards import Card, card_text


class _Slot:
    """One card as far as the file knows it."""

    __slots__ = ("card",)

    def __init__(self, card: Card | None) -> None:
        self.card = card


class Draws:
    """The hands of a file, followed entry by entry; every method but the last three returns what is wrong with the entry, "" = nothing."""

    def __init__(self, players: int, hole_cards: int) -> None:
        self._full = hole_cards
        self._first: list[list[_Slot]] = [[] for _ in range(players + 1)]
        self._held: list[list[_Slot]] = [[] for _ in range(players + 1)]
        self._by_entry: dict[int, list[_Slot]] = {}
        self._new: set[int] = set()
        self._out: set[Card] = set()  # lying in front of somebody

    def deal(self, index: int, player: int, cards: tuple[Card | None, ...]) -> str:
        """Cards of the first deal, or new ones in place of those that went."""
        held, first = self._held[player], self._first[player]
        if len(held) + len(cards) > self._full:
            return f"makes {len(held) + len(cards)} cards; there are {self._full} at most"
        slots = [_Slot(None) for _ in cards]
        for slot, card in zip(slots, cards, strict=True):
            if card is not None and (wrong := self._name(slot, card)):
                return wrong
        if len(first) < self._full:
            first += slots
        else:
            self._by_entry[index] = slots
            self._new.add(index)
        held += slots
        return ""

    def give_up(self, index: int, player: int, cards: tuple[Card | None, ...]) -> str:
        """Cards of a player go; of an unknown one it is the last unknown that he holds, else the last card."""
        self._complete(player)
        held = self._held[player]
        if len(cards) > len(held):
            return f"gives up {len(cards)} cards of {len(held)}"
        slots: list[_Slot] = []
        for card in sorted(cards, key=lambda one: one is None):  # the known ones first
            slot = self._find(held, card)
            if slot is None:
                return "gives up another card than was dealt to this player; correct one of the two"
            if card is not None and slot.card is None and (wrong := self._name(slot, card)):
                return wrong
            held.remove(slot)
            slots.append(slot)
        self._out -= {slot.card for slot in slots if slot.card is not None}
        self._by_entry[index] = slots
        return ""

    def show(self, player: int, cards: tuple[Card | None, ...]) -> str:
        """The cards a player tables are those he held all along."""
        self._complete(player)
        if len(cards) != self._full:
            return f"shows {len(cards)} cards; a hand is {self._full}, ?? where one is unknown"
        held = self._held[player]
        for card in cards:
            if card is None or any(slot.card == card for slot in held):
                continue
            unknown = next((slot for slot in held if slot.card is None), None)
            if unknown is None:
                return "shows other cards than were dealt to this player; correct one of the two"
            if wrong := self._name(unknown, card):
                return wrong
        return ""

    def dealt(self, player: int) -> list[Card | None]:
        """The cards of the first deal, None where the file never says."""
        self._complete(player)
        return [slot.card for slot in self._first[player]]

    def at(self, index: int) -> tuple[Card | None, ...]:
        """The cards of an entry: those that went, or the new ones."""
        return tuple(slot.card for slot in self._by_entry[index])

    def is_new(self, index: int) -> bool:
        """Whether an entry deals new cards in place of those that went."""
        return index in self._new

    def _complete(self, player: int) -> None:
        """What the file has not dealt by then was dealt unknown."""
        missing = [_Slot(None) for _ in range(self._full - len(self._first[player]))]
        self._first[player] += missing
        self._held[player] += missing

    def _find(self, held: list[_Slot], card: Card | None) -> _Slot | None:
        known = next((slot for slot in held if card is not None and slot.card == card), None)
        unknown = next((slot for slot in reversed(held) if slot.card is None), None)
        return known or unknown or (held[-1] if card is None else None)

    def _name(self, slot: _Slot, card: Card) -> str:
        if card in self._out:
            return f"{card_text(card)} is there twice; each card is dealt once: correct the cards"
        slot.card = card
        self._out.add(card)
        return ""
