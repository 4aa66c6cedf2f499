"""From the journal to finished hands: the events folded in again, cut where hands begin and end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from controller.effects import CommandDone, Effect, Tell
from controller.events import Event, Show, VoidHand
from controller.feed.boot import Boot
from controller.game.hand import Hand
from controller.histories.finished import Deed, FinishedHand
from controller.journal.reading import JournalReader
from controller.recovery import fold
from controller.rules.house import House
from controller.table.table import Table

#: Whether a hand of this number is wanted.
Wanted: TypeAlias = Callable[[int], bool]

_ENDS: Final = ("hand_ended", "hand_void")


class Unfinished(NamedTuple):
    """A hand that has no history, and why."""

    number: int
    why: str


def finished_hands(reader: JournalReader, house: House, first: int, last: int, wanted: Wanted) -> Iterator[FinishedHand | Unfinished]:
    """Yield the wanted ones of the hands `first` to `last` in their order, as they end; those that have no end as `Unfinished`.

    Raises: JournalError for a journal that is damaged; what was yielded before stands.
    """
    running: _Hand | None = None
    seen = first - 1
    for one in fold(reader, house, before_hand=first):
        for event, effects, table in zip(one.turn.events, one.effects, one.tables, strict=True):
            number = table.hand_number
            for effect in effects:
                if isinstance(effect, Tell) and effect.kind == "hand_started":
                    if first <= number <= last and wanted(number):
                        running = _Hand(table, one.turn.row.turn)
                    seen = max(seen, number)
            if number > seen and first <= number <= last:
                seen = number
                if wanted(number):
                    yield Unfinished(number, "the journal no longer holds how it began")
            if running is None:
                continue
            running.take(event, effects, one.boot)
            if any(isinstance(effect, Tell) and effect.kind in _ENDS for effect in effects) and table.hand is not None:
                yield running.finished(table.hand, one.turn.row.turn)
                running = None
        if running is None and one.turn.row.hand > last:
            return
    if running is not None:
        yield Unfinished(running.number, "it is still being played")


class _Hand:
    """A hand on its way."""

    def __init__(self, table: Table, turn: int) -> None:
        seated = table.hand.seats if table.hand is not None else ()
        self.number = table.hand_number
        self._names = tuple([held.name if (held := table.seats[seat - 1]) is not None else "" for seat in seated])
        self._table_seats = len(table.seats)
        self._turn = turn
        self._deeds: list[Deed] = []
        self._boots: dict[str, None] = {}
        self._refused: Counter[str] = Counter()
        self._named_by_hand: list[int] = []
        self._void_reason: str | None = None

    def take(self, event: Event, effects: Sequence[Effect], boot: Boot) -> None:
        self._boots[boot.boot_id] = None
        head = getattr(event, "head", None)  # commands have one
        by, cmd_id = (None, None) if head is None else (head.role, head.cmd_id)
        for effect in effects:
            if isinstance(effect, Tell):
                self._deeds.append(Deed(effect, boot.utc_ms(effect.at_ns), by, cmd_id))
            elif isinstance(effect, CommandDone) and not effect.ok:
                self._refused[effect.code] += 1
            elif isinstance(event, Show) and event.cards is not None:
                self._named_by_hand.append(event.seat)
            elif isinstance(event, VoidHand):
                self._void_reason = event.reason

    def finished(self, hand: Hand, turn: int) -> FinishedHand:
        return FinishedHand(
            hand=hand,
            names=self._names,
            table_seats=self._table_seats,
            deeds=tuple(self._deeds),
            turns=(self._turn, turn),
            boots=tuple(self._boots),
            refused=dict(sorted(self._refused.items())),
            named_by_hand=tuple(self._named_by_hand),
            void_reason=self._void_reason,
        )
