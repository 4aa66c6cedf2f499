"""`smarttable diagnose`: one zip to send along with a question, without a card, a tag or a secret in it.

What goes in is chosen, not what is left out: values of the table file, versions, what `doctor` finds, the parts'
health, and a log's end when one is given. The log, which others may have written into, is cleaned as well.
"""

from __future__ import annotations

import os
import platform
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from controller import __version__, doctor
from controller.config import CheckedConfig, Config, ConfigError, check
from controller.health_client import running_daemon

#: Bytes of a log's end that are taken.
LOG_BYTES: Final = 256_000

#: Keys whose values stay here, by a word in them. A file's name is no secret, but tells who its owner is.
_SECRET_WORDS: Final = ("password", "secret", "token", "username", "key", "login")
_HIDDEN: Final = "(hidden)"

_RANKS: Final = "ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|deuce|two|[2-9]|10"

#: What is taken out of a log line, and what stands in its place.
_CLEANED: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(r"(?i)\b(password|passwd|secret|token|username|user|key|login)(['\"]?\s*[=:]\s*)\S+"), r"\1\2(hidden)"),
    (re.compile(r"://[^/\s@]+@"), "://(hidden)@"),
    (re.compile(r"(?<![0-9A-Za-z])(?:0x)?[0-9A-Fa-f]{2}(?:[ :.-]?[0-9A-Fa-f]{2}){3,}(?![0-9A-Za-z])"), "(bytes)"),
    (re.compile(r"(?<![0-9A-Za-z])(?:(?:10|[2-9TJQKAtjqka])[cdhsCDHS♣♦♥♠])+(?![0-9A-Za-z])"), "(card)"),
    (re.compile(rf"(?i)\b(?:{_RANKS}) of (?:clubs|diamonds|hearts|spades)\b"), "(card)"),
)


class DiagnoseError(Exception):
    """The zip cannot be made; the text names the file and what to do."""


async def write_zip(file: Path, out: Path, log: Path | None = None) -> tuple[str, ...]:
    """Write the zip, readable for its owner only, and return the names of what is in it.

    Raises: DiagnoseError when `out` is there already or cannot be written, or `log` cannot be read.
    """
    members = {"versions.txt": _versions(), "doctor.txt": "", "config.txt": ""}
    secrets: tuple[str, ...] = ()
    try:
        checked = check(file)
    except ConfigError as error:
        # what is wrong may quote what was written there: the place is enough
        members["config.txt"] = "".join(f"{': '.join(message.split(': ')[:2])}: cannot be used\n" for message in error.messages)
        members["doctor.txt"] = "the table file cannot be used: see config.txt\n"
    else:
        secrets = _secrets_of(checked.config)
        members["config.txt"] = _values(checked)
        members["doctor.txt"] = clean("".join(finding.line() + "\n" for finding in await doctor.examine(file)), secrets)
        daemon = await running_daemon(checked.config)
        if daemon is not None:
            members["health.json"] = msgspec.json.format(msgspec.json.encode(dict(daemon))).decode()
    if log is not None:
        members["log.txt"] = clean(_end_of(log), secrets)
    _write(out, members)
    return tuple(members)


def clean(text: str, secrets: tuple[str, ...] = ()) -> str:
    """Return the text without what looks like a card, a tag or a credential, and without these secrets."""
    for secret in secrets:
        text = text.replace(secret, _HIDDEN)
    for pattern, instead in _CLEANED:
        text = pattern.sub(instead, text)
    return text


def _values(checked: CheckedConfig) -> str:
    return "".join(f"{row.key} = {_HIDDEN if _is_secret(row.key, row.value) else row.value}\n" for row in checked.rows)


def _is_secret(key: str, value: str) -> bool:
    return value not in {'""', "none"} and any(word in key.rpartition(".")[2] for word in _SECRET_WORDS)


def _secrets_of(config: Config) -> tuple[str, ...]:
    """The credentials themselves: a log that quotes them must not."""
    found = [config.mqtt.username]
    if config.mqtt.password_file is not None:
        found.append(config.mqtt.password_file.read_text("utf-8").rstrip("\r\n"))
    return tuple(sorted(filter(None, found), key=len, reverse=True))


def _versions() -> str:
    lines: Mapping[str, str] = {
        "smarttable": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        **doctor.versions_of(doctor.this_machine()),
    }
    return "".join(f"{name} {version or 'missing'}\n" for name, version in lines.items())


def _end_of(log: Path) -> str:
    try:
        with log.open("rb") as source:
            source.seek(0, os.SEEK_END)
            size = source.tell()
            source.seek(max(0, size - LOG_BYTES))
            taken = source.read()
    except OSError as error:
        raise DiagnoseError(f"{log}: cannot be read: {error.strerror}; name a log file of yours") from None
    # the first line may be half a tag, which no pattern would know
    return (taken if size <= LOG_BYTES else taken.partition(b"\n")[2]).decode("utf-8", "replace")


def _write(out: Path, members: Mapping[str, str]) -> None:
    try:
        descriptor = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise DiagnoseError(f"{out}: is there already; name another file, or remove it") from None
    except OSError as error:
        raise DiagnoseError(f"{out}: cannot be written: {error.strerror}; name a file in a folder of yours") from None
    with os.fdopen(descriptor, "wb") as target, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
