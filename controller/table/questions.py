"""Questions that a person has yet to look into: opened by a discrepancy, closed when it is settled."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.events import Discrepancy, Evidence
from controller.game import deal
from controller.game.cards import FULL_DECK
from controller.game.zones import PLACE_BYTE, Zone
from controller.table.table import OpenQuestion, Table

#: More are never kept: whoever has so many has one problem, and the newest say which.
MAX_OPEN: Final = 24

#: Asked by the core itself, which sees by the cards' places when it is settled; the others sensing asks and settles.
EXTRA_CARD: Final = "rfid.extra_card"


def opened(table: Table, code: str, zones: tuple[Zone, ...], at_ns: int) -> Table:
    """Return the table with this question among the open ones, once."""
    if any((one.code, one.zones) == (code, zones) for one in table.open):
        return table
    return replace(table, open=(*table.open, OpenQuestion(code, zones, at_ns))[-MAX_OPEN:])


def closed(table: Table, code: str, zones: tuple[Zone, ...]) -> Table:
    """Return the table without this question; the same table when it was not open."""
    rest = tuple([one for one in table.open if (one.code, one.zones) != (code, zones)])
    return table if len(rest) == len(table.open) else replace(table, open=rest)


def settled_surplus(table: Table) -> list[OpenQuestion]:
    """Return the open questions about a card too many whose zone holds none any more."""
    return [one for one in table.open if one.code == EXTRA_CARD and not any(_surplus_in(table, zone) for zone in one.zones)]


def _surplus_in(table: Table, zone: Zone) -> bool:
    hand, place = table.hand, PLACE_BYTE.get(zone, b"")
    lying = [card for card in FULL_DECK if table.card_places[card : card + 1] == place]
    return bool(lying) if hand is None else any(deal.is_surplus(hand, card, zone) for card in lying)


def taken_back(table: Table, at_ns: int) -> list[Discrepancy]:
    """Return the events that close what sensing asked before it began anew: what still is so it asks again."""
    asked = [one for one in table.open if one.code != EXTRA_CARD]
    return [Discrepancy(one.code, one.zones, at_ns, Evidence("", 0, 0), settled=True) for one in asked]
