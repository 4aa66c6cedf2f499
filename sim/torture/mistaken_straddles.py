"""Straddles where, when, or of an amount that nobody straddles."""

from __future__ import annotations

from typing import Final

from sim.torture import bad_straddles
from sim.torture.mistake import Mistake
from sim.torture.player import Moment

_BIG_BET: Final = ("no_limit", "pot_limit")
_LIMIT: Final = ("fixed_limit", "spread_limit")
_BETTING: Final[tuple[Moment, ...]] = ("betting",)

STRADDLES: Final[tuple[Mistake, ...]] = (
    Mistake(
        "straddle_not_played",
        "straddles in no-limit or pot-limit where nobody does",
        _BETTING,
        bad_straddles.not_straddled(*_BIG_BET),
        "straddle.not_played",
        ("cooke.12.18.a", "roberts.nl.12a"),
        3,
    ),
    Mistake(
        "straddle_in_limit",
        "straddles in a limit game where nobody does",
        _BETTING,
        bad_straddles.not_straddled(*_LIMIT),
        "straddle.not_played",
        ("cooke.12.18.a", "roberts.blinds.16"),
        1,
    ),
    Mistake("straddle_early", "straddles before the blinds are in", ("posting",), bad_straddles.straddle_early, "straddle.blinds_owed"),
    Mistake(
        "straddle_late",
        "straddles after the first card",
        _BETTING,
        bad_straddles.straddle_late,
        "straddle.too_late",
        ("cooke.12.18.a", "roberts.nl.12a"),
        1,
    ),
    Mistake(
        "straddle_elsewhere",
        "straddles from another seat than left of the big blind",
        _BETTING,
        bad_straddles.straddle_elsewhere,
        "straddle.seat",
        ("cooke.12.18.a", "roberts.nl.12a"),
        12,
    ),
    Mistake(
        "straddle_amount",
        "straddles by another amount",
        _BETTING,
        bad_straddles.straddle_amount,
        "straddle.amount",
        ("cooke.12.18.a", "roberts.nl.12b"),
        12,
    ),
    Mistake(
        "straddle_short",
        "straddles with less than that",
        _BETTING,
        bad_straddles.straddle_short,
        "straddle.short",
        ("cooke.12.18.a", "roberts.nl.12b"),
        30,
    ),
    Mistake(
        "straddle_again",
        "straddles a straddle where nobody may",
        _BETTING,
        bad_straddles.straddle_again,
        "straddle.second",
        ("cooke.12.18.c", "roberts.nl.12a"),
        60,
    ),
    Mistake(
        "straddle_capped",
        "straddles although straddles have made every raise",
        _BETTING,
        bad_straddles.straddle_capped,
        "straddle.capped",
        ("cooke.12.18.c",),
        200,
    ),
)
