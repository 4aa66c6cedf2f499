"""From the last byte of a reader's answer to the public `event` at a subscriber, held against a bare script.

`smarttable run` as a process of its own, its journal on disk (`durability = "full"`), polls a reader on a pty; cards appear at first sight
(a dwell of one sweep). Timed is from the moment the answer is written into the pty until a subscriber of a mosquitto beside has the
`event`. The bare script reads the same bytes from a pty of the same kind, appends them to a file in the same folder, calls fdatasync
and publishes them at QoS 1 over the same mosquitto with the same client library. The two take turns, ten answers each.

    python benchmarks/reader_to_feed.py [--rounds N] [--smoke]

Exit code: 0 when the median is at most 2 times and the 99th percentile at most 2.5 times the bare script's (--smoke: always).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import queue
import secrets
import select
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Iterator, Sequence
from pathlib import Path

import aiomqtt
import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from controller.game.cards import FULL_DECK
from controller.sensing.decks import DeckRegistry, save_decks
from sim.feig_bytes import INVENTORY, ISO_HOST, NO_TRANSPONDER, OK, SOFTWARE_VERSION, RequestStream, encode_answer, encode_sets

ROOT = Path(__file__).resolve().parents[1]
LIMIT_P50, LIMIT_P99 = 2.0, 2.5
#: Cards that appear one after the other in a round; then all are taken away.
CARDS_A_ROUND = 10
#: Rounds whose figures are looked at together: for the spread.
ROUNDS_A_BLOCK = 10
#: How long the reader takes for an antenna. Units: seconds.
ANSWER_S = 0.005
LIMIT_S = 20.0
TAGS = [bytes.fromhex("e0040150") + number.to_bytes(4, "big") for number in range(len(FULL_DECK))]
EVENTS, BARE = "smarttable/v1/bench/event", "bench/bare"


def free_port() -> int:
    """A port below those the system gives to outgoing connections: one tried too early is not connected to itself."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def answer_with(cards: int) -> bytes:
    """The answer of an antenna that sees the first `cards` cards of the deck."""
    return encode_answer(0, ISO_HOST, OK, encode_sets(TAGS[:cards])) if cards else encode_answer(0, ISO_HOST, NO_TRANSPONDER)


class Line:
    """Our end of a pty; `path` is the other."""

    def __init__(self) -> None:
        self.descriptor, self._held = os.openpty()
        for end in (self.descriptor, self._held):
            tty.setraw(end)
        self.path = os.ttyname(self._held)

    def send(self, frame: bytes) -> float:
        """Write a frame at once; return when."""
        began_s = time.perf_counter()
        os.write(self.descriptor, frame)
        return began_s


class Reader:
    """A reader with one antenna, on which lie the first `cards` cards. It answers when it is asked to `serve`, and not in between."""

    def __init__(self) -> None:
        self.line = Line()
        self.cards = 0
        self._requests = RequestStream()
        self._pending: list[bytes] = []

    def serve(self) -> float:
        """Wait for the next inventory, answer it as a reader does after a while; return when the answer was written."""
        while True:
            while not self._pending:
                if not select.select([self.line.descriptor], [], [], LIMIT_S)[0]:
                    raise SystemExit("the daemon asks the reader nothing")
                self._take(os.read(self.line.descriptor, 4_096))
            kind = self._pending.pop(0)
            if kind == b"inventory":
                time.sleep(ANSWER_S)
                return self.line.send(answer_with(self.cards))
            self.line.send(encode_answer(0, SOFTWARE_VERSION, OK, bytes.fromhex("03 03 00 44 53 0D 30")))

    def _take(self, chunk: bytes) -> None:
        for request in self._requests.feed(chunk):
            if request.command == SOFTWARE_VERSION:
                self._pending.append(b"version")
            elif request.command == ISO_HOST and request.data[0] == INVENTORY:
                self._pending.append(b"inventory")


