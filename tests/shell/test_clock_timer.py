"""The clock that is called on a player, on the running loop's time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from controller import clock
from controller.effects import Tell
from controller.events import Tick
from controller.game.chips import Stakes
from controller.harness import TableInProcess
from controller.journal.log import MemoryJournal
from controller.rules.house import House

HOUSE = House(seats=4, stakes=Stakes(50, 100))


def play(script: Callable[[TableInProcess], Awaitable[None]]) -> list[tuple[str, str | None, float]]:
    """Run the script at a table where seat 3 is to act; return what the clock told: kind, code, seconds since it was called."""

    async def main() -> list[tuple[str, str | None, float]]:
        table = TableInProcess(HOUSE, clock=clock.Clock(asyncio.get_running_loop()), keep_effects=True)
        await table.start()
        for seat in (1, 2, 3):
            assert table.command("sit", {"seat": seat, "name": f"P{seat}", "stack": 1000}, "floor").ok
        for verb in ("new_hand", "post"):
            assert table.command(verb, {}).ok
        assert table.table.hand is not None
        assert table.table.hand.seats[table.table.hand.to_act] == SEAT
        await script(table)
        await table.stop()
        await asyncio.sleep(1000)
        tells = [tell for tell in table.stories if isinstance(tell, Tell) and tell.kind.startswith("clock")]
        return [(tell.kind, tell.code, (tell.at_ns - tells[0].at_ns) / 1e9) for tell in tells]

    return clock.run(main, None)


SEAT = 1


def ask(table: TableInProcess, verb: str, **arguments: object) -> None:
    answer = table.command(verb, arguments, "floor")
    assert answer.ok, answer


async def waits(table: TableInProcess) -> None:
    ask(table, "clock", seat=SEAT, seconds=30)
    await asyncio.sleep(100)
    hand = table.table.hand
    assert table.table.clock is None
    assert hand is not None
    assert hand.folded[hand.seats.index(SEAT)], "he faced the big blind"


async def acts(table: TableInProcess) -> None:
    ask(table, "clock", seat=SEAT, seconds=30)
    await asyncio.sleep(29)
    ask(table, "act", seat=SEAT, do="fold")
    await asyncio.sleep(29)


async def taken_back(table: TableInProcess) -> None:
    ask(table, "clock", seat=SEAT, seconds=30)
    await asyncio.sleep(10)
    ask(table, "clock", seat=SEAT, stop=True)
    await asyncio.sleep(100)


async def paused(table: TableInProcess) -> None:
    ask(table, "clock", seat=SEAT, seconds=30)
    await asyncio.sleep(10)
    ask(table, "pause")
    await asyncio.sleep(500)
    ask(table, "resume")
    await asyncio.sleep(100)


async def called_anew(table: TableInProcess) -> None:
    ask(table, "clock", seat=SEAT, seconds=30)
    await asyncio.sleep(10)
    ask(table, "clock", seat=SEAT, seconds=30)
    await asyncio.sleep(100)


async def voided(table: TableInProcess) -> None:
    ask(table, "clock", seat=SEAT, seconds=30)
    await asyncio.sleep(10)
    ask(table, "void_hand")
    await asyncio.sleep(100)


async def stopped_before(table: TableInProcess) -> None:
    ask(table, "clock", seat=SEAT, seconds=30)
    await asyncio.sleep(10)


@pytest.mark.parametrize(
    ("script", "told"),
    [
        (waits, [("clock_started", None, 0), ("clock_ended", "clock.expired", 30)]),
        (acts, [("clock_started", None, 0), ("clock_ended", "clock.acted", 29)]),
        (taken_back, [("clock_started", None, 0), ("clock_ended", "clock.stopped", 10)]),
        (paused, [("clock_started", None, 0), ("clock_ended", "clock.expired", 530)]),
        (called_anew, [("clock_started", None, 0), ("clock_started", None, 10), ("clock_ended", "clock.expired", 40)]),
        (voided, [("clock_started", None, 0), ("clock_ended", "clock.stopped", 10)]),
        (stopped_before, [("clock_started", None, 0)]),
    ],
)
def test_a_called_clock(script: Callable[[TableInProcess], Awaitable[None]], told: list[tuple[str, str | None, float]]) -> None:
    assert [(kind, code, round(at_s, 3)) for kind, code, at_s in play(script)] == told


def test_only_the_count_down_and_the_end_of_a_clock_are_journaled_as_ticks() -> None:
    journal = MemoryJournal()

    async def main() -> None:
        table = TableInProcess(HOUSE, clock=clock.Clock(asyncio.get_running_loop()), journal=journal)
        await table.start()
        for seat in (1, 2):
            table.command("sit", {"seat": seat, "name": f"P{seat}", "stack": 1000}, "floor")
        for verb in ("new_hand", "post"):
            table.command(verb, {})
        hand = table.table.hand
        assert hand is not None
        seat = hand.seats[hand.to_act]
        for seconds in (30, 20):
            ask(table, "clock", seat=seat, seconds=seconds)
        await asyncio.sleep(100)
        await table.stop()

    clock.run(main, None)
    ticks = [event for event in journal.events() if isinstance(event, Tick)]
    assert [(tick.timer, (tick.at_ns - ticks[0].at_ns) // 1_000_000_000) for tick in ticks] == [("clock", 0), ("clock", 10)]


def test_a_clock_that_ran_out_while_the_process_was_away_ends_at_the_start() -> None:
    async def main() -> tuple[list[str], float]:
        before = TableInProcess(HOUSE, clock=clock.Clock(asyncio.get_running_loop()))
        for seat in (1, 2):
            ask(before, "sit", seat=seat, name=f"P{seat}", stack=1000)
        ask(before, "new_hand")
        ask(before, "post")
        hand = before.table.hand
        assert hand is not None
        ask(before, "clock", seat=hand.seats[hand.to_act], seconds=30)
        await asyncio.sleep(500)
        after = TableInProcess(HOUSE, clock=clock.Clock(asyncio.get_running_loop()), table=before.table, keep_effects=True)
        began_s = asyncio.get_running_loop().time()
        await after.start()
        await asyncio.sleep(1)
        await after.stop()
        assert after.table.clock is None
        told = [tell for tell in after.stories if isinstance(tell, Tell)]
        return [tell.kind for tell in told[:2]], told[0].at_ns / 1e9 - began_s

    kinds, after_s = clock.run(main, None)
    assert kinds == ["clock_ended", "acted"], "no count-down of a time that is up"
    assert after_s < 1
