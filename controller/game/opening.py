"""A pot opened by a player who has no chips left: all-in for the ante, he may still declare it open."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.game.street import next_to_act
from controller.game.variants import VARIANTS

OPEN_RULES: Final = ("cooke.7.13.a", "cooke.7.13.d")


def declare(hand: Hand, seat: int) -> Refused | tuple[Hand, list[Told]]:
    """Return the hand after an all-in player has declared the pot open in his turn: whoever plays on owes the whole opening bet.

    His turn is when the player to act is the next with chips behind him.
    Source: cooke.7.13.a, cooke.7.13.d.
    """
    wrong = _wrong(hand, seat)
    if wrong is not None:
        return wrong
    i, size = hand.seats.index(seat), hand.full_raise
    acts = (*hand.last_acts[:i], "open", *hand.last_acts[i + 1 :])
    to_act = next_to_act(i, hand.folded, hand.stacks, hand.faced_at, size)
    told = [Told("acted", seat, 0, 0, "open", rules=OPEN_RULES)]
    after = replace(  # somebody has to act, or nobody would have been to: there are two with chips at least
        hand,
        current_bet=size,
        to_act=to_act,
        last_acts=acts,
        drawing=replace(hand.drawing, opener=i, opened_chips=0, proof=""),
        round=replace(hand.round, level=size, full_to=size),
    )
    return after, told


def _wrong(hand: Hand, seat: int) -> Refused | None:
    """Why this seat cannot declare the pot open now, None when it can."""
    if "draw.all_in_opens" in hand.off:
        return Refused("act.no_opening", "Who has no chips opens nothing.")
    if seat not in hand.seats:
        return Refused("act.not_in_hand", f"Seat {seat} is not in this hand.")
    if hand.stage != "betting" or hand.street or hand.current_bet or VARIANTS[hand.variant].forced != "antes":
        return Refused("act.no_opening", "There is no pot to declare open now: bet, where nobody has.")
    i = hand.seats.index(seat)
    if hand.stacks[i]:
        return Refused("act.open_by_bet", f"Seat {seat} has chips: he opens with a bet.", OPEN_RULES)
    if hand.folded[i] or next_to_act(i, hand.folded, hand.stacks, hand.faced_at, 0) != hand.to_act:
        return Refused("act.out_of_turn", f"It is not seat {seat}'s turn to open.", ("cooke.4.06.a",))
    return None
