"""Games for antes: who opens with what, and a deal that nobody opens. What each does when it is switched off stands where it is asked."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("draw.openers", ("cooke.7.17.a", "cooke.7.17.01.a", "cooke.7.17.03.b"), option="draw_openers"),
    Rule("draw.progressive", ("cooke.7.02.a",), option="draw_progressive_openers"),
    Rule("draw.unopened_again", ("cooke.7.17.b",)),
    Rule("draw.ante_limit", ("cooke.7.17.b",), option="draw_max_ante_rounds"),
    Rule("draw.carried_shares", ("cooke.7.13.f",)),
    Rule("draw.ante_in", ("cooke.7.14.a",)),
    Rule("draw.barred", ("cooke.7.13.b",)),
    Rule("draw.unopened_low", ("cooke.7.20.a", "cooke.7.20.b")),
    Rule("draw.short_forced", ("cooke.7.20.01.b",)),
    Rule("draw.forced_option", ("cooke.7.20.01.a",)),
    Rule("draw.false_opener", ("cooke.7.17.02.a", "cooke.7.17.02.c", "cooke.7.20.02.a")),
    Rule("draw.passed_cannot_open", ("cooke.7.17.02.b",)),
    Rule("draw.withdrawn", ("cooke.7.17.02.d",)),
    Rule("draw.bets_returned", ("cooke.7.17.02.e",)),
    Rule("draw.split", ("cooke.7.17.03.a",)),
    Rule("draw.kept", ("cooke.7.17.03.c",)),
    Rule("draw.button_waits", ("cooke.7.20.01.c",)),
    Rule("draw.button_stays", ("cooke.7.20.02.a",)),
)
