"""A test that hangs ends its process, with the stacks of all threads and tasks, instead of eating the whole run.

Time is no verdict: the limits are many times what a test takes on a slow machine. Under xdist the worker ends, its test
counts as failed, and another worker goes on with the rest; without xdist the run ends.
"""

from __future__ import annotations

import asyncio
import faulthandler
import gc
import os
import threading
from collections.abc import Generator
from typing import Final, TextIO

import pytest

#: How long a test with its fixtures may take, in wall seconds: the longest slow ones take two minutes on two idle cores.
LIMIT_S: Final = 180.0
SLOW_LIMIT_S: Final = 900.0
#: Hypothesis runs twenty times as many examples under its profile for long runs.
SOAK_LIMIT_S: Final = 14_400.0
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
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    timer = threading.Timer(limit_s(item), _end_process, (item,))
    timer.daemon = True
    timer.start()
    try:
        return (yield)
    finally:
        timer.cancel()


def _end_process(item: pytest.Item) -> None:
    """A thread of its own, for what hangs may be C code or a loop; it can be ended in no gentler way."""
    try:
        capture = item.config.pluginmanager.getplugin("capturemanager")
        if capture is not None:
            capture.suspend_global_capture(in_=True)
        with os.fdopen(os.dup(2), "w") as out:
            print(f"\nHUNG: {item.nodeid} took more than {limit_s(item):g} s", file=out, flush=True)
            faulthandler.dump_traceback(out, all_threads=True)
            _print_tasks(out)
    finally:
        os._exit(EXIT_CODE)


def _print_tasks(out: TextIO) -> None:
    for loop in [found for found in gc.get_objects() if isinstance(found, asyncio.AbstractEventLoop) and not found.is_closed()]:
        for task in asyncio.all_tasks(loop):
            print(f"\n{task}", file=out)
            task.print_stack(file=out)
    out.flush()
