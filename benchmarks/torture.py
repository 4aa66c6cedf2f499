"""How many hands `smarttable sim torture` writes, plays and judges in a second of one core, at fact level.

Hands of all games, limits and books, each block drawn from a seed of its own. Counted is the processor time of the process, for all that a
run does but its start: writing the hand, playing it through desk, core and feed, holding it against what was written.

Usage: python benchmarks/torture.py [--hands N] [--blocks N] [--smoke]
Exit code: 0 when the median block makes at least 200 hands a second and nothing is judged wrong (--smoke: when nothing is wrong).
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from controller import clock, harness
from controller.logs import set_up
from sim.torture.run import TortureOptions, run_torture

NEEDED: Final = 200
#: The block that is not counted: what is looked up once is looked up then.
WARM_UP_SEED: Final = 1_000


def block(hands: int, seed: int, out: Path) -> tuple[float, int]:
    """Play so many hands; return the seconds of processor time it took and how many were not as the rules say."""
    gc.collect()
    begun_s = time.process_time()
    confusion, _ = clock.run(lambda: run_torture(TortureOptions(hands, seed, out=out), harness.on_floor), None)
    return time.process_time() - begun_s, confusion.bad


def main() -> int:
    options = argparse.ArgumentParser(description="Hands a second of torture, at fact level on one core.")
    options.add_argument("--hands", type=int, default=400, help="hands in each block")
    options.add_argument("--blocks", type=int, default=7)
    options.add_argument("--smoke", action="store_true", help="one short block: only check that nothing is wrong")
    given = options.parse_args()
    set_up("error")
    hands, blocks = (40, 1) if given.smoke else (given.hands, max(given.blocks, 3))
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        block(min(hands, 100), WARM_UP_SEED, out)
        took = [block(hands, seed, out) for seed in range(1, blocks + 1)]
    rates, bad = [hands / took_s for took_s, _ in took], sum(wrong for _, wrong in took)
    print(f"{blocks} block(s) of {hands} hands, processor time")
    print(f"hands/s   median {statistics.median(rates):,.0f}, {min(rates):,.0f} … {max(rates):,.0f}; needed {NEEDED}")
    print(f"judged    {f'{bad} NOT as the rules say' if bad else 'nothing missed, nothing wrong, no false alarm'}")
    return 0 if not bad and (given.smoke or statistics.median(rates) >= NEEDED) else 1


if __name__ == "__main__":
    sys.exit(main())
