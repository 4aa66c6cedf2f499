"""A table at which a hand was dealt to its end, for tests of what readers make of it while nothing moves."""

from __future__ import annotations

import random

from controller.game.cards import FULL_DECK
from controller.game.zones import BOARD, BURN, HOLE, MUCK
from sim.world import World


def dealt_table(seed: int) -> World:
    """Two cards at each of eight seats, board, burns and muck; the rest is the stub."""
    world = World(seed, now_s=lambda: 0.0)
    deck = list(FULL_DECK)
    random.Random(seed).shuffle(deck)  # noqa: S311 # a repeatable table
    world.shuffle(deck)
    for zone, count in [*((zone, 2) for zone in HOLE[1:9]), (BURN, 3), (BOARD, 5), (MUCK, 4)]:
        for _ in range(count):
            world.put(deck.pop(0), zone)
    return world
