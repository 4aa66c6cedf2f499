"""Scenarios a second at fact level, and seconds a scenario over the simulated readers, on one core; files are read and checked too.

Usage: python benchmarks/scenarios.py [--rounds N] [--smoke]
Exit code: 0 when 1,000 at fact level take less than 20 s and one over the readers less than 0.3 s on the mean.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from functools import partial
from pathlib import Path

from controller import clock, harness
from controller.logs import set_up
from sim.scenario.batch import run_file
from sim.scenario.run import Depth, House

SCENARIOS = Path(__file__).resolve().parents[1] / "tests" / "scenarios"
FACTS_S, WIRE_S = 20.0 / 1000, 0.3


def mean_s(files: list[Path], house: House, depth: Depth, rounds: int) -> tuple[float, float]:
    """Return the median of the rounds' mean time of a scenario, and the longest of any. Units: seconds of this process."""
    means, longest = [], 0.0
    for _ in range(rounds):
        took = []
        for file in files:
            start = time.process_time()
            outcome = run_file(file, house, depth)
            took.append(time.process_time() - start)
            if outcome.invalid or not all(result.ok for result in outcome.results):
                raise SystemExit(f"{file}: does not hold; see smarttable scenario run")
        means.append(statistics.mean(took))
        longest = max(longest, *took)
    return statistics.median(means), longest


def main() -> int:
    options = argparse.ArgumentParser(description="How quick scenarios are.")
    options.add_argument("--rounds", type=int, default=10)
    options.add_argument("--smoke", action="store_true", help="one short round")
    given = options.parse_args()
    set_up("error")
    files = sorted(SCENARIOS.rglob("*.yaml"))[: 3 if given.smoke else None]
    house = House(harness.on_floor, partial(clock.run, speed=None))
    run_file(files[0], house, Depth(wire=True))  # what is imported when first needed does not count
    facts, slowest_facts = mean_s(files, house, Depth(), 1 if given.smoke else given.rounds)
    wire, slowest_wire = mean_s(files, house, Depth(wire=True), 1 if given.smoke else max(1, given.rounds // 3))
    print(f"{len(files)} scenarios")
    print(f"facts     {1 / facts:,.0f} a second; 1,000 in {1000 * facts:.1f} s; the longest {1000 * slowest_facts:.1f} ms")
    print(f"readers   {wire:.3f} s each; the longest {slowest_wire:.3f} s")
    return 0 if given.smoke or (facts < FACTS_S and wire < WIRE_S) else 1


if __name__ == "__main__":
    sys.exit(main())
