"""Where the antennas lie: which reader output looks at which zone, and which fields overlap.

The places are those of an oval ten-seat table seen from above, the dealer in the middle of the
near side with seat 1 on the left hand and seat 10 on the right.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.game.zones import BOARD, BOARDS, BURN, HOLE, MUCK, SHUFFLER, STUB, UP, Zone

#: (reader, output 1 … 8) → the zone under that antenna: two 8-output readers, 14 antennas.
STANDARD_LAYOUT: Final[Mapping[tuple[str, int], Zone]] = MappingProxyType(
    {("hf0", output): HOLE[output] for output in range(1, 9)}
    | {
        ("hf1", 1): HOLE[9],
        ("hf1", 2): HOLE[10],
        ("hf1", 3): BOARD,
        ("hf1", 4): MUCK,
        ("hf1", 5): BURN,
        ("hf1", 6): STUB,
    }
)

#: A table for stud: a third reader looks at the up-cards of eight seats.
STUD_LAYOUT: Final[Mapping[tuple[str, int], Zone]] = MappingProxyType(
    {**STANDARD_LAYOUT} | {("hf2", output): UP[output] for output in range(1, 9)}
)

#: The same two readers at a table whose further boards have antennas of their own, where the second reader has outputs left.
BOARDS_LAYOUT: Final[Mapping[tuple[str, int], Zone]] = MappingProxyType(
    {**STANDARD_LAYOUT} | {("hf1", 6 + number): zone for number, zone in enumerate(BOARDS) if number}
)

#: The shuffling machine has a reader of its own.
SHUFFLER_LAYOUT: Final[Mapping[tuple[str, int], Zone]] = MappingProxyType({("hf3", 1): SHUFFLER})

#: Middle of each zone. Units: cm, x to the dealer's right, y away from the dealer.
PLACES_CM: Final[Mapping[Zone, tuple[float, float]]] = MappingProxyType(
    {
        HOLE[1]: (-62.0, 10.0),
        HOLE[2]: (-96.0, 28.0),
        HOLE[3]: (-102.0, 66.0),
        HOLE[4]: (-68.0, 88.0),
        HOLE[5]: (-24.0, 96.0),
        HOLE[6]: (24.0, 96.0),
        HOLE[7]: (68.0, 88.0),
        HOLE[8]: (102.0, 66.0),
        HOLE[9]: (96.0, 28.0),
        HOLE[10]: (62.0, 10.0),
        BOARD: (0.0, 52.0),
        BURN: (-12.0, 24.0),
        MUCK: (11.0, 22.0),
        STUB: (0.0, 4.0),
    }
)

#: The same of the places for up-cards, in front of the down-cards and towards the middle of the table.
SIGHT_CM: Final[Mapping[Zone, tuple[float, float]]] = MappingProxyType(
    {
        UP[1]: (-50.0, 24.0),
        UP[2]: (-72.0, 36.0),
        UP[3]: (-76.0, 60.0),
        UP[4]: (-54.0, 72.0),
        UP[5]: (-20.0, 76.0),
        UP[6]: (20.0, 76.0),
        UP[7]: (54.0, 72.0),
        UP[8]: (76.0, 60.0),
        UP[9]: (72.0, 36.0),
        UP[10]: (50.0, 24.0),
    }
)
#: And of further boards, which lie below the first.
BOARDS_CM: Final[Mapping[Zone, tuple[float, float]]] = MappingProxyType({BOARDS[1]: (0.0, 41.0), BOARDS[2]: (0.0, 31.0)})
_ALL_CM: Final = {**PLACES_CM, **SIGHT_CM, **BOARDS_CM}

#: Two fields overlap when the middles of their zones are no further apart than this.
OVERLAP_CM: Final = 50.0


def neighbours(zone: Zone, *, with_sight: bool = False, with_boards: bool = False) -> tuple[Zone, ...]:
    """Return the zones whose cards may answer the antenna of `zone`, in the order of PLACES_CM, at a table with up-cards
    (`with_sight`) theirs next, at one with places for further boards (`with_boards`) those last.

    The shuffler has none. Invariants: symmetric; a zone is no neighbour of itself.
    """
    if zone == SHUFFLER:  # it stands beside the table, in a box of metal
        return ()
    here, places = _ALL_CM[zone], {**PLACES_CM, **(SIGHT_CM if with_sight else {}), **(BOARDS_CM if with_boards else {})}
    return tuple(other for other, place in places.items() if other != zone and math.dist(here, place) <= OVERLAP_CM)
