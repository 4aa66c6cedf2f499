"""`smarttable doctor`: each thing that can be wrong is found, with its code and what to do."""

from __future__ import annotations

import asyncio
import importlib.metadata
import os
import socket
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from controller import doctor
from controller.cli import app
from controller.error_catalogue import catalogue
from controller.feed.hub import FeedHub
from controller.game.cards import DECK_SIZE, Card
from controller.game.chips import Stakes
from controller.harness import StillClock
from controller.rules.house import House
from controller.sensing.decks import DeckRegistry, save_decks
from controller.table.table import new_table
from controller.web.app import make_app
from controller.web.server import WebServer
from firmware_bridge.transport import Transport

ROOT = Path(__file__).resolve().parents[1]
GOOD = doctor.Machine(lambda: 0, lambda folder: 10**12, (3, 12), lambda name: "1.0")
QUIET = '[web]\nenabled = false\n[mqtt]\nbroker = "off"\n'


def table(folder: Path, text: str) -> Path:
    file = folder / "table.toml"
    file.write_text(f"schema = 1\n{text}")
    return file


def examine(file: Path, machine: doctor.Machine = GOOD) -> list[doctor.Finding]:
    return asyncio.run(doctor.examine(file, machine))


def codes(findings: list[doctor.Finding]) -> dict[str, str]:
    """Code → level of all that is not ok; each says what to do."""
    for finding in findings:
        assert bool(finding.code) == bool(finding.remedy) == (finding.level != "ok"), finding
        assert not finding.code or finding.code in catalogue(), finding
    return {finding.code: finding.level for finding in findings if finding.code}


def enrol(folder: Path) -> None:
    (folder / "run").mkdir()
    save_decks(folder / "run/decks.json", DeckRegistry({"blue": {bytes([0xE0, 4, 1, 0, 0, 0, 0, n]): Card(n) for n in range(DECK_SIZE)}}))


def listener() -> socket.socket:
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    return taken


def test_a_table_with_all_it_needs(tmp_path: Path) -> None:
    enrol(tmp_path)
    with listener() as reader:
        link = (
            f'[[reader]]\nname = "hf0"\ndriver = "feig"\nlink = "tcp:127.0.0.1:{reader.getsockname()[1]}"\nantennas = {{ 1 = "board" }}\n'
        )
        found = examine(table(tmp_path, QUIET + link))
    assert codes(found) == {"config.warning": "warn"}, "zones without an antenna"
    assert {finding.what for finding in found} >= {"python", "clock", "table file", "run folder", "deck", "reader hf0", "broker", "page"}
    assert not list((tmp_path / "run").glob(".doctor-*")), "its test file is gone"


@pytest.mark.parametrize(
    ("machine", "code", "level"),
    [
        (GOOD._replace(clock_state=lambda: doctor.TIME_ERROR), "clock.unsynchronised", "warn"),
        (GOOD._replace(clock_state=lambda: -1), "clock.unknown", "warn"),
        (GOOD._replace(free_bytes=lambda folder: doctor.LOW_BYTES - 1), "disk.low", "warn"),
        (GOOD._replace(python=(3, 10)), "python.too_old", "fail"),
    ],
)
def test_what_is_wrong_with_the_machine(tmp_path: Path, machine: doctor.Machine, code: str, level: str) -> None:
    enrol(tmp_path)
    file = table(tmp_path, QUIET)
    assert codes(examine(file)) == {"config.no_readers": "warn"}
    assert codes(examine(file, machine)) == {"config.no_readers": "warn", code: level}


def test_a_missing_package_is_named(tmp_path: Path) -> None:
    def version_of(name: str) -> str:
        if name == "iotcore":
            raise importlib.metadata.PackageNotFoundError(name)
        return "1.0"

    found = examine(table(tmp_path, QUIET), GOOD._replace(version_of=version_of))
    assert [finding.words for finding in found if finding.code == "package.missing"] == ["iotcore is missing"]


def test_the_packages_are_those_of_the_project() -> None:
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    assert {name.partition(">")[0] for name in asked} == set(doctor.PACKAGES)


