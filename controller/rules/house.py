"""House options: one field a question, filled from table.toml."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

import msgspec
from msgspec.structs import asdict

from controller.game.awards import AwardRules
from controller.game.chips import LimitOrSame, Stakes
from controller.game.draw_rules import DrawRules
from controller.game.limits import BettingRules
from controller.game.posting import PostingRules
from controller.game.sight_rules import SightRules
from controller.game.zones import BOARDS
from controller.rules.announcing import Announcing
from controller.rules.award_rules import award_rules
from controller.rules.betting_rules import betting_rules, of_game
from controller.rules.catalogue.row import BOOKS, Book
from controller.rules.draw_rules import draw_rules
from controller.rules.options import DEFAULT_BOOK, PRESETS, HouseOptions
from controller.rules.registered import rows_of
from controller.rules.sight_rules import sight_rules

#: All that the house has changed is told in one retained message, beside the little else that is in it.
MAX_TOLD_BYTES: Final = 12_000


class House(msgspec.Struct, frozen=True, cache_hash=True):
    """How this table is run. Constant while the daemon runs.

    `stakes` are those of the first hand; `new_hand` may set others. `options` are the answers of `book`, but for those that the house
    has changed: the code asks for an answer, never for the book. `without` names registered rules that are switched off: only the
    coverage of the rules ever does that, to see that the proof of a rule fails without it. `rotation` are games that are played one
    after another, from the first hand on; each lasts `rotation_minutes`, or, where that is 0, as long as the option has it.
    `decks` are the names of the enrolled decks, () = it is not known which there are.
    `board_antennas` = places of the board with an antenna of their own; the first one reads the boards that have none. `burn_antenna` =
    burned cards are read: where they are not, nobody knows whether one was burned.
    `board_antennas` = places of the board with an antenna of their own; the first one reads the boards that have none. `announcing` = what
    the dealer has to say is kept in mind until he has said it; None = only what no hand can be played without is announced.
    """

    variant: str = "holdem"
    seats: int = 10
    stakes: Stakes = Stakes(50, 100)
    posting: PostingRules = PostingRules()
    book: Book = DEFAULT_BOOK
    options: HouseOptions = HouseOptions()
    without: frozenset[str] = frozenset()
    rotation: tuple[Stakes, ...] = ()
    rotation_minutes: int = 0
    board_antennas: int = 1
    decks: tuple[str, ...] = ()
    burn_antenna: bool = False
    announcing: Announcing | None = None

    def cited(self, rules: tuple[str, ...]) -> tuple[str, ...]:
        """Return which of the rules this house names: its own book's, or all where its book has none; never one that is switched off."""
        return self.citations[rules]

    @property
    def citations(self) -> Mapping[tuple[str, ...], tuple[str, ...]]:
        """What is cited for rules of all books: `cited` of each, for those who ask often. Any rules are in it."""
        return _cited_without(self.book, self.without) if self.without else _CITED[self.book]

    @property
    def betting(self) -> BettingRules:
        """What betting asks of the answers, whatever the game."""
        return _betting(self)

    def betting_of(self, variant: str, limit: LimitOrSame) -> BettingRules:
        """Return what betting asks of the answers in this game; a new hand takes it along."""
        return of_game(_betting(self), self.options, self.without, variant, limit)

    @property
    def awards(self) -> AwardRules:
        """What awarding pots asks of the answers; a new hand takes it along."""
        return _awards(self)

    @property
    def draws(self) -> DrawRules:
        """What games with draws ask of the answers; a new hand takes it along."""
        return _draws(self)

    @property
    def sight(self) -> SightRules:
        """What games with up-cards ask of the answers; a new hand takes it along."""
        return _sight(self)

    def changed(self) -> dict[str, bool | int | str]:
        """Return the answers that are other than the book's, by the question's name."""
        book, mine = asdict(PRESETS[self.book]), asdict(self.options)
        return {name: answer for name, answer in mine.items() if answer != book[name]}

    def told_bytes(self) -> int:
        """Return what the changed answers take in a message; at most `MAX_TOLD_BYTES` are taken."""
        return sum(len(name) + len(str(answer)) + len('"":"",') for name, answer in self.changed().items())


def board_antennas(zones: Iterable[str]) -> int:
    """Return how many places of the board have an antenna of their own where antennas lie under these zones; the first has one, or
    cards there are entered by hand.
    """
    under = frozenset(zones)
    return next((number for number, zone in enumerate(BOARDS) if number and zone not in under), len(BOARDS))


@lru_cache(maxsize=64)  # a house keeps its hash
def _betting(house: House) -> BettingRules:
    return betting_rules(house.options, house.without)


@lru_cache(maxsize=64)
def _sight(house: House) -> SightRules:
    return sight_rules(house.options, house.without)


@lru_cache(maxsize=64)
def _draws(house: House) -> DrawRules:
    return draw_rules(house.options, house.without)


@lru_cache(maxsize=64)
def _awards(house: House) -> AwardRules:
    return award_rules(house.options, house.without)


class _Citations(dict[tuple[str, ...], tuple[str, ...]]):
    """Citations of all books → those of one book. They are constants of the code: few, and asked for with every street."""

    def __init__(self, book: Book, off: frozenset[str] = frozenset()) -> None:
        self._begin, self._off = f"{book}.", off

    def __missing__(self, rules: tuple[str, ...]) -> tuple[str, ...]:
        named = tuple([rule for rule in rules if rule.startswith(self._begin)]) or rules
        self[rules] = own = tuple([rule for rule in named if rule not in self._off])
        return own


@lru_cache(maxsize=1_024)
def _cited_without(book: Book, without: frozenset[str]) -> _Citations:
    return _Citations(book, rows_of(without))


_CITED: Final = {book: _Citations(book) for book in BOOKS}
