"""Wagers of a wrong amount that are found when a hand is folded again: set right with all who called them, or left as they lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from msgspec.structs import replace

from controller.effects import CommandDone, Tell
from controller.events import Entry
from controller.game.outcome import More, Refused, Told
from controller.rules.house import House
from controller.rules.ruling import Ruling
from controller.table import rulings, standing
from controller.table.table import Table

Telling: TypeAlias = Sequence[Sequence[Tell]]


class Folded(Protocol):
    """A hand folded again, as `correction` has it."""

    @property
    def table(self) -> Table: ...
    @property
    def telling(self) -> list[tuple[Tell, ...]]: ...
    @property
    def refused(self) -> CommandDone | None: ...


Fold: TypeAlias = Callable[[Sequence[Entry]], Folded]


class Change(NamedTuple):
    """What is folded again: the entries as they are kept, the place of the one that is another now, and what it all was told by before.

    `removed` = it is no more; `decided` = the floor has decided so, it is not what was entered wrongly. `fold` folds other entries.
    """

    kept: Sequence[Entry]
    at: int
    old: Telling
    removed: bool
    decided: bool
    fold: Fold
    house: House

    def before(self, place: int) -> int:
        """Return the place that an entry had before."""
        return place + (self.removed and place >= self.at)


class Found(NamedTuple):
    """The hand as it is now, with the rulings about wagers that were found too late, by the place of each."""

    folded: Folded
    kept: Sequence[Entry]
    late: tuple[tuple[int, Ruling], ...] = ()


def found(change: Change) -> Found | Refused:
    """Return the hand with every wager dealt with whose amount is wrong now and was not before.

    Those behind which too much has happened stay as they are; of the others the ruling says who gets back or adds what.
    Source: cooke.8.02.04.a, roberts.pl.2, cooke.9.14.a, roberts.betting.16a.
    """
    result = Found(change.fold(change.kept), change.kept)
    for place in range(len(change.kept)):
        fresh = _fresh(change, result.folded, place)
        if fresh is None:
            continue
        step = _one(change, result, place, fresh)
        if isinstance(step, Refused) or step.folded.refused is not None:
            return step
        result = step
    return result


def _fresh(change: Change, folded: Folded, place: int) -> Ruling | None:
    """Return the ruling about a wager of a wrong amount at this place, when it was not ruled so before."""
    if place >= len(folded.telling):
        return None
    before = standing.rulings_in(change.old[change.before(place)])
    now = standing.rulings_in(folded.telling[place])
    return next(
        (one for one in now if not any((one.amount_chips, one.to_chips) == (was.amount_chips, was.to_chips) for was in before)), None
    )


def _one(change: Change, result: Found, place: int, ruling: Ruling) -> Found | Refused:
    folded, kept, late = result
    event: Any = kept[place].event
    itself = place == change.at and not change.removed
    acted = None if itself else next((tell for tell in change.old[change.before(place)] if tell.kind == "acted"), None)
    whole = [*kept[:place], replace(kept[place], event=standing.whole(event, acted)), *kept[place + 1 :]]
    hand = folded.table.hand
    window = standing.window_of(ruling)
    if hand is not None and standing.stands(window, standing.behind(folded.telling, place, hand.seats), change.house):
        if itself and change.decided:
            why = "It is too late, for too much has happened behind it: the wager stands as it lies."
            return Refused("floor_rule.too_late", why, standing.too_late_rules(window))
        amount = ruling.amount_chips if acted is None else acted.to_chips
        stands = standing.too_late(replace(ruling, amount_chips=amount))
        return Found(change.fold(whole), whole, (*late, (place, stands)))
    as_it_lay = change.fold(whole)
    if as_it_lay.refused is None:
        remedy = standing.settled(as_it_lay.telling, folded.telling, place)
        folded.telling[place] = tuple(
            [_with(tell, replace(ruling, remedy=remedy)) if _tells(tell, ruling) else tell for tell in folded.telling[place]]
        )
    return Found(folded, kept, late)


def _tells(tell: Tell, ruling: Ruling) -> bool:
    return tell.more is not None and tell.more.ruling is ruling


def _with(tell: Tell, ruling: Ruling) -> Tell:
    return replace(tell, more=More(ruling=ruling))


def opened(table: Table, found: Found, change: Change, told: list[Told]) -> Table:
    """Return the table with the rulings about what was found too late, each about its entry."""
    for place, ruling in found.late:
        about = table.seq + 1 if place == change.at and not change.removed else found.kept[place].first_seq
        table = rulings.opened(table, replace(ruling, about_seq=about), told, change.house)
    return table


def in_log(entries: Sequence[Entry], tells: Sequence[Tell]) -> list[Entry]:
    """Return the hand's events after a correction, or a decision, that was told so: wagers that were found too late stand as they lay."""
    marked = [*entries]
    retold = [tell for tell in (tells[0].more or More()).retold if tell.kind == "acted"]
    for tell in tells:
        ruling = None if tell.more is None else tell.more.ruling
        if ruling is None or (ruling.kind, ruling.status) != ("late_objection", "in_force") or not standing.window_of(ruling):
            continue
        for place, entry in enumerate(marked):
            if entry.first_seq <= ruling.about_seq <= entry.last_seq or ruling.about_seq in entry.corrected_by:
                acted = next((one for one in retold if one.seat == ruling.seat and _names(entry, one.seq)), None)
                event: Any = entry.event
                marked[place] = replace(entry, event=standing.whole(event, acted))
    return marked


def _names(entry: Entry, seq: int) -> bool:
    return entry.first_seq <= seq <= entry.last_seq or seq in entry.corrected_by
