"""A hand that is dead whoever is to act: its player is out of it, and his chips stay, but for an ante where the book has that go back.

And one that lives again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from controller.game import drawing, limits, posting, pots, showdown, street, uncontested
from controller.game.drawn import OUT
from controller.game.hand import Hand
from controller.game.outcome import Told
from controller.game.variants import VARIANTS

#: Why somebody folded who did not.
DEAD: Final = "hand.dead"


def can_die(hand: Hand, i: int) -> bool:
    """Whether a player's hand is one that can still be found dead."""
    return 0 <= i < len(hand.seats) and not (hand.over or hand.folded[i] or hand.mucked[i])


def killed(hand: Hand, i: int, told: list[Told], *, ante_back: bool = False) -> Hand:
    """Return the hand with a player's cards dead, as if he had folded when it was his turn; the very same where there is nothing to kill.

    What he has put in stays in the pot, but for his ante with `ante_back`. Where cards are still to come in sight the next round may
    begin without him.
    Invariants: chips are conserved; whose turn it is stays whose turn it is, unless it was his.
    Source: cooke.16.12.d, roberts.irregularities.8b, home.7.dead.
    """
    if not can_die(hand, i):
        return hand
    if ante_back:
        hand = _ante_back(hand, i, told)
    after = _out(hand, i, told)
    if after.over or after.stage == "showdown":
        return after
    after = replace(after, pots=pots.without(after.pots, i))
    return street.open_next(after, told) if after.stage == "dealing" and VARIANTS[after.variant].up_cards else after


def revived(hand: Hand, i: int) -> Hand:
    """Return the hand with a player in it again who had thrown his cards away; his turn comes as it would have come.

    Source: roberts.dead_hands.2, cooke.10.18.b.
    """
    if hand.over or not (hand.folded[i] or hand.mucked[i]):
        return hand
    folded = (*hand.folded[:i], False, *hand.folded[i + 1 :])
    mucked = (*hand.mucked[:i], False, *hand.mucked[i + 1 :])
    back = replace(hand, folded=folded, mucked=mucked, kept=hand.kept.replace(bytes((i,)), b""))
    return laid_anew(back)


def laid_anew(hand: Hand) -> Hand:
    """Return the hand whose gathered pots are what everybody has put in by now, for those who may still win them.

    Invariants: nothing is gathered that was not.
    """
    if not hand.pots:
        return hand
    gathered = tuple([chips - bet for chips, bet in zip(hand.put_in, hand.bets, strict=True)])
    return replace(hand, pots=tuple([(chips, tuple([j for j in who if not hand.mucked[j]])) for chips, who in pots.layer(hand, gathered)]))


def _out(hand: Hand, i: int, told: list[Told]) -> Hand:
    """Return the hand without a player; the very same at a showdown where nobody else could win anything."""
    seat = hand.seats[i]
    if hand.stage == "showdown":
        mucked = (*hand.mucked[:i], True, *hand.mucked[i + 1 :])
        if not any(j != i for _, who in hand.pots for j in who):
            return hand
        left = pots.without(hand.pots, i)
        told.append(Told("mucked", seat, code=DEAD))
        return showdown.settle_if_done(replace(hand, mucked=mucked, pots=left), told)
    folded = (*hand.folded[:i], True, *hand.folded[i + 1 :])
    acts = (*hand.last_acts[:i], "fold", *hand.last_acts[i + 1 :])
    told.append(Told("acted", seat, None, hand.bets[i], "fold", code=DEAD))
    if folded.count(False) == 1:
        return uncontested.win_uncontested(hand, folded, acts, told)
    after = replace(hand, folded=folded, last_acts=acts, owing=tuple([due for due in hand.owing if due.index != i]))
    return _WHILE[hand.stage](hand, after, i, told) if hand.stage in _WHILE else after


def _ante_back(hand: Hand, i: int, told: list[Told]) -> Hand:
    """His ante goes back to him out of the pot. Source: roberts.stud.1b."""
    chips = hand.dead_put_in[i]
    if not chips:
        return hand
    told.append(Told("uncalled_returned", hand.seats[i], chips, do="ante"))
    return laid_anew(
        replace(
            hand,
            stacks=_plus(hand.stacks, i, chips),
            put_in=_plus(hand.put_in, i, -chips),
            dead_put_in=_plus(hand.dead_put_in, i, -chips),
        )
    )


def _plus(those: tuple[int, ...], i: int, chips: int) -> tuple[int, ...]:
    return (*those[:i], those[i] + chips, *those[i + 1 :])


def _not_posting(_: Hand, hand: Hand, i: int, told: list[Told]) -> Hand:
    """What he owed he owes no more; when nobody else does, the hand goes on."""
    if hand.owing:
        return hand
    begun, more = posting.none_owed(hand)
    told += more
    return begun


def _next(before: Hand, hand: Hand, i: int, told: list[Told]) -> Hand:
    """The betting goes on, or is over when nobody is left who can answer."""
    to_act = hand.to_act
    if to_act == i:
        to_act = street.next_to_act(i, hand.folded, hand.stacks, hand.faced_at, hand.current_bet)
    if to_act >= 0 and 0 in hand.stacks and not street.has_decision(to_act, hand.folded, hand.stacks, hand.bets):
        to_act = -1
    after = replace(hand, to_act=to_act)
    if not hand.setup.plain:
        after = limits.settled(before, after, None)
    return after if to_act >= 0 else street.close(after, told)


def _not_drawing(_: Hand, hand: Hand, i: int, told: list[Told]) -> Hand:
    counts = hand.drawing.counts
    now = (*counts[-1][:i], OUT, *counts[-1][i + 1 :])
    after = replace(hand, drawing=replace(hand.drawing, counts=(*counts[:-1], now)))
    waits = any(drawing.due(after, j) > 0 for j in range(len(after.seats)))
    return after if waits or not drawing.all_said(after) else drawing.go_on(after, told)


#: Stage → what follows for the others: the hand before, and without him.
_WHILE: Final[Mapping[str, Callable[[Hand, Hand, int, list[Told]], Hand]]] = {
    "posting": _not_posting,
    "betting": _next,
    "drawing": _not_drawing,
}
