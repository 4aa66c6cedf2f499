"""How draw games rank: whether the joker is in the deck and what it counts for, and what is low."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("draw.joker", ("cooke.7.04.b", "cooke.7.19.e"), option="draw_joker"),
    Rule(
        "rank.bug",
        ("cooke.7.04.c", "cooke.7.16.01.a", "cooke.7.16.01.b", "cooke.7.16.02.a", "cooke.7.18.01.a", "cooke.def.bug"),
        variant="ranking",
    ),
    Rule("rank.ace_to_five", ("cooke.7.18.a",), variant="ranking"),
)
