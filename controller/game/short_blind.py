"""A big blind whose owner has less than half of it: in some games he plays on for what he has, and the next player posts it too."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game.hand import Due, Hand
from controller.game.variants import VARIANTS

#: The blind that the next player posts, and the one that is as good as whole because half of it or more went in.
NEXT_RULES: Final = ("cooke.7.18.06.a", "roberts.lowball.4a")
HALF_RULES: Final = ("cooke.7.18.06.c", "roberts.lowball.5")


def passed_on(hand: Hand) -> Hand:
    """Return a hand about to begin with the big blind owed by the next player as well, where its owner has less than half of it.

    Invariants: with half of it or more he has posted it; nobody owes two blinds.
    Source: cooke.7.18.06.a, cooke.7.18.06.c, roberts.lowball.4a, roberts.lowball.5.
    """
    blind = next((one for one in hand.owing if one.do == "big_blind"), None)
    if blind is None or not VARIANTS[hand.variant].next_posts or "lowball.short_blind" in hand.off:
        return hand
    n = len(hand.stacks)
    if n < 3 or not is_short(hand, hand.stacks[blind.index], blind.amount_chips):
        return hand
    for k in range(1, n):
        i = (blind.index + k) % n
        if not is_short(hand, hand.stacks[i], blind.amount_chips):
            kept = tuple([one for one in hand.owing if one.index != i or one.do == "ante"])
            after = replace(hand, owing=(*kept, Due(i, blind.amount_chips, "big_blind")))
            return replace(after, drawing=replace(hand.drawing, behind=i))
    return hand


def is_short(hand: Hand, stack_chips: int, blind_chips: int) -> bool:
    """Whether a stack is less than half of a blind."""
    return stack_chips < blind_chips if "lowball.half_blind" in hand.off else 2 * stack_chips < blind_chips


def rules_of(hand: Hand, index: int, owed_chips: int, paid_chips: int) -> tuple[str, ...]:
    """Return what such games say of a big blind that goes in; () of one that is nothing special."""
    if not VARIANTS[hand.variant].next_posts:
        return ()
    if index == hand.drawing.behind:
        return NEXT_RULES
    return HALF_RULES if paid_chips < owed_chips and hand.drawing.behind < 0 else ()
