"""[announcements] and [speaker]: times in their order, and a program that is there."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from controller import config, doctor
from controller.config import ConfigError
from controller.rules.announcing import Announcing

QUIET = '[web]\nenabled = false\n[mqtt]\nbroker = "off"\n'


def written(folder: Path, text: str) -> Path:
    file = folder / "table.toml"
    file.write_text(f"schema = 1\n{text}")
    return file


@pytest.mark.parametrize(
    ("text", "announcing"),
    [
        ("", Announcing(15, 60)),
        ("[announcements]\non = false\n", None),
        ("[announcements]\nremind_s = 5\nfloor_s = 0\n", Announcing(5, 0)),
        ("[announcements]\nremind_s = 0\nfloor_s = 20\n", Announcing(0, 20)),
    ],
)
def test_the_house_is_told_what_the_file_says(tmp_path: Path, text: str, announcing: Announcing | None) -> None:
    assert config.load(written(tmp_path, text)).house().announcing == announcing


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("[announcements]\nremind_s = 30\nfloor_s = 30\n", "4: announcements.floor_s", "allowed: 0, or more than remind_s (30)"),
        ("[announcements]\nfloor_s = 601\n", "3: announcements.floor_s", "600"),
        ("[speaker]\ncommand = 'espeak-ng \"-v en'\n", "3: speaker.command", "a quote in it is not closed"),
        ('[speaker]\nlanguage = "fr"\n', "3: speaker.language", "en"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_what_to_write(tmp_path: Path, text: str, place: str, said: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        config.load(file)
    [message] = caught.value.messages
    assert message.startswith(f"{file}:{place}")
    assert said in message


def test_a_program_that_is_not_there_is_a_warning(tmp_path: Path) -> None:
    [warning, *_] = [
        one for one in config.check(written(tmp_path, '[speaker]\ncommand = "no-such-speaker -v en"\n')).warnings if "speaker" in one
    ]
    assert "there is no program no-such-speaker; install it, or name another" in warning
    there = config.check(written(tmp_path, f'[speaker]\ncommand = "{sys.executable} -"\n'))
    assert not any("speaker" in one for one in there.warnings)


@pytest.mark.parametrize(
    ("command", "found"),
    [("", []), ("no-such-speaker", [("warn", "speaker.missing")]), (f"{sys.executable} -", [("ok", "")])],
)
def test_doctor_says_whether_it_is_there(tmp_path: Path, command: str, found: list[tuple[str, str]]) -> None:
    machine = doctor.Machine(lambda: 0, lambda folder: 10**12, (3, 12), lambda name: "1.0")
    file = written(tmp_path, f'{QUIET}[speaker]\ncommand = "{command}"\n')
    findings = asyncio.run(doctor.examine(file, machine))
    assert [(one.level, one.code) for one in findings if one.what == "speaker"] == found
