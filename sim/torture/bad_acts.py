"""Acts out of turn, acts that the bet does not allow, and wagers of a wrong amount."""

from __future__ import annotations

import random

from controller.game.zones import MAX_SEATS
from sim.torture.corrections import nearest
from sim.torture.mistake import Make, act, facing, turn, wager
from sim.torture.model import HandModel
from sim.torture.plan import Press
from sim.torture.player import Player


def any_act(model: HandModel, player: Player, draw: random.Random) -> Press:
    """Some act that would be right if it were his turn. A fold before the ante is one: he wants no cards."""
    do = draw.choice(("fold", "check", "call", "all_in", "raise", "bet")[model.moment == "posting" and model.setup.with_sight :])
    amount = model.price + model.step + draw.randrange(model.step) if do in ("raise", "bet") else None
    return act(player.seat, do, amount)


def out_of_turn(model: HandModel, draw: random.Random) -> Press | None:
    others = [player for player in model.in_hand if player is not model.turn]
    return any_act(model, draw.choice(others), draw) if others else None


def folded(model: HandModel, draw: random.Random) -> Press | None:
    out = [player for player in model.players if player.folded]
    return any_act(model, draw.choice(out), draw) if out else None


def someone(model: HandModel, draw: random.Random) -> Press | None:
    return any_act(model, draw.choice(model.players), draw)


def board_due(model: HandModel, draw: random.Random) -> Press | None:
    return None if model.betting_over else someone(model, draw)


def run_out(model: HandModel, draw: random.Random) -> Press | None:
    return someone(model, draw) if model.betting_over else None


def stranger(model: HandModel, draw: random.Random) -> Press | None:
    seats = [seat for seat in range(1, MAX_SEATS + 1) if model.at(seat) is None]
    return act(draw.choice(seats), draw.choice(("fold", "check", "call", "all_in")))


def check_facing_bet(model: HandModel, draw: random.Random) -> Press | None:
    return act(turn(model).seat, "check") if facing(model) else None


def call_nothing(model: HandModel, draw: random.Random) -> Press | None:
    return None if facing(model) else act(turn(model).seat, "call")


def _amount(model: HandModel, draw: random.Random) -> int:
    """An amount that would be right, if there is one for the player in turn."""
    may = model.wager_range(turn(model))
    return model.round.least() if may is None else draw.choice((may.low, may.high))


def wrong_word(do: str, fits: str) -> Make:
    """A bet, raise or completion where it is called otherwise; the amount alone would be right."""

    def make(model: HandModel, draw: random.Random) -> Press | None:
        if model.round.word != fits or (fits == "complete" and model.why_no_raise(turn(model))):
            return None
        return act(turn(model).seat, do, _amount(model, draw))

    return make


def completes_nothing(model: HandModel, draw: random.Random) -> Press | None:
    return act(turn(model).seat, "complete", _amount(model, draw)) if model.round.word != "complete" else None


def too_small(priced: bool, *limits: str) -> Make:
    def make(model: HandModel, draw: random.Random) -> Press | None:
        may = model.wager_range(turn(model))
        if may is None or bool(model.price) != priced or model.setup.stakes.limit not in limits:
            return None
        low = model.price + 1 if draw.random() < 0.7 else 1
        if may.low <= low:
            return None
        return wager(model, draw.choice((may.low - 1, draw.randint(low, may.low - 1))))

    return make


def wrong_size_of_any(model: HandModel, draw: random.Random) -> Press | None:
    """In fixed limit: any amount but those there are, within the stack. Too much may be all he has."""
    player = turn(model)
    may, all_in = model.wager_range(player), player.bet + player.stack
    if may is None or model.setup.stakes.limit != "fixed_limit":
        return None
    lower = model.round.level + model.setup.stakes.small_bet
    sizes = [size for size in (lower, may.low - 1, may.low + 1, may.low + model.step, 2 * may.low, model.price + 1) if 0 < size <= all_in]
    sizes = [size for size in sizes if size not in (may.low, may.high)]
    if all_in > may.high and draw.random() < 0.3:
        return act(player.seat, "all_in")
    return wager(model, draw.choice(sizes)) if sizes else None


def wrong_size(model: HandModel, draw: random.Random) -> Press | None:
    return None if model.round.word == "complete" else wrong_size_of_any(model, draw)


def wrong_completion(model: HandModel, draw: random.Random) -> Press | None:
    return wrong_size_of_any(model, draw) if model.round.word == "complete" else None


def too_much(limit: str) -> Make:
    """More than the limit allows, within the stack."""

    def make(model: HandModel, draw: random.Random) -> Press | None:
        player = turn(model)
        may, all_in = model.wager_range(player), player.bet + player.stack
        if may is None or model.setup.stakes.limit != limit or all_in <= may.high:
            return None
        if draw.random() < 0.3:
            return act(player.seat, "all_in")
        return wager(model, draw.choice((may.high + 1, draw.randint(may.high + 1, all_in))))

    return make


def off_unit(model: HandModel, draw: random.Random) -> Press | None:
    """No whole units, and one proper amount is nearer than the others: the rows do not say which of two as near it is.

    In fixed limit such an amount is no bet at all, which another row is for.
    """
    unit, may = model.setup.stakes.unit, model.wager_range(turn(model))
    if may is None or unit == 1 or model.setup.stakes.limit == "fixed_limit" or may.high - may.low < unit:
        return None
    to_chips = draw.randint(may.low, may.high - 1)
    if not to_chips % unit or 2 * (to_chips % unit) == unit or not may.low <= nearest(model, to_chips) <= may.high:
        return None
    return wager(model, to_chips)


def over_stack(model: HandModel, draw: random.Random) -> Press | None:
    player = turn(model)
    all_in = player.bet + player.stack
    return None if model.why_no_raise(player) else wager(model, all_in + draw.choice((1, 1, model.step, 10 * all_in)))


def barred(why: str, *limits: str) -> Make:
    """A raise by a player who may only call, in an amount that would be right otherwise."""

    def make(model: HandModel, draw: random.Random) -> Press | None:
        player = turn(model)
        if model.why_no_raise(player) != why or (limits and model.setup.stakes.limit not in limits):
            return None
        most = player.bet + player.stack
        if model.opening:
            return None
        if most > model.price and draw.random() < 0.3:
            return act(player.seat, "all_in")
        return wager(model, max(most, model.price + 1) if draw.random() < 0.5 else model.round.least())

    return make


def over_the_cap(*, two_rounds: bool) -> Make:
    """Games with two rounds of betting have a cap of their own."""
    capped = barred("capped")
    return lambda model, draw: capped(model, draw) if (len(model.game.streets) == 2) is two_rounds else None


def free_fold(model: HandModel, draw: random.Random) -> Press | None:
    if facing(model) or model.opening or model.setup.answers.fold_with_no_bet != "prohibited":
        return None
    return act(turn(model).seat, "fold")
