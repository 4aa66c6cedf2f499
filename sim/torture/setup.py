"""What a hand is played with: who sits where with how many chips, what for, by which book, and the order of the deck."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, Literal, get_args

import msgspec
from msgspec.structs import replace

from controller.game.cards import FULL_DECK, JOKER, Card
from controller.game.zones import MAX_SEATS
from controller.rules.catalogue.row import BOOKS, Book
from sim.torture import sight
from sim.torture.answers import Answers, draw_answers
from sim.torture.games import FIRST, GAMES

#: The most players dealt in: a seat stays free, so that somebody who is not in the hand can be named.
MOST_PLAYERS: Final = 9
#: Places that have antennas for up-cards.
SEATS_WITH_SIGHT: Final = 8

AnteFrom = Literal["all", "big_blind", "button"]
Limit = Literal["no_limit", "pot_limit", "fixed_limit", "spread_limit"]

#: What hands are drawn from unless said otherwise.
EVERY_BOOK: Final[tuple[Book, ...]] = tuple(BOOKS)
EVERY_LIMIT: Final[tuple[Limit, ...]] = get_args(Limit)


class Stakes(msgspec.Struct, frozen=True):
    """What the hand is played for, as `table.stakes` of a scenario. Units: chips."""

    small_blind: int
    big_blind: int
    ante: int = 0
    ante_from: AnteFrom = "all"
    min_bet: int = 0  # 0 = the big blind
    limit: Limit = "no_limit"
    small_bet: int = 0
    big_bet: int = 0
    max_bets: tuple[int, ...] = ()  # spread limit: the most of each street, the last goes on
    unit: int = 1
    bring_in: int = 0  # 0 = the house's part of the small bet


class Setup(msgspec.Struct, frozen=True):
    """A table before its hand. `stacks` by seat; the first card of `deck` is dealt first. Units: chips."""

    stakes: Stakes
    stacks: dict[int, int]
    button: int
    deck: tuple[Card, ...]
    book: Book = "cooke"
    answers: Answers = Answers()
    game: str = FIRST

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in turn, from the first left of the button to the button."""
        seats = sorted(seat for seat, stack in self.stacks.items() if stack >= self.least_stack)
        return (*[seat for seat in seats if seat > self.button], *[seat for seat in seats if seat <= self.button])

    @property
    def with_sight(self) -> bool:
        """Whether the game has up-cards, so that there are no blinds."""
        return bool(GAMES[self.game].sight)

    @property
    def least_stack(self) -> int:
        """What a player must have to be dealt in. Source: cooke.5.14.a, cooke.5.14.b, roberts.stud.4a."""
        if not self.with_sight:
            return 1
        return max(1, self.stakes.ante + (self.forced_chips if self.answers.stud_money_for_hand == "ante_and_bring_in" else 0))

    @property
    def forced_chips(self) -> int:
        """The forced bet. Source: cooke.5.06.c, roberts.stud.3."""
        stakes = self.stakes
        return stakes.bring_in or sight.forced_chips(stakes.big_blind, stakes.unit, self.answers)


_BLINDS: Final = ((1, 2), (1, 2), (1, 3), (2, 5), (5, 5), (0, 2), (10, 15), (50, 100), (200, 400))
#: Small and big blind, and the step of wagers, where these are no single chips.
_IN_UNITS: Final = ((5, 10, 5), (50, 100, 25), (10, 20, 10))
#: How deep stacks are, in big blinds, as (least, most) in hundredths: broke, short, middling, deep.
_DEPTHS: Final = ((10, 250), (100, 900), (700, 4_000), (4_000, 25_000))


def draw_game(seed: int, number: int, games: Sequence[str]) -> str:
    """Every other hand is hold'em where it is among the games; what else of a hand is drawn does not hang on it."""
    draw = random.Random(f"torture game:{seed}:{number}")  # noqa: S311 # a repeatable run is the point
    return FIRST if FIRST in games and draw.random() < 0.5 else draw.choice(games)


