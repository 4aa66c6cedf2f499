"""Checks of [announcements] and [speaker]: times in their order, and a program that can be run."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

from controller.config_errors import Problem

if TYPE_CHECKING:
    from controller.config_model import AnnouncementsSection, SpeakerSection


def announcement_problems(announcements: AnnouncementsSection) -> Iterator[Problem]:
    """Yield everything that keeps [announcements] from being used."""
    if 0 < announcements.floor_s <= announcements.remind_s:
        yield Problem(
            ("announcements", "floor_s"),
            f"the floor would be asked before the dealer is reminded; allowed: 0, or more than remind_s ({announcements.remind_s})",
            "config.announcements",
        )


def speaker_problems(speaker: SpeakerSection) -> Iterator[Problem]:
    """Yield everything that keeps [speaker] from being used."""
    if speaker.command and not words_of(speaker.command):
        yield Problem(("speaker", "command"), "a quote in it is not closed; write it as in a shell", "config.speaker")


def speaker_warnings(speaker: SpeakerSection) -> Iterator[Problem]:
    """Yield what will work but is probably not meant: a program that is not there."""
    if speaker.command and (missing := program_missing(speaker.command)):
        yield Problem(("speaker", "command"), f"there is no program {missing}; install it, or name another", "config.speaker_missing")


def words_of(command: str) -> list[str]:
    """Return the program and its arguments; nothing when a quote is not closed."""
    try:
        return shlex.split(command)
    except ValueError:
        return []


def program_missing(command: str) -> str:
    """Return the name of the program that is not there, or nothing."""
    program = words_of(command)[:1]
    return program[0] if program and shutil.which(program[0]) is None else ""
