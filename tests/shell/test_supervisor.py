"""Parts that fail are started again, within a budget, and say nothing they must not."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from controller import clock
from controller.logs import _NoTraceback
from controller.supervisor import supervise, where

ROOT = Path(__file__).resolve().parents[2]


def test_a_failing_part_is_started_again_and_then_given_up(caplog: pytest.LogCaptureFixture) -> None:
    starts: list[float] = []
    heard: list[str] = []

    async def part() -> None:
        starts.append(asyncio.get_running_loop().time())
        raise RuntimeError("Kd of seat 3")

    async def main() -> None:
        await supervise("part", part, lambda reason, remedy: heard.append(reason), restarts=3, within_s=60, pause_s=1)

    clock.run(main, speed=None)
    assert starts == [0, 1, 2, 3]
    assert heard == ["part.crashed"] * 3 + ["part.given_up"]
    assert "RuntimeError in part, test_supervisor.py" in caplog.text
    assert "Kd" not in caplog.text


def test_failures_far_apart_do_not_add_up() -> None:
    lives = iter(range(10))

    async def part() -> None:
        await asyncio.sleep(100)
        if next(lives) < 8:
            raise RuntimeError

    async def main() -> float:
        await supervise("part", part, lambda reason, remedy: None, restarts=3, within_s=60, pause_s=1)
        return asyncio.get_running_loop().time()

    assert clock.run(main, speed=None) == 9 * 100 + 8


def test_cancelling_passes_through() -> None:
    async def main() -> None:
        task = asyncio.create_task(supervise("part", lambda: asyncio.sleep(3600), lambda reason, remedy: None))
        await asyncio.sleep(1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    clock.run(main, speed=None)


def test_a_logged_exception_has_no_text_and_no_locals() -> None:
    def fail() -> None:
        held = "As of seat 1"
        raise ValueError(held)

    try:
        fail()
    except ValueError as error:
        text = where(error)
        record = logging.LogRecord("x", logging.ERROR, "f", 1, "a part failed", (), (type(error), error, error.__traceback__))
        line = _NoTraceback("%(message)s").format(record)
    assert text.startswith("ValueError in fail, test_supervisor.py:")
    assert "As" not in line


#: What a daemon's loop would complain of: a callback, a task and a future that fail with a tag in hand.
COMPLAINTS = """
import asyncio
from controller import clock
from controller.logs import set_up

def fail(tag):
    raise ValueError(tag)

async def fail_later():
    fail(b"TAG")

async def main():
    loop = asyncio.get_running_loop()
    loop.call_soon(fail, b"TAG")
    task = asyncio.create_task(fail_later())
    await asyncio.sleep(0.01)
    del task
    read = loop.create_future()
    read.set_exception(ValueError("TAG"))
    del read

set_up("warning")
clock.run(main)
"""


def test_the_event_loops_own_complaints_quote_nothing() -> None:
    """asyncio writes the results, arguments and exceptions of tasks and callbacks into its messages."""
    done = subprocess.run([sys.executable, "-c", COMPLAINTS], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr.count("ERROR event loop: ") == 3, done.stderr
    assert done.stderr.count("ValueError in fail, <string>:7") == 2, done.stderr
    assert "TAG" not in done.stderr
