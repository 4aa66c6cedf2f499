"""Cards of the standard deck as small integers. A card never knows its tag.

`Card` is `rank * 4 + suit` with rank 0 (deuce) … 12 (ace) and suit 0 … 3 in the
order c, d, h, s: cheap to hold in tuples, to compare and to index tables with. The joker comes after them.
"""

from __future__ import annotations

from typing import Final, NewType

Card = NewType("Card", int)

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK_SIZE: Final = 52

#: The fifty-third card of games with the bug; it belongs to no other deck, and rankings without the bug have no place for it.
JOKER: Final = Card(DECK_SIZE)

#: The 52 cards in ascending order; `FULL_DECK[c] == c`.
FULL_DECK: Final[tuple[Card, ...]] = tuple(Card(n) for n in range(DECK_SIZE))

#: Every card there is; `ALL_CARDS[c] == c`.
ALL_CARDS: Final = (*FULL_DECK, JOKER)

_TEXT: Final = (*[rank + suit for rank in RANKS for suit in SUITS], "XJ")
_CARD: Final = {text: Card(number) for number, text in enumerate(_TEXT)}


def card_text(card: Card) -> str:
    """Return the two-character name of a card, as `Kd`; that of the joker is `XJ`."""
    return _TEXT[card]


def parse_card(text: str) -> Card | None:
    """Return the card named `text` (`Kd`, rank upper and suit lower case; `XJ`), or None if it names none."""
    return _CARD.get(text)


def parse_cards(text: str) -> tuple[Card, ...] | None:
    """Return the cards of a run such as `9sTc`, or None when any part of it names no card."""
    if len(text) % 2:
        return None
    cards = [_CARD.get(text[i : i + 2]) for i in range(0, len(text), 2)]
    known = tuple(card for card in cards if card is not None)
    return known if len(known) == len(cards) else None
