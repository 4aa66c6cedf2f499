"""A hand that is a bomb pot of the game that is played."""

from __future__ import annotations

from msgspec.structs import replace

from controller.events import BombPot
from controller.game.chips import Stakes
from controller.game.outcome import Refused
from controller.game.variants import BOMB_GAMES, VARIANTS, bomb_pot


def played(game: str, stakes: Stakes, bomb: BombPot | None) -> Refused | tuple[str, Stakes]:
    """Return what this one hand is of, and what for: the game and stakes as they are, or those of a bomb pot."""
    if bomb is None:
        return game, stakes
    name = bomb_pot(game, bomb.boards)
    if name not in VARIANTS:
        boards = "two boards" if bomb.boards > 1 else "one board"
        others = ", ".join([VARIANTS[one].title for one in BOMB_GAMES])
        return Refused("new_hand.no_bomb_pot", f"{VARIANTS[game].title} is not played as a bomb pot with {boards}; {others} are.")
    return name, replace(stakes, game=name, ante=bomb.ante_chips, ante_from="all")
