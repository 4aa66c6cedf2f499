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
    now = _rulings_of(folds.new)
    live = {(place, _matter(one)) for place, one in now if one.status != "lapsed"}
    told_before = {(place, _matter(one)) for place, one in _rulings_of(folds.old)}
    stands: set[tuple[int, _Matter]] = set()
    for one in rulings.docket_of(table).rulings:
        place = _place(folds.entries, one.about_seq)
        known = (place, _matter(one))
        if one.status == "lapsed" or place < 0:
            continue
        # what told no ruling before was decided otherwise, and stays so
        if one.number == keep or known in live or (place != folds.at and known not in told_before):
            stands.add(known)
            if one.number == keep:
                table = _as_it_is_now(table, one, [fresh for at, fresh in now if at == place])
        else:
            table = rulings.changed(table, replace(one, status="lapsed", until_ns=None), told)
    for place, fresh in now:
        if fresh.status != "lapsed" and (place, _matter(fresh)) not in stands:
            about = table.seq + 1 if place == folds.at else folds.entries[place].first_seq
            table = rulings.opened(table, replace(fresh, about_seq=about), told, house)
    return table


def numbers_now(table: Table, folds: Folds) -> dict[int, int]:
    """Return the numbers that the table has for the rulings of the fold, by those that the fold gave them; 0 for one that it has not."""
    known: dict[tuple[int, _Matter], int] = {}
    for one in rulings.docket_of(table).rulings:
        if one.status != "lapsed":
            place = _place(folds.entries, one.about_seq)
            known[folds.at if place < 0 else place, _matter(one)] = one.number
    return {fresh.number: known.get((place, _matter(fresh)), 0) for place, fresh in _rulings_of(folds.new)}


def _as_it_is_now(table: Table, ruling: Ruling, fresh: Sequence[Ruling]) -> Table:
    """Return the table whose kept ruling has the steps that follow from it now; whoever keeps it tells it."""
    remedy = next((one.remedy for one in fresh if _matter(one) == _matter(ruling)), ruling.remedy)
    return table if remedy == ruling.remedy else rulings.changed(table, replace(ruling, remedy=remedy), [])


def _rulings_of(telling: Sequence[Sequence[Tell]]) -> list[tuple[int, Ruling]]:
    """Return the rulings of a fold as they stand at its end, each with the place it was opened at."""
    found: dict[int, tuple[int, Ruling]] = {}
    for place, tells in enumerate(telling):
        for one in [tell.more.ruling for tell in tells if tell.kind == "ruling" and tell.more is not None]:
            found[one.number] = (found[one.number][0] if one.number in found else place, one)
    return list(found.values())


def _matter(ruling: Ruling) -> _Matter:
    return ruling.kind, ruling.seat, ruling.amount_chips, ruling.to_chips


def _place(entries: Sequence[Entry], seq: int) -> int:
    return next((at for at, one in enumerate(entries) if one.first_seq <= seq <= one.last_seq or seq in one.corrected_by), -1)
