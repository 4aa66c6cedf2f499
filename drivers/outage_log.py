"""The log lines of a device that goes down and comes back: one each, and few of one that cannot make up its mind."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import Final

from drivers.base import HealthState

#: How bad a state is; a log line is written when it gets worse and when it is good again.
_BADNESS: Final[dict[HealthState, int]] = {"off": 0, "starting": 0, "ok": 0, "degraded": 1, "failed": 2}

#: So often within MEMORY_S a device is told down. From then on it comes and goes: a bad plug would write for ever.
MOST_OUTAGES: Final = 5
MEMORY_S: Final = 3600.0
#: One that came and went is back when it was well for so long.
HOLDS_S: Final = 600.0


class OutageLog:
    """Writes to `log` what becomes of the device `what`: `note` hears each change of its health.

    One line when it gets worse, one when it is good again. A device that comes and goes is told so once, then only
    reasons that were not told before, until it has been well for HOLDS_S.
    Time: seconds of the running loop. `close` ends what waits.
    """

    def __init__(self, what: str, log: logging.Logger) -> None:
        self._what = what
        self._log = log
        self._known = 0  # badness that the log knows of
        self._outages_s: deque[float] = deque(maxlen=MOST_OUTAGES)
        self._comes_and_goes = False
        self._told: set[str] = set()  # reasons told since it comes and goes
        self._holds: asyncio.TimerHandle | None = None

    def note(self, state: HealthState, reason: str, remedy: str) -> None:
        """The device is in another state now, or in it for another reason."""
        if state == "ok":
            self._good()
        elif _BADNESS[state]:
            self._bad(state, reason, remedy)

    def close(self) -> None:
        """Nobody looks after the device any more."""
        if self._holds is not None:
            self._holds.cancel()
            self._holds = None

    def _bad(self, state: HealthState, reason: str, remedy: str) -> None:
        self.close()
        if self._comes_and_goes:
            if reason not in self._told:
                self._told.add(reason)
                self._log.warning("%s is %s: %s; %s", self._what, state, reason, remedy)
            return
        if _BADNESS[state] <= self._known:
            return
        if not self._known:
            self._comes_and_goes = self._one_too_many()
        self._known = _BADNESS[state]
        if self._comes_and_goes:
            self._told = {reason}
            remedy += f"; it comes and goes: no more of this until it has been well for {HOLDS_S / 60:.0f} minutes"
        self._log.warning("%s is %s: %s; %s", self._what, state, reason, remedy)

    def _one_too_many(self) -> bool:
        """Count an outage; return whether there were MOST_OUTAGES within MEMORY_S before it."""
        now_s = asyncio.get_running_loop().time()
        full = len(self._outages_s) == MOST_OUTAGES and now_s - self._outages_s[0] < MEMORY_S
        self._outages_s.append(now_s)
        return full

    def _good(self) -> None:
        if self._comes_and_goes:
            if self._holds is None:
                self._holds = asyncio.get_running_loop().call_later(HOLDS_S, self._back)
        elif self._known:
            self._back()

    def _back(self) -> None:
        self._holds = None
        self._known = 0
        self._comes_and_goes = False
        self._log.warning("%s is back", self._what)
