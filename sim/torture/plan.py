"""A hand as it is to be played, with what has to come of each step: whole before the table sees any of it."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

from controller.game.cards import Card
from controller.game.zones import STUB, Zone
from sim.torture.setup import Setup


class Laid(msgspec.Struct, frozen=True):
    """A hand lays a card down."""

    card: Card
    zone: Zone
    up: bool = False


class Happened(msgspec.Struct, frozen=True):
    """What else befalls a card: it shows its face on top of the deck (`boxed`), falls off the table (`fell`), is one of another deck
    that lies at `zone` (`foreign`), shows its face there beside its fellow (`twin`), or shows another back there (`back`).
    """

    what: Literal["boxed", "fell", "foreign", "twin", "back"]
    card: Card
    zone: Zone = STUB


class Waited(msgspec.Struct, frozen=True):
    """People wait. Units: table seconds."""

    seconds: float


class Turned(msgspec.Struct, frozen=True):
    """A card that lies there is turned over: everybody sees its face."""

    card: Card


#: In a press: the id of the ruling of that kind that waits, `WAITING + kind`; and of what is asked, `ASKED` or `ASKED + what`.
WAITING: Final = "the ruling that waits: "
ASKED: Final = "what is asked: "


class Press(msgspec.Struct, frozen=True):
    """A command given at the panel.

    `behind` names the state it is meant for, so many changes before the present one; None = whatever it is.
    `again` = it bears the id of the command before it.
    """

    verb: str
    fields: dict[str, Any]
    role: str = "dealer"
    behind: int | None = None
    again: bool = False


class Refusal(msgspec.Struct, frozen=True):
    """It has to be refused with this reason code, naming these rules, and nothing may change."""

    code: str
    rules: tuple[str, ...] = ()


class Correction(msgspec.Struct, frozen=True):
    """It has to be taken for another deed of this seat, with a ruling that says so and names these rules.

    `to_chips` is the total for the street that it counts as, `entered_chips` the one that was entered.
    """

    seat: int
    do: str
    to_chips: int
    entered_chips: int
    rules: tuple[str, ...]


class Taking(msgspec.Struct, frozen=True):
    """It has to be taken."""


class Echo(msgspec.Struct, frozen=True):
    """It has to be answered as the command before it was, and not done again."""


Ruling: TypeAlias = Refusal | Correction | Taking | Echo

TAKING: Final = Taking()
ECHO: Final = Echo()


class Spoken(msgspec.Struct, frozen=True):
    """A command, what kind of act or mistake it is, what has to be ruled, and how the table has to stand then.

    `stands` is what `state` of a scenario says, with `stacks` and, once the hand is over, `payoffs`. `rule` is the row of the
    catalogue that the case was drawn from.
    """

    kind: str
    press: Press
    ruling: Ruling
    stands: dict[str, Any]
    rule: str = ""
    told: str = ""  # what kind of story tells of it first, when it is taken


class Settled(msgspec.Struct, frozen=True):
    """How the table has to stand once the cards laid so far are known."""

    stands: dict[str, Any]


class Slipped(msgspec.Struct, frozen=True):
    """With the next card something goes wrong."""

    kind: str


class Ruled(msgspec.Struct, frozen=True):
    """By now this has to have been ruled about the cards, and nothing else about them since the last such step.

    `remedy` is among its steps; `rules` among those that it names. `seat` None = it is about no seat. `also` are kinds of rulings that come
    with it. `unread` = the remedy where it is ruled before the cards dealt earlier are read.
    """

    kind: str
    ruling: str
    seat: int | None
    remedy: str
    rules: tuple[str, ...] = ()
    rule: str = ""
    also: tuple[str, ...] = ()
    unread: str = ""


class Noticed(msgspec.Struct, frozen=True):
    """By now the table has to ask about this at that place: no row rules it. `besides` = a kind of ruling that the books have for what
    else lies wrong by it, "" = none may come.
    """

    kind: str
    code: str
    zone: Zone
    besides: str = ""


Step: TypeAlias = Laid | Turned | Happened | Waited | Spoken | Settled | Slipped | Ruled | Noticed


class Plan(msgspec.Struct, frozen=True):
    """One hand: its number in the run, the table, the steps."""

    seed: int
    number: int
    setup: Setup
    steps: tuple[Step, ...]
