"""Which antenna reads which place on the felt."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from controller.game.zones import CARD_ZONES, HOLE_SEAT, Zone
from controller.sensing.errors import SensingError

#: More outputs than any reader or cascade of multiplexers has.
MAX_ANTENNA = 255


class ZoneMapError(SensingError):
    """The map of antennas to places makes no sense; the text names the entry and the remedy."""


def antenna_zones(entries: Iterable[tuple[str, int, str]], seats: int) -> Mapping[tuple[str, int], Zone]:
    """Return the map of (part, antenna) to Zone that `entries` of (part, antenna, zone name) describe.

    One zone may have several antennas (a long board, one antenna a card): seen by any is seen
    there. One antenna has one zone.
    Raises: ZoneMapError for an antenna given twice or below 1, a name that is no zone, or a seat
    the table does not have.
    """
    zones: dict[tuple[str, int], Zone] = {}
    for part, antenna, name in entries:
        where = f"reader {part}, antenna {antenna}"
        zone = Zone(name)
        if not 1 <= antenna <= MAX_ANTENNA:
            raise ZoneMapError(f"{where}: outputs are numbered 1 to {MAX_ANTENNA} as on the reader's housing")
        if zone not in CARD_ZONES:
            raise ZoneMapError(f"{where}: there is no zone {name!r}; {_suggest(name)}")
        if HOLE_SEAT.get(zone, 0) > seats:
            raise ZoneMapError(f"{where}: the table has {seats} seats; raise `seats` or remove {name!r}")
        if (part, antenna) in zones:
            raise ZoneMapError(f"{where}: given twice, for {zones[part, antenna]!r} and {name!r}; keep one")
        zones[part, antenna] = zone
    return zones


def _suggest(name: str) -> str:
    near = difflib.get_close_matches(name, sorted(CARD_ZONES), n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    return "zones are seat/1/hole to seat/10/hole, board, burn, muck and stub"
