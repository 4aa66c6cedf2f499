"""Fault points for tests of recovery: the process kills itself, as power loss would, at a place named in its environment.

`SMARTTABLE_KILL_AT=inside_commit:7` kills at the seventh commit between its rows and its COMMIT; the others are
`before_commit` and `after_commit`, where the rows are kept and nothing of them has been told. Without it nothing happens.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Final

from controller.journal.errors import JournalError
from controller.journal.store import no_point

VARIABLE: Final = "SMARTTABLE_KILL_AT"
POINTS: Final = ("before_commit", "inside_commit", "after_commit")


def fault_point() -> Callable[[str], None]:
    """Return what is to happen at each point. Raises: JournalError when the variable says something else."""
    written = os.environ.get(VARIABLE, "")
    if not written:
        return no_point
    point, _, times = written.partition(":")
    if point not in POINTS or not times.isdigit():
        raise JournalError("journal.fault_point", f"{VARIABLE}={written}: allowed is POINT:NUMBER with one of {', '.join(POINTS)}")
    left = int(times)

    def on_point(here: str) -> None:
        nonlocal left
        if here == point:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    return on_point
