"""Every game as a row of data; the engine reads the row and knows no game by name."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Final, Literal

import msgspec
from msgspec.structs import force_setattr, replace

from controller.game.cards import FULL_DECK, Card
from controller.game.rank import high_name
from controller.game.ranks.evaluate import Evaluate, Name
from controller.game.ranks.table import RANKINGS, high

#: Who opens a betting round: the first left of the blinds, the first left of the button, whoever brings it in, the best cards in sight,
#: or who opened the first round (when he has folded, the next in turn from him).
Opens = Literal["blinds", "button", "bring_in", "best_up", "opener"]
#: Whether players put in blinds before the deal, one of them brings it in after the first up-cards, there are antes alone, or antes
#: and no betting before the board (a bomb pot).
Forced = Literal["blinds", "bring_in", "antes", "bomb"]
#: The cards a game is played with: all, or those from the six up.
Deck = Literal["52", "36"]
#: Where a street's board cards lie in games with several boards: so many on each, on one alone, or once for all of them.
Lies = Literal["each", "first", "second", "all"]
#: What several boards are for: each hand takes the better of them, or each board has a share of the pot.
PlayedOn = Literal["best_board", "each_board"]


class Street(msgspec.Struct, frozen=True):
    """What happens before a betting round, and what the round is played by.

    Shape: `down` and `up` cards go to every live player, `board` cards to where `lies` says; each player may change `draw` of his cards
    and must give up `discard`: before the board of this street is dealt, or `on_board` when it lies there.
    `big` = the larger bet of fixed limit is in force.
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
    on_board: bool = False
    lies: Lies = "each"


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
    once: `hole_cards` are dealt to a player in all, `up_cards` of them in sight,
    `held_cards` left to him at the showdown; the tuples have one entry a street, and
    their numbers are totals since the hand began, reached before that street's betting.
    """

    title: str
    streets: tuple[Street, ...]
    halves: tuple[Half, ...]
    deck: Deck = "52"
    boards: int = 1
    played_on: PlayedOn = "each_board"
    forced: Forced = "blinds"
    min_players: int = 2
    max_players: int = 10
    joker: str = ""  # the house's question whether there is one in the deck
    openers: str = ""  # what a player must hold to open, a row of `game.openers`
    unopened: str = ""  # antes alone, and nobody opens: "again" = the pot stays and is dealt for again; or the game that is played on
    hole_cards: int = 0
    held_cards: int = 0
    street_names: tuple[str, ...] = ()
    hole_by_street: tuple[int, ...] = ()
    down_by_street: tuple[int, ...] = ()
    up_by_street: tuple[int, ...] = ()
    up_cards: int = 0
    board_by_street: tuple[int, ...] = ()  # on the first board
    further_by_street: tuple[tuple[int, ...], ...] = ()  # on each further board
    common_from: int = 0  # the first board's cards from this one on lie for all boards
    table_cards: int = 0  # on all boards and burned, when the hand is dealt out
    burns_by_street: tuple[int, ...] = ()
    changes_before: tuple[bool, ...] = ()  # whether cards are changed or given up before anything of that street is dealt
    changes_by_street: tuple[int, ...] = ()  # how often they were by the time of that street's betting
    calls_count: bool = False  # what a player calls his hand at the showdown counts
    next_posts: bool = False  # with less than half the big blind he plays on for it, and the next player posts it too
    must_bet: bool = False  # the customs of limit lowball: who checks a good hand after the draw has given something up
    draws: int = 0  # how often cards are changed
    usual: bool = False  # blinds, hole cards that stay and one board, and nothing else
    first_down: int = 0  # cards of each that come down before the first betting, changed later or not; 0 in games with up-cards
    cards: tuple[Card, ...] = ()  # of its deck, but for the joker, in ascending order

    def __post_init__(self) -> None:
        streets = self.streets
        hole = _totals([street.down + street.up for street in streets])
        derived = {
            "cards": FULL_DECK[-36:] if self.deck == "36" else FULL_DECK,
            "hole_cards": hole[-1],
            "held_cards": hole[-1] - sum(street.discard for street in streets),
            "draws": sum(street.draw > 0 for street in streets),
            "changes_before": tuple([(street.draw > 0 or street.discard > 0) and not street.on_board for street in streets]),
            "changes_by_street": _totals([int(street.draw > 0 or street.discard > 0) for street in streets]),
            "street_names": tuple([street.name for street in streets]),
            "hole_by_street": hole,
            "down_by_street": _totals([street.down for street in streets]),
            "up_by_street": _totals([street.up for street in streets]),
            "up_cards": sum(street.up for street in streets),
            "board_by_street": _totals([street.board * (street.lies != "second") for street in streets]),
            "further_by_street": (_totals([street.board * (street.lies in ("each", "second")) for street in streets]),) * (self.boards - 1),
            "table_cards": sum(street.board * (self.boards if street.lies == "each" else 1) + street.burn for street in streets),
            "common_from": sum(street.board for street in streets if street.lies in ("each", "first")),
            "usual": (self.forced, self.boards, streets[0].board, hole[-1]) == ("blinds", 1, 0, streets[0].down)
            and not any(street.up or street.draw or street.discard for street in streets)
            and not (self.joker or self.unopened or self.calls_count or self.next_posts or self.must_bet),
            "first_down": 0 if any(street.up for street in streets) else hole[-1],
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


def _draw_game(hole_cards: int, draws: int, *, big_from: int) -> tuple[Street, ...]:
    """Betting, then as many draws with betting after each; the larger bet from the round after draw `big_from` on.

    Source: cooke.7.01.a, cooke.7.04.d, cooke.7.05.b.
    """
    first = Street("predraw", down=hole_cards, opens="blinds")
    names = ("draw",) if draws == 1 else ("first_draw", "second_draw", "third_draw")[:draws]
    changes = [Street(name, burn=True, draw=hole_cards, big=n >= big_from) for n, name in enumerate(names, 1)]
    return (first, *changes)


#: One draw for antes alone: the first left of the button may open, and who opened begins after the draw.
#: Source: cooke.7.06.b, cooke.7.06.c.
ANTE_DRAW: Final = (
    Street("predraw", down=5, opens="button"),
    Street("draw", burn=True, draw=5, big=True, opens="opener"),
)


def _with_discard(before: str, *, on_board: bool = False) -> tuple[Street, ...]:
    """Hold'em with three cards dealt, one of which is given up before that street, or when its board lies there.

    Source: cooke.6.08.01.a, cooke.6.08.02.a.
    """
    board = _board_game(3)
    return tuple([replace(street, discard=1, on_board=on_board) if street.name == before else street for street in board])


def _double_flop(hole_cards: int) -> tuple[Street, ...]:
    """A flop, a second flop below it, and a turn and a river that go with either. Source: cooke.6.09.a, cooke.6.09.b, cooke.6.09.c."""
    return (
        Street("preflop", down=hole_cards, opens="blinds"),
        Street("flop", board=3, burn=True, lies="first"),
        Street("second flop", board=3, burn=True, big=True, lies="second"),
        Street("turn", board=1, burn=True, big=True, lies="all"),
        Street("river", board=1, burn=True, big=True, lies="all"),
    )


def _bomb(game: Variant, boards: int) -> Variant:
    """That game as a bomb pot: everybody antes, and the betting begins on the flop; one flop, turn and river for each board."""
    before, flop, *later = game.streets
    streets = (replace(flop, down=before.down), *later)
    on_table = boards * sum(street.board for street in streets) + sum(street.burn for street in streets)
    most = min(game.max_players, (len(game.cards) - on_table) // before.down)
    titled = f"{game.title}, bomb pot" + (" with two boards" if boards > 1 else "")
    return Variant(titled, streets, game.halves, deck=game.deck, boards=boards, forced="bomb", max_players=most)


#: Seven cards, of which the first two and the last come down. Source: cooke.5.01.a, cooke.5.02.a, cooke.5.03.a.
_STUD7: Final = (
    Street("third street", down=2, up=1, opens="bring_in"),
    Street("fourth street", up=1, burn=True, opens="best_up"),
    Street("fifth street", up=1, burn=True, opens="best_up", big=True),
    Street("sixth street", up=1, burn=True, opens="best_up", big=True),
    Street("seventh street", down=1, burn=True, opens="best_up", big=True),
)


def _stud5(last_up: bool) -> tuple[Street, ...]:
    """Five cards, the first of them down, and the last too where the house deals it so. Source: cooke.5.26.a, cooke.5.26.b."""
    return (
        Street("second street", down=1, up=1, opens="bring_in"),
        Street("third street", up=1, burn=True, opens="best_up"),
        Street("fourth street", up=1, burn=True, opens="best_up", big=True),
        Street("fifth street", up=int(last_up), down=int(not last_up), burn=True, opens="best_up", big=True),
    )


HIGH: Final = (Half("high", "high"),)
HIGH_EIGHT: Final = (*HIGH, Half("low", "ace_to_five_eight"))
HIGH_BUG: Final = (Half("high", "high_bug"),)
DEUCE_TO_SEVEN: Final = (Half("low", "deuce_to_seven"),)
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
    "pineapple": Variant("pineapple", _with_discard("flop"), HIGH),
    "crazy_pineapple": Variant("crazy pineapple", _with_discard("flop", on_board=True), HIGH),
    "crazy_pineapple_late": Variant("crazy pineapple, discard after the betting", _with_discard("turn"), HIGH),
    "tahoe": Variant("Tahoe", _board_game(3), (Half("high", "up_to_two_high"),)),  # cooke.6.08.03.a
    "double_flop_holdem": Variant("double-flop hold'em", _double_flop(2), HIGH, boards=2, played_on="best_board"),
    "double_flop_omaha": Variant("double-flop Omaha", _double_flop(4), OMAHA, boards=2, played_on="best_board"),
    "five_card_draw": Variant("five-card draw", _draw_game(5, 1, big_from=1), HIGH_BUG, max_players=8, joker="draw_joker"),
    "five_card_draw_antes": Variant(
        "five-card draw for antes", ANTE_DRAW, HIGH_BUG, forced="antes", max_players=8, joker="draw_joker", unopened="again"
    ),
    "jacks_or_better": Variant(
        "jacks or better", ANTE_DRAW, HIGH_BUG, forced="antes", max_players=8, joker="draw_joker", openers="jacks", unopened="again"
    ),
    "jacks_back": Variant(
        "jacks back",
        ANTE_DRAW,
        HIGH_BUG,
        forced="antes",
        max_players=8,
        joker="draw_joker",
        openers="jacks",
        unopened="ace_to_five_lowball",
    ),
    "ace_to_five_lowball": Variant(
        "ace-to-five lowball",
        _draw_game(5, 1, big_from=1),
        (Half("low", "ace_to_five"),),
        max_players=8,
        must_bet=True,
        calls_count=True,
        next_posts=True,
        joker="draw_joker",
    ),
    "deuce_to_seven_single_draw": Variant(
        "deuce-to-seven single draw",
        _draw_game(5, 1, big_from=1),
        DEUCE_TO_SEVEN,
        max_players=8,
        calls_count=True,
        next_posts=True,
        joker="lowball_27_joker",
    ),
    "deuce_to_seven_double_draw": Variant("deuce-to-seven double draw", _draw_game(5, 2, big_from=2), DEUCE_TO_SEVEN, max_players=7),
    "deuce_to_seven_triple_draw": Variant("deuce-to-seven triple draw", _draw_game(5, 3, big_from=2), DEUCE_TO_SEVEN, max_players=7),
    "ace_to_five_triple_draw": Variant(
        "ace-to-five triple draw", _draw_game(5, 3, big_from=2), (Half("low", "ace_to_five"),), max_players=7
    ),
    "ace_to_five_double_draw": Variant(
        "ace-to-five double draw", _draw_game(5, 2, big_from=2), (Half("low", "ace_to_five"),), max_players=7
    ),
    "badugi": Variant("badugi", _draw_game(4, 3, big_from=2), (Half("low", "badugi"),), max_players=8),
    "stud7": Variant("seven-card stud", _STUD7, HIGH, forced="bring_in", max_players=8),
    "stud7_hilo": Variant("seven-card stud hi-lo, eight or better", _STUD7, HIGH_EIGHT, forced="bring_in", max_players=8),
    "razz": Variant("razz", _STUD7, (Half("low", "ace_to_five"),), forced="bring_in", max_players=8),
    "razz_27": Variant("razz, deuce to seven", _STUD7, (Half("low", "deuce_to_seven"),), forced="bring_in", max_players=8),
    "stud5": Variant("five-card stud", _stud5(last_up=True), HIGH, forced="bring_in"),
    "stud5_down": Variant("five-card stud, last card down", _stud5(last_up=False), HIGH, forced="bring_in"),
    "stud5_hilo": Variant("five-card stud hi-lo, eight or better", _stud5(last_up=True), HIGH_EIGHT, forced="bring_in"),
}

#: The games that are played as bomb pots too, for a hand or for good; a game has one row for each number of boards.
BOMB_GAMES: Final = ("holdem", "holdem_hilo", "omaha", "omaha_hilo", "omaha5", "omaha5_hilo", "short_deck", "tahoe")


def bomb_pot(game: str, boards: int) -> str:
    """Return what that game is called as a bomb pot with so many boards."""
    return f"{game}_bomb" if boards == 1 else f"{game}_bomb{boards}"


VARIANTS.update({bomb_pot(game, boards): _bomb(VARIANTS[game], boards) for game in BOMB_GAMES for boards in (1, 2)})
