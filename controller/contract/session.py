"""Rules 1 and 7.1: the order of a session, its number, its will, and the heartbeat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from controller.contract.heard import Check, Heard, broken, whole
from controller.contract.rules import Broken
from controller.mqtt.topics import STATUS, STORIES

#: Topic's head → its place in the order of a session.
_PLACE: Final[Mapping[str, int]] = {"info": 0, "health": 1, "state": 2, "seat": 3}

#: A heartbeat may be this late: three of them missing.
HEARTBEAT_LIMIT_S: Final = 15.0

#: Messages remembered of a session that does not come online.
MAX_REMEMBERED: Final = 4_096


class SessionKey(NamedTuple):
    boot: str
    number: int


class SessionCheck(Check):
    """Rules 1.1, 1.2 and 1.3."""

    def __init__(self) -> None:
        self._held: dict[str, Heard] = {}
        self._since: list[str] = []  # names told since the last status, or since we came
        self._whole = False  # whether nothing of the session was told before we listened
        self._fresh = True  # nothing heard since we came
        self._online: SessionKey | None = None
        self._highest: dict[str, int] = {}  # boot → highest session that was online, in the order of the boots

    def joined(self) -> None:
        self._held.clear()
        self._since.clear()
        self._whole, self._fresh = False, True

    def hear(self, message: Heard) -> Iterator[Broken]:
        if self._fresh:  # where nothing stood, nothing was told before
            self._fresh = False
            self._whole = not message.standing
        if not message.standing and message.name == STATUS and message.body:
            yield from self._status(message)
        elif not message.standing and (message.name.partition("/")[0] in _PLACE or message.name in STORIES) and message.body:
            self._since.append(message.name)
            if len(self._since) > MAX_REMEMBERED:
                self._since.clear()
                self._whole = False
        if not message.body:
            self._held.pop(message.name, None)
        elif message.name == STATUS or message.name.partition("/")[0] in _PLACE:
            self._held[message.name] = message
        if message.standing and message.name == STATUS:
            self._note(message)

    def end(self, now_s: float, standing: Mapping[str, Heard] | None) -> Iterator[Broken]:
        status = self._held.get(STATUS)
        if status is None or self._online is None or status.fields.get("state") == "online":
            return
        number = whole(status.fields.get("session")) or 0
        older_boot = status.boot != self._online.boot and status.boot in self._highest
        if older_boot or (status.boot == self._online.boot and number < self._online.number):
            yield broken(
                "1.3", status, f"`{_state(status)}` of session {number} stands, and session {self._online.number} was online after it"
            )

    def _status(self, message: Heard) -> Iterator[Broken]:
        key = _key(message)
        if key is not None and key != self._online:
            yield from self._birth(message)
            highest = self._highest.get(key.boot, 0)
            if key.number < highest:
                yield broken("1.2", message, f"session {key.number} is online after session {highest} of the same boot")
        self._note(message)
        self._since.clear()
        self._whole = True

    def _note(self, message: Heard) -> None:
        key = _key(message)
        if key is not None:
            self._online = key
            self._highest[key.boot] = max(key.number, self._highest.get(key.boot, 0))

    def _birth(self, message: Heard) -> Iterator[Broken]:
        wanted = ["info", "state", *self._seats()]
        if "info" in self._since:
            first = len(self._since) - 1 - self._since[::-1].index("info")
            told = self._since[first:]
        elif self._whole:
            told = list(self._since)
        else:  # we came while it was told
            told = wanted
        missing = [name for name in wanted if name not in told]
        if told is not wanted:  # what another boot left there is rule 3.3's matter
            parts = [name for name, held in self._held.items() if name.startswith("health/") and held.boot == message.boot]
            missing += [name for name in parts if name not in told]
        if missing:
            yield broken("1.1", message, f"`online` is told before: {', '.join(missing)}")
            return
        if any(name in STORIES for name in told):
            yield broken("1.1", message, "an event is told between `info` and `online`: its place is before or after")
        turned = next(((a, b) for a, b in pairwise(told) if _place(a) > _place(b)), None)
        if turned is not None:
            yield broken("1.1", message, f"{turned[0]} is told before {turned[1]}")
        others = [name for name in wanted if name not in self._held or self._held[name].boot != message.boot]
        if others:
            yield broken("1.1", message, f"at `online` these are of another boot: {', '.join(others)}")

    def _seats(self) -> list[str]:
        state = self._held.get("state")
        seats = None if state is None else state.fields.get("seats")
        return [f"seat/{n}" for n in range(1, len(seats) + 1)] if isinstance(seats, list) else []


class HeartbeatCheck(Check):
    """Rule 7.1."""

    def __init__(self) -> None:
        self._due_from_s: float | None = None

    def joined(self) -> None:
        self._due_from_s = None

    def hear(self, message: Heard) -> Iterator[Broken]:
        yield from self._late(message)
        if message.name == STATUS:
            online = message.fields.get("state") == "online"
            self._due_from_s = (self._due_from_s or message.at_s) if online else None
        elif message.name == "metrics" and self._due_from_s is not None:
            self._due_from_s = message.at_s

    def end(self, now_s: float, standing: Mapping[str, Heard] | None) -> Iterator[Broken]:
        yield from self._late(Heard("metrics", b"", False, now_s))

    def _late(self, message: Heard) -> Iterator[Broken]:
        if self._due_from_s is not None and message.at_s - self._due_from_s > HEARTBEAT_LIMIT_S:
            yield Broken("7.1", "metrics", None, f"`status` says online and no heartbeat came for {HEARTBEAT_LIMIT_S:.0f} s")
            self._due_from_s = message.at_s


def _key(status: Heard) -> SessionKey | None:
    """The session that is online by `status`; None when it says something else."""
    number = whole(status.fields.get("session"))
    return SessionKey(status.boot, number) if status.fields.get("state") == "online" and number is not None else None


def _state(status: Heard) -> str:
    return "lost" if status.fields.get("state") == "lost" else "stopped"


def _place(name: str) -> int:
    return _PLACE.get(name.partition("/")[0], -1)
