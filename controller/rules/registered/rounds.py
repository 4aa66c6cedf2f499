"""A hand from its first card to its last round; each is switched off where it is asked, by `Hand.off` or `House.without`."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("hand.freezes_stacks", ("cooke.4.05.a",)),
    Rule("hand.played_out", ("cooke.4.05.b",)),
    Rule("hand.until_awarded", ("cooke.4.07.h",)),
    Rule("hand.two_players", ("cooke.4.10.a",)),
    Rule("deal.hole_cards", ("cooke.4.01.e", "cooke.4.17.s", "cooke.5.26.a", "cooke.6.05.a", "home.1.hole")),
    Rule("board.by_street", ("cooke.4.08.c", "cooke.6.01.a", "home.1.rounds")),
    Rule("board.whole", ("cooke.6.01.b",)),
    Rule("board.second_flop", ("cooke.6.09.a", "cooke.6.09.b")),
    Rule("turn.five_actions", ("cooke.4.04.a",)),
    Rule("turn.checked_round", ("cooke.4.06.b",)),
    Rule("rounds.count", ("cooke.4.08.a", "cooke.4.08.b", "cooke.4.08.d", "cooke.6.02.c")),
    Rule("discard.first", ("cooke.6.08.01.a", "cooke.6.08.02.a")),
    Rule("draw.in_order", ("cooke.4.17.e",)),
    Rule("pots.begin_with_blinds", ("cooke.4.03.a",)),
    Rule("blinds.count", ("cooke.4.09.b", "cooke.4.17.d", "cooke.def.live_blind")),
    Rule("blinds.live_option", ("cooke.4.17.t",)),
    Rule("seats.eliminated", ("home.1.elim",), option="rebuys"),
)
