"""`smarttable run` is killed at its worst moments and started again; a client that was there all the time notices no harm."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiomqtt
import pytest
from brokers import Mosquitto
from daemon_process import LIMIT_S, free_port, smarttable
from felt import BLINDS, Felt
from msgspec.structs import replace

from controller.journal.faults import POINTS, VARIABLE
from controller.mqtt.topics import STORIES
from controller.rules.announcing import Announcing
from controller.rules.house import House
from controller.rules.options import PRESETS

SEATS = [("sit", {"seat": seat, "name": f"Player {seat}", "stack": 5_000}) for seat in (1, 2, 3)]
HAND: list[tuple[str, dict[str, Any]]] = [
    ("new_hand", {}),
    ("post", {}),
    ("act", {"do": "raise", "to": 250}),
    ("correct", {"change": {"to": 300}}),
    ("act", {"seat": 9, "do": "fold"}),  # refused: he is not in the hand
    ("act", {"do": "fold"}),
    ("act", {"do": "fold"}),
]


#: What is to be said is told as well; but nobody is reminded of it, for that hangs on how long a start takes.
HOUSE = House(seats=6, stakes=BLINDS, options=replace(PRESETS["cooke"], action_prompt_seconds=0), announcing=Announcing(0, 0))
FILED = "[announcements]\nremind_s = 0\nfloor_s = 0\n[house.options]\naction_prompt_seconds = 0\n"


def script() -> list[tuple[str, dict[str, Any]]]:
    """The same commands for a table that is killed and one that is not: who acts is found on the one that is not."""
    felt = Felt(house=HOUSE)
    commands = []
    for number, (verb, arguments) in enumerate([*SEATS, *HAND * 3], 1):
        body = {"id": f"c{number}", **arguments}
        if verb == "act":
            body.setdefault("seat", felt.state()["to_act"])
        elif verb == "correct":
            body["seq"] = felt.state()["last_entry"]["seq"]
        felt.desk.submit(verb, body, "floor")
        commands.append((verb, body))
    assert felt.state()["stage"] == "ended"
    script.end = felt.state()
    return commands


class Room:
    """A broker, a config, and the daemon that is started again whenever it is gone."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.port = free_port()
        self.kills = 0
        self._environment = monkeypatch
        self._file = folder / "table.toml"
        self._file.write_text(
            f'schema = 1\n[table]\nid = "t1"\nseats = 6\n[stakes]\nsmall_blind = 50\nbig_blind = 100\n'
            f'[mqtt]\nbroker = "external"\nport = {self.port}\n[web]\nenabled = false\n{FILED}'
        )
        self.broker = Mosquitto(folder, self.port)
        self._running = contextlib.ExitStack()
        self.process: subprocess.Popen[str] | None = None

    def start(self, kill_at: str = "") -> None:
        """Start the daemon; it dies at `kill_at`, where that is given."""
        self._environment.setenv(VARIABLE, kill_at)
        self._running.close()
        self.process = self._running.enter_context(smarttable("run", "--config", str(self._file)))

    @property
    def dead(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def close(self) -> None:
        self._running.close()
        self.broker.kill()


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    made = Room(tmp_path, monkeypatch)
    made.broker.start()
    yield made
    made.close()


class Client:
    """Somebody at the panel: gives a command again and again, with the same id, until it is answered."""

    def __init__(self, room: Room, client: aiomqtt.Client) -> None:
        self.room = room
        self.stories: dict[int, bytes] = {}
        self.repeated = 0
        self.state: dict[str, Any] = {}
        self.answers: dict[str, bytes] = {}
        self._client = client
        self._heard = asyncio.Event()

    async def listen(self) -> None:
        async for message in self._client.messages:
            name = str(message.topic).split("/", 3)[3]
            body = bytes(message.payload)
            if name in STORIES:
                self._note(int(json.loads(body)["seq"]), body)
            elif name == "state" and body:
                self.state = json.loads(body)
            elif name.endswith("/result"):
                self.answers.setdefault(json.loads(body)["id"], body)
                assert self.answers[json.loads(body)["id"]] == body, "an answer is repeated word for word"
            self._heard.set()

    def _note(self, seq: int, body: bytes) -> None:
        known = self.stories.get(seq)
        assert known in {None, body}, f"seq {seq} told two things"
        assert known is not None or seq == len(self.stories) + 1, f"seq {seq} came after {len(self.stories)}"
        self.repeated += known is not None
        self.stories[seq] = body

    async def give(self, verb: str, body: dict[str, Any], restart_with: Iterator[str]) -> None:
        while body["id"] not in self.answers:
            if self.room.dead:
                self.room.kills += 1
                self.room.start(next(restart_with, ""))
            await self._client.publish(f"smarttable/v1/t1/cmd/{verb}", json.dumps(body), qos=1)
            self._heard.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    while body["id"] not in self.answers:
                        await self._heard.wait()
                        self._heard.clear()


async def play(room: Room, first: str, restart_with: Iterator[str]) -> Client:
    commands = script()
    async with asyncio.timeout(LIMIT_S), aiomqtt.Client("127.0.0.1", room.port, protocol=aiomqtt.ProtocolVersion.V5) as mqtt:
        await mqtt.subscribe("smarttable/#", qos=1)
        client = Client(room, mqtt)
        listening = asyncio.create_task(client.listen())
        room.start(first)
        for verb, body in commands:
            giving = asyncio.create_task(client.give(verb, body, restart_with))
            await asyncio.wait({giving, listening}, return_when=asyncio.FIRST_COMPLETED)
            if listening.done():
                listening.result()
            await giving
        if room.dead:  # it died once everything was answered
            room.kills += 1
            room.start()
        while client.state.get("rev") != script.end["rev"] or len(client.stories) < client.state["as_of_seq"]:
            client._heard.clear()
            await asyncio.wait({asyncio.create_task(client._heard.wait()), listening}, return_when=asyncio.FIRST_COMPLETED)
            if listening.done():
                listening.result()
        listening.cancel()
        await asyncio.wait({listening})
    return client


def check(client: Client) -> None:
    assert list(client.stories) == list(range(1, len(client.stories) + 1))
    stamps = {"boot_id", "utc", "table_ms", "quality"}
    end = script.end
    assert {k: v for k, v in client.state.items() if k not in stamps} == {k: v for k, v in end.items() if k not in stamps}
    answers = [json.loads(body) for body in client.answers.values()]
    assert len(answers) == len(script())
    assert [answer["ok"] for answer in answers].count(False) == 3


@pytest.mark.slow
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("commit", [2, 7, 11])
def test_killed_at_the_worst_moment_and_started_again(room: Room, point: str, commit: int) -> None:
    client = asyncio.run(play(room, f"{point}:{commit}", iter(())))
    assert room.kills == 1
    check(client)
    assert room.process is not None
    room.process.send_signal(signal.SIGTERM)
    _, err = room.process.communicate(timeout=LIMIT_S)
    assert room.process.returncode == 0, err


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_killed_again_and_again(room: Room, seed: int) -> None:
    """Each start dies at some commit; the first one of each is its own beginning."""
    chance = random.Random(seed)  # noqa: S311 -- a seeded choice, no secret
    kills = [f"{chance.choice(POINTS)}:{chance.randint(1, 6)}" for _ in range(6)]
    client = asyncio.run(play(room, kills[0], iter(kills[1:])))
    assert room.kills >= 4
    check(client)


@pytest.mark.slow
def test_a_fault_point_that_is_none_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "whenever:1")
    file = tmp_path / "table.toml"
    file.write_text(f"schema = 1\n[mqtt]\nport = {free_port()}\n[web]\nenabled = false\n")
    with smarttable("run", "--config", str(file)) as process:
        _, err = process.communicate(timeout=LIMIT_S)
    assert process.returncode == 1
    assert "inside_commit" in err
