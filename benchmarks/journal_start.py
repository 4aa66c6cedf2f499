"""Start with a journal of 10,000 hands: from `smarttable run` to `status: online`, and what a hand costs on disk.

The journal is made by the daemon's own turn from recorded facts of one hand played again and again, then the daemon is started as a
user starts it, in turn with one whose journal is empty. A plain script that appends the same sealed bytes to a file is timed beside.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import aiomqtt

from controller import clock
from controller.clock import Clock
from controller.config import load
from controller.events import Act, Button, CardMoved, Event, Evidence, Header, NewHand, Post, Show, Sit
from controller.game.cards import FULL_DECK, card_text
from controller.game.zones import BOARD, BURN, HOLE, STUB, Zone
from controller.recovery import recover
from controller.turn import Turn

ROOT = Path(__file__).resolve().parents[1]
LIMIT_S = 1.5
CARDS = {card_text(card): card for card in FULL_DECK}


def hand_events(number: int) -> list[Event]:
    """One hand of three that is checked down to the river: 40 events, the deck gathered again at its end."""
    at_ns = number * 60_000_000_000
    ids = (f"h{number}-{step}" for step in range(100))

    def head() -> Header:
        return Header(at_ns, next(ids), "dealer")

    def move(text: str, zone: Zone) -> Event:
        return CardMoved(CARDS[text], STUB, zone, "up" if zone == BOARD else "down", at_ns, at_ns + 1, Evidence("hf0", 3, 4))

    holes = (("As", 1), ("7h", 2), ("Jc", 3), ("Kd", 1), ("2c", 2), ("Jd", 3))
    # the button stays at seat 3, so that every hand is the same
    events: list[Event] = [Button(head(), 3), NewHand(head()), Post(head())]
    events += [move(text, HOLE[seat]) for text, seat in holes]
    events += [Act(head(), 3, "call"), Act(head(), 1, "call"), Act(head(), 2, "check")]
    for street in (("2s", "Th", "9h", "3d"), ("2h", "4s"), ("5s", "8c")):
        events += [move(text, BOARD if place else BURN) for place, text in enumerate(street)]
        events += [Act(head(), seat, "check") for seat in (1, 2, 3)]
    events += [Show(head(), seat) for seat in (1, 2, 3)]
    gathered = [text for text, _ in holes] + ["2s", "Th", "9h", "3d", "2h", "4s", "5s", "8c"]
    return events + [move(text, STUB) for text in gathered]


def config_text(mqtt_port: int, durability: str) -> str:
    return (
        f'schema = 1\n[table]\nid = "bench"\nseats = 6\n[mqtt]\nport = {mqtt_port}\n[web]\nenabled = false\n[journal]\n'
        f'durability = "{durability}"\n'
    )


def fill(folder: Path, hands: int) -> tuple[float, float, dict[str, int]]:
    """Play `hands` hands into the journal of `folder`; return seconds, bytes a hand, and the journal's counters."""
    file = folder / "table.toml"
    file.write_text(config_text(1, "process"))
    config = load(file)
    place = config.journal.place()

    async def main() -> tuple[float, dict[str, int]]:
        recovered = recover(place, config.house())
        journal = recovered.journal(place, config.house(), "filled", Clock(asyncio.get_running_loop()))
        turn = Turn(config.house(), journal, recovered.table, recovered.told)
        turn.take([Sit(Header(0, f"s{seat}", "dealer"), seat, f"Player {seat}", 10**9) for seat in (1, 2, 3)])
        began_s = time.perf_counter()
        for number in range(1, hands + 1):
            for event in hand_events(number):
                turn.take([event])
        took_s = time.perf_counter() - began_s
        if turn.table.hand_number != hands or turn.table.hand is None or turn.table.hand.stage != "ended":
            raise SystemExit("the hands of this benchmark do not end any more")
        turn.close()
        return took_s, journal.counters

    took_s, counters = clock.run(main)
    return took_s, place.file.stat().st_size / hands, counters


async def until_online(port: int, process: subprocess.Popen[bytes]) -> int:
    """Return the `as_of_seq` of the first `online`."""
    while process.poll() is None:
        with contextlib.suppress(aiomqtt.MqttError):
            async with aiomqtt.Client("127.0.0.1", port, protocol=aiomqtt.ProtocolVersion.V5) as client:
                await client.subscribe("smarttable/v1/bench/status", qos=1)
                async for message in client.messages:
                    body = json.loads(bytes(message.payload))
                    if body["state"] == "online":
                        return int(body["as_of_seq"])
        await asyncio.sleep(0.005)
    raise SystemExit("the daemon ended by itself")


def free_port() -> int:
    """A port below those the system gives to outgoing connections: one tried too early is not connected to itself."""
    while True:
        port = 20_000 + secrets.randbelow(12_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def start(folder: Path) -> tuple[float, int]:
    """Start the daemon as a user does; return seconds until online, and the story it goes on from."""
    port = free_port()
    (folder / "table.toml").write_text(config_text(port, "full"))
    began_s = time.perf_counter()
    command = [sys.executable, "-m", "controller.cli", "run", "--config", str(folder / "table.toml")]
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)})
    try:
        seq = asyncio.run(asyncio.wait_for(until_online(port, process), 60))
        return time.perf_counter() - began_s, seq
    finally:
        process.terminate()
        process.wait(30)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="one short round, to see that it works")
    smoke = parser.parse_args().smoke
    hands, rounds = (300, 1) if smoke else (10_000, 5)
    with tempfile.TemporaryDirectory() as name:
        full, empty = Path(name, "full"), Path(name, "empty")
        full.mkdir()
        empty.mkdir()
        took_s, size, counters = fill(full, hands)
        print(
            f"journal of {hands} hands: {size:.0f} bytes a hand, {counters['commits'] / hands:.1f} commits a hand, {took_s:.1f} s to write"
        )
        times: dict[str, list[float]] = {"full": [], "empty": []}
        for _ in range(rounds):
            for label, folder in (("full", full), ("empty", empty)):
                took, seq = start(folder)
                times[label].append(took)
                if label == "full" and seq < hands:
                    raise SystemExit(f"the daemon went on from story {seq}: the journal was not taken up")
    for label, found in times.items():
        print(f"to online, journal {label}: median {statistics.median(found):.3f} s, {min(found):.3f} to {max(found):.3f} s")
    median = statistics.median(times["full"])
    print(f"limit {LIMIT_S} s: {'held' if median < LIMIT_S else 'MISSED'}")
    return 0 if smoke or median < LIMIT_S else 1


if __name__ == "__main__":
    sys.exit(main())
