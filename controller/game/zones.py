"""Places on the felt, by name.

A `Zone` is a string such as `seat/3/hole`, `board` or `muck`: names travel in Facts,
configs and feeds, so there is exactly one spelling and it is made here.
"""

from __future__ import annotations

from typing import Final, NewType

Zone = NewType("Zone", str)

MAX_SEATS: Final = 10

BOARD: Final = Zone("board")
BURN: Final = Zone("burn")
MUCK: Final = Zone("muck")
STUB: Final = Zone("stub")
#: The shuffling machine: cards pass its antenna one by one, and none is dealt to or played from there.
SHUFFLER: Final = Zone("shuffler")

#: The boards in order: the first, and those that lie below it when more than one is dealt.
BOARDS: Final[tuple[Zone, ...]] = (BOARD, Zone("board/2"), Zone("board/3"))

#: Which board each of these zones is, the first being 0.
BOARD_NUMBER: Final[dict[Zone, int]] = {zone: number for number, zone in enumerate(BOARDS)}

#: `HOLE[seat]` for seats 1 … 10; index 0 is no place and never used.
HOLE: Final[tuple[Zone, ...]] = (Zone(""), *(Zone(f"seat/{n}/hole") for n in range(1, MAX_SEATS + 1)))

#: `UP[seat]`: where the seat's cards lie that everybody sees, in games that have such; index 0 is no place.
UP: Final[tuple[Zone, ...]] = (Zone(""), *(Zone(f"seat/{n}/up") for n in range(1, MAX_SEATS + 1)))

#: Seat number of each zone of up-cards.
UP_SEAT: Final[dict[Zone, int]] = {zone: seat for seat, zone in enumerate(UP) if seat}

#: Seat number of each hole zone.
HOLE_SEAT: Final[dict[Zone, int]] = {zone: seat for seat, zone in enumerate(HOLE) if seat}

#: Every zone a card can be accepted in at a table for games without up-cards …
CARD_ZONES: Final[frozenset[Zone]] = frozenset({BOARD, BURN, MUCK, STUB, *HOLE[1:]})

#: … and those that games with up-cards have besides.
SIGHT_ZONES: Final[frozenset[Zone]] = frozenset(UP[1:])

#: What a table may have antennas of their own for, and need not: the board's reads further boards too.
FURTHER_ZONES: Final[frozenset[Zone]] = frozenset(BOARDS[1:])

#: Piles: only the cards near the surface are read, so a card not seen here is never missing.
PARTLY_SEEN: Final[frozenset[Zone]] = frozenset({STUB, MUCK})

#: Every place of a card by number, for states that hold the places of a whole deck as bytes. 0 is out of every field.
PLACES: Final[tuple[Zone | None, ...]] = (None, BOARD, BURN, MUCK, STUB, *HOLE[1:], *UP[1:], *BOARDS[1:])

#: The byte of each place; a zone that holds no cards has none.
PLACE_BYTE: Final[dict[Zone | None, bytes]] = {zone: bytes((n,)) for n, zone in enumerate(PLACES)}
