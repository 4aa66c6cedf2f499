"""A Fact's interval holds the moment at which the card moved, however badly the table is read."""

from __future__ import annotations

import random

import pytest

from controller.events import CardMoved
from controller.game.cards import FULL_DECK, Card
from controller.game.zones import BOARD, HOLE, MUCK, STUB
from controller.sensing.cards import CardSensing
from controller.sensing.settings import SensingSettings
from drivers.base import Reading
from sim.antennas import Antennas
from sim.faults import Faults
from sim.layout import STANDARD_LAYOUT
from sim.sweeps import SWEEP_S, Sweeps
from sim.world import World


def held(faults: Faults, hands: int, seed: int = 1) -> tuple[int, int]:
    """Deal, fold and gather at random on the simulated felt; return how many intervals hold their moment, and how many there are."""
    world = World(seed, now_s=lambda: sweeps.now_ns / 1e9)
    sweeps = Sweeps(Antennas(world, seed=seed, faults=faults), STANDARD_LAYOUT, SWEEP_S)
    sensing = CardSensing(SensingSettings(), STANDARD_LAYOUT, world.deck_tags())
    draw = random.Random(seed)  # noqa: S311 # a repeatable game is the point
    moved_ns: dict[Card, int] = {}
    right = intervals = 0

    def wait(least_s: float, most_s: float) -> None:
        nonlocal right, intervals
        for reading in sweeps.until(sweeps.now_ns + round(draw.uniform(least_s, most_s) * 1e9)):
            for event in sensing.take(reading):
                if isinstance(event, CardMoved) and event.to_zone in (world.zone_of(event.card), None):
                    intervals += 1
                    right += event.after_ns <= moved_ns.get(event.card, 0) <= event.by_ns

    for _ in range(hands):
        deck = draw.sample(FULL_DECK, len(FULL_DECK))
        world.shuffle(deck)
        wait(4.0, 6.0)
        places = [*HOLE[1:], *HOLE[1:], *[BOARD] * 5]
        for card, zone in zip(deck, places, strict=False):
            world.put(card, zone)
            moved_ns[card] = sweeps.now_ns
            wait(0.3, 0.5)
        for to_zone in (MUCK, STUB):
            wait(2.0, 3.0)
            for zone in HOLE[1:] if to_zone == MUCK else (BOARD, MUCK):
                for card in world.cards_in(zone):
                    world.put(card, to_zone)
                    moved_ns[card] = sweeps.now_ns
                    wait(0.1, 0.2)
    return right, intervals


@pytest.mark.parametrize(
    ("faults", "share"),
    [
        (Faults(), 0.999),
        (Faults(miss=0.10, cross=0.0), 0.995),
        (Faults(miss=0.0, cross=0.05), 0.998),
        (Faults(miss=0.10, cross=0.05), 0.995),
    ],
    ids=["good", "missed", "strays", "both"],
)
def test_the_moment_lies_in_the_interval(faults: Faults, share: float) -> None:
    right, intervals = held(faults, hands=12)
    assert intervals > 300
    assert right / intervals >= share, (right, intervals)


def test_a_card_laid_elsewhere_while_nobody_read_is_dated_into_the_pause() -> None:
    """The process stood still for ten seconds: what it reads then moves no other card, and the move may have been at any time meanwhile."""
    world = World(1, now_s=lambda: sweeps.now_ns / 1e9)
    sweeps = Sweeps(Antennas(world, seed=1, faults=Faults(miss=0.0, cross=0.0)), STANDARD_LAYOUT, SWEEP_S)
    sensing = CardSensing(SensingSettings(), STANDARD_LAYOUT, world.deck_tags())

    def sweep(for_s: float) -> list[CardMoved]:
        readings: list[Reading] = list(sweeps.until(sweeps.now_ns + round(for_s * 1e9)))
        return [event for reading in readings for event in sensing.take(reading) if isinstance(event, CardMoved)]

    moving, resting = FULL_DECK[3], FULL_DECK[40]
    world.put(moving, HOLE[1])
    world.put(resting, HOLE[2])
    sweep(5.0)
    stopped_ns = sweeps.now_ns
    list(sweeps.until(stopped_ns + 4 * 10**9))
    world.put(moving, HOLE[6])
    list(sweeps.until(stopped_ns + 10 * 10**9))
    (fact,) = sweep(5.0)
    assert (fact.card, fact.from_zone, fact.to_zone) == (moving, HOLE[1], HOLE[6])
    assert fact.after_ns <= stopped_ns
    assert fact.by_ns > stopped_ns + 10 * 10**9
