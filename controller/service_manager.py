"""Words with the service manager: ready, stopping, and a sign of life as long as the core answers.

Each is one datagram to the socket named by NOTIFY_SOCKET; without it nothing is said.
Source: sd_notify(3), sd_watchdog_enabled(3).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable, Mapping
from typing import Final

from controller.core import step
from controller.effects import CommandDone
from controller.events import Act, Header
from controller.rules.house import House
from controller.table.table import Table

#: A state that no table is ever in: a command meant for it is refused and changes nothing.
_NO_REV: Final = -1


class ServiceManager:
    """Whoever started us and wants to know how we are. `watchdog_s` None = it wants no signs of life.

    Invariants: nothing here fails or waits; a manager that does not listen is no trouble of the table's.
    """

    def __init__(self, address: str, watchdog_s: float | None = None) -> None:
        self._address = address
        self.watchdog_s = watchdog_s

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> ServiceManager:
        """Return the one that the environment names; a watchdog that is meant for another process is not ours."""
        limit_us = environment.get("WATCHDOG_USEC", "")
        meant_for = environment.get("WATCHDOG_PID", "") or str(os.getpid())
        ours = limit_us.isdecimal() and int(limit_us) > 0 and meant_for == str(os.getpid())
        return cls(environment.get("NOTIFY_SOCKET", ""), int(limit_us) / 1e6 if ours else None)

    def ready(self, words: str) -> None:
        """We are up; `words` are what `systemctl status` shows."""
        self._say(f"READY=1\nSTATUS={words}")

    def stopping(self) -> None:
        """We have begun to stop."""
        self._say("STOPPING=1\nSTATUS=stopping")

    async def watch(self, answers: Callable[[], bool], loop_s: Callable[[float], float] = float) -> None:
        """Give a sign of life twice in each `watchdog_s` while `answers()` holds; for ever, or not at all without a watchdog.

        Time: wall seconds; `loop_s` turns them into seconds of the running loop.
        """
        if self.watchdog_s is None:
            return
        while True:
            if answers():
                self._say("WATCHDOG=1")
            await asyncio.sleep(loop_s(self.watchdog_s / 2))

    def _say(self, text: str) -> None:
        if not self._address.startswith(("/", "@")):
            return
        address = f"\0{self._address[1:]}" if self._address[0] == "@" else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out, contextlib.suppress(OSError):
            out.setblocking(False)
            out.sendto(text.encode(), address)


def core_answers(table: Table, house: House) -> bool:
    """Return whether the core refuses, as it must, an action meant for a state that never was; the table stays as it is."""
    after, effects = step(table, Act(Header(0, "watchdog", "dealer", _NO_REV), 1, "check"), house)
    return after is table and [type(effect) for effect in effects] == [CommandDone]
