"""What a hand that was folded again makes of its rulings: those of entries that are no more lapse, new ones are opened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from controller.effects import Tell
from controller.events import Entry
from controller.game.outcome import Told
from controller.rules.house import House
from controller.rules.ruling import Ruling
from controller.table import rulings
from controller.table.table import Table

#: Kinds of stories that tell of the docket, not of the hand.
OF_THE_DOCKET: Final = frozenset({"ruling", "announcement", "prompt"})

_Matter: TypeAlias = tuple[str, int | None, int | None, int | None]


class Folds(NamedTuple):
    """A hand's entries, which of them (`at`) is another now, and what each was told by before and is told by now."""

    entries: Sequence[Entry]
    at: int
    old: Sequence[Sequence[Tell]]
    new: Sequence[Sequence[Tell]]


def reconciled(table: Table, folds: Folds, told: list[Told], house: House, keep: int = 0) -> Table:
    """Return the table whose rulings fit the hand as it is now.

    A ruling lapses when its entry was changed, or leads to none any more; but for the one of number `keep`. What was decided otherwise
    about other entries stays.
    """
    stands: set[tuple[int, _Matter]] = set()
    opened, opened_before = _opened_in(folds.new), _opened_in(folds.old)
    for one in rulings.docket_of(table).rulings:
        place = _place(folds.entries, one.about_seq)
        known = (place, _matter(one))
        if one.status == "lapsed" or place < 0:
            continue
        if one.number == keep or _is_so(one, opened[place], opened_before[place], itself=place == folds.at):
            stands.add(known)
            if one.number == keep:
                table = _as_it_is_now(table, one, opened[place])
        else:
            table = rulings.changed(table, replace(one, status="lapsed", until_ns=None), told)
    for place, those in enumerate(opened):
        for fresh in those:
            if (place, _matter(fresh)) not in stands:
                about = table.seq + 1 if place == folds.at else folds.entries[place].first_seq
                table = rulings.opened(table, replace(fresh, about_seq=about), told, house)
    return table


def _as_it_is_now(table: Table, ruling: Ruling, fresh: Sequence[Ruling]) -> Table:
    """Return the table whose kept ruling has the steps that follow from it now; whoever keeps it tells it."""
    remedy = next((one.remedy for one in fresh if _matter(one) == _matter(ruling)), ruling.remedy)
    return table if remedy == ruling.remedy else rulings.changed(table, replace(ruling, remedy=remedy), [])


def _is_so(ruling: Ruling, now: Sequence[Ruling], before: Sequence[Ruling], *, itself: bool) -> bool:
    """Whether the entry still leads to the ruling, or led to none before: then it was decided otherwise, and so it stays."""
    matter = _matter(ruling)
    if any(_matter(one) == matter for one in now):
        return True
    return not itself and not any(_matter(one) == matter for one in before)


def _opened_in(telling: Sequence[Sequence[Tell]]) -> list[list[Ruling]]:
    """Return, for each entry, the rulings it leads to; but for those that a later entry made lapse."""
    told = [[tell.more.ruling for tell in tells if tell.kind == "ruling" and tell.more is not None] for tells in telling]
    gone = {one.id for those in told for one in those if one.status == "lapsed"}
    return [[one for one in those if one.id not in gone] for those in told]


def _matter(ruling: Ruling) -> _Matter:
    return ruling.kind, ruling.seat, ruling.amount_chips, ruling.to_chips


def _place(entries: Sequence[Entry], seq: int) -> int:
    return next((at for at, one in enumerate(entries) if one.first_seq <= seq <= one.last_seq or seq in one.corrected_by), -1)
