"""The lines of a scenario that is being written down, and how long what they say takes when it is played.

Time: units are seconds of the table that plays it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple

from sim.scenario.differs import words
from sim.scenario.felt import CARD_S, LOOK_S, WORD_S

#: How much longer than somebody has to is waited, and the most that one line may wait. Units: seconds.
LATER_S: Final = 0.1
_MOST_WAIT_S: Final = 3600.0
#: Fields that people type: any text, which is written in quotes.
_FREE: Final = frozenset({"name", "reason"})
#: How long an act takes at the least; what is not here is said in a word. Units: seconds.
_LASTS_S: Final[Mapping[str, float]] = {
    **dict.fromkeys(("deal", "burn", "board", "move", "foreign"), CARD_S),
    **dict.fromkeys(("expose", "turn_over", "boxed"), LOOK_S),
}  # fmt: skip
#: Acts that say that a hand begins.
_BEGINS: Final = frozenset({"next_hand", "bomb_pot"})
#: Acts whose only field is written without its name.
_SHORT: Final[Mapping[str, str]] = {"burn": "card", "board": "cards", "boxed": "card", "shuffle": "step", "wait": "lasts"}


class Act(NamedTuple):
    """An act of the language; a field of None is none."""

    name: str
    args: Mapping[str, Any] = {}

    def __str__(self) -> str:
        said = {key: value for key, value in self.args.items() if value is not None}
        short = _SHORT.get(self.name, "")
        if said.keys() == {short}:
            return f"{self.name}: {words(said[short])}"
        fields = ", ".join(f"{key}: {_value(key, value)}" for key, value in said.items())
        return f"{self.name}: {{{fields}}}" if fields else self.name


class Lines:
    """What was done, line by line."""

    def __init__(self) -> None:
        self._lines: list[Act | str] = []
        #: How long it takes to come here, at the least: what waits for a reader takes longer.
        self.lasts_s = 0.0

    def act(self, name: str, args: Mapping[str, Any]) -> int:
        """Write an act; return at which line, for `instead`."""
        self._lines.append(Act(name, args))
        self.lasts_s += _LASTS_S.get(name, WORD_S)
        return len(self._lines) - 1

    def reserve(self) -> int:
        """Leave a line empty for what only later is known to belong there; return which, for `fill`."""
        self._lines.append("")
        return len(self._lines) - 1

    def fill(self, at: int, name: str, args: Mapping[str, Any]) -> None:
        """Write an act at a line that was left empty."""
        self._lines[at] = Act(name, args)

    def comment(self, text: str) -> None:
        """Write what is no act."""
        self._lines.append(text)

    def wait(self, lasts_s: float) -> None:
        """Let so much time pass; none where it is none."""
        while lasts_s > 0:
            now_s = min(lasts_s, _MOST_WAIT_S)
            self._lines.append(Act("wait", {"lasts": f"{now_s:.3f}s"}))
            self.lasts_s += now_s
            lasts_s -= now_s

    def instead(self, at: int, **args: object) -> None:
        """Change fields of the act at a line."""
        line = self._lines[at]
        if isinstance(line, Act):
            self._lines[at] = line._replace(args={**line.args, **args})

    def take_back(self, at: int) -> None:
        """Take an act back; the lines after it stay where they are."""
        self._lines[at] = ""

    def text(self, *, before: Collection[str]) -> list[str]:
        """Return the lines; `before` are the acts that begin no hand, so that it has to be begun before them unless it is said when."""
        names = [line.name for line in self._lines if isinstance(line, Act)]
        begun = _BEGINS.intersection(names) if names and names[0] in before else names
        begin = [] if begun else ["  - next_hand"]
        return [*begin, *[f"  - {line}" if isinstance(line, Act) else f"  # {line}" for line in self._lines if line]]


def _value(key: str, value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if key in _FREE else words(value)
