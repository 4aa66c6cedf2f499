"""Every mistake at the panel: when it can be made, the rows of the catalogue it breaks, and what has to be ruled.

A row makes its mistake from the generator's own bookkeeping of the hand, never from what the table says may be done.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from controller.game.zones import MAX_SEATS
from sim.torture.model import HandModel, Moment, Player
from sim.torture.plan import ECHO, Echo, Press

Make: TypeAlias = Callable[[HandModel, random.Random], Press | None]


class Taken(NamedTuple):
    """What a mistake is taken for: the deed, its total for the street, and the rows that say so."""

    do: str
    to_chips: int
    rules: tuple[str, ...]


#: What a wager to this total is taken for, None where the house refuses it.
Correct: TypeAlias = Callable[[HandModel, int], Taken | None]


class Mistake(msgspec.Struct, frozen=True):
    """A row. `make` returns the press, None when it cannot be made now; `weight` how often it is drawn where it can.

    `rules` are the rows of the catalogue it breaks, of any book; none where the panel itself sets the bounds. `correct` says what it is
    taken for at houses that do not refuse it.
    """

    kind: str
    says: str
    moments: tuple[Moment, ...]
    make: Make
    code: str
    rules: tuple[str, ...] = ()
    weight: int = 2
    answer: Echo | None = None
    correct: Correct | None = None


def _act(seat: int, do: str, to: int | None = None, **more: Any) -> Press:
    return Press("act", {"seat": seat, "do": do} | ({} if to is None else {"to": to}), **more)


# -- whose turn it is ----------------------------------------------------------------------------------


def _any_act(model: HandModel, player: Player, draw: random.Random) -> Press:
    """Some act that would be right if it were his turn."""
    do = draw.choice(("fold", "check", "call", "all_in", "raise", "bet"))
    amount = model.price + model.step + draw.randrange(model.step) if do in ("raise", "bet") else None
    return _act(player.seat, do, amount)


def _out_of_turn(model: HandModel, draw: random.Random) -> Press | None:
    others = [player for player in model.players if player is not model.turn]
    return _any_act(model, draw.choice(others), draw)


def _someone(model: HandModel, draw: random.Random) -> Press | None:
    return _any_act(model, draw.choice(model.players), draw)


def _board_due(model: HandModel, draw: random.Random) -> Press | None:
    return None if model.betting_over else _someone(model, draw)


def _run_out(model: HandModel, draw: random.Random) -> Press | None:
    return _someone(model, draw) if model.betting_over else None


def _stranger(model: HandModel, draw: random.Random) -> Press | None:
    seats = [seat for seat in range(1, MAX_SEATS + 1) if model.at(seat) is None]
    return _act(draw.choice(seats), draw.choice(("fold", "check", "call", "all_in")))


# -- acts that the bet does not allow ---------------------------------------------------------------------


def _turn(model: HandModel) -> Player:
    if model.turn is None:
        raise ValueError("nobody is to act: the row is for the moment of betting")
    return model.turn


def _facing(model: HandModel) -> bool:
    return model.price > _turn(model).bet


def _check_facing_bet(model: HandModel, draw: random.Random) -> Press | None:
    return _act(_turn(model).seat, "check") if _facing(model) else None


def _call_nothing(model: HandModel, draw: random.Random) -> Press | None:
    return None if _facing(model) else _act(_turn(model).seat, "call")


def _amount(model: HandModel, draw: random.Random) -> int:
    """An amount that would be right, if there is one for the player in turn."""
    may = model.wager_range(_turn(model))
    return model.round.least() if may is None else draw.choice((may.low, may.high))


def _wrong_word(do: str, fits: str) -> Make:
    """A bet, raise or completion where it is called otherwise; the amount alone would be right."""

    def make(model: HandModel, draw: random.Random) -> Press | None:
        if model.round.word != fits or (fits == "complete" and model.why_no_raise(_turn(model))):
            return None
        return _act(_turn(model).seat, do, _amount(model, draw))

    return make


def _completes_nothing(model: HandModel, draw: random.Random) -> Press | None:
    return _act(_turn(model).seat, "complete", _amount(model, draw)) if model.round.word != "complete" else None


def _wager(model: HandModel, to_chips: int) -> Press:
    return _act(_turn(model).seat, model.round.word, to_chips)


def _too_small(priced: bool, *limits: str) -> Make:
    def make(model: HandModel, draw: random.Random) -> Press | None:
        may = model.wager_range(_turn(model))
        if may is None or bool(model.price) != priced or model.setup.stakes.limit not in limits:
            return None
        low = model.price + 1 if draw.random() < 0.7 else 1
        if may.low <= low:
            return None
        return _wager(model, draw.choice((may.low - 1, draw.randint(low, may.low - 1))))

    return make


def _wrong_size(model: HandModel, draw: random.Random, *, completing: bool = False) -> Press | None:
    """In fixed limit: any amount but the one there is, within the stack. Too much may be all he has."""
    player = _turn(model)
    may, all_in = model.wager_range(player), player.bet + player.stack
    if may is None or model.setup.stakes.limit != "fixed_limit" or (model.round.word == "complete") is not completing:
        return None
    lower = model.round.level + model.setup.stakes.small_bet
    sizes = [size for size in (lower, may.low - 1, may.low + 1, may.low + model.step, 2 * may.low, model.price + 1) if 0 < size <= all_in]
    sizes = [size for size in sizes if size != may.low]
    if all_in > may.high and draw.random() < 0.3:
        return _act(player.seat, "all_in")
    return _wager(model, draw.choice(sizes)) if sizes else None


def _wrong_completion(model: HandModel, draw: random.Random) -> Press | None:
    return _wrong_size(model, draw, completing=True)


def _too_much(limit: str) -> Make:
    """More than the limit allows, within the stack."""

    def make(model: HandModel, draw: random.Random) -> Press | None:
        player = _turn(model)
        may, all_in = model.wager_range(player), player.bet + player.stack
        if may is None or model.setup.stakes.limit != limit or all_in <= may.high:
            return None
        if draw.random() < 0.3:
            return _act(player.seat, "all_in")
        return _wager(model, draw.choice((may.high + 1, draw.randint(may.high + 1, all_in))))

    return make


def _off_unit(model: HandModel, draw: random.Random) -> Press | None:
    """No whole units, and one proper amount is nearer than the others: the rows do not say which of two as near it is."""
    unit, may = model.setup.stakes.unit, model.wager_range(_turn(model))
    if may is None or unit == 1 or may.high - may.low < unit:
        return None
    to_chips = draw.randint(may.low, may.high - 1)
    if not to_chips % unit or 2 * (to_chips % unit) == unit or not may.low <= _nearest(model, to_chips) <= may.high:
        return None
    return _wager(model, to_chips)


def _over_stack(model: HandModel, draw: random.Random) -> Press | None:
    player = _turn(model)
    all_in = player.bet + player.stack
    return None if model.why_no_raise(player) else _wager(model, all_in + draw.choice((1, 1, model.step, 10 * all_in)))


def _barred(why: str, *limits: str) -> Make:
    """A raise by a player who may only call, in an amount that would be right otherwise."""

    def make(model: HandModel, draw: random.Random) -> Press | None:
        player = _turn(model)
        if model.why_no_raise(player) != why or (limits and model.setup.stakes.limit not in limits):
            return None
        most = player.bet + player.stack
        if most > model.price and draw.random() < 0.3:
            return _act(player.seat, "all_in")
        return _wager(model, max(most, model.price + 1) if draw.random() < 0.5 else model.round.least())

    return make


def _free_fold(model: HandModel, draw: random.Random) -> Press | None:
    if _facing(model) or model.setup.answers.fold_with_no_bet != "prohibited":
        return None
    return _act(_turn(model).seat, "fold")


# -- straddles --------------------------------------------------------------------------------------------


def _straddle(seat: int, amount: int | None = None) -> Press:
    return Press("straddle", {"seat": seat} | ({} if amount is None else {"amount": amount}))


def _not_straddled(*limits: str) -> Make:
    """A straddle where nobody straddles."""

    def make(model: HandModel, draw: random.Random) -> Press | None:
        if model.straddles_played or model.setup.stakes.limit not in limits:
            return None
        return _straddle(_seated(model, draw))

    return make


def _straddle_early(model: HandModel, draw: random.Random) -> Press | None:
    return _straddle(_seated(model, draw)) if model.straddles_played else None


def _straddle_late(model: HandModel, draw: random.Random) -> Press | None:
    return _straddle(_seated(model, draw)) if model.straddles_played and not model.before_play else None


def _open_to_straddle(model: HandModel) -> Player | None:
    """The player left of the big blind, while he may straddle."""
    return model.next_straddler() if model.before_play and model.straddles_played and not model.straddlers else None


def _straddle_elsewhere(model: HandModel, draw: random.Random) -> Press | None:
    right = _open_to_straddle(model)
    others = [player.seat for player in model.players if player is not right]
    return None if right is None else _straddle(draw.choice(others))


def _straddle_amount(model: HandModel, draw: random.Random) -> Press | None:
    player, wanted = _open_to_straddle(model), model.straddle_to()
    if player is None:
        return None
    others = [chips for chips in (wanted - 1, wanted + 1, model.price, 2 * wanted) if chips <= player.bet + player.stack]
    return _straddle(player.seat, draw.choice(others)) if others else None


def _straddle_short(model: HandModel, draw: random.Random) -> Press | None:
    player = _open_to_straddle(model)
    return None if player is None or player.bet + player.stack >= model.straddle_to() else _straddle(player.seat)


def _straddle_again(model: HandModel, draw: random.Random) -> Press | None:
    player = model.next_straddler()
    if not model.before_play or not model.straddlers or model.setup.answers.restraddle or player is None:
        return None
    return _straddle(player.seat)


def _straddle_capped(model: HandModel, draw: random.Random) -> Press | None:
    player = model.next_straddler()
    capped = model.before_play and bool(model.straddlers) and model.round.capped
    return _straddle(player.seat) if capped and model.setup.answers.restraddle and player is not None else None


# -- what is not refused everywhere: houses that take a wager of a wrong amount for a right one ---------------------------------


def _bet_brought_up(model: HandModel, to_chips: int) -> Taken | None:
    """Source: roberts.nl.2a, roberts.nl.10; refused by cooke.8.01.02.a and home.4.min."""
    may = model.wager_range(_turn(model))
    if may is None or model.setup.answers.under_minimum_bet == "refused":
        return None
    return Taken("bet", may.low, ("roberts.nl.10",))


def _raise_brought_up(model: HandModel, to_chips: int) -> Taken | None:
    """More than a call, less than the least raise: brought up to it, or a call. Source: roberts.nl.10, cooke.10.06.a."""
    player, how = _turn(model), model.setup.answers.under_minimum_raise
    may = model.wager_range(player)
    if may is None or how == "refused" or to_chips <= model.price:
        return None
    rules = ("cooke.10.06.a", "roberts.nl.10", "home.4.min")
    half = 2 * (to_chips - model.price) >= model.round.least() - model.price
    if how == "must_make_minimum" or (how == "half_makes_minimum" and half):
        return Taken("raise", may.low, rules)
    return Taken("call" if _facing(model) else "check", model.price, rules)


def _lower_limit(model: HandModel, to_chips: int) -> Taken | None:
    """A bet or raise by the lower limit in a round of the upper one. Source: cooke.9.14.a, roberts.betting.16a."""
    stakes, may = model.setup.stakes, model.wager_range(_turn(model))
    lower = model.round.level + stakes.small_bet
    if may is None or not model.setup.answers.wrong_limit_bet_correction or model.step == stakes.small_bet or to_chips != lower:
        return None
    return Taken(model.round.word, may.high, ("cooke.9.14.a", "roberts.betting.16a"))


def _rounded(model: HandModel, to_chips: int) -> Taken | None:
    """The nearest amount in whole units. Source: roberts.betting.16b."""
    if model.setup.answers.misrounded_wager != "nearest_proper":
        return None
    return Taken(model.round.word, _nearest(model, to_chips), ("roberts.betting.16b",))


def _nearest(model: HandModel, to_chips: int) -> int:
    unit = model.setup.stakes.unit
    return (to_chips + unit // 2) // unit * unit


def _pot_cut(model: HandModel, to_chips: int) -> Taken | None:
    """More than the pot is cut to it at once. Source: cooke.8.02.04.a, roberts.pl.1."""
    may = model.wager_range(_turn(model))
    return None if may is None else Taken(model.round.word, may.high, ("cooke.8.02.04.a", "roberts.pl.1"))


# -- what the panel does not know -------------------------------------------------------------------------


def _unknown_word(model: HandModel, draw: random.Random) -> Press | None:
    return _act(_turn(model).seat, draw.choice(("shove", "Fold", "pass", "", "straddle", "FOLD", "raise to")))


def _unknown_verb(model: HandModel, draw: random.Random) -> Press | None:
    return Press(draw.choice(("acts", "deal", "bet", "fold")), {"seat": _turn(model).seat})


def _amount_not_taken(model: HandModel, draw: random.Random) -> Press | None:
    words = ("check", "call", "fold", "all_in") if _facing(model) else ("check", "call", "all_in")
    return _act(_turn(model).seat, draw.choice(words), draw.randint(1, model.price + model.step))


def _amount_missing(model: HandModel, draw: random.Random) -> Press | None:
    may = model.wager_range(_turn(model))
    return None if may is None or may.low == may.high else _act(_turn(model).seat, model.round.word)


def _no_amount(model: HandModel, draw: random.Random) -> Press | None:
    press = _act(_turn(model).seat, "raise" if model.price else "bet")
    press.fields["to"] = draw.choice((0, -model.step, 1.5, str(model.step), True))
    return press


def _right_act(model: HandModel, draw: random.Random) -> Press:
    """What the player in turn may do: call, or check."""
    return _act(_turn(model).seat, "call" if _facing(model) else "check")


def _moved_on(model: HandModel, draw: random.Random) -> Press | None:
    return msgspec.structs.replace(_right_act(model, draw), behind=draw.choice((1, 1, 2, 5)))


def _wrong_role(model: HandModel, draw: random.Random) -> Press | None:
    who = msgspec.structs.replace(_right_act(model, draw), role="device")
    return draw.choice((who, Press("void_hand", {}), Press("resume", {}), Press("stakes", {"small_blind": 1, "big_blind": 2})))


def _twice(model: HandModel, draw: random.Random) -> Press | None:
    """Filled in by the generator: the command before it, with the same id."""
    return Press("", {}, again=True)


# -- what a running hand does not allow ---------------------------------------------------------------------


def _seated(model: HandModel, draw: random.Random) -> int:
    return draw.choice(model.players).seat


def _post_again(model: HandModel, draw: random.Random) -> Press | None:
    return Press("post", draw.choice(({}, {"seat": _seated(model, draw)})))


def _post_not_owed(model: HandModel, draw: random.Random) -> Press | None:
    free = [player.seat for player in model.players if player.seat not in model.owing]
    return Press("post", {"seat": draw.choice(free)}) if free else None


def _hand_twice(model: HandModel, draw: random.Random) -> Press | None:
    return Press("new_hand", {})


def _buy_in(model: HandModel, draw: random.Random) -> Press | None:
    return Press("buy_in", {"seat": _seated(model, draw), "amount": draw.randint(1, 10 * model.setup.stakes.big_blind)})


def _stand(model: HandModel, draw: random.Random) -> Press | None:
    return Press("stand", {"seat": _seated(model, draw)})


def _button(model: HandModel, draw: random.Random) -> Press | None:
    return Press("button", {"seat": _seated(model, draw)})


# -- the showdown ----------------------------------------------------------------------------------------


def _one(model: HandModel, draw: random.Random, is_so: Callable[[Player], bool], verbs: tuple[str, ...]) -> Press | None:
    found = [player.seat for player in model.players if is_so(player)]
    return Press(draw.choice(verbs), {"seat": draw.choice(found)}) if found else None


def _show_early(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: True, ("show",)) if model.moment != "board" or not model.betting_over else None


def _muck_early(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: True, ("muck",))


def _folded_shows(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: player.folded, ("show",))


def _folded_mucks(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: player.folded, ("muck",))


def _mucked_shows(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: player.mucked, ("show",))


def _mucked_mucks(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: player.mucked, ("muck",))


def _shown_shows(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: player.shown, ("show",))


def _shown_mucks(model: HandModel, draw: random.Random) -> Press | None:
    return _one(model, draw, lambda player: player.shown, ("muck",))


def _stranger_shows(model: HandModel, draw: random.Random) -> Press | None:
    seats = [seat for seat in range(1, MAX_SEATS + 1) if model.at(seat) is None]
    return Press("show", {"seat": draw.choice(seats)})


def _names_read_cards(model: HandModel, draw: random.Random) -> Press | None:
    """Filled in with cards by the generator: his hand was read, and is named all the same."""
    return _one(model, draw, lambda player: player.live and not player.shown, ("show",))


_BIG_BET: Final = ("no_limit", "pot_limit")
_LIMIT: Final = ("fixed_limit", "spread_limit")
_BETTING: Final[tuple[Moment, ...]] = ("betting",)
_SHOWDOWN: Final[tuple[Moment, ...]] = ("showdown",)
_RUNNING: Final[tuple[Moment, ...]] = ("posting", "betting", "board", "showdown")

#: Every mistake there is. Sources: the rows named; where none is, docs/mqtt.md (what a command may be).
MISTAKES: Final[tuple[Mistake, ...]] = (
    Mistake("out_of_turn", "acts before his turn", _BETTING, _out_of_turn, "act.out_of_turn", ("cooke.4.06.a",), 5),
    Mistake("not_in_hand", "acts from a seat that is not in the hand", _BETTING, _stranger, "act.not_in_hand"),
    Mistake("act_before_blinds", "acts before antes and blinds are in", ("posting",), _someone, "act.blinds_owed", weight=4),
    Mistake("act_before_board", "acts before the next board cards", ("board",), _board_due, "act.board_incomplete", ("cooke.6.02.a",), 4),
    Mistake("act_after_all_in", "acts when nobody can bet any more", ("board",), _run_out, "act.betting_over", ("home.4.faceup",), 8),
    Mistake("act_at_showdown", "acts at the showdown", _SHOWDOWN, _someone, "act.betting_over"),
    Mistake("act_after_hand", "acts when the hand is over", ("over",), _someone, "act.no_hand", weight=4),
    Mistake(
        "check_facing_bet", "checks facing a bet", _BETTING, _check_facing_bet, "act.facing_bet",
        ("cooke.4.04.a", "home.3.check_bet"), 4,
    ),
    Mistake(
        "call_nothing", "calls with nothing to call", _BETTING, _call_nothing, "act.nothing_to_call",
        ("cooke.4.04.a", "home.3.check_bet"), 4,
    ),
    Mistake("fold_for_free", "folds facing no bet where that is barred", _BETTING, _free_fold, "act.fold_for_free", ("cooke.10.01.b",), 4),
    Mistake(
        "bet_facing_bet", "bets where there is a bet", _BETTING, _wrong_word("bet", "raise"), "act.bet_stands",
        ("cooke.4.04.a", "home.3.check_bet"), 4,
    ),
    Mistake(
        "raise_no_bet", "raises where no bet is", _BETTING, _wrong_word("raise", "bet"), "act.no_bet_yet",
        ("cooke.4.04.a", "home.3.check_bet"), 4,
    ),
    Mistake(
        "bet_below_minimum", "bets less than the least", _BETTING, _too_small(False, *_BIG_BET), "act.below_minimum",
        ("cooke.8.01.02.a", "roberts.nl.2a", "home.4.min"), 6, correct=_bet_brought_up,
    ),
    Mistake(
        "raise_below_minimum", "raises by less than the last bet or raise", _BETTING, _too_small(True, *_BIG_BET), "act.below_minimum",
        ("cooke.8.01.02.b", "roberts.nl.3a", "home.4.min"), 6, correct=_raise_brought_up,
    ),
    Mistake("over_stack", "bets or raises more than he has", _BETTING, _over_stack, "act.above_stack", ("cooke.9.05.a",), 4),
    Mistake(
        "not_reopened", "raises although nobody has raised fully since he acted", _BETTING, _barred("not_reopened", *_BIG_BET),
        "act.not_reopened", ("cooke.8.01.03.b", "roberts.nl.3b", "home.4.short_call"), 30,
    ),
    Mistake("raise_short_stack", "raises with no more than a call", _BETTING, _barred("only_call"), "act.only_call", ("cooke.9.09.a",), 4),
    Mistake(
        "nobody_to_answer", "raises where nobody could answer", _BETTING, _barred("nobody_to_answer"), "act.nobody_to_answer",
        ("home.4.faceup",), 6,
    ),
    Mistake(
        "over_pot", "bets or raises more than the pot", _BETTING, _too_much("pot_limit"), "act.above_maximum",
        ("cooke.8.02.04.a", "roberts.pl.1"), 6, correct=_pot_cut,
    ),
    Mistake(
        "off_unit", "bets or raises in no whole units", _BETTING, _off_unit, "act.not_in_units",
        ("cooke.9.03.a", "roberts.betting.16b"), 6, correct=_rounded,
    ),
    Mistake(
        "wrong_size", "bets or raises what is no bet in fixed limit", _BETTING, _wrong_size, "act.wrong_size",
        ("cooke.9.14.a", "roberts.betting.16a"), 6, correct=_lower_limit,
    ),
    Mistake(
        "wrong_completion", "completes to what is no whole bet in fixed limit", _BETTING, _wrong_completion, "act.wrong_size",
        ("cooke.9.09.01.a", "roberts.betting.5a"), 30, correct=_lower_limit,
    ),
    Mistake(
        "below_spread", "bets or raises less than the spread", _BETTING, _too_small(False, "spread_limit"), "act.below_minimum",
        ("cooke.8.03.a", "roberts.betting.6"), 6,
    ),
    Mistake(
        "below_spread_raise", "raises by less than the last bet in spread limit", _BETTING, _too_small(True, "spread_limit"),
        "act.below_minimum", ("cooke.8.03.c", "roberts.betting.6"), 6,
    ),
    Mistake(
        "over_spread", "bets or raises more than the spread", _BETTING, _too_much("spread_limit"), "act.above_maximum",
        ("cooke.8.03.a",), 6,
    ),
    Mistake(
        "over_the_cap", "raises once more than the round allows", _BETTING, _barred("capped"), "act.capped",
        ("cooke.9.16.a", "roberts.betting.3.1"), 30,
    ),
    Mistake(
        "not_reopened_limit", "raises although nothing that counts came since he acted", _BETTING, _barred("not_reopened", *_LIMIT),
        "act.not_reopened", ("cooke.9.09.01.b", "roberts.betting.5a"), 30,
    ),
    Mistake(
        "complete_nothing", "completes where no short all-in stands", _BETTING, _completes_nothing, "act.nothing_to_complete",
        ("cooke.9.09.01.a", "roberts.betting.5a"),
    ),
    Mistake(
        "raise_short_all_in", "raises a short all-in that can be completed", _BETTING, _wrong_word("raise", "complete"),
        "act.complete_first", ("cooke.9.09.01.a", "roberts.betting.5a"), 20,
    ),
    Mistake(
        "bet_short_all_in", "bets where a short all-in stands", _BETTING, _wrong_word("bet", "complete"), "act.bet_stands",
        ("cooke.4.04.a", "home.3.check_bet"), 20,
    ),
    Mistake(
        "straddle_not_played", "straddles in no-limit or pot-limit where nobody does", _BETTING, _not_straddled(*_BIG_BET),
        "straddle.not_played", ("cooke.12.18.a", "roberts.nl.12a"), 3,
    ),
    Mistake(
        "straddle_in_limit", "straddles in a limit game where nobody does", _BETTING, _not_straddled(*_LIMIT), "straddle.not_played",
        ("cooke.12.18.a", "roberts.blinds.16"), 1,
    ),
    Mistake("straddle_early", "straddles before the blinds are in", ("posting",), _straddle_early, "straddle.blinds_owed"),
    Mistake(
        "straddle_late", "straddles after the first card", _BETTING, _straddle_late, "straddle.too_late",
        ("cooke.12.18.a", "roberts.nl.12a"), 1,
    ),
    Mistake(
        "straddle_elsewhere", "straddles from another seat than left of the big blind", _BETTING, _straddle_elsewhere, "straddle.seat",
        ("cooke.12.18.a", "roberts.nl.12a"), 12,
    ),
    Mistake(
        "straddle_amount", "straddles by another amount", _BETTING, _straddle_amount, "straddle.amount",
        ("cooke.12.18.a", "roberts.nl.12b"), 12,
    ),
    Mistake(
        "straddle_short", "straddles with less than that", _BETTING, _straddle_short, "straddle.short",
        ("cooke.12.18.a", "roberts.nl.12b"), 30,
    ),
    Mistake(
        "straddle_again", "straddles a straddle where nobody may", _BETTING, _straddle_again, "straddle.second",
        ("cooke.12.18.c", "roberts.nl.12a"), 60,
    ),
    Mistake(
        "straddle_capped", "straddles although straddles have made every raise", _BETTING, _straddle_capped, "straddle.capped",
        ("cooke.12.18.c",), 200,
    ),
    Mistake("unknown_action", "a word that is no action", _BETTING, _unknown_word, "cmd.bad_argument"),
    Mistake("unknown_verb", "a command there is not", _BETTING, _unknown_verb, "cmd.unknown_verb", weight=1),
    Mistake("amount_not_taken", "an amount with check, call, fold or all-in", _BETTING, _amount_not_taken, "act.amount_not_taken"),
    Mistake("amount_missing", "a bet or raise without an amount", _BETTING, _amount_missing, "act.amount_missing"),
    Mistake("no_amount", "an amount that is no number of chips", _BETTING, _no_amount, "cmd.bad_argument"),
    Mistake("moved_on", "meant for a state that is past", _BETTING, _moved_on, "state.moved_on"),
    Mistake("wrong_role", "not for this role to say", _BETTING, _wrong_role, "cmd.role"),
    Mistake("double_entry", "the same command once more", ("posting", "betting", "board", "over"), _twice, "", answer=ECHO),
    Mistake("post_again", "antes and blinds once more", ("betting", "board", "showdown"), _post_again, "post.nothing_owed"),
    Mistake("post_not_owed", "a seat posts that owes nothing", ("posting",), _post_not_owed, "post.nothing_owed", weight=4),
    Mistake("hand_twice", "a new hand while one runs", _RUNNING, _hand_twice, "new_hand.running", weight=1),
    Mistake(
        "chips_in_hand", "chips are added during the hand", _RUNNING, _buy_in, "buy_in.in_hand",
        ("cooke.9.05.b", "roberts.buyin.2b"), 1,
    ),
    Mistake("stands_in_hand", "leaves with his chips during the hand", _RUNNING, _stand, "stand.in_hand", ("cooke.9.05.c",), 1),
    Mistake("button_in_hand", "the button is moved during the hand", _RUNNING, _button, "button.running", weight=1),
    Mistake("show_early", "shows before the showdown", ("posting", "betting", "board"), _show_early, "show.not_showdown", weight=1),
    Mistake("muck_early", "mucks before the showdown", ("posting", "betting", "board"), _muck_early, "muck.not_showdown", weight=1),
    Mistake("folded_shows", "shows a hand that was folded", _SHOWDOWN, _folded_shows, "show.folded", ("cooke.4.12.e",), 4),
    Mistake("folded_mucks", "mucks a hand that was folded", _SHOWDOWN, _folded_mucks, "muck.folded", ("cooke.4.12.e",)),
    Mistake("mucked_shows", "shows a hand that was mucked", _SHOWDOWN, _mucked_shows, "show.mucked", ("cooke.6.05.d",), 8),
    Mistake("muck_twice", "mucks twice", _SHOWDOWN, _mucked_mucks, "muck.mucked", ("cooke.6.05.d",), 8),
    Mistake("show_twice", "shows twice", _SHOWDOWN, _shown_shows, "show.already_shown", ("roberts.showdown.2a",), 4),
    Mistake("shown_mucks", "mucks a hand that was shown", _SHOWDOWN, _shown_mucks, "muck.already_shown", ("roberts.showdown.2a",), 4),
    Mistake("stranger_shows", "shows from a seat that is not in the hand", _SHOWDOWN, _stranger_shows, "show.not_in_hand"),
    Mistake(
        "names_read_cards", "names cards that were read", _SHOWDOWN, _names_read_cards, "show.cards_read",
        ("roberts.showdown.1", "cooke.11.03"),
    ),
)  # fmt: skip


def required(rules: tuple[str, ...], book: str) -> tuple[str, ...]:
    """Return the rows that a refusal has to name in a house that plays by `book`: its own, or all when it has none."""
    own = tuple(rule for rule in rules if rule.startswith(f"{book}."))
    return own or rules
