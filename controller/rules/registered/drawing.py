"""Games with draws. What each does when it is switched off stands in `rules/draw_rules.py` and `rules/betting_rules.py`."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("draw.draws", ("cooke.7.05.b",)),
    Rule("draw.fifth_card", ("cooke.7.05.a", "roberts.lowball.10a", "roberts.lowball.10b"), option="draw_fifth_card"),
    Rule("button.moves", ("cooke.7.03.a", "cooke.def.button", "home.2.button")),
    Rule("draw.blinds", ("cooke.7.03.b",), option="draw_blind_layout"),
    Rule("draw.opener_first", ("cooke.7.06.c",)),
    Rule("draw.opener_marked", ("cooke.7.15.a",), option="draw_openers_button"),
    Rule("draw.unopened", ("cooke.7.06.b",), option="draw_unopened_action"),
    Rule("draw.doubles", ("cooke.7.04.d", "cooke.7.18.d"), option="draw_doubles_after_draw"),
    Rule("draw.count_told", ("cooke.7.09.a", "roberts.lowball.13"), option="draw_count_disclosure"),
    Rule("draw.count_over", ("cooke.7.09.b", "roberts.lowball.13")),
    Rule("draw.change_number", ("cooke.7.10.a", "roberts.lowball.12.1", "roberts.lowball.12.2")),
    Rule("draw.rap", ("cooke.7.12.a", "cooke.7.12.b", "roberts.lowball.14")),
    Rule("draw.all_in_opens", ("cooke.7.13.a", "cooke.7.13.d")),
    Rule(
        "limit.cap_two_rounds", ("cooke.7.07.a", "cooke.9.16.c", "roberts.betting.3.2", "roberts.lowball.2"), option="raise_cap_two_rounds"
    ),
    Rule("limit.cap_two_rounds_heads_up", ("cooke.7.07.c", "roberts.betting.4b"), option="heads_up_cap_release_two_rounds"),
    Rule("limit.heads_up_round", ("cooke.7.07.b", "roberts.betting.4a"), option="heads_up_round_cap"),
    Rule(
        "lowball.must_bet",
        ("cooke.7.18.04.a", "cooke.7.18.04.b", "cooke.7.18.04.c", "cooke.7.18.04.d", "cooke.7.18.04.e", "cooke.7.20.c"),
        option="lowball_must_bet_sevens",
    ),
    Rule("declare.binds", ("cooke.7.18.02.a", "roberts.lowball.15a")),
    Rule("declare.two", ("cooke.7.18.02.c", "roberts.lowball.15c"), option="lowball_miscall_heads_up"),
    Rule("declare.many", ("cooke.7.18.02.d", "roberts.lowball.15d"), option="lowball_miscall_multiway"),
    Rule("declare.fouls", ("cooke.7.18.02.b", "roberts.lowball.15b"), option="lowball_miscall_fouled_other"),
    Rule("declare.pair", ("cooke.7.18.03.a",), option="lowball_must_say_pair"),
    Rule("lowball.short_blind", ("cooke.7.18.06.a", "roberts.lowball.4a")),
    Rule("lowball.half_blind", ("cooke.7.18.06.c", "roberts.lowball.5")),
    Rule("lowball.check_raise", ("cooke.7.18.04.f", "cooke.7.20.d"), option="lowball_check_raise"),
)
