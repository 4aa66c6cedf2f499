"""Betting: who may do what, and how much. What each does when it is switched off stands in `rules/betting_rules.py`."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("turn.in_order", ("cooke.4.06.a",)),
    Rule("turn.board_first", ("cooke.6.02.a",)),
    Rule("turn.first_before_flop", ("home.3.first_pre", "cooke.12.01.a", "cooke.6.04.c")),
    Rule("turn.first_after_flop", ("home.3.first_post", "cooke.12.01.b", "cooke.6.04.d")),
    Rule("turn.call", ("home.3.call",)),
    Rule("turn.raise", ("home.3.raise",)),
    Rule("turn.fold", ("home.3.fold", "cooke.4.12.e")),
    Rule("turn.round_over", ("home.3.round_end",)),
    Rule("pots.layers", ("home.4.allin", "home.4.ex2", "home.4.side_second", "cooke.9.09.b", "cooke.9.09.d"), variant="payoffs"),
    Rule("bet.facing", ("home.3.check_bet", "cooke.4.07.g", "cooke.4.04.a")),
    Rule("bet.call_for_less", ("cooke.9.09.a",)),
    Rule("bet.table_stakes", ("cooke.9.05.a",)),
    Rule("bet.nobody_to_answer", ("home.4.faceup",)),
    Rule("bet.any_amount", ("cooke.8.01.a",)),
    Rule("bet.minimum", ("cooke.8.01.02.a", "roberts.nl.2a", "home.4.min")),
    Rule("bet.in_units", ("cooke.9.03.a", "roberts.betting.16b")),
    Rule("raise.minimum", ("cooke.8.01.02.b", "roberts.betting.6", "roberts.nl.3a", "home.4.ex1")),
    Rule("raise.short_all_in", ("cooke.8.01.02.c",)),
    Rule("raise.no_cap", ("cooke.8.01.01.a", "cooke.9.16.d", "cooke.8.02.01.a", "roberts.nl.1", "roberts.betting.2")),
    Rule("raise.after_check", ("roberts.betting.1", "cooke.10.13"), option="check_raise"),
    Rule("reopen.full_raise", ("roberts.nl.3b", "cooke.8.01.03.b", "cooke.8.01.03.a", "home.4.short_call", "home.4.ex3a", "home.4.ex3c")),
    Rule("reopen.may_raise", ("cooke.8.01.03.c", "home.4.ex3b")),
    Rule("reopen.yet_to_act", ("home.4.yet", "roberts.blinds.3b")),
    Rule("pot.maximum", ("roberts.pl.1", "cooke.8.02.a", "cooke.8.02.04.a")),
    Rule("pot.after_call", ("cooke.8.02.03.c",)),
    Rule("pot.minimum_always", ("cooke.8.02.b",)),
    Rule("pot.rounding", ("cooke.8.02.03.a", "roberts.pl.4"), option="pot_limit_rounding"),
    Rule("pot.short_blind", ("cooke.8.02.03.d",), option="pot_limit_short_blind"),
    Rule("pot.small_blind", ("roberts.pl.5a", "roberts.pl.5b", "roberts.pl.5c"), option="pot_limit_small_blind_full"),
    Rule("pot.opening", ("cooke.8.02.02.a",), option="pot_limit_maximum_open"),
    Rule("limit.size", ("cooke.4.17.v",)),
    Rule("limit.cap", ("cooke.9.16.a", "roberts.betting.3.1")),
    Rule("limit.cap_heads_up", ("cooke.9.16.b", "roberts.betting.4a", "roberts.betting.4b"), option="heads_up_cap_release"),
    Rule("limit.reopening", ("cooke.9.09.01.b", "cooke.9.09.01.c", "roberts.betting.5a")),
    Rule("limit.half_counts", ("cooke.9.09.02.b", "roberts.betting.5b"), option="limit_reopen_threshold"),
    Rule("limit.half_raise", ("cooke.9.09.02.a",), option="half_bet_all_in_raise_size"),
    Rule("limit.completion", ("cooke.9.09.01.a",)),
    Rule("limit.completion_no_raise", ("cooke.9.09.01.d",)),
    Rule("spread.maximum", ("cooke.8.03.a",)),
    Rule("spread.by_street", ("cooke.8.03.b",)),
    Rule("spread.raise_minimum", ("cooke.8.03.c",), option="spread_raise_minimum"),
)
