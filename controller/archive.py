"""The journal as an archive: reads it in a thread of its own, so that nobody at the table waits for a question about the past."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from typing import Final, TypeVar

from controller.effects import Tell
from controller.feed.hub import story_of
from controller.feed.subscription import FeedMessage
from controller.game.cards import Card
from controller.hand_record import detail, summary, tells_of, veiled
from controller.journal.errors import JournalError
from controller.journal.paths import JournalPlace
from controller.journal.reading import JournalReader
from controller.journal_commands import open_journal
from controller.recovery import Folded, fold
from controller.rules.house import House
from controller.web.archive import ArchiveError, FoundEvents, Gap, HandDetail, HandsPage, HandSummary, Only

T = TypeVar("T")

#: What hands are looked for by → whether it happened to one.
_MARKS: Final[Mapping[Only, Callable[[HandSummary], bool]]] = {
    "corrected": lambda line: line.corrections > 0,
    "void": lambda line: line.stage == "void",
    "asked": lambda line: line.questions > 0,
}

log: Final = logging.getLogger(__name__)

#: Questions that may wait at once; more are turned away.
MOST_WAITING: Final = 8
#: Hands looked at for one question: whoever looks for a player is told where to look on.
HANDS_AT_ONCE: Final = 400
#: Hands folded together: about as many as lie between two snapshots.
_FOLDED_TOGETHER: Final = 20
#: Lines of finished hands that are remembered.
_REMEMBERED: Final = 20_000


class JournalArchive:
    """Answers from the journal at `place`. `hidden` says whether no hole card may be named now, shown or not.

    Invariants: a question reads the journal as of one moment; what is not kept yet is not in the answer.
    """

    def __init__(self, place: JournalPlace, house: House, *, hidden: Callable[[], bool] = lambda: False) -> None:
        self._place = place
        self._house = house
        self._hidden = hidden
        self._waiting = 0
        self._lines: OrderedDict[int, HandSummary] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")

    async def hands(self, before: int | None, limit: int, player: str, only: Only | None = None) -> HandsPage:
        """Return up to `limit` hands older than `before`, newest first.

        With `player` those in which somebody of that name played, with `only` those to which that happened.
        """

        def page(reader: JournalReader, hidden: bool) -> HandsPage:
            return _veiled_page(self._hands(reader, before, limit, lambda line: _wanted(line, player.casefold(), only)), hidden)

        return await self._ask(page)

    async def hand(self, number: int) -> HandDetail | None:
        """Return hand `number` with its time-line; None when the journal does not hold it whole."""
        return await self._ask(lambda reader, hidden: self._hand(reader, number, hidden))

    async def events(self, after: int, limit: int) -> FoundEvents:
        """Return up to `limit` stories behind `after`, as they were told; what is lost is said."""
        return await self._ask(lambda reader, hidden: self._events(reader, after, limit, hidden))

    def close(self) -> None:
        """Answer nothing more. Does not wait for a question that is being looked into."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _ask(self, question: Callable[[JournalReader, bool], T]) -> T:
        """Ask, and ask again when the cards were hidden before the answer was there. The second argument is whether they are."""
        hidden = self._hidden()
        found = await self._look(lambda reader: question(reader, hidden))
        return found if hidden or not self._hidden() else await self._look(lambda reader: question(reader, True))

    async def _look(self, question: Callable[[JournalReader], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise ArchiveError("web.busy", "several questions about past hands are being answered: ask again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._read, question)
        finally:
            self._waiting -= 1

    def _read(self, question: Callable[[JournalReader], T]) -> T:
        try:
            with open_journal(self._place) as (_, reader):
                return question(reader)
        except JournalError as error:
            raise ArchiveError(error.code, str(error)) from None

    # -- in the thread -----------------------------------------------------------------------------

    def _hands(self, reader: JournalReader, before: int | None, limit: int, wanted: Callable[[HandSummary], bool]) -> HandsPage:
        oldest, newest = _held(reader)
        number = newest if before is None else min(before - 1, newest)
        last = max(oldest, number - HANDS_AT_ONCE + 1)
        found: list[HandSummary] = []
        while number >= last and len(found) < limit:
            line = self._lines.get(number)
            if line is None:
                fresh = self._summaries(reader, max(last, number - _FOLDED_TOGETHER + 1), number, newest)
                line = fresh.get(number)
            if line is not None and wanted(line):
                found.append(line)
            number -= 1
        there = newest >= oldest
        return HandsPage(
            hands=found,
            next_before=number + 1 if number >= oldest else None,
            oldest=oldest if there else None,
            newest=newest if there else None,
        )

    def _summaries(self, reader: JournalReader, first: int, last: int, newest: int) -> dict[int, HandSummary]:
        """Fold the hands `first` to `last`, and remember those that can change no more."""
        found = {}
        for number, turns in groupby(self._turns(reader, first, last), key=lambda one: one.turn.row.hand):
            line = summary(list(turns))
            if line is None:
                continue
            found[number] = line
            if number < newest:
                self._lines[number] = line
                if len(self._lines) > _REMEMBERED:
                    self._lines.popitem(last=False)
        return found

    def _turns(self, reader: JournalReader, first: int, last: int) -> Iterator[Folded]:
        for one in fold(reader, self._house, before_hand=first):
            if one.turn.row.hand > last:
                return
            if one.turn.row.hand >= first and one.turn.events:
                yield one

    def _hand(self, reader: JournalReader, number: int, hidden: bool) -> HandDetail | None:
        oldest, newest = _held(reader)
        if not oldest <= number <= newest:
            return None
        turns = list(self._turns(reader, number, number))
        return detail(turns, hidden=hidden) if turns else None

    def _events(self, reader: JournalReader, after: int, limit: int, hidden: bool) -> FoundEvents:
        newest = reader.newest_seq()
        first = reader.oldest_seq() + 1
        gap = Gap(after=after, first=first) if after + 1 < first else None
        found: list[FeedMessage] = []
        if after < newest:
            for tell, one in tells_of(fold(reader, self._house, from_turn=reader.turn_before_seq(after))):
                if tell.seq > after:
                    found.append(story_of(_hole_cards_veiled(tell) if hidden else tell, one.boot))
                if len(found) == limit:
                    break
        return FoundEvents(found, gap, newest)


def _wanted(line: HandSummary, player: str, only: Only | None) -> bool:
    return any(player in one.name.casefold() for one in line.players) and (only is None or _MARKS[only](line))


def _hole_cards_veiled(tell: Tell) -> Tell:
    """The board stays: it never was anybody's."""
    return tell if tell.kind == "board" else veiled(tell, frozenset[Card](), hidden=True)


def _veiled_page(page: HandsPage, hidden: bool) -> HandsPage:
    if not hidden:
        return page
    veil = [line.model_copy(update={"players": [one.model_copy(update={"shown": []}) for one in line.players]}) for line in page.hands]
    return page.model_copy(update={"hands": veil})


def _held(reader: JournalReader) -> tuple[int, int]:
    """The oldest hand that is kept whole, and the newest one. The oldest snapshot lies within its hand."""
    start = reader.first_state()
    return (1 if start is None else start.hand + 1), reader.newest_hand()
