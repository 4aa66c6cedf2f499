"""`smarttable doctor`: looks at everything a table needs before it plays, and says what to mend.

Each check is a row of `CHECKS` and yields findings; none raises for what it finds. It looks and lets go again: a reader's
link is opened and closed, a file is written and removed, nothing is published.
"""

from __future__ import annotations

import asyncio
import ctypes
import errno
import importlib.metadata
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, Literal, NamedTuple

from controller import __version__
from controller.config import Config, ConfigError, check
from controller.config_speaker import program_missing, words_of
from controller.error_catalogue import catalogue
from controller.from_config import load_tags, mqtt_settings
from controller.health_client import PartHealth, running_daemon
from controller.instruments import LOW_BYTES
from controller.journal_retry import JOURNAL
from controller.mqtt.connection import BrokerError, Connection
from controller.sensing.errors import SensingError
from controller.speaker import SPEAKER
from firmware_bridge.links import opener_for
from firmware_bridge.transport import TransportError

Level = Literal["ok", "warn", "fail"]

OLDEST_PYTHON: Final = (3, 11)
#: What smarttable runs on, by the names they are installed under.
PACKAGES: Final = (
    "aiomqtt", "fastapi", "iotcore", "msgspec", "pydantic", "pynacl", "pyserial", "pyyaml", "rich", "typer", "uvicorn", "websockets",
)  # fmt: skip
#: Wall seconds that a reader's link or a broker may take to answer.
LIMIT_S: Final = 10.0

#: adjtimex(2): the clock is not synchronised.
TIME_ERROR: Final = 5
_TIMEX_BYTES: Final = 512  # struct timex has 208 bytes on 64-bit Linux


class Finding(NamedTuple):
    """One line: how it is, what was looked at, in words; a code of the catalogue and what to do unless it is ok."""

    level: Level
    what: str
    words: str
    code: str = ""
    remedy: str = ""

    def line(self) -> str:
        """The finding as `doctor` prints it."""
        head = f"{self.level:<4}  {self.what}: {self.words}"
        return f"{head} ({self.code})\n      {self.remedy}" if self.code else head


class Machine(NamedTuple):
    """What is asked of the computer, apart so that a test can answer: `clock_state` as adjtimex, -1 when it does not say."""

    clock_state: Callable[[], int]
    free_bytes: Callable[[Path], int]
    python: tuple[int, int]
    version_of: Callable[[str], str]


class _Look(NamedTuple):
    """What a check looks at; `daemon` is what a running one says of its parts."""

    config: Config
    machine: Machine
    daemon: Mapping[str, PartHealth] | None


def this_machine() -> Machine:
    """Return the computer this runs on."""
    return Machine(_clock_state, lambda folder: shutil.disk_usage(folder).free, sys.version_info[:2], importlib.metadata.version)


async def examine(file: Path, machine: Machine | None = None) -> list[Finding]:
    """Return every finding about the table file and this machine; the rest is left out when the file cannot be used."""
    machine = machine or this_machine()
    found = [*_software(machine), *_clock(machine)]
    try:
        checked = check(file)
    except ConfigError as error:
        return [*found, *(_finding("fail", "table file", message, "config.unusable") for message in error.messages)]
    found.append(Finding("ok", "table file", f"{file} can be used"))
    found += [_finding("warn", "table file", warning, "config.warning") for warning in checked.warnings]
    look = _Look(checked.config, machine, await running_daemon(checked.config))
    for one in CHECKS:
        found += [finding async for finding in one(look)]
    return found


def worst(findings: Iterable[Finding]) -> Level:
    """Return the worst level among them."""
    levels = {finding.level for finding in findings}
    return "fail" if "fail" in levels else "warn" if "warn" in levels else "ok"


def _finding(level: Level, what: str, words: str, code: str, remedy: str = "") -> Finding:
    return Finding(level, what, words, code, remedy or catalogue()[code].remedy)


# -- the machine ---------------------------------------------------------------------------------------


