"""What the dealer says while a hand is played."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("announce.players", ("cooke.14.04.c", "cooke.14.16.f"), option="announce_active_players"),
    Rule("announce.raises", ("cooke.14.16.e", "roberts.stud.12"), option="announce_raises"),
    Rule("announce.all_in", ("cooke.14.16.c", "cooke.17.10.b"), option="announce_all_in"),
    Rule("announce.option", ("cooke.14.05",), option="announce_live_blind_option"),
    Rule("announce.behind", ("cooke.14.16.a", "cooke.def.playing_behind"), option="announce_playing_behind"),
    Rule("stack.behind_plays", ("cooke.def.money_in_play",), option="playing_behind"),
    Rule("announce.tap", ("cooke.14.08.b",), option="tap_before_burn"),
    Rule("announce.deuce_trey", ("cooke.def.deuce_trey",)),
    Rule("announce.turn", ("cooke.14.04.b",), option="action_prompt_seconds"),
)
