"""Log lines: to stderr, for journald or a terminal. No file of our own, no locals, no card."""

from __future__ import annotations

import errno
import logging
import os
import re
import resource
import sys
from types import TracebackType

from controller.streams import forget_unwritten
from controller.supervisor import where

#: systemd gives each line its time; a terminal needs it written.
_PLAIN = "%(levelname)s %(message)s"
_TIMED = "%(asctime)s %(levelname)s %(message)s"

#: Libraries that say at `info` what is ours to say.
_QUIET = ("asyncio", "mqtt", "uvicorn", "uvicorn.error", "websockets", "iotcore")


#: What a medium says that takes no more: no fault of ours, whoever was writing.
_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})

#: What the event loop quotes of tasks, futures and callbacks: their results, arguments and exceptions hold cards and tags.
_QUOTED = re.compile(r"[<(].*", re.DOTALL)


class _NoQuotes(logging.Filter):
    """Keeps of the event loop's own complaints what happened; the formatter adds where."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = "event loop: " + _QUOTED.sub("…", record.getMessage().splitlines()[0]), ()
        return True


class _NoTraceback(logging.Formatter):
    """Says where an exception came from, without its text: a message may quote what must not be told."""

    def formatException(self, ei: object) -> str:  # noqa: N802 # logging's name
        error = ei[1] if isinstance(ei, tuple) else None
        return where(error) if isinstance(error, BaseException) else ""


def keep_secrets() -> None:
    """Let this process leave neither a core dump nor a traceback with texts in it: both would hold hole cards and tags."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.excepthook = _last_words


def set_up(level: str) -> None:
    """Send the log lines of `level` and above to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_NoTraceback(_PLAIN if "JOURNAL_STREAM" in os.environ else _TIMED))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in _QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))
    loop_log = logging.getLogger("asyncio")
    if not any(isinstance(one, _NoQuotes) for one in loop_log.filters):
        loop_log.addFilter(_NoQuotes())


def _last_words(kind: type[BaseException], error: BaseException, _traceback: TracebackType | None) -> None:
    """What is left of an exception nobody caught: its type and place, never its locals."""
    if issubclass(kind, KeyboardInterrupt):
        sys.stderr.write("stopped\n")
        return
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        place = error.filename or "standard output or a temporary file"
        sys.stderr.write(f"smarttable: {place} cannot be written: {error.strerror}; make room there and begin again\n")
        forget_unwritten()
        return
    sys.stderr.write(f"smarttable: a fault of ours: {where(error)}; please report it with what you did\n")
