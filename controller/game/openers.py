"""Openers: what a player must hold to open the pot, and whether he who opened it has shown that he did."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game.cards import FULL_DECK, Card
from controller.game.drawn import cards_of
from controller.game.hand import Hand, Setup
from controller.game.outcome import More, Told
from controller.game.ranks.bug import high_with_bug
from controller.game.variants import VARIANTS

#: Kind of openers (`Variant.openers`) → rank of the lowest pair that opens, 0 = deuces; what is better than it opens too.
OPENERS: Final[dict[str, int]] = {"jacks": 9}
#: The highest pair that may be asked for, where more is asked with every deal that nobody opens: aces.
_MOST: Final = 12

SHOW_RULES: Final = ("cooke.7.17.01.a", "cooke.7.17.a")
KEPT_RULES: Final = ("cooke.7.17.03.c",)
SPLIT_RULES: Final = ("cooke.7.17.03.a",)
FALSE_RULES: Final = ("cooke.7.17.03.b", "cooke.7.17.01.a")
PROGRESSIVE_RULES: Final = ("cooke.7.02.a",)


def kind(setup: Setup) -> str:
    """Return which openers this hand asks for, "" for none: as its game has it, or the house for games that ask for none themselves.

    Source: cooke.7.16.04.a, cooke.7.17.a.
    """
    if "draw.openers" in setup.off:
        return ""
    row = VARIANTS[setup.variant]
    return row.openers or (setup.draws.openers if row.unopened else "")


def lowest_pair(setup: Setup) -> int:
    """Return the rank of the lowest pair that opens this hand; it rises with every deal that nobody opened, where the house has it so.

    Source: cooke.7.02.a.
    """
    first = OPENERS[kind(setup)]
    return min(first + setup.carried.deals, _MOST) if setup.draws.progressive else first


def owed(hand: Hand) -> bool:
    """Whether the opener is still in and has yet to show that he had openers, without which he wins nothing.

    Source: cooke.7.17.01.a.
    """
    i = hand.drawing.opener
    return i >= 0 and not hand.drawing.proof and not hand.folded[i] and not hand.mucked[i] and bool(kind(hand.setup))


def had(hand: Hand, index: int) -> bool:
    """Whether the cards that a player was dealt held openers, those that he changed among them.

    Of cards that were not read it is enough that they could have made them: then nobody can say that he had none.
    Source: cooke.7.17.a, cooke.7.17.03.b.
    """
    came = cards_of(hand.drawing.came, 1, index)
    first = (*[card for card in hand.hole_of(index) if card not in came], *cards_of(hand.drawing.gone, 1, index))
    missing = VARIANTS[hand.variant].hole_by_street[0] - len(first)
    if missing > 1:
        return True
    least = _least(hand)
    if missing <= 0:
        return high_with_bug(first[:5]) >= least
    return any(high_with_bug((*first, card)) >= least for card in FULL_DECK if card not in first)


def _least(hand: Hand) -> int:
    """The worth of the worst hand that opens."""
    pair = lowest_pair(hand.setup)
    return high_with_bug((Card(4 * pair), Card(4 * pair + 1), FULL_DECK[2], FULL_DECK[7], FULL_DECK[8]))


def _kept_openers(hand: Hand, index: int) -> bool:
    """Whether the cards that he kept are openers by themselves: with these he has split nothing. Source: cooke.7.17.03.c."""
    came = cards_of(hand.drawing.came, 1, index)
    kept = [card for card in hand.hole_of(index) if card not in came]
    alike = [sum(other // 4 == card // 4 for other in kept) for card in kept if card // 4 >= lowest_pair(hand.setup)]
    return max(alike, default=0) > 1 or (bool(kept) and high_with_bug(tuple(kept)) >= _least(hand))


def judged(hand: Hand, told: list[Told]) -> Hand:
    """Return the hand once the opener's cards lie open: he had openers, or his hand is dead.

    Cards that he changed are named when he had said that he splits his openers: the dealer turns them up.
    Source: cooke.7.17.01.a, cooke.7.17.03.a, cooke.7.17.03.b.
    """
    if not owed(hand):
        return hand
    i = hand.drawing.opener
    if hand.shown[i] is None:
        return hand
    seat = hand.seats[i]
    rules: tuple[str, ...] = PROGRESSIVE_RULES if hand.setup.draws.progressive and hand.setup.carried.deals else ()
    if had(hand, i):
        changed, kept = cards_of(hand.drawing.gone, 1, i), _kept_openers(hand, i)
        split = changed if hand.drawing.split or (changed and kept and "draw.kept" in hand.off) else ()
        rules += KEPT_RULES if changed and kept and not split else SPLIT_RULES if split else ()
        told.append(Told("openers", seat, do="shown", cards=split, rules=(*SHOW_RULES, *rules)))
        return replace(hand, drawing=replace(hand.drawing, proof="shown"))
    told.append(Told("openers", seat, do="none", rules=(*FALSE_RULES, *rules), more=More(number=lowest_pair(hand.setup))))
    return dead(hand, i)


def dead(hand: Hand, index: int) -> Hand:
    """Return the hand with a player's cards dead: he wins nothing, whoever else does."""
    mucked = (*hand.mucked[:index], True, *hand.mucked[index + 1 :])
    left = tuple([(chips, tuple([i for i in who if i != index])) for chips, who in hand.pots])
    return replace(hand, mucked=mucked, pots=left, drawing=replace(hand.drawing, proof="none", false_opener=index))
