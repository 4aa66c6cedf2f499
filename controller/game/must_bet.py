"""Limit lowball: who holds a seven or better and does not bet it after the draw wins nothing of what is bet after the draw."""

from __future__ import annotations

from operator import sub
from typing import Final

from msgspec.structs import replace

from controller.game.awards import Contest
from controller.game.cards import parse_cards
from controller.game.carried import NOTHING
from controller.game.hand import Hand
from controller.game.limits import street_size
from controller.game.outcome import Told
from controller.game.pots import Pot, layer

CHECKED_RULES: Final = ("cooke.7.18.04.a", "cooke.7.20.c")
OVERCALL_RULES: Final = ("cooke.7.18.04.d",)
#: A checked seven that another hand beats, and one that wins the all-in it called.
BEATEN_RULES: Final = ("cooke.7.18.04.b",)
SHORT_RULES: Final = ("cooke.7.18.04.c",)
#: The worst hand that has to be bet.
_SEVEN: Final = parse_cards("7c6d5h4s3c") or ()


def settled(hand: Hand, at: Contest, told: list[Told]) -> tuple[Hand, tuple[str, ...]]:
    """Return the hand as its pots are to be given, and the rules that say more of it.

    Where the best hand is a seven or better that its owner did not bet he has the pot before the draw. What was bet behind it goes back,
    or to another hand as good that was bet; of an all-in of less than half a bet he has that, and his own call, and who called too gets
    his chips back.
    Invariants: chips are conserved; where another hand is better, or the seven was bet, everything is as it was.
    Source: cooke.7.18.04.a, cooke.7.18.04.b, cooke.7.18.04.c, cooke.7.18.04.d, cooke.7.18.04.e.
    """
    passed = hand.drawing.passed
    if not passed or not hand.setup.draws.must_bet or hand.put_in == hand.drawing.staked:
        return hand, ()
    strong, rank = at.strengths[0], at.halves[0].rank
    tabled = [i for i in {i for _, who in hand.pots for i in who} if i in strong]
    unbet = [i for i in tabled if i in passed and strong[i] >= rank(_SEVEN, ())]
    if not unbet:
        return hand, ()
    best = max([strong[i] for i in tabled])
    winners = [i for i in tabled if strong[i] == best]
    unbet = [i for i in unbet if i in winners]
    return _divided(hand, unbet, winners, told) if unbet else (hand, BEATEN_RULES)


def _divided(hand: Hand, unbet: list[int], winners: list[int], told: list[Told]) -> tuple[Hand, tuple[str, ...]]:
    """Return what `settled` does where `unbet` of the `winners` did not bet."""
    later = tuple(map(sub, hand.put_in, hand.drawing.staked))
    if _is_short(hand, later):
        kept = tuple([chips if i in unbet or i == hand.aggressor else 0 for i, chips in enumerate(later)])
        return _with(_returned(hand, kept, told, OVERCALL_RULES), _side(hand, kept, ())), SHORT_RULES
    if len(unbet) < len(winners):
        return _with(hand, _side(hand, later, unbet)), CHECKED_RULES
    return _with(_returned(hand, (0,) * len(later), told, CHECKED_RULES), ()), CHECKED_RULES


def _is_short(hand: Hand, later: tuple[int, ...]) -> bool:
    """Whether all that was bet after the draw is an all-in of less than half a bet. Source: cooke.7.18.04.c."""
    size = street_size(hand.stakes, hand.betting, hand.variant, hand.street)
    return hand.aggressor >= 0 and 2 * max(later) < size


def _side(hand: Hand, later: tuple[int, ...], without: list[int] | tuple[()]) -> tuple[Pot, ...]:
    """Return what was bet after the draw as pots, for those who may win of it."""
    apart = replace(hand, dead_put_in=(0,) * len(later), setup=replace(hand.setup, carried=NOTHING))  # these lie in the pot before the draw
    return tuple([(chips, tuple([i for i in who if i not in without and later[i]])) for chips, who in layer(apart, later)])


def _returned(hand: Hand, kept: tuple[int, ...], told: list[Told], rules: tuple[str, ...]) -> Hand:
    """Return the hand with no more than these chips bet after the draw: the others are with their owners again."""
    stacks = list(hand.stacks)
    put_in = tuple([a + b for a, b in zip(hand.drawing.staked, kept, strict=True)])
    for i, (was, now) in enumerate(zip(hand.put_in, put_in, strict=True)):
        if was > now:
            stacks[i] += was - now
            told.append(Told("uncalled_returned", hand.seats[i], was - now, rules=rules))
    return replace(hand, stacks=tuple(stacks), put_in=put_in)


def _with(hand: Hand, side: tuple[Pot, ...]) -> Hand:
    """Return the hand with the pot before the draw and these behind it."""
    pots = [(chips, tuple([i for i in who if not hand.mucked[i]])) for chips, who in (*layer(hand, hand.drawing.staked), *side) if chips]
    return replace(hand, pots=tuple(pots))
