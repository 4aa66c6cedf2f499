"""What was ruled about each dealer's dealing since the daemon started: for the floor only, and only where the house wants it counted.

Nothing of it is on any feed, in the journal or in a log: it is gone with the process.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from controller.effects import Effect, Tell
from controller.rules.ruling import Ruling
from controller.table.table import Table
from controller.web.instruments import DealerView, MistakeView

#: Kinds of rulings that are about how cards were dealt, pots pushed and the button moved.
KINDS: Final = (
    "misdeal", "exposed_card", "wrong_card", "burn_error", "board_error", "stub_error", "action_skipped", "wrong_push", "button_error",
    "procedure", "off_table",
)  # fmt: skip
#: Answers of the house that only a player's doing asks for.
BY_PLAYER: Final = frozenset({"player_exposed_card"})
#: What was decided otherwise, or corrected away, was no mistake.
_VOID: Final = frozenset({"overridden", "lapsed"})
#: Dealers beyond so many are not told apart.
MOST_DEALERS: Final = 200
_HOUR_NS: Final = 3_600_000_000_000


class DealerMistakes:
    """Counts rulings by the dealer who was logged in when they were opened; nobody's are not counted.

    Time: table time. Invariants: memory is bounded by the dealers there are; a ruling counts once, and not while it is void.
    """

    def __init__(self, dealer: str, now_ns: int) -> None:
        self._dealer, self._since_ns = dealer, now_ns
        self._dealt_ns: Counter[str] = Counter()
        self._count: dict[str, Counter[str]] = {}
        self._counted: dict[str, tuple[str, str, bool]] = {}  # ruling of the present hand → dealer, kind, whether it counts
        self._hand = 0

    def update(self, table: Table, effects: Sequence[Effect]) -> None:
        """Hear what was told."""
        for effect in effects:
            if isinstance(effect, Tell) and effect.kind == "ruling" and effect.more is not None:
                self._ruled(effect.more.ruling)
            elif isinstance(effect, Tell) and effect.kind == "dealer_changed":
                self._changed(effect.name or "", effect.at_ns)

    def view(self, now_ns: int) -> list[DealerView]:
        """Return what was counted, by name."""
        dealt = Counter(self._dealt_ns)
        dealt[self._dealer] += max(now_ns - self._since_ns, 0)
        names = sorted({*dealt, *self._count} - {""})
        return [_view(name, dealt[name] / _HOUR_NS, self._count.get(name, Counter())) for name in names]

    def _changed(self, dealer: str, at_ns: int) -> None:
        self._dealt_ns[self._dealer] += max(at_ns - self._since_ns, 0)
        known = dealer in self._dealt_ns or len(self._dealt_ns) < MOST_DEALERS
        self._dealer, self._since_ns = dealer if known else "", at_ns

    def _ruled(self, ruling: Ruling) -> None:
        if ruling.hand != self._hand:
            self._hand, self._counted = ruling.hand, {}
        dealer, kind, counts = self._counted.get(ruling.id, (self._dealer, ruling.kind, False))
        now = ruling.status not in _VOID and kind in KINDS and not any(name in BY_PLAYER for name, _ in ruling.options)
        self._counted[ruling.id] = dealer, kind, now
        if dealer and now != counts:
            self._count.setdefault(dealer, Counter())[kind] += 1 if now else -1


def _view(name: str, hours: float, count: Counter[str]) -> DealerView:
    kinds = [
        MistakeView(kind=kind, count=count[kind], per_hour=round(count[kind] / hours, 2) if hours else None)
        for kind in KINDS
        if count[kind] > 0
    ]
    return DealerView(name=name, hours=round(hours, 2), mistakes=kinds)
