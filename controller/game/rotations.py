"""Games that are played one after another: lists with a name, and what each game of a list is played for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from controller.game.chips import LimitOrSame, Round, Stakes
from controller.game.variants import FIRST_GAME, VARIANTS

#: The longest list there is.
MAX_GAMES: Final = 20
#: A list of fewer games is no rotation.
MIN_GAMES: Final = 2


def _rounds(*games: str | tuple[str, LimitOrSame]) -> tuple[Round, ...]:
    return tuple([Round(one) if isinstance(one, str) else Round(*one) for one in games])


#: Lists by the names they are known by; the letters stand for the games. Source: cooke.8.05.a.
ROTATIONS: Final[dict[str, tuple[Round, ...]]] = {
    "hose": _rounds("holdem", "omaha_hilo", "stud7", "stud7_hilo"),
    "hoe": _rounds("holdem", "omaha_hilo", "stud7_hilo"),
    "roe": _rounds("razz", "omaha_hilo", "stud7_hilo"),
    "horse": _rounds("holdem", "omaha_hilo", "razz", "stud7", "stud7_hilo"),
    "eight_game": _rounds(
        ("deuce_to_seven_triple_draw", "fixed_limit"),
        ("holdem", "fixed_limit"),
        ("omaha_hilo", "fixed_limit"),
        ("razz", "fixed_limit"),
        ("stud7", "fixed_limit"),
        ("stud7_hilo", "fixed_limit"),
        ("holdem", "no_limit"),
        ("omaha", "pot_limit"),
    ),
}


def stakes_of(rounds: Sequence[Round], now: Stakes) -> tuple[Stakes, ...]:
    """Return what each game of a list is played for; what a round leaves open is as `now` has it.

    A game in which one player brings it in, or that is played for antes alone, has no blinds, and only the former a bring-in; in a list
    that has both kinds the ante of `now` is for the games without blinds. Blinds are made of the big one where `now` is of a game
    without. A round with a big blind of its own has bets of its own.
    """
    kinds = {_has_blinds(one.game) for one in rounds}
    return tuple([_stakes(one, now, mixed=len(kinds) > 1) for one in rounds])


def figures(stakes: Stakes) -> tuple[int, int]:
    """Return the two amounts a game is called by: the bets of fixed limit, otherwise the blinds. Source: cooke.8.05.e."""
    if stakes.limit == "fixed_limit":
        return stakes.small_bet_chips, stakes.big_bet_chips
    return stakes.small_blind, stakes.big_blind


def _has_blinds(game: str) -> bool:
    return game not in VARIANTS or VARIANTS[game].forced == "blinds"


def _stakes(one: Round, now: Stakes, *, mixed: bool) -> Stakes:
    blinds = _has_blinds(one.game)
    big = now.big_blind if one.big_blind is None else one.big_blind
    own_bets = one.big_blind is not None
    limit = one.limit or now.limit
    small = 0 if not blinds else big // 2 if own_bets or not _has_blinds(now.game or FIRST_GAME) else now.small_blind
    open_ones = {
        "small_blind": small,
        "ante": 0 if mixed and blinds else now.ante,
        "bring_in": now.bring_in if one.game in VARIANTS and VARIANTS[one.game].forced == "bring_in" else 0,
        "small_bet": 0 if own_bets else now.small_bet,
        "big_bet": 0 if own_bets else now.big_bet,
        "min_bet": 0 if own_bets else now.min_bet,
        "max_bets": now.max_bets if limit == now.limit else (),
        "button_blind": now.button_blind if blinds else 0,
        "unit": now.unit,
    }
    given = {name: value for name in open_ones if (value := getattr(one, name)) is not None}
    return replace(now, game=one.game, limit=limit, big_blind=big, **(open_ones | given))
