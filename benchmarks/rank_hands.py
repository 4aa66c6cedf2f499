"""Hands ranked per second of processor time, ranking by ranking, once the tables are warm, and the first time through.

Usage: python benchmarks/rank_hands.py [--hands N] [--smoke]
Exit code: 0 when seven-card high hands reach 1,000,000 a second and lows 500,000, warm (--smoke: when all ran).
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from controller.game.cards import FULL_DECK, JOKER, Card
from controller.game.ranks.short import SHORT_DECK
from controller.game.ranks.table import RANKINGS

HIGH_NEEDED: Final = 1_000_000
LOW_NEEDED: Final = 500_000


class Measured(NamedTuple):
    """What is ranked: so many cards in the hand and on the board. Units: `needed` hands a second, warm; 0 = it is only told."""

    ranking: str
    hole: int
    board: int = 0
    needed: int = 0
    deck: Sequence[Card] = FULL_DECK


MEASURED: Final = (
    Measured("high", 2, 5, needed=HIGH_NEEDED),
    Measured("high", 7, needed=HIGH_NEEDED),
    Measured("ace_to_five", 7, needed=LOW_NEEDED),
    Measured("ace_to_five_eight", 7, needed=LOW_NEEDED),
    Measured("deuce_to_seven", 5, needed=LOW_NEEDED),
    Measured("deuce_to_seven", 7, needed=LOW_NEEDED),
    Measured("badugi", 4, needed=LOW_NEEDED),
    Measured("short_deck", 2, 5, deck=SHORT_DECK),
    Measured("high_bug", 5, deck=(*FULL_DECK, JOKER)),
    Measured("omaha_high", 4, 5),
    Measured("omaha_high", 6, 5),
    Measured("omaha_ace_to_five_eight", 4, 5),
)


def rates(row: Measured, count: int, rounds: int) -> list[float]:
    """Return hands a second of processor time for each round, the first of which meets cold tables."""
    rng = random.Random(1)  # noqa: S311 -- the same hands in every run
    cards = [tuple(rng.sample(row.deck, row.hole + row.board)) for _ in range(count)]
    hands = [(held[: row.hole], held[row.hole :]) for held in cards]
    rank = RANKINGS[row.ranking].rank
    found = []
    for _ in range(rounds):
        start = time.process_time()
        for hole, board in hands:
            rank(hole, board)
        found.append(count / (time.process_time() - start))
    return found


def main() -> int:
    options = argparse.ArgumentParser(description="Hands ranked a second.")
    options.add_argument("--hands", type=int, default=200_000)
    options.add_argument("--smoke", action="store_true", help="one short round")
    given = options.parse_args()
    count, rounds = (500, 2) if given.smoke else (given.hands, 6)
    print(f"{count:,} random hands each; hands a second of processor time")
    print(f"{'':40}{'first time':>12}{'warm':>12}   spread")
    enough = True
    for row in MEASURED:
        first, *warm = rates(row, count, rounds)
        median = statistics.median(warm)
        name = f"{row.ranking}, {row.hole} in hand" + (f", {row.board} on the board" if row.board else "")
        short = median < row.needed and not given.smoke
        enough = enough and not short
        told = f"   needs {row.needed:,}" if short else ""
        print(f"{name:40}{first:12,.0f}{median:12,.0f}   {min(warm):,.0f} … {max(warm):,.0f}{told}")
    return 0 if enough else 1


if __name__ == "__main__":
    sys.exit(main())
