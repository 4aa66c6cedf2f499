"""Stakes as a command names them: filled up with what stays, and checked."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, get_args

from msgspec.structs import replace

from controller.game.chips import MAX_CHIPS, AnteFrom, Limit, Stakes
from controller.game.variants import VARIANTS

_ANTE_FROM: Final = get_args(AnteFrom)
_LIMITS: Final = get_args(Limit)


class Wrong(NamedTuple):
    """What is wrong with stakes: the field, a sentence, and the rules that say so."""

    field: str
    message: str
    rules: tuple[str, ...] = ()


def filled(stakes: Stakes, now: Stakes) -> Stakes:
    """Return the stakes of a command, with game, limit, maxima and unit as they are now where it left them out."""
    if stakes.limit and stakes.unit and (stakes.game or not now.game):
        return stakes
    limit = stakes.limit or now.limit
    most = stakes.max_bets or (now.max_bets if limit == now.limit else ())
    return replace(stakes, limit=limit, unit=stakes.unit or now.unit, max_bets=most, game=stakes.game or now.game)


@lru_cache(maxsize=64)  # the same stakes hand after hand
def stakes_wrong(stakes: Stakes) -> Wrong | None:
    """Return what is wrong with these stakes; None when nothing is."""
    return next((wrong for holds, wrong in _CHECKS if not holds(stakes)), None)


def _fixed(check: Callable[[Stakes], bool]) -> Callable[[Stakes], bool]:
    return lambda one: one.limit != "fixed_limit" or check(one)


def _spread(check: Callable[[Stakes], bool]) -> Callable[[Stakes], bool]:
    return lambda one: one.limit != "spread_limit" or check(one)


#: What must hold of stakes → what is wrong with those of which it does not.
_CHECKS: Final[tuple[tuple[Callable[[Stakes], bool], Wrong], ...]] = (
    (lambda one: 0 < one.big_blind <= MAX_CHIPS, Wrong("big_blind", f"The big blind must be 1 … {MAX_CHIPS}.")),
    (lambda one: 0 <= one.small_blind <= one.big_blind, Wrong("small_blind", "The small blind must be 0 … the big blind.")),
    (lambda one: 0 <= one.button_blind <= one.big_blind, Wrong("button_blind", "The blind on the button must be 0 … the big blind.")),
    (lambda one: 0 <= one.ante <= MAX_CHIPS, Wrong("ante", f"The ante must be 0 … {MAX_CHIPS}.")),
    (lambda one: 0 <= one.min_bet <= MAX_CHIPS, Wrong("min_bet", f"The smallest bet must be 0 … {MAX_CHIPS}.")),
    (lambda one: one.ante_from in _ANTE_FROM, Wrong("ante_from", f"The ante comes from {', '.join(_ANTE_FROM)}.")),
    (lambda one: one.limit in _LIMITS, Wrong("limit", f"The limit is one of {', '.join(_LIMITS)}.")),
    (lambda one: 0 < one.unit <= MAX_CHIPS, Wrong("unit", f"The unit must be 1 … {MAX_CHIPS}.")),
    (lambda one: 0 <= one.small_bet <= MAX_CHIPS, Wrong("small_bet", f"The small bet must be 0 … {MAX_CHIPS}.")),
    (lambda one: 0 <= one.bring_in <= MAX_CHIPS, Wrong("bring_in", f"The bring-in must be 0 … {MAX_CHIPS}.")),
    (
        lambda one: one.game not in VARIANTS or VARIANTS[one.game].forced != "bomb" or (one.ante > 0 and one.ante_from == "all"),
        Wrong("ante", "In a bomb pot everybody pays an ante: name it, from all."),
    ),
    (
        _fixed(lambda one: one.bring_in <= one.small_bet_chips),
        Wrong("bring_in", "The bring-in must be at most the small bet.", ("cooke.5.06.c", "roberts.stud.3")),
    ),
    (lambda one: 0 <= one.big_bet <= MAX_CHIPS, Wrong("big_bet", f"The big bet must be 0 … {MAX_CHIPS}.")),
    (
        _fixed(lambda one: one.small_bet_chips == one.big_blind),
        Wrong("small_bet", "In fixed limit the big blind is one small bet.", ("cooke.12.05.b", "cooke.6.04.a")),
    ),
    (_fixed(lambda one: one.big_bet_chips >= one.small_bet_chips), Wrong("big_bet", "The big bet must be at least the small bet.")),
    (
        lambda one: all(0 < most <= MAX_CHIPS for most in one.max_bets),
        Wrong("max_bets", f"The most of a street must be 1 … {MAX_CHIPS}."),
    ),
    (_spread(lambda one: bool(one.max_bets)), Wrong("max_bets", "In spread limit max_bets names the most of each street.")),
    (
        _spread(lambda one: min(one.max_bets) >= max(one.min_bet_chips, one.big_blind)),
        Wrong("max_bets", "The most of a street must be at least the big blind and the smallest bet.", ("cooke.8.03.a",)),
    ),
)
