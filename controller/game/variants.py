"""Every game as a row of data; the engine reads the row and knows no game by name."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Final, Literal

import msgspec
from msgspec.structs import force_setattr

from controller.game.cards import FULL_DECK, Card
from controller.game.rank import high_name
from controller.game.ranks.evaluate import Evaluate, Name
from controller.game.ranks.table import RANKINGS, high

#: Who opens a betting round: the first left of the blinds, the first left of the button, whoever brings it in, the best cards in sight.
Opens = Literal["blinds", "button", "bring_in", "best_up"]
#: Whether players put in blinds before the deal, or one of them brings it in after the first up-cards.
Forced = Literal["blinds", "bring_in"]
#: The cards a game is played with: all, those from the six up, or all and a joker.
Deck = Literal["52", "36", "53"]


class Street(msgspec.Struct, frozen=True):
    """What happens before a betting round, and what the round is played by.

    Shape: `down` and `up` cards go to every live player, `board` cards to each board; each player may change `draw` of his cards and must
    give up `discard`. `big` = the larger bet of fixed limit is in force.
    Source: cooke.6.01.b, cooke.6.02.a, cooke.6.05.a, cooke.8.03.b.
    """

    name: str
    down: int = 0
    up: int = 0
    board: int = 0
    burn: bool = False
    draw: int = 0
    discard: int = 0
    opens: Opens = "button"
    big: bool = False


class Half(msgspec.Struct, frozen=True):
    """What a pot, or half of it, is played for. `ranking` is its row in `ranks.table`; what that row has is at hand here."""

    name: Literal["high", "low"]
    ranking: str
    rank: Evaluate = high
    named: Name = high_name

    def __post_init__(self) -> None:
        force_setattr(self, "rank", RANKINGS[self.ranking].rank)
        force_setattr(self, "named", RANKINGS[self.ranking].name)


class Variant(msgspec.Struct, frozen=True):
    """A game.

    Shape: a pot is shared equally between those `halves` that anyone qualifies for. What follows from the streets is worked out
    once: `hole_cards` are dealt to a player in all, `held_cards` left to him at the showdown; the tuples have one entry a street, and
    their numbers are totals since the hand began, reached before that street's betting.
    """

    title: str
    streets: tuple[Street, ...]
    halves: tuple[Half, ...]
    deck: Deck = "52"
    boards: int = 1
    forced: Forced = "blinds"
    min_players: int = 2
    max_players: int = 10
    hole_cards: int = 0
    held_cards: int = 0
    street_names: tuple[str, ...] = ()
    hole_by_street: tuple[int, ...] = ()
    board_by_street: tuple[int, ...] = ()
    burns_by_street: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()  # of its deck, but for the joker, in ascending order

    def __post_init__(self) -> None:
        streets = self.streets
        hole = _totals([street.down + street.up for street in streets])
        derived = {
            "cards": FULL_DECK[-36:] if self.deck == "36" else FULL_DECK,
            "hole_cards": hole[-1],
            "held_cards": hole[-1] - sum(street.discard for street in streets),
            "street_names": tuple([street.name for street in streets]),
            "hole_by_street": hole,
            "board_by_street": _totals([street.board for street in streets]),
            "burns_by_street": _totals([int(street.burn) for street in streets]),
        }
        for name, worked_out in derived.items():
            force_setattr(self, name, worked_out)


def _totals(by_street: Iterable[int]) -> tuple[int, ...]:
    return tuple(accumulate(by_street))


def _board_game(hole_cards: int) -> tuple[Street, ...]:
    """The four streets of hold'em and its kin. Source: cooke.6.01.b, cooke.6.02.a, cooke.6.05.a."""
    return (
        Street("preflop", down=hole_cards, opens="blinds"),
        Street("flop", board=3, burn=True),
        Street("turn", board=1, burn=True, big=True),
        Street("river", board=1, burn=True, big=True),
    )


HIGH: Final = (Half("high", "high"),)
OMAHA: Final = (Half("high", "omaha_high"),)
OMAHA_HILO: Final = (*OMAHA, Half("low", "omaha_ace_to_five_eight"))

#: What is played where nothing names a game: the only one of the first versions, whose journals name none.
FIRST_GAME: Final = "holdem"

VARIANTS: Final[dict[str, Variant]] = {
    FIRST_GAME: Variant("Texas hold'em", _board_game(2), HIGH),
    "holdem_hilo": Variant("Texas hold'em hi-lo, eight or better", _board_game(2), (*HIGH, Half("low", "ace_to_five_eight"))),
    "omaha": Variant("Omaha", _board_game(4), OMAHA),
    "omaha_hilo": Variant("Omaha hi-lo, eight or better", _board_game(4), OMAHA_HILO),
    "omaha5": Variant("five-card Omaha", _board_game(5), OMAHA, max_players=8),
    "omaha5_hilo": Variant("Big O", _board_game(5), OMAHA_HILO, max_players=8),
    "short_deck": Variant("short-deck hold'em", _board_game(2), (Half("high", "short_deck"),), deck="36"),
}
