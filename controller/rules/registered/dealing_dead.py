"""Hands that are dead, and for what."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("dead.count", ("roberts.dead_hands.1.4", "roberts.stud.20a"), option="late_wrong_count_hand"),
    Rule("dead.short_draw", ("roberts.dead_hands.1.4",), option="draw_hand_short_before_draw"),
    Rule("dead.thrown", ("roberts.dead_hands.1.2", "cooke.def.retrieved_hand", "cooke.10.18.a")),
    Rule("dead.taken_back", ("cooke.def.retrieved_hand", "cooke.10.19.a"), option="folded_hand_dead_when"),
    Rule("dead.pulled_back", ("cooke.def.retrieved_hand", "cooke.10.18.a"), option="folded_hand_dead_when"),
    Rule("dead.touched", ("cooke.def.fouled_hand",), option="cards_into_other_hand"),
    Rule("dead.lifted", ("roberts.dead_hands.1.3", "roberts.stud.10", "cooke.5.17.a"), option="stud_turned_upcards"),
    Rule("dead.retrieve", ("roberts.dead_hands.2",), option="retrieve_mucked_hand"),
    Rule("dead.into_another", ("roberts.dead_hands.3",), option="cards_into_other_hand"),
)
