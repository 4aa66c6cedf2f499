"""From the fact that completes an irregularity to the published ruling, over every kind that the scenarios of the deal bring about.

The scenarios are played first, at fact level; kept are the events that each table was given. They are given again, one by one, to a
process that has what the daemon has from there on: the core, the journal on disk (`durability = "full"`), the feed, and its MQTT session
with a mosquitto beside. Timed is each event that a ruling follows from: from the moment it is given until a subscriber in another process
holds the message with the ruling. A reader's sweeps, and how long a card has to lie there, come before that and are no part of it.

Usage: python benchmarks/ruling.py [--rounds N] [--smoke]
Exit code: 0 when the 99th percentile of all rounds is below 10 ms (--smoke: when every ruling arrives).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import queue
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from controller import clock, harness
from controller.core import step
from controller.effects import Effect, Tell
from controller.events import Event, decode
from controller.feed.desk import CommandDesk
from controller.feed.hub import FeedHub
from controller.journal.log import MemoryJournal
from controller.journal.paths import JournalPlace
from controller.mqtt.publisher import MqttPublisher
from controller.mqtt.settings import MqttSettings
from controller.recovery import recover
from controller.rules.house import House
from controller.stored_stories import JournalStories
from controller.table.table import new_table
from controller.turn import Turn
from sim.port import TableSpec
from sim.scenario.run import Depth, checked, find_scenarios, not_yet, run_under
from sim.scenario.run import House as Players

ROOT: Final = Path(__file__).resolve().parents[1]
SCENARIOS: Final = ROOT / "tests" / "scenarios" / "deal"
LIMIT_MS: Final = 10.0
LIMIT_S: Final = 20.0
#: One of so many scenarios is played in a smoke run.
SMOKE_EVERY: Final = 40
#: What is before it has gone out, and the machine is still, before the clock runs.
STILL_S: Final = 0.005
RULINGS: Final = "smarttable/v1/+/ruling"


class Played(msgspec.Struct, frozen=True):
    """What a table was given in a scenario, as the journal holds it, and the kind of ruling that follows from an event, by its number."""

    name: str
    house: House
    events: tuple[bytes, ...]
    rulings: dict[int, str]


class Given(NamedTuple):
    """An event was given to a table: the kind of the ruling it told by the story `seq`, when, and the processor time until it was told.

    Units: seconds, those of `at_s` of the machine's clock.
    """

    table: str
    seq: int
    kind: str
    at_s: float
    busy_s: float


class Took(NamedTuple):
    """How long a ruling took until the subscriber held it, and what the table's process was busy with it. Units: milliseconds."""

    kind: str
    heard_ms: float
    busy_ms: float


def kind_of(effects: Sequence[Effect]) -> tuple[int, str] | None:
    """The number of the first story of a new ruling, and its kind."""
    for one in effects:
        if isinstance(one, Tell) and one.kind == "ruling" and one.more is not None and one.more.ruling.status != "lapsed":
            return one.seq, str(one.more.ruling.kind)
    return None


def played(file: Path) -> Played | None:
    """Play a scenario; None when this version cannot, or nothing is ruled in it."""
    tables: list[harness.TableInProcess] = []

    def make_table(spec: TableSpec) -> harness.TableInProcess:
        tables.append(harness.on_floor(spec))
        return tables[-1]

    scenario = checked(file)
    players = Players(make_table, partial(clock.run, speed=None))
    if not_yet(scenario, players.books) is not None:
        return None
    run_under((scenario.books or ("",))[0], scenario, players, Depth())
    house, journal = tables[0].house, tables[0].journal
    if not isinstance(journal, MemoryJournal):
        raise TypeError("a table at fact level keeps its events in memory")
    events = tuple(journal)
    rulings = {number: kind for number, kind in enumerate(_kinds(house, events)) if kind}
    return Played(file.stem, house, events, rulings) if rulings else None


def _kinds(house: House, events: Sequence[bytes]) -> Iterator[str]:
    table = new_table(house)
    for event in events:
        table, effects = step(table, decode(event), house)
        found = kind_of(effects)
        yield found[1] if found else ""


def all_played(every: int) -> list[Played]:
    """Play every so many scenarios of the deal."""
    return [one for file in find_scenarios([SCENARIOS])[::every] if (one := played(file)) is not None]


async def give(one: Played, name: str, port: int, folder: Path) -> list[Given]:
    """Give a table of its own what it was given in the scenario; every story has gone out before the next event."""
    place = JournalPlace(folder / f"{name}.journal", folder / f"{name}.key")
    recovered = recover(place, one.house)
    at = clock.Clock(asyncio.get_running_loop())
    turn = Turn(one.house, recovered.journal(place, one.house, name, at), recovered.table, recovered.told)
    hub = FeedHub(at, name, turn.table, cited=one.house.cited, house=one.house)
    turn.on_effects(hub.update)
    publisher = MqttPublisher(MqttSettings(port=port), name, hub, CommandDesk(turn, at, name), stored=JournalStories(place, one.house))
    publisher.session.go_on(0, turn.table.seq)
    running = asyncio.ensure_future(publisher.run())
    given = []
    try:
        await _until(lambda: publisher.session.online)
        for number, content in enumerate(one.events):
            event: Event = decode(content)
            kind = one.rulings.get(number)
            if kind:
                await _until(lambda: publisher.session.told_seq >= turn.table.seq)
                await asyncio.sleep(STILL_S)
            busy_s, begun_s = time.process_time(), time.perf_counter()
            found = kind_of(turn.take([event]))
            if kind and found:
                await _until(lambda: publisher.session.told_seq >= turn.table.seq)
                given.append(Given(name, found[0], kind, begun_s, time.process_time() - busy_s))
        await _until(lambda: publisher.session.told_seq >= turn.table.seq)
    finally:
        publisher.stop()
        await running
        turn.close()
    return given


