"""`smarttable run` as a process: absent readers, signals, ports that are taken, commands from a real client."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import aiomqtt
import pytest
from daemon_process import LIMIT_S, Heard, free_port, listen, online, smarttable

from controller.mqtt.topics import STORIES


def table_file(folder: Path, mqtt_port: int, web_port: int, extra: str = "") -> Path:
    file = folder / "table.toml"
    file.write_text(f'schema = 1\n[table]\nid = "t1"\n[mqtt]\nport = {mqtt_port}\n[web]\nport = {web_port}\n{extra}')
    return file


ABSENT_READER = """
[[reader]]
name = "hf0"
driver = "feig"
link = "serial:/dev/serial/by-id/nothing-here"
antennas = { 1 = "seat/1/hole", 2 = "seat/2/hole", 3 = "board" }
"""


@pytest.mark.slow
def test_absent_reader_is_health_and_sigterm_says_stopped(tmp_path: Path) -> None:
    port = free_port()
    with smarttable("run", "--config", str(table_file(tmp_path, port, free_port(), ABSENT_READER))) as process:
        heard = asyncio.run(listen(port, online))
        state = {one.name: one.body for one in heard}
        assert state["status"]["capability"] == "by_hand"
        health = asyncio.run(listen(port, lambda one: one.name == "health/hf0" and one.body["state"] == "failed"))[-1].body
        assert health["reason"] == "serial.absent"
        assert "/dev/serial/by-id/nothing-here" in health["remedy"]

        async def terminate() -> Heard:
            stopped = asyncio.create_task(listen(port, lambda one: one.name == "status" and one.body.get("state") == "stopped"))
            await asyncio.sleep(0.5)
            process.send_signal(signal.SIGTERM)
            return (await stopped)[-1]

        assert asyncio.run(terminate()).name == "status"
        _, err = process.communicate(timeout=LIMIT_S)
        assert process.returncode == 0, err
        assert err.count("hf0") == 1, "one line when it is down"
        assert "Traceback" not in err


@pytest.mark.slow
def test_a_service_manager_that_signals_every_process_still_gets_stopped_said(tmp_path: Path) -> None:
    """As systemd does: SIGTERM to the daemon and its embedded broker at once."""
    port = free_port()
    with smarttable("run", "--config", str(table_file(tmp_path, port, free_port())), own_group=True) as process:

        async def terminate() -> Heard:
            await listen(port, online)
            stopped = asyncio.create_task(listen(port, lambda one: one.name == "status" and one.body.get("state") == "stopped"))
            await asyncio.sleep(0.5)
            os.killpg(process.pid, signal.SIGTERM)
            return (await stopped)[-1]

        assert asyncio.run(terminate()).body["state"] == "stopped"
        _, err = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0, err
    assert "broker" not in err.replace("mqtt: on broker", "")
    assert "ERROR" not in err


@pytest.mark.slow
def test_a_hand_played_by_commands_over_mqtt(tmp_path: Path) -> None:
    """No reader at all: the dealer does by hand what a sensor would have done."""
    port = free_port()
    commands = [
        ("sit", {"seat": 1, "name": "Ann", "stack": 100}),
        ("sit", {"seat": 2, "name": "Bob", "stack": 100}),
        ("new_hand", {}),
        ("post", {}),
        ("act", {"seat": 1, "do": "raise", "to": 6}),
        ("act", {"seat": 1, "do": "fold"}),
        ("act", {"seat": 2, "do": "fold"}),
    ]

    async def play() -> tuple[list[dict[str, object]], list[Heard]]:
        await listen(port, online)
        hearing = asyncio.create_task(listen(port, lambda one: one.body.get("kind") == "hand_ended"))
        await asyncio.sleep(0.3)
        answers = []
        async with aiomqtt.Client("127.0.0.1", port, protocol=aiomqtt.ProtocolVersion.V5) as client:
            await client.subscribe("smarttable/v1/t1/cmd/+/result", qos=1)
            messages = client.messages
            for number, (verb, arguments) in enumerate(commands):
                body = json.dumps({"id": f"c{number}", **arguments})
                await client.publish(f"smarttable/v1/t1/cmd/{verb}", body, qos=1)
                answers.append(json.loads(bytes((await anext(messages)).payload)))
        return answers, await hearing

    with smarttable("run", "--config", str(table_file(tmp_path, port, free_port()))):
        answers, heard = asyncio.run(play())
    assert [answer["ok"] for answer in answers] == [True, True, True, True, True, False, True]
    assert answers[5]["code"], "out of turn is refused with its code"
    assert heard[-1].body["payoffs"] == {"1": 2, "2": -2}
    seqs = [one.body["seq"] for one in heard if one.name in STORIES]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))


def page_health(web_port: int) -> dict[str, Any]:
    """What `/healthz` says of the parts; it answers 503 while the table is not on its broker."""
    try:
        with urlopen(f"http://127.0.0.1:{web_port}/healthz", timeout=5) as answer:
            body: dict[str, Any] = json.load(answer)
    except HTTPError as answer:
        body = json.load(answer)
    return dict(body["health"])


@contextlib.contextmanager
def taken_port() -> Iterator[socket.socket]:
    """A port that another program listens on, until it is closed."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        holder.settimeout(1.0)
        yield holder


