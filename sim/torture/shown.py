"""What becomes of a card that the dealer shows before the first round is over, by game and book.

Written from the rule books, apart from the table's own rows.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from controller.game.cards import JOKER, RANKS, Card
from controller.rules.catalogue.row import Book
from sim.torture.setup import Setup

#: In games without a rule of their own: the card that was to be the burn comes for it.
REPLACED_RULES: Final = ("cooke.14.09.e", "roberts.holdem.1b")
OFF_RULES: Final = ("cooke.16.12.b", "roberts.irregularities.12d", "home.7.misdeal.1")


class OfGame(NamedTuple):
    """A game's own rule: which ranks are kept, and the rows that say so."""

    kept: str
    rules: tuple[str, ...]


#: Source: cooke.7.11.a, cooke.7.19.c, roberts.lowball.8. Elsewhere cards are replaced, and Robert's rules let nobody choose.
_KEPT: Final[dict[tuple[str, Book], OfGame]] = {
    ("five_card_draw", "cooke"): OfGame(RANKS, ("cooke.7.11.a",)),
    ("five_card_draw", "roberts"): OfGame("", ("roberts.irregularities.12", "roberts.irregularities.13")),
    ("deuce_to_seven_triple_draw", "cooke"): OfGame("75432", ("cooke.7.19.c",)),
    ("deuce_to_seven_triple_draw", "roberts"): OfGame("75432", ("roberts.lowball.8",)),
}
_LOWBALL: Final = "deuce_to_seven_triple_draw"
#: In lowball a short hand is live, and gets its card, as long as nobody has acted.
SHORT_RULES: Final = ("roberts.lowball.11",)


def is_kept(setup: Setup, card: Card) -> bool:
    """Whether its player keeps it; a joker stays where every card does."""
    row = _KEPT.get((setup.game, setup.book))
    return row is not None and (row.kept == RANKS if card == JOKER else RANKS[card // 4] in row.kept)


def hangs_on_rank(setup: Setup) -> bool:
    """Whether it takes to know which card it is."""
    row = _KEPT.get((setup.game, setup.book))
    return row is not None and row.kept not in ("", RANKS)


def rules_of(setup: Setup) -> tuple[str, ...]:
    row = _KEPT.get((setup.game, setup.book))
    return REPLACED_RULES if row is None else row.rules


def any_is_misdeal(setup: Setup) -> bool:
    """Whether one card that the dealer shows is a misdeal, whichever it is. Source: home.7.misdeal.1."""
    return setup.book == "home"


def counts(setup: Setup, card: Card) -> bool:
    """Whether it is one of those of which two are a misdeal: who keeps his needs no other. Source: cooke.14.20.h, roberts.misdeals.1.2."""
    return setup.book != "cooke" or not is_kept(setup, card)


def in_lowball_of_roberts(setup: Setup) -> bool:
    """Whether short hands live, and boxed cards are no misdeal. Source: roberts.lowball.1, roberts.lowball.11."""
    return setup.book == "roberts" and setup.game == _LOWBALL
