"""Every reason code a person can meet, with its cause and remedy: for `smarttable explain` and docs/errors.md.

Where a module owns its codes as data (the discrepancies, the drivers' faults, the broker's remedies), the remedy
is gathered from there.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from controller.error_rows import ROWS
from controller.events import DISCREPANCIES
from controller.mqtt.connection import REMEDIES
from drivers.registry import DRIVERS, fault_remedies
from firmware_bridge.tcp_link import REFUSALS

#: The verbs that a `*.` row speaks for, by the rest of its code.
VERBS_OF: Final[Mapping[str, tuple[str, ...]]] = {
    "empty_seat": ("stand", "buy_in", "button", "player", "request"),
    "no_such_seat": ("sit", "stand", "buy_in", "button", "player", "floor_call", "request"),
    "floor_only": ("ack", "clock", "floor_rule"),
    "already_shown": ("show", "muck"),
    "folded": ("show", "muck"),
    "mucked": ("show", "muck"),
    "no_hand": ("show", "muck"),
    "not_in_hand": ("show", "muck", "straddle"),
    "not_showdown": ("show", "muck"),
}

#: First word of a code → what its chapter in the page is called. Codes of other first words stand under "The table".
CHAPTERS: Final[Mapping[str, str]] = {
    "cmd": "Commands as messages",
    "rfid": "Cards and readers",
    "deal": "Cards and readers",
    "enter_card": "Cards and readers",
    "entry": "Cards and readers",
    "feig": "Cards and readers",
    "link": "Links",
    "pty": "Links",
    "serial": "Links",
    "tcp": "Links",
    "mqtt": "MQTT",
    "web": "The page",
    "journal": "The journal",
    "part": "Parts of the daemon",
    "config": "The table file",
    "clock": "Found by `smarttable doctor`",
    "deck": "Found by `smarttable doctor`",
    "disk": "Found by `smarttable doctor`",
    "python": "Found by `smarttable doctor`",
    "package": "Found by `smarttable doctor`",
}
TABLE_CHAPTER: Final = "The table"

_PAGE_HEAD: Final = """\
# Reason codes

What a health topic, a refused command, a log line or `smarttable doctor` can name, with its cause and what to do.
`smarttable explain CODE` says the same. This page is made by `smarttable explain --page`; a test holds it to the code.
"""


class Entry(NamedTuple):
    """What a code means and what to do about it."""

    code: str
    cause: str
    remedy: str


@cache
def catalogue() -> Mapping[str, Entry]:
    """Return every code with its entry, sorted by code. Invariants: no cause and no remedy is empty."""
    owned = _owned()
    entries = {}
    for code, cause, remedy in ROWS:
        for one in _spelled_out(code):
            entries[one] = Entry(one, cause, remedy or owned[one])
    return MappingProxyType(dict(sorted(entries.items())))


def nearest(code: str) -> tuple[str, ...]:
    """Return the codes that `code` may have been meant to be, the likeliest first; those it begins or ends first of all."""
    known = catalogue()
    word = code.strip().lower()
    parts = [one for one in known if word in one.split(".")]
    close = difflib.get_close_matches(word, known, n=3, cutoff=0.6)
    return tuple(dict.fromkeys([*close, *parts]))


def page() -> str:
    """Return docs/errors.md."""
    chapters: dict[str, list[Entry]] = {name: [] for name in (TABLE_CHAPTER, *CHAPTERS.values())}
    for entry in catalogue().values():
        chapters[CHAPTERS.get(entry.code.split(".")[0], TABLE_CHAPTER)].append(entry)
    lines = [_PAGE_HEAD]
    for name, entries in chapters.items():
        lines += [f"\n## {name}\n\n", "| code | cause | what to do |\n| --- | --- | --- |\n"]
        lines += [f"| `{entry.code}` | {_cell(entry.cause)} | {_cell(entry.remedy)} |\n" for entry in entries]
    return "".join(lines)


def _owned() -> dict[str, str]:
    owned = {code: remedy for code, _, remedy in REFUSALS.values()} | dict(REMEDIES)
    for kind in DRIVERS:
        owned |= fault_remedies(kind)
    return {code: _sentence(remedy) for code, remedy in owned.items()} | DISCREPANCIES


def _spelled_out(code: str) -> Iterator[str]:
    if code.startswith("*."):
        yield from (f"{verb}.{code[2:]}" for verb in VERBS_OF[code[2:]])
    else:
        yield code


def _sentence(text: str) -> str:
    """A remedy that a part says within a line, as a sentence of its own."""
    return f"{text[0].upper()}{text[1:]}".rstrip(".") + "."


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
