"""One line when something goes down and one when it is back, however long it takes; and no file of ours."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller import clock
from controller.app import Daemon
from controller.config import Config, load
from controller.logs import set_up
from controller.mqtt.connection import BrokerError, Connection
from controller.recovery import recover
from controller.web.server import WebServer, WebServerError

#: What an hour with everything unplugged may write.
MOST_LINES = 40
READERS = 3


class Room:
    """A room in which nothing is plugged in, until it is: the daemon's ways out, in virtual time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.page_is_free = False
        self.asked = {"broker": 0, "page": 0}

        async def connect(*arguments: Any) -> Connection:
            self.asked["broker"] += 1
            raise BrokerError("mqtt.unreachable", "nobody listens there")

        async def serve(server: WebServer) -> None:
            self.asked["page"] += 1
            if not self.page_is_free:
                raise WebServerError("web.port_in_use", "127.0.0.1:8080: taken; stop what listens there")

        monkeypatch.setattr(Connection, "open", connect)
        monkeypatch.setattr(WebServer, "start", serve)


def config_of(folder: Path) -> Config:
    lines = ['schema = 1\n[mqtt]\nbroker = "external"\n']
    for number in range(READERS):
        lines.append(f'[[reader]]\nname = "hf{number}"\ndriver = "feig"\nlink = "serial:{folder}/hf{number}"\n')
        lines.append(f'antennas = {{ 1 = "seat/{number + 1}/hole" }}\n')
    file = folder / "table.toml"
    file.write_text("".join(lines))
    return load(file)


def lines_of(caplog: pytest.LogCaptureFixture, words: str) -> list[str]:
    return [line for record in caplog.records if words in (line := record.getMessage())]


def live(folder: Path, at: Callable[[], None]) -> None:
    """Run a daemon for an hour, do `at`, and run it for a minute more."""

    async def main() -> None:
        daemon = Daemon(config_of(folder))
        await daemon.start()
        await asyncio.sleep(3600)
        at()
        await asyncio.sleep(60)
        await daemon.stop()

    clock.run(main, speed=None)


def test_an_hour_with_everything_unplugged_is_a_few_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    room = Room(monkeypatch)
    live(tmp_path, lambda: setattr(room, "page_is_free", True))
    assert room.asked["broker"] > 10, "it was tried all the time"
    assert room.asked["page"] > 100
    assert len(caplog.records) < MOST_LINES
    for number in range(READERS):
        assert len(lines_of(caplog, f"reader hf{number}")) == 1
    assert len(lines_of(caplog, "mqtt")) == 1
    assert [line.partition(":")[0] for line in lines_of(caplog, "page:")] == ["page", "page"], "down, and back"


@pytest.mark.parametrize("lost", ["", "emptied", "gone"])
def test_a_journal_that_knows_nothing_from_before_is_said(lost: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A power cut may leave an empty file where the hands were: the table plays, and nobody is to think that nothing happened."""

    async def start() -> None:
        config = config_of(tmp_path)
        daemon = Daemon(config, recovered=recover(config.journal.place(), config.house()))
        await daemon.stop()

    clock.run(start, speed=None)
    assert not lines_of(caplog, "is a new one"), "the first start of a table: there was nothing to lose"
    if lost:
        journal = tmp_path / "run/journal.db"
        journal.unlink()
        if lost == "emptied":
            journal.touch(0o600)
    clock.run(start, speed=None)
    assert len(lines_of(caplog, "is a new one")) == (1 if lost else 0)


def test_the_log_goes_to_stderr_and_to_no_file_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    before, level = logging.root.handlers[:], logging.root.level
    try:
        set_up("info")
        kinds = [type(handler) for handler in logging.root.handlers]
        logging.getLogger("controller.app").info("table t1 is up")
        logging.getLogger("controller.mqtt.session").debug("published event")
    finally:
        logging.root.handlers[:] = before
        logging.root.setLevel(level)
    assert kinds == [logging.StreamHandler]
    said = capsys.readouterr()
    assert said.err.endswith("INFO table t1 is up\n")
    assert said.err.count("\n") == 1, "publishing is debug"
    assert said.out == ""
