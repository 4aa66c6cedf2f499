"""What a wager of a wrong amount is taken for at houses that do not refuse it."""

from __future__ import annotations

from sim.torture.mistake import Taken, facing, turn
from sim.torture.model import HandModel


def bet_brought_up(model: HandModel, to_chips: int) -> Taken | None:
    """Source: roberts.nl.2a, roberts.nl.10; refused by cooke.8.01.02.a and home.4.min."""
    may = model.wager_range(turn(model))
    if may is None or model.setup.answers.under_minimum_bet == "refused":
        return None
    return Taken(model.round.word, may.low, ("roberts.nl.10",))


def raise_brought_up(model: HandModel, to_chips: int) -> Taken | None:
    """More than a call, less than the least raise: brought up to it, or a call. Source: roberts.nl.10, cooke.10.06.a."""
    player, how = turn(model), model.setup.answers.under_minimum_raise
    may = model.wager_range(player)
    if may is None or how == "refused" or to_chips <= model.price:
        return None
    rules = ("cooke.10.06.a", "roberts.nl.10", "home.4.min")
    half = 2 * (to_chips - model.price) >= model.round.least() - model.price
    if how == "must_make_minimum" or (how == "half_makes_minimum" and half):
        return Taken("raise", may.low, rules)
    return Taken("call" if facing(model) else "check", model.price, rules)


def lower_limit(model: HandModel, to_chips: int) -> Taken | None:
    """A bet or raise by the lower limit in a round of the upper one. Source: cooke.9.14.a, roberts.betting.16a."""
    stakes, may = model.setup.stakes, model.wager_range(turn(model))
    lower = model.round.level + stakes.small_bet
    if may is None or not model.setup.answers.wrong_limit_bet_correction or model.step == stakes.small_bet or to_chips != lower:
        return None
    return Taken(model.round.word, may.high, ("cooke.9.14.a", "roberts.betting.16a"))


def rounded(model: HandModel, to_chips: int) -> Taken | None:
    """The nearest amount in whole units. Source: roberts.betting.16b."""
    if model.setup.answers.misrounded_wager != "nearest_proper":
        return None
    return Taken(model.round.word, nearest(model, to_chips), ("roberts.betting.16b",))


def nearest(model: HandModel, to_chips: int) -> int:
    unit = model.setup.stakes.unit
    return (to_chips + unit // 2) // unit * unit


def pot_cut(model: HandModel, to_chips: int) -> Taken | None:
    """More than the pot is cut to it at once. Source: cooke.8.02.04.a, roberts.pl.1."""
    may = model.wager_range(turn(model))
    return None if may is None else Taken(model.round.word, may.high, ("cooke.8.02.04.a", "roberts.pl.1"))
