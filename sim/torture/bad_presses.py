"""What the panel does not know, what a running hand does not allow, and what comes too late at the showdown."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from controller.game.zones import MAX_SEATS
from sim.torture.mistake import act, facing, seated, turn
from sim.torture.model import HandModel
from sim.torture.plan import Press
from sim.torture.player import Player


def unknown_word(model: HandModel, draw: random.Random) -> Press | None:
    return act(turn(model).seat, draw.choice(("shove", "Fold", "pass", "", "straddle", "FOLD", "raise to")))


def unknown_verb(model: HandModel, draw: random.Random) -> Press | None:
    return Press(draw.choice(("acts", "deal", "bet", "fold")), {"seat": turn(model).seat})


def amount_not_taken(model: HandModel, draw: random.Random) -> Press | None:
    words = ("check", "call", "fold", "all_in") if facing(model) else ("check", "call", "all_in")
    return act(turn(model).seat, draw.choice(words), draw.randint(1, model.price + model.step))


def amount_missing(model: HandModel, draw: random.Random) -> Press | None:
    may = model.wager_range(turn(model))
    return None if may is None or may.low == may.high else act(turn(model).seat, model.round.word)


def no_amount(model: HandModel, draw: random.Random) -> Press | None:
    press = act(turn(model).seat, "raise" if model.price else "bet")
    press.fields["to"] = draw.choice((0, -model.step, 1.5, str(model.step), True))
    return press


def _right_act(model: HandModel, draw: random.Random) -> Press:
    """What the player in turn may do: call, or check."""
    return act(turn(model).seat, "call" if facing(model) else "check")


def moved_on(model: HandModel, draw: random.Random) -> Press | None:
    return msgspec.structs.replace(_right_act(model, draw), behind=draw.choice((1, 1, 2, 5)))


def wrong_role(model: HandModel, draw: random.Random) -> Press | None:
    who = msgspec.structs.replace(_right_act(model, draw), role="device")
    return draw.choice((who, Press("void_hand", {}), Press("resume", {}), Press("stakes", {"small_blind": 1, "big_blind": 2})))


def twice(model: HandModel, draw: random.Random) -> Press | None:
    """Filled in by the generator: the command before it, with the same id."""
    return Press("", {}, again=True)


def post_again(model: HandModel, draw: random.Random) -> Press | None:
    return Press("post", draw.choice(({}, {"seat": seated(model, draw)})))


def post_not_owed(model: HandModel, draw: random.Random) -> Press | None:
    free = [player.seat for player in model.players if player.seat not in model.owing]
    return Press("post", {"seat": draw.choice(free)}) if free else None


def hand_twice(model: HandModel, draw: random.Random) -> Press | None:
    return Press("new_hand", {})


def buy_in(model: HandModel, draw: random.Random) -> Press | None:
    return Press("buy_in", {"seat": seated(model, draw), "amount": draw.randint(1, 10 * model.setup.stakes.big_blind)})


def stand(model: HandModel, draw: random.Random) -> Press | None:
    return Press("stand", {"seat": seated(model, draw)})


def button(model: HandModel, draw: random.Random) -> Press | None:
    return Press("button", {"seat": seated(model, draw)})


def _one(model: HandModel, draw: random.Random, is_so: Callable[[Player], bool], verbs: tuple[str, ...]) -> Press | None:
    found = [player.seat for player in model.players if is_so(player)]
    return Press(draw.choice(verbs), {"seat": draw.choice(found)}) if found else None


def show_early(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: True, ("show",)) if model.moment != "board" or not model.betting_over else None


def muck_early(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: True, ("muck",))


def folded_shows(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: player.folded, ("show",))


def folded_mucks(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: player.folded, ("muck",))


def mucked_shows(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: player.mucked, ("show",))


def mucked_mucks(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: player.mucked, ("muck",))


def shown_shows(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: player.shown, ("show",))


def shown_mucks(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: player.shown, ("muck",))


def stranger_shows(model: HandModel, draw: random.Random) -> Press | None:
    seats = [seat for seat in range(1, MAX_SEATS + 1) if model.at(seat) is None]
    return Press("show", {"seat": draw.choice(seats)})


def names_read_cards(model: HandModel, draw: random.Random) -> Press | None:
    """Filled in with cards by the generator: his hand was read, and is named all the same."""
    return _one(model, draw, lambda player: player.live and not player.shown, ("show",))