class Subscriber:
    """Hears both topics; `heard` holds when each message came."""

    def __init__(self, port: int) -> None:
        self.heard: queue.SimpleQueue[float] = queue.SimpleQueue()
        self.bare: queue.SimpleQueue[float] = queue.SimpleQueue()
        self.online: queue.SimpleQueue[float] = queue.SimpleQueue()
        client = self._client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        client.on_message = self._on_message
        client.on_connect = lambda *_: client.subscribe([(EVENTS, 1), (BARE, 1), (f"{BARE}/ready", 1), ("smarttable/v1/bench/status", 1)])
        client.connect("127.0.0.1", port)
        client.loop_start()

    def _on_message(self, _client: paho.Client, _data: object, message: paho.MQTTMessage) -> None:
        now_s = time.perf_counter()
        if message.topic == EVENTS:
            self.heard.put(now_s)
        elif message.topic == BARE:
            self.bare.put(now_s)
        elif message.topic.endswith("/ready") or b'"online"' in message.payload:
            self.online.put(now_s)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def get(heard: queue.SimpleQueue[float], what: str) -> float:
    try:
        return heard.get(timeout=LIMIT_S)
    except queue.Empty:
        raise SystemExit(f"nothing came from {what}") from None


def round_of_ours(reader: Reader, subscriber: Subscriber) -> list[float]:
    """Let cards appear one by one, then take all away; return seconds from each answer to its event."""
    took_s = []
    for cards in range(1, CARDS_A_ROUND + 1):
        reader.serve()  # one sweep in which nothing changes
        reader.cards = cards
        written_s = reader.serve()
        took_s.append(get(subscriber.heard, "the daemon") - written_s)
        if not subscriber.heard.empty():
            raise SystemExit("a card that appears tells more than one event: this benchmark measures something else")
    reader.cards = 0
    gone = 0
    give_up_s = time.perf_counter() + LIMIT_S
    while gone < CARDS_A_ROUND:
        reader.serve()
        with contextlib.suppress(queue.Empty):
            while True:
                subscriber.heard.get_nowait()
                gone += 1
        if time.perf_counter() > give_up_s:
            raise SystemExit("cards that are taken away are not told")
    time.sleep(0.02)
    return took_s


def round_of_bare(line: Line, subscriber: Subscriber) -> list[float]:
    took_s = []
    for cards in range(1, CARDS_A_ROUND + 1):
        time.sleep(2 * ANSWER_S)
        written_s = line.send(answer_with(cards))
        took_s.append(get(subscriber.bare, "the bare script") - written_s)
    time.sleep(0.02)
    return took_s


async def bare(path: str, port: int, file: Path) -> None:
    """The bare script: whatever comes from the line is appended, synced and published."""
    line = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    kept = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    came = asyncio.Event()
    asyncio.get_running_loop().add_reader(line, came.set)
    async with aiomqtt.Client("127.0.0.1", port, protocol=aiomqtt.ProtocolVersion.V5) as client:
        await client.publish(f"{BARE}/ready", b"ready", qos=1, retain=True)
        frame = b""
        while True:
            await came.wait()
            came.clear()
            with contextlib.suppress(BlockingIOError):
                frame += os.read(line, 4_096)
            if frame and len(frame) >= frame[0]:
                os.write(kept, frame)
                os.fdatasync(kept)
                await client.publish(BARE, frame, qos=1)
                frame = b""


@contextlib.contextmanager
def running(*command: str) -> Iterator[None]:
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait(30)


@contextlib.contextmanager
def mosquitto(folder: Path, port: int) -> Iterator[None]:
    program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
    if program is None:
        raise SystemExit("mosquitto is not installed: apt-get install mosquitto")
    config = folder / "mosquitto.conf"
    config.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nlog_type error\n" + ("user root\n" if os.geteuid() == 0 else ""))
    with running(program, "-c", str(config)):
        give_up_s = time.monotonic() + LIMIT_S
        while time.monotonic() < give_up_s:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1.0):
                break
            time.sleep(0.01)
        yield


