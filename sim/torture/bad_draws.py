"""What is said wrongly where cards are changed or given up."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from sim.torture.mistake import Make, act, turn
from sim.torture.model import HandModel
from sim.torture.plan import Press

#: Cards that a player of any game may change at most.
MOST: Final = 5


def _drawing(make: Callable[[HandModel, random.Random], Press | None]) -> Make:
    """Only while players say how many cards they change, and not while each gives one up."""
    return lambda model, draw: make(model, draw) if model.game.streets[model.street + 1].draw else None


def _draws(seat: int, number: int) -> Press:
    return Press("act", {"seat": seat, "do": "draw", "number": number})


def _out_of_turn(model: HandModel, draw: random.Random) -> Press | None:
    """One who has yet to say it; who has said it may say another number."""
    others = [player.seat for player in model.to_draw[1:]]
    return _draws(draw.choice(others), 1) if others else None


def _too_many(model: HandModel, draw: random.Random) -> Press | None:
    """More than he has; the panel itself bounds it where he has as many as anybody has in any game."""
    return _draws(model.to_draw[0].seat, model.game.hole + 1) if model.game.hole < MOST else None


def _how_many(model: HandModel, draw: random.Random) -> Press | None:
    return Press("act", {"seat": model.to_draw[0].seat, "do": "draw"})


def _bets(model: HandModel, draw: random.Random) -> Press | None:
    return act(draw.choice(model.to_draw).seat, draw.choice(("check", "fold", "call")))


out_of_turn = _drawing(_out_of_turn)
too_many = _drawing(_too_many)
how_many = _drawing(_how_many)
bets = _drawing(_bets)


def early_bets(model: HandModel, draw: random.Random) -> Press | None:
    return _bets(model, draw) if model.game.streets[model.street + 1].discard else None


def draws_while_betting(model: HandModel, draw: random.Random) -> Press | None:
    return _draws(turn(model).seat, 1) if model.game.changes else None
