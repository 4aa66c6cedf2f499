"""`smarttable contract check` as its user runs it: against the daemon, and against tables that break a rule."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiomqtt
import pytest
from brokers import Cable, Mosquitto, until
from daemon_process import LIMIT_S, free_port, listen, online, smarttable
from live import on_broker
from mutants import MUTANTS
from recorded import HOLES, Said, recording

from controller import clock
from controller.contract.kept import CLEARED_S, MOMENT_S
from controller.contract.listen import Broker, Listener
from controller.mqtt.broker import EmbeddedBroker

PROJECT = Path(__file__).resolve().parents[2]


def contract_check(port: int, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "controller.cli", "contract", "check", "--broker", f"127.0.0.1:{port}", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize("broker", ["embedded", "mosquitto"])
def test_our_own_table_passes(broker: str, tmp_path: Path) -> None:
    port = free_port()
    mosquitto = Mosquitto(tmp_path, port)
    arguments = ["demo", "--hands", "2", "--headless", "--speed", "20", "--http-port", str(free_port())]
    if broker == "mosquitto":
        mosquitto.start()
        arguments += ["--broker", f"127.0.0.1:{port}"]
    else:
        arguments += ["--mqtt-port", str(port)]
    try:
        with smarttable(*arguments) as demo:
            if broker == "embedded":  # it comes and goes with the demo: listen once it is there
                asyncio.run(listen(port, online))
            seconds = "7" if broker == "embedded" else "20"  # the latter listens before the demo is up
            done = contract_check(port, "--table", "demo", "--seconds", seconds, "--json")
            demo.communicate(timeout=LIMIT_S)
    finally:
        mosquitto.kill()
    told: dict[str, Any] = json.loads(done.stdout)
    assert (done.returncode, told["ok"], told["tables"][0]["found"]) == (0, True, {}), told["tables"][0]["broken"]
    assert told["tables"][0]["table"] == "demo"
    assert told["tables"][0]["events"] > 20


@pytest.mark.slow
def test_ctrl_c_ends_the_listening_with_what_was_found(tmp_path: Path) -> None:
    port = free_port()
    arguments = ("contract", "check", "--broker", f"127.0.0.1:{port}", "--seconds", "3600")
    with broker_on(port, "mosquitto", tmp_path), smarttable(*arguments) as check:
        assert check.stderr is not None
        assert check.stderr.readline().startswith(f"listening on 127.0.0.1:{port} for 3600 s")

        async def main() -> None:
            async with on_broker(port) as table:
                await until(lambda: table.online, "online")
                table.felt.seat(1, 3, 5)
                await until(lambda: not table.publisher.session.backlog, "all of it told")
                check.send_signal(signal.SIGINT)
                await until(lambda: check.poll() is not None, "its end")

        clock.run(main)
        out, err = check.communicate(timeout=LIMIT_S)
    assert (check.returncode, err) == (0, ""), out
    assert "t1: no rule broken in" in out


def test_nobody_there_is_said_with_the_remedy(free_port_of_nobody: int) -> None:
    done = contract_check(free_port_of_nobody, "--seconds", "1")
    assert done.returncode == 1
    assert f"127.0.0.1:{free_port_of_nobody}" in done.stderr
    assert "--broker" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.fixture
def free_port_of_nobody() -> int:
    return free_port()


@pytest.mark.slow
def test_a_broker_without_a_table_is_no_pass(tmp_path: Path) -> None:
    mosquitto = Mosquitto(tmp_path, free_port())
    mosquitto.start()
    try:
        done = contract_check(mosquitto.port, "--seconds", "0.2")
    finally:
        mosquitto.kill()
    assert (done.returncode, "no table is heard" in done.stdout) == (1, True)


# -- tables that break a rule, on real brokers ----------------------------------------------------------

#: Those that need no long wait.
ON_BROKERS = [name for name in MUTANTS if name not in {"no answer", "no heartbeat"}]

#: The embedded broker tells a newcomer a hundred retained messages, and no more: a few tables fit.
ON_EMBEDDED = ["online before state", "gap in seq", "retained event", "stale will", "hole card in state"]


def tables_of(kind: str) -> dict[str, str | None]:
    """Table → how it breaks a rule: all of them on one broker at once."""
    faults = ON_EMBEDDED if kind == "embedded" else ON_BROKERS
    return {**{f"t{number}": name for number, name in enumerate(faults)}, "fine": None}


async def tell(client: aiomqtt.Client, table: str, said: list[Said]) -> None:
    """The test double: publishes a recorded session, in order."""
    for some in (said[begin : begin + 16] for begin in range(0, len(said), 16)):
        publishing = (client.publish(f"smarttable/v1/{table}/{one.name}", one.body, one.qos, one.retain) for one in some)
        await asyncio.gather(*publishing)


def told_by(fault: str | None) -> list[Said]:
    said = recording()
    if fault is not None:
        MUTANTS[fault].make(said)
    return said


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["embedded", "mosquitto"])
def test_tables_that_break_a_rule_are_found_out_on_a_real_broker(kind: str, tmp_path: Path) -> None:
    port = free_port()
    tables = tables_of(kind)

    async def main() -> None:
        listener = Listener(Broker("127.0.0.1", port))
        said = {table: told_by(fault) for table, fault in tables.items()}
        everything = sum(map(len, said.values()))
        running = asyncio.ensure_future(listener.run(10 * LIMIT_S))
        await until(lambda: listener.is_there, "the listener on the broker")
        async with aiomqtt.Client("127.0.0.1", port, protocol=aiomqtt.ProtocolVersion.V5) as client:
            for table, messages in said.items():
                await tell(client, table, messages)
            await until(lambda: sum(checker.messages for checker in listener.tables.values()) == everything, "all of it heard")
        await asyncio.sleep(CLEARED_S + MOMENT_S)  # what the rules give a table to clear up, and a newcomer to come
        listener.stop()
        await running
        assert listener.tables["fine"].broken == []
        for table, fault in tables.items():
            if fault is not None:
                assert MUTANTS[fault].rule in listener.tables[table].found, fault

    with broker_on(port, kind, tmp_path):
        clock.run(main)


@contextlib.contextmanager
def broker_on(port: int, kind: str, folder: Path) -> Iterator[None]:
    if kind == "mosquitto":
        mosquitto = Mosquitto(folder, port)
        mosquitto.start()
        try:
            yield
        finally:
            mosquitto.kill()
        return
    embedded = EmbeddedBroker(port=port)
    clock.run(embedded.start)
    try:
        yield
    finally:
        clock.run(embedded.stop)


def test_a_broker_that_ends_with_its_table_is_no_broken_rule(tmp_path: Path) -> None:
    """As the embedded one does: nothing is heard any more, and nobody can say what stands."""
    port = free_port()

    async def main() -> Listener:
        listener = Listener(Broker("127.0.0.1", port), loop_s=lambda wall_s: wall_s / 10)
        broker = EmbeddedBroker(port=port)
        await broker.start()
        listening = asyncio.ensure_future(listener.run(10 * LIMIT_S))
        await until(lambda: listener.is_there, "the listener on the broker")
        async with on_broker(port) as table:
            await until(lambda: table.online, "online")
            table.felt.seat(1, 3, 5)
            await until(lambda: "t1" in listener.tables and listener.tables["t1"].events == 3, "the table heard")
            await broker.stop()
        listener.stop()
        await listening
        return listener

    listener = clock.run(main)
    assert listener.tables["t1"].broken == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["embedded", "mosquitto"])
def test_a_table_that_loses_its_broker_and_comes_back_keeps_the_rules(kind: str, tmp_path: Path) -> None:
    """Cut in mid hand: the will, the queued events, the new session."""
    port = free_port()

    async def main() -> None:
        cable = Cable(port)
        await cable.join()
        listener = Listener(Broker("127.0.0.1", port))
        running = asyncio.ensure_future(listener.run(10 * LIMIT_S))
        await until(lambda: listener.is_there, "the listener on the broker")
        async with on_broker(cable.port) as table:
            await until(lambda: table.online, "online")
            table.felt.seat(1, 3, 5)
            table.felt.deal(HOLES)
            await until(lambda: not table.publisher.session.backlog, "the deal told")
            await cable.cut()
            await until(lambda: not table.online, "the loss noticed")
            table.felt.act("call", "call", "check")
            table.felt.board("4c", "Ah", "Td", "9c")
            await cable.join()
            await until(lambda: table.online, "online again")
            table.felt.act("check", "check", "check")
            await until(lambda: not table.publisher.session.backlog, "all of it told")
        await asyncio.sleep(MOMENT_S)
        listener.stop()
        await running
        await cable.cut()
        assert listener.tables["t1"].broken == []
        assert listener.tables["t1"].events >= table.felt.turn.table.seq

    with broker_on(port, kind, tmp_path):
        clock.run(main)
