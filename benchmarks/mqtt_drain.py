"""How fast events that waited in the journal go out once the broker is there, in messages a second.

A table whose journal holds many stories meets a broker for the first time: mosquitto (when it is installed) and the embedded one,
in turn. The time counts from the session's begin to `online`: reading the journal, telling its stories at QoS 1, and the
snapshot. In the same run, alternating, a bare client publishes as many messages of the same size one after another, each
awaited: what the sliding window is worth. Nobody subscribes.

Usage: python benchmarks/mqtt_drain.py [--events N] [--rounds N] [--smoke]
Exit code: 0 when the table tells faster than the bare client (--smoke: always).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiomqtt

from controller import clock
from controller.events import BuyIn, Header, Sit
from controller.feed.desk import CommandDesk
from controller.feed.hub import FeedHub
from controller.game.chips import Stakes
from controller.journal.paths import JournalPlace
from controller.mqtt.broker import EmbeddedBroker
from controller.mqtt.publisher import MqttPublisher
from controller.mqtt.settings import MqttSettings
from controller.recovery import recover
from controller.rules.house import House
from controller.stored_stories import JournalStories
from controller.turn import Turn

HOUSE = House(seats=6, stakes=Stakes(50, 100))
EVENTS_A_TURN = 100


def fill(place: JournalPlace, events: int) -> None:
    """Write a journal of that many stories, none of them told."""
    recovered = recover(place, HOUSE)
    at = clock.Clock(asyncio.get_running_loop())
    turn = Turn(HOUSE, recovered.journal(place, HOUSE, "bench", at), recovered.table, recovered.told)
    turn.told_by = lambda: 0
    turn.take([Sit(Header(0, "sit", "floor"), 3, "Ann", 10_000)])
    while turn.table.seq < events:
        first = turn.table.seq
        most = min(EVENTS_A_TURN, events - first)
        turn.take([BuyIn(Header(0, f"b{first + n}", "floor"), 3, 1) for n in range(most)])
    turn.close()


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@contextlib.asynccontextmanager
async def broker(kind: str, folder: Path) -> AsyncIterator[int]:
    port = free_port()
    if kind == "embedded":
        embedded = EmbeddedBroker(port=port)
        await embedded.start()
        try:
            yield port
        finally:
            await embedded.stop()
        return
    config = folder / "mosquitto.conf"
    config.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n")
    process = subprocess.Popen([mosquitto(), "-c", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: ASYNC220  # it returns at once
    try:
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1.0):
                break
            await asyncio.sleep(0.02)
        yield port
    finally:
        process.kill()
        process.wait()


def mosquitto() -> str:
    return shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin") or ""


async def table_s(place: JournalPlace, port: int) -> float:
    """Seconds until a table with that journal is online."""
    recovered = recover(place, HOUSE)
    at = clock.Clock(asyncio.get_running_loop())
    journal = recovered.journal(place, HOUSE, "bench", at)
    turn = Turn(HOUSE, journal, recovered.table, recovered.told)
    hub = FeedHub(at, "bench", turn.table)
    publisher = MqttPublisher(MqttSettings(port=port), "bench", hub, CommandDesk(turn, at, "bench"), stored=JournalStories(place, HOUSE))
    publisher.session.go_on(0, turn.table.seq)
    began_s = time.perf_counter()
    running = asyncio.ensure_future(publisher.run())
    while not publisher.session.online:  # noqa: ASYNC110  # the session has no event for it: nobody but us waits for it
        await asyncio.sleep(0.005)
    took_s = time.perf_counter() - began_s
    publisher.stop()
    await running
    recovered.store.close()
    return took_s


async def bare_s(port: int, events: int) -> float:
    """Seconds a client takes that waits for each answer."""
    async with aiomqtt.Client("127.0.0.1", port, protocol=aiomqtt.ProtocolVersion.V5) as client:
        began_s = time.perf_counter()
        for _ in range(events):
            await client.publish("bench", b"x" * 280, qos=1)
        return time.perf_counter() - began_s


async def measure(events: int, rounds: int) -> bool:
    kinds = ["embedded", *(["mosquitto"] if mosquitto() else [])]
    faster = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        place = JournalPlace(folder / "journal.db", folder / "table.key", durability="process")
        fill(place, events)
        for kind in kinds:
            ours: list[float] = []
            bare: list[float] = []
            for _ in range(rounds):
                async with broker(kind, folder) as port:
                    ours.append(events / await table_s(place, port))
                    bare.append(events / await bare_s(port, events))
            told, alone = statistics.median(ours), statistics.median(bare)
            ratio = told / alone
            print(f"{kind}: {told:,.0f} events/s from the journal ({min(ours):,.0f} to {max(ours):,.0f})")
            print(f"{kind}: {alone:,.0f} messages/s of the bare client ({min(bare):,.0f} to {max(bare):,.0f}): {ratio:.1f} times as fast")
            faster = faster and ratio > 1
    return faster


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--smoke", action="store_true", help="a small run that only shows that it works")
    chosen = parser.parse_args()
    if chosen.smoke:
        clock.run(lambda: measure(300, 1))
        return 0
    return 0 if clock.run(lambda: measure(chosen.events, chosen.rounds)) else 1


if __name__ == "__main__":
    sys.exit(main())
