"""Every story the journal leads to, told again word for word: what a broker has not taken waits there, not in memory."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from controller.effects import Tell
from controller.feed.hub import story_of
from controller.feed.stored import StoryError
from controller.feed.subscription import FeedMessage
from controller.journal.disk import Head
from controller.journal.errors import JournalError
from controller.journal.paths import JournalPlace
from controller.journal.reading import JournalReader
from controller.journal.store import Rows, read_only
from controller.recovery import fold
from controller.rules.house import House
from controller.table.table import Table

#: Before every turn: the fold begins with the oldest snapshot there is.
_OLDEST: Final = -1


class JournalStories:
    """The stories of a journal that is written meanwhile: it is read as of one moment, by a connection of its own.

    Time: reading is done in a thread. It folds at most `[journal] snapshot_hands` hands that nobody asked for, and none
    when it goes on where it ended before.
    """

    def __init__(self, place: JournalPlace, house: House) -> None:
        self._reached: tuple[Table, Head] | None = None  # after the last turn whose stories were all returned
        self._place = place
        self._house = house

    async def after(self, seq: int, most: int) -> Sequence[FeedMessage]:
        return await asyncio.to_thread(self.read, seq, most)

    def read(self, seq: int, most: int) -> list[FeedMessage]:
        """Return up to `most` stories behind `seq`, in order; what `keep_hands` let go of is missing at the front.

        Raises: StoryError.
        """
        found: list[FeedMessage] = []
        try:
            keys = self._place.keys()
            with read_only(self._place.file, keys.check) as rows:
                for story in self._behind(rows, JournalReader(rows, keys), seq):
                    found.append(story)
                    if len(found) == most:
                        break
        except JournalError as error:
            raise StoryError(f"{error} ({error.code})") from None
        return found

    def _behind(self, rows: Rows, reader: JournalReader, seq: int) -> Iterator[FeedMessage]:
        turn = rows.snapshot_before(seq)
        start = self._reached
        if start is not None and (start[0].seq > seq or start[1].turn < max(turn or 0, reader.start().turn)):
            start = None  # that was another place, or a snapshot is nearer
        for one in fold(reader, self._house, from_turn=_OLDEST if turn is None else turn, start=start):
            for effect in itertools.chain.from_iterable(one.effects):
                if isinstance(effect, Tell) and effect.seq > seq:
                    yield story_of(effect, one.boot)
            row = one.turn.row
            self._reached = one.table, Head(row.turn, row.events, row.mac)
