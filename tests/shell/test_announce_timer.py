"""The timers of what the dealer has to say, on the running loop's time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from controller import clock
from controller.effects import Tell
from controller.game.chips import Stakes
from controller.harness import TableInProcess
from controller.rules.announcing import Announcing
from controller.rules.house import House

HOUSE = House(seats=4, stakes=Stakes(50, 100), announcing=Announcing(20, 60))
SEAT = 1

Script = Callable[[TableInProcess], Awaitable[None]]


def play(script: Script, house: House = HOUSE) -> list[tuple[str, float]]:
    """Run the script at a table where seat 1 is to act; return what was announced and asked, and how many seconds after the deal."""

    async def main() -> list[tuple[str, float]]:
        table = TableInProcess(house, clock=clock.Clock(asyncio.get_running_loop()), keep_effects=True)
        await table.start()
        for seat in (1, 2, 3):
            assert table.command("sit", {"seat": seat, "name": f"P{seat}", "stack": 1000}, "floor").ok
        for verb in ("new_hand", "post"):
            assert table.command(verb, {}).ok
        begun_ns = table.clock.now_ns()
        await script(table)
        await table.stop()
        await asyncio.sleep(1000)
        found = []
        for tell in table.stories:
            if isinstance(tell, Tell) and tell.more is not None and tell.kind in ("announcement", "prompt"):
                word = tell.more.announcement.about if tell.kind == "announcement" else tell.more.prompt.what
                found.append((word, (tell.at_ns - begun_ns) / 1e9))
        return found

    return clock.run(main, None)


def ask(table: TableInProcess, verb: str, **arguments: object) -> None:
    answer = table.command(verb, arguments, "floor")
    assert answer.ok, answer


async def nobody_acts(table: TableInProcess) -> None:
    await asyncio.sleep(200)


async def raises_and_waits(table: TableInProcess) -> None:
    await asyncio.sleep(5)
    ask(table, "act", seat=SEAT, do="raise", to=300)
    await asyncio.sleep(200)


async def raises_and_says_so(table: TableInProcess) -> None:
    ask(table, "act", seat=SEAT, do="raise", to=300)
    await asyncio.sleep(10)
    ask(table, "ack", announcement="h1-a1")
    await asyncio.sleep(4)
    ask(table, "act", seat=2, do="fold")
    await asyncio.sleep(14)
    ask(table, "act", seat=3, do="fold")
    await asyncio.sleep(200)


async def paused(table: TableInProcess) -> None:
    ask(table, "act", seat=SEAT, do="raise", to=300)
    await asyncio.sleep(10)
    ask(table, "pause")
    await asyncio.sleep(500)
    ask(table, "resume")
    await asyncio.sleep(40)


async def stopped(table: TableInProcess) -> None:
    ask(table, "act", seat=SEAT, do="raise", to=300)


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (nobody_acts, [("turn", 15.0)]),
        (raises_and_waits, [("raise", 5.0), ("turn", 20.0), ("raise", 25.0), ("raise", 65.0), ("unsaid", 65.0)]),
        (raises_and_says_so, [("raise", 0.0), ("raise", 10.0)]),
        (paused, [("raise", 0.0), ("raise", 510.0), ("turn", 525.0), ("raise", 530.0)]),
        (stopped, [("raise", 0.0)]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_who_says_nothing_is_reminded_and_who_does_not_act_is_prompted(script: Script, expected: list[tuple[str, float]]) -> None:
    assert play(script) == expected


def test_a_table_without_announcements_has_no_timers() -> None:
    assert play(raises_and_waits, House(seats=4, stakes=Stakes(50, 100))) == []
