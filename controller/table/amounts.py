"""Wagers whose amount is not legal: set right as the house does it, or taken as the floor lets them stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from controller.events import Act
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.table import overbets
from controller.table.table import Table

SetRight: TypeAlias = tuple[Table, Hand, list[Told]]

#: Why a wager is refused → what the house does instead of refusing it; None = it is refused.
_BY_CODE: Final[Mapping[str, Callable[[Table, Hand, Act, House], SetRight | None]]] = {
    overbets.CODE: overbets.taken,
}


def set_right(table: Table, hand: Hand, command: Act, refused: Refused, house: House) -> SetRight | None:
    """Return what comes of a wager that betting has refused, where the house does not refuse it; None where it does."""
    row = _BY_CODE.get(refused.code)
    return None if row is None else row(table, hand, command, house)
