"""Games with up-cards that are dealt wrong: cards that lie in sight, burns, cards that come too early or too late."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("misdeal.stud_window", ("roberts.misdeals.2c",), option="substantial_action_players"),
    Rule("stud.third_down", ("roberts.stud.1a",), option="stud_exposed_downcard"),
    Rule("stud.both_up", ("roberts.stud.1b",), option="stud_both_downcards_up"),
    Rule("stud.exposed_low", ("roberts.stud.1c",), option="stud_exposed_low_opener"),
    Rule("stud.exposed_misdeal", ("roberts.stud.1d",), option="stud_exposed_downcard"),
    Rule("stud.exposed_asked", ("cooke.14.09.g", "cooke.5.06.a"), option="stud_exposed_downcard"),
    Rule("stud.last_up", ("roberts.stud.16", "roberts.stud.18.1", "roberts.stud.18.2"), option="stud_last_card_exposed"),
    Rule("stud.last_up_opens", ("roberts.stud.17",), option="stud_last_card_exposed"),
    Rule("stud.last_up_asked", ("cooke.5.20.a",), option="stud_last_card_exposed"),
    Rule("stud.burn_missing", ("cooke.5.02.c", "roberts.stud.13a"), option="missing_burn_remedy"),
    Rule("stud.burn_double", ("roberts.stud.13a",), option="double_burn_remedy"),
    Rule("stud.kept_when_mixed", ("roberts.stud.13b",)),
    Rule("stud.early_cards", ("roberts.stud.14a",), option="early_stud_cards_remedy"),
    Rule("stud.wrong_seat", ("cooke.5.19.a",)),
    Rule("stud.early_looked", ("roberts.stud.14b",), option="early_last_downcard_seen"),
    Rule("stud.bottom_card", ("cooke.5.21.f",), option="bottom_card"),
    Rule("stud.muck_mixed", ("cooke.5.21.b",)),
    Rule("stud.burn_forecast", ("cooke.5.21.c",), option="stud_short_deck_burn"),
    Rule("stud.off_table", ("cooke.16.12.c", "roberts.stud.11"), option="off_table_card_stud"),
    Rule("stud.declare_all_in", ("roberts.stud.18.1", "roberts.stud.18.2")),
)
