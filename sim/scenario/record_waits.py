"""What was waited for in a hand that is written down: each timer that told something has to run out again.

A hand that is played from its text goes faster than people are, so it is no use to wait as long as they did: it waits until the
timer is up that was up for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from controller.effects import Effect, Tell
from controller.events import Tick
from controller.rules.house import House
from controller.table import clocks
from controller.table.announcing import reminders, turns
from controller.table.dealing import early_cards, stub_count
from controller.table.table import Table
from controller.table.waiting import waits
from sim.scenario.record_lines import LATER_S, Lines

#: As long as a table waits for a card that does not come, unless it is told otherwise. Units: seconds.
_OVERDUE_S: Final = 15.0
#: Cards of which it was certain which came first have to be so far apart, or they were, and no further. Units: seconds.
_APART_S: Final = 0.5
_FAR_APART_S: Final = 2.0
#: As long as a table may look at the cards before it rules, at the most. Units: seconds.
_LOOKED_AT_S: Final = 5.0


class Waits:
    """Follows the timers of a table through one hand."""

    def __init__(self, lines: Lines, house: House) -> None:
        self._lines = lines
        self._house = house
        self._since_s: dict[str, float] = {}  # timer → when it was set, on the clock of who plays the text
        self._clock_ns = 0  # when the clock was called, or told something last
        self._came_ns: int | None = None  # when the last card came, if nothing was said since

    def follow(self, table: Table) -> None:
        """Note which timers run at this table."""
        self._since_s = {name: self._since_s.get(name, self._lines.lasts_s) for name in waits(table)}

    def called(self, at_ns: int) -> None:
        """A clock was called."""
        self._clock_ns = at_ns

    def said(self) -> None:
        """Something was said: whoever plays the text waits by himself until the cards before it are read."""
        self._came_ns = None

    def came(self, after_ns: int, by_ns: int, effects: Sequence[Effect]) -> None:
        """A card came, and it is certain that it was later than the one before where time passed between them, or much hangs on it."""
        apart_s = 0.0 if self._came_ns is None else (after_ns - self._came_ns) / 1e9
        if any(isinstance(one, Tell) and one.kind == "ruling" for one in effects):
            self._lines.wait(_FAR_APART_S)
        elif apart_s > _APART_S:
            self._lines.wait(min(apart_s, _FAR_APART_S))
        self._came_ns = by_ns

    def answered(self, at_ns: int) -> None:
        """Somebody answers what the table said about the cards that came: it had the time to say it."""
        if self._came_ns is not None and (since_s := (at_ns - self._came_ns) / 1e9) > _APART_S:
            self._lines.wait(min(since_s, _LOOKED_AT_S))

    def up(self, tick: Tick, effects: Sequence[Effect], table: Table) -> None:
        """A timer is up; `table` is what has come of it."""
        if not effects:
            return
        if tick.timer == clocks.TIMER:
            self._lines.wait((tick.at_ns - self._clock_ns) / 1e9 + LATER_S)
            self._clock_ns = tick.at_ns
        elif tick.timer == stub_count.TIMER:
            self._lines.wait(stub_count.interval_ns(self._house) / 1e9 - self._lines.lasts_s + LATER_S)
        elif tick.timer in self._since_s:
            lasted_s = self._lines.lasts_s - self._since_s[tick.timer]
            self._lines.wait(early_cards.waits_s(tick.timer, _OVERDUE_S) - lasted_s + LATER_S)
            self._came_ns = None
        elif table.clock is None:
            self._prompted(tick.timer, effects)

    def _prompted(self, timer: str, effects: Sequence[Effect]) -> None:
        """What was not said until the floor was asked about it, or a player who had to be prompted: as long as the house has it."""
        announcing = self._house.announcing
        if timer == reminders.TIMER and announcing is not None and any(isinstance(one, Tell) and one.kind == "prompt" for one in effects):
            self._lines.wait(announcing.floor_s + LATER_S)
        if timer.startswith(turns.TIMERS):
            self._lines.wait(self._house.options.action_prompt_seconds + LATER_S)
