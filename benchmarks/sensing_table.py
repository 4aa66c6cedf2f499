"""What the sensing thresholds cost and save: miss rate × dwell → delay, false moves, questions.

    python benchmarks/sensing_table.py --hands 200 --cross 0.05

Plays the same hands on the simulated felt, without bytes, for every miss rate and every dwell (how
many of an antenna's last sweeps must have seen a card, and by how many it must lead every other
antenna), and prints the table of docs/hardware-sensing.md. Exit 1 when the settings in force
accept a card where it was not.
"""

from __future__ import annotations

import argparse
import statistics
import sys

from sensing_noise import Run

from controller.sensing.settings import SensingSettings
from sim.faults import Faults
from sim.sweeps import SWEEP_S

MISSES = (0.0, 0.05, 0.10, 0.20, 0.30)
#: (appear_k, appear_n, lead); the second is what is in force.
DWELLS = ((2, 3, 2), (3, 4, 3), (4, 6, 4))
IN_FORCE = DWELLS[1]

HEAD = ("miss", "dwell", "delay p50 ms", "delay p99 ms", "false moves /h", "gone too soon /h", "intervals that hold", "questions /h")


def row(miss: float, dwell: tuple[int, int, int], asked: argparse.Namespace) -> tuple[list[str], int]:
    """Play the hands once; return the row as text and how many moves nobody made."""
    k, n, lead = dwell
    run = Run(SensingSettings(appear_k=k, appear_n=n, lead=lead), Faults(miss, asked.cross), asked.seed, SWEEP_S)
    for _ in range(2 if asked.smoke else asked.hands):
        run.hand()
    hours = run.sweeps.now_ns / 3.6e12
    delays = statistics.quantiles(run.delays_ms, n=100)
    false_moves, questions = run.count["moves nobody made"], sum(run.count[kind] for kind in ("rfid.two_places", "rfid.unknown_tag"))
    cells = [
        f"{miss:.0%}",
        f"{k} of {n}, lead {lead}",
        f"{delays[49]:.0f}",
        f"{delays[98]:.0f}",
        f"{false_moves / hours:.1f}",
        f"{run.count['lost where it lay'] / hours:.1f}",
        f"{run.count['intervals that hold'] / max(1, run.count['intervals']):.2%}",
        f"{questions / hours:.1f}",
    ]
    return cells, false_moves


def main() -> int:
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("--hands", type=int, default=200)
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--cross", type=float, default=0.05)
    parse.add_argument("--smoke", action="store_true", help="two hands a row")
    asked = parse.parse_args()
    print(f"cross-reads {asked.cross:.0%}, {asked.hands} hands a row, seed {asked.seed}, a sweep of one antenna {SWEEP_S * 1000:.0f} ms\n")
    print("| " + " | ".join(HEAD) + " |")
    print("|" + "---|" * len(HEAD))
    wrong = 0
    for miss in MISSES:
        for dwell in DWELLS:
            cells, false_moves = row(miss, dwell, asked)
            wrong += false_moves if dwell == IN_FORCE and miss <= 0.10 else 0
            print("| " + " | ".join(cells) + " |", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
