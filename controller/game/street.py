"""Streets: whose turn it is, when a betting round is over, and what comes after it."""

from __future__ import annotations

from msgspec.structs import replace

from controller.game import pots, showdown
from controller.game.hand import Hand
from controller.game.outcome import Told
from controller.game.variants import VARIANTS


def next_to_act(hand: Hand, after: int) -> int:
    """Return the index of the next player who has a decision, clockwise from `after`; -1 when nobody has.

    A player whose bet stands against everybody's and whom nobody could answer has none.
    Source: cooke.4.06.a, cooke.6.04.c, cooke.6.04.d, home.3.round_end.
    """
    folded, stacks, faced_at, current_bet = hand.folded, hand.stacks, hand.faced_at, hand.current_bet
    n = len(stacks)
    for i in range(after + 1, after + 1 + n):
        j = i if i < n else i - n
        if stacks[j] and not folded[j] and faced_at[j] != current_bet:
            break
    else:
        return -1
    others = [k for k in range(n) if k != j and not folded[k]]
    for k in others:
        if stacks[k]:
            return j
    bets = hand.bets
    for k in others:
        if bets[k] > bets[j]:
            return j
    return -1


def betting_over(hand: Hand) -> bool:
    """Whether nobody can bet any more: at most one live player has chips left."""
    return sum(1 for stack, out in zip(hand.stacks, hand.folded, strict=True) if stack and not out) <= 1


def go_on(hand: Hand, told: list[Told]) -> Hand:
    """Return the hand after the player at `to_act` acted: the next player's turn, the street's end or the hand's."""
    if hand.folded.count(False) == 1:
        return showdown.win_uncontested(_gather(hand, told), told)
    following = next_to_act(hand, hand.to_act)
    if following >= 0:
        return replace(hand, stage="betting", to_act=following)
    return close(hand, told)


def close(hand: Hand, told: list[Told]) -> Hand:
    """End the betting round: uncalled chips go back, bets into the pots, and the next cards are due."""
    hand = _gather(hand, told)
    if hand.street + 1 < len(VARIANTS[hand.variant].board_by_street):
        return open_next(replace(hand, stage="dealing"), told)
    return showdown.settle_if_done(replace(hand, stage="showdown"), told)


def open_next(hand: Hand, told: list[Told]) -> Hand:
    """Begin the next betting round if its board cards lie there; else return the hand as it is.

    With nobody left to bet the board is run out street by street.
    Source: cooke.6.02.a, cooke.6.04.d, home.4.faceup.
    """
    board_by_street = VARIANTS[hand.variant].board_by_street
    while hand.stage == "dealing" and len(hand.board) >= board_by_street[hand.street + 1]:
        hand = replace(hand, street=hand.street + 1, aggressor=-1)
        first = next_to_act(hand, -1)
        if first >= 0:
            return replace(hand, stage="betting", to_act=first)
        if hand.street + 1 == len(board_by_street):
            return showdown.settle_if_done(replace(hand, stage="showdown"), told)
    return hand


def _gather(hand: Hand, told: list[Told]) -> Hand:
    """Give the uncalled part back and gather the bets into pots.

    Source: cooke.4.12.a, cooke.4.17.f.
    """
    n = len(hand.seats)
    stacks, put_in = hand.stacks, hand.put_in
    who, chips = pots.uncalled(hand)
    if chips:
        more, less = list(stacks), list(put_in)
        more[who] += chips
        less[who] -= chips
        stacks, put_in = tuple(more), tuple(less)
        told.append(Told("uncalled_returned", seat=hand.seats[who], amount_chips=chips, rules=("cooke.4.12.a",)))
    hand = replace(
        hand,
        to_act=-1,
        stacks=stacks,
        put_in=put_in,
        bets=(0,) * n,
        current_bet=0,
        full_raise=hand.stakes.min_bet_chips,
        faced_at=(-1,) * n,
    )
    hand = replace(hand, pots=pots.layer(hand))
    told.append(Told("street_closed", amount_chips=sum(put_in)))
    return hand
