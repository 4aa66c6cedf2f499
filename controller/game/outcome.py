"""What a transition of the hand or table returns: what everyone is told, or why it was refused."""

from __future__ import annotations

from typing import Literal, final

import msgspec

from controller.game.cards import Card
from controller.game.zones import Zone

ToldKind = Literal[
    "hand_started",
    "posted",
    "card_dealt",
    "card_burned",
    "card_moved",
    "board",
    "acted",
    "street_closed",
    "uncalled_returned",
    "shown",
    "mucked",
    "pot_awarded",
    "hand_ended",
    "hand_void",
    "seat_taken",
    "seat_left",
    "bought_in",
    "button_moved",
    "discrepancy",
    "discrepancy_settled",
]


class Told(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened, not yet numbered or timed. Field by field what `effects.Tell` carries.

    Units: chips.
    """

    kind: ToldKind
    seat: int | None = None
    amount_chips: int | None = None
    to_chips: int | None = None
    do: str | None = None
    all_in: bool = False
    cards: tuple[Card, ...] = ()
    zones: tuple[Zone, ...] = ()
    pot: int | None = None
    payoffs: tuple[tuple[int, int], ...] = ()
    name: str | None = None
    code: str | None = None
    rules: tuple[str, ...] = ()


@final
class Refused(msgspec.Struct, frozen=True, gc=False):
    """Why a command changes nothing. `message` says what would be legal instead."""

    code: str
    message: str
    rules: tuple[str, ...] = ()
