"""Which hole cards a feed for viewers may show: the policy of the overlay, and nothing else.

One place decides. What it does not return is in no view, message or page.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

from controller.game.cards import Card
from controller.game.hand import Hand

Reveal = Literal["never", "showdown", "after_hand", "always"]

#: Every policy, from the one that shows least to the one that shows most.
POLICIES: Final[tuple[Reveal, ...]] = get_args(Reveal)

MAX_DELAY_S: Final = 3_600


class Broadcast(NamedTuple):
    """What a feed for viewers lets through, and how late."""

    reveal: Reveal = "showdown"
    delay_s: int = 0


def revealed(reveal: Reveal, hand: Hand, index: int) -> tuple[Card, ...]:
    """Return the hole cards of player `index` that the policy lets through as the hand stands.

    `never`: none, not even a tabled hand; but up-cards, which everybody sees as he sees the board. `showdown`: what was tabled.
    `after_hand`: that, and once the hand was paid out the cards of everyone who was dealt in, folded and mucked ones too. `always`:
    every card as it is read. A voided hand shows what was tabled: its cards may be dealt again before anybody knows why.
    Invariants: each policy shows at least what the one before it in `POLICIES` shows.
    """
    in_sight = hand.up_of(index) if hand.up and not hand.folded[index] and not hand.mucked[index] else ()
    if reveal == "never":
        return in_sight
    if reveal == "always" or (reveal == "after_hand" and hand.stage == "ended"):
        return hand.hole_of(index)
    return hand.shown[index] or in_sight


def needs_token(reveal: Reveal) -> bool:
    """Whether the overlay is for holders of the broadcast token only, wherever they connect from.

    With `always` it shows live hole cards: whoever opens it on the table's own machine could play by them.
    """
    return reveal == "always"
