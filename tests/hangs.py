"""A test that hangs fails, with the stacks of all threads and tasks, instead of eating the whole run.

Time is no verdict: the limits are many times what a test takes on a slow machine. Where the main thread takes no exception any
more (it hangs in C code, or a task swallows its end) the process ends. Under xdist another worker then goes on with the rest, and
is given the test again: it is known to have hung, and fails at once.
"""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import os
import signal
import tempfile
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Final, TextIO

import pytest

#: How long a test with its fixtures may take, in wall seconds: the longest slow ones take two minutes on two idle cores.
LIMIT_S: Final = 180.0
SLOW_LIMIT_S: Final = 900.0
#: Hypothesis runs twenty times as many examples under its profile for long runs.
SOAK_LIMIT_S: Final = 14_400.0
#: How long a test that was told to fail may take for it.
GRACE_S: Final = 30.0
#: What a process that hung ends with.
EXIT_CODE: Final = 70


def limit_s(item: pytest.Item) -> float:
    """Return how long `item` may take; the marker `hang_limit(seconds)` comes first."""
    own = item.get_closest_marker("hang_limit")
    if own is not None:
        return float(own.args[0])
    if item.config.getoption("--hypothesis-profile", None) == "soak":
        return SOAK_LIMIT_S
    return SLOW_LIMIT_S if item.get_closest_marker("slow") else LIMIT_S


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    known = _known(item.config)
    if known.exists() and item.nodeid in known.read_text().splitlines():
        pytest.fail("it hung, and ended a worker of this run", pytrace=False)
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    ended = threading.Event()

    def fail(number: int, frame: object) -> None:
        if not ended.is_set():
            pytest.fail("it hung: the stacks are in the output of the run")

    signal.signal(signal.SIGUSR2, fail)  # and it stays: one that comes late would otherwise end the process
    threading.Thread(target=_watch, args=(item, ended), daemon=True, name="hangs").start()
    try:
        return (yield)
    finally:
        ended.set()


def _known(config: pytest.Config) -> Path:
    """Return where the tests are listed that ended a worker of this run."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    return Path(tempfile.gettempdir()) / f"pytest-hung-{os.geteuid()}-{run}"


def _watch(item: pytest.Item, ended: threading.Event) -> None:
    """A thread of its own: what hangs may be C code or a loop."""
    if ended.wait(limit_s(item)):
        return
    _say(item, f"took more than {limit_s(item):g} s")
    if not ended.is_set():
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGUSR2)
    if ended.wait(GRACE_S):
        return
    try:
        _say(item, "does not take the exception: its process ends")
        with _known(item.config).open("a") as known:
            print(item.nodeid, file=known)
    finally:
        os._exit(EXIT_CODE)


def _say(item: pytest.Item, words: str) -> None:
    """Write past what pytest captures: it holds the output of a process that ends here."""
    capture = item.config.pluginmanager.getplugin("capturemanager")
    if capture is not None:
        capture.suspend_global_capture(in_=True)
    with os.fdopen(os.dup(2), "w") as out:
        print(f"\nHUNG: {item.nodeid} {words}", file=out, flush=True)
        faulthandler.dump_traceback(out, all_threads=True)
        _print_tasks(out)
    if capture is not None:
        capture.resume_global_capture()


def _print_tasks(out: TextIO) -> None:
    for loop in [found for found in gc.get_objects() if isinstance(found, asyncio.AbstractEventLoop) and not found.is_closed()]:
        for task in asyncio.all_tasks(loop):
            print(f"\n{task}", file=out)
            task.print_stack(file=out)
    out.flush()
