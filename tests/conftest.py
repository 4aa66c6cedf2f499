"""What every test gets: Hypothesis without deadlines, and a profile for long runs."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator

import pytest
from hangs import pytest_runtest_call, pytest_runtest_protocol  # noqa: F401  # the hooks are pytest's to find
from hypothesis import HealthCheck, settings

# Timing never decides a test: a slow machine is no counterexample.
settings.register_profile("default", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("soak", parent=settings.get_profile("default"), max_examples=2_000)
settings.load_profile("default")

#: Folders whose tests start processes and wait for them, the longest first.
LONG_FIRST = ("shell", "mqtt", "web", "contract", "journal", "drivers", "sensing", "core", "sim")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that take long begin first, those with a slow test before all: then no worker is left alone with one at the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    place = {name: number for number, name in enumerate(LONG_FIRST)}
    items.sort(key=lambda item: (item.path not in slow, place.get(item.path.parent.name, len(place))))


def pytest_collection_finish() -> None:
    """What all tests are made of stays to the end, and what they make has few cycles: the garbage collector comes seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    """A command sets up the log of the whole process; the next test shall not hear less for it."""
    names = [None, *logging.root.manager.loggerDict]
    levels = {name: logging.getLogger(name).level for name in names}
    handlers = list(logging.root.handlers)
    yield
    logging.root.handlers[:] = handlers
    for name in [None, *logging.root.manager.loggerDict]:
        logging.getLogger(name).setLevel(levels.get(name, logging.NOTSET))