def table_file(folder: Path, link: str, port: int) -> Path:
    save_decks(folder / "decks.json", DeckRegistry({"bench": dict(zip(TAGS, FULL_DECK, strict=True))}))
    file = folder / "table.toml"
    file.write_text(f"""schema = 1
[table]
id = "bench"
[sensing]
appear_k = 1
appear_n = 1
lead = 1
vanish_s = 0.1
vanish_sweeps = 1
[deck]
file = "decks.json"
[web]
port = {free_port()}
[mqtt]
broker = "external"
host = "127.0.0.1"
port = {port}
[[reader]]
name = "hf0"
driver = "feig"
link = "serial:{link}"
options = {{ response_timeout_s = 30.0 }}
[reader.antennas]
1 = "seat/1/hole"
""")
    return file


def percentile(figures: Sequence[float], share: float) -> float:
    return sorted(figures)[min(len(figures) - 1, int(share * len(figures)))]


def measure(rounds: int) -> dict[str, list[list[float]]]:
    """Return the milliseconds of both, in blocks."""
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as held:
        folder = Path(name)
        port = free_port()
        held.enter_context(mosquitto(folder, port))
        subscriber = Subscriber(port)
        held.callback(subscriber.close)
        reader, line = Reader(), Line()
        config = table_file(folder, reader.line.path, port)
        held.enter_context(running(sys.executable, "-m", "controller.cli", "run", "--config", str(config)))
        bare_file = str(folder / "bare.log")
        held.enter_context(running(sys.executable, __file__, "--bare", line.path, str(port), bare_file))
        for _ in ("the daemon", "the bare script"):
            get(subscriber.online, "a process that starts")
        blocks: dict[str, list[list[float]]] = {"ours": [], "bare": []}
        for number in range(-1, rounds):  # the first warms up
            ours, theirs = round_of_ours(reader, subscriber), round_of_bare(line, subscriber)
            if number < 0:
                continue
            if number % ROUNDS_A_BLOCK == 0:
                for block in blocks.values():
                    block.append([])
            blocks["ours"][-1] += [1e3 * one for one in ours]
            blocks["bare"][-1] += [1e3 * one for one in theirs]
        return blocks


def report(blocks: dict[str, list[list[float]]]) -> bool:
    """Print the figures; return whether both ratios hold."""
    held = True
    for name, share, limit in (("p50", 0.5, LIMIT_P50), ("p99", 0.99, LIMIT_P99)):
        whole = {}
        for side, parts in blocks.items():
            whole[side] = percentile([one for part in parts for one in part], share)
            each = [percentile(part, share) for part in parts]
            print(f"{name} {side}: {whole[side]:.2f} ms; by block {min(each):.2f} to {max(each):.2f}, median {statistics.median(each):.2f}")
        ratio = whole["ours"] / whole["bare"]
        ratios = [percentile(a, share) / percentile(b, share) for a, b in zip(blocks["ours"], blocks["bare"], strict=True)]
        held = held and ratio <= limit
        print(f"{name} ratio {ratio:.2f}, by block {min(ratios):.2f} to {max(ratios):.2f} (limit {limit:g})")
    return held


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100, help=f"rounds of {CARDS_A_ROUND} answers each")
    parser.add_argument("--smoke", action="store_true", help="two short rounds, judged only by ending")
    parser.add_argument("--bare", nargs=3, metavar=("PTY", "PORT", "FILE"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.bare:
        asyncio.run(bare(given.bare[0], int(given.bare[1]), Path(given.bare[2])))
    blocks = measure(2 if given.smoke else given.rounds)
    print(f"{sum(map(len, blocks['ours']))} answers each, in blocks of {ROUNDS_A_BLOCK * CARDS_A_ROUND}, in turns of {CARDS_A_ROUND}")
    held = report(blocks)
    return 0 if given.smoke or held else 1


if __name__ == "__main__":
    sys.exit(main())
