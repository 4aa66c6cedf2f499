"""A folder for a while, which is gone afterwards, at the latest with the next start."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

#: Locked for as long as the folder is used; the kernel lets go of it however its process ends.
HELD: Final = ".held"
_NOT_YET: Final = ".held-soon"


@contextlib.contextmanager
def own_folder(prefix: str) -> Iterator[Path]:
    """Give a private folder, and first remove those that killed processes of this user left under the same `prefix`.

    Invariants: only private folders of this user are removed that have our lock file, which nobody holds.
    """
    _sweep(prefix)
    with tempfile.TemporaryDirectory(prefix=prefix) as name:  # mode 700
        folder = Path(name)
        with (folder / _NOT_YET).open("w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            (folder / _NOT_YET).rename(folder / HELD)  # locked before anybody finds it
            yield folder


def _sweep(prefix: str) -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        with contextlib.suppress(OSError):  # no lock file, in use, or just removed by another
            found = folder.lstat()
            if not stat.S_ISDIR(found.st_mode) or stat.S_IMODE(found.st_mode) != 0o700 or found.st_uid != os.geteuid():
                continue
            held = os.open(folder / HELD, os.O_RDWR | os.O_NOFOLLOW)
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(held)