def test_a_run_folder_that_takes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests may run as root, whom no mode keeps out: the disk says no when it is written."""

    def full(descriptor: int) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(doctor.os, "fsync", full)
    found = examine(table(tmp_path, QUIET))
    assert codes(found)["disk.unwritable"] == "fail"


def test_a_journal_in_another_place_has_its_own_disk(tmp_path: Path) -> None:
    (tmp_path / "card").mkdir()
    small = GOOD._replace(free_bytes=lambda folder: 10**6 if folder.name == "card" else 10**12)
    enrol(tmp_path)
    found = examine(table(tmp_path, f'{QUIET}[journal]\nfile = "card/journal.db"\n'), small)
    assert [(finding.what, finding.code) for finding in found if finding.code == "disk.low"] == [("journal folder", "disk.low")]


@pytest.mark.slow
def test_readers_that_are_not_there_and_ports_that_are_taken(tmp_path: Path) -> None:
    with listener() as broker, listener() as page, listener() as gone:
        ports = [taken.getsockname()[1] for taken in (broker, page, gone)]
        gone.close()
        readers = "".join(
            f'[[reader]]\nname = "hf{n}"\ndriver = "feig"\nlink = "{link}"\nantennas = {{ 1 = "{zone}" }}\n'
            for n, (link, zone) in enumerate([("serial:/dev/nothing", "board"), (f"tcp:127.0.0.1:{ports[2]}", "muck")])
        )
        page.setblocking(False)
        found = examine(table(tmp_path, f"[mqtt]\nport = {ports[0]}\n[web]\nport = {ports[1]}\n{readers}"))
    assert {code for code, level in codes(found).items() if level == "fail"} == {
        "serial.absent",
        "tcp.refused",
        "mqtt.port_in_use",
        "web.port_in_use",
    }
    assert doctor.worst(found) == "fail"


def test_of_a_running_daemon_its_own_word_is_taken(tmp_path: Path) -> None:
    """Its readers, its port and its broker are in use because it runs: nothing is wrong with that."""
    hub = FeedHub(StillClock(), "boot", new_table(House(seats=2, stakes=Stakes(1, 2))))
    hub.part_health("hf0", "ok")
    hub.part_health("hf1", "failed", "serial.unplugged", "plug it in again")
    hub.part_health("journal", "failed", "journal.disk_full", "free some space")
    port, readers = free_port(), ""
    for number, zone in enumerate(("board", "muck")):
        readers += f'[[reader]]\nname = "hf{number}"\ndriver = "feig"\nlink = "serial:/dev/x{number}"\nantennas = {{ 1 = "{zone}" }}\n'
    with listener() as broker:
        file = table(tmp_path, f"[mqtt]\nport = {broker.getsockname()[1]}\n[web]\nport = {port}\n{readers}")

        async def main() -> list[doctor.Finding]:
            server = WebServer(make_app(hub, title="t", allowed_hosts=(), loop_s=float), "127.0.0.1", port, loop_s=float)
            await server.start()
            try:
                return await doctor.examine(file, GOOD)
            finally:
                await server.stop()

        found = asyncio.run(main())
    assert {code for code, level in codes(found).items() if level == "fail"} == {"serial.unplugged", "journal.disk_full"}
    assert [finding.words for finding in found if finding.what == "reader hf0"] == ["the daemon says ok"]


def free_port() -> int:
    with listener() as taken:
        return int(taken.getsockname()[1])


def test_an_external_broker_that_is_away(tmp_path: Path) -> None:
    with listener() as gone:
        port = gone.getsockname()[1]
    found = examine(table(tmp_path, f'[web]\nenabled = false\n[mqtt]\nbroker = "external"\nport = {port}\n'))
    assert codes(found)["mqtt.unreachable"] == "fail"


def test_a_link_that_never_opens_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never() -> Transport:
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(doctor, "LIMIT_S", 0.05)
    monkeypatch.setattr(doctor, "opener_for", lambda link: never)
    file = table(tmp_path, QUIET + '[[reader]]\nname = "a"\ndriver = "feig"\nlink = "serial:/dev/x"\nantennas = { 1 = "board" }\n')
    assert codes(examine(file))["tcp.timeout"] == "fail"


def test_a_deck_others_can_read_is_found(tmp_path: Path) -> None:
    enrol(tmp_path)
    (tmp_path / "run/decks.json").chmod(0o644)
    found = examine(table(tmp_path, QUIET))
    assert codes(found)["deck.unusable"] == "fail"


def test_the_command_ends_with_1_when_something_fails(tmp_path: Path) -> None:
    file = table(tmp_path, QUIET + "[nonsense]\n")
    result = CliRunner().invoke(app, ["doctor", "--config", str(file)])
    assert result.exit_code == 1
    assert "fail  table file" in result.output
    assert "config.unusable" in result.output
    assert CliRunner().invoke(app, ["doctor", "--config", str(table(tmp_path, QUIET))]).exit_code == 0
