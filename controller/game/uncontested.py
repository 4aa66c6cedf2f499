"""The last one left: he takes everything, or shows first what he opened with."""

from __future__ import annotations

from operator import sub

from msgspec.structs import replace

from controller.game import openers, pots, unopened
from controller.game.hand import Hand
from controller.game.outcome import Told

UNCONTESTED_RULES = ("cooke.4.12.a", "home.1.win", "home.6.noshow")
LAST_LEFT_RULES = ("cooke.4.03.b", *UNCONTESTED_RULES)


def win_uncontested(hand: Hand, folded: tuple[bool, ...], last_acts: tuple[str, ...], told: list[Told]) -> Hand:
    """Return the hand after the fold that left one player: he takes everything and need not show.

    His uncalled chips go back to him first.
    Source: cooke.4.12.a, cooke.4.03.b, home.1.win, home.6.noshow.
    """
    if hand.drawing.opener >= 0 and openers.owed(replace(hand, folded=folded)):
        return _hold(replace(hand, folded=folded, last_acts=last_acts))
    setup, winner = hand.setup, folded.index(False)
    stacks, put_in = pots.take_back_uncalled(hand, told)
    chips = sum(put_in)
    if setup.carried.deals:
        chips += setup.carried.chips
    told.append(Told("street_closed", None, chips))
    told.append(Told("pot_awarded", setup.seats[winner], chips, pot=0, rules=LAST_LEFT_RULES))
    work = [*stacks]
    work[winner] += chips
    stacks = tuple(work)
    return replace(
        hand,
        stage="ended",
        folded=folded,
        last_acts=last_acts,
        to_act=-1,
        stacks=stacks,
        put_in=put_in,
        bets=(0,) * len(work),
        current_bet=0,
        payoffs=payoffs(hand, stacks, told),
        pots=((chips, (winner,)),),
    )


def _hold(hand: Hand) -> Hand:
    """Return the hand with its pot held until the opener, whom nobody has called, has shown his openers. Source: cooke.7.17.01.a."""
    chips = sum(hand.put_in) - sum(hand.bets) + hand.setup.carried.chips
    return replace(hand, stage="showdown", to_act=-1, current_bet=0, pots=((chips, (hand.drawing.opener,)),))


def take_all(hand: Hand, told: list[Told]) -> Hand:
    """Return the hand after the opener was the last one left: he takes everything, or, without openers, loses his opening bet to the pot.

    Source: cooke.7.17.01.a, cooke.7.17.02.c, cooke.7.20.02.a.
    """
    if hand.drawing.proof != "none" and not hand.mucked[hand.drawing.opener]:
        return win_uncontested(hand, hand.folded, hand.last_acts, told)
    i = hand.drawing.opener
    stacks, put_in = pots.take_back_uncalled(hand, [])
    back = stacks[i] - hand.stacks[i]
    kept = min(back, hand.drawing.opened_chips) if not hand.street else 0
    told += [Told("uncalled_returned", hand.seats[i], back - kept)] if back > kept else []
    stacks = (*stacks[:i], stacks[i] - kept, *stacks[i + 1 :])
    put_in = (*put_in[:i], put_in[i] + kept, *put_in[i + 1 :])
    return unopened.ended(replace(hand, stacks=stacks, put_in=put_in), told)


def payoffs(hand: Hand, stacks: tuple[int, ...], told: list[Told]) -> tuple[int, ...]:
    """Return and tell what each player won or lost, now that the chips are with their owners."""
    won = tuple(map(sub, stacks, hand.start_stacks))
    told.append(Told("hand_ended", payoffs=tuple(zip(hand.setup.seats, won, strict=True))))
    return won
