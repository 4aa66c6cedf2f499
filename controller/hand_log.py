"""The events of the present hand, kept for corrections: what a `correct` command needs beside the table.

Rebuilt from the journal at a start. It holds what changed the table since the hand began, up to the next hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from controller.effects import Effect, Tell
from controller.events import (
    Act,
    Answer,
    CardMoved,
    CardSeen,
    Correct,
    Entry,
    Event,
    FloorRule,
    NewHand,
    Plain,
    Report,
    Request,
    Show,
    Tick,
)
from controller.game.outcome import More
from controller.rules.ruling import Ruling
from controller.table import deciding, found_late, rulings, unaware
from controller.table.correction import corrected
from controller.table.dealing import asking, board_decisions, decisions, stud_last
from controller.table.early_acts import FREE
from controller.table.reconciling import OF_THE_DOCKET

#: A table left alone whose cards flicker all night makes events without end: a hand with more can no longer be corrected.
MAX_ENTRIES: Final = 4_000


#: What goes into the journal with the hand that it is about.
_OF_THE_HAND: Final = (Correct, FloorRule)


class HandLog:
    """Follows the events of a table, in order.

    Invariants: `entries` is the hand as it is told now, corrections done; empty when not all of it is known.
    """

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._asked: int | None = None  # the seat whose fold waits for an answer: its next one is the answer

    def complete(self, event: Event) -> Event:
        """Return the event as it goes into the journal: a correction, or a decision, with the hand it may change."""
        return replace(event, entries=tuple(self.entries)) if isinstance(event, _OF_THE_HAND) else event

    def take(self, event: Event, effects: Sequence[Effect]) -> None:
        """Note an event that was stepped, by what was told of it; what told nothing changed nothing."""
        first = effects[0] if effects else None
        if not isinstance(first, Tell):
            return
        if len(effects) == 1 and self._asked is None and type(event) is CardMoved and first.kind not in _ASKING:
            self._note(Entry(first.seq, first.seq, event))
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
        asked = type(entry) is Show and all(tell.kind in OF_THE_DOCKET for tell in tells)
        self._note(Entry(first.seq, first.seq + len(tells) - 1, entry, asked=asked))

    def _note(self, entry: Entry) -> None:
        """Add what happened to the hand, if it is known from its beginning and is not too long."""
        if isinstance(entry.event, NewHand) or 0 < len(self.entries) < MAX_ENTRIES:
            self.entries.append(entry)
        else:
            self.entries = []


def _decided(tells: Sequence[Tell]) -> Ruling:
    """The decision itself is the last ruling told; what is to be said because of it comes behind."""
    ruling: Ruling = next(tell.more.ruling for tell in reversed(tells) if tell.kind == "ruling" and tell.more is not None)
    return ruling


def _asked_of(tells: Sequence[Tell], asked: int | None) -> int | None:
    """Return whose fold waits for an answer after what was told; `asked` is whose did before."""
    if tells[0].kind == "prompt":
        prompt = (tells[0].more or More()).prompt
        return tells[0].seat if prompt is not None and prompt.who == "dealer" else asked
    if asked is None:
        return None
    over = any(tell.kind in ("acted", "correction", "hand_started", "hand_void") for tell in tells)
    return None if over else asked


#: What may be a decision about the deal, or the act that an answer comes to.
_ANSWERS: Final = (Answer, FloorRule)
_DECIDING: Final = (*_ANSWERS, Tick)
#: Stories that do nothing by themselves.
_ASKING: Final = ("prompt", "ruling")
#: What stays an event of the hand though it told of rulings alone: what it says of the cards counts.
_OF_THE_CARDS: Final = (NewHand, CardSeen, Report, Show)


def _as_entry(event: Event, tells: Sequence[Tell], asked: int | None) -> Plain | FloorRule | None:
    """Return what the event is in the hand when that is folded again; None = nothing.

    A decision that frees a player who had missed a raise is a request that binds him no more. An answer, a fold of the seat that is
    `asked` about it, and a decision that folds or checks for a player are the act they come to; what only asked is nothing.
    """
    if isinstance(event, FloorRule) and (freed := _freed(event, tells)) is not None:
        return freed
    if isinstance(event, _DECIDING) and (decided := _of_the_deal(tells)) is not None:
        return _folding(event, decided)
    told_of_it = tells[0].kind not in _ASKING or any(tell.kind not in _ASKING for tell in tells)
    if isinstance(event, Correct) or not (told_of_it or isinstance(event, _OF_THE_CARDS)):
        return None
    if isinstance(event, _ANSWERS) and tells[0].do not in stud_last.SAID:
        acted = next((tell for tell in tells if tell.kind == "acted"), None)
        if acted is None or acted.seat is None:
            return None
        return Act(event.head, acted.seat, "fold" if acted.do == "fold" else "call" if acted.do == "call" else "check", None, True)
    return replace(event, as_entered=True) if isinstance(event, Act) and event.do == "fold" and event.seat == asked else event


def _of_the_deal(tells: Sequence[Tell]) -> Ruling | None:
    """Return the ruling on cards that was told first, if one was: what is dealt from then on hangs on it."""
    told = [tell.more.ruling for tell in tells if tell.more is not None and tell.more.ruling is not None]
    return next((one for one in told if one.kind in board_decisions.KINDS or _changes(one)), None)


def _changes(decided: Ruling) -> bool:
    """Whether deciding a ruling changes the hand by itself, and may change the ruling's steps."""
    return decided.kind in decisions.CARRIED_OUT_BY or asking.is_asked(decided)


def _folding(event: FloorRule | Answer | Tick, decided: Ruling) -> Plain | FloorRule:
    """Return the event for a hand that is folded again, where rulings and prompts have other numbers: the newest of its matter is meant."""
    if isinstance(event, FloorRule):
        return replace(event, entries=(), ruling=rulings.kind_at(decided) if _changes(decided) else rulings.matter(decided))
    return replace(event, prompt="") if isinstance(event, Answer) else event


def _freed(event: FloorRule, tells: Sequence[Tell]) -> Request | None:
    """Return what a decision is that lets a player who had missed a raise act as he likes; None = it is none."""
    if event.decision != "override" or not any(tell.kind == "ruling" for tell in tells):
        return None
    ruling = _decided(tells)
    if ruling.seat is None or (ruling.kind, ruling.alternative) != (unaware.KIND, FREE):
        return None
    return Request(event.head, ruling.seat, "unaware")
