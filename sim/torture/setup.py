"""What a hand is played with: who sits where with how many chips, what for, by which book, and the order of the deck."""

from __future__ import annotations

import random
from typing import Final, Literal

import msgspec

from controller.game.cards import FULL_DECK, Card
from controller.game.zones import MAX_SEATS
from controller.rules.catalogue.row import Book

#: The most players dealt in: a seat stays free, so that somebody who is not in the hand can be named.
MOST_PLAYERS: Final = 9

#: What a table plays by where no book is named.
OWN_BOOK: Final[Book] = "cooke"

AnteFrom = Literal["all", "big_blind", "button"]


class Blinds(msgspec.Struct, frozen=True):
    """What the hand is played for, as `table.stakes` of a scenario. Units: chips."""

    small_blind: int
    big_blind: int
    ante: int = 0
    ante_from: AnteFrom = "all"
    min_bet: int = 0  # 0 = the big blind


class Setup(msgspec.Struct, frozen=True):
    """A table before its hand. `stacks` by seat; the first card of `deck` is dealt first. Units: chips."""

    blinds: Blinds
    stacks: dict[int, int]
    button: int
    deck: tuple[Card, ...]
    book: Book | Literal[""] = ""

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in turn, from the first left of the button to the button."""
        seats = sorted(self.stacks)
        at = seats.index(self.button) + 1
        return (*seats[at:], *seats[:at])


_BLINDS: Final = ((1, 2), (1, 2), (1, 3), (2, 5), (5, 5), (0, 2), (10, 15), (50, 100), (200, 400))
#: How deep stacks are, in big blinds, as (least, most) in hundredths: broke, short, middling, deep.
_DEPTHS: Final = ((10, 250), (100, 900), (700, 4_000), (4_000, 25_000))


def draw_setup(draw: random.Random, books: tuple[Book, ...] = ()) -> Setup:
    """Return a table drawn at random: 2 to 9 players, stacks from less than a blind to 250 of them."""
    blinds = _draw_blinds(draw)
    players = draw.choice((2, 2, 3, 3, 4, 5, 6, 7, 8, 9))
    seats = sorted(draw.sample(range(1, MAX_SEATS + 1), players))
    low, high = draw.choice(_DEPTHS)
    alike = draw.random() < 0.1
    depth = draw.randint(low, high)
    stacks: dict[int, int] = {}
    for seat in seats:
        if not alike:
            low, high = draw.choice(_DEPTHS) if draw.random() < 0.4 else (low, high)
            depth = draw.randint(low, high)
        stacks[seat] = max(1, blinds.big_blind * depth // 100)
    deck = list(FULL_DECK)
    draw.shuffle(deck)
    return Setup(blinds, stacks, draw.choice(seats), tuple(deck), draw.choice(books) if books else "")


def _draw_blinds(draw: random.Random) -> Blinds:
    small, big = draw.choice(_BLINDS)
    ante, ante_from = 0, "all"
    if draw.random() < 0.3:
        ante = max(1, draw.choice((big // 8, big // 2, big)))
        ante_from = draw.choice(("all", "all", "big_blind", "button"))
    min_bet = draw.choice((big * 2, max(1, big // 2))) if draw.random() < 0.1 else 0
    return Blinds(small, big, ante, ante_from, min_bet)  # type: ignore[arg-type] # drawn from the words of AnteFrom
