"""Games that are played one after another, as a scenario writes them: in `table`, and in the act of the floor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, get_args

from controller.game.chips import Limit, Round, Stakes
from controller.game.rotations import MAX_GAMES, MIN_GAMES, ROTATIONS, stakes_of
from controller.game.variants import VARIANTS
from sim.scenario.grammar import CHIPS, CHIPS_OR_NONE, Either, Field, ListOf, Record, Text, Word

LISTS: Final = Word(tuple(ROTATIONS))
#: A game of the list: its name, or what it is played for as well.
ROUND: Final = Record(
    {
        "game": Field(Text("the name of a game, as holdem", r"[a-z][a-z0-9_]{0,31}"), required=True),
        "limit": Field(Word(get_args(Limit))),
        "small_blind": Field(CHIPS_OR_NONE),
        "big_blind": Field(CHIPS),
        "ante": Field(CHIPS_OR_NONE),
        "bring_in": Field(CHIPS_OR_NONE),
        "small_bet": Field(CHIPS),
        "big_bet": Field(CHIPS),
        "min_bet": Field(CHIPS),
        "unit": Field(CHIPS),
    },
    "game",
)
#: A list of games, or the name of one.
ROTATION: Final = Either((ListOf(ROUND, MAX_GAMES, MIN_GAMES, unique=False), LISTS))


def games_of(written: str | Sequence[Mapping[str, Any]], stakes: Stakes) -> tuple[Stakes, ...]:
    """Return what each game of a list is played for; `stakes` are those of the table."""
    return stakes_of(ROTATIONS[written] if isinstance(written, str) else [Round(**one) for one in written], stakes)


def unknown_game(games: Sequence[Stakes]) -> str:
    """Return the first game that this version does not play; "" = it plays them all."""
    return next((one.game for one in games if one.game not in VARIANTS), "")


def written(one: Round | Stakes) -> dict[str, Any]:
    """Return a game of a list as it is written; what stands open is left out."""
    return {name: value for name in ROUND.fields if (value := getattr(one, name)) not in (None, "") and (value or name in _NOUGHT)}


#: Amounts that may be nothing; of the others nothing means that they follow from another.
_NOUGHT: Final = frozenset(name for name, field in ROUND.fields.items() if field.kind is CHIPS_OR_NONE)
