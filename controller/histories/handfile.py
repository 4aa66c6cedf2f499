"""A recorded hand as values, whatever file it came from.

Amounts may be fractions in the file; they are scaled by the smallest power of ten that makes
every input whole.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import force_setattr

from controller.game.cards import Card
from controller.game.chips import Stakes
from controller.histories.codes import CODES

#: Variant code → name; those of the specification.
VARIANTS: Final[dict[str, str]] = {
    "FT": "fixed-limit Texas hold'em",
    "NT": "no-limit Texas hold'em",
    "NS": "no-limit short-deck hold'em",
    "PO": "pot-limit Omaha",
    "FO/8": "fixed-limit Omaha hi-lo, eight or better",
    "F7S": "fixed-limit seven-card stud",
    "F7S/8": "fixed-limit seven-card stud hi-lo, eight or better",
    "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw",
    "FB": "fixed-limit badugi",
}

#: The largest amount of the table's smallest unit that a file may name; commands hold no more.
MAX_CHIPS: Final = 10**15

Kind = Literal["board", "deal", "bring_in", "fold", "check_call", "bet_raise", "show", "muck", "draw", "replace"]
Amount: TypeAlias = Decimal | int
#: An amount on its way out: whole where it is whole.
Number: TypeAlias = int | float


class HistoryError(Exception):
    """A hand file cannot be played: says where and what to do about it.

    `variant` and `hand` are what the file says of itself, as far as it could be read.
    """

    def __init__(self, message: str, variant: str | None = None, hand: str | int | None = None) -> None:
        super().__init__(message)
        self.variant = variant
        self.hand = hand


class Action(msgspec.Struct, frozen=True, gc=False):
    """What somebody does after the first deal. `player` counts from 1; it is 0 for the board. `deal`
    gives a player the cards of a later street.

    `cards` holds None for each `??`. `to_chips` is the player's total for the street, scaled.
    """

    kind: Kind
    player: int = 0
    cards: tuple[Card | None, ...] = ()
    to_chips: int = 0


class HandFile(msgspec.Struct, frozen=True):
    """A hand as its file tells it, in whole chips: file amount × `scale`.

    `holes` (by player) and `board` hold every card the file names, shown hands included, and None
    where it leaves a dealt card unknown. `entries` says where in the file's `actions` each action
    stands. `straddles` are what players raised blind, by player, scaled; empty where nobody did. `dead_small` = the first player has
    the big blind and nobody the small one. `game` is its name in `game.variants`, from the variant code.
    `finishing` and `winnings` stay in the file's unit: they are results, and may be fractions of our
    unit. Tuples of players are in the file's order.
    """

    variant: str
    hand: str | int | None
    names: tuple[str, ...]
    stakes: Stakes
    stacks: tuple[int, ...]
    holes: tuple[tuple[Card | None, ...], ...]
    board: tuple[Card | None, ...]
    actions: tuple[Action, ...]
    scale: int
    finishing: tuple[Decimal, ...] | None
    winnings: tuple[Decimal, ...] | None
    entries: tuple[int, ...] = ()
    straddles: tuple[int, ...] = ()
    dead_small: bool = False
    game: str = ""

    def __post_init__(self) -> None:
        force_setattr(self, "game", CODES[self.variant].game)

    @property
    def expected(self) -> tuple[Decimal, ...] | None:
        """What each player won or lost by the file, in its unit; None when it states no stacks."""
        if self.finishing is None:
            return None
        return tuple(end - Decimal(start) / self.scale for end, start in zip(self.finishing, self.stacks, strict=True))

    def unscale(self, chips: int) -> Number:
        """Return `chips` in the file's unit."""
        return number(Decimal(chips) / self.scale)


def number(amount: Decimal) -> Number:
    """Return `amount` as an int where it is whole, else as a float."""
    return int(amount) if amount == amount.to_integral_value() else float(amount)
