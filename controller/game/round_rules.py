"""Which rules a betting round that is over is told with: how many rounds a game has, and who shows first after the last."""

from __future__ import annotations

from typing import Final, NamedTuple

from controller.game.variants import VARIANTS, Variant

ROUND_OVER: Final = ("home.3.round_end", "cooke.4.03.a")
CHECKED: Final = ("cooke.4.06.b", *ROUND_OVER)
#: Of the last round.
SHOWS_FIRST: Final = ("cooke.4.17.h", "cooke.def.called_hand")
SHOWS_FIRST_BY_SIGHT: Final = ("cooke.4.17.r", *SHOWS_FIRST)

#: What a game deals and how many rounds it has → what says so.
_BOARD_ROUNDS: Final = ("cooke.6.02.c",)
_STUD_ROUNDS: Final = ("cooke.4.08.d",)
_ONE_DRAW: Final = ("cooke.4.08.a",)
_DRAWS: Final = ("cooke.4.08.b",)


class Closing(NamedTuple):
    """The rules of a round that is over: one with bets and one that was checked, and the last of all."""

    bet: tuple[str, ...]
    checked: tuple[str, ...]
    last: tuple[str, ...]


def _rounds(game: Variant) -> tuple[str, ...]:
    """Return what says how many rounds this game has; the more special games of each kind have no such rule."""
    draws = sum([street.draw > 0 for street in game.streets])
    if draws:
        return _ONE_DRAW if draws == 1 else _DRAWS
    if game.up_cards:
        return _STUD_ROUNDS if len(game.streets) == 5 else ()
    return _BOARD_ROUNDS if len(game.streets) == 4 else ()


def _closing(game: Variant) -> Closing:
    rounds = _rounds(game)
    return Closing(ROUND_OVER + rounds, CHECKED + rounds, (SHOWS_FIRST_BY_SIGHT if game.up_cards else SHOWS_FIRST) + ROUND_OVER + rounds)


#: Game → what its rounds are closed with.
CLOSING: Final = {name: _closing(game) for name, game in VARIANTS.items()}
