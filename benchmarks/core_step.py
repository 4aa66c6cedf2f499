"""Events and hands per second of the core alone: `step` on ready-made events of the recorded Pluribus hands.

Counted: every `step` from `new_hand` to the last event of the hand, at fact level (one event a
card and a word). Not counted: reading files, making events, journal bytes, seating the players.

Usage: python benchmarks/core_step.py [--rounds N] [--smoke]
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from controller.core import step
from controller.events import Event
from controller.histories.phh import parse
from controller.rules.house import House
from controller.table.table import Table, new_table
from sim.facts import events_of, seating
from sim.script import script_of

HANDS = Path(__file__).resolve().parents[1] / "tests" / "data" / "phh" / "pluribus"


def load(every: int, house: House) -> list[tuple[Table, list[Event]]]:
    """Return (table with the players seated, events of the hand) for every n-th recorded hand."""
    loaded = []
    for file in sorted(HANDS.rglob("*.phh"))[::every]:
        hand = parse(file.read_text(encoding="utf-8"))
        table = new_table(house)
        for event in seating(hand):
            table, _ = step(table, event, house)
        loaded.append((table, events_of(script_of(hand))))
    return loaded


def play(hands: Sequence[tuple[Table, list[Event]]], house: House) -> int:
    """Step through all hands; return how many were paid out."""
    ended = 0
    for start, events in hands:
        table = start
        for event in events:
            table, _ = step(table, event, house)
        ended += table.hand is not None and table.hand.stage == "ended"
    return ended


def main() -> int:
    options = argparse.ArgumentParser(description="The core alone: events and hands a second.")
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument("--smoke", action="store_true", help="one short round: only check that every hand ends")
    given = options.parse_args()
    house = House()
    hands = load(20 if given.smoke else 1, house)
    count = sum(len(events) for _, events in hands)
    rates = []
    for _ in range(1 if given.smoke else max(given.rounds, 3)):
        gc.collect()
        start = time.perf_counter()
        ended = play(hands, house)
        rates.append(len(hands) / (time.perf_counter() - start))
        if ended != len(hands):
            print(f"{len(hands) - ended} of {len(hands)} hands did not end")
            return 1
    a_hand = count / len(hands)
    median = statistics.median(rates)
    print(f"{len(hands)} hands, {a_hand:.1f} events a hand, {len(rates)} rounds")
    print(f"hands/s   median {median:,.0f}, {min(rates):,.0f} … {max(rates):,.0f}")
    print(f"events/s  median {median * a_hand:,.0f}, {min(rates) * a_hand:,.0f} … {max(rates) * a_hand:,.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
