"""Rules 8: rulings and announcements are counted, go on from how they stood, and `state` shows them as they were told."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from typing import Any, Final

from controller.contract.heard import Check, Heard, broken
from controller.contract.rules import Broken
from controller.mqtt.topics import STORIES

#: How a ruling stood → how it may stand next. "" = it was not told yet.
_NEXT: Final[Mapping[str, frozenset[str]]] = {
    "": frozenset({"in_force", "proposed"}),
    "in_force": frozenset({"confirmed", "overridden", "lapsed"}),
    "proposed": frozenset({"confirmed", "overridden", "lapsed"}),
    "confirmed": frozenset({"reopened", "lapsed"}),
    "overridden": frozenset({"reopened", "lapsed"}),
    "reopened": frozenset({"confirmed", "overridden", "lapsed"}),
    "lapsed": frozenset(),
}
#: How an announcement stood → how it may stand next.
_SAID_NEXT: Final[Mapping[str, frozenset[str]]] = {
    "to be said": frozenset({"to be said", "reminded", "said"}),
    "reminded": frozenset({"reminded", "said"}),
    "said": frozenset(),
}
#: Statuses in which a ruling waits for a person.
_WAITS: Final = frozenset({"proposed", "reopened"})
_ID: Final = re.compile(r"h(\d+)-([ra])(\d+)")
_TOPICS: Final = {"ruling": "r", "announcement": "a"}
#: Stories remembered to know them again: as many as wait for an acknowledgement at most, and more.
MAX_REMEMBERED: Final = 20_000
#: More waiting rulings than a state shows are not missed there.
MAX_SHOWN: Final = 8


class RulingCheck(Check):
    """Rules 8.1 to 8.4. What was opened before we came is taken as it is told first; a story that is told again says nothing new."""

    def __init__(self) -> None:
        self._hand = -1
        self._numbers: dict[str, int] = {}  # letter → the last number told in the hand
        self._told: dict[str, str] = {}  # id → status, or whether it was said or the dealer reminded of it
        self._from_start = False  # whether the hand began while we listened
        self._heard: OrderedDict[tuple[str, int | None], bytes] = OrderedDict()  # boot and seq of each story, with its bytes

    def joined(self) -> None:
        self._begin(-1, known=False)
        self._heard.clear()

    def hear(self, message: Heard) -> Iterator[Broken]:
        if message.name in STORIES and self._is_told_again(message):
            return
        letter = _TOPICS.get(message.name)
        if letter is not None:
            yield from self._story(message, letter)
        elif message.name == "event" and message.fields.get("kind") == "hand_started":
            self._begin(_number(message.fields.get("hand")), known=True)
        elif message.name == "state" and not message.standing:
            yield from self._state(message)

    def _is_told_again(self, message: Heard) -> bool:
        """Whether this very story was told since we came: its acknowledgement was lost. One with other bytes breaks rule 2.2 as well."""
        key = (message.boot, message.seq)
        if self._heard.get(key) == message.body:
            return True
        self._heard[key] = message.body
        if len(self._heard) > MAX_REMEMBERED:
            self._heard.popitem(last=False)
        return False

    def _begin(self, hand: int, *, known: bool) -> None:
        self._hand, self._from_start = hand, known
        self._numbers.clear()
        self._told.clear()

    def _story(self, message: Heard, letter: str) -> Iterator[Broken]:
        called = str(message.fields.get("id", ""))
        found = _ID.fullmatch(called)
        if found is None or found[2] != letter:
            yield broken("8.1", message, f"its id is not h<number>-{letter}<number>")
            return
        if int(found[1]) != self._hand:
            if int(found[1]) < self._hand or self._from_start:
                yield broken("8.1", message, f"{called} is told in hand h{self._hand}")
                return
            self._begin(int(found[1]), known=False)
        stands = _stood(message.fields, letter)
        before = self._told.get(called, "")
        if not before:
            yield from self._opened(message, letter, int(found[3]), stands)
        elif letter == "r" and stands not in _NEXT.get(before, frozenset()):
            yield broken("8.2", message, f"{called} is {stands} after it was {before}")
        elif letter == "a" and stands not in _SAID_NEXT.get(before, frozenset()):
            yield broken("8.4", message, f"{called} is {stands} after it was {before}")
        self._told[called] = stands

    def _opened(self, message: Heard, letter: str, number: int, stands: str) -> Iterator[Broken]:
        last = self._numbers.get(letter, 0 if self._from_start else number - 1)
        if number <= last and not self._from_start:  # of before we came
            return
        if number != last + 1:
            yield broken("8.1", message, f"number {number} is opened after {last}")
        elif self._from_start and letter == "r" and stands not in _NEXT[""]:
            yield broken("8.2", message, f"it is opened as {stands}")
        self._numbers[letter] = number

    def _state(self, message: Heard) -> Iterator[Broken]:
        shown = {str(one.get("id")): one for field in ("rulings", "announcements") for one in _listed(message.fields.get(field))}
        for called, one in shown.items():
            told = self._told.get(called)
            if told is not None and told != _stood(one, "r" if "-r" in called else "a"):
                yield broken("8.3", message, f"it shows {called} otherwise than it was told")
        waiting = [called for called, stands in self._told.items() if stands in _WAITS]
        missing = [called for called in waiting if called not in shown] if len(waiting) <= MAX_SHOWN else []
        if missing and _number(message.fields.get("hand")) == self._hand:
            yield broken("8.3", message, f"it does not show {', '.join(missing)}, which wait for a decision")


def _stood(fields: Mapping[str, Any], letter: str) -> str:
    if letter == "r":
        return str(fields.get("status", ""))
    return "said" if fields.get("acknowledged") else "reminded" if fields.get("reminded") else "to be said"


def _number(hand: object) -> int:
    digits = hand.removeprefix("h") if isinstance(hand, str) else ""
    return int(digits) if digits.isascii() and digits.isdigit() else -1


def _listed(value: object) -> list[Mapping[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
