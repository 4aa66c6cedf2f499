"""What can be wrong with a journal. Each text names the place and the remedy, and no card."""

from __future__ import annotations

import sqlite3
from typing import Final


class JournalError(Exception):
    """The journal cannot be used. `code` is dotted lower case."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


#: SQLite's name of what failed (its beginning) → reason code, remedy.
_TROUBLES: Final[tuple[tuple[str, str, str], ...]] = (
    ("SQLITE_FULL", "journal.disk_full", "the disk is full: free some space"),
    ("SQLITE_READONLY", "journal.read_only", "the file cannot be written: check its rights, and that its disk is not mounted read-only"),
    ("SQLITE_BUSY", "journal.locked", "another program holds the file: close it"),
    ("SQLITE_LOCKED", "journal.locked", "another program holds the file: close it"),
    ("SQLITE_CORRUPT", "journal.damaged", "the file is damaged: stop the daemon and run: smarttable journal verify"),
    ("SQLITE_NOTADB", "journal.damaged", "the file is damaged: stop the daemon and run: smarttable journal verify"),
    ("SQLITE_CANTOPEN", "journal.no_file", "the file cannot be opened: check that its folder is there and is yours"),
)


class Trouble(Exception):  # noqa: N818 -- no error of ours: the state of a disk
    """The store did not take a commit. `reason` is dotted lower case, `remedy` what a person can do."""

    def __init__(self, reason: str, remedy: str) -> None:
        super().__init__(f"{reason}: {remedy}")
        self.reason = reason
        self.remedy = remedy


def trouble_of(error: sqlite3.Error | OSError) -> Trouble:
    """Return what a failed write means to a person."""
    name = getattr(error, "sqlite_errorname", "") or ""
    for begins, reason, remedy in _TROUBLES:
        if name.startswith(begins):
            return Trouble(reason, remedy)
    return Trouble("journal.io_error", "the disk does not take what is written: check it, and its cable or card")