def _software(machine: Machine) -> Iterable[Finding]:
    written = ".".join(map(str, machine.python))
    if machine.python < OLDEST_PYTHON:
        yield _finding("fail", "python", written, "python.too_old")
    else:
        yield Finding("ok", "python", f"{written}, smarttable {__version__}")
    versions = versions_of(machine)
    for name, version in versions.items():
        if not version:
            yield _finding("fail", "package", f"{name} is missing", "package.missing")
    if all(versions.values()):
        yield Finding("ok", "packages", ", ".join(f"{name} {version}" for name, version in versions.items()))


def versions_of(machine: Machine) -> dict[str, str]:
    """Return each package with its version, empty when it is not installed."""
    versions = {}
    for name in PACKAGES:
        try:
            versions[name] = machine.version_of(name)
        except importlib.metadata.PackageNotFoundError:
            versions[name] = ""
    return versions


def _clock(machine: Machine) -> Iterable[Finding]:
    state = machine.clock_state()
    if state == TIME_ERROR:
        yield _finding("warn", "clock", "not synchronised", "clock.unsynchronised")
    elif state < 0:
        yield _finding("warn", "clock", "the system does not say whether it is synchronised", "clock.unknown")
    else:
        yield Finding("ok", "clock", "synchronised")


def _clock_state() -> int:
    """Source: adjtimex(2); with `modes` 0 it only asks."""
    adjtimex = getattr(ctypes.CDLL(None), "adjtimex", None)
    return -1 if adjtimex is None else int(adjtimex(ctypes.create_string_buffer(_TIMEX_BYTES)))


# -- what the table file names -------------------------------------------------------------------------


async def _disk(look: _Look) -> AsyncIterator[Finding]:
    """The run folder, and the journal's where it has its own; where one is not there yet, the folder that it will be made in."""
    config = look.config
    run, journal = config.deck.file.absolute().parent, config.journal.place().file.absolute().parent
    for wanted, what in {run: "run folder", journal: "run folder" if journal == run else "journal folder"}.items():
        yield _folder(look.machine, wanted, what)


def _folder(machine: Machine, wanted: Path, what: str) -> Finding:
    folder = next(place for place in (wanted, *wanted.parents) if place.is_dir())
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".doctor-") as probe:
            probe.write(b"\0")
            probe.flush()
            os.fsync(probe.fileno())
        free = machine.free_bytes(folder)
    except OSError as error:
        return _finding("fail", what, f"{folder} cannot be written: {error.strerror}", "disk.unwritable")
    room = f"{folder}: {free // 1_000_000:,} MB free".replace(",", " ")
    return _finding("warn", what, room, "disk.low") if free < LOW_BYTES else Finding("ok", what, f"{room}, can be written")


async def _journal(look: _Look) -> AsyncIterator[Finding]:
    """What the running daemon says of its journal; without one, the disk is all there is to look at."""
    told = look.daemon.get(JOURNAL) if look.daemon is not None else None
    if told is not None:
        yield Finding(_LEVELS.get(told.state, "warn"), "journal", f"the daemon says {told.state}", told.reason, told.remedy)


async def _deck(look: _Look) -> AsyncIterator[Finding]:
    try:
        tags = load_tags(look.config)
    except SensingError as error:
        yield _finding("fail", "deck", str(error), "deck.unusable")
        return
    if tags:
        yield Finding("ok", "deck", f"{len(set(tags.values()))} cards are known")
    else:
        yield _finding("warn", "deck", f"none is enrolled in {look.config.deck.file}", "deck.none")


async def _readers(look: _Look) -> AsyncIterator[Finding]:
    """While the daemon runs, its readers are its own: their health is what it says."""
    config = look.config
    if not config.readers:
        yield _finding("warn", "readers", "none", "config.no_readers")
        return
    for reader in config.readers:
        what = f"reader {reader.name}"
        told = look.daemon.get(reader.name) if look.daemon is not None else None
        if told is not None:
            level = _LEVELS.get(told.state, "warn")
            yield Finding(level, what, f"the daemon says {told.state}", told.reason, told.remedy)
        else:
            yield await _opened(what, reader.link)


