"""What is said wrongly where somebody has to bring it in."""

from __future__ import annotations

import random
from collections.abc import Callable

from sim.torture import bad_acts
from sim.torture.mistake import Make, act, turn, wager
from sim.torture.model import HandModel
from sim.torture.plan import Press
from sim.torture.stud import StudModel


def _opening(make: Callable[[StudModel, random.Random], Press | None]) -> Make:
    """Only while somebody has to open."""
    return lambda model, draw: make(model, draw) if isinstance(model, StudModel) and model.opening else None


def _brought(make: Make) -> Make:
    """Only while the forced bet stands, and nothing on top of it."""
    return lambda model, draw: make(model, draw) if model.round.brought else None


def not_brought(make: Make) -> Make:
    """Neither of both."""
    return lambda model, draw: None if model.round.brought or model.opening else make(model, draw)


def _must_open(model: StudModel, draw: random.Random) -> Press | None:
    """Checks; whose card makes the forced bet may not fold either."""
    return act(turn(model).seat, "check" if model.may_fold(turn(model)) else draw.choice(("check", "fold")))


def _another_word(model: StudModel, draw: random.Random) -> Press | None:
    may = model.wager_range(turn(model))
    return None if may is None else act(turn(model).seat, draw.choice(("bet", "raise")), may.low)


def _wrong_low(model: StudModel, draw: random.Random) -> Press | None:
    others = [player.seat for player in model.in_hand if player is not model.turn and player.stack]
    return act(draw.choice(others), "bring_in")


def no_bring_in(model: HandModel, draw: random.Random) -> Press | None:
    """A forced bet where none is to be made."""
    return None if model.opening else act(turn(model).seat, "bring_in")


def _short(model: StudModel, draw: random.Random) -> Press | None:
    """No more than the forced bet, and a whole one."""
    player = turn(model)
    if model.why_no_raise(player) != "only_call":
        return None
    return wager(model, draw.choice((player.stack, model.round.step)))


def no_cards_yet(model: HandModel, draw: random.Random) -> Press | None:
    """Acts before the cards of the round, in a game with up-cards."""
    return bad_acts.board_due(model, draw) if isinstance(model, StudModel) else None


def no_board_yet(model: HandModel, draw: random.Random) -> Press | None:
    return None if isinstance(model, StudModel) else bad_acts.board_due(model, draw)


must_open = _opening(_must_open)
another_word = _opening(_another_word)
wrong_low = _opening(_wrong_low)
short = _opening(_short)
opening_size = _opening(bad_acts.wrong_size_of_any)
completion_size = _brought(bad_acts.wrong_size_of_any)
raises_it = _brought(bad_acts.wrong_word("raise", "complete"))
bets_into_it = _brought(bad_acts.wrong_word("bet", "complete"))
