"""The feed: turns what the table did into messages, and hands them to whoever listens.

The hub knows no transport. A message is named by its topic below the table's root, so MQTT, the
WebSocket and the REST answers say the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from controller.effects import Effect, Tell
from controller.feed.boot import Boot
from controller.feed.called import LastEntry, called_views
from controller.feed.payloads import SCHEMA_VERSION
from controller.feed.rotation_view import rotation_view
from controller.feed.ruled import TOPIC_OF, ruled_views, story_body
from controller.feed.stories import question_text, story_view
from controller.feed.subscription import MAX_BEHIND, FeedMessage, Subscription
from controller.feed.views import Cited, View, state_view
from controller.rules.house import House
from controller.table.table import OpenQuestion, Table

_HOUSE: Final = House()
_encode: Final = msgspec.json.Encoder().encode


class UtcClock(Protocol):
    """The UTC of table times."""

    def utc_ms(self, at_ns: int) -> int: ...


class FeedClock(UtcClock, Protocol):
    """Table time and its UTC."""

    def now_ns(self) -> int: ...


class PartState(NamedTuple):
    """Health of a part as the feed tells it. `since_ns` is table time."""

    state: str
    reason: str
    remedy: str
    since_ns: int
    counters: Mapping[str, int]


class FeedHub:
    """Holds the present public picture and tells every change of it.

    Per turn: the stories in order of `seq`, then `state`, then the seats that changed. A turn
    that changed nothing tells nothing. Callers of `subscribe` and `snapshot` in one turn of the
    loop miss nothing and get nothing twice.
    """

    def __init__(
        self,
        clock: FeedClock,
        boot_id: str,
        table: Table,
        *,
        card_parts: Sequence[str] = (),
        sequence: str = "",
        max_behind: int = MAX_BEHIND,
        cited: Cited = tuple,
        house: House = _HOUSE,
    ) -> None:
        """`card_parts` are the parts that read cards: the capability is `cards` while all of them work.

        `sequence` names what `seq` counts in; empty = it ends with this boot. `cited` says which rules the house names, `house` how the
        table was set up.
        """
        self._house = house
        self.boot_id = boot_id
        self._clock = clock
        self._table = table
        self._card_parts = tuple(card_parts)
        self._max_behind = max_behind
        self._cited = cited
        self._sequence = sequence or boot_id
        self._started_ns = clock.now_ns()
        self._listeners: list[Callable[[FeedMessage], None]] = []
        self._subscriptions: list[Subscription] = []
        self._info: View | None = None
        self._metrics: View | None = None
        self._parts: dict[str, PartState] = {}
        self._status: View = {"state": "online", "session": 0}
        self._status_since_ns = self._started_ns
        self._newcomers: frozenset[int] = frozenset()
        self._last_entry = LastEntry()
        self._state: View = self._state_view()

    @property
    def seats(self) -> int:
        """Seats this table has."""
        return len(self._table.seats)

    @property
    def capability(self) -> str:
        """What the table can do by itself right now."""
        working = [part in self._parts and self._parts[part].state in {"ok", "degraded"} for part in self._card_parts]
        return "cards" if working and all(working) else "by_hand"

    @property
    def heartbeat(self) -> Mapping[str, Any]:
        """What `metrics` said last; empty before the first."""
        return self._metrics or {}

    # -- what is told --------------------------------------------------------------------------

    def update(self, table: Table, effects: Sequence[Effect]) -> None:
        """Tell what a turn of the table did."""
        self._table = table
        for effect in effects:
            if isinstance(effect, Tell):
                self._note(effect)
                self._tell(_story(effect, self._clock, self.boot_id))
        self._tell_changes()

    def recall(self, tells: Sequence[Tell]) -> None:
        """Take what was told before this boot, oldest first, without telling it: what the table's state does not say."""
        for tell in tells:
            self._note(tell)
        self._state = self._state_view()

    def part_health(
        self,
        part: str,
        state: str,
        reason: str = "",
        remedy: str = "",
        *,
        since_ns: int | None = None,
        counters: Mapping[str, int] | None = None,
    ) -> None:
        """Take the health of a part; it is told when its state or reason changed.

        Counters alone are not told here: `metrics` carries them.
        """
        known = self._parts.get(part)
        changed = known is None or (known.state, known.reason, known.remedy) != (state, reason, remedy)
        if since_ns is None:
            since_ns = self._clock.now_ns() if known is None or changed else known.since_ns
        told = dict(counters) if counters is not None else known.counters if known else {}
        before = self.capability
        self._parts[part] = PartState(state, reason, remedy, since_ns, told)
        if changed:
            self._tell(self._health_message(part))
            self._tell_changes()
        if self.capability != before:
            self._tell(self._status_message())

    def set_info(self, **info: Any) -> None:
        """Set what the table is (the fields of `Info`); it is told when it changed."""
        if info != self._info:
            self._info = info
            self._tell(self._info_message())

    def set_status(self, state: str, session: int | None = None) -> None:
        """Set whether the table is there, and the number of its broker session; told when changed."""
        session = self._status["session"] if session is None else session
        if {"state": state, "session": session} != self._status:
            self.note_status(state, session)
            self._tell(self._status_message())

    def note_status(self, state: str, session: int) -> FeedMessage:
        """Set the status without telling it, and return its message: for a session that tells it in its own order."""
        if state != self._status["state"]:
            self._status_since_ns = self._clock.now_ns()
        self._status = {"state": state, "session": session}
        return self._status_message()

    def status_message(self, state: str, session: int) -> FeedMessage:
        """Return a status message that is not (yet) true, such as a will."""
        now_ns = self._clock.now_ns()
        return self._snapshot_message("status", self._status_view(state, session, now_ns), retained=True)

    def metrics(self, *, events: int, readings: int, loop_lag_ms: int, outbox: int, counters: Mapping[str, Mapping[str, int]]) -> None:
        """Tell the heartbeat; `counters` are each part's link counters."""
        for part, counted in counters.items():
            if part in self._parts:
                self._parts[part] = self._parts[part]._replace(counters=dict(counted))
        self._metrics = {
            "uptime_s": (self._clock.now_ns() - self._started_ns) // 1_000_000_000,
            "events": events,
            "readings": readings,
            "loop_lag_ms": loop_lag_ms,
            "outbox": outbox,
            "parts": {part: dict(counted) for part, counted in counters.items()},
        }
        self._tell(self._snapshot_message("metrics", self._metrics, retained=False))

    # -- who listens ---------------------------------------------------------------------------

    def snapshot(self) -> tuple[FeedMessage, ...]:
        """Return every retained message as of now: `info`, health, `state`, seats, and `status` last."""
        info = () if self._info is None else (self._info_message(),)
        health = (self._health_message(part) for part in sorted(self._parts))
        seats = (self._seat_message(view) for view in self._state["seats"])
        return (*info, *health, self._state_message(), *seats, self._status_message())

    def subscribe(self) -> Subscription:
        """Return an iterator of every message from now on."""
        subscription = Subscription(self._subscriptions.remove, self._max_behind)
        self._subscriptions.append(subscription)
        return subscription

    def on_message(self, listener: Callable[[FeedMessage], None]) -> None:
        """Call `listener` with every message, at once and in order; it must not block."""
        self._listeners.append(listener)

    def close(self) -> None:
        """End every subscription."""
        for subscription in tuple(self._subscriptions):
            subscription._end()

    # -- how it is made ------------------------------------------------------------------------

    def _tell(self, message: FeedMessage) -> None:
        for listener in self._listeners:
            listener(message)
        for subscription in tuple(self._subscriptions):
            subscription._put(message)

    def _note(self, tell: Tell) -> None:
        """Remember what the table's state does not say: who came after the hand, and what was entered last."""
        self._last_entry.note(tell)
        if tell.kind == "hand_started":
            self._newcomers = frozenset()
        elif tell.kind == "seat_taken" and tell.seat is not None:
            self._newcomers |= {tell.seat}

    def _state_view(self) -> View:
        down = sorted(part for part, health in self._parts.items() if health.state in {"failed", "starting"})
        quality = {"capability": self.capability, "parts_down": down, "discrepancies": [_question_view(one) for one in self._table.open]}
        called = {
            "rotation": rotation_view(self._table, self._house, self._utc),
            **called_views(self._table, self._utc),
            "last_entry": self._last_entry.view,
            **ruled_views(self._table, self._utc),
        }
        return state_view(self._table, self._newcomers, quality, called, self._cited)

    def _tell_changes(self) -> None:
        before, after = self._state, self._state_view()
        if before == after:
            return
        self._state = after
        self._tell(self._state_message())
        known = {view["seat"]: view for view in before["seats"]}
        for view in after["seats"]:
            if known.get(view["seat"]) != view:
                self._tell(self._seat_message(view))

    def _utc(self, at_ns: int) -> str:
        return utc_text(self._clock.utc_ms(at_ns))

    def _stamp(self, at_ns: int) -> View:
        return _stamp(self._clock, self.boot_id, at_ns)

    def _snapshot_message(self, name: str, view: View, *, retained: bool) -> FeedMessage:
        seq = self._table.seq
        body = {**self._stamp(self._clock.now_ns()), "as_of_seq": seq, **view}
        return FeedMessage(name, _encode(body), retained, seq)

    def _state_message(self) -> FeedMessage:
        return self._snapshot_message("state", self._state, retained=True)

    def _seat_message(self, view: View) -> FeedMessage:
        body = {"rev": self._table.rev, "hand": self._state["hand"], "view": view}
        return self._snapshot_message(f"seat/{view['seat']}", body, retained=True)

    def _info_message(self) -> FeedMessage:
        return self._snapshot_message("info", self._info or {}, retained=True)

    def _health_message(self, part: str) -> FeedMessage:
        health = self._parts[part]
        body = {
            "part": part,
            "state": health.state,
            "reason": health.reason,
            "remedy": health.remedy,
            "since_utc": utc_text(self._clock.utc_ms(health.since_ns)),
            "counters": dict(health.counters),
        }
        return self._snapshot_message(f"health/{part}", body, retained=True)

    def _status_view(self, state: str, session: int, since_ns: int) -> View:
        return {
            "state": state,
            "session": session,
            "since_utc": utc_text(self._clock.utc_ms(since_ns)),
            "capability": self.capability,
            "sequence": self._sequence,
        }

    def _status_message(self) -> FeedMessage:
        view = self._status_view(self._status["state"], self._status["session"], self._status_since_ns)
        return self._snapshot_message("status", view, retained=True)


