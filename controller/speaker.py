"""What the dealer has to say, spoken by a program: one sentence at a time, the newest first to stay.

The program gets the sentence on its standard input and nothing else. Whatever becomes of it, the table does not wait: what cannot
be spoken in time is not spoken, and is on the panel all the same.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from controller.effects import Effect, Tell
from controller.feed.aloud import aloud
from controller.rules.spoken import Language
from controller.table.table import Table

SPEAKER: Final = "speaker"
#: More sentences never wait: the oldest is left out.
MOST_WAITING: Final = 3
#: A sentence that could not be spoken within this time is past, and one that takes longer to speak is cut off. Units: wall seconds.
STALE_S: Final = 8.0
LIMIT_S: Final = 20.0

#: `told(state, reason, remedy)`.
OnHealth = Callable[[str, str, str], None]

log = logging.getLogger(__name__)


class _Sentence(NamedTuple):
    """What is to be spoken: of which announcement, and since when it waits, in the loop's time."""

    called: str
    text: str
    since_s: float


class Speaker:
    """Speaks announcements through `command`, in `language`.

    Time: wall seconds; `loop_s` turns them into seconds of the running loop.
    Invariants: `heard` never waits and never fails; one program runs at a time; a log line when it cannot speak, one when it can again.
    """

    def __init__(
        self, command: Sequence[str], language: Language, on_health: OnHealth, *, loop_s: Callable[[float], float] = float
    ) -> None:
        self._command = tuple(command)
        self._language: Language = language
        self._on_health = on_health
        self._loop_s = loop_s
        self._waiting: deque[_Sentence] = deque(maxlen=MOST_WAITING)
        self._some = asyncio.Event()
        self._trouble = ""
        self.counters = {"spoken": 0, "left_out": 0}

    def heard(self, table: Table, effects: Sequence[Effect]) -> None:
        """Take up what is to be said, and let go of what has been said meanwhile."""
        for tell in effects:
            if not isinstance(tell, Tell) or tell.kind != "announcement" or tell.more is None:
                continue
            one = tell.more.announcement
            waits = [sentence for sentence in self._waiting if sentence.called != one.id]
            if not one.acknowledged:
                waits.append(_Sentence(one.id, aloud(one, self._language), asyncio.get_running_loop().time()))
            self.counters["left_out"] += max(0, len(waits) - MOST_WAITING)
            self._waiting = deque(waits, maxlen=MOST_WAITING)
        if self._waiting:
            self._some.set()

    async def run(self) -> None:
        """Speak, for ever."""
        self._tell("ok")
        while True:
            await self._some.wait()
            if not self._waiting:
                self._some.clear()
                continue
            sentence = self._waiting.popleft()
            if asyncio.get_running_loop().time() - sentence.since_s > self._loop_s(STALE_S):
                self.counters["left_out"] += 1
                continue
            reason, remedy = await self._speak(sentence.text)
            self.counters["left_out" if reason else "spoken"] += 1
            self._tell("failed" if reason else "ok", reason, remedy)

    async def _speak(self, text: str) -> tuple[str, str]:
        """Let the program speak a sentence; return why it could not and what to do, or nothing."""
        program = self._command[0]
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
            )
        except OSError as error:
            return "speaker.missing", f"{program} cannot be run ({error.strerror}): install it, or name another in [speaker]"
        try:
            async with asyncio.timeout(self._loop_s(LIMIT_S)):
                await process.communicate(f"{text}\n".encode())
        except TimeoutError:
            return "speaker.slow", f"{program} did not come to an end within {LIMIT_S:.0f} s: it was stopped; look whether it plays sound"
        finally:
            with contextlib.suppress(ProcessLookupError):
                if process.returncode is None:
                    process.kill()
            await process.wait()
        if process.returncode:
            return "speaker.failed", f"{program} ended with {process.returncode}: run it by hand, with a sentence on its standard input"
        return "", ""

    def _tell(self, state: str, reason: str = "", remedy: str = "") -> None:
        if reason and reason != self._trouble:
            log.warning("speaker: %s; announcements stay on the panel", remedy)
        elif self._trouble and not reason:
            log.warning("speaker: it speaks again")
        self._trouble = reason
        self._on_health(state, reason, remedy)
