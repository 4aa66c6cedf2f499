"""Which hand has which number in a run: written by who knows its kind of game."""

from __future__ import annotations

from collections.abc import Sequence

from controller.rules.catalogue.row import Book
from sim.torture.draw_writer import DrawWriter
from sim.torture.games import EVERY_GAME, GAMES
from sim.torture.plan import Plan
from sim.torture.setup import EVERY_BOOK, EVERY_LIMIT, Limit, draw_game
from sim.torture.stud_writer import StudWriter
from sim.torture.writer import Writer


def write_hand(
    seed: int,
    number: int,
    books: Sequence[Book] = EVERY_BOOK,
    limits: Sequence[Limit] = EVERY_LIMIT,
    games: Sequence[str] = EVERY_GAME,
    *,
    slips: Sequence[str] = (),
) -> Plan:
    """Return hand `number` of the run with this seed, of one of these books, limits and games; no other hand has a say in it.

    `slips` = wherever it can be one of these goes wrong with the cards.
    """
    game = draw_game(seed, number, games)
    rules = GAMES[game]
    writer = StudWriter if rules.sight else DrawWriter if rules.changes or rules.gives_up else Writer
    return writer(seed, number, books, limits, game, slips=slips).write()
