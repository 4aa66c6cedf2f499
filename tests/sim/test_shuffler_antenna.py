"""A deck passes the simulated antenna of a shuffler, with the faults of real ones: what is said of it is true."""

from __future__ import annotations

import pytest

from controller.game.zones import SHUFFLER
from controller.sensing.shuffler import QUIET_NS, ShufflerSensing
from drivers.base import AntennaRead
from sim.antennas import Antennas
from sim.faults import Faults
from sim.layout import SHUFFLER_LAYOUT
from sim.world import World

SWEEP_NS = 200_000_000
((PART, ANTENNA),) = SHUFFLER_LAYOUT


def passes(seed: int, faults: Faults, *, left_out: int = 0, foreign: int = 0) -> tuple[str, int, int, int]:
    """Return deck, cards seen, strange ones and those that are there twice, as told of a spare deck that passes."""
    world = World(seed)
    antennas = Antennas(world, SHUFFLER_LAYOUT, seed, faults)
    sensing = ShufflerSensing(SHUFFLER_LAYOUT, {"red": world.deck_tags(), "blue": world.spare_tags()}, lambda: "red", lambda _: False)
    at_ns, told = 0, []
    own = [card.tag for card in world.spare[left_out:52]]
    passing = [*own[:20], *(card.tag for card in world.deck[:foreign]), *own[20:], *[None] * (QUIET_NS // SWEEP_NS + 5)]
    for tag in passing:
        if tag is not None:
            world.put_tag(tag, SHUFFLER)
        for _ in range(3 if tag is not None else 1):
            told += sensing.take(AntennaRead(PART, ANTENNA, antennas.answer(PART, ANTENNA, at_ns / 1e9), at_ns, at_ns + SWEEP_NS // 2))
            at_ns += SWEEP_NS
    (one,) = told
    return one.deck, one.seen, one.strange, one.twice


@pytest.mark.parametrize("seed", range(20))
def test_with_every_twentieth_reading_missed_and_mangled_a_whole_deck_is_whole(seed: int) -> None:
    assert passes(seed, Faults(miss=0.05, mangle=0.05)) == ("blue", 52, 0, 0)


@pytest.mark.parametrize("seed", range(20))
def test_a_strange_card_is_found_and_a_missing_one_is_not_seen(seed: int) -> None:
    assert passes(seed, Faults(miss=0.05, mangle=0.05), foreign=1) == ("blue", 52, 1, 1)
    assert passes(seed, Faults(miss=0.05, mangle=0.05), left_out=1, foreign=1) == ("blue", 51, 1, 0)
