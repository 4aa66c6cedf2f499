"""Which hand is better. What each does when it is switched off stands in `game/rank.py`, at `ranking_without`."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule(
        "rank.order",
        (
            "cooke.4.13.a",
            *[f"home.rank.{place}" for place in range(1, 11)],
            *[f"roberts.hand_strength.{place}" for place in range(1, 11)],
        ),
        variant="ranking",
    ),
    Rule("rank.kickers", ("cooke.4.14.a",), variant="ranking"),
    Rule("rank.best_five", ("cooke.4.14.b", "home.1.best_five"), variant="ranking"),
    Rule(
        "rank.two_of_the_hand",
        ("cooke.4.14.d", "cooke.6.06.a", "cooke.6.06.d", "roberts.omaha.0", "roberts.omaha_hilo.1"),
        option="omaha_cards_from_hand",
        variant="ranking",
    ),
    Rule("rank.one_flop", ("cooke.6.09.d", "cooke.6.09.e"), variant="ranking"),
    Rule("rank.hilo_option", ("cooke.6.05.f",), option="holdem_hilo", variant="ranking"),
    Rule("rank.any_of_the_hand", ("cooke.6.05.b", "home.1.board", "home.1.combos"), variant="ranking"),
)
