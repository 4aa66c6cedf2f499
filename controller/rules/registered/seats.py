"""Seats and chips between hands."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("seats.most", ("cooke.4.10.b", "cooke.4.10.e", "cooke.5.04.a")),
    Rule("seat.one_player", ("cooke.8.05.g",)),
    Rule("stack.stays", ("cooke.9.05.c",)),
    Rule("stack.added_between_hands", ("cooke.9.05.b", "cooke.9.07.b", "roberts.buyin.2b")),
)
