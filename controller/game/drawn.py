"""What players have changed or given up of their cards, as the hand keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from controller.game.cards import Card

if TYPE_CHECKING:
    from controller.game.hand import Hand

#: In `Drawing.counts`: he had folded.
OUT = -2
#: Bytes a card takes in `Drawing.gone` and `Drawing.came`: street, player, card.
_ROW = 3


class Drawing(msgspec.Struct, frozen=True, gc=False):
    """The draws and discards of a hand.

    Shape: `counts` has one entry a draw or discard that has begun, oldest first, in it one number a player: how many cards he changes or
    gives up, -1 as long as that is open, `OUT` when he was out of the hand by then. `gone` and `came` are the cards that left and came
    so, three bytes each: street, player, card; `unseen` left their player's place before he said how many, and nobody saw where to.
    Invariants: a card of `gone` is not in `Hand.dealt`, unless it was dealt again.
    """

    counts: tuple[tuple[int, ...], ...] = ()
    gone: bytes = b""
    came: bytes = b""
    unseen: bytes = b""


#: Nobody has changed a card.
NO_DRAWING = Drawing()


def begun(hand: Hand) -> Hand:
    """Return the hand with the next draw or discard open to everyone who is still in it."""
    drawing = hand.drawing
    counts = tuple([OUT if out else -1 for out in hand.folded])
    return replace(hand, stage="drawing", drawing=replace(drawing, counts=(*drawing.counts, counts)))


def said_of(drawing: Drawing, index: int) -> tuple[int, ...]:
    """Return how many cards a player changed or gave up, draw by draw, as far as he was in the hand and has said."""
    return tuple([counts[index] for counts in drawing.counts if counts[index] >= 0])


def row(street: int, index: int, card: int) -> bytes:
    """One card as `gone` and `came` hold it."""
    return bytes((street, index, card))


def cards_of(rows: bytes, street: int, index: int) -> tuple[Card, ...]:
    """Return the cards that player gave up, or was given, before the betting of that street."""
    return tuple([Card(rows[at + 2]) for at in range(0, len(rows), _ROW) if rows[at] == street and rows[at + 1] == index])


def all_cards(rows: bytes) -> bytes:
    """Return every card of `gone` or `came`, in order."""
    return rows[2::_ROW]
