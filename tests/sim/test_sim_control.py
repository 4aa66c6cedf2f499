"""The control socket: what it takes and answers, that it stops people between two acts, and whose it is."""

from __future__ import annotations

import asyncio
import socket
import stat
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from controller import clock
from sim.control import ControlError, answer, ask, controlled
from sim.pacing import Director


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("status", "ok running speed=1 acts=0"),
        ("pause", "ok paused speed=1 acts=0"),
        ("step", "ok paused speed=1 acts=0"),
        ("step 3", "ok paused speed=1 acts=0"),
        ("resume", "ok running speed=1 acts=0"),
        ("speed 2.5", "ok running speed=2.5 acts=0"),
    ],
)
def test_each_request_is_answered_with_what_it_led_to(line: str, told: str) -> None:
    assert answer(Director(), line) == told


@pytest.mark.parametrize(
    "line", ["", "paus", "pause now", "step 0", "step 1.5", "step x", "step 1 2", "speed", "speed 0", "speed nan", "speed 1e9", "step -1"]
)
def test_nonsense_is_refused_with_what_would_be_right_and_changes_nothing(line: str) -> None:
    director = Director()
    told = answer(director, line)
    assert told.startswith("error ")
    assert any(right in told for right in ("takes", "there are"))
    assert (director.paused, director.haste) == (False, 1.0)


def virtually(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    clock.run(main, speed=None)


def test_paused_people_do_not_act_and_a_step_lets_exactly_so_many_acts_through() -> None:
    async def main() -> None:
        director, acts = Director(), 0

        async def people() -> None:
            nonlocal acts
            while True:
                await asyncio.sleep(1.0)
                await director.hold()
                acts += 1

        busy = asyncio.create_task(people())
        await asyncio.sleep(5.5)
        assert acts == 5
        director.pause()
        await asyncio.sleep(10.0)
        assert acts == 5
        director.step(2)
        await asyncio.sleep(10.0)
        assert acts == director.acts == 7
        director.resume()
        await asyncio.sleep(3.2)
        assert acts >= 9
        busy.cancel()

    virtually(main)


def really(main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    clock.run(main)


def test_the_socket_is_its_owners_alone_and_goes_with_the_simulator(tmp_path: Path) -> None:
    path = tmp_path / "run" / "sim.sock"

    async def main() -> None:
        director = Director()
        async with controlled(path, director):
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
            assert await ask(path, "pause") == "ok paused speed=1 acts=0"
            assert director.paused
        assert not path.exists()

    really(main)


def test_a_line_too_long_ends_that_connection_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "sim.sock"

    async def main() -> None:
        async with controlled(path, Director()):
            with pytest.raises(ControlError):
                await ask(path, "x" * 10_000)
            assert (await ask(path, "status")).startswith("ok running")

    really(main)


def test_what_a_killed_simulator_left_is_cleared_and_a_living_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "sim.sock"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))

    async def main() -> None:
        async with controlled(path, Director()):
            with pytest.raises(ControlError, match="listens there already"):
                async with controlled(path, Director()):
                    pass
            assert (await ask(path, "status")).startswith("ok running")

    really(main)


def test_a_file_in_its_place_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "sim.sock"
    path.write_text("mine")

    async def main() -> None:
        with pytest.raises(ControlError, match="no socket"):
            async with controlled(path, Director()):
                pass

    really(main)
    assert path.read_text() == "mine"


def test_without_a_simulator_the_remedy_is_said(tmp_path: Path) -> None:
    async def main() -> None:
        with pytest.raises(ControlError, match="smarttable sim"):
            await ask(tmp_path / "sim.sock", "status")

    really(main)
