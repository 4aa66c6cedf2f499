"""Questions that a person has yet to look into: opened by a discrepancy, closed when it is settled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from controller.events import Discrepancy, Evidence, Role
from controller.game import boards, deal, drawing
from controller.game.cards import ALL_CARDS, Card
from controller.game.hand import Hand
from controller.game.outcome import Refused
from controller.game.variants import VARIANTS
from controller.game.zones import HOLE_SEAT, PLACE_BYTE, UP_SEAT, Zone
from controller.table.dealing import sight
from controller.table.table import OpenQuestion, Table, running
from controller.table.waiting import (
    BOARD_CARD_UNREAD,
    BOARD_UNREAD,
    FOLDED_CARDS,
    HOLE_UNREAD,
    UP_UNREAD,
    awaited,
    folded_lying,
    takes_card,
)

#: More are never kept: whoever has so many has one problem, and the newest say which.
MAX_OPEN: Final = 24

#: Asked by the core itself, which sees by the table when they are settled; the others sensing asks and settles.
EXTRA_CARD: Final = "rfid.extra_card"
ENTRY_CONTRADICTS: Final = "entry.contradicts"
READ_OTHERWISE: Final = "entry.read_otherwise"
DISCARD_OWED: Final = "deal.discard_owed"


def opened(table: Table, code: str, zones: tuple[Zone, ...], at_ns: int) -> Table:
    """Return the table with this question among the open ones, once."""
    if is_open(table, code, zones):
        return table
    return replace(table, open=(*table.open, OpenQuestion(code, zones, at_ns))[-MAX_OPEN:])


def is_open(table: Table, code: str, zones: tuple[Zone, ...]) -> bool:
    """Return whether this is asked."""
    return any((one.code, one.zones) == (code, zones) for one in table.open)


def closed(table: Table, code: str, zones: tuple[Zone, ...]) -> Table:
    """Return the table without this question; the same table when it was not open."""
    rest = tuple([one for one in table.open if (one.code, one.zones) != (code, zones)])
    return table if len(rest) == len(table.open) else replace(table, open=rest)


def settled(table: Table) -> list[OpenQuestion]:
    """Return the open questions of the core's own that the table has answered by now."""
    return [one for one in table.open if one.code in _STILL_SO and not _STILL_SO[one.code](table, one)]


def surplus_code(hand: Hand, card: Card, zone: Zone) -> str:
    """Return what is asked about a card too many in a zone: it may be right, and one entered by hand wrong."""
    seat = HOLE_SEAT.get(zone) or UP_SEAT.get(zone)
    counted = boards.at(hand, zone) if seat is None else hand.hole_of(hand.index_of[seat]) if hand.index_of[seat] >= 0 else ()
    return READ_OTHERWISE if card in hand.entered or any(one in hand.entered for one in counted) else EXTRA_CARD


def deal_wrong(table: Table, hand: Hand, role: Role) -> Refused | None:
    """Return why the action cannot start: a player has more cards than are dealt to him. None when it can, or has started.

    A reading may be false: what the floor or the administrator enters is taken all the same.
    Source: cooke.4.01.e, home.1.hole.
    """
    begun = hand.street > 0 or hand.stage != "betting" or max(hand.faced_at) >= 0 or any(hand.folded)
    early = f"early/{hand.street}" in table.around.dealing.ruled and table.around.dealing.hand == table.hand_number
    if begun or role in ("floor", "admin"):
        return None
    for one in table.open:
        zone = one.zones[0]
        seat = HOLE_SEAT.get(zone) or UP_SEAT.get(zone) if one.code == EXTRA_CARD else 0
        if early and zone in UP_SEAT:
            continue  # it is of the next street, and ruled about: the action goes on
        if seat in hand.seats:
            variant = VARIANTS[hand.variant]
            held = table.card_places.count(PLACE_BYTE[zone])
            full = (variant.up_by_street if zone in UP_SEAT else variant.down_by_street)[hand.street]
            side = "" if not variant.up_cards else " up" if zone in UP_SEAT else " down"
            return Refused(
                "act.deal_wrong",
                f"Seat {seat} has {held} cards{side}, {full} are dealt: no action until one is taken back. "
                "Call the floor, which may enter the action where the reading is wrong.",
                deal.surplus_rules(hand, zone),
            )
    return None


def _surplus_in(table: Table, zone: Zone) -> bool:
    hand, place = table.hand, PLACE_BYTE.get(zone, b"")
    lying = [card for card in ALL_CARDS if table.card_places[card : card + 1] == place]
    return bool(lying) if hand is None else any(deal.is_surplus(hand, card, zone) for card in lying)


def taken_back(table: Table, at_ns: int) -> list[Discrepancy]:
    """Return the events that close what sensing asked before it began anew: what still is so it asks again."""
    asked = [one for one in table.open if one.code not in _STILL_SO]
    return [Discrepancy(one.code, one.zones, at_ns, Evidence("", 0, 0), settled=True) for one in asked]


def _surplus(table: Table, question: OpenQuestion) -> bool:
    return any(_surplus_in(table, zone) for zone in question.zones)


def _owes_discard(table: Table, question: OpenQuestion) -> bool:
    hand = running(table)
    if hand is None or hand.stage != "drawing" or not drawing.coming(hand).discard:
        return False
    return hand.drawing.counts[-1][hand.index_of[HOLE_SEAT[question.zones[0]]]] == -1


def _folded_lies(table: Table, question: OpenQuestion) -> bool:
    hand = running(table)
    return hand is not None and (question.code, question.zones) in folded_lying(table, hand)


def _awaited(table: Table, question: OpenQuestion) -> bool:
    return (question.code, question.zones) in awaited(table)


def _place_waits(table: Table, question: OpenQuestion) -> bool:
    hand, zone = running(table), question.zones[0]
    if hand is None or not takes_card(hand, zone):
        return False
    seat = HOLE_SEAT.get(zone)  # a hand that was shown was named: what its antenna lacks is missed no more
    return seat is None or bool(VARIANTS[hand.variant].up_cards) or hand.shown[hand.index_of[seat]] is None


#: Reason code of the core's own questions → whether it is still so.
_STILL_SO: Final[dict[str, Callable[[Table, OpenQuestion], bool]]] = {
    EXTRA_CARD: _surplus,
    READ_OTHERWISE: _surplus,
    ENTRY_CONTRADICTS: _place_waits,
    DISCARD_OWED: _owes_discard,
    sight.OUT_OF_SIGHT: lambda table, question: question.zones[0] in sight.out_of_sight(table),
    FOLDED_CARDS: _folded_lies,
    **dict.fromkeys((*BOARD_UNREAD.values(), BOARD_CARD_UNREAD, HOLE_UNREAD, UP_UNREAD), _awaited),
}
