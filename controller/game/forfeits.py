"""A fold that costs chips: of a player who is left with a call, or with a fold that leaves in the pot what he put in by mistake."""

from __future__ import annotations

from msgspec.structs import replace

from controller.game import betting, held
from controller.game.hand import Hand
from controller.game.outcome import Refused


def chips_of(hand: Hand) -> int:
    """Return what the player to act loses if he folds; 0 = nothing, as nearly always.

    Units: chips, never more than he has left.
    """
    i = hand.to_act
    early = held.of_player(hand, i) if hand.early and i >= 0 else None
    return 0 if early is None else min(early.forfeit_chips, hand.stacks[i])


def folded(hand: Hand) -> betting.Outcome:
    """Return the hand after a fold of the player to act, and what is told of it: what he loses by it is the fold's amount.

    Invariants: chips are conserved; what he leaves is in the pot as a bet is, but nobody has to call it.
    Source: cooke.10.06.e.
    """
    i, lost = hand.to_act, chips_of(hand)
    outcome = betting.act(_left(hand, i, lost), hand.seats[i], "fold", None)
    if isinstance(outcome, Refused) or not lost:
        return outcome
    after, told = outcome
    return after, [replace(told[0], amount_chips=lost), *told[1:]]


def _left(hand: Hand, i: int, chips: int) -> Hand:
    """Return the hand with chips of a player moved from his stack to his bet."""
    stacks, bets, put_in = [*hand.stacks], [*hand.bets], [*hand.put_in]
    stacks[i] -= chips
    bets[i] += chips
    put_in[i] += chips
    return replace(hand, stacks=tuple(stacks), bets=tuple(bets), put_in=tuple(put_in))
