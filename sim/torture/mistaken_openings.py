"""Openings by a forced bet that another has to make, or another amount."""

from __future__ import annotations

from typing import Final

from sim.torture import bad_stud
from sim.torture.mistake import Mistake
from sim.torture.player import Moment

_BETTING: Final[tuple[Moment, ...]] = ("betting",)

OPENINGS: Final[tuple[Mistake, ...]] = (
    Mistake(
        "must_open",
        "checks or folds where he has to open",
        _BETTING,
        bad_stud.must_open,
        "act.must_open",
        ("cooke.5.06.b", "roberts.stud.2a"),
        10,
    ),
    Mistake(
        "opens_by_another_word",
        "bets or raises where he brings it in or completes",
        _BETTING,
        bad_stud.another_word,
        "act.must_open",
        ("cooke.5.06.b", "roberts.stud.2a"),
        6,
    ),
    Mistake(
        "opening_size",
        "opens for neither the forced bet nor a whole one",
        _BETTING,
        bad_stud.opening_size,
        "act.wrong_size",
        ("cooke.5.06.c", "roberts.stud.3"),
        10,
    ),
    Mistake(
        "completion_size",
        "completes the forced bet to no whole bet",
        _BETTING,
        bad_stud.completion_size,
        "act.wrong_size",
        ("cooke.5.07.a", "roberts.stud.3"),
        10,
    ),
    Mistake(
        "raises_the_bring_in",
        "raises the forced bet, which is completed",
        _BETTING,
        bad_stud.raises_it,
        "act.complete_first",
        ("cooke.5.07.c", "roberts.stud.6"),
        6,
    ),
    Mistake(
        "bets_into_the_bring_in",
        "bets where the forced bet stands",
        _BETTING,
        bad_stud.bets_into_it,
        "act.bet_stands",
        ("cooke.4.04.a", "home.3.check_bet"),
        4,
    ),
    Mistake(
        "opens_whole_short",
        "opens for more than the forced bet without the chips",
        _BETTING,
        bad_stud.short,
        "act.only_call",
        ("cooke.9.09.a", "roberts.stud.4b"),
        30,
    ),
    Mistake(
        "wrong_low",
        "brings it in although another's card has to",
        _BETTING,
        bad_stud.wrong_low,
        "act.out_of_turn",
        ("cooke.5.18.a", "roberts.stud.5a"),
        6,
    ),
    Mistake("no_bring_in", "brings it in where nobody has to", _BETTING, bad_stud.no_bring_in, "act.no_bring_in", weight=1),
)
