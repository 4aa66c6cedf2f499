"""Many scenarios, on as many cores as are given; each file is read, checked and run where it is its turn."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import msgspec

from firmware_bridge.transport import TransportError
from sim.errors import SimError
from sim.scenario.result import Result
from sim.scenario.run import Depth, House, checked, not_yet, run_scenario


class Outcome(msgspec.Struct, frozen=True):
    """What became of a file: a result for each book, or why it cannot be run. `skipped` = its name was not asked for."""

    file: str
    results: list[Result] = []
    invalid: str = ""
    skipped: bool = False


def run_files(files: Sequence[Path], house: House, depth: Depth, *, jobs: int = 1, word: str = "") -> Iterator[Outcome]:
    """Yield what became of each file, in order, as soon as it is known. `word` = only those whose name or path has it."""
    run = partial(run_file, house=house, depth=depth, word=word)
    if jobs == 1 or len(files) < 2:
        yield from map(run, files)
        return
    chunk = max(1, min(20, len(files) // (jobs * 4)))
    with ProcessPoolExecutor(min(jobs, len(files)), multiprocessing.get_context("spawn"), initializer=house.set_up) as pool:
        yield from pool.map(run, files, chunksize=chunk)


def run_file(path: Path, house: House, depth: Depth, word: str = "") -> Outcome:
    """Read, check and run one file. Raises nothing: what is wrong with the file is in the outcome."""
    try:
        scenario = checked(path, house.known)
        if word not in scenario.name and word not in str(path):
            return Outcome(str(path), skipped=True)
        later = not_yet(scenario, house.books)
        if later is not None:
            return Outcome(str(path), invalid=str(later))
        return Outcome(str(path), run_scenario(scenario, house, depth))
    except TransportError as error:
        return Outcome(str(path), invalid=f"{path}: {error}; {error.remedy}")
    except SimError as error:
        return Outcome(str(path), invalid=str(error))
