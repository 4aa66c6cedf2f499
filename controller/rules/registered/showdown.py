"""Who takes the pot. What each does when it is switched off stands in `game/showdown.py`, `game/betting.py` and `game/pots.py`."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("award.best_hand", ("cooke.4.12.b", "cooke.8.01.10.b")),
    Rule("award.last_left", ("cooke.4.03.b", "home.1.win")),
    Rule("award.halves", ("cooke.4.12.d", "cooke.6.07.a", "cooke.6.07.e", "roberts.omaha_hilo.2b"), variant="ranking"),
    Rule(
        "award.qualifier",
        ("cooke.4.17.a", "cooke.4.17.b", "cooke.6.07.c", "cooke.6.07.d", "roberts.omaha_hilo.2a", "roberts.omaha_hilo.2c"),
        option="omaha_hilo_qualifier",
        variant="ranking",
    ),
    Rule("award.odd_half", ("cooke.9.18.c", "roberts.ties.5.3a"), option="odd_chip_high_low", variant="ranking"),
    Rule("award.ties_in_a_half", ("cooke.6.07.b", "roberts.ties.5.3b"), variant="ranking"),
    Rule("award.tied_both_ways", ("roberts.ties.5.3c",), option="tied_both_ways", variant="ranking"),
    Rule("award.odd_seat", ("cooke.9.18.a", "roberts.ties.5.1"), option="odd_chip_button_games", variant="ranking"),
    Rule("run_it.agreed", ("roberts.nl.14b",), option="run_it_twice"),
    Rule("pots.uncalled", ("cooke.4.12.a", "home.1.win")),
)