def told_to(holder: socket.socket) -> bytes:
    """What was said to the program that holds the port; a probe that connects and goes says nothing."""
    said = b""
    with contextlib.suppress(TimeoutError):
        while True:
            stranger, _ = holder.accept()
            with stranger:
                stranger.settimeout(1.0)
                said += stranger.recv(64)
    return said


def stop(process: subprocess.Popen[str]) -> str:
    """End the daemon in order and return what it logged."""
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 0, err
    return err


@pytest.mark.slow
def test_a_taken_page_port_stops_nothing_else_and_is_had_when_free(tmp_path: Path) -> None:
    port = free_port()
    with taken_port() as holder:
        taken = holder.getsockname()[1]
        with smarttable("run", "--config", str(table_file(tmp_path, port, taken))) as process:
            heard = asyncio.run(listen(port, lambda one: one.name == "health/page" and one.body["state"] == "failed"))
            health = heard[-1].body
            assert health["reason"] == "web.port_in_use"
            asyncio.run(listen(port, online))
            assert f"127.0.0.1:{taken}" in health["remedy"]
            holder.close()
            asyncio.run(listen(port, lambda one: one.name == "health/page" and one.body["state"] == "ok"))
            assert page_health(taken)["page"]["state"] == "ok"
            err = stop(process)
    assert err.count("web.port_in_use") == 1, "one line when it is down"


@pytest.mark.slow
def test_a_taken_broker_port_stops_nothing_else_and_is_had_when_free(tmp_path: Path) -> None:
    web_port = free_port()
    with taken_port() as holder:
        taken = holder.getsockname()[1]
        with smarttable("run", "--config", str(table_file(tmp_path, taken, web_port))) as process:
            give_up_s = time.monotonic() + LIMIT_S
            broker: dict[str, Any] = {}
            while broker.get("state") != "failed" and time.monotonic() < give_up_s:
                with contextlib.suppress(URLError):
                    broker = page_health(web_port).get("broker", {})
            assert broker["reason"] == "mqtt.port_in_use"
            assert str(taken) in broker["remedy"]
            assert told_to(holder) == b"", "whoever holds the port hears nothing of ours"
            holder.close()
            asyncio.run(listen(taken, online))
            err = stop(process)
    assert err.count("mqtt.port_in_use") == 1, "one line when it is down"


@pytest.mark.slow
def test_a_daemon_whose_broker_never_came_stops_in_order(tmp_path: Path) -> None:
    web_port = free_port()
    with (
        taken_port() as holder,
        smarttable("run", "--config", str(table_file(tmp_path, holder.getsockname()[1], web_port))) as process,
    ):
        give_up_s = time.monotonic() + LIMIT_S
        while time.monotonic() < give_up_s:
            with contextlib.suppress(URLError):
                if page_health(web_port).get("broker", {}).get("state") == "failed":
                    break
        assert "left behind" not in stop(process)


@pytest.mark.slow
def test_a_broken_deck_file_is_one_clear_line(tmp_path: Path) -> None:
    deck = tmp_path / "decks.json"
    deck.write_text("{")
    deck.chmod(0o600)
    file = table_file(tmp_path, free_port(), free_port(), '[deck]\nfile = "decks.json"\n')
    with smarttable("run", "--config", str(file)) as process:
        _, err = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 1
    assert err.startswith(f"{deck}, line 1: ")


@pytest.mark.slow
def test_no_config_is_one_clear_line(tmp_path: Path) -> None:
    with smarttable("run", "--config", str(tmp_path / "nothing.toml")) as process:
        _, err = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 1
    assert "cannot be read" in err
    assert "table.example.toml" in err
