"""Antes and blinds: who posts what, and what it counts for."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("blinds.small", ("home.3.sb", "cooke.4.07.d", "cooke.12.05.a")),
    Rule("blinds.big", ("home.3.bb",)),
    Rule("blinds.heads_up", ("roberts.blinds.4", "home.4.hu_blinds", "cooke.12.14.a")),
    Rule("blinds.full_amount", ("roberts.blinds.1", "cooke.12.19")),
    Rule("blinds.option", ("home.3.bb_option", "roberts.blinds.3a", "roberts.blinds.9", "cooke.7.03.d")),
    Rule("straddle.big_bet", ("roberts.nl.12a", "cooke.12.18.a"), option="straddle_big_bet"),
    Rule("straddle.limit", ("roberts.blinds.16", "cooke.12.18.e"), option="straddle_limit_games"),
    Rule("straddle.first_seat", ("roberts.nl.12a", "cooke.12.18.a")),
    Rule("straddle.one", ("roberts.nl.12a",), option="restraddle"),
    Rule("straddle.again", ("cooke.12.18.c",), option="restraddle"),
    Rule("straddle.amount", ("roberts.nl.12b", "cooke.12.18.a")),
    Rule("straddle.before_cards", ("cooke.12.18.a",)),
    Rule("straddle.option", ("roberts.nl.12b", "cooke.12.18.a")),
    Rule("straddle.last", ("cooke.12.18.d",)),
    Rule("straddle.first_action", ("roberts.nl.12b", "cooke.12.18.a", "cooke.12.18.e")),
    Rule("straddle.bring_in", ("roberts.nl.2b",), option="straddle_counts_as_raise"),
)
