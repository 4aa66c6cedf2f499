"""The events of the present hand, kept for corrections: what a `correct` command needs beside the table.

Rebuilt from the journal at a start. It holds what changed the table since the hand began, up to the next hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from controller.effects import Effect, Tell
from controller.events import Act, Answer, Correct, Entry, Event, FloorRule, NewHand, Plain, Request
from controller.game.outcome import More
from controller.rules.ruling import Ruling
from controller.table import deciding, found_late, unaware
from controller.table.correction import corrected
from controller.table.early_acts import FREE

#: A table left alone whose cards flicker all night makes events without end: a hand with more can no longer be corrected.
MAX_ENTRIES: Final = 4_000


class HandLog:
    """Follows the events of a table, in order.

    Invariants: `entries` is the hand as it is told now, corrections done; empty when not all of it is known.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._asked: int | None = None  # the seat whose fold waits for an answer: its next one is the answer

    def complete(self, event: Event) -> Event:
        """Return the event as it goes into the journal: a correction, or a decision, with the hand it may change."""
        return replace(event, entries=tuple(self.entries)) if isinstance(event, Correct | FloorRule) else event

    def take(self, event: Event, effects: Sequence[Effect]) -> None:
        """Note an event that was stepped, by what was told of it; what told nothing changed nothing."""
        first = effects[0] if effects else None
        if not isinstance(first, Tell):
            return
        tells = [effect for effect in effects if isinstance(effect, Tell)]
        asked, self._asked = self._asked, _asked_of(tells, self._asked)
        if isinstance(event, Correct):
            self.entries = found_late.in_log(corrected(event.entries, event, first.seq), tells)
            return
        if isinstance(event, FloorRule) and first.kind == "correction":
            self.entries = found_late.in_log(deciding.in_log(_decided(tells), event.entries, first.seq), tells)
            return
        entry = _as_entry(event, tells, asked)
        if entry is None:
            return
        if isinstance(entry, NewHand):
            self.entries = []
        elif not self.entries or len(self.entries) >= MAX_ENTRIES:
            self.entries = []
            return
        self.entries.append(Entry(first.seq, first.seq + len(tells) - 1, entry))


def _decided(tells: Sequence[Tell]) -> Ruling:
    """The decision itself is told last."""
    more = tells[-1].more or More()
    ruling: Ruling = more.ruling
    return ruling


def _asked_of(tells: Sequence[Tell], asked: int | None) -> int | None:
    """Return whose fold waits for an answer after what was told; `asked` is whose did before."""
    if tells[0].kind == "prompt":
        return tells[0].seat
    if asked is None:
        return None
    over = any(tell.kind in ("acted", "correction", "hand_started", "hand_void") for tell in tells)
    return None if over else asked


def _as_entry(event: Event, tells: Sequence[Tell], asked: int | None) -> Plain | None:
    """Return what the event is in the hand when that is folded again; None = nothing.

    A decision that frees a player who had missed a raise is a request that binds him no more. An answer, a fold of the seat that is
    `asked` about it, and a decision that folds or checks for a player are the act they come to; what only asked is nothing.
    """
    if isinstance(event, FloorRule) and (freed := _freed(event, tells)) is not None:
        return freed
    if all(tell.kind in ("prompt", "ruling") for tell in tells) and not isinstance(event, NewHand):
        return None
    if isinstance(event, Answer | FloorRule):
        acted = next((tell for tell in tells if tell.kind == "acted"), None)
        if acted is None or acted.seat is None:
            return None
        return Act(event.head, acted.seat, "fold" if acted.do == "fold" else "check", None, True)
    if isinstance(event, Act) and event.do == "fold" and event.seat == asked:
        return replace(event, as_entered=True)
    return None if isinstance(event, Correct) else event


def _freed(event: FloorRule, tells: Sequence[Tell]) -> Request | None:
    """Return what a decision is that lets a player who had missed a raise act as he likes; None = it is none."""
    ruling = (tells[-1].more or More()).ruling
    if event.decision != "override" or ruling is None or (ruling.kind, ruling.alternative) != (unaware.KIND, FREE):
        return None
    return Request(event.head, ruling.seat, "unaware")
