"""Decisions about rulings on the deal: confirming one does what it says, and the table goes on as it has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from controller.events import FloorRule
from controller.game.hand import Hand
from controller.game.outcome import Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Ruling
from controller.table import rulings
from controller.table.dealing import board_decisions, button, fouled_end, late_hands, misdeals, stops, window
from controller.table.table import Table, running

#: What the floor decides comes before what follows from every other rule.
FLOOR_FIRST_RULES: Final = ("cooke.2.06", "cooke.2.03")
Decided = Refused | tuple[Table, Hand | None, list[Told]]
Does = Callable[[Table, Ruling, House], tuple[Table, Hand | None, list[Told]]]

#: Kind of ruling → what confirming it does.
CARRIED_OUT_BY: Final[Mapping[str, Does]] = {
    "misdeal": lambda table, _, house: misdeals.confirmed(table, house),
    "dead_hand": late_hands.confirmed,
    "fouled_deck": lambda table, ruling, house: fouled_end.confirmed(table, house),
    "button_error": lambda table, _, house: button.next_hand(table, house),
    "procedure": lambda table, _, house: stops.looked_at(table, house),
    "not_entitled": lambda table, _, house: (table, table.hand, []),
}
#: Carried out when its cards lie where they belong, whatever is decided.
_DONE_BY_MOVES: Final = frozenset({"not_entitled"})
#: What can be decided until the next hand begins: it is about that one.
_ABOUT_THE_NEXT: Final = frozenset({"button_error"})


def is_about_the_deal(ruling: Ruling) -> bool:
    """Whether confirming a ruling ends the hand, or changes it, by what `CARRIED_OUT_BY` or the rooms of the board have."""
    if ruling.kind == "procedure":
        return stops.is_stop(ruling)
    return ruling.kind in CARRIED_OUT_BY or ruling.kind in board_decisions.KINDS


def decide(table: Table, ruling: Ruling, command: FloorRule, house: House) -> Decided:
    """Return the table after a decision that may be taken about this ruling: a misdeal is one, or the hand is played on.

    What ended a hand cannot be opened again: there is no hand to go on with.
    """
    return (board_decisions.decide if ruling.kind in board_decisions.KINDS else _decided)(table, ruling, command, house)


def _decided(table: Table, ruling: Ruling, command: FloorRule, house: House) -> Decided:
    told: list[Told] = []
    if ruling.kind == "fouled_deck" and (wrong := fouled_end.may_be_confirmed(table, ruling, command)) is not None:
        return wrong
    afterwards = ruling.kind == "fouled_deck" and table.hand is not None and table.hand.stage != "void"
    if running(table) is None and ruling.kind not in _ABOUT_THE_NEXT and not afterwards:
        return Refused("floor_rule.too_late", f"{ruling.id} can no longer be decided: the hand is over.")
    if ruling.kind == "misdeal" and command.decision == "confirm" and _too_late(table, house):
        return Refused("floor_rule.too_late", f"{ruling.id} can no longer be confirmed: there was substantial action.", ruling.rules)
    if command.decision == "reopen":
        return rulings.changed(table, rulings.decided(ruling, "reopened", reason=command.reason, carried_out=False), told), table.hand, told
    if command.decision == "override":
        return _overridden(table, ruling, command, house)
    done = ruling.carried_out or ruling.kind not in _DONE_BY_MOVES
    table = rulings.changed(table, rulings.decided(ruling, "confirmed", reason=command.reason, carried_out=done), told)
    table, hand, more = CARRIED_OUT_BY[ruling.kind](table, ruling, house)
    return table, hand, [*told, *more]


def _overridden(table: Table, ruling: Ruling, command: FloorRule, house: House) -> Decided:
    told: list[Told] = []
    alternative = command.alternative or (ruling.alternatives[0] if len(ruling.alternatives) == 1 else misdeals.PLAY_ON)
    if alternative not in ruling.alternatives or "floor.first" in house.without:
        return Refused("floor_rule.alternative", f"Say what is to be instead; allowed are: {', '.join(ruling.alternatives)}.")
    divides = ruling.kind == "fouled_deck" and alternative in fouled_end.INSTEAD
    done = divides or alternative == rulings.BY_HAND
    now = rulings.decided(ruling, "overridden", reason=command.reason, alternative=alternative, carried_out=done)
    now = replace(now, rules=house.cited((*now.rules, *FLOOR_FIRST_RULES)))
    table = rulings.changed(table, now, told)
    if not divides:
        return table, table.hand, told
    table, hand, more = fouled_end.confirmed(table, house, alternative)
    return table, hand, [*told, *more]


def _too_late(table: Table, house: House) -> bool:
    """Whether what was done since the mistake was found counts as well, and was enough.

    Source: cooke.10.17.b.
    """
    hand = running(table)
    counts = house.options.late_discovery_counts or "misdeal.discovery" in house.without
    return counts and hand is not None and not window.open_for_misdeals(hand, house)
