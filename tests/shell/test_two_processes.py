"""The daemon and the simulator as two processes: what each knows of the other, and what happens when one is killed."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import stat
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from daemon_process import LIMIT_S, Heard, free_port, listen, online, smarttable

from controller.sensing.decks import load_decks
from sim.hands import recorded_hands

ROOT = Path(__file__).resolve().parents[2]
HANDS = ROOT / "sim" / "hands"
SPEED = "40"


def table_file(folder: Path, mqtt_port: int, web_port: int) -> Path:
    """A table with one reader on a serial link and one on TCP."""
    folder.mkdir(parents=True)
    seats = ", ".join(f'{seat} = "seat/{seat}/hole"' for seat in range(1, 9))
    rest = '1 = "seat/9/hole", 2 = "seat/10/hole", 3 = "board", 4 = "muck", 5 = "burn", 6 = "stub"'
    file = folder / "table.toml"
    file.write_text(f"""schema = 1
[table]
id = "t1"
[mqtt]
port = {mqtt_port}
[web]
port = {web_port}
[run]
log_level = "warning"
[[reader]]
name = "hf0"
driver = "feig"
link = "serial:{folder}/run/hf0"
antennas = {{ {seats} }}
[[reader]]
name = "hf1"
driver = "feig"
link = "tcp:127.0.0.1:{free_port()}"
antennas = {{ {rest} }}
""")
    return file


def until(so: Callable[[], bool], what: str) -> None:
    give_up_s = time.monotonic() + LIMIT_S
    while not so():
        assert time.monotonic() < give_up_s, f"{what} did not happen"
        time.sleep(0.02)


def processes(pid: int) -> Iterator[int]:
    """A process and all its children's children."""
    yield pid
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text().split():
            yield from processes(int(child))


def known_to(pid: int) -> str:
    """Everything a process was told at its start, where it stands, and what it holds open."""
    proc = Path(f"/proc/{pid}")
    texts = [(proc / name).read_bytes().decode("utf-8", "replace") for name in ("cmdline", "environ")]
    links = [proc / "cwd", *(proc / "fd").iterdir()]
    return "\n".join([*texts, *(os.readlink(link) for link in links if os.path.lexists(link))])


@pytest.mark.slow
@pytest.mark.parametrize("panel", ["mqtt", "http"])
def test_a_simulator_beside_a_daemon_plays_hands_that_the_daemon_knows_nothing_of(panel: str, tmp_path: Path) -> None:
    played = tmp_path / "played-tonight"
    played.mkdir()
    for name, _ in recorded_hands()[3:5]:
        shutil.copy(HANDS / name, played)
    port = free_port()
    config, truth = table_file(tmp_path / "table", port, free_port()), tmp_path / "true-cards.jsonl"
    options = ("--config", str(config), "--speed", SPEED)
    with smarttable("sim", *options, "--play", str(played), "--truth", str(truth), "--panel", panel, "--seed", "3") as people:
        until((config.parent / "run" / "decks.json").exists, "the deck")
        with smarttable("run", *options) as daemon:
            heard = asyncio.run(listen(port, lambda one: one.body.get("kind") == "hand_ended"))
            known = "".join(known_to(pid) for pid in processes(daemon.pid))
            out, err = people.communicate(timeout=LIMIT_S)
            daemon.terminate()
            daemon.communicate(timeout=LIMIT_S)
    assert (people.returncode, err) == (0, ""), out
    assert daemon.returncode == 0
    assert "the simulated deck sim is enrolled" in out
    assert out.count("(as recorded)") == 2
    assert "table.toml" in known
    for secret in ("played-tonight", ".phh", "true-cards"):
        assert secret not in known
    assert any(one.body.get("kind") == "board" for one in heard)
    _truth_is_whole(truth, heard)


def _truth_is_whole(truth: Path, heard: list[Heard]) -> None:
    """The truth file tells what the table told, and the hidden cards as well; nobody else can read it."""
    assert stat.S_IMODE(truth.stat().st_mode) == 0o600
    lines = [json.loads(line) for line in truth.read_text().splitlines()]
    times = [line["at_ms"] for line in lines]
    assert times == sorted(times)
    first = lines[: next(n for n, line in enumerate(lines) if line["act"] == "result") + 1]
    assert (first[0]["act"], first[-1]["ok"]) == ("hand", True)
    board = [line["card"] for line in first if line["act"] == "move" and line["to"] == "board"]
    assert sorted(board) == sorted(card for one in heard if one.body.get("kind") == "board" for card in one.body["cards"])
    holes = [line for line in first if line["act"] == "move" and str(line["to"]).endswith("/hole")]
    assert len(holes) == 12
    acts = [line["sent"] for line in first if line["act"] == "say" and line["verb"] == "act"]
    assert [act["do"] for act in acts] == [one.body["do"] for one in heard if one.body.get("kind") == "acted"]
    assert {line["got"]["ok"] for line in first if line["act"] == "answer"} == {True}


