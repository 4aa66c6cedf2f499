"""How a hand is dealt, and what follows when it is dealt wrong."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("misdeal.window", ("cooke.14.20", "roberts.misdeals.1", "home.7.before_two"), option="misdeal_window"),
    Rule(
        "misdeal.early_exposed",
        ("cooke.14.20.g", "cooke.def.misdeal", "roberts.misdeals.1.1", "roberts.holdem.1a", "roberts.lowball.1.1", "home.7.misdeal.1"),
        option="early_exposed_card",
    ),
    Rule(
        "misdeal.exposed_count",
        ("cooke.14.20.h", "roberts.misdeals.1.2", "roberts.holdem.1c", "roberts.lowball.1.2", "home.7.misdeal.1"),
        option="exposed_cards_for_misdeal",
    ),
    Rule("misdeal.posts_stay", ("cooke.14.20.m",)),
    Rule(
        "exposed.replaced",
        (
            "cooke.14.07.a",
            "cooke.def.exposed_card",
            "cooke.14.09.e",
            "roberts.holdem.1b",
            "roberts.irregularities.12",
            "roberts.irregularities.12a",
            "roberts.irregularities.13",
        ),
        option="exposed_card_remedy",
    ),
    Rule("exposed.by_player", ("cooke.14.09.c", "roberts.irregularities.12b", "home.7.soso"), option="player_exposed_card"),
    Rule("exposed.announced", ("cooke.14.09.b", "cooke.14.16.b"), option="exposed_card_display"),
)
