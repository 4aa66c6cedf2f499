"""Games that are played one after another."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("rotation.order", ("cooke.8.05.a",)),
    Rule("rotation.lap", ("cooke.8.05.b", "cooke.8.05.d", "cooke.def.lap"), option="rotation_change"),
    Rule("rotation.button", ("cooke.8.05.c",)),
    Rule("rotation.stakes", ("cooke.8.05.f",)),
    Rule("rotation.announced", ("cooke.8.05.e",)),
)
