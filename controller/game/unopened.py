"""A first round that nobody opens: the pot stays for the next deal, or the same cards are played on for something else."""

from __future__ import annotations

from operator import sub
from typing import Final

from msgspec.structs import replace

from controller.game.hand import Due, Hand
from controller.game.outcome import Told
from controller.game.variants import VARIANTS

#: In `Variant.unopened`: the pot stays, and everybody antes again.
AGAIN: Final = "again"
AGAIN_RULES: Final = ("cooke.7.17.b",)
FALSE_RULES: Final = ("cooke.7.17.02.e", "cooke.7.17.01.a")
#: The same where another game would have been played on: the button stays.
FALSE_HIGH_RULES: Final = ("cooke.7.20.02.a",)
LOW_RULES: Final = ("cooke.7.20.a",)
PASSED_OVER_RULES: Final = ("cooke.7.20.01.b",)


def passed_out(hand: Hand) -> bool:
    """Whether a first round for antes is over that somebody could have opened, and nobody has."""
    other = VARIANTS[hand.variant].unopened
    if hand.street or hand.current_bet or hand.drawing.opener >= 0 or not other:
        return False
    if "draw.unopened_again" in hand.off if other == AGAIN else "draw.unopened_low" in hand.off:
        return False
    return any(faced >= 0 and not out for faced, out in zip(hand.faced_at, hand.folded, strict=True))


def nobody_opened(hand: Hand, told: list[Told]) -> Hand:
    """Return the hand after such a round: over, with the pot left for the next; or played on, as the game has it.

    Source: cooke.7.17.b, cooke.7.20.a.
    """
    other = VARIANTS[hand.variant].unopened
    return ended(hand, told) if other == AGAIN or hand.drawing.proof == "none" else _played_on(hand, other, told)


def ended(hand: Hand, told: list[Told]) -> Hand:
    """Return the hand ended without a winner: what is in the pot stays there."""
    chips = sum(hand.put_in) + hand.setup.carried.chips
    payoffs = tuple(map(sub, hand.stacks, hand.start_stacks))
    again = VARIANTS[hand.variant].unopened == AGAIN
    rules = AGAIN_RULES if hand.drawing.proof != "none" else FALSE_RULES if again else FALSE_HIGH_RULES
    told.append(Told("pot_carried", amount_chips=chips, rules=rules))
    told.append(Told("hand_ended", payoffs=tuple(zip(hand.seats, payoffs, strict=True))))
    zeros = (0,) * len(hand.seats)
    return replace(hand, stage="ended", to_act=-1, bets=zeros, current_bet=0, payoffs=payoffs, pots=((chips, ()),))


def _played_on(hand: Hand, other: str, told: list[Told]) -> Hand:
    """The first left of the button must open for the set bet; with less than half of it he plays on, and the next one must.

    Source: cooke.7.20.a, cooke.7.20.b, cooke.7.20.01.a, cooke.7.20.01.b.
    """
    setup, blind = hand.setup, hand.stakes.big_blind
    live = [i for i, out in enumerate(hand.folded) if not out and hand.stacks[i]]
    forced = next((i for i in live if 2 * hand.stacks[i] >= blind or "draw.short_forced" in hand.off), live[0])
    told.append(
        Told(
            "unopened",
            hand.seats[forced],
            blind,
            name=VARIANTS[other].title,
            rules=LOW_RULES if forced == live[0] else LOW_RULES + PASSED_OVER_RULES,
        )
    )
    return replace(
        hand,
        setup=replace(setup, variant=other, betting=setup.if_unopened),
        stage="posting",
        to_act=-1,
        owing=(Due(forced, blind, "big_blind"),),
        faced_at=(-1,) * len(hand.seats),
        drawing=replace(hand.drawing, forced=forced, short=-1 if forced == live[0] else live[0]),
    )
