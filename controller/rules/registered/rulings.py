"""What is ruled, announced and asked around the betting: the clock, counts, folds for free."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("count.stack", ("cooke.8.01.08.a", "cooke.9.08.a")),
    Rule("clock.time", ("cooke.8.01.09.a", "cooke.10.03.a", "cooke.def.clock_request", "roberts.nl.13a"), option="action_clock_seconds"),
    Rule("clock.countdown", ("cooke.10.03.a", "cooke.8.01.09.a", "roberts.nl.13b"), option="clock_countdown_seconds"),
    Rule("clock.countdown_placement", ("cooke.10.03.a", "cooke.8.01.09.a", "roberts.nl.13b"), option="clock_countdown_placement"),
    Rule("clock.started_by", ("cooke.10.03.d", "roberts.nl.13a"), option="clock_started_by"),
    Rule(
        "clock.expiry",
        ("cooke.8.01.09.a", "cooke.10.03.a", "cooke.def.clock_request", "roberts.nl.13a", "roberts.nl.13b", "roberts.dead_hands.1.6"),
        option="clock_expiry_facing_bet",
    ),
    Rule("clock.expiry_no_bet", ("cooke.10.03.a",), option="clock_expiry_no_bet"),
    Rule(
        "early.held",
        ("cooke.10.01.a", "cooke.10.08", "cooke.def.action_out_of_turn", "cooke.10.09.b", "roberts.betting.10b", "home.5.oot_bind"),
        option="out_of_turn_force",
    ),
    Rule(
        "early.release",
        ("cooke.10.08", "cooke.10.09.b", "roberts.betting.10b", "home.5.oot_bind"),
        option="out_of_turn_release",
    ),
    Rule("early.penalty", ("cooke.10.08", "roberts.betting.10a", "home.5.oot_raise"), option="out_of_turn_check_penalty"),
    Rule("early.speech", ("cooke.10.09.b", "roberts.betting.10b", "home.5.verbal_oot"), option="out_of_turn_speech"),
    Rule("early.fold", ("cooke.10.01.a", "home.5.oot_bind"), option="out_of_turn_fold"),
    Rule("pot.splashed", ("cooke.10.07.a", "home.5.splash", "home.5.splash_fix"), option="splash_dispute"),
    Rule("all_in.announced", ("cooke.9.09.c",), option="all_in_must_be_announced"),
    Rule(
        "call.misread",
        ("cooke.10.05.c", "roberts.nl.8a", "roberts.nl.8b", "roberts.betting.13a"),
        option="misread_amount_relief_percent",
    ),
    Rule(
        "call.unaware",
        ("cooke.10.06.e", "roberts.betting.13b", "home.5.unaware", "home.5.unaware_ex"),
        option="unaware_of_raise_choice",
    ),
    Rule(
        "call.unaware_behind",
        ("cooke.10.06.e", "roberts.betting.13b", "roberts.betting.13a"),
        option="unaware_of_raise_acted_behind",
    ),
    Rule("fold.for_free", ("cooke.10.01.b", "cooke.def.check_out", "home.3.fold_nobet"), option="fold_with_no_bet"),
)
