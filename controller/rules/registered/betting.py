"""Betting: who may do what, and how much."""

from __future__ import annotations

from typing import Final

from controller.game.betting import MINIMUM_RULES, REOPEN_RULES
from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("bet.minimum", MINIMUM_RULES),
    Rule("reopen.full_raise", REOPEN_RULES),
    Rule("bet.facing", ("home.3.check_bet",)),
    Rule("bet.call_for_less", ("cooke.9.09.a",)),
    Rule("bet.table_stakes", ("cooke.9.05.a",)),
    Rule("bet.nobody_to_answer", ("home.4.faceup",)),
    Rule("turn.in_order", ("cooke.4.06.a",)),
    Rule("turn.board_first", ("cooke.6.02.a",)),
)
