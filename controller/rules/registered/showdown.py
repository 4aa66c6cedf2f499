"""Who takes the pot. What each does when it is switched off stands in `game/showdown.py`, `game/betting.py` and `game/pots.py`."""

from __future__ import annotations

from typing import Final

from controller.rules.registered.rule import Rule

RULES: Final = (
    Rule("award.best_hand", ("cooke.4.12.b", "cooke.8.01.10.b")),
    Rule("award.last_left", ("cooke.4.03.b", "home.1.win")),
    Rule("pots.uncalled", ("cooke.4.12.a", "home.1.win")),
)
