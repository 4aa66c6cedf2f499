"""One message as a plain client got it, and what every check has in common."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from controller.contract.rules import Broken
from controller.mqtt.topics import COMMANDS

_NOTHING: Final[Mapping[str, Any]] = {}


class Heard(NamedTuple):
    """A message. `name` is its topic below the table's root; `standing` = it stood there when we subscribed.

    Units: seconds of the listener's clock.
    """

    name: str
    body: bytes
    standing: bool
    at_s: float
    fields: Mapping[str, Any] = _NOTHING

    @property
    def boot(self) -> str:
        boot = self.fields.get("boot_id")
        return boot if isinstance(boot, str) else ""

    @property
    def as_of(self) -> int | None:
        return whole(self.fields.get("as_of_seq"))

    @property
    def seq(self) -> int | None:
        """What names the message in a finding."""
        return whole(self.fields.get("seq", self.fields.get("as_of_seq")))

    @property
    def is_command(self) -> bool:
        return self.name.startswith(COMMANDS) and not self.is_answer

    @property
    def is_answer(self) -> bool:
        return self.name.startswith(COMMANDS) and self.name.endswith("/result")


def heard(name: str, body: bytes, standing: bool, at_s: float) -> Heard:
    """Return the message with its fields; none when the body is no JSON object."""
    try:
        fields = json.loads(body) if body else _NOTHING
    except (ValueError, RecursionError):
        fields = _NOTHING
    return Heard(name, body, standing, at_s, fields if isinstance(fields, dict) else _NOTHING)


def whole(number: object) -> int | None:
    """Return `number` when it is a whole number, else None: what is wrong with it is rule 4.1's matter."""
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def broken(rule: str, message: Heard, words: str) -> Broken:
    """Return the finding that `message` breaks `rule`."""
    return Broken(rule, message.name, message.seq, words)


class Check(ABC):
    """Holds one group of rules against what is heard of one table, in order."""

    def joined(self) -> None:  # noqa: B027 -- most rules have nothing to forget
        """We subscribed (again): what was told meanwhile is not known."""

    @abstractmethod
    def hear(self, message: Heard) -> Iterator[Broken]:
        """Take a message; yield what it breaks."""

    def end(self, now_s: float, standing: Mapping[str, Heard] | None) -> Iterator[Broken]:
        """The listening is over: yield what is broken by what did not come.

        `standing` is what a client finds who subscribes now; None when that could not be found out.
        """
        yield from ()
