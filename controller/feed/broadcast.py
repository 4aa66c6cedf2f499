"""The overlay's feed: the table as it was a while ago, with the hole cards its policy lets through.

Every turn of the table waits here until it may go on air. What waits is the table itself, so that nothing is
worked out, and no card is in any message, before its time. Panic is the one thing that does not wait.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from controller.effects import Effect, Tell
from controller.feed.broadcast_views import Aired, broadcast_view
from controller.feed.hub import FeedClock, utc_text
from controller.feed.payloads import SCHEMA_VERSION
from controller.feed.reveal import Broadcast
from controller.feed.subscription import MAX_BEHIND, FeedMessage, Subscription
from controller.feed.views import View
from controller.table.table import Table

#: A timer may fire a moment early; waiting at least this long keeps it from spinning. Units: seconds.
_LEAST_WAIT_S: Final = 0.001

_encode: Final = msgspec.json.Encoder().encode


class BroadcastFeed:
    """Follows a table `delay_s` behind it and tells whoever listens what is on air.

    Messages: `info` (what is on air), `state` (the table, see `broadcast_views`); `producer` says how far behind.
    Time: nothing that happened at t is in a message before t + delay; with a delay of 0 it is told in its own turn.
    Invariants: while the table is hidden, and for what happened while it was, no hole card is in a message.
    """

    def __init__(
        self, clock: FeedClock, boot_id: str, broadcast: Broadcast, past: Sequence[Aired], *, max_behind: int = MAX_BEHIND
    ) -> None:
        """`past` is what happened before this start, oldest first, at least one: the first of it is on air whatever its age."""
        self.broadcast = broadcast
        self._clock = clock
        self._boot_id = boot_id
        self._delay_ns = broadcast.delay_s * 1_000_000_000
        self._max_behind = max_behind
        self._subscriptions: list[Subscription] = []
        self._info: View = {}
        self._on_air = past[0]
        self._waiting: deque[Aired] = deque(past[1:])
        self._newest = past[-1]
        self._newcomers = past[-1].newcomers
        self._hidden = self._hidden_next = past[-1].table.hidden
        self._woken = asyncio.Event()
        self._view = self._make_view()
        self.advance()

    # -- what happens at the table -------------------------------------------------------------

    def follow(self, table: Table) -> None:
        """Hide at once when the table is hidden, even before the journal has kept it: hiding tells nothing."""
        self._hidden_next = table.hidden
        if table.hidden:
            self._tell_changes()

    def update(self, table: Table, effects: Sequence[Effect]) -> None:
        """Take what a turn of the table did; it goes on air when its time has come."""
        at_ns = self._newest.at_ns
        for effect in effects:
            if isinstance(effect, Tell):
                at_ns = max(at_ns, effect.at_ns)
                self._newcomers = newcomers_after(self._newcomers, effect)
        self._newest = Aired(at_ns, table, self._newcomers)
        self._waiting.append(self._newest)
        if self._hidden != table.hidden:
            self._hidden = table.hidden
            self._tell_changes()
        self.advance()
        self._tell(self._producer_message)
        self._woken.set()

    def set_info(self, **info: Any) -> None:
        """Set what is on air besides the table (title, look, …); it is told when it changed."""
        if info != self._info:
            self._info = info
            self._tell(self._info_message)

    def set_own_files(self, names: Sequence[str]) -> None:
        """Say which files of the event's own are served beside the page: `logo`, `style.css`."""
        self.set_info(**{**self._info, "files": list(names)})

    # -- its own time --------------------------------------------------------------------------

    def advance(self) -> None:
        """Put on air what is due by now."""
        due_ns = self._clock.now_ns() - self._delay_ns
        before = self._on_air
        while self._waiting and self._waiting[0].at_ns <= due_ns:
            self._on_air = self._waiting.popleft()
        if self._on_air is not before:
            self._tell_changes()

    async def run(self) -> None:
        """Put everything on air in its time, for ever."""
        while True:
            self.advance()
            self._woken.clear()
            wait_s = None
            if self._waiting:
                wait_s = max((self._waiting[0].at_ns + self._delay_ns - self._clock.now_ns()) / 1e9, _LEAST_WAIT_S)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._woken.wait()

    # -- who listens ---------------------------------------------------------------------------

    def snapshot(self) -> tuple[FeedMessage, ...]:
        """Return what is on air now: `info`, `state`, `producer`."""
        return self._info_message(), self._state_message(), self._producer_message()

    def clock_view(self) -> View:
        """Return the table time that is on air now: what a countdown in `state` is counted against."""
        return {"air_ms": (self._clock.now_ns() - self._delay_ns) // 1_000_000}

    def producer_view(self) -> View:
        """Return how far the air is behind the table: for the people behind the camera.

        Units: `behind_ms` until the newest thing that happened is on air; 0 = everything is.
        """
        behind_ns = self._newest.at_ns + self._delay_ns - self._clock.now_ns() if self._waiting else 0
        return {
            "delay_s": self.broadcast.delay_s,
            "behind_ms": max(0, behind_ns // 1_000_000),
            "reveal": self.broadcast.reveal,
            "hidden": self._hidden or self._hidden_next,
        }

    def subscribe(self) -> Subscription:
        """Return an iterator of every message from now on."""
        subscription = Subscription(self._subscriptions.remove, self._max_behind)
        self._subscriptions.append(subscription)
        return subscription

    def close(self) -> None:
        """End every subscription."""
        for subscription in tuple(self._subscriptions):
            subscription._end()

    # -- how it is made ------------------------------------------------------------------------

    def _make_view(self) -> View:
        hidden = self._hidden or self._hidden_next or self._on_air.table.hidden
        return broadcast_view(self._on_air, self.broadcast.reveal, hidden=hidden)

    def _tell_changes(self) -> None:
        view = self._make_view()
        if view != self._view:
            self._view = view
            self._tell(self._state_message)

    def _tell(self, make: Callable[[], FeedMessage]) -> None:
        if self._subscriptions:
            message = make()
            for subscription in tuple(self._subscriptions):
                subscription._put(message)

    def _state_message(self) -> FeedMessage:
        at_ns, table, _ = self._on_air
        stamp = {
            "schema": SCHEMA_VERSION,
            "boot_id": self._boot_id,
            "utc": utc_text(self._clock.utc_ms(at_ns)),
            "table_ms": at_ns // 1_000_000,
            "as_of_seq": table.seq,
        }
        return FeedMessage("state", _encode({**stamp, **self._view}), True, table.seq)

    def _info_message(self) -> FeedMessage:
        return FeedMessage("info", _encode(self._info), True, self._on_air.table.seq)

    def _producer_message(self) -> FeedMessage:
        return FeedMessage("producer", _encode(self.producer_view()), False, self._on_air.table.seq)


def newcomers_after(newcomers: frozenset[int], tell: Tell) -> frozenset[int]:
    """Return the seats taken since the last hand began, after `tell`: what that hand did there is not theirs."""
    if tell.kind == "hand_started":
        return frozenset()
    return newcomers | {tell.seat} if tell.kind == "seat_taken" and tell.seat is not None else newcomers
