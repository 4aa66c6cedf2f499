"""Scenarios run under one book each, as they are or with a rule switched off, on as many cores as are given."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Literal, TypeAlias

import msgspec

from controller.rules.catalogue.row import Book
from sim.scenario.result import Result
from sim.scenario.run import UNCHANGED, Change, Depth, House, run_under
from sim.scenario.scenario import Scenario

#: Called with what is being done, how many are done and how many there are.
Progress: TypeAlias = Callable[[str, int, int], None]


class Run(msgspec.Struct, frozen=True):
    """A scenario under a book. `change` is what is otherwise than it says."""

    scenario: Scenario
    book: Book | Literal[""]
    depth: Depth
    change: Change = UNCHANGED


def run_all(runs: Sequence[Run], house: House, jobs: int, what: str, progress: Progress) -> Iterator[Result]:
    """Yield what became of each run, in order."""
    for done, result in enumerate(_results(runs, house, jobs), 1):
        progress(what, done, len(runs))
        yield result


def _results(runs: Sequence[Run], house: House, jobs: int) -> Iterator[Result]:
    run = partial(_run, house=house)
    if jobs == 1 or len(runs) < 2:
        yield from map(run, runs)
        return
    chunk = max(1, min(20, len(runs) // (jobs * 4)))
    with ProcessPoolExecutor(min(jobs, len(runs)), multiprocessing.get_context("spawn"), initializer=house.set_up) as pool:
        yield from pool.map(run, runs, chunksize=chunk)


def _run(run: Run, house: House) -> Result:
    return run_under(run.book, run.scenario, house, run.depth, run.change)
