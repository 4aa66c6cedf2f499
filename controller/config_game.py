"""Whether the games of table.toml are games of ours, for no more players than the house and the deck have room for."""

from __future__ import annotations

from collections.abc import Iterator

from controller.config_errors import Problem
from controller.config_house import house_problems
from controller.config_model import Config
from controller.config_nearest import nearest_hint
from controller.game.variants import VARIANTS
from controller.rules.options import PRESETS
from controller.rules.seat_rules import Most, most_players


def game_problems(config: Config) -> Iterator[Problem]:
    """The game is one of ours, and the deck is large enough for everybody at the table. A rotation has checks of its own."""
    if config.game.rotation:
        return
    game = VARIANTS.get(config.game.variant)
    if game is None:
        near = nearest_hint(config.game.variant, VARIANTS)
        yield Problem(
            ("game", "variant"), f"there is no game {config.game.variant!r}{near}; games: {', '.join(VARIANTS)}", "config.unknown_game"
        )
        return
    seats, most = config.table.seats, most_at(config, config.game.variant)
    if seats > most.players:
        needed = seats * game.hole_cards + game.table_cards
        cards = f"{seats} players of {game.title} need {needed} cards, the deck has {len(game.cards)}"
        scarce = needed > len(game.cards) and not game.up_cards  # those that fold leave cards for the others in games with up-cards
        told = cards if scarce else f"{game.title} is for fewer than {seats} players at this house"
        yield Problem(("table", "seats"), f"{told}; allowed: 2 to {most.players}", "config.game_seats")


def most_at(config: Config, game: str) -> Most:
    """Return how many players a game may have, by the house's answers where they can be used."""
    answers = PRESETS[config.house_rules.book] if any(house_problems(config.house_rules)) else config.house().options
    return most_players(game, answers)


def deck_warnings(config: Config) -> Iterator[Problem]:
    """With so many players the deck may run out, which the game goes on with."""
    seats = config.table.seats
    for game, _ in config.games_played():
        if game in VARIANTS and seats > (most := most_at(config, game)).usual:
            told = f"with {seats} players of {VARIANTS[game].title} the cards may run out; usual are up to {most.usual}"
            yield Problem(("table", "seats"), told, "config.cards_short")
