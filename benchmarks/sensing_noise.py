"""How often sensing is wrong, and how late it is right, for given settings and reading quality.

    python benchmarks/sensing_noise.py --hands 300 --miss 0.10 --cross 0.02 --set appear_k=2 --set appear_n=3

Plays hands on the simulated felt without bytes, compares every Fact with the moves that were made,
and prints per hand-hour: moves that nobody made, cards lost and found again, discrepancies; and the
delay from the felt to the Fact. Exit 1 when a move is wrong (not when a card is lost and found).
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections import Counter

from controller.events import CardMoved, Expectation
from controller.game.cards import FULL_DECK, Card
from controller.game.zones import BOARD, BURN, HOLE, MUCK, STUB, Zone
from controller.sensing.cards import CardSensing
from controller.sensing.settings import SensingSettings
from sim.antennas import Antennas
from sim.faults import Faults
from sim.layout import STANDARD_LAYOUT
from sim.sweeps import SWEEP_S, Sweeps
from sim.world import World


class Run:
    """One felt, one sensing, and the account of where they differ."""

    def __init__(self, settings: SensingSettings, faults: Faults, seed: int, sweep_s: float) -> None:
        self.world = World(seed, now_s=lambda: self.sweeps.now_ns / 1e9)
        self.sweeps = Sweeps(Antennas(self.world, seed=seed, faults=faults), STANDARD_LAYOUT, sweep_s)
        self.sensing = CardSensing(settings, STANDARD_LAYOUT, self.world.deck_tags())
        self.draw = random.Random(seed)  # noqa: S311 # a repeatable run is the point
        self.moved_ns: dict[Card, int] = {}
        self.been: dict[Card, set[Zone | None]] = {card: {STUB} for card in FULL_DECK}
        self.delays_ms: list[float] = []
        self.widths_ms: list[float] = []
        self.count: Counter[str] = Counter()

    def put(self, card: Card, zone: Zone) -> None:
        self.world.put(card, zone)
        self.moved_ns[card] = self.sweeps.now_ns
        self.been[card].add(zone)

    def wait(self, shortest_s: float, longest_s: float) -> None:
        for reading in self.sweeps.until(self.sweeps.now_ns + round(self.draw.uniform(shortest_s, longest_s) * 1e9)):
            self.count["readings"] += 1
            for event in self.sensing.take(reading):
                if isinstance(event, CardMoved):
                    self.judge(event)
                else:
                    self.count[event.kind] += 1

    def judge(self, fact: CardMoved) -> None:
        truth = self.world.zone_of(fact.card)
        self.count["facts"] += 1
        if fact.to_zone is None:
            visible = truth is not None and truth not in (STUB, MUCK, BURN) and self.moved_ns.get(fact.card, 0) <= fact.by_ns
            self.count["lost where it lay"] += visible
            self.count["goings"] += not visible
            self.count["goings that hold"] += not visible and fact.after_ns <= self.moved_ns.get(fact.card, 0) <= fact.by_ns
        elif fact.to_zone not in self.been[fact.card]:
            self.count["moves nobody made"] += 1
        elif fact.to_zone != truth:
            self.count["overtaken"] += 1  # it was there, and has moved on
        else:
            if truth not in (STUB, MUCK):
                self.delays_ms.append((self.sweeps.now_ns - self.moved_ns[fact.card]) / 1e6)
            self.count["intervals"] += 1
            self.widths_ms.append((fact.by_ns - fact.after_ns) / 1e6)
            self.count["intervals that hold"] += fact.after_ns <= self.moved_ns.get(fact.card, 0) <= fact.by_ns

    def hand(self) -> None:
        deck = list(FULL_DECK)
        self.draw.shuffle(deck)
        self.world.shuffle(deck)
        self.been = {card: {STUB} for card in FULL_DECK}
        self.wait(4.0, 6.0)
        seats = list(range(1, 11))
        self.sensing.expect(Expectation(tuple(HOLE[seat] for seat in seats)))
        holes: dict[int, list[Card]] = {seat: [] for seat in seats}
        for seat in seats * 2:
            card = deck.pop(0)
            holes[seat].append(card)
            self.put(card, HOLE[seat])
            self.wait(0.33, 0.5)
        self.draw.shuffle(seats)
        self.sensing.expect(Expectation((BURN, BOARD)))
        for cards in (0, 3, 1, 1):
            if cards:
                self.put(deck.pop(0), BURN)
                self.wait(0.8, 1.6)
            for _ in range(cards):
                self.put(deck.pop(0), BOARD)
                self.wait(0.15, 0.3)
            for _ in range(2):
                seat = seats.pop()
                self.wait(0.5, 4.0)
                for card in holes[seat]:
                    self.put(card, MUCK)
                    self.wait(0.0, 0.1)
        self.wait(3.0, 6.0)
        for zone in (*HOLE[1:], BOARD, BURN, MUCK):
            for card in self.world.cards_in(zone):
                self.put(card, STUB)
                self.wait(0.1, 0.2)


def main() -> int:
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("--hands", type=int, default=200)
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--miss", type=float, default=0.10)
    parse.add_argument("--cross", type=float, default=0.02)
    parse.add_argument("--sweep-s", type=float, default=SWEEP_S, help="one antenna; a reader has eight")
    parse.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER", help="a setting other than the default")
    parse.add_argument("--smoke", action="store_true", help="a few hands only")
    asked = parse.parse_args()
    given = {name: float(number) if "_s" in name[-2:] else int(number) for name, number in (pair.split("=") for pair in asked.set)}
    run = Run(SensingSettings(**given), Faults(asked.miss, asked.cross), asked.seed, asked.sweep_s)
    for _ in range(3 if asked.smoke else asked.hands):
        run.hand()
    hours = run.sweeps.now_ns / 3.6e12
    print(f"miss {asked.miss:.0%}, cross {asked.cross:.0%}, {hours:.2f} h of table time, seed {asked.seed}, settings {given or 'default'}")
    for name, number in sorted(run.count.items()):
        print(f"  {name:20} {number:9}  {number / hours:11.1f} an hour")
    delays = statistics.quantiles(run.delays_ms, n=100)
    print(f"  delay ms: median {delays[49]:.0f}, 90% {delays[89]:.0f}, 99% {delays[98]:.0f}, max {max(run.delays_ms):.0f}")
    widths = statistics.quantiles(run.widths_ms, n=100)
    held, gone = run.count["intervals that hold"] / run.count["intervals"], run.count["goings that hold"] / max(1, run.count["goings"])
    print(f"  intervals that hold the move: {held:.2%}, the going: {gone:.2%}; wide ms: median {widths[49]:.0f}, 90% {widths[89]:.0f}")
    return 1 if run.count["moves nobody made"] else 0


if __name__ == "__main__":
    sys.exit(main())
