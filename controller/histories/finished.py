"""A finished hand with its story, as every form of history is made from it, and how it is to be written. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, Protocol

import msgspec

from controller.events import Evidence
from controller.game.cards import Card
from controller.game.hand import Hand
from controller.game.outcome import More
from controller.game.zones import Zone
from controller.histories.codes import CODES

#: Which hole cards a history names: those that were tabled, or every one that was read.
HoleCards = Literal["shown", "all"]
#: What players are called: as they sit, or by their seats.
Naming = Literal["sitting", "seats"]

#: Games that have a history in the forms of this version, by the name of their variant.
WRITTEN: Final = frozenset({code.game for code in CODES.values()})


class Told(Protocol):
    """One thing that was told of the hand: what a `Tell` says."""

    @property
    def seq(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def amount_chips(self) -> int | None: ...
    @property
    def to_chips(self) -> int | None: ...
    @property
    def do(self) -> str | None: ...
    @property
    def all_in(self) -> bool: ...
    @property
    def cards(self) -> tuple[Card, ...]: ...
    @property
    def zones(self) -> tuple[Zone, ...]: ...
    @property
    def pot(self) -> int | None: ...
    @property
    def name(self) -> str | None: ...
    @property
    def code(self) -> str | None: ...
    @property
    def evidence(self) -> Evidence | None: ...
    @property
    def more(self) -> More | None: ...


class Deed(msgspec.Struct, frozen=True):
    """What was told, when, and who said so: the role and the command's id, None where sensors or the rules did.

    Time: `utc_ms` is UTC by the clock of the run in which it happened.
    """

    told: Told
    utc_ms: int
    by: str | None = None
    cmd_id: str | None = None


class FinishedHand(msgspec.Struct, frozen=True):
    """A hand that was paid out or voided, from `hand_started` to its end. `deeds` are its story as it counts: where it was
    corrected, as the last of `corrections` tells it.

    Shape: `names` in deal order, as `hand.seats`; the table has `table_seats`. `turns` are the journal's first and last
    row of it, `boots` the runs of the daemon it was played in. `refused` counts the commands that were refused meanwhile,
    by code; `named_by_hand` are the seats whose cards a person named; `void_reason` is what was said when it was voided.
    """

    hand: Hand
    names: tuple[str, ...]
    table_seats: int
    deeds: tuple[Deed, ...]
    turns: tuple[int, int]
    boots: tuple[str, ...]
    refused: Mapping[str, int] = {}
    named_by_hand: tuple[int, ...] = ()
    void_reason: str | None = None
    corrections: tuple[Deed, ...] = ()

    @property
    def paid(self) -> bool:
        """Whether it was paid out; otherwise it was voided and every chip went back."""
        return self.hand.stage == "ended"


class Manner(msgspec.Struct, frozen=True):
    """How hands are written down: of which table, which cards and names are in it, and in which money.

    Units: `per_amount` of our chips are 1 in the file. `currency` is three letters, XPM for chips without a value.
    """

    table_id: str
    table_name: str
    software: str
    unit: str = "chip"
    decks: tuple[str, ...] = ()
    hole_cards: HoleCards = "shown"
    naming: Naming = "sitting"
    currency: str = "XPM"
    per_amount: int = 1

    def names(self, done: FinishedHand) -> tuple[str, ...]:
        """What the players are called in the file, in deal order."""
        return done.names if self.naming == "sitting" else tuple([f"Seat {seat}" for seat in done.hand.seats])

    def holes(self, done: FinishedHand) -> tuple[tuple[Card, ...], ...]:
        """The hole cards the file may name, in deal order; nothing for a hand that stays hidden."""
        hand = done.hand
        tabled = [cards or () for cards in hand.shown]
        return hand.holes if self.hole_cards == "all" else tuple(tabled)

    def stem(self, done: FinishedHand) -> str:
        """What the hand's files are called, without their suffix."""
        return f"{self.table_id}-h{done.hand.number:06d}"
