"""Cards that show before a draw: kept or replaced by the rank they have, as the game has it; there is no choice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from controller.game import drawing
from controller.game.cards import JOKER, RANKS, Card
from controller.game.hand import Hand
from controller.game.variants import VARIANTS, Variant
from controller.rules.house import House
from controller.rules.ruling import OptionsUsed

HIGH_RULES: Final = (
    "cooke.7.11.a", "cooke.1.07", "cooke.7.01.a", "cooke.14.09.h", "roberts.irregularities.12", "roberts.irregularities.13",
)  # fmt: skip
LIMIT_RULES: Final = ("cooke.7.18.07.a", "cooke.14.09.h", "roberts.lowball.8")
BIG_BET_RULES: Final = ("cooke.7.18.08.a", "cooke.14.09.h", "roberts.lowball.8")
DEUCE_RULES: Final = ("cooke.7.19.c", "cooke.14.09.h", "roberts.lowball.8")

#: Ranks by number, the ace low where the game has it so.
_FIVE, _SEVEN = RANKS.index("5"), RANKS.index("7")
_ACE: Final = RANKS.index("A")
_DEUCE_KEPT: Final = frozenset(RANKS.index(rank) for rank in "75432")


class OfGame(NamedTuple):
    """What a game says of such a card: by which rules and answers, and whether it is kept; None = it takes to know which card it is."""

    rules: tuple[str, ...]
    options: OptionsUsed
    kept: bool | None


def of_game(hand: Hand, card: Card | None, house: House) -> OfGame | None:
    """Return what the game of this hand has a rule of its own for, before its first draw; None = the rule of all games holds.

    Source: cooke.7.11.a, cooke.7.18.07.a, cooke.7.18.08.a, cooke.7.19.c, cooke.14.09.h, roberts.irregularities.12.
    """
    variant = VARIANTS[hand.variant]
    if not variant.draws or (hand.drawing.counts and not drawing.unbegun(hand)):
        return None
    row = _row(variant, hand)
    if row is None or row.name in house.without:
        return None
    answer = getattr(house.options, row.option)
    kept = _ALWAYS.get(answer)
    if kept is None and card is not None:
        kept = _KEPT[answer](card)
    return OfGame(row.rules, ((row.option, answer),), kept)


class _Row(NamedTuple):
    """The rule of one kind of game, and the question that it hangs on."""

    name: str
    option: str
    rules: tuple[str, ...]


_HIGH: Final = _Row("exposed.high_draw", "high_draw_exposed_before_draw", HIGH_RULES)
_LIMIT: Final = _Row("exposed.low_limit", "lowball_a5_limit_kept_exposed", LIMIT_RULES)
_BIG_BET: Final = _Row("exposed.low_big_bet", "lowball_a5_big_bet_kept_exposed", BIG_BET_RULES)
_DEUCE: Final = _Row("exposed.deuce", "lowball_27_kept_exposed", DEUCE_RULES)


def ranking(variant: Variant) -> str:
    """Return what the hands of a game with draws are held against: `high_bug`, `ace_to_five`, `deuce_to_seven` or another."""
    return variant.halves[0].ranking


def _row(variant: Variant, hand: Hand) -> _Row | None:
    kind = ranking(variant)
    if kind == "ace_to_five":
        return _LIMIT if hand.stakes.limit == "fixed_limit" else _BIG_BET
    return {"high_bug": _HIGH, "deuce_to_seven": _DEUCE}.get(kind)


def _low(most: int) -> Callable[[Card], bool]:
    """Whether a card is no higher than that, the ace and the joker being low."""
    return lambda card: card == JOKER or card // 4 == _ACE or card // 4 <= most


#: Answer → whether the card is kept, whichever it is …
_ALWAYS: Final[dict[str, bool]] = {"must_keep": True, "replaced": False, "none": False, "all": True}
#: … and where it hangs on the card.
_KEPT: Final[dict[str, Callable[[Card], bool]]] = {
    "seven_or_lower": _low(_SEVEN),
    "five_or_lower": _low(_FIVE),
    "seven_five_four_three_two": lambda card: card == JOKER or card // 4 in _DEUCE_KEPT,
}
