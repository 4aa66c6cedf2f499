"""Readings per second through sensing and core, from recorded wire replays with misses and cross-reads.

Recorded hands are first played over the wire, in virtual time: people move cards, simulated readers
answer the real driver byte by byte. What the driver reported and what people said is kept. Then, on one core,
each round folds that recording anew: every reading through sensing; every Fact and Command encoded for the journal
and stepped; the Expectation handed back. A round counts only if it ends with the recorded payoffs.

    python benchmarks/sensing_core.py [--hands N] [--rounds N] [--miss P] [--cross P] [--smoke]

Exit code: 0 when every round ends as recorded and the median is at least 60,000 readings a second (--smoke: when it ends as recorded).
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from controller import clock
from controller.core import expectation, step
from controller.events import Event, encode
from controller.game.cards import Card
from controller.game.zones import Zone
from controller.harness import TableInProcess, on_floor
from controller.rules.house import House
from controller.sensing.cards import CardSensing
from controller.sensing.settings import SensingSettings
from controller.table.table import new_table
from drivers.base import AntennaRead
from sim.faults import Faults
from sim.outcome import ReplayResult
from sim.port import TableSpec
from sim.replay import Recorded, ReplayOptions, find_files, load, replay_one

HANDS = Path(__file__).resolve().parents[1] / "tests" / "data" / "phh" / "pluribus"
NEEDED = 60_000
#: How often a round folds every recording in.
FOLDS = 10


class Recording(NamedTuple):
    """One hand as the daemon heard it: readings and words in order; and how it ended."""

    house: House
    zones: dict[tuple[str, int], Zone]
    deck: dict[bytes, Card]
    heard: list[AntennaRead | Event]
    readings: int
    payoffs: tuple[int, ...]


def record(one: Recorded, options: ReplayOptions) -> Recording:
    """Play a hand over the wire and keep what the daemon heard. Exits when it does not end as its file says."""
    heard: list[AntennaRead | Event] = []
    tables: list[tuple[TableSpec, TableInProcess]] = []

    def make_table(spec: TableSpec) -> TableInProcess:
        table = on_floor(spec)
        tables.append((spec, table))
        take_reading, take = table.take_reading, table.turn.take

        def hear_reading(reading: AntennaRead) -> None:
            heard.append(reading)
            take_reading(reading)

        def hear_words(events: Sequence[Event]) -> list[object]:
            heard.extend(events)
            return take(events)

        # the table's two ears; what it makes of a reading goes through `turn.queue` and is not recorded
        table.take_reading = hear_reading
        table.turn.take = hear_words
        return table

    result: ReplayResult = replay_one(one, options, make_table, lambda main: clock.run(main, speed=None))
    if not result.ok:
        sys.exit(f"{result.file}: {result.error or 'did not end as recorded'}")
    ((spec, table),) = tables
    hand = table.table.hand
    payoffs = hand.payoffs if hand is not None else ()
    return Recording(table.turn.house, dict(spec.antenna_zones), dict(spec.deck), heard, table.readings, payoffs)


def fold(recording: Recording) -> tuple[float, int]:
    """Fold a recording in; return (seconds it took, events that sensing made). Exits when it ends otherwise than recorded."""
    house = recording.house
    table = new_table(house)
    sensing = CardSensing(SensingSettings(), recording.zones, recording.deck)
    made = 0
    began_s = time.perf_counter()
    for each in recording.heard:
        if type(each) is AntennaRead:
            found = sensing.take(each)
            if not found:
                continue
            made += len(found)
        else:
            found = [each]
        for event in found:
            encode(event)
            table, _ = step(table, event, house)
        sensing.expect(expectation(table, house))
    took_s = time.perf_counter() - began_s
    if table.hand is None or table.hand.payoffs != recording.payoffs:
        sys.exit("a recording folded anew ends otherwise than it was recorded")
    return took_s, made


def main() -> int:
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("--hands", type=int, default=10)
    parse.add_argument("--rounds", type=int, default=9)
    parse.add_argument("--miss", type=float, default=0.10)
    parse.add_argument("--cross", type=float, default=0.02)
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--smoke", action="store_true", help="one hand, two rounds; the speed is not judged")
    asked = parse.parse_args()
    hands, rounds = (1, 2) if asked.smoke else (asked.hands, asked.rounds)
    options = ReplayOptions(wire=True, seed=asked.seed, faults=Faults(asked.miss, asked.cross))
    files = find_files([HANDS])[:hands]
    recordings = [record(load(path), options) for path in files]
    readings = sum(recording.readings for recording in recordings)
    words = sum(len(recording.heard) for recording in recordings) - readings
    print(f"{len(recordings)} hands over the wire, miss {asked.miss:.0%}, cross {asked.cross:.0%}: {readings} readings, {words} commands")
    rates = []
    for number in range(1, rounds + 1):
        gc.collect()
        folded = [fold(recording) for recording in recordings * FOLDS]
        took_s, made = sum(took for took, _ in folded), sum(made for _, made in folded)
        each_s = took_s / (FOLDS * readings)
        rates.append(1 / each_s)
        figures = f"{took_s * 1e3:8.1f} ms  {rates[-1]:9,.0f} readings/s  {each_s * 1e6:5.2f} µs each"
        print(f"  round {number}: {figures}  {made // FOLDS} events")
    median = statistics.median(rates)
    print(f"median {median:,.0f} readings/s, lowest {min(rates):,.0f}, highest {max(rates):,.0f}; needed {NEEDED:,}")
    return 0 if asked.smoke or median >= NEEDED else 1


if __name__ == "__main__":
    sys.exit(main())
