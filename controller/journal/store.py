"""The journal's file: SQLite in WAL mode. Opens, commits, reads rows; knows no key and no event."""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from controller.journal.errors import JournalError, trouble_of
from controller.journal.keys import sync_folder
from controller.journal.rows import SCHEMA, BootRow, StateRow, TurnRow

Durability = Literal["full", "process"]
Statement: TypeAlias = tuple[str, tuple[Any, ...]]

APPLICATION_ID: Final = 0x534D5442  # SMTB
SCHEMA_VERSION: Final = 1
#: durability → SQLite's `synchronous`: FULL waits for the disk at each commit, NORMAL lets the kernel write in its own time.
_SYNCHRONOUS: Final[dict[Durability, str]] = {"full": "FULL", "process": "NORMAL"}
#: A commit writes its last page anew: a small page spares weak cards. Takes effect when the file is made.
_PAGE_BYTES: Final = 1_024
#: About what a commit adds to SQLite's log: says how many commits one left behind holds. Units: bytes.
_COMMIT_BYTES: Final = 2_000
#: How often `fold_log` waits for the disk: for the log, for the file, for the new header of the log.
FOLD_WAITS: Final = 3
#: How long a commit waits for another program that holds the file. Units: milliseconds.
_BUSY_MS: Final = 100

#: Enough that no two journals have one name.
_SEQUENCE_BYTES: Final = 8

PUT_BOOT: Final = "INSERT OR REPLACE INTO boots VALUES (?,?,?,?,?,?,?,?,?,?,?)"
PUT_TURN: Final = "INSERT INTO turns VALUES (?,?,?,?,?,?,?,?)"
PUT_STATE: Final = "INSERT OR REPLACE INTO states VALUES (?,?,?,?,?,?,?,?)"

#: Where a process can be killed on purpose; see `DiskJournal`.
OnPoint: TypeAlias = Callable[[str], None]


def no_point(point: str) -> None:
    """Nothing happens here."""


