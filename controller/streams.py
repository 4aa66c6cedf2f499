"""Standard output and error as we find them: closed, full, or unable to say every character."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterator


def make_steady() -> None:
    """Let no character and no stream that was closed before we began make writing fail.

    What a stream's encoding cannot say is written as an escape, as `\\xe9`.
    """
    # Kept open to the end: they are the process's streams from now on.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 # open as long as we run
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 # open as long as we run
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def speak_utf8() -> None:
    """Let standard output be UTF-8 whatever the locale says: what programs read has one encoding."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def forget_unwritten() -> None:
    """Let what standard output still holds go nowhere.

    Else the interpreter tries once more as it ends, complains a second time, and exits with a status of its own.
    """
    void = os.open(os.devnull, os.O_WRONLY)
    os.dup2(void, 1)
    os.close(void)


@contextlib.contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error while a person looks; call what it gives with how many of `total` are done."""
    from rich.console import Console  # noqa: PLC0415 # only who sees a bar waits for it to load
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415 # only where a bar is shown

    columns = TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(file=sys.stderr), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)
