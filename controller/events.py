"""Everything the core takes in: Facts, Discrepancies, Commands and Ticks.

The journal holds exactly these, as the canonical bytes of `encode`. All are frozen and
array-like: a field may be appended with a default, never moved or removed.

Time: `at_ns`, `after_ns` and `by_ns` are table time in nanoseconds.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec

from controller.game.cards import Card
from controller.game.chips import Stakes
from controller.game.zones import Zone

Side = Literal["down", "up"]
#: Who speaks: the dealer's panel, the floor's, a device, or the administrator.
Role = Literal["dealer", "floor", "device", "admin"]
ActDo = Literal["fold", "check", "call", "bet", "raise", "all_in"]


class Evidence(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Why a Fact was accepted. Names parts, zones, counts and confidence, never a tag.

    `seen` of the last `sweeps` sweeps of the zone's antenna reported the card; `rival_zone`
    reported it `rival_seen` times meanwhile; `by_expectation` says the deal plan broke a tie.
    """

    part: str
    seen: int
    sweeps: int
    confidence_permille: int = 1000
    rival_zone: Zone | None = None
    rival_seen: int = 0
    by_expectation: bool = False


class CardMoved(msgspec.Struct, frozen=True, array_like=True, tag="card_moved", gc=False):
    """Fact: a card is now in another place. `to_zone` None = it left every antenna's field.

    Time: it happened after `after_ns` (last sweep without) and no later than `by_ns` (first
    sweep with); moves whose intervals overlap have no known order.
    """

    card: Card
    from_zone: Zone | None
    to_zone: Zone | None
    side: Side
    after_ns: int
    by_ns: int
    evidence: Evidence


class Discrepancy(msgspec.Struct, frozen=True, array_like=True, tag="discrepancy", gc=False):
    """What sensing could not decide, or what contradicts the table: a question for a person.

    `kind` is a reason code of `DISCREPANCIES`. No card is named: a suspected card is not a card.
    `settled` = the question of this kind about these zones has answered itself.
    """

    kind: str
    zones: tuple[Zone, ...]
    at_ns: int
    evidence: Evidence
    settled: bool = False


#: Reason code → what a person is told, with what to do.
DISCREPANCIES: Final[dict[str, str]] = {
    "rfid.two_places": "One card answers from two places and neither is stronger: see which place holds it and move it clear of the other.",
    "rfid.unknown_tag": "A tag that belongs to no deck in play lies here: remove it, or enrol its deck and put it in play.",
    "rfid.extra_card": "More cards lie here than the game can have here: count them and call the floor.",
}


class Header(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What every Command carries: when, by whom, its id, and the state it was meant for.

    `expect_rev` None = whatever the state is; otherwise the command is refused when the table
    has moved on.
    """

    at_ns: int
    cmd_id: str
    role: Role
    expect_rev: int | None = None
    who: str = ""  # the person or token that gave it, where the way in knows


class NewHand(msgspec.Struct, frozen=True, array_like=True, tag="new_hand", gc=False):
    """Begin a hand with everyone who has chips. `stakes` None = the table's present stakes."""

    head: Header
    stakes: Stakes | None = None


class Post(msgspec.Struct, frozen=True, array_like=True, tag="post", gc=False):
    """Antes and blinds go in: of one seat, or of everyone who owes when `seat` is None."""

    head: Header
    seat: int | None = None


class Act(msgspec.Struct, frozen=True, array_like=True, tag="act", gc=False):
    """A player's betting action. `to_chips` is his total for the street (bet and raise only)."""

    head: Header
    seat: int
    do: ActDo
    to_chips: int | None = None


class Show(msgspec.Struct, frozen=True, array_like=True, tag="show", gc=False):
    """A player tables his hand. `cards` names them by hand where no reader saw them."""

    head: Header
    seat: int
    cards: tuple[Card, ...] | None = None


class Muck(msgspec.Struct, frozen=True, array_like=True, tag="muck", gc=False):
    """A player gives his hand up at the showdown without showing."""

    head: Header
    seat: int


class Sit(msgspec.Struct, frozen=True, array_like=True, tag="sit", gc=False):
    """A player takes an empty seat with a stack."""

    head: Header
    seat: int
    name: str
    stack_chips: int


class Stand(msgspec.Struct, frozen=True, array_like=True, tag="stand", gc=False):
    """A player leaves his seat and takes his stack along."""

    head: Header
    seat: int


class BuyIn(msgspec.Struct, frozen=True, array_like=True, tag="buy_in", gc=False):
    """A player adds chips to his stack between hands."""

    head: Header
    seat: int
    amount_chips: int


class Button(msgspec.Struct, frozen=True, array_like=True, tag="button", gc=False):
    """The button is put in front of a seat between hands; the next hand is dealt from there."""

    head: Header
    seat: int


class VoidHand(msgspec.Struct, frozen=True, array_like=True, tag="void_hand", gc=False):
    """The hand does not count: every chip goes back to where it was when the hand began."""

    head: Header
    reason: str = ""


class Tick(msgspec.Struct, frozen=True, array_like=True, tag="tick", gc=False):
    """A timer that fired; time enters the core in no other way."""

    timer: str
    at_ns: int


Command: TypeAlias = NewHand | Post | Act | Show | Muck | Sit | Stand | BuyIn | Button | VoidHand
Fact: TypeAlias = CardMoved
Event: TypeAlias = Fact | Discrepancy | Command | Tick

_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(Event)

#: The canonical bytes of an Event: what the journal stores and hashes are made of.
encode: Final = _encoder.encode


def decode(data: bytes) -> Event:
    """Return the Event whose canonical bytes are `data`.

    Raises: msgspec.DecodeError when they are not the bytes of an Event.
    """
    event: Event = _decoder.decode(data)
    return event


class Expectation(msgspec.Struct, frozen=True, gc=False):
    """What the deal plan would see next: zones that may receive a card, in order of turn.

    The shell hands it to sensing after each step. It may break a tie between two antennas and
    nothing else.
    """

    zones: tuple[Zone, ...] = ()


NOTHING_EXPECTED: Final = Expectation()
