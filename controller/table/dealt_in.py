"""How many players a hand begins with: too few or too many are refused, and where the deck may run out the dealer says so."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from controller.game.outcome import Refused, Told
from controller.game.variants import VARIANTS
from controller.game.zones import MAX_SEATS
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.rules.seat_rules import Most, most_players
from controller.table import rulings
from controller.table.table import Table

CARDS_SHORT: Final = "cards_short"
TWO_RULES: Final = ("cooke.4.10.a",)


@lru_cache(maxsize=64)  # the same game hand after hand; a house keeps its hash
def _most(game: str, house: House) -> Most:
    return most_players(game, house.options)


def numbers(game: str, house: House) -> tuple[range, range]:
    """Return with how many players a hand of this game can begin, and with how many of them nothing is said of the deck.

    Source: cooke.4.10.a, cooke.4.10.b, cooke.4.10.c, cooke.4.10.d, cooke.4.10.e.
    """
    most = _most(game, house)
    fewest = 1 if "hand.two_players" in house.without else VARIANTS[game].min_players
    if "seats.most" in house.without:
        return range(fewest, MAX_SEATS + 1), range(fewest, MAX_SEATS + 1)
    return range(fewest, most.players + 1), range(fewest, most.usual + 1)


def wrong_number(game: str, players: int, least_chips: int, house: House) -> Refused:
    """Return why no hand of this game begins with so many players.

    Source: cooke.4.10.a, cooke.4.10.b, cooke.4.10.c, cooke.4.10.d, cooke.4.10.e.
    """
    most = _most(game, house)
    fewest = numbers(game, house)[0].start
    have = "chips" if least_chips == 1 else f"the {least_chips} chips they need"
    message = f"{players} seat(s) have {have}; the game is for {VARIANTS[game].min_players} to {most.players}."
    return Refused("new_hand.players", message, TWO_RULES if players < fewest else most.rules)


def said_of_the_deck(table: Table, game: str, told: list[Told], house: House) -> Table:
    """Have the dealer say that the deck may run out: more are dealt in than is usual.

    Source: cooke.4.10.e, cooke.5.04.a.
    """
    table = replace(table, hand_number=table.hand_number + 1)
    return rulings.announced(table, Announcement(0, CARDS_SHORT, rules=_most(game, house).rules), told, house)
