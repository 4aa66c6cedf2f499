"""From the journal to the table: the newest snapshot, and the events after it folded in again.

The fold gives back what was told as well: answers for senders that ask again, with the run of the daemon in which
they were given, and what of the hand the state does not say. Stories that have not gone out are read when they are
sent (`controller.stored_stories`).
"""

from __future__ import annotations

import itertools
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from controller import __version__
from controller.clock import Clock
from controller.core import step
from controller.effects import CommandDone, Effect, Tell
from controller.events import CardMoved, CardSeen, Command, DeckRead, Discrepancy, Event, ForeignCard, Tick
from controller.feed.boot import Boot
from controller.feed.desk import REMEMBERED
from controller.hand_log import HandLog
from controller.journal.disk import DiskJournal, Head
from controller.journal.errors import JournalError
from controller.journal.keys import Keys
from controller.journal.paths import JournalPlace
from controller.journal.reading import JournalReader, ReadTurn
from controller.journal.rows import BootRow
from controller.journal.store import OnPoint, Store, no_point
from controller.older_tables import as_of_today
from controller.rules.house import House
from controller.table.table import Table, new_table, rotation_of, said

_S = TypeVar("_S", bound=msgspec.Struct)

encode_table: Final = msgspec.msgpack.Encoder().encode
_decode_table: Final = msgspec.msgpack.Decoder(Table)
_decode_house: Final = msgspec.msgpack.Decoder(House)

#: Times the kernel names this start of the machine, for whose length its monotonic clock counts.
#: What nobody entered: it is answered to nobody, and not repeated.
_OF_NOBODY: Final = (CardMoved, CardSeen, DeckRead, ForeignCard, Discrepancy, Tick)
_MACHINE: Final = Path("/proc/sys/kernel/random/boot_id")


class Folded(NamedTuple):
    """One turn folded in again: what it was, the table after it, and for each of its events what the table did and was then."""

    turn: ReadTurn
    boot: Boot
    table: Table
    effects: Sequence[Sequence[Effect]]
    tables: Sequence[Table]


class Asked(NamedTuple):
    """A command that was answered: by what, and as of which story."""

    command: Command
    done: CommandDone
    as_of_seq: int
    boot: Boot


class Recovered(NamedTuple):
    """A journal open for writing, and what it says.

    Time: the table's time goes on at `start_s`. `told` is the last story known to have gone out; `log` holds the events of the hand.
    """

    store: Store
    keys: Keys
    head: Head
    marks: Sequence[tuple[int, int]]
    boot_number: int
    table: Table
    told: int
    of_hand: Sequence[Tell]
    asked: Sequence[Asked]
    start_s: float
    log: HandLog

    def journal(self, place: JournalPlace, house: House, boot_id: str, clock: Clock) -> DiskJournal:
        """Begin a run of the daemon and return its journal."""
        journal = DiskJournal(self.store, self.keys, self.head, marks=self.marks, encode_state=encode_table, kept=place.kept)
        boot = BootRow(
            boot=self.boot_number,
            boot_id=boot_id,
            zero_ns=clock.zero_ns,
            utc_ms=clock.zero_utc_ms,
            mono_ns=time.monotonic_ns() - round((clock.now_ns() - clock.zero_ns) / (clock.speed or 1.0)),
            machine=_machine(),
            speed=clock.speed or 1.0,
            version=__version__,
            salt=b"",
            house=msgspec.msgpack.encode(house),
            mac=b"",
        )
        journal.begin(boot, self.table)
        return journal


def recover(place: JournalPlace, house: House, on_point: OnPoint = no_point) -> Recovered:
    """Open the journal at `place` and return the table it leads to, for a house that may have changed meanwhile.

    Raises: JournalError when it cannot be used: damaged, foreign, in use, or of another number of seats.
    """
    store, keys = place.open(on_point)
    try:
        return _recover(store, keys, house)
    except BaseException:
        store.close()
        raise


def fold(
    reader: JournalReader,
    house: House,
    *,
    before_hand: int | None = None,
    from_turn: int | None = None,
    start: tuple[Table, Head] | None = None,
    trust_states: bool = True,
) -> Iterator[Folded]:
    """Fold the journal in, from the newest snapshot that is early enough; `house` counts while no boot says otherwise.

    With `start`, the table after a turn, it goes on from there. Early enough is one before the hand `before_hand` began and
    not after `from_turn`; without such a one, the oldest.
    Later snapshots are taken over as they come by: a newer version may have folded otherwise. With `trust_states` off
    only those of a new start are, which hold what a changed table.toml made of the table.
    """
    table, behind = start or _starting_point(reader, house, before_hand, from_turn)
    later = {row.turn: row for row in reader.states_after(behind.turn)}
    for turn in reader.turns(behind):
        row = reader.boot(turn.row.boot)
        rules = house_of(row)
        effects: list[Sequence[Effect]] = []
        tables: list[Table] = []
        for event in turn.events:
            table, told = step(table, event, rules)
            effects.append(told)
            tables.append(table)
        state = later.get(turn.row.turn)
        if state is not None and (trust_states or state.boot != turn.row.boot):
            content = reader.state_of(state)
            table = table if content is None else decode_table(content)
        yield Folded(turn, boot_of(row), table, effects, tables)


def decode_table(content: bytes) -> Table:
    """Return the table whose canonical bytes are `content`. Raises: JournalError when this version does not know them."""
    try:
        return _with_our_own(_decode_table.decode(content))
    except msgspec.DecodeError:
        pass  # of an earlier version, if of any
    try:
        return _with_our_own(_decode_table.decode(as_of_today(content)))
    except msgspec.DecodeError:
        raise JournalError("journal.newer", "a snapshot of the journal is of a version this smarttable does not know; update it") from None


