"""What has not been said: when the dealer is reminded, and when the floor is asked about it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from controller.game.outcome import Told
from controller.rules.announcing import Announcing
from controller.rules.house import House
from controller.rules.ruling import Announcement, Prompt
from controller.table import rulings
from controller.table.announcing.obligations import NOT_REMINDED
from controller.table.table import QUIET, Table, said

#: The name of the timer.
TIMER: Final = "say"
#: What the floor is asked, and the answer by which it has been said.
UNSAID: Final = "unsaid"
SAID: Final = "said"
_SECOND: Final = 1_000_000_000

#: How far it has come with an announcement: nothing yet, the dealer was reminded, the floor was asked.
FRESH, REMINDED, ASKED = 0, 1, 2


def until_ns(waits: Announcing, at_ns: int) -> int | None:
    """Return by when something that is due at `at_ns` ought to have been said; None = nobody asks."""
    seconds = waits.floor_s or waits.remind_s
    return at_ns + seconds * _SECOND if seconds else None


def due_ns(table: Table, house: House) -> int | None:
    """Return the table time of the next reminder, None when there is none. While the game is paused nothing is due."""
    if house.announcing is None or table.around is QUIET or table.paused:
        return None
    due = [at for one in rulings.docket_of(table).announcements if (at := _due_of(one, house.announcing)) is not None]
    return min(due, default=None)


def rung(table: Table, at_ns: int, house: House, told: list[Told]) -> Table:
    """Return the table after the timer fired: the dealer is reminded of what is due, then the floor asked.

    Source: cooke.14.16, and the rules of what is to be said.
    """
    waits, due = house.announcing, due_ns(table, house)
    if waits is None or due is None or at_ns < due:
        return table
    asks: Announcement | None = None
    for one in rulings.docket_of(table).announcements:
        at = _due_of(one, waits)
        if at is None or at > at_ns:
            continue
        late = one.reminded == REMINDED or not waits.remind_s
        table = rulings.renewed(table, replace(one, reminded=ASKED if late else REMINDED), told)
        asks = one if late else asks
    if asks is None or any(one.what == UNSAID for one in rulings.docket_of(table).prompts):
        return table
    return rulings.asked(table, Prompt(0, "floor", UNSAID, asks.seat, rules=asks.rules, answers=(SAID,)), told, house)


def again(table: Table, at_ns: int, house: House, told: list[Told]) -> Table:
    """Return the table in which the time of what waits runs anew: the game went on after a pause."""
    for one in rulings.docket_of(table).announcements:
        if house.announcing is not None and one.about not in NOT_REMINDED and one.until_ns is not None and one.reminded != ASKED:
            table = rulings.renewed(table, replace(one, until_ns=until_ns(house.announcing, at_ns)), told)
    return table


def all_said(table: Table) -> rulings.Outcome:
    """The floor has heard that it was said: everything it was asked about is done."""
    told: list[Told] = []
    for one in rulings.docket_of(table).announcements:
        if one.reminded == ASKED:
            outcome = rulings.acknowledge(table, one.id)
            if isinstance(outcome, tuple):
                table, more = outcome
                told += more
    return unasked(table), told


def unasked(table: Table) -> Table:
    """Return the table without the question to the floor if what it was about has been said."""
    docket = rulings.docket_of(table)
    if not any(one.what == UNSAID for one in docket.prompts) or any(one.reminded == ASKED for one in docket.announcements):
        return table
    return said(table, docket=replace(docket, prompts=tuple([one for one in docket.prompts if one.what != UNSAID])))


def _due_of(one: Announcement, waits: Announcing) -> int | None:
    """When it is next that something is done about it."""
    if one.until_ns is None or one.about in NOT_REMINDED or one.reminded == ASKED:
        return None
    if one.reminded == FRESH and waits.remind_s:
        return one.until_ns - max(0, waits.floor_s - waits.remind_s) * _SECOND
    return one.until_ns if waits.floor_s else None
