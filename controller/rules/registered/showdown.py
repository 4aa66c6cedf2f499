"""Who takes the pot. What each does when it is switched off stands in `game/showdown.py`, `game/betting.py` and `game/pots.py`."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("award.best_hand", ("cooke.4.12.b", "cooke.8.01.10.b", "cooke.5.23.a", "roberts.stud.21")),
    Rule("award.ties_share", ("cooke.4.02.a",), variant="ranking"),
    Rule("award.lowest_hand", ("cooke.4.12.c", "cooke.4.15.a", "cooke.7.18.03.b"), variant="ranking"),
    Rule("award.last_left", ("cooke.4.03.b", "home.1.win")),
    Rule(
        "award.halves",
        ("cooke.4.12.d", "cooke.6.07.a", "cooke.6.07.e", "cooke.5.24.a", "roberts.omaha_hilo.2b", "roberts.stud_hilo.7"),
        variant="ranking",
    ),
    Rule(
        "award.qualifier",
        (
            "cooke.4.17.a",
            "cooke.4.17.b",
            "cooke.6.07.c",
            "cooke.6.07.d",
            "cooke.def.eight_or_better",
            "roberts.omaha_hilo.2a",
            "roberts.omaha_hilo.2c",
        ),
        option="omaha_hilo_qualifier",
        variant="ranking",
    ),
    Rule("award.stud_qualifier", ("cooke.5.24.b",), option="stud_hilo_qualifier", variant="ranking"),
    Rule("award.odd_half", ("cooke.9.18.c", "roberts.ties.5.3a", "roberts.stud_hilo.8a"), option="odd_chip_high_low", variant="ranking"),
    Rule("award.ties_in_a_half", ("cooke.6.07.b", "roberts.ties.5.3b"), variant="ranking"),
    Rule("award.tied_both_ways", ("roberts.ties.5.3c", "roberts.stud_hilo.8b"), option="tied_both_ways", variant="ranking"),
    Rule("award.odd_seat", ("cooke.9.18.a", "roberts.ties.5.1"), option="odd_chip_button_games", variant="ranking"),
    Rule("run_it.agreed", ("roberts.nl.14b",), option="run_it_twice"),
    Rule("show.last_aggressor", ("cooke.4.17.h", "cooke.def.called_hand", "cooke.4.17.r")),
    Rule("show.whole_hand", ("cooke.6.05.e", "cooke.6.06.b")),
    Rule("show.read_out", ("cooke.6.06.c", "cooke.6.06.e")),
    Rule("muck.final", ("cooke.6.05.c", "cooke.def.dead_hand", "cooke.6.05.d", "roberts.holdem.9")),
    Rule("pots.uncalled", ("cooke.4.12.a", "home.1.win")),
)
