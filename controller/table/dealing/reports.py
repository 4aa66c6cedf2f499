"""What a person saw of the cards and tells at the panel: each kind of report has its own room."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from controller.events import Report
from controller.game.hand import Hand
from controller.game.outcome import Refused
from controller.rules.house import House
from controller.table import rulings
from controller.table.dealing import (
    button,
    dead_hands,
    deck_reports,
    entitled,
    faces_reports,
    objections,
    places,
    reshuffling,
    shuffling,
    stops,
    stub,
    stud_reports,
    window,
)
from controller.table.table import Table, running


def report(table: Table, command: Report, house: House) -> rulings.Outcome:
    """Return the table after a report, with what is ruled about it; or why it can be none."""
    if command.what in _ANY_TIME:
        return _ANY_TIME[command.what](table, command, house)
    hand = running(table)
    if hand is None:
        return Refused("report.no_hand", "No hand is running: what happened to its cards no longer matters.")
    if command.seat and hand.index_of[command.seat] < 0 and command.what in _OF_A_PLAYER:
        return Refused("report.not_in_hand", f"Seat {command.seat} is not in this hand: name a seat that was dealt cards.")
    first = _first_of_all(table, hand, command, house)
    if first is not None:
        return first
    taken = _TAKEN.get(command.what)
    if taken is None:
        return Refused("report.no_rule", "Nothing follows from that here: call the floor.")
    return taken(table, hand, command, house)


def _first_of_all(table: Table, hand: Hand, command: Report, house: House) -> rulings.Outcome | None:
    """What comes before what a report means in most games: None where it means just that."""
    by_sight = stud_reports.of_stud(hand, command)
    if by_sight is not None:
        return by_sight(table, hand, command, house)
    if command.what == "no_card" and command.seat and not window.open_for_misdeals(hand, house):
        return dead_hands.short(table, hand, command.seat, house)
    return None


def _no_card(table: Table, hand: Hand, command: Report, house: House) -> rulings.Outcome:
    """A seat was passed over in the deal, or no card lies where one is asked for."""
    return places.reported(table, hand, command.seat, house) if command.seat else _NO_SEAT


def _looked(table: Table, hand: Hand, command: Report, house: House) -> rulings.Outcome:
    """A player looked at his cards: what is wrong with them may no longer be put right, and who was to post first has lost his hand."""
    if not command.seat:
        return _NO_SEAT
    table, told = places.looked(table, hand, command.seat, house)
    dead = entitled.looked_unposted(table, hand, command.seat, house)
    return (table, told) if dead is None else (dead[0], [*told, *dead[1]])


_NO_SEAT: Final = Refused("report.seat", "Say at which seat it happened.")
_OF_A_PLAYER: Final = frozenset({"exposed", "looked", "skipped", "no_card", "off_table", "suspected", "flipped", "joker", "out_of_sight"})
#: Kind of report → what follows from it.
_TAKEN: Final[Mapping[str, Callable[[Table, Hand, Report, House], rulings.Outcome]]] = {
    "dropped_deck": stub.dropped,
    "stub_mixed": stub.mixed,
    "stub_restored": reshuffling.restored,
    **faces_reports.TAKEN,
    "looked": _looked,
    "no_card": _no_card,
    "skipped": _no_card,
    "dealt_out": entitled.dealt_out,
    "absent_dealt_out": entitled.dealt_out,
    "unposted": entitled.unposted,
    "button_wrong": button.wrong,
    "not_shuffled": shuffling.missing,
    "not_cut": shuffling.missing,
    "stop": stops.stop,
}
#: What can be told between hands too.
_ANY_TIME: Final[Mapping[str, Callable[[Table, Report, House], rulings.Outcome]]] = {
    "objection": objections.objection,
    **deck_reports.TAKEN,
}
