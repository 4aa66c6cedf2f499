"""Journal before effects; replaying the journal gives the live table."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from controller import clock
from controller.core import step
from controller.events import Button, Header, NewHand, Post, Sit
from controller.journal.log import JournalledState, MemoryJournal
from controller.rules.house import House
from controller.table.table import new_table
from controller.turn import NOTED_TOLD, Turn


class NoisyJournal(MemoryJournal):
    """Writes down when it was asked to commit."""

    def __init__(self, order: list[str]) -> None:
        super().__init__()
        self.order = order

    def append(self, records: Sequence[bytes], state: JournalledState, told: int) -> bool:
        self.order.append(f"journal {len(records)}")
        return super().append(records, state, told)


def header(number: int) -> Header:
    return Header(number * 1_000_000_000, f"c{number}", "dealer")


EVENTS = [
    Sit(header(1), 1, "Ann", 500),
    Sit(header(2), 2, "Bob", 500),
    Button(header(3), 2),
    NewHand(header(4)),
    Post(header(5)),
]


def test_nothing_is_told_before_the_journal_has_it() -> None:
    order: list[str] = []
    turn = Turn(House(), NoisyJournal(order))
    turn.on_effects(lambda table, effects: order.append(f"told {len(effects)}"))
    turn.take(EVENTS[:1])
    assert order == ["journal 1", "told 2"]  # the seat, and the answer


def test_a_journal_that_fails_keeps_the_table_as_it_was() -> None:
    class FullJournal(MemoryJournal):
        def append(self, records: Sequence[bytes], state: JournalledState, told: int) -> bool:
            raise OSError("disk full")

    turn = Turn(House(), FullJournal())
    told: list[object] = []
    turn.on_effects(lambda table, effects: told.extend(effects))
    before = turn.table
    with pytest.raises(OSError, match="disk full"):
        turn.take(EVENTS)
    assert turn.table is before
    assert told == []


def test_events_of_one_turn_of_the_loop_share_a_commit() -> None:
    async def main() -> list[str]:
        order: list[str] = []
        turn = Turn(House(), NoisyJournal(order))
        turn.queue(EVENTS[:1])
        turn.queue(EVENTS[1:3])
        await asyncio.sleep(0)
        return order

    assert clock.run(main, speed=None) == ["journal 3"]


def test_what_waits_goes_before_what_comes_later() -> None:
    async def main() -> list[str]:
        journal = MemoryJournal()
        turn = Turn(House(), journal)
        turn.queue(EVENTS[:3])
        turn.take(EVENTS[3:])
        await asyncio.sleep(0)
        return [type(event).__name__ for event in journal.events()]

    assert clock.run(main, speed=None) == ["Sit", "Sit", "Button", "NewHand", "Post"]


def test_replaying_the_journal_gives_the_live_table() -> None:
    journal = MemoryJournal()
    turn = Turn(House(), journal)
    turn.take(EVENTS)
    table = new_table(turn.house)
    for event in journal.events():
        table, _ = step(table, event, turn.house)
    assert table == turn.table


def test_the_memory_journal_forgets_the_oldest_and_goes_on_counting() -> None:
    journal = MemoryJournal(keep_events=3)
    journal.append([b"1", b"2"], new_table(House()), 0)
    journal.append([b"3", b"4", b"5"], new_table(House()), 0)
    assert (list(journal), journal.first, journal.count) == ([b"3", b"4", b"5"], 2, 5)


def test_the_journal_learns_how_far_the_stories_went_out_though_nothing_happens() -> None:
    journal = NotesTold()
    turn = Turn(House(), journal)
    told = 0
    turn.told_by = lambda: told
    turn.note_told()
    told = NOTED_TOLD - 1
    turn.note_told()
    assert journal.told == []
    told = NOTED_TOLD
    turn.note_told()
    turn.note_told()
    assert journal.told == [NOTED_TOLD]


class NotesTold(MemoryJournal):
    def __init__(self) -> None:
        super().__init__()
        self.told: list[int] = []

    def append(self, records: Sequence[bytes], state: JournalledState, told: int) -> bool:
        self.told.append(told)
        return super().append(records, state, told)