def _question_view(question: OpenQuestion) -> View:
    text = question_text(question.code, question.zones)
    return {"code": question.code, "zones": list(question.zones), "question": f"{text}."}


def _stamp(clock: UtcClock, boot_id: str, at_ns: int) -> View:
    return {
        "schema": SCHEMA_VERSION,
        "boot_id": boot_id,
        "utc": utc_text(clock.utc_ms(at_ns)),
        "table_ms": at_ns // 1_000_000,
    }


def story_of(tell: Tell, boot: Boot) -> FeedMessage:
    """Return a story as it was told in `boot`: the same `seq`, the same bytes."""
    return _story(tell, boot, boot.boot_id)


def _story(tell: Tell, clock: UtcClock, boot_id: str) -> FeedMessage:
    stamp = _stamp(clock, boot_id, tell.at_ns)
    body = story_body(tell, lambda at_ns: utc_text(clock.utc_ms(at_ns))) if tell.kind in TOPIC_OF else None
    return FeedMessage(TOPIC_OF.get(tell.kind, "event"), _encode({**stamp, **(body or story_view(tell))}), False, tell.seq)


@lru_cache(maxsize=64)  # what was told at once was told at the same time
def utc_text(utc_ms: int) -> str:
    """Return a UTC time as ISO 8601 with milliseconds."""
    return datetime.fromtimestamp(utc_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
