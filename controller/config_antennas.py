"""Whether the antennas of table.toml can read what the game deals: a place for each kind of card, and room in it for all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from controller.config_errors import Problem
from controller.config_lines import Path as KeyPath
from controller.config_model import Config
from controller.game.variants import VARIANTS, Variant
from controller.game.zones import BOARD, HOLE_SEAT, UP_SEAT, Zone


class _Room(NamedTuple):
    """What the antennas under one place hold together, and where the first of them stands in the file."""

    path: KeyPath
    cards: int


def antenna_problems(config: Config) -> Iterator[Problem]:
    """Yield what keeps the antennas from reading this game; a table without readers plays every game by hand.

    Where no antenna lies at any seat, the cards there are entered by hand, those in sight as well; where down-cards are read and
    up-cards are not, the rounds of a game with up-cards would wait for each of them.
    """
    if not config.readers:
        return
    rooms = _rooms(config)
    for place, (name, _) in enumerate(config.games_played()):
        if name in VARIANTS:
            here: KeyPath = ("game", "rotation", place) if config.game.rotation else ("game", "variant")
            yield from _of_game(VARIANTS[name], here, rooms)


def _of_game(game: Variant, here: KeyPath, rooms: Mapping[Zone, _Room]) -> Iterator[Problem]:
    if game.up_cards and HOLE_SEAT.keys() & rooms.keys() and not UP_SEAT.keys() & rooms.keys():
        yield Problem(
            here,
            f"{game.title} deals {game.up_cards} cards to each seat that everybody sees, and no antenna reads them; "
            "lay antennas under seat/1/up and so on (table.example.stud.toml), or play a game without up-cards",
            "config.game_zones",
        )
    for zone, room in rooms.items():
        most = _dealt_to(game, zone)
        if most > room.cards:
            yield Problem(
                room.path,
                f"{game.title} deals {most} cards to {zone}, the antennas there hold {room.cards}; "
                "raise cards_per_antenna if they read more, lay another antenna there, or play another game",
                "config.game_cards",
            )


def _rooms(config: Config) -> dict[Zone, _Room]:
    rooms: dict[Zone, _Room] = {}
    for index, reader in enumerate(config.readers):
        for antenna, name in reader.antennas.items():
            before = rooms.get(Zone(name), _Room(("reader", index, "antennas", str(antenna)), 0))
            rooms[Zone(name)] = _Room(before.path, before.cards + reader.cards_per_antenna)
    return rooms


def _dealt_to(game: Variant, zone: Zone) -> int:
    """Return how many cards this game may have in a place at once; 0 where it is no place of players' cards or of the board."""
    if zone in HOLE_SEAT:
        return game.down_by_street[-1]
    if zone in UP_SEAT:
        return game.up_cards
    return max(game.board_by_street[-1], _COMMON if game.up_cards else 0) if zone == BOARD else 0


#: Games with up-cards lay one card for all on the board when the deck runs out.
_COMMON: Final = 1
