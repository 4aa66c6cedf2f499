"""Where a table's journal lies and how it is kept: [journal] of table.toml as this room takes it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from controller.journal.disk import Kept
from controller.journal.errors import JournalError
from controller.journal.keys import Keys, load_key, make_key
from controller.journal.store import Durability, OnPoint, Store, no_point


class JournalPlace(NamedTuple):
    """A journal and its key."""

    file: Path
    key_file: Path
    durability: Durability = "full"
    kept: Kept = Kept()

    def keys(self) -> Keys:
        """Return the table's keys. Raises: JournalError when there are none yet, or the file cannot be used."""
        key = load_key(self.key_file)
        if key is None:
            raise JournalError(
                "journal.no_key",
                f"{self.key_file}: the table key is missing, nothing of {self.file} can be read; restore it from your backup",
            )
        return Keys(key)

    def open(self, on_point: OnPoint = no_point) -> tuple[Store, Keys]:
        """Return the journal open for writing; the first time both are made.

        Raises: JournalError for a file that cannot be used; what is there is never overwritten.
        """
        there = self.file.exists() and self.file.stat().st_size > 0
        begins = not there and load_key(self.key_file) is None
        keys = Keys(make_key(self.key_file), just_made=True) if begins else self.keys()
        return Store(self.file, keys.check, self.durability, on_point), keys
