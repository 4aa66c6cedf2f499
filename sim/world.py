"""The physical truth: which card lies where, in which order, which side up.

Nothing here is sensed. People move cards; antennas look at them; a test compares what the table
concluded with what is so.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Final

import msgspec

from controller.events import Side
from controller.game.cards import ALL_CARDS, DECK_SIZE, FULL_DECK, JOKER, Card
from controller.game.zones import CARD_ZONES, FURTHER_ZONES, SHUFFLER, SIGHT_ZONES, STUB, Zone
from sim.errors import SimError

#: Maker (NXP) and type every tag id of the deck begins with; five drawn bytes follow.
UID_PREFIX: Final = bytes.fromhex("E00401")
UID_BYTES: Final = 8

#: How many moves are kept for comparing with the truth; a hand makes about a hundred.
MOVES_KEPT: Final = 20_000


class WorldError(SimError):
    """A move that physics does not allow."""


class PhysicalCard(msgspec.Struct, frozen=True):
    """A card of this deck and the tag inside it."""

    card: Card
    tag: bytes


class Move(msgspec.Struct, frozen=True, gc=False):
    """What somebody did with a card. A zone of None is a hand. Time: table time in seconds."""

    card: Card
    from_zone: Zone | None
    to_zone: Zone | None
    side: Side
    at_s: float


def loop_time_s() -> float:
    """Table time of the running loop in seconds, 0 when none runs."""
    try:
        return asyncio.get_running_loop().time()
    except RuntimeError:
        return 0.0


class World:
    """One table with one tagged deck, which begins as the stub, whole and face down.

    `seed` decides the tag ids and nothing else, and not those when `tags` (tag id → card) gives the deck
    that is on the table; `joker` = the deck that is made has one. `revision` grows with every change, so that who looks at the felt knows
    whether to look again; `witness` hears of every move.
    Raises: WorldError when `tags` are not one tag of 8 bytes for each card.
    Invariants: a card (and a foreign tag) is in one zone or in none; zones keep their order,
    bottom to top in a pile, left to right in a spread.
    """

    def __init__(
        self, seed: int = 1, now_s: Callable[[], float] = loop_time_s, *, tags: Mapping[bytes, Card] | None = None, joker: bool = False
    ) -> None:
        drawn = _draw_tags(seed, DECK_SIZE + joker) if tags is None else _tags_of(tags)
        self.deck: tuple[PhysicalCard, ...] = tuple(map(PhysicalCard, ALL_CARDS, drawn))
        self.witness: Callable[[Move], None] | None = None
        self.revision = 0
        self.moves: deque[Move] = deque(maxlen=MOVES_KEPT)
        self._now_s = now_s
        self._card_of: dict[bytes, Card] = {physical.tag: physical.card for physical in self.deck}
        self._lying: dict[Zone, list[bytes]] = {zone: [] for zone in CARD_ZONES | SIGHT_ZONES | FURTHER_ZONES | {SHUFFLER}}
        self._lying[STUB] = [physical.tag for physical in self.deck]
        self._place: dict[bytes, Zone] = dict.fromkeys(self._lying[STUB], STUB)
        self._sides: list[Side] = ["down"] * len(self.deck)
        self._seed = seed

    @cached_property
    def spare(self) -> tuple[PhysicalCard, ...]:
        """Another deck of the same back, in its box, which most tables never open."""
        return tuple(map(PhysicalCard, ALL_CARDS, _draw_tags(self._seed, len(self.deck), "spare")))

    def put(self, card: Card, zone: Zone, side: Side = "down") -> None:
        """Lay a card, from wherever it is, on top of (in a spread: beside) what lies in `zone`.

        Raises: WorldError for a place this table does not have.
        """
        self._check(zone)
        came_from = self._lift(self.tag_of(card))
        self._lay(self.tag_of(card), zone)
        self._moved(card, came_from, zone, side)

    def turn(self, card: Card, side: Side) -> None:
        """Turn a card over where it lies: no tag moves."""
        self._sides[card] = side
        self.revision += 1

    def take(self, card: Card) -> None:
        """Pick a card up: it is in a hand, in no zone, until it is put."""
        came_from = self._lift(self.tag_of(card))
        self._moved(card, came_from, None, self._sides[card])

    def shuffle(self, order: Sequence[Card]) -> None:
        """Gather the whole deck into the stub, face down, in the order it will be dealt: `order[0]` on top.

        A joker that is not in it is put aside.
        Raises: WorldError unless `order` is the 52 cards, with the joker or without.
        """
        if sorted(order) not in (list(FULL_DECK), [physical.card for physical in self.deck]):
            raise WorldError(f"shuffle: the deck is {DECK_SIZE} different cards; {len(set(order))} different ones were given")
        if len(order) < len(self.deck) and self.zone_of(JOKER) is not None:
            self.take(JOKER)
        lying = self._lying[STUB]
        if len(lying) == len(order) and all(self.zone_of(card) == STUB for card in order):  # it is gathered already
            lying[:] = [self.tag_of(card) for card in reversed(order)]
            for card in order:
                self._sides[card] = "down"
            self.revision += 1
            return
        for card in reversed(order):
            tag = self.tag_of(card)
            came_from = self._lift(tag)
            self._lay(tag, STUB)
            if came_from != STUB:
                self._moved(card, came_from, STUB, "down")
            self._sides[card] = "down"
        self.revision += 1

    def put_foreign(self, uid: bytes, zone: Zone) -> None:
        """Drop a tag that belongs to no card of this deck (a phone, a badge) on `zone`.

        Raises: WorldError when the id is a card's or not 8 bytes long, or the place is unknown.
        """
        self._check(zone)
        if len(uid) != UID_BYTES:
            raise WorldError(f"put_foreign: a tag id has {UID_BYTES} bytes, not {len(uid)}")
        if uid in self._card_of:
            raise WorldError("put_foreign: that tag is inside a card of this deck; use put")
        self._lift(uid)
        self._lay(uid, zone)

    def put_spare(self, card: Card, zone: Zone) -> None:
        """Lay a card of the other deck on `zone`: nobody could tell it from one of this deck."""
        self.put_foreign(self.spare[card].tag, zone)

    def put_tag(self, tag: bytes, zone: Zone) -> None:
        """Lay a card of either deck, by its tag, where cards only pass: no move of the game is made by it."""
        self._check(zone)
        self._lift(tag)
        self._lay(tag, zone)

    def put_away(self, tag: bytes) -> None:
        """Take a card out again: one of this deck comes into the stub, any other into its box."""
        self._lift(tag)
        if tag in self._card_of:
            self._lay(tag, STUB)

    def change_deck(self) -> None:
        """Put the other deck on the table, whole and as the stub, in place of this one."""
        for physical in (*self.deck, *self.spare):
            self._lift(physical.tag)
        self.deck, self.spare = self.spare, self.deck
        self._card_of = {physical.tag: physical.card for physical in self.deck}
        for physical in self.deck:
            self._lay(physical.tag, STUB)
        self._sides = ["down"] * len(self.deck)
        self.revision += 1

    def spare_tags(self) -> Mapping[bytes, Card]:
        """Tag id → card of the other deck."""
        return {physical.tag: physical.card for physical in self.spare}

    def take_foreign(self, uid: bytes) -> None:
        """Take a foreign tag away; nothing happens when it does not lie here."""
        if uid not in self._card_of:
            self._lift(uid)

    def cards_in(self, zone: Zone) -> tuple[Card, ...]:
        """Cards lying in `zone`, bottom to top."""
        return tuple(self._card_of[tag] for tag in self.tags_in(zone) if tag in self._card_of)

    def tags_in(self, zone: Zone) -> tuple[bytes, ...]:
        """Tags lying in `zone`, bottom to top, foreign ones too."""
        self._check(zone)
        return tuple(self._lying[zone])

    def zone_of(self, card: Card) -> Zone | None:
        """Where a card lies; None = in a hand."""
        return self._place.get(self.tag_of(card))

    def side_of(self, card: Card) -> Side:
        """Which side of a card shows to everybody."""
        return self._sides[card]

    def tag_of(self, card: Card) -> bytes:
        """The tag id inside a card, most significant byte first."""
        return self.deck[card].tag

    def deck_tags(self) -> Mapping[bytes, Card]:
        """Tag id → card of the whole deck: what enrolling it would have found out."""
        return dict(self._card_of)

    def _check(self, zone: Zone) -> None:
        if zone not in self._lying:
            raise WorldError(f"{zone!r} is no place on this table; places: {', '.join(sorted(self._lying))}")

    def _lift(self, tag: bytes) -> Zone | None:
        came_from = self._place.pop(tag, None)
        if came_from is not None:
            self._lying[came_from].remove(tag)
            self.revision += 1
        return came_from

    def _lay(self, tag: bytes, zone: Zone) -> None:
        self._lying[zone].append(tag)
        self._place[tag] = zone
        self.revision += 1

    def _moved(self, card: Card, from_zone: Zone | None, to_zone: Zone | None, side: Side) -> None:
        self._sides[card] = side
        move = Move(card, from_zone, to_zone, side, self._now_s())
        self.moves.append(move)
        if self.witness is not None:
            self.witness(move)


def _tags_of(tags: Mapping[bytes, Card]) -> tuple[bytes, ...]:
    """Return the tag of each card, in ascending order. Raises: WorldError."""
    by_card = {card: tag for tag, card in tags.items()}
    if sorted(by_card) not in (list(FULL_DECK), list(ALL_CARDS)) or len(tags) != len(by_card):
        raise WorldError(f"the deck is {DECK_SIZE} cards with one tag each; {len(tags)} tags for {len(by_card)} cards were given")
    if any(len(tag) != UID_BYTES for tag in tags):
        raise WorldError(f"the simulated readers read tags with {UID_BYTES} bytes; this deck has others")
    return tuple(by_card[card] for card in sorted(by_card))


@lru_cache(maxsize=8)  # one world after the other is made of the same seed
def _draw_tags(seed: int, count: int, which: str = "tags") -> tuple[bytes, ...]:
    """Return one tag id a card: all different, and telling nothing of the card."""
    stream = random.Random(f"{seed}:{which}")  # noqa: S311 # a repeatable world is the point
    tags: dict[bytes, None] = {}
    while len(tags) < count:
        tags[UID_PREFIX + stream.randbytes(UID_BYTES - len(UID_PREFIX))] = None
    return tuple(tags)
