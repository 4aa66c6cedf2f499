"""How a card is called when it is spoken of, by a dealer or a speaker: its rank and suit in words.

Twos are deuces and threes treys, which nobody mishears.
Source: cooke.def.deuce_trey.
"""

from __future__ import annotations

from typing import Final, Literal

from controller.game.cards import RANKS, SUITS, Card

Language = Literal["en", "de"]

#: What is cited where a deuce or a trey is named aloud.
DEUCE_TREY_RULES: Final = ("cooke.def.deuce_trey",)
#: By rank from the deuce up, and by suit.
_RANKS: Final[dict[Language, tuple[str, ...]]] = {
    "en": ("deuce", "trey", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"),
    "de": ("Zwei", "Drei", "Vier", "Fünf", "Sechs", "Sieben", "Acht", "Neun", "Zehn", "Bube", "Dame", "König", "Ass"),
}
_SUITS: Final[dict[Language, tuple[str, ...]]] = {
    "en": ("clubs", "diamonds", "hearts", "spades"),
    "de": ("Kreuz", "Karo", "Herz", "Pik"),
}
_JOKER: Final[dict[Language, str]] = {"en": "the joker", "de": "Joker"}
#: Ranks whose names in speech are not those of their numbers, and what those would be.
_NUMBERS: Final = ("two", "three")


def card_aloud(card: Card, language: Language, *, by_number: bool = False) -> str:
    """Return the name of a card as it is spoken: `deuce of hearts`, `Herz Zwei`; `by_number` = a two is called a two."""
    rank, suit = divmod(int(card), len(SUITS))
    if rank >= len(RANKS):
        return _JOKER[language]
    if language == "de":
        return f"{_SUITS['de'][suit]} {_RANKS['de'][rank]}"
    name = _NUMBERS[rank] if by_number and rank < len(_NUMBERS) else _RANKS["en"][rank]
    return f"{name} of {_SUITS['en'][suit]}"


def names_deuce_or_trey(cards: tuple[Card, ...]) -> bool:
    """Whether a two or a three is among cards that are named aloud."""
    return any(card // len(SUITS) < len(_NUMBERS) for card in cards)
