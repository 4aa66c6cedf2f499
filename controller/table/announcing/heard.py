"""What was told in a step, and what the dealer has to say because of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from controller.effects import Tell
from controller.game.outcome import More, Told
from controller.rules.house import House
from controller.rules.ruling import Announcement
from controller.table import rulings
from controller.table.announcing import behind, obligations, reminders, rounds, stops, wagers
from controller.table.announcing.obligations import NOT_REMINDED, OF_THE_TURN
from controller.table.table import QUIET, Table


class Step(NamedTuple):
    """A step of the table: as it was `before`, what was told, and when. Time: table time."""

    before: Table
    tells: Sequence[Tell]
    at_ns: int


def heard(table: Table, step: Step, house: House) -> tuple[Table, Sequence[Tell], list[Told]]:
    """Return the table after a step with what the dealer has to say now, the tells as they are told then, and what is told besides.

    What was told shows that some of it was said; and what is to be said has a time by which it ought to be.
    Invariants: the hand, its chips and its cards are as the step left them.
    """
    told: list[Told] = []
    kinds = {one.kind for one in step.tells}
    if step.before.around is not QUIET:
        table = obligations.said_by(table, step.before, kinds)
    tells: Sequence[Tell] = step.tells
    if "announcement" in kinds:
        table, tells = _with_time(table, step, house)
    if "correction" in kinds:
        table = rulings.not_needed(table, lambda one: one.about in OF_THE_TURN)
    if step.before.around is not QUIET:
        table = stops.dealt_all_the_same(table, step.before, step.tells, house, told)
    for one in _to_say(table, step, house):
        table = rulings.announced(table, _timed(one, step.at_ns, house), told, house)
    if table.around is not QUIET:
        if "resumed" in kinds:
            table = reminders.again(table, step.at_ns, house, told)
        table = reminders.unasked(table)
    return table, tells, told


def _to_say(table: Table, step: Step, house: House) -> list[Announcement]:
    """What is to be said that nobody else has told already."""
    hand, before = table.hand, step.before.hand
    if hand is None or hand.over:
        return []
    found: list[Announcement | None] = []
    kinds = {one.kind for one in step.tells}
    acted = next((one for one in step.tells if one.kind == "acted"), None)
    corrected = next((one for one in step.tells if one.kind == "correction"), None)
    if acted is not None and before is not None and hand.stage == "betting" and hand.street == before.street:
        found.append(wagers.of(before, acted, house))
    if corrected is not None:
        found.append(wagers.as_corrected(hand, (corrected.more or More()).now, house))
    if "hand_started" in kinds and table.around.behind:
        found += behind.to_say(table, hand, house)
    if "street_closed" in kinds:
        found.append(rounds.closed(hand, house))
    found.append(rounds.begun(before, hand, house))
    if acted is not None or corrected is not None:
        found.append(rounds.option(hand, house))
    return [one for one in found if one is not None]


def _timed(one: Announcement, at_ns: int, house: House) -> Announcement:
    """Return it with the time by which it ought to be said."""
    if house.announcing is None or one.about in NOT_REMINDED or one.until_ns is not None or one.acknowledged:
        return one
    return replace(one, until_ns=reminders.until_ns(house.announcing, at_ns))


def _with_time(table: Table, step: Step, house: House) -> tuple[Table, list[Tell]]:
    """Return the table and the tells in which what was announced in this step has a time by which it ought to be said."""
    tells = [*step.tells]
    for place, tell in enumerate(tells):
        one = None if tell.more is None or tell.kind != "announcement" else tell.more.announcement
        if one is not None and (now := _timed(one, step.at_ns, house)) is not one:
            table = rulings.renewed(table, now, [])
            tells[place] = replace(tell, more=More(announcement=now))
    return table, tells
