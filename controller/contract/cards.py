"""Rule 6.1: a card is named when it lies face up, and not before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from controller.contract.heard import Check, Heard, broken
from controller.contract.rules import Broken
from controller.mqtt.topics import STORIES

_CARD: Final = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs]|XJ)(?![A-Za-z0-9])")

#: Stories whose cards lie face up from then on.
_BOARDS: Final = frozenset({"board", "board/2", "board/3"})
_TURNED_UP: Final = frozenset({"board", "shown", "unhidden"})

#: Fields in which people write what they like.
_PEOPLES_WORDS: Final = frozenset({"name", "table_name", "unit", "short_name", "picture", "reason", "dealer"})


class CardCheck(Check):
    """Rule 6.1. What lies face up is known from the first `hand_started` heard, or from the first `state` told since we came."""

    def __init__(self) -> None:
        self._up: set[str] = set()
        self._known = False
        self._names: set[str] = set()  # players' names, which stories repeat in their sentence

    def joined(self) -> None:
        self._up.clear()
        self._known = False

    def hear(self, message: Heard) -> Iterator[Broken]:
        if message.is_command:  # people may name their own cards
            return
        self._note(message)
        if self._known and not _cards(message.fields, self._names) <= self._up:
            # which card it is stays unsaid: a report is read by everyone
            yield broken("6.1", message, "it names a card that is neither on the board nor shown")

    def _note(self, message: Heard) -> None:
        """Learn what lies face up."""
        fields = message.fields
        if message.name in STORIES:
            self._names |= _words_of(fields)
            if fields.get("kind") == "hand_started":
                self._up, self._known = set(), True
            elif _lies_up(fields):
                self._up |= _cards(fields.get("cards"), set())
        elif message.name == "state":
            seats = [seat for seat in _listed(fields.get("seats")) if isinstance(seat, dict)]
            self._names.update(*map(_words_of, seats))
            if not self._known:  # what stood there when we came may be older than a card just turned up
                self._up |= _cards([fields.get("board"), fields.get("boards")], set()) | _cards(
                    [seat.get("cards") for seat in seats], set()
                )
                self._known = not message.standing


def _lies_up(story: Mapping[str, Any]) -> bool:
    """Whether the story's cards lie face up: turned up, or moved onto the board or away from it."""
    return story.get("kind") in _TURNED_UP or (story.get("kind") == "card_moved" and not _BOARDS.isdisjoint(_listed(story.get("zones"))))


def _words_of(fields: Mapping[str, Any]) -> set[str]:
    """What people wrote that a sentence may repeat."""
    return {fields[field] for field in ("name", "reason") if isinstance(fields.get(field), str) and fields[field]}


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _cards(value: object, names: set[str]) -> set[str]:
    """Every card named in `value`, the words of people left out."""
    if isinstance(value, str):
        for name in names:
            value = value.replace(name, "")
        return set(_CARD.findall(value))
    if isinstance(value, dict):
        return {card for key, inner in value.items() if key not in _PEOPLES_WORDS for card in _cards(inner, names)}
    return {card for inner in _listed(value) for card in _cards(inner, names)}
