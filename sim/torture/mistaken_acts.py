"""What is done out of turn, too early, too late, or by the wrong word."""

from __future__ import annotations

from typing import Final

from sim.torture import bad_acts, bad_stud
from sim.torture.mistake import Mistake
from sim.torture.player import Moment

_BETTING: Final[tuple[Moment, ...]] = ("betting",)
_SHOWDOWN: Final[tuple[Moment, ...]] = ("showdown",)

ACTS: Final[tuple[Mistake, ...]] = (
    Mistake("out_of_turn", "acts before his turn", _BETTING, bad_acts.out_of_turn, "act.out_of_turn", ("cooke.4.06.a",), 5),
    Mistake(
        "folded_acts",
        "acts although he has folded",
        _BETTING,
        bad_acts.folded,
        "act.out_of_turn",
        ("cooke.4.06.a", "roberts.dead_hands.1.1"),
        2,
    ),
    Mistake("not_in_hand", "acts from a seat that is not in the hand", _BETTING, bad_acts.stranger, "act.not_in_hand"),
    Mistake("act_before_blinds", "acts before antes and blinds are in", ("posting",), bad_acts.someone, "act.blinds_owed", weight=4),
    Mistake(
        "act_before_board",
        "acts before the next board cards",
        ("board",),
        bad_stud.no_board_yet,
        "act.board_incomplete",
        ("cooke.6.02.a",),
        4,
    ),
    Mistake(
        "act_before_cards", "acts before everybody has his next card", ("board",), bad_stud.no_cards_yet, "act.board_incomplete", weight=4
    ),
    Mistake(
        "act_after_all_in", "acts when nobody can bet any more", ("board",), bad_acts.run_out, "act.betting_over", ("home.4.faceup",), 8
    ),
    Mistake("act_at_showdown", "acts at the showdown", _SHOWDOWN, bad_acts.someone, "act.betting_over"),
    Mistake("act_after_hand", "acts when the hand is over", ("over",), bad_acts.someone, "act.no_hand", weight=4),
    Mistake(
        "check_facing_bet",
        "checks facing a bet",
        _BETTING,
        bad_acts.check_facing_bet,
        "act.facing_bet",
        ("cooke.4.04.a", "home.3.check_bet"),
        4,
    ),
    Mistake(
        "call_nothing",
        "calls with nothing to call",
        _BETTING,
        bad_acts.call_nothing,
        "act.nothing_to_call",
        ("cooke.4.04.a", "home.3.check_bet"),
        4,
    ),
    Mistake(
        "fold_for_free",
        "folds facing no bet where that is barred",
        _BETTING,
        bad_acts.free_fold,
        "act.fold_for_free",
        ("cooke.10.01.b",),
        4,
    ),
    Mistake(
        "bet_facing_bet",
        "bets where there is a bet",
        _BETTING,
        bad_acts.wrong_word("bet", "raise"),
        "act.bet_stands",
        ("cooke.4.04.a", "home.3.check_bet"),
        4,
    ),
    Mistake(
        "raise_no_bet",
        "raises where no bet is",
        _BETTING,
        bad_acts.wrong_word("raise", "bet"),
        "act.no_bet_yet",
        ("cooke.4.04.a", "home.3.check_bet"),
        4,
    ),
)
