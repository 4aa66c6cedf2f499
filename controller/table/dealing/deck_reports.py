"""What a person tells of the deck: each kind of report, and what follows from it. They may also come when the hand is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from controller.events import Report
from controller.game.outcome import Refused
from controller.game.zones import HOLE_SEAT, STUB, UP_SEAT, Zone
from controller.rules.house import House
from controller.table import rulings
from controller.table.dealing import deck_life, fouled, fouled_end, stub_count
from controller.table.dealing.misdeals import Telling
from controller.table.table import Table

_NOTHING: Final = Refused("report.nothing", "Nothing follows from that here: it was told already, or the house has no rule for it.")
_FLOOR: Final = Refused("report.floor_only", "What a player knew the floor finds: call it.")


def report(table: Table, command: Report, house: House) -> rulings.Outcome:
    """Return the table after a report about the deck, with what is ruled about it; or why it can be none."""
    return TAKEN[command.what](table, command, house)


def _fouled(table: Table, what: str, seat: int, house: House) -> rulings.Outcome:
    if table.hand is None:
        return Refused("report.no_hand", "No hand was played with this deck: change it before the first one.")
    telling = Telling([], house)
    after = fouled.called(table, what, telling, seat=seat or None)
    return (after, telling.told) if telling.told else _NOTHING


def _wrong_back(table: Table, command: Report, house: House) -> rulings.Outcome:
    zone = Zone(command.zone)
    seat = command.seat or HOLE_SEAT.get(zone) or UP_SEAT.get(zone) or 0
    return _fouled(table, "back_in_stub" if zone == STUB and not seat else "back", seat, house)


def _missing(table: Table, command: Report, house: House) -> rulings.Outcome:
    return _fouled(table, "missing", 0, house)


def _knew(table: Table, command: Report, house: House) -> rulings.Outcome:
    if command.head.role == "dealer":
        return _FLOOR
    hand = table.hand
    if hand is None or command.seat not in hand.seats:
        return Refused("report.not_in_hand", f"Seat {command.seat} is not in this hand: name a seat that was dealt cards.")
    return fouled_end.knew(table, command.seat, house)


def _marred(table: Table, command: Report, house: House) -> rulings.Outcome:
    telling = Telling([], house)
    after = deck_life.marred(table, telling)
    return (after, telling.told) if telling.told else _NOTHING


#: Kind of report → what follows from it.
TAKEN: Final[Mapping[str, Callable[[Table, Report, House], rulings.Outcome]]] = {
    "wrong_back": _wrong_back,
    "card_missing": _missing,
    "knew": _knew,
    "marred": _marred,
    "stub_counted": stub_count.counted,
}
