"""Questions that sensing put to a person, until they have answered themselves."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeAlias

from controller.events import Discrepancy, Evidence, Fact
from controller.game.zones import Zone

#: Reason code and places: what a person sees of a question.
_Key: TypeAlias = tuple[str, tuple[Zone, ...]]


class Questions:
    """Which questions are open, and whom they are about (a card's track, an unknown tag in a place).

    Several may ask the same of the same places: each is told, and the question is settled with the
    last of them.
    Invariants: one question a subject; as many subjects as sensing asks about and has not let go.
    """

    def __init__(self, episode_ns: int) -> None:
        self._episode_ns = episode_ns
        self._keys: dict[Hashable, _Key] = {}
        self._heard_ns: dict[Hashable, int] = {}

    def __len__(self) -> int:
        return len(self._keys)

    def ask(self, about: Hashable, question: Discrepancy, out: list[Fact | Discrepancy]) -> None:
        """Ask; what was asked about the same before, of other places, is settled."""
        key = (question.kind, question.zones)
        if self._keys.get(about, key) != key:
            self.drop(about, question.at_ns, question.evidence.part, out)
        self._keys[about] = key
        self._heard_ns[about] = question.at_ns
        out.append(question)

    def confirm(self, about: Hashable, at_ns: int) -> None:
        """It is still so."""
        if about in self._heard_ns:
            self._heard_ns[about] = at_ns

    def drop(self, about: Hashable, at_ns: int, part: str, out: list[Fact | Discrepancy]) -> None:
        """It is no longer so; nothing happens when nothing was asked."""
        key = self._keys.pop(about, None)
        if key is None:
            return
        del self._heard_ns[about]
        if key not in self._keys.values():
            out.append(Discrepancy(*key, at_ns, Evidence(part, 0, 0), settled=True))

    def expire(self, now_ns: int, part: str, out: list[Fact | Discrepancy]) -> None:
        """What was not confirmed for a whole episode is no longer so."""
        for about in [about for about, heard_ns in self._heard_ns.items() if now_ns - heard_ns > self._episode_ns]:
            self.drop(about, now_ns, part, out)
