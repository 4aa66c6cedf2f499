"""What may be known of a simulator's cards, and when: its truth file against whatever a page got to hear.

A card is known in its hand from the moment it was put on the board or its holder was told to show; never of another hand.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, Final

#: A card as any message names it.
CARD: Final = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")
#: A hand as the feeds and the interface name it.
HAND: Final = re.compile(r"h?(\d+)")

#: The clock of the truth file counts whole milliseconds.
SLACK_S: Final = 0.002


class Truth:
    """When each card of each hand could be known: `known_s[hand][card]`, in seconds of UTC."""

    def __init__(self, file: Path) -> None:
        self.known_s: dict[int, dict[str, float]] = {}
        self.dealt: dict[int, set[str]] = {}
        lies: dict[str, str | None] = {}
        hand = 0
        for line in map(json.loads, file.read_text().splitlines()):
            at_s = datetime.fromisoformat(line["utc"]).timestamp()
            match line["act"]:
                case "say" if line["verb"] == "new_hand":
                    hand += 1
                    self.known_s[hand], self.dealt[hand] = {}, set()
                case "move":
                    lies[line["card"]] = line["to"]
                    if hand and (line["to"] or "").startswith("seat/"):
                        self.dealt[hand].add(line["card"])
                    if hand and line["to"] == "board":
                        self.known_s[hand].setdefault(line["card"], at_s)
                case "say" if line["verb"] == "show":
                    place = f"seat/{line['sent']['seat']}/hole"
                    shown = [card for card, zone in lies.items() if zone == place]
                    for card in [*shown, *line["sent"].get("cards", ())]:
                        self.known_s[hand].setdefault(card, at_s)

    def leaks(self, body: str, at_s: float, hand: int = 0) -> Iterator[str]:
        """Yield what `body`, got at `at_s`, tells too early; `hand` is the one it is about where it does not say."""
        try:
            told = json.loads(body)
        except ValueError:
            told = body
        yield from self._leaks(told, at_s, hand)

    def _leaks(self, told: Any, at_s: float, hand: int) -> Iterator[str]:
        match told:
            case dict():
                hand = hand_of(told) or hand
                for key, below in told.items():
                    yield from self._leaks(key, at_s, hand)
                    yield from self._leaks(below, at_s, hand)
            case list():
                for below in told:
                    yield from self._leaks(below, at_s, hand)
            case str():
                known_s = self.known_s.get(hand, {})
                for card in CARD.findall(told):
                    if known_s.get(card, float("inf")) > at_s + SLACK_S:
                        yield f"hand {hand}: a card {'too early' if card in known_s else 'that nobody may know'} in {told[:80]!r}"


def hand_of(told: dict[str, Any]) -> int:
    """The number of the hand that an object is about; 0 = it does not say."""
    summary = told.get("summary")
    for name_of_hand in (told.get("hand"), told.get("number"), summary.get("number") if isinstance(summary, dict) else None):
        name = HAND.fullmatch(str(name_of_hand))
        if name is not None:
            return int(name[1])
    return 0
