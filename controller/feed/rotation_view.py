"""A rotation as everyone sees it: its games, which of them is played, what follows and when."""

from __future__ import annotations

from collections.abc import Callable

from controller.feed.views import View
from controller.game.chips import Stakes
from controller.rules.house import House
from controller.table import rotation as rotations
from controller.table.house_rules import in_force
from controller.table.table import QUIET, Table


def rotation_view(table: Table, house: House, utc: Callable[[int], str]) -> View | None:
    """Return the field `rotation` of `state`; `utc` says a table time in UTC, `house` is as its file has it."""
    now = None if table.around is QUIET else table.around.rotation
    if now is None:
        return None
    house = in_force(table, house)
    changes, ends_ns = rotations.changes_by(now, house), rotations.ends_ns(now, house)
    return {
        "games": [_game_view(one) for one in now.games],
        "position": now.at + 1,
        "next": rotations.following(now, house) + 1,
        "changes": changes,
        "hands_left": rotations.hands_left(table, now) if changes == "lap" else None,
        "minutes": rotations.minutes_of(now, house) or None,
        "ends_utc": None if ends_ns is None else utc(ends_ns),
        "ends_table_ms": None if ends_ns is None else ends_ns // 1_000_000,
    }


def _game_view(stakes: Stakes) -> View:
    return {
        "game": stakes.game,
        "limit": stakes.limit,
        "small_blind": stakes.small_blind,
        "big_blind": stakes.big_blind,
        "ante": stakes.ante,
    }
