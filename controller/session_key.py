"""The key that login cookies are signed with: a private file of its own, made at the first login."""

from __future__ import annotations

import os
from pathlib import Path

from controller.journal.errors import JournalError
from controller.journal.keys import load_key, make_key
from controller.web.access_gate import SecretKept


def session_key(path: Path) -> SecretKept:
    """Return how the key in the file `path` is had. It outlives the daemon, so that who is logged in stays so.

    It is read once; whoever removes the file and starts the daemon again ends every login.
    """
    kept: list[bytes] = []

    def held() -> bytes | None:
        if not kept:
            found = _read(path)
            if found is None:
                return None
            kept.append(found)
        return kept[0]

    def made() -> bytes:
        try:
            kept[:] = [make_key(path)]
        except JournalError as error:
            raise OSError(str(error)) from None
        return kept[0]

    return SecretKept(held, made)


def _read(path: Path) -> bytes | None:
    if not os.path.exists(path):
        return None
    try:
        return load_key(path)
    except JournalError:
        return None  # `made` says why: it does not write over what is there
