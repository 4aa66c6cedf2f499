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
    Rule("rank.kickers", ("cooke.4.14.a", "cooke.4.14.c"), variant="ranking"),
    Rule("rank.no_wild_card", ("cooke.4.01.c",), variant="ranking"),
    Rule("rank.ace_low_too", ("cooke.4.01.d",), variant="ranking"),
    Rule("rank.low_ignores_straights", ("cooke.4.15.b",), variant="ranking"),
    Rule("rank.aces_lowest_pair", ("cooke.4.15.c",), variant="ranking"),
    Rule("rank.deuce_to_seven", ("cooke.4.16.a", "cooke.7.19.a", "cooke.7.19.b"), variant="ranking"),
    Rule("rank.up_to_two_of_the_hand", ("cooke.6.08.03.a",), variant="ranking"),
    Rule("rank.best_five", ("cooke.4.14.b", "home.1.best_five"), variant="ranking"),
    Rule(
        "rank.two_of_the_hand",
        ("cooke.4.11.b", "cooke.4.14.d", "cooke.6.06.a", "cooke.6.06.d", "roberts.omaha.0", "roberts.omaha_hilo.1"),
        option="omaha_cards_from_hand",
        variant="ranking",
    ),
    Rule("rank.one_flop", ("cooke.6.09.d", "cooke.6.09.e"), variant="ranking"),
    Rule("rank.hilo_option", ("cooke.6.05.f",), option="holdem_hilo", variant="ranking"),
    Rule(
        "rank.any_of_the_hand",
        ("cooke.6.05.b", "cooke.5.24.e", "roberts.stud_hilo.2", "home.1.board", "home.1.combos"),
        variant="ranking",
    ),
    Rule(
        "rank.stud_low",
        ("cooke.5.24.f", "roberts.stud_hilo.3", "roberts.stud_hilo.5"),
        option="stud_hilo_low_ranking",
        variant="ranking",
    ),
    Rule("rank.razz_low", ("cooke.5.25.a", "cooke.5.25.b", "roberts.razz.2"), option="razz_low_ranking", variant="ranking"),
)
