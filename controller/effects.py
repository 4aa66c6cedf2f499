"""What the shell must do: tell the room something, answer a command.

A `Tell` becomes one `Story` of the feed's `event` topic. It holds only what everyone at the
table may know: a card is in it when it lies face up, never otherwise.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from controller.events import Evidence
from controller.game.cards import Card
from controller.game.outcome import More, ToldKind
from controller.game.zones import Zone

#: What a Tell may tell. `card_dealt` went face down to a seat and names no card; `card_moved` is any other move and names a
#: card only when it lies face up; `street_closed` is when bets are gathered into the pots.
TellKind: TypeAlias = ToldKind


class Tell(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened, for everyone.

    `seq` numbers the messages of the table without a gap; `rev_before` and `rev_after` are the
    state revisions it led from and to. Fields that do not apply to the kind are None or empty.

    Units: chips. `amount_chips` is what moved, `to_chips` a player's total for the street.
    """

    seq: int
    kind: TellKind
    at_ns: int
    rev_before: int
    rev_after: int
    hand: int | None = None
    seat: int | None = None
    amount_chips: int | None = None
    to_chips: int | None = None
    do: str | None = None  # acted: fold, check, call, bet, raise; all_in is a flag
    all_in: bool = False
    cards: tuple[Card, ...] = ()
    zones: tuple[Zone, ...] = ()
    pot: int | None = None  # pot_awarded: 0 = main pot
    payoffs: tuple[tuple[int, int], ...] = ()  # hand_ended: (seat, ±chips)
    name: str | None = None  # seat_taken; or the hand's name where one was shown
    code: str | None = None  # discrepancy, discrepancy_settled, clock_ended: reason code
    rules: tuple[str, ...] = ()
    evidence: Evidence | None = None
    more: More | None = None


class CommandDone(msgspec.Struct, frozen=True, gc=False):
    """The answer to a Command. `code` is dotted lower case when refused, empty when done.

    `message` says in words why, and what would be legal.
    """

    cmd_id: str
    ok: bool
    rev: int
    code: str = ""
    message: str = ""
    rules: tuple[str, ...] = ()


Effect: TypeAlias = Tell | CommandDone
