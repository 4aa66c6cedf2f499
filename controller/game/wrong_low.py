"""The forced bet made by the wrong player: taken back, or left where two have acted behind it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game import betting, wagers
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told

#: The true low card brings it in; who was named wrongly takes his chips back and decides when it is his turn.
CORRECTED_RULES: Final = ("cooke.5.18.a", "cooke.5.18.b", "roberts.stud.5a")
STANDS_RULES: Final = ("cooke.5.18.c", "roberts.stud.5b")
DEEDS: Final = ("bring_in", "complete")


def corrected(hand: Hand, seat: int, do: str) -> Refused | None:
    """Return why this seat does not open the round; None where it is about something else.

    Source: cooke.5.18.a, cooke.5.18.b.
    """
    if do not in DEEDS or seat not in hand.seats or not wagers.brings_in(hand) or hand.seats[hand.to_act] == seat:
        return None
    low = hand.seats[hand.to_act]
    return Refused(
        "act.out_of_turn",
        f"Seat {low} has the card that opens, not seat {seat}: seat {seat} takes his chips back, and seat {low} brings it in. "
        "Where two have acted behind him already the floor enters it for him, and it stands.",
        CORRECTED_RULES,
    )


def stands(hand: Hand, seat: int, do: str, to_chips: int | None) -> betting.Outcome | None:
    """Return the hand with the forced bet of a player whom the floor lets open; None where it is about something else.

    Source: cooke.5.18.c.
    """
    if corrected(hand, seat, do) is None or "stud.wrong_low_stands" in hand.off:
        return None
    i = hand.index_of[seat]
    if hand.folded[i] or not hand.stacks[i]:
        return None
    outcome = betting.act(replace(hand, to_act=i), seat, do, to_chips)
    if isinstance(outcome, Refused):
        return outcome
    after, told = outcome
    first: Told = told[0]
    return after, [replace(first, rules=STANDS_RULES), *told[1:]]
