"""Cards that leave a player's hand while cards are changed: those that are seen to go, and those of which only the word tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from controller.game.cards import Card
from controller.game.drawn import cards_of, row

if TYPE_CHECKING:
    from controller.game.hand import Hand


def without(hand: Hand, index: int, card: int) -> Hand:
    """The hand after a card of this player is known to have gone."""
    drawing, at, gone = hand.drawing, hand.dealt.index(card), row(hand.street + 1, index, card)
    return replace(
        hand,
        dealt=hand.dealt[:at] + hand.dealt[at + 1 :],
        dealt_to=hand.dealt_to[:at] + hand.dealt_to[at + 1 :],
        drawing=replace(drawing, gone=drawing.gone + gone, unseen=less(drawing.unseen, gone)),
    )


def gone_unseen(hand: Hand, index: int, number: int) -> Hand:
    """Return the hand after it is said how many cards go: those that left unseen are among them, as far as others do not make it up."""
    into = hand.street + 1
    missing = number - len(cards_of(hand.drawing.gone, into, index))
    for card in cards_of(hand.drawing.unseen, into, index)[: max(missing, 0)]:
        hand = without(hand, index, card)
    return hand


def picked_up(hand: Hand, card: Card, index: int) -> Hand:
    """Return the hand after a card that had left a player's place unseen lies there again; the very same where it had not."""
    drawing = hand.drawing
    unseen = less(drawing.unseen, row(hand.street + 1, index, card))
    return hand if unseen == drawing.unseen else replace(hand, drawing=replace(drawing, unseen=unseen))


def less(cards: bytes, gone: bytes) -> bytes:
    """Rows without one of them."""
    return b"".join(one for one in rows(cards) if one != gone)


def rows(cards: bytes) -> list[bytes]:
    """Cards as `Drawing` keeps them, one by one."""
    return [cards[at : at + 3] for at in range(0, len(cards), 3)]
