"""Antes and blinds: who posts what, and what it counts for."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("blinds.small", ("home.3.sb", "cooke.4.07.d", "cooke.12.05.a")),
    Rule("blinds.big", ("home.3.bb",)),
    Rule("blinds.heads_up", ("roberts.blinds.4", "home.4.hu_blinds", "cooke.12.14.a")),
    Rule("blinds.full_amount", ("roberts.blinds.1", "cooke.12.19")),
    Rule("blinds.option", ("home.3.bb_option", "roberts.blinds.3a", "roberts.blinds.9")),
    Rule("blinds.live", ("cooke.4.09.b",)),
)
