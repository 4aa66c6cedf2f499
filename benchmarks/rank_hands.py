"""Seven-card hands ranked per second, once the tables are warm, and the first time through.

Usage: python benchmarks/rank_hands.py [--hands N] [--smoke]
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time

from controller.game.cards import FULL_DECK
from controller.game.rank import rank_high


def main() -> int:
    options = argparse.ArgumentParser(description="Seven-card hands a second.")
    options.add_argument("--hands", type=int, default=200_000)
    options.add_argument("--smoke", action="store_true", help="one short round")
    given = options.parse_args()
    rng = random.Random(1)  # noqa: S311 -- the same hands in every run
    hands = [tuple(rng.sample(FULL_DECK, 7)) for _ in range(2_000 if given.smoke else given.hands)]
    rates = []
    for _ in range(2 if given.smoke else 6):
        start = time.perf_counter()
        for hand in hands:
            rank_high(hand)
        rates.append(len(hands) / (time.perf_counter() - start))
    first, warm = rates[0], rates[1:]
    print(f"{len(hands):,} random seven-card hands")
    print(f"hands/s   first time {first:,.0f}; warm: median {statistics.median(warm):,.0f}, {min(warm):,.0f} … {max(warm):,.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
