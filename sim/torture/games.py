"""What torture plays: each game's streets and what its pot is won by, written from the rule books apart from the table's own rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from controller.game.cards import Card
from sim.torture import ranks

#: How strong a hand and a board are: the greater tuple wins, equal ones tie, None = wins nothing.
Strength: TypeAlias = Callable[[Sequence[Card], Sequence[Card]], tuple[int, ...] | None]

#: What up-cards are looked at for: a game for high, for both, for low. "" = the game has none.
Sight = Literal["", "high", "both", "low"]


class Street(NamedTuple):
    """What comes before a round: cards to the board, cards that each may change, cards that each gives up; `big` = the bigger limit bet.

    `down` and `up` come to each player in games with up-cards; in the others all of `Game.hole` come before the first round.

    `late` = they are given up when the board of this street lies there, not before it is dealt.
    """

    name: str
    board: int = 0
    draw: int = 0
    discard: int = 0
    big: bool = False
    late: bool = False
    down: int = 0
    up: int = 0


class Game(NamedTuple):
    """`hole` cards for each of at most `players`, then street by street. The pot is shared by the `halves`, the high one first."""

    streets: tuple[Street, ...]
    halves: tuple[Strength, ...]
    hole: int = 2
    players: int = 9
    joker: bool = False  # in the deck of houses that play with one
    sight: Sight = ""

    @property
    def changes(self) -> bool:
        """Whether cards are changed."""
        return any(street.draw for street in self.streets)

    @property
    def dealt_first(self) -> int:
        """How many cards each gets before the first round."""
        return self.streets[0].down + self.streets[0].up or self.hole

    @property
    def gives_up(self) -> bool:
        """Whether everybody gives up cards and gets none for them."""
        return any(street.discard for street in self.streets)


#: Source: cooke.6.01.b, cooke.6.02.a, cooke.6.05.a, cooke.4.17.v.
_BOARD: Final = (Street("preflop"), Street("flop", board=3), Street("turn", board=1, big=True), Street("river", board=1, big=True))
#: Three cards each, one of which is given up before the flop. Source: cooke.6.08.01.a.
_PINEAPPLE: Final = (_BOARD[0], Street("flop", board=3, discard=1), *_BOARD[2:])
#: The same when the flop lies there, before its betting. Source: cooke.6.08.02.a.
_CRAZY: Final = (_BOARD[0], Street("flop", board=3, discard=1, late=True), *_BOARD[2:])
#: The same after the flop's betting, as some play it.
_CRAZY_LATE: Final = (*_BOARD[:2], Street("turn", board=1, discard=1, big=True), _BOARD[3])


#: Source: cooke.7.01.a, cooke.7.04.d.
_DRAW: Final = (Street("predraw"), Street("draw", draw=5, big=True))

#: Source: cooke.5.01.a, cooke.5.02.b, cooke.5.03.a, cooke.5.06.a, cooke.5.10.a.
_STUD: Final = (
    Street("third street", down=2, up=1),
    Street("fourth street", up=1),
    Street("fifth street", up=1, big=True),
    Street("sixth street", up=1, big=True),
    Street("seventh street", down=1, big=True),
)


def _triple(cards: int) -> tuple[Street, ...]:
    """Source: cooke.7.05.a, cooke.7.05.b."""
    names = ("first_draw", "second_draw", "third_draw")
    return (Street("predraw"), *[Street(name, draw=cards, big=number > 0) for number, name in enumerate(names)])


FIRST: Final = "holdem"

GAMES: Final[Mapping[str, Game]] = {
    FIRST: Game(_BOARD, (ranks.any_five,)),
    "omaha": Game(_BOARD, (ranks.two_and_three,), hole=4),
    "omaha_hilo": Game(_BOARD, (ranks.two_and_three, ranks.two_and_three_low), hole=4),
    "pineapple": Game(_PINEAPPLE, (ranks.any_five,), hole=3),
    "crazy_pineapple": Game(_CRAZY, (ranks.any_five,), hole=3),
    "crazy_pineapple_late": Game(_CRAZY_LATE, (ranks.any_five,), hole=3),
    "five_card_draw": Game(_DRAW, (ranks.five_with_bug,), hole=5, players=8, joker=True),
    "deuce_to_seven_triple_draw": Game(_triple(5), (ranks.deuce_low,), hole=5, players=5),
    "badugi": Game(_triple(4), (ranks.badugi,), hole=4, players=6),
    "stud7": Game(_STUD, (ranks.any_five,), hole=7, players=8, sight="high"),
    "stud7_hilo": Game(_STUD, (ranks.any_five, ranks.eight_low), hole=7, players=8, sight="both"),
    "razz": Game(_STUD, (ranks.ace_low,), hole=7, players=8, sight="low"),
}
EVERY_GAME: Final = tuple(GAMES)
