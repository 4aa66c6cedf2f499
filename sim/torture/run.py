"""A run: hands written, played and judged one after the other; every failure saved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec

from controller.rules.catalogue.row import Book
from sim.faults import Faults
from sim.port import MakeTable
from sim.torture.games import EVERY_GAME
from sim.torture.generator import write_hand
from sim.torture.report import Confusion, Saved
from sim.torture.saving import save
from sim.torture.setup import EVERY_BOOK, EVERY_LIMIT, Limit
from sim.torture.table import Played, play_facts, play_sensed, play_wire


class TortureOptions(msgspec.Struct, frozen=True):
    """How many hands, drawn from which seed; `wire` of them through readers, spread over the run; where failures go.

    `books`, `limits` and `games` are those that the hands are drawn from. With `faults` all cards are read with them, by sensing alone
    in the hands that do not go through readers.
    `slips` = wherever it can be one of these goes wrong with the cards. The hands are numbered from `first`.
    """

    hands: int
    seed: int
    wire: int = 0
    out: Path = Path("reports/torture")
    books: tuple[Book, ...] = EVERY_BOOK
    limits: tuple[Limit, ...] = EVERY_LIMIT
    games: tuple[str, ...] = EVERY_GAME
    faults: Faults | None = None
    slips: tuple[str, ...] = ()
    first: int = 1


async def run_torture(
    options: TortureOptions, make_table: MakeTable, on_hand: Callable[[int], None] = lambda count: None
) -> tuple[Confusion, list[Saved]]:
    """Return what came of the hands. `on_hand` hears how many are done. Raises: TortureError."""
    confusion, saved = Confusion(), list[Saved]()
    for number in range(options.first, options.first + options.hands):
        played = await _play(options, number, make_table)
        confusion.take(played)
        if (failure := played.failure) is not None:
            file = save(played, options.out)
            judged = failure.judged
            saved.append(Saved(number, failure.kind, judged.cell, judged.expected, judged.got, str(file)))
        on_hand(number + 1 - options.first)
        await asyncio.sleep(0)  # so that a run can be broken off
    return confusion, saved


async def _play(options: TortureOptions, number: int, make_table: MakeTable) -> Played:
    plan = write_hand(options.seed, number, options.books, options.limits, options.games, slips=options.slips)
    nth = number + 1 - options.first
    through_readers = nth * options.wire // options.hands > (nth - 1) * options.wire // options.hands
    if options.faults is not None:
        return await (play_wire if through_readers else play_sensed)(plan, make_table, options.faults)
    return await (play_wire if through_readers else play_facts)(plan, make_table)
