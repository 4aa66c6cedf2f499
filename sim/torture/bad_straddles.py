"""Straddles that may not be."""

from __future__ import annotations

import random

from sim.torture.mistake import Make, seated
from sim.torture.model import HandModel
from sim.torture.plan import Press
from sim.torture.player import Player


def _straddle(seat: int, amount: int | None = None) -> Press:
    return Press("straddle", {"seat": seat} | ({} if amount is None else {"amount": amount}))


def not_straddled(*limits: str) -> Make:
    """A straddle where nobody straddles."""

    def make(model: HandModel, draw: random.Random) -> Press | None:
        if model.straddles_played or model.setup.stakes.limit not in limits:
            return None
        return _straddle(seated(model, draw))

    return make


def straddle_early(model: HandModel, draw: random.Random) -> Press | None:
    return _straddle(seated(model, draw)) if model.straddles_played else None


def straddle_late(model: HandModel, draw: random.Random) -> Press | None:
    return _straddle(seated(model, draw)) if model.straddles_played and not model.before_play else None


def _open_to_straddle(model: HandModel) -> Player | None:
    """The player left of the big blind, while he may straddle."""
    return model.next_straddler() if model.before_play and model.straddles_played and not model.straddlers else None


def straddle_elsewhere(model: HandModel, draw: random.Random) -> Press | None:
    right = _open_to_straddle(model)
    others = [player.seat for player in model.players if player is not right]
    return None if right is None else _straddle(draw.choice(others))


def straddle_amount(model: HandModel, draw: random.Random) -> Press | None:
    player, wanted = _open_to_straddle(model), model.straddle_to()
    if player is None:
        return None
    others = [chips for chips in (wanted - 1, wanted + 1, model.price, 2 * wanted) if chips <= player.bet + player.stack]
    return _straddle(player.seat, draw.choice(others)) if others else None


def straddle_short(model: HandModel, draw: random.Random) -> Press | None:
    player = _open_to_straddle(model)
    return None if player is None or player.bet + player.stack >= model.straddle_to() else _straddle(player.seat)


def straddle_again(model: HandModel, draw: random.Random) -> Press | None:
    player = model.next_straddler()
    if not model.before_play or not model.straddlers or model.setup.answers.restraddle or player is None:
        return None
    return _straddle(player.seat)


def straddle_capped(model: HandModel, draw: random.Random) -> Press | None:
    player = model.next_straddler()
    capped = model.before_play and bool(model.straddlers) and model.round.capped
    return _straddle(player.seat) if capped and model.setup.answers.restraddle and player is not None else None
