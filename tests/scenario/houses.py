"""Who plays the scenarios of these tests: the table of the daemon, and one that knows two books."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from controller import clock, harness
from controller.game.posting import PostingRules
from controller.rules.house import House as TableHouse
from sim.port import TableSpec, TableUnderTest
from sim.scenario.batch import Outcome, run_file
from sim.scenario.run import Depth, House

FACTS, WIRE = Depth(), Depth(wire=True)
SCENARIOS = Path(__file__).resolve().parents[1] / "scenarios"

run_virtual = partial(clock.run, speed=None)
TODAY = House(harness.on_floor, run_virtual)

#: Two books that differ in one question: what a short stack pays first when he antes for all.
ORDERS = {"cooke": PostingRules("blind_first"), "roberts": PostingRules("ante_first")}


def by_the_book(spec: TableSpec) -> TableUnderTest:
    """A table that plays by the book it is told."""
    table = harness.on_floor(spec)
    table.turn.house = TableHouse(seats=spec.seats, stakes=spec.stakes, posting=ORDERS[spec.book])
    return table


TWO_BOOKS = House(by_the_book, run_virtual, tuple(ORDERS))


def played(file: Path, text: str, house: House = TODAY, depth: Depth = FACTS) -> Outcome:
    """Write a scenario down and run it."""
    file.write_text(text)
    return run_file(file, house, depth)
