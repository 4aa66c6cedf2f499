"""Drivers by name, imported when one is made."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Mapping
from typing import Any

from drivers.base import Driver, DriverError
from firmware_bridge.transport import Opener

#: Kind in the table file → module whose `make(name, opener, options)` builds the driver.
DRIVERS: dict[str, str] = {"feig": "drivers.feig"}


def make_driver(kind: str, name: str, opener: Opener, options: Mapping[str, Any]) -> Driver:
    """Build the driver `kind` for the part `name`; nothing is opened yet.

    Raises: DriverError for an unknown kind (naming the nearest) or a wrong option.
    """
    module = DRIVERS.get(kind)
    if module is None:
        near = difflib.get_close_matches(kind, DRIVERS, n=1, cutoff=0.4)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise DriverError(f"part {name}: no driver {kind!r}; {hint}there are: {', '.join(DRIVERS)}")
    driver: Driver = importlib.import_module(module).make(name, opener, options)
    return driver