def _with_our_own(table: Table) -> Table:
    """Return the table in which what is as nothing had happened is so by the very object: the core tells it by `is`, for that is cheap."""
    hand, before = table.hand, table.before
    parts: dict[str, Any] = {"around": _own(table.around), "hand": hand and _own(hand), "before": before and _with_our_own(before)}
    return _own(replace(table, **parts))


def _own(one: _S) -> _S:
    fields = [field for field in msgspec.structs.fields(one) if isinstance(field.default, msgspec.Struct)]
    same = {field.name: field.default for field in fields if getattr(one, field.name) == field.default}
    return replace(one, **same) if same else one


def house_of(row: BootRow) -> House:
    """Return the house whose rules held in a run of the daemon; a question that was not asked then has our own default.

    Raises: JournalError when this version does not know its answers.
    """
    try:
        return _decode_house.decode(row.house)
    except msgspec.DecodeError:
        raise JournalError(
            "journal.newer", f"start {row.boot} in the journal names a house this smarttable does not know; update it"
        ) from None


def boot_of(row: BootRow) -> Boot:
    """Return a run of the daemon as its messages name it."""
    return Boot(row.boot_id, row.zero_ns, row.utc_ms, row.speed)


def adopt(table: Table, before: House, now: House) -> Table:
    """Return the table as a changed table.toml has it: new stakes and answers of the house hold from the next hand on.

    What the floor has changed of either stays until table.toml says something else.

    Raises: JournalError when the number of seats changed: who sits where would be open.
    """
    if len(table.seats) != len(new_table(now).seats):
        raise JournalError(
            "journal.seats",
            f"the journal's table has {len(table.seats)} seats and the config {now.seats}: set [table] seats = {len(table.seats)}, "
            "or name another file in [journal] file to begin anew",
        )
    if (before.book, before.options) != (now.book, now.options) and table.around.answers:
        table = replace(table, around=replace(table.around, answers=()))
    if (before.stakes, before.rotation, before.rotation_minutes) == (now.stakes, now.rotation, now.rotation_minutes):
        return table
    rotation = rotation_of(now)
    return said(replace(table, stakes=now.rotation[0] if now.rotation else now.stakes), rotation=rotation)


def _recover(store: Store, keys: Keys, house: House) -> Recovered:
    rows = store.read()
    reader = JournalReader(rows, keys)
    head = reader.head()
    boots = [reader.boots[number] for number in sorted(reader.boots)]
    last = rows.last_turn()
    told = 0 if last is None else last.told
    table, _ = _starting_point(reader, house, None, None)
    of_hand: list[Tell] = []
    log = HandLog()
    asked: deque[Asked] = deque(maxlen=REMEMBERED)
    last_ns = max([boot.zero_ns for boot in boots], default=0)
    for one in () if last is None else fold(reader, house, before_hand=last.hand, from_turn=_far_enough(reader)):
        table = one.table
        for event, effects in zip(one.turn.events, one.effects, strict=True):
            log.take(event, effects)
        commands = {event.head.cmd_id: event for event in one.turn.events if not isinstance(event, _OF_NOBODY)}
        for effect in itertools.chain.from_iterable(one.effects):
            if isinstance(effect, CommandDone):
                asked.append(Asked(commands[effect.cmd_id], effect, one.turn.row.seq, one.boot))
                continue
            if effect.kind == "hand_started":
                of_hand.clear()
            of_hand.append(effect)
        last_ns = max([last_ns, *map(time_of, one.turn.events)])
    if boots:
        table = adopt(table, house_of(boots[-1]), house)
    start_ns = _goes_on(boots[-1], last_ns) if boots else 0
    number = boots[-1].boot + 1 if boots else 1
    return Recovered(store, keys, head, rows.state_marks(), number, table, told, of_hand, asked, start_ns / 1e9, log)


def _starting_point(reader: JournalReader, house: House, before_hand: int | None, from_turn: int | None) -> tuple[Table, Head]:
    found = None
    for row, content in reader.states_backwards():
        found = row, content
        if (before_hand is None or row.hand < before_hand) and (from_turn is None or row.turn <= from_turn):
            break
    if found is not None:
        row, content = found
        return decode_table(content), Head(row.turn, row.events, row.chain)
    first = next(iter(reader.boots.values()), None)
    return new_table(house if first is None else house_of(first)), Head()


def _far_enough(reader: JournalReader) -> int:
    """The turn from which on a fold has the commands that are remembered."""
    commands = 0
    for row, events in reader.turns_backwards():
        if commands >= REMEMBERED:
            return row.turn
        commands += sum(not isinstance(event, _OF_NOBODY) for event in events)
    return 0


def time_of(event: Event) -> int:
    """Return the table time at which an event had happened."""
    if isinstance(event, CardMoved | CardSeen | DeckRead | ForeignCard):
        return event.by_ns
    return event.at_ns if isinstance(event, Discrepancy | Tick) else event.head.at_ns


def _goes_on(boot: BootRow, last_ns: int) -> int:
    """Table time now: it went on as the wall's did, by the monotonic clock where that still counts, and never goes back."""
    if boot.machine and boot.machine == _machine():
        passed_ns = time.monotonic_ns() - boot.mono_ns
    else:
        passed_ns = time.time_ns() - boot.utc_ms * 1_000_000
    return max(last_ns + 1_000_000, boot.zero_ns + round(passed_ns * boot.speed))


def _machine() -> str:
    try:
        return _MACHINE.read_text().strip()
    except OSError:
        return ""
