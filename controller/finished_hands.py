"""From the journal to finished hands: the events folded in again, cut where hands begin and end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from controller.effects import CommandDone, Effect, Tell
from controller.events import Event, Show, VoidHand
from controller.feed.boot import Boot
from controller.game.hand import OVER, Hand
from controller.histories.finished import Deed, FinishedHand
from controller.journal.reading import JournalReader
from controller.recovery import fold
from controller.rules.house import House
from controller.table.table import Table

#: Whether a hand of this number is wanted.
Wanted: TypeAlias = Callable[[int], bool]


class Unfinished(NamedTuple):
    """A hand that has no history, and why."""

    number: int
    why: str


def finished_hands(reader: JournalReader, house: House, first: int, last: int, wanted: Wanted) -> Iterator[FinishedHand | Unfinished]:
    """Yield the wanted ones of the hands `first` to `last` in their order; those that have no end as `Unfinished`.

    A hand that has ended may still be corrected until the next one begins: only then it is finished.

    Raises: JournalError for a journal that is damaged; what was yielded before stands.
    """
    running: _Hand | None = None
    seen = first - 1
    for one in fold(reader, house, before_hand=first):
        for event, effects, table in zip(one.turn.events, one.effects, one.tables, strict=True):
            number = table.hand_number
            for effect in effects:
                if isinstance(effect, Tell) and effect.kind == "hand_started":
                    if running is not None:
                        yield running.finished()
                        running = None
                    if first <= number <= last and wanted(number):
                        running = None if table.hand is None else _Hand(table, table.hand, one.turn.row.turn)
                    seen = max(seen, number)
            if number > seen and first <= number <= last:
                seen = number
                if wanted(number):
                    yield Unfinished(number, "the journal no longer holds how it began")
            if running is not None and table.hand is not None:
                running.take(event, effects, one.boot, table.hand, one.turn.row.turn)
        if running is None and one.turn.row.hand > last:
            return
    if running is not None:
        yield running.finished() if running.over else Unfinished(running.number, "it is still being played")


class _Hand:
    """A hand on its way: how it stands, and what was told of it."""

    def __init__(self, table: Table, hand: Hand, turn: int) -> None:
        self.number = hand.number
        self._hand = hand
        self._names = tuple([held.name if (held := table.seats[seat - 1]) is not None else "" for seat in hand.seats])
        self._table_seats = len(table.seats)
        self._turns = (turn, turn)
        self._deeds: list[Deed] = []
        self._corrections: list[Deed] = []
        self._boots: dict[str, None] = {}
        self._refused: Counter[str] = Counter()
        self._named_by_hand: list[int] = []
        self._void_reason: str | None = None

    @property
    def over(self) -> bool:
        return self._hand.stage in OVER

    def take(self, event: Event, effects: Sequence[Effect], boot: Boot, hand: Hand, turn: int) -> None:
        """Take what one event did, and how the hand stands then; once it is over only a correction concerns it."""
        tells = [effect for effect in effects if isinstance(effect, Tell)]
        if self.over and not any(tell.kind == "correction" for tell in tells):
            return
        self._hand, self._turns = hand, (self._turns[0], turn)
        self._boots[boot.boot_id] = None
        head = getattr(event, "head", None)  # commands have one
        by, cmd_id = (None, None) if head is None else (head.role, head.cmd_id)
        for tell in tells:
            deed = Deed(tell, boot.utc_ms(tell.at_ns), by, cmd_id)
            if tell.kind == "correction" and tell.more is not None:
                self._corrections.append(deed)
                self._deeds = self._retold(tell.more.retold, boot, deed)
            else:
                self._deeds.append(deed)
        for effect in effects:
            if isinstance(effect, CommandDone) and not effect.ok:
                self._refused[effect.code] += 1
            elif isinstance(effect, CommandDone) and isinstance(event, Show) and event.cards is not None:
                self._named_by_hand.append(event.seat)
            elif isinstance(effect, CommandDone) and isinstance(event, VoidHand):
                self._void_reason = event.reason

    def _retold(self, tells: Sequence[Tell], boot: Boot, correction: Deed) -> list[Deed]:
        """The hand's story as a correction tells it; who brought an entry about is as it was, and he who corrected for what is new."""
        before = {deed.told.seq: deed for deed in self._deeds}
        found = []
        for tell in tells:
            was = before.get(tell.seq)
            found.append(
                Deed(tell, boot.utc_ms(tell.at_ns), correction.by, correction.cmd_id)
                if was is None
                else Deed(tell, was.utc_ms, was.by, was.cmd_id)
            )
        return found

    def finished(self) -> FinishedHand:
        return FinishedHand(
            hand=self._hand,
            names=self._names,
            table_seats=self._table_seats,
            deeds=tuple(self._deeds),
            turns=self._turns,
            boots=tuple(self._boots),
            refused=dict(sorted(self._refused.items())),
            named_by_hand=tuple(self._named_by_hand),
            void_reason=self._void_reason,
            corrections=tuple(self._corrections),
        )
