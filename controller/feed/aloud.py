"""What a speaker says of an announcement: the same sentence as everywhere, in the table's language, its cards by their names."""

from __future__ import annotations

from controller.feed.ruled import announcement_values
from controller.rules import ruling_words
from controller.rules.ruling import Announcement
from controller.rules.ruling_words import say
from controller.rules.spoken import Language, card_aloud


def aloud(one: Announcement, language: Language) -> str:
    """Return the sentence. Invariants: it names no card that the announcement does not, and those lie face up."""
    cards = ", ".join(card_aloud(card, language, by_number=one.by_number) for card in one.cards) or None
    return say(ruling_words.ANNOUNCEMENTS[one.about], {**announcement_values(one), "cards": cards}, language)