async def _until(holds: Callable[[], bool]) -> None:
    give_up_s = time.perf_counter() + LIMIT_S
    while not holds():
        if time.perf_counter() > give_up_s:
            raise SystemExit("the table does not come online, or does not tell what happened")
        await asyncio.sleep(0.001)


def tables(file: Path, port: int, folder: Path, round_: int) -> None:
    """The process of the tables: reads what was played, says on its output what it was given and when."""
    for number, one in enumerate(msgspec.msgpack.decode(file.read_bytes(), type=list[Played])):
        for given in asyncio.run(give(one, f"r{round_}t{number}", port, folder)):
            print(*given, flush=False)


class Subscriber:
    """Hears every table's rulings; `heard` has when each came: (table, bytes of the message, seconds)."""

    def __init__(self, port: int) -> None:
        self.heard: queue.SimpleQueue[tuple[str, bytes, float]] = queue.SimpleQueue()
        self.ready: queue.SimpleQueue[None] = queue.SimpleQueue()
        client = self._client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        client.on_message = self._on_message
        client.on_connect = lambda *_: client.subscribe(RULINGS, 1)
        client.on_subscribe = lambda *_: self.ready.put(None)
        client.connect("127.0.0.1", port)
        client.loop_start()
        self.ready.get(timeout=LIMIT_S)

    def _on_message(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        self.heard.put((message.topic.split("/")[2], message.payload, time.perf_counter()))

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def mosquitto(folder: Path) -> Iterator[int]:
    program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        raise SystemExit("mosquitto is not installed: apt-get install mosquitto")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    config = folder / "mosquitto.conf"
    config.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nlog_type error\n" + ("user root\n" if os.geteuid() == 0 else ""))
    process = subprocess.Popen([program, "-c", str(config)])
    try:
        give_up_s = time.monotonic() + LIMIT_S
        while time.monotonic() < give_up_s:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1.0):
                break
            time.sleep(0.01)
        yield port
    finally:
        process.terminate()
        process.wait(30)


def round_of(what: Path, port: int, number: int, subscriber: Subscriber) -> list[Took]:
    """Give all tables what they are given once; return how long each ruling took."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, __file__, "--tables", str(what), str(port), folder, str(number)]
        done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True, check=True)
    time.sleep(0.2)
    came: dict[tuple[str, int], float] = {}
    with suppress(queue.Empty):
        while True:
            table, payload, at_s = subscriber.heard.get_nowait()
            came.setdefault((table, msgspec.json.decode(payload)["seq"]), at_s)
    took = []
    for line in done.stdout.splitlines():
        table, seq, kind, at_s, busy_s = line.split()
        if (table, int(seq)) not in came:
            raise SystemExit(f"a ruling of the kind {kind} was not heard")
        took.append(Took(kind, 1e3 * (came[table, int(seq)] - float(at_s)), 1e3 * float(busy_s)))
    return took


def percentile(figures: Sequence[float], share: float) -> float:
    return sorted(figures)[min(len(figures) - 1, int(share * len(figures)))]


def report(rounds: Sequence[Sequence[Took]]) -> bool:
    """Print the figures; return whether the limit holds."""
    kinds = Counter(one.kind for one in rounds[0])
    print(f"{len(rounds[0])} rulings of {len(kinds)} kinds a round: {', '.join(f'{kind} {count}' for kind, count in kinds.most_common())}")
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        for what, field in (("until it is heard", "heard_ms"), ("processor time of the table", "busy_ms")):
            each = [percentile([getattr(one, field) for one in part], share) for part in rounds]
            whole = percentile([getattr(one, field) for part in rounds for one in part], share)
            print(f"{name} {whole:.2f} ms {what}; by round {min(each):.2f} to {max(each):.2f}, median {statistics.median(each):.2f}")
    everything = [one for part in rounds for one in part]
    slow = Counter({kind: percentile([one.heard_ms for one in everything if one.kind == kind], 0.5) for kind in kinds})
    print(f"slowest kinds by median: {', '.join(f'{kind} {took:.2f} ms' for kind, took in slow.most_common(3))}")
    return percentile([one.heard_ms for one in everything], 0.99) < LIMIT_MS


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="how often every table is given everything")
    parser.add_argument("--smoke", action="store_true", help="a few scenarios, one round, judged only by ending")
    parser.add_argument("--tables", nargs=4, metavar=("PLAYED", "PORT", "FOLDER", "ROUND"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.tables:
        tables(Path(given.tables[0]), int(given.tables[1]), Path(given.tables[2]), int(given.tables[3]))
        return 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        what = folder / "played"
        what.write_bytes(msgspec.msgpack.encode(all_played(SMOKE_EVERY if given.smoke else 1)))
        with mosquitto(folder) as port:
            subscriber = Subscriber(port)
            rounds = [round_of(what, port, number, subscriber) for number in range(1 if given.smoke else given.rounds)]
            subscriber.close()
    held = report(rounds)
    print(f"limit: the 99th percentile below {LIMIT_MS:g} ms")
    return 0 if given.smoke or held else 1


if __name__ == "__main__":
    sys.exit(main())
