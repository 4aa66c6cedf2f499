"""`smarttable journal verify | show | export | restore` and `smarttable hand show`: for whoever holds the table key."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

from controller.config import Config
from controller.feed.hub import utc_text
from controller.hand_timeline import timeline
from controller.journal.errors import JournalError
from controller.journal.keys import Keys, sync_folder
from controller.journal.paths import JournalPlace
from controller.journal.reading import JournalReader
from controller.journal.store import Rows, begin_new_sequence, cannot_write, read_only, take_lock
from controller.recovery import encode_table, fold

Say: TypeAlias = Callable[[str], None]

#: Pages copied at once by a backup; the daemon writes on between them.
_PAGES_AT_ONCE: Final = 256


@contextlib.contextmanager
def open_journal(place: JournalPlace) -> Iterator[tuple[Rows, JournalReader]]:
    """The journal of a table, whether its daemon runs or not. Raises: JournalError."""
    keys = place.keys() if place.file.exists() else Keys(b"")
    with read_only(place.file, keys.check) as rows:
        yield rows, JournalReader(rows, keys)


def verify(config: Config, say: Say) -> int:
    """Hold the file, the chain, every snapshot and the fold against each other; exit code 1 when something does not agree."""
    place = config.journal.place()
    try:
        with open_journal(place) as (rows, reader):
            problems = list(_problems(rows, reader, config))
            for problem in problems:
                say(f"{place.file}: {problem}")
            if not problems:
                start, head = reader.start(), reader.head()
                turns, events = head.turn - start.turn, head.events - start.events
                say(f"{place.file}: in order: {events} events in {turns} turns, {len(reader.boots)} starts")
            return 1 if problems else 0
    except JournalError as error:
        say(str(error))
        return 1


def show(config: Config, say: Say) -> int:
    """Say what the journal holds: its starts and its hands."""
    place = config.journal.place()
    try:
        with open_journal(place) as (rows, reader):
            for row in reader.boots.values():
                since = f"table time {row.zero_ns // 1_000_000} ms"
                say(f"start {row.boot}: {row.boot_id}, {utc_text(row.utc_ms)}, {since}, version {row.version}")
            for hand, turns, sealed in rows.hands():
                what = f"hand {hand}" if hand else "before the first hand"
                say(f"{what}: {turns} turns, {sealed} bytes")
            head = reader.head()
            log = Path(f"{place.file}-wal")  # what a daemon that runs, or was killed, has not folded into the file yet
            size = place.file.stat().st_size + (log.stat().st_size if log.exists() else 0)
            say(f"{place.file}: {head.events} events so far, {size} bytes")
            return 0
    except JournalError as error:
        say(str(error))
        return 1


def show_hand(config: Config, number: int, say: Say) -> int:
    """Say the time-line of a hand; exit code 1 when the journal does not hold it."""
    place = config.journal.place()
    try:
        with open_journal(place) as (rows, reader):
            lines = 0
            for line in timeline(reader, config.house(), number):
                say(line)
                lines += 1
            if not lines:
                held = [hand for hand, _, _ in rows.hands() if hand]
                there = f"it holds {held[0]} to {held[-1]}" if held else "it holds none yet"
                say(f"{place.file}: there is no hand {number}; {there}")
            return 0 if lines else 1
    except JournalError as error:
        say(str(error))
        return 1


def export(config: Config, target: Path, say: Say) -> int:
    """Copy the journal, as of one moment, to the new file `target`; the daemon may write on meanwhile."""
    place = config.journal.place()
    try:
        with open_journal(place):
            pass
        _copy(place.file, target)
    except JournalError as error:
        say(str(error))
        return 1
    say(f"{target}: copied. It is sealed: keep {place.key_file} with it, in another place")
    return 0


def restore(config: Config, source: Path, say: Say) -> int:
    """Put the backup `source` in the journal's place, and what lies there aside. Stop the daemon first."""
    place = config.journal.place()
    try:
        with open_journal(place._replace(file=source)) as (rows, reader):
            problems = list(_problems(rows, reader, config))
        if problems:
            say(f"{source}: {problems[0]}; nothing was changed")
            return 1
        with _locked(place.file):
            aside = _aside(place.file)
            _copy(source, place.file)
            begin_new_sequence(place.file)
    except JournalError as error:
        say(str(error))
        return 1
    if aside is not None:
        say(f"{aside}: what lay in its place")
    say(f"{place.file}: restored from {source}; what happened after that backup is not in it, and its `seq` will come again")
    return 0


def _problems(rows: Rows, reader: JournalReader, config: Config) -> Iterator[str]:
    if found := rows.integrity():
        yield f"SQLite finds: {found}; restore a backup with `smarttable journal restore BACKUP`"
        return
    start = reader.start()
    states = {}
    for state in reader.states_after(-1):
        content = reader.state_of(state)
        if content is None:
            yield f"the snapshot after turn {state.turn} is not as it was written; the daemon passes over it and folds from an older one"
        states[state.turn] = (state, content)
    seq = None
    for one in fold(reader, config.house(), from_turn=start.turn, trust_states=False):
        row = one.turn.row
        if seq is not None and row.seq < seq:
            yield f"turn {row.turn} tells an earlier story than the one before"
        seq = row.seq
        if (row.hand, row.seq) != (one.table.hand_number, one.table.seq):
            yield f"turn {row.turn} leads to another hand or story than it says: written by another version of smarttable"
            return
        if row.turn in states:
            state, content = states[row.turn]
            if state.chain != row.mac:
                yield f"the snapshot after turn {row.turn} belongs to another chain"
            if content is not None and state.boot == row.boot and content != encode_table(one.table):
                yield f"the snapshot after turn {row.turn} is not what its events lead to: written by another version of smarttable"


def _copy(source: Path, target: Path) -> None:
    """Copy a journal whole or not at all. Raises: JournalError."""
    if target.exists():
        raise JournalError("journal.exists", f"{target}: is there already; name a new file")
    beside = target.with_name(f".{target.name}.{secrets.token_hex(4)}")
    try:
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        with (
            contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as of,
            contextlib.closing(sqlite3.connect(beside)) as to,
        ):
            of.execute("PRAGMA busy_timeout=2000")
            of.execute("BEGIN")  # one moment: what is written meanwhile does not start the copy anew
            of.backup(to, pages=_PAGES_AT_ONCE)
            to.execute("PRAGMA journal_mode=DELETE")  # one file, nothing beside it
        _sync(beside)
        os.link(beside, target)
        sync_folder(target.parent)
    except OSError as error:
        raise cannot_write(target, error) from None
    except sqlite3.Error as error:
        raise JournalError("journal.copy", f"{target}: could not be copied ({error}); check the disk it is on") from None
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    lock = take_lock(path)
    try:
        yield
    finally:
        os.close(lock)


def _aside(path: Path) -> Path | None:
    """Move a journal and what SQLite keeps beside it out of the way; return where to."""
    if not path.exists():
        return None
    number = next(n for n in range(1, 10_000) if not path.with_name(f"{path.name}.aside-{n}").exists())
    aside = path.with_name(f"{path.name}.aside-{number}")
    try:
        for tail in ("-wal", "-shm", ""):
            with contextlib.suppress(FileNotFoundError):
                path.with_name(path.name + tail).rename(aside.with_name(aside.name + tail))
    except OSError as error:
        raise cannot_write(path, error) from None
    return aside
