"""When a card that does not come is asked for: table time, and the journal holds the Tick that asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from controller import clock
from controller.events import CardMoved, Evidence, Tick
from controller.game.cards import Card
from controller.game.chips import Stakes
from controller.game.zones import BOARD, HOLE, STUB
from controller.harness import TableInProcess
from controller.journal.log import MemoryJournal
from controller.rules.house import House
from controller.sensing.settings import SensingSettings

SEEN = Evidence("hf0", 3, 4)


class Here:
    """A heads-up table before the flop is due; nothing reads it, cards come as Facts."""

    def __init__(self, overdue_s: float) -> None:
        self.loop = asyncio.get_running_loop()
        self.journal = MemoryJournal()
        self.table = TableInProcess(
            House(seats=2, stakes=Stakes(5, 10)),
            settings=SensingSettings(overdue_s=overdue_s),
            journal=self.journal,
            clock=clock.Clock(self.loop),
        )
        for seat in (1, 2):
            assert self.table.command("sit", {"seat": seat, "name": f"P{seat}", "stack": 900}).ok
        for verb, arguments in (("button", {"seat": 1}), ("new_hand", {}), ("post", {}), ("act", {"seat": 1, "do": "call"})):
            assert self.table.command(verb, arguments).ok
        self.check = ("act", {"seat": 2, "do": "check"})

    def card(self, number: int, zone: Any = BOARD) -> None:
        now_ns = round(self.loop.time() * 1e9)
        side: Any = "up" if zone == BOARD else "down"
        self.table.turn.queue([CardMoved(Card(number), STUB, zone, side, now_ns - 1, now_ns, SEEN)])

    def asked(self) -> list[str]:
        return [one.code for one in self.table.table.open]

    def ticks(self) -> list[Tick]:
        return [event for event in self.journal.events() if isinstance(event, Tick)]


def at(go: Callable[[Here], Coroutine[Any, Any, None]], overdue_s: float = 10.0) -> None:
    async def main() -> None:
        here = Here(overdue_s)
        await here.table.start()
        try:
            await go(here)
        finally:
            await here.table.stop()

    clock.run(main, speed=None)


def test_it_is_asked_once_after_the_time_set_and_each_card_that_comes_begins_it_anew() -> None:
    async def go(here: Here) -> None:
        await asyncio.sleep(60)
        assert here.table.command(*here.check).ok
        await asyncio.sleep(9.5)
        here.card(1)
        await asyncio.sleep(9.5)
        assert here.asked() == []
        await asyncio.sleep(1.0)
        assert here.asked() == ["deal.flop_unread"]
        await asyncio.sleep(600)
        assert [(tick.timer, tick.at_ns) for tick in here.ticks()] == [("board/1/0/1", 79_500_000_000)]
        here.card(2)
        here.card(3)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert here.asked() == []

    at(go)


def test_a_card_in_the_same_turn_of_the_loop_comes_before_the_question() -> None:
    async def go(here: Here) -> None:
        assert here.table.command(*here.check).ok
        for number in (1, 2):
            here.card(number)
        await asyncio.sleep(10.0 - 1e-9)
        here.loop.call_at(here.loop.time(), here.card, 3)
        await asyncio.sleep(1)
        assert (here.asked(), here.ticks()) == ([], [])

    at(go)


def test_the_holes_wait_for_themselves_while_the_board_comes() -> None:
    async def go(here: Here) -> None:
        for number, seat in ((10, 2), (11, 1), (12, 1)):
            here.card(number, HOLE[seat])
        await asyncio.sleep(1)
        assert here.table.command(*here.check).ok
        for number in (1, 2, 3):
            here.card(number)
            await asyncio.sleep(4)
        assert here.asked() == ["deal.hole_unread"]

    at(go)


def test_a_process_that_was_frozen_hears_the_readers_before_it_asks() -> None:
    async def go(here: Here) -> None:
        assert here.table.command(*here.check).ok
        await asyncio.sleep(5)
        assert isinstance(here.loop, clock.TableLoop)
        here.loop.skip(3600)
        await asyncio.sleep(1)
        assert here.asked() == []
        await asyncio.sleep(10)
        assert here.asked() == ["deal.flop_unread"]

    at(go)


def test_a_table_that_was_stopped_asks_nobody() -> None:
    async def go(here: Here) -> None:
        assert here.table.command(*here.check).ok
        await here.table.stop()
        await asyncio.sleep(60)
        assert here.asked() == []

    at(go)


def test_a_table_that_starts_in_the_middle_of_a_wait_waits_from_then_on() -> None:
    async def main() -> None:
        here = Here(10.0)
        assert here.table.command(*here.check).ok
        await asyncio.sleep(30)
        assert here.asked() == [], "not started yet"
        await here.table.start()
        await asyncio.sleep(10.5)
        assert here.asked() == ["deal.flop_unread"]
        await here.table.stop()

    clock.run(main, speed=None)
