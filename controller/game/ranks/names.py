"""What players call a hand that is not an ordinary high one, from its strength."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from controller.game.rank import CATEGORY_SHIFT, HIGH_CARD, MANY, NAMES, ONE, high_name
from controller.game.ranks import badugi
from controller.game.ranks.bug import FIVE_ACES
from controller.game.ranks.low import LOW_BASE
from controller.game.ranks.short import in_high_order

#: The ranks of a low from 1 up, where the ace is the lowest and where it is the highest.
_ACE_LOW: Final = (*ONE[-1:], *ONE[:-1])
_ACES_LOW: Final = (*MANY[-1:], *MANY[:-1])

#: The ranks of the best hands, from the highest → their names.
_WHEEL: Final[dict[tuple[int, ...], str]] = {(5, 4, 3, 2, 1): "a wheel"}
_NUMBERS: Final[dict[tuple[int, ...], str]] = {
    (6, 4, 3, 2, 1): "a number one (7-5-4-3-2)",
    (6, 5, 3, 2, 1): "a number two (7-6-4-3-2)",
    (6, 5, 4, 2, 1): "a number three (7-6-5-3-2)",
    (6, 5, 4, 3, 1): "a number four (7-6-5-4-2)",
}
_HOW_MANY: Final = ("", "one", "two", "three", "four")


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "ae" else f"a {noun}"


def ace_to_five_name(strength: int) -> str:
    """Return what players call such a low, as `an eight-six low`, `a wheel`, `a pair of aces`."""
    return _low_name(strength, aces_low=True)


def deuce_to_seven_name(strength: int) -> str:
    """Return what players call such a low, as `a number one (7-5-4-3-2)`, `an ace-five low`, `a straight, eight high`."""
    return _low_name(strength, aces_low=False)


@lru_cache(maxsize=16_384)
def _low_name(strength: int, *, aces_low: bool) -> str:
    if strength < 0:
        return ""
    one, many, best = (_ACE_LOW, _ACES_LOW, _WHEEL) if aces_low else (ONE, MANY, _NUMBERS)
    category, ranks = _parts(LOW_BASE - strength)
    if not ranks:
        return ""
    first = ranks[0] - 1
    second = ranks[1] - 1 if len(ranks) > 1 else first
    if category != HIGH_CARD:
        return NAMES[category].format(one[first], one[second], a=many[first], b=many[second])
    return best.get(ranks) or (_a(f"{one[first]}-{one[second]} low") if len(ranks) > 1 else _a(one[first]))


def _parts(worth: int) -> tuple[int, tuple[int, ...]]:
    """Return the category and the ranks, which count from 1, most telling first."""
    ranks = [worth >> shift & 15 for shift in range(16, -1, -4)]
    return worth >> CATEGORY_SHIFT, tuple([rank for rank in ranks if rank])


@lru_cache(maxsize=2_048)
def badugi_name(strength: int) -> str:
    """Return what players call such a hand, as `a four-card badugi, seven high`."""
    size = max(strength, 0) >> badugi.SIZE_SHIFT
    if not size:
        return ""
    highest = _ACE_LOW[15 - (strength >> badugi.SIZE_SHIFT - 4 & 15) - 1]
    return f"a {_HOW_MANY[size]}-card badugi, " + (f"{highest} high" if size > 1 else _a(highest))


def short_deck_name(strength: int) -> str:
    """Return what players call such a hand: as in the full deck."""
    return high_name(in_high_order(strength))


def bug_name(strength: int) -> str:
    """Return what players call a high hand with or without the joker."""
    return "five aces" if strength >> CATEGORY_SHIFT == FIVE_ACES else high_name(strength)


def high_or_none_name(strength: int) -> str:
    """Return what players call a high hand, `` where the game has none yet, as Omaha before the flop."""
    return high_name(strength) if strength >= 0 else ""