@pytest.mark.slow
def test_people_of_a_running_simulator_can_be_paused_and_stepped(tmp_path: Path) -> None:
    port = free_port()
    config = table_file(tmp_path / "table", port, free_port())
    options = ("--config", str(config), "--speed", "10")

    def control(*request: str) -> str:
        with smarttable("sim-control", "--config", str(config), *request) as asking:
            out, err = asking.communicate(timeout=LIMIT_S)
        assert asking.returncode == (0 if out else 1)
        return (out or err).strip()

    with smarttable("sim", *options, "--play", str(HANDS), "--paused") as people:
        until((config.parent / "run" / "sim.sock").exists, "the control socket")
        assert control("status") == "ok paused speed=1 acts=0"
        with smarttable("run", *options) as daemon:
            control("step", "5")
            asyncio.run(listen(port, lambda one: one.body.get("kind") == "card_dealt"))
            until(lambda: control("status") == "ok paused speed=1 acts=5", "five acts")
            assert control("speed", "0.1") == "ok paused speed=0.1 acts=5"
            assert control("speed", "fast").startswith("error speed takes a number")
            assert control("resume").startswith("ok running speed=0.1")
            until(lambda: int(control("status").rpartition("=")[2]) > 5, "the next act")
            people.terminate()
            out, err = people.communicate(timeout=LIMIT_S)
            left = [os.path.lexists(config.parent / "run" / name) for name in ("sim.sock", "hf0")]
            others = _other_people_come(options)
            daemon.terminate()
            daemon.communicate(timeout=LIMIT_S)
    assert (people.returncode, err) == (0, "")
    assert "stopping" in out
    assert left == [False, False], "socket and serial port go with the simulator"
    assert "the floor voided it" in others
    assert "1 of 1 hands as recorded" in others


def _other_people_come(options: tuple[str, ...]) -> str:
    """Have a second simulator play at the table that the first one left in the middle of a hand; return what it said."""
    with smarttable("sim", *options, "--play", str(HANDS / recorded_hands()[3][0])) as people:
        out, err = people.communicate(timeout=LIMIT_S)
    assert (people.returncode, err) == (0, ""), out
    return out


def _daemon_of(demo: subprocess.Popen[str]) -> int:
    """The process the demo started: `smarttable run`."""
    found: list[int] = []

    def look() -> bool:
        found[:] = [pid for pid in processes(demo.pid) if b"\0run\0" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        return bool(found)

    until(look, "the daemon's start")
    return found[0]


@pytest.mark.slow
def test_a_killed_daemon_is_started_again_and_the_demo_comes_out_right() -> None:
    port = free_port()
    arguments = ("--hands", "3", "--headless", "--speed", "20", "--mqtt-port", str(port), "--http-port", str(free_port()))
    with smarttable("demo", *arguments) as demo:
        before = asyncio.run(listen(port, lambda one: one.body.get("kind") == "acted"))
        killed = _daemon_of(demo)
        known = known_to(killed)
        os.kill(killed, signal.SIGKILL)
        acted = before[-1].body
        # a dying broker may still tell of the old one
        comes_back = asyncio.run(listen(port, lambda one: one.name == "state" and one.body["boot_id"] != acted["boot_id"]))[-1].body
        out, err = demo.communicate(timeout=2 * LIMIT_S)
    assert demo.returncode == 0, out + err
    assert "the daemon ended by SIGKILL: it is started again" in out
    assert "3 of 3 hands as recorded" in out
    assert out.count("the people begin it anew") == (comes_back["hand"] != acted["hand"])
    assert "Traceback" not in err
    for secret in (".phh", "sim/hands", *(name for name, _ in recorded_hands())):
        assert secret not in known


def _gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.slow
def test_a_daemon_ends_with_the_demo_that_started_it_however_that_ends() -> None:
    port = free_port()
    with smarttable("demo", "--headless", "--speed", "20", "--mqtt-port", str(port), "--http-port", str(free_port())) as demo:
        asyncio.run(listen(port, online))
        family = list(processes(_daemon_of(demo)))
        demo.kill()
        demo.wait(timeout=LIMIT_S)
        for pid in family:
            until(lambda pid=pid: _gone(pid), f"the end of process {pid}")  # type: ignore[misc]  # the default binds it


def _refused(*arguments: str) -> str:
    with smarttable(*arguments) as process:
        out, err = process.communicate(timeout=LIMIT_S)
    assert (process.returncode, out) == (1, "")
    assert len(err.splitlines()) == 1
    return err


@pytest.mark.slow
def test_what_cannot_be_simulated_is_said_with_the_remedy(tmp_path: Path) -> None:
    config = table_file(tmp_path / "table", free_port(), free_port())
    text = config.read_text()
    hands = ("--play", str(HANDS))
    assert "no such file" in _refused("sim", "--config", str(config), "--play", str(tmp_path / "nothing"))
    assert "mqtt or http" in _refused("sim", "--config", str(config), *hands, "--panel", "phone")
    assert "did you mean 'miss'" in _refused("sim", "--config", str(config), *hands, "--faults", "mis=0.1")
    assert "truth file" in _refused("sim", "--config", str(config), *hands, "--truth", str(tmp_path / "no" / "truth"))
    config.write_text(text.replace("[mqtt]\n", '[mqtt]\nbroker = "off"\n'))
    assert "embedded" in _refused("sim", "--config", str(config), *hands)
    config.write_text(text.replace("[web]\n", "[web]\nenabled = false\n"))
    assert "over mqtt" in _refused("sim", "--config", str(config), *hands, "--panel", "http")
    config.write_text(text.replace(f"serial:{config.parent}/run/hf0", "serial:/dev/serial/by-id/real"))
    with smarttable("sim", "--config", str(config), *hands) as process:
        _, err = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 1
    assert "real device" in err
    assert load_decks(config.parent / "run" / "decks.json").decks.keys() == {"sim"}


@pytest.mark.slow
def test_a_broker_that_is_not_there_is_waited_for_and_said() -> None:
    nobody = free_port()
    arguments = ("--hands", "1", "--headless", "--speed", "20", "--broker", f"127.0.0.1:{nobody}", "--http-port", str(free_port()))
    with smarttable("demo", *arguments) as demo:
        assert demo.stdout is not None
        line = next(line for line in demo.stdout if line.startswith("the people wait"))
        demo.send_signal(signal.SIGINT)
        out, _ = demo.communicate(timeout=LIMIT_S)
    assert f"127.0.0.1:{nobody}" in line
    assert (demo.returncode, "stopping" in out) == (0, True)
