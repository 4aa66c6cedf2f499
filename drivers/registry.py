"""Drivers by name, imported when one is made."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Mapping
from typing import Any, Protocol

from drivers.base import Driver, DriverError
from firmware_bridge.transport import Opener


class Explained(Protocol):
    """The words for a frame; `ok` False when it is refused."""

    @property
    def ok(self) -> bool: ...
    @property
    def lines(self) -> tuple[str, ...]: ...


#: Kind in the table file → module whose `make(name, opener, options)` builds the driver.
DRIVERS: dict[str, str] = {"feig": "drivers.feig"}


#: Kind → module whose `explain(hex_text)` says what a frame of its protocol means.
EXPLAINERS: dict[str, str] = {"feig": "drivers.feig_words"}


#: Kind → module whose `FAULTS` are the reason codes its driver tells, each with its remedy.
FAULT_TABLES: dict[str, str] = {"feig": "drivers.feig_tables"}


def make_driver(kind: str, name: str, opener: Opener, options: Mapping[str, Any]) -> Driver:
    """Build the driver `kind` for the part `name`; nothing is opened yet.

    Raises: DriverError for an unknown kind (naming the nearest) or a wrong option.
    """
    module = DRIVERS.get(kind)
    if module is None:
        raise DriverError(f"part {name}: no driver {kind!r}; {_known(kind, DRIVERS)}")
    driver: Driver = importlib.import_module(module).make(name, opener, options)
    return driver


def explain(kind: str, hex_text: str) -> Explained:
    """Say what a frame of the protocol `kind` means, or why it is none.

    Raises: DriverError for a protocol that no driver speaks.
    """
    module = EXPLAINERS.get(kind)
    if module is None:
        raise DriverError(f"no protocol {kind!r}; {_known(kind, EXPLAINERS)}")
    explained: Explained = importlib.import_module(module).explain(hex_text)
    return explained


def fault_remedies(kind: str) -> dict[str, str]:
    """Return what to do about each reason code of the driver `kind`; a place to be filled in reads as words."""
    table = importlib.import_module(FAULT_TABLES[kind]).FAULTS
    return {code: fault.remedy.format(outputs="the outputs named", found="the address named") for code, fault in table.items()}


def _known(wanted: str, names: Mapping[str, str]) -> str:
    near = difflib.get_close_matches(wanted, names, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"{hint}there are: {', '.join(names)}"
