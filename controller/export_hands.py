"""What is behind `smarttable export`: finished hands of the journal, written in a form that others read."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from controller.export_files import ExportError, HandFolder, HandText, Target, one_file, standard_output
from controller.finished_hands import Unfinished, finished_hands
from controller.histories.finished import WRITTEN, FinishedHand, Manner
from controller.histories.ohh import GAMES, ohh_text
from controller.histories.phh_of import phh_text
from controller.histories.sidecar import SUFFIX, sidecar_text
from controller.journal.errors import JournalError
from controller.journal.paths import JournalPlace
from controller.journal_commands import open_journal
from controller.rules.house import House

Say: TypeAlias = Callable[[str], None]
Span: TypeAlias = tuple[int, int]

#: A number no hand reaches.
_NO_END: Final = 2**31


class Form(NamedTuple):
    """A form of histories: how a hand is written, what its file ends in, and a file of many; whether hands have headings there.

    `limits` are those of hold'em that it has a word for.
    """

    text: Callable[[FinishedHand, Manner], str]
    suffix: str
    many_suffix: str
    numbered: bool
    limits: frozenset[str]


FORMS: Final[Mapping[str, Form]] = {
    "phh": Form(phh_text, ".phh", ".phhs", True, frozenset({"no_limit", "fixed_limit"})),
    "ohh": Form(ohh_text, ".ohh", ".ohh", False, frozenset({"no_limit", "pot_limit", "fixed_limit"})),
}


class Source(NamedTuple):
    """Where hands come from; `house` counts while no run of the journal says otherwise."""

    place: JournalPlace
    house: House


class Wish(NamedTuple):
    """Which hands, and where to. `spans` empty = all; `since_ms` UTC; `out` None = standard output."""

    form: str
    out: Path | None
    spans: Sequence[Span] = ()
    since_ms: int | None = None
    one_file: bool = False
    force: bool = False


def spans_of(text: str) -> list[Span]:
    """Return the hands meant by `3`, `3-7`, `3-`, or several of these with commas. Raises: ExportError."""
    spans = []
    for part in text.split(","):
        found = re.fullmatch(r"\s*h?([0-9]{1,9})\s*(-)?\s*(?:h?([0-9]{1,9}))?\s*", part)
        if found is None or (found[3] is not None and found[2] is None):
            raise ExportError(f"--hands {text}: {part.strip()!r} names no hands; write 17, 3-7, 3- or several with commas")
        first = int(found[1])
        last = int(found[3]) if found[3] else _NO_END if found[2] else first
        if not 1 <= first <= last:
            raise ExportError(f"--hands {text}: {part.strip()!r} runs backwards; hands count from 1, the smaller number stands first")
        spans.append((first, last))
    return spans


def export_hands(source: Source, manner: Manner, wish: Wish, say: Say, done: Callable[[int], None]) -> int:
    """Write the hands that are wished for; `say` hears what was done and what was left out, `done` how many are through.

    Returns the exit code: 0 when there was something to write and it is written, else 1.
    """
    spans = wish.spans or ((1, _NO_END),)
    first, last = min(a for a, _ in spans), max(b for _, b in spans)
    writer = _Writer(manner, wish, say)
    failed = None
    try:
        with open_journal(source.place) as (rows, reader), _target(wish, manner) as target:
            hands = finished_hands(reader, source.house, first, last, lambda number: any(a <= number <= b for a, b in spans))
            for through, one in enumerate(hands, 1):
                writer.put(one, target)
                done(through)
            if not writer.counts:
                failed = f"{source.place.file}: no finished hand to write{_there(rows.hands())}"
    except (JournalError, ExportError) as error:
        failed = str(error)
    if writer.counts:
        say(writer.summary())
    if failed is not None:
        say(failed)
    return 0 if failed is None else 1


def hands_in(place: JournalPlace, spans: Sequence[Span]) -> int:
    """How many hands of the journal are in `spans`, for a progress bar; 0 when that cannot be said."""
    try:
        with open_journal(place) as (rows, _):
            return sum(any(a <= hand <= b for a, b in spans or ((1, _NO_END),)) for hand, _, _ in rows.hands())
    except JournalError:
        return 0  # whoever exports says it


def place_beside(journal: Path, key_file: Path | None, of_table: JournalPlace | None) -> JournalPlace:
    """Return the place of a journal named by its file: its key is named, the table's own, or lies beside it."""
    if key_file is None:
        key_file = journal.with_name("table.key") if of_table is None else of_table.key_file
    return JournalPlace(journal, key_file)


class _Writer:
    """Makes texts of hands, hands them to the target, and counts."""

    def __init__(self, manner: Manner, wish: Wish, say: Say) -> None:
        self.counts: Counter[str] = Counter()
        self._manner, self._wish, self._say = manner, wish, say
        self._form = FORMS[wish.form]

    def put(self, one: FinishedHand | Unfinished, target: Target) -> None:
        if isinstance(one, Unfinished):
            self._leave_out(one.number, one.why)
        elif self._wish.since_ms is not None and one.deeds[0].utc_ms < self._wish.since_ms:
            return
        elif one.hand.variant not in WRITTEN:
            self._leave_out(one.hand.number, f"{one.hand.variant} has no history in this version")
        elif self._wish.form == "ohh" and one.hand.variant not in GAMES:
            self._leave_out(one.hand.number, f"OHH has no word for {one.hand.variant}")
        elif self._wish.form == "phh" and one.hand.boards.runs > 1:
            self._leave_out(one.hand.number, "PHH has no word for a board that is dealt more than once")
        elif one.hand.stakes.limit not in self._form.limits:
            limit = one.hand.stakes.limit.replace("_", "-")
            self._leave_out(one.hand.number, f"{self._wish.form.upper()} has no word for {limit} hold'em")
        elif one.paid:
            self._write(one, self._form.text(one, self._manner), target)
        elif self._wish.out is None:
            self._leave_out(one.hand.number, "it was voided, and standard output takes no sidecar")
        else:
            self._write(one, None, target)
            self._say(f"hand {one.hand.number} was voided: it has a sidecar and no history")

    def summary(self) -> str:
        words = {"new": "written", "same": "there already, the same", "replaced": "replaced"}
        where = "standard output" if self._wish.out is None else str(self._wish.out)
        return f"{where}: " + ", ".join(f"{self.counts[kind]} {word}" for kind, word in words.items() if self.counts[kind])

    def _write(self, one: FinishedHand, history: str | None, target: Target) -> None:
        sidecar = sidecar_text(one, self._manner, one_line=self._wish.one_file)
        self.counts[target.put(HandText(self._manner.stem(one), history, sidecar))] += 1

    def _leave_out(self, number: int, why: str) -> None:
        self._say(f"hand {number} is left out: {why}")


@contextlib.contextmanager
def _target(wish: Wish, manner: Manner) -> Iterator[Target]:
    form = FORMS[wish.form]
    if wish.out is None:
        with standard_output(numbered=form.numbered) as target:
            yield target
    elif wish.one_file:
        with one_file(wish.out, manner.table_id, form.many_suffix, numbered=form.numbered, force=wish.force) as target:
            yield target
    else:
        yield HandFolder(wish.out, form.suffix, SUFFIX, force=wish.force)


def _there(hands: Sequence[tuple[int, int, int]]) -> str:
    held = [hand for hand, _, _ in hands if hand]
    return f"; the journal holds hands {held[0]} to {held[-1]}" if held else "; the journal holds no hand yet"
