"""Announcements spoken by a program: in the table's language, one at a time, and whatever becomes of the program."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from controller.effects import Tell
from controller.feed.aloud import aloud
from controller.game.cards import parse_cards
from controller.game.outcome import More
from controller.rules.announcing import Announcing
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.speaker import MOST_WAITING, Speaker
from controller.table.table import new_table

TABLE = new_table(House(announcing=Announcing()))
#: A fake program: it writes down what it is given, after `sleep` seconds, and ends with `code`.
PROGRAM = """
import sys, time
file, sleep, code = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
text = sys.stdin.read()
time.sleep(sleep)
open(file, "a", encoding="utf-8").write(text)
sys.exit(code)
"""
LIMIT_S = 60.0

Health = list[tuple[str, str]]


def told(one: Announcement) -> Tell:
    return Tell(1, "announcement", 0, 0, 1, more=More(announcement=one))


def raises(number: int, *, acknowledged: bool = False) -> Tell:
    return told(Announcement(number, "raise", 3, 100 * number, acknowledged=acknowledged, hand=1))


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(LIMIT_S):
        while not holds():  # noqa: ASYNC110 -- what another process does sets no event of ours
            await asyncio.sleep(0.01)


def speak(
    command: Sequence[str], script: Callable[[Speaker, Health], Awaitable[None]], scale: float = 1.0, language: str = "en"
) -> tuple[Speaker, Health]:
    health: Health = []

    async def main() -> Speaker:
        speaker = Speaker(command, language, lambda state, reason, _: health.append((state, reason)), loop_s=lambda s: s * scale)  # type: ignore[arg-type] # a test's word
        running = asyncio.create_task(speaker.run())
        await script(speaker, health)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        return speaker

    return asyncio.run(main()), health


def fake(tmp_path: Path, sleep_s: float = 0.0, code: int = 0) -> tuple[list[str], Path]:
    program, heard = tmp_path / "fake.py", tmp_path / "heard.txt"
    program.write_text(PROGRAM)
    heard.touch()
    return [sys.executable, str(program), str(heard), str(sleep_s), str(code)], heard


def test_a_sentence_is_spoken_and_nothing_else_is(tmp_path: Path) -> None:
    command, heard = fake(tmp_path)

    async def script(speaker: Speaker, health: Health) -> None:
        speaker.heard(TABLE, [Tell(1, "acted", 0, 0, 1, seat=3, do="raise"), raises(1)])
        await until(lambda: heard.read_text() != "")
        await until(lambda: speaker.counters["spoken"] == 1)

    speaker, health = speak(command, script)
    assert heard.read_text() == "Seat 3: raise, 100.\n"
    assert {state for state, _ in health} == {"ok"}
    assert speaker.counters == {"spoken": 1, "left_out": 0}


def test_of_many_the_newest_are_spoken_in_order_and_what_was_said_meanwhile_is_not(tmp_path: Path) -> None:
    command, heard = fake(tmp_path)

    async def script(speaker: Speaker, health: Health) -> None:
        speaker.heard(TABLE, [raises(number) for number in range(1, MOST_WAITING + 3)])
        speaker.heard(TABLE, [raises(MOST_WAITING + 1, acknowledged=True)])
        await until(lambda: speaker.counters["spoken"] == MOST_WAITING - 1)

    speaker, _ = speak(command, script)
    assert heard.read_text().splitlines() == ["Seat 3: raise, 300.", "Seat 3: raise, 500."]
    assert speaker.counters["left_out"] == 2


def test_a_missing_program_is_health_and_one_log_line_until_it_is_there(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    program = tmp_path / "speaks"

    async def script(speaker: Speaker, health: Health) -> None:
        for number in (1, 2):
            speaker.heard(TABLE, [raises(number)])
            await until(lambda wanted=number: speaker.counters["left_out"] == wanted)  # type: ignore[misc] # mypy sees no default there
        program.write_text("#!/bin/sh\ncat > /dev/null\n")
        program.chmod(0o755)
        speaker.heard(TABLE, [raises(3)])
        await until(lambda: speaker.counters["spoken"] == 1)
        await until(lambda: health[-1] == ("ok", ""))

    with caplog.at_level(logging.INFO):
        _, health = speak([str(program)], script)
    assert health == [("ok", ""), ("failed", "speaker.missing"), ("failed", "speaker.missing"), ("ok", "")]
    assert len(caplog.messages) == 2
    assert "cannot be run" in caplog.messages[0]
    assert not any("100" in line for line in caplog.messages), "no sentence is in the log"


def test_a_program_that_ends_with_an_error_is_health(tmp_path: Path) -> None:
    command, _ = fake(tmp_path, code=3)

    async def script(speaker: Speaker, health: Health) -> None:
        speaker.heard(TABLE, [raises(1)])
        await until(lambda: ("failed", "speaker.failed") in health)

    speak(command, script)


def test_a_program_that_does_not_end_is_stopped_and_what_waited_too_long_is_left_out(tmp_path: Path) -> None:
    command, heard = fake(tmp_path, sleep_s=600)

    async def script(speaker: Speaker, health: Health) -> None:
        speaker.heard(TABLE, [raises(1)])
        await until(lambda: not speaker._waiting)
        speaker.heard(TABLE, [raises(2)])
        await until(lambda: ("failed", "speaker.slow") in health)
        await until(lambda: speaker.counters["left_out"] == 2)

    speak(command, script, scale=0.1)
    assert heard.read_text() == ""


def test_hearing_never_waits_for_the_program(tmp_path: Path) -> None:
    command, _ = fake(tmp_path, sleep_s=600)

    async def script(speaker: Speaker, health: Health) -> None:
        speaker.heard(TABLE, [raises(1)])
        await until(lambda: not speaker._waiting)
        for number in range(2, 1_000):
            speaker.heard(TABLE, [raises(number)])
        assert len(speaker._waiting) == MOST_WAITING

    speak(command, script)


@pytest.mark.parametrize(
    ("about", "cards", "language", "text"),
    [
        ("brings_in", "2d", "en", "Seat 3 brings it in: deuce of diamonds."),
        ("pair", "3c3h", "en", "Seat 3 shows a pair: trey of clubs, trey of hearts."),
        ("brings_in", "Ks", "de", "Platz 3 macht den Bring-in: Pik König."),
        ("option", "", "de", "Option, Platz 3?"),
        ("turn_free", "", "en", "Seat 3, the action is on you."),
        ("turn_free", "", "de", "Platz 3 ist am Zug."),
    ],
)
def test_cards_are_called_by_their_names(about: str, cards: str, language: str, text: str) -> None:
    assert aloud(Announcement(1, about, 3, cards=parse_cards(cards) or ()), language) == text  # type: ignore[arg-type] # a test's word


@pytest.mark.parametrize(("language", "text"), [("en", "Seat 3: raise, 12,500."), ("de", "Platz 3: Raise auf 12.500.")])
def test_numbers_are_grouped_as_the_language_does(language: str, text: str) -> None:
    assert aloud(Announcement(1, "raise", 3, 12_500), language) == text  # type: ignore[arg-type] # a test's word