class Store:
    """One journal file, open for writing. At most one program has it so: a lock beside it sees to that.

    Raises: JournalError from the constructor for a file that is foreign, newer than this version, or in use.
    """

    def __init__(self, path: Path, key_check: bytes, durability: Durability = "full", on_point: OnPoint = no_point) -> None:
        self.path = path
        #: Names what `seq` counts in: the same for as long as no number means two things.
        self.sequence = ""
        self._key_check = key_check
        self._durability: Durability = durability
        self._on_point = on_point
        self._connection: sqlite3.Connection | None = None
        #: Commits in SQLite's log that are not folded into the file yet.
        self.unfolded = 0
        self._lock = take_lock(path)
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def commit(self, statements: Sequence[Statement]) -> None:
        """Write `statements` in one transaction; on return they last.

        Raises: Trouble when they may not have been written. The file is then closed until `reopen`.
        """
        connection = self._connection
        if connection is None:
            raise trouble_of(OSError())
        try:
            self._on_point("before_commit")
            connection.execute("BEGIN IMMEDIATE")
            for sql, values in statements:
                connection.execute(sql, values)
            self._on_point("inside_commit")
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._disconnect()
            raise trouble_of(error) from None
        self.unfolded += 1
        self._on_point("after_commit")

    def fold_log(self) -> None:
        """Fold SQLite's log into the file, so that it begins anew. Waits for the disk FOLD_WAITS times, so that no commit waits twice.

        While another program reads the file as it was, the log goes on where it is.
        Raises: Trouble; the file is then closed until `reopen`.
        """
        connection = self._connection
        if connection is None:
            raise trouble_of(OSError())
        try:
            # NORMAL waits here just as FULL does: for the log, then for the file
            connection.execute("PRAGMA synchronous=NORMAL")
            _, in_log, folded = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            if folded == in_log:
                # the first commit of a log waits for its header too: let it be one that says nothing and waits for nothing else
                connection.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
                self.unfolded = 0
            connection.execute(f"PRAGMA synchronous={_SYNCHRONOUS[self._durability]}")
        except sqlite3.Error as error:
            self._disconnect()
            raise trouble_of(error) from None

    def reopen(self) -> None:
        """Open the file again after a failed commit. Raises: Trouble."""
        self._disconnect()
        try:
            self._connection = connect(self.path)
            self._tune(self._connection)
            self._connection.execute("SELECT count(*) FROM boots").fetchone()
        except (sqlite3.Error, OSError) as error:
            self._disconnect()
            raise trouble_of(error) from None

    def close(self) -> None:
        """Close the file and let go of the lock."""
        self._disconnect()
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1

    def read(self) -> Rows:
        """Return the rows of the open file. Raises: JournalError when it is not open."""
        if self._connection is None:
            raise JournalError("journal.closed", f"{self.path}: the journal is not open")
        return Rows(self.path, self._connection)

    def _open(self) -> None:
        fresh = not self.path.exists() or self.path.stat().st_size == 0
        if fresh:
            _create(self.path)
        try:
            connection = self._connection = connect(self.path)
            if fresh or not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                self._tune(connection)
                self._begin(connection)
            check_file(self.path, connection, self._key_check)
            self._tune(connection)
            self.sequence = _sequence_of(connection)
            log = self.path.with_name(f"{self.path.name}-wal")
            self.unfolded = log.stat().st_size // _COMMIT_BYTES if log.exists() else 0
        except sqlite3.Error as error:
            raise damaged(self.path, error) from None

    def _tune(self, connection: sqlite3.Connection) -> None:
        """Only once the file is known to be ours: this writes to it."""
        connection.execute(f"PRAGMA page_size={_PAGE_BYTES}")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA wal_autocheckpoint=0")  # `fold_log` chooses its moment
        connection.execute(f"PRAGMA synchronous={_SYNCHRONOUS[self._durability]}")

    def _begin(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        for sql in SCHEMA:
            connection.execute(sql)
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        connection.execute("INSERT INTO meta VALUES (?)", (self._key_check,))
        connection.execute("COMMIT")

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(sqlite3.Error):
                connection.close()


class Rows:
    """The rows of an open journal, oldest first unless said otherwise.

    Raises: JournalError from every method for a file that is damaged.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    def boots(self) -> list[BootRow]:
        return [BootRow(*row) for row in self._query("SELECT * FROM boots ORDER BY boot")]

    def turns(self, after: int = 0) -> Iterator[TurnRow]:
        """Rows behind the turn `after`."""
        return (TurnRow(*row) for row in self._query("SELECT * FROM turns WHERE turn > ? ORDER BY turn", (after,)))

    def hands(self) -> list[tuple[int, int, int]]:
        """(hand, turns, sealed bytes) of every hand that has a turn here."""
        sql = "SELECT hand, count(*), sum(length(sealed)) FROM turns GROUP BY hand ORDER BY hand"
        return [(int(hand), int(turns), int(size)) for hand, turns, size in self._query(sql)]

    def turns_backwards(self) -> Iterator[TurnRow]:
        return (TurnRow(*row) for row in self._query("SELECT * FROM turns ORDER BY turn DESC"))

    def last_turn(self) -> TurnRow | None:
        return next(self.turns_backwards(), None)

    def states_backwards(self, up_to: int | None = None) -> Iterator[StateRow]:
        """Snapshots, newest first; with `up_to` those after no later turn."""
        most = 2**62 if up_to is None else up_to
        return (StateRow(*row) for row in self._query("SELECT * FROM states WHERE turn <= ? ORDER BY turn DESC", (most,)))

    def states_after(self, turn: int) -> Iterator[StateRow]:
        """Snapshots behind the turn `turn`, oldest first."""
        return (StateRow(*row) for row in self._query("SELECT * FROM states WHERE turn > ? ORDER BY turn", (turn,)))

    def snapshot_before(self, seq: int) -> int | None:
        """The turn of the newest snapshot that has told nothing behind `seq`; None when there is none that old."""
        return next((int(row[0]) for row in self._query("SELECT turn FROM states WHERE seq <= ? ORDER BY turn DESC LIMIT 1", (seq,))), None)

    def state_marks(self) -> list[tuple[int, int]]:
        """(turn, hand) of every snapshot."""
        return [(int(turn), int(hand)) for turn, hand in self._query("SELECT turn, hand FROM states ORDER BY turn")]

    def integrity(self) -> str:
        """What SQLite itself finds wrong with the file; empty when nothing."""
        found = [str(row[0]) for row in self._query("PRAGMA quick_check(3)")]
        return "" if found == ["ok"] else "; ".join(found)

    def _query(self, sql: str, values: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
        try:
            for row in self._connection.execute(sql, values):  # noqa: UP028 -- `yield from` would close the cursor, maybe after the file
                yield row
        except sqlite3.Error as error:
            raise damaged(self.path, error) from None


@contextlib.contextmanager
def read_only(path: Path, key_check: bytes) -> Iterator[Rows]:
    """The rows of a journal that a daemon may be writing meanwhile, as of one moment.

    Raises: JournalError when there is none, or when it is not of this key.
    """
    if not path.is_file():
        raise JournalError("journal.no_file", f"{path}: there is no journal yet; `smarttable run` begins it")
    try:
        with contextlib.closing(sqlite3.connect(f"file:{_quoted(path)}?mode=ro", uri=True, isolation_level=None)) as connection:
            connection.execute(f"PRAGMA busy_timeout={_BUSY_MS * 20}")
            connection.execute("BEGIN")
            check_file(path, connection, key_check)
            yield Rows(path, connection)
    except sqlite3.Error as error:
        raise damaged(path, error) from None


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection to a file that is there. Raises: sqlite3.Error."""
    return sqlite3.connect(f"file:{_quoted(path)}?mode=rw", uri=True, isolation_level=None, timeout=_BUSY_MS / 1000)


def check_file(path: Path, connection: sqlite3.Connection, key_check: bytes) -> None:
    """Raises: JournalError when the file is no journal of ours, of a newer version, or of another key."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    if application != APPLICATION_ID:
        raise JournalError("journal.foreign", f"{path}: this is no journal of smarttable; name another file in [journal] file")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise JournalError("journal.newer", f"{path}: written by a newer smarttable (form {version}); update smarttable")
    found = connection.execute("SELECT key_check FROM meta").fetchone()
    if found is None or found[0] != key_check:
        raise JournalError(
            "journal.other_key",
            f"{path}: sealed with another table key; restore its key to [journal] key_file, or move the journal aside to begin a new one",
        )


def damaged(path: Path, error: object) -> JournalError:
    """Return what a person is told of a file that cannot be read."""
    return JournalError(
        "journal.damaged",
        f"{path}: the journal is damaged ({error}); restore a backup with `smarttable journal restore BACKUP`, or move it aside to begin"
        " a new one: its `seq` then starts anew",
    )


def take_lock(path: Path) -> int:
    """Return the descriptor of the lock beside the journal; it is held until closed or until this process ends.

    Raises: JournalError when another process holds it.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise cannot_write(path, error) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise JournalError("journal.in_use", f"{path}: another smarttable writes this journal; stop it first") from None
    return descriptor


def cannot_write(path: Path, error: OSError) -> JournalError:
    """Return what a person is told when nothing can be written where the journal is to be."""
    return JournalError("journal.no_file", f"{path}: cannot be written ({error.strerror}); check that the folder is there and is yours")


def begin_new_sequence(path: Path) -> None:
    """Let a journal that was put in place of another give its stories numbers of their own: `seq` will come again.

    Raises: JournalError.
    """
    try:
        with contextlib.closing(connect(path)) as connection:
            connection.execute("DROP TABLE IF EXISTS sequence")
    except sqlite3.Error as error:
        raise damaged(path, error) from None


def _sequence_of(connection: sqlite3.Connection) -> str:
    """The name of the sequence; a journal that has none gets one."""
    connection.execute("CREATE TABLE IF NOT EXISTS sequence (id TEXT NOT NULL)")
    found = connection.execute("SELECT id FROM sequence").fetchone()
    if found is not None:
        return str(found[0])
    made = secrets.token_hex(_SEQUENCE_BYTES)
    connection.execute("INSERT INTO sequence VALUES (?)", (made,))
    return made


def _create(path: Path) -> None:
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))
        sync_folder(path.parent)
    except OSError as error:
        raise cannot_write(path, error) from None


def _quoted(path: Path) -> str:
    return str(path).replace("%", "%25").replace("?", "%3f").replace("#", "%23")