#: Health state as the daemon tells it → how bad that is here; others are on their way.
_LEVELS: Final[dict[str, Level]] = {"ok": "ok", "degraded": "warn", "failed": "fail"}


async def _opened(what: str, link: str) -> Finding:
    try:
        async with asyncio.timeout(LIMIT_S):
            transport = await opener_for(link)()
    except TransportError as error:
        return _finding("fail", what, str(error), error.code, error.remedy)
    except TimeoutError:
        return _finding("fail", what, f"{link} does not answer", "tcp.timeout")
    await transport.close()
    return Finding("ok", what, f"{link} can be opened")


async def _broker(look: _Look) -> AsyncIterator[Finding]:
    config = look.config
    if config.mqtt.broker == "off":
        yield Finding("ok", "broker", "switched off")
    elif config.mqtt.broker == "embedded":
        if look.daemon is not None:
            yield Finding("ok", "broker", "the daemon runs and has it")
        elif (number := bind_error("127.0.0.1", config.mqtt.port)) is None:
            yield Finding("ok", "broker", f"port {config.mqtt.port} is free for the embedded one")
        else:
            yield _finding("fail", "broker", f"port {config.mqtt.port}: {os.strerror(number)}", "mqtt.port_in_use")
    else:
        place = f"{config.mqtt.host}:{config.mqtt.port}"
        # an id of its own: with the daemon's it would take the daemon's session over
        client_id = f"{config.mqtt.client_id or f'smarttable-{config.table.id}'}-doctor"
        try:
            connection = await Connection.open(mqtt_settings(config), client_id, None, float)
        except BrokerError as error:
            yield _finding("fail", "broker", f"{place}: {error.words}", error.reason)
            return
        await connection.close()
        yield Finding("ok", "broker", f"{place} answers and lets us in")


#: errno of bind → code of the page's own.
_PAGE_CODES: Final = {
    errno.EADDRINUSE: "web.port_in_use",
    errno.EACCES: "web.port_forbidden",
    errno.EADDRNOTAVAIL: "web.no_such_address",
}


async def _page(look: _Look) -> AsyncIterator[Finding]:
    config = look.config
    place = f"{config.web.host}:{config.web.port}"
    if not config.web.enabled:
        yield Finding("ok", "page", "switched off")
    elif look.daemon is not None:
        yield Finding("ok", "page", f"the daemon serves it on {place}")
    elif (number := bind_error(config.web.host, config.web.port)) is None:
        yield Finding("ok", "page", f"{place} is free")
    else:
        yield _finding("fail", "page", f"{place}: {os.strerror(number)}", _PAGE_CODES.get(number, "web.cannot_listen"))


def bind_error(host: str, port: int) -> int | None:
    """Return the system's error number for listening there, None when it can be done."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror:
        return errno.EADDRNOTAVAIL
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
            probe.listen()
        except OSError as error:
            return error.errno or errno.EINVAL
    return None


async def _speaker(look: _Look) -> AsyncIterator[Finding]:
    """What the running daemon says of its speaker; without one, whether the program is there."""
    command = look.config.speaker.command
    told = look.daemon.get(SPEAKER) if look.daemon is not None else None
    if not command:
        return
    if told is not None:
        yield Finding(_LEVELS.get(told.state, "warn"), "speaker", f"the daemon says {told.state}", told.reason, told.remedy)
    elif missing := program_missing(command):
        yield _finding("warn", "speaker", f"there is no program {missing}", "speaker.missing")
    else:
        yield Finding("ok", "speaker", f"{words_of(command)[0]} is there")


CHECKS: Final[tuple[Callable[[_Look], AsyncIterator[Finding]], ...]] = (_disk, _journal, _deck, _readers, _broker, _page, _speaker)
