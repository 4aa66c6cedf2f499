"""What keeps the games of a rotation in table.toml from being played."""

from __future__ import annotations

from collections.abc import Iterator

from controller.config_errors import Problem
from controller.config_game import most_at
from controller.config_model import Config
from controller.config_nearest import nearest_hint
from controller.game.rotations import MAX_GAMES, MIN_GAMES
from controller.game.variants import VARIANTS
from controller.table.blinds import wrong_for


def rotation_problems(config: Config) -> Iterator[Problem]:
    """Yield each of it, with its place."""
    game = config.game
    if not game.rotation:
        if game.rotation_minutes:
            yield Problem(("game", "rotation_minutes"), "no games are played one after another: name them in rotation", "config.rotation")
        return
    if "variant" in game.model_fields_set:
        yield Problem(("game", "variant"), "a table plays one game or a rotation; take out variant, or rotation", "config.rotation")
    if len(game.rotation) < MIN_GAMES:
        yield Problem(
            ("game", "rotation"), f"a rotation has {MIN_GAMES} to {MAX_GAMES} games; name another, or write variant", "config.rotation"
        )
    for place, stakes in enumerate(config.rotation_played()):
        here = ("game", "rotation", place)
        row = VARIANTS.get(stakes.game)
        if row is None:
            near = nearest_hint(stakes.game, VARIANTS)
            yield Problem(here, f"there is no game {stakes.game!r}{near}; games: {', '.join(VARIANTS)}", "config.unknown_game")
            continue
        most = most_at(config, stakes.game).players
        if config.table.seats > most:
            yield Problem(here, f"{row.title} is for 2 to {most} players; set [table] seats so, or take it out", "config.game_seats")
        wrong = wrong_for(row, stakes)
        if wrong is not None:
            rule = f" ({wrong.rules[0]})" if wrong.rules else ""
            yield Problem(here, f"{row.title}: {wrong.message.rstrip('.')}{rule}", "config.limit")
