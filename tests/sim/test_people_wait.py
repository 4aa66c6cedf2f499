"""People at a table that goes away: they wait for it, go on when it is back, and begin anew what it forgot."""

from __future__ import annotations

import asyncio

import pytest

from controller import clock
from controller.effects import CommandDone
from controller.harness import TableInProcess
from controller.rules.house import House
from sim.at_table import AtTable
from sim.errors import ForgottenError, StalledError
from sim.people import ABSENT_WALL_S, People
from sim.world import World


class Elsewhere(AtTable):
    """A table whose daemon comes and goes as the test says."""

    online = False
    forgotten = 0

    def __init__(self) -> None:
        super().__init__(TableInProcess(House()))


def waiting(table: Elsewhere, back_s: float, said_s: float, forgotten: int = 0) -> float:
    """Have people wait for what is said at `said_s`, by a table that is back at `back_s`; return when they have heard it."""

    async def main() -> float:
        loop = asyncio.get_running_loop()
        people = People(table, World(1), limit_s=5.0)

        def come_back() -> None:
            table.online, table.forgotten = True, forgotten

        loop.call_later(back_s, come_back)
        await people._wait(lambda _: loop.time() >= said_s, "a word")
        return loop.time()

    return clock.run(main, speed=None)


def test_a_table_that_comes_back_is_given_its_time() -> None:
    assert waiting(Elsewhere(), back_s=40.0, said_s=44.0) < 45.0


def test_a_table_that_is_back_and_silent_is_not_waited_for_much_longer() -> None:
    with pytest.raises(StalledError, match="a word; no hand runs"):
        waiting(Elsewhere(), back_s=40.0, said_s=50.0)


def test_a_table_that_never_comes_back_is_given_up_with_where_to_look() -> None:
    with pytest.raises(StalledError, match="daemon and its broker"):
        waiting(Elsewhere(), back_s=10_000.0, said_s=ABSENT_WALL_S + 5.0)


def test_a_table_that_forgot_is_noticed_before_anything_else_is_done_at_it() -> None:
    with pytest.raises(ForgottenError):
        waiting(Elsewhere(), back_s=10.0, said_s=10.0, forgotten=1)


def test_a_pause_is_waited_for_and_nothing_is_entered_in_it() -> None:
    async def main() -> tuple[float, list[str]]:
        table = TableInProcess(House(seats=4), keep_effects=True)
        loop = asyncio.get_running_loop()
        for seat in (1, 2):
            assert table.command("sit", {"seat": seat, "name": f"P{seat}", "stack": 100}).ok
        assert table.command("pause", {}).ok
        loop.call_later(500.0, table.command, "resume", {}, "floor")
        await People(AtTable(table), World(1), limit_s=5.0)._command("new_hand", {})
        refused = [effect.code for effect in table.stories if isinstance(effect, CommandDone) and not effect.ok]
        return loop.time(), refused

    at_s, refused = clock.run(main, speed=None)
    assert 499.9 < at_s < 502.0
    assert refused == []