def draw_setup(draw: random.Random, books: Sequence[Book], limits: Sequence[Limit], game: str = FIRST) -> Setup:
    """Return a table drawn at random: 2 to 9 players, stacks from less than a blind to 250 of them."""
    limit, by_sight = draw.choice(limits), bool(GAMES[game].sight)
    stakes = _draw_stakes_of_stud(draw, limit) if by_sight else _draw_stakes(draw, limit)
    players = min(draw.choice((2, 2, 3, 3, 4, 5, 6, 7, 8, 9)), GAMES[game].players)
    players = max(players, draw.choice((2, 5, 8))) if by_sight else players
    seats = sorted(draw.sample(range(1, (SEATS_WITH_SIGHT if by_sight else MAX_SEATS) + 1), players))
    low, high = draw.choice(_DEPTHS)
    alike = draw.random() < 0.1
    depth = draw.randint(low, high)
    stacks: dict[int, int] = {}
    for seat in seats:
        if not alike:
            low, high = draw.choice(_DEPTHS) if draw.random() < 0.4 else (low, high)
            depth = draw.randint(low, high)
        stacks[seat] = max(1, stakes.big_blind * depth // 100)
    deck = list(FULL_DECK)
    draw.shuffle(deck)
    book = draw.choice(books)
    button, answers = draw.choice(seats), draw_answers(draw, book)
    if GAMES[game].joker and answers.draw_joker:
        deck.insert(draw.randrange(len(deck)), JOKER)
    setup = Setup(stakes, stacks, button, tuple(deck), book, answers, game)
    return _with_two_dealt_in(setup, draw) if by_sight else setup


def _with_two_dealt_in(setup: Setup, draw: random.Random) -> Setup:
    """Most of those who have too little for the ante and the forced bet have more; two have in any case."""
    stacks, least = dict(setup.stacks), setup.least_stack
    for number, seat in enumerate(stacks):
        if stacks[seat] < least and (number < 2 or draw.random() < 0.8):
            stacks[seat] = least + draw.choice((0, 0, 1, least))
    return replace(setup, stacks=stacks)


def _draw_stakes_of_stud(draw: random.Random, limit: Limit) -> Stakes:
    """Antes and a forced bet; `big_blind` is the small bet."""
    blinds = _draw_stakes(draw, limit)
    bet, unit = blinds.big_blind, blinds.unit
    ante = draw.choice((0, *[max(1, bet // part) for part in (10, 5, 4, 4)]))
    bring_in = draw.choice((*((0,) if unit == 1 else ()), *[max(unit, bet // part // unit * unit) for part in (4, 3, 2)]))
    return replace(blinds, small_blind=0, min_bet=0, ante=ante, ante_from="all", bring_in=min(bring_in, bet - 1))


def _draw_stakes(draw: random.Random, limit: Limit) -> Stakes:
    small, big = draw.choice(_BLINDS)
    unit = 1
    if draw.random() < 0.15:
        small, big, unit = draw.choice(_IN_UNITS)
    ante, ante_from = 0, "all"
    if draw.random() < 0.3:
        ante = max(1, draw.choice((big // 8, big // 2, big)))
        ante_from = draw.choice(("all", "all", "big_blind", "button"))
    stakes = Stakes(small, big, ante, ante_from, limit=limit, unit=unit)  # type: ignore[arg-type] # drawn from the words of AnteFrom
    if limit == "fixed_limit":
        return replace(stakes, small_bet=big, big_bet=2 * big)
    if limit == "spread_limit":
        low = draw.choice((2, 3, 5)) * big
        return replace(stakes, max_bets=draw.choice(((low,), (low, low, 2 * low, 2 * low), (low, 2 * low))))
    return replace(stakes, min_bet=draw.choice((big * 2, max(1, big // 2)))) if draw.random() < 0.1 else stakes
