"""The life with a broker: connect, say everything in order, keep it said, come back.

On every session: subscribe → queued events → `info` → health → `state`, seats → `status: online`
last. A consumer may trust what it holds once it sees that session online.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Final, Protocol

from controller.feed.stored import StoredStories, StoryError
from controller.mqtt.connection import GIVE_UP_S, NEEDS_A_PERSON, REMEDIES, BrokerError, Connection, Incoming, hears
from controller.mqtt.flight import MOST_IN_FLIGHT, Flight
from controller.mqtt.outbox import MAX_BEFORE_STORE, MAX_EVENTS, Outbox, Outgoing
from controller.mqtt.pacing import BackOff, Pacing
from controller.mqtt.settings import MqttSettings
from controller.mqtt.topics import COMMANDS, FAMILY, KEPT_PARTS, STATUS, topic_of

log = logging.getLogger(__name__)

#: Stories read from where they are kept at a time, once none is held in memory any more.
READ_AT_ONCE: Final = 1_000
#: Pauses before reading them is tried again, in wall seconds; then they are given up, so that the table is heard again.
READ_AGAIN_S: Final = (0.5, 1.0, 2.0)

#: Statuses of others remembered from before ours; more than that is noise.
MAX_LEFT_BEHIND: Final = 64

#: Longest verb, response topic and correlation data a command is answered with.
MAX_VERB: Final = 64
MAX_REPLY_TOPIC: Final = 256
MAX_CORRELATION_BYTES: Final = 1_024


class Voice(Protocol):
    """What the table has to say to a broker, and hears from it."""

    def will(self, session: int) -> Outgoing:
        """What the broker says for us when we are gone: `lost`."""
        ...

    def birth(self, session: int) -> Sequence[Outgoing]:
        """Everything retained as of now, in the order of the contract, `status: online` last."""
        ...

    def farewell(self, session: int) -> Outgoing:
        """`stopped`."""
        ...

    def is_another(self, status: bytes) -> bool:
        """Whether a retained status says that another controller speaks for this table now."""
        ...

    def keeps(self, name: str) -> bool:
        """Whether the retained topic `name`, below the root, is one of the table's now."""
        ...

    def command(self, verb: str, body: bytes, retained: bool) -> bytes:
        """Do a command and return its answer."""
        ...

    def health(self, state: str, reason: str, remedy: str, counters: Mapping[str, int]) -> None:
        """Hear how the session is."""
        ...


class MqttSession:
    """Keeps one table on one broker. `send` never blocks; what cannot go out waits in the outbox.

    Time: limits are wall seconds; `loop_s` turns them into seconds of the running loop.
    """

    def __init__(
        self,
        settings: MqttSettings,
        root: str,
        client_id: str,
        voice: Voice,
        *,
        loop_s: Callable[[float], float] = float,
        pacing: Pacing | None = None,
        stored: StoredStories | None = None,
        max_events: int | None = None,
    ) -> None:
        """`stored` has the events that are not held in memory; `max_events` are, without it the newest."""
        if max_events is None:
            max_events = MAX_EVENTS if stored is None else MAX_BEFORE_STORE
        self._stored = stored
        self._settings = settings
        self._root = root
        self._client_id = client_id
        self._voice = voice
        self._loop_s = loop_s
        self._pacing = pacing or Pacing()
        self._back_off = BackOff(self._pacing)
        self._outbox = Outbox(max_events, has_store=stored is not None)
        self._stopping = asyncio.Event()
        self._session = 0
        self._online_at_s: float | None = None
        self._lost_unexplained = False
        self._leave_by_s = math.inf  # of the loop: when a session that was told to stop has to be over
        self._left_behind: set[bytes] = set()  # statuses that stood there before ours
        self._logged: set[str] = set()  # reasons said since it went down
        self._counters = dict.fromkeys(("sessions", "commands", "retained_commands", "published"), 0)

    @property
    def told_seq(self) -> int:
        """The last event a broker has taken in this run."""
        return self._outbox.told_seq

    @property
    def backlog(self) -> int:
        """Messages that wait to be sent."""
        return len(self._outbox)

    @property
    def online(self) -> bool:
        """Whether the broker holds our `status: online`."""
        return self._online_at_s is not None

    @property
    def counters(self) -> dict[str, int]:
        """Totals since start."""
        return {**self._counters, "events_dropped": self._outbox.dropped, "answers_dropped": self._outbox.answers_dropped}

    def send(self, message: Outgoing) -> None:
        """Let `message` go out as soon as that is possible, in order."""
        dropped = self._outbox.dropped
        self._outbox.put(message)
        if self._outbox.dropped > dropped and "mqtt.outbox_full" not in self._logged:
            self._logged.add("mqtt.outbox_full")
            log.warning("mqtt: the outbox is full; the oldest events are dropped and counted, `state` stays true (mqtt.outbox_full)")

    def go_on(self, told: int, last: int) -> None:
        """Take up what an earlier boot left: a broker took the events up to `told`, `stored` has those up to `last`."""
        self._outbox.leave_to_store(told, last)

    def stop(self) -> None:
        """Make `run` say `stopped`, disconnect and return."""
        self._stopping.set()

    async def run(self) -> None:
        """Stay on the broker until `stop`; being cancelled says farewell as well."""
        self._voice.health("starting", "", "", self.counters)
        while not self._stopping.is_set():
            try:
                await self._one_session()
            except BrokerError as error:
                pause_s = self._went_down(error)
                await self._until(self._stopping.wait(), self._loop_s(pause_s))
        self._voice.health("off", "", "", self.counters)

    # -- one session ---------------------------------------------------------------------------

    async def _one_session(self) -> None:
        """Connect and stay until `stop`.

        Raises: BrokerError when that was not to be.
        """
        if self._lost_unexplained:
            await self._look_for_another()
        # counted before it stands: the broker may hold the will of an attempt we think failed
        self._session += 1
        number = self._session
        self._leave_by_s = math.inf
        connection = await self._open(number)
        if connection is None:
            return
        gone: BrokerError | None = None
        try:
            await self._live(connection, number)
        except BrokerError as error:
            gone = error
            raise
        finally:
            if gone is None:  # stopped or cancelled
                await self._until(self._say_farewell(connection, number), self._left_to_leave_s())
            elif self.online and gone.reason == "mqtt.lost":
                # it may only be slow: closing in order would keep back the will, and `online` would stand
                await self._until(self._say_lost(connection, number), self._loop_s(GIVE_UP_S))
            self._outbox.go_offline()
            await connection.close()

    async def _look_for_another(self) -> None:
        """Not every broker says that our session was taken over: see who speaks for the table before we take it back.

        Raises: BrokerError when another does, or when the broker is away.
        """
        try:
            another = await hears(self._settings, self._client_id, f"{self._root}{STATUS}", self._is_another, self._loop_s)
        except BrokerError as error:
            if error.reason in NEEDS_A_PERSON:  # it may be the look alone that is refused
                return
            raise
        if another:
            raise BrokerError("mqtt.duplicate_client", "another controller took this session over and speaks for the table")

    def _is_another(self, status: bytes) -> bool:
        return status not in self._left_behind and self._voice.is_another(status)

    async def _open(self, number: int) -> Connection | None:
        """Connect, or return None when `stop` came first."""
        opening = asyncio.ensure_future(Connection.open(self._settings, self._client_id, self._voice.will(number), self._loop_s))
        stop = asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait({opening, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            stop.cancel()
            if not opening.done():
                opening.cancel()
            await asyncio.wait({opening, stop})
        return None if opening.cancelled() else opening.result()

    async def _live(self, connection: Connection, number: int) -> None:
        await connection.subscribe(f"{self._root}{KEPT_PARTS}", kept=True)
        await connection.subscribe(f"{self._root}{COMMANDS}+")
        await connection.subscribe(f"{self._root}{STATUS}")
        self._counters["sessions"] += 1
        stop = asyncio.ensure_future(self._stopping.wait())
        talk = asyncio.ensure_future(self._talk(connection, number))
        listen = asyncio.ensure_future(self._listen(connection))
        tasks: set[asyncio.Future[Any]] = {stop, talk, listen}
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not talk.done() and not listen.done():
                # stopped or cancelled: what is under way is seen out, or it would be said twice
                farewell_s = self._loop_s(self._pacing.farewell_s)
                self._leave_by_s = asyncio.get_running_loop().time() + farewell_s
                tasks.add(empty := asyncio.ensure_future(self._outbox.wait_empty()))
                await asyncio.wait({talk, listen, empty}, timeout=farewell_s / 2, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        # the listener hears why a connection is gone; the talker only that it is
        for task in (listen, talk):
            if task in done:
                task.result()

    async def _talk(self, connection: Connection, number: int) -> None:
        """Say what waited, the birth in its order, then whatever comes."""
        self._outbox.online = True
        flight = Flight(connection.publish, self._landed, min(MOST_IN_FLIGHT, connection.receive_maximum))
        try:
            await self._say_stories(flight)
            self._voice.health("ok", "", "", self.counters)
            birth = self._voice.birth(number)
            self._outbox.drop_retained()
            for message in birth:  # one by one: a broker that restarts is not flooded, and the order is beyond doubt
                await connection.publish(message)
            self._came_up()
            while True:
                await flight.unless_failed(self._outbox.wait())
                await self._say_next(flight)
        finally:
            await flight.close()

    async def _say_stories(self, flight: Flight) -> None:
        """Let the queued events go out, wherever they are held, until the broker has them all.

        Invariants: on return none waits, also of those that came meanwhile: a snapshot taken at once is ahead of no story.
        """
        while self._outbox.stories_wait:
            while await self._say_next(flight, events_only=True):
                pass
            await flight.all_landed()

    async def _say_next(self, flight: Flight, *, events_only: bool = False) -> bool:
        """Let the next message go out; return False when there is none."""
        message = self._outbox.take(events_only=events_only)
        if message is not None:
            await flight.send(message)
            return True
        stored = self._outbox.stored
        if stored is None:
            return False
        await flight.unless_failed(self._refill(*stored))
        return True

    async def _refill(self, after: int, last: int) -> None:
        """Take the next stories from where they are kept. What is not there any more is counted: consumers see a gap."""
        if self._stored is None:
            self._gone(self._outbox.give_up_stored(), "nothing keeps them")
            return
        for again_s in (*READ_AGAIN_S, None):
            try:
                stories = await self._stored.after(after, min(READ_AT_ONCE, last - after))
                break
            except StoryError as error:
                if again_s is None:
                    self._gone(self._outbox.give_up_stored(), str(error))
                    return
            await asyncio.sleep(self._loop_s(again_s))
        gone = self._outbox.refill(
            [Outgoing(f"{self._root}{name}", body, topic_of(name), False, seq=seq) for name, body, _, seq in stories]
        )
        if not stories:
            gone += self._outbox.give_up_stored()
        self._gone(gone, "[journal] keep_hands let go of them")

    def _gone(self, events: int, why: str) -> None:
        if events:
            log.error(
                "mqtt: %d events the broker had not taken cannot be sent: %s; consumers see a gap in seq (mqtt.events_gone)", events, why
            )

    def _landed(self) -> None:
        self._outbox.sent()
        self._counters["published"] += 1

    async def _listen(self, connection: Connection) -> None:
        async for message in connection.messages():
            name = message.topic.removeprefix(self._root)
            if not message.body:  # it clears a retained message: nobody asks for anything
                continue
            if name.startswith(COMMANDS):
                self._command(message)
            elif name != STATUS:
                self._sweep_out(message, name)
            elif not self.online and len(self._left_behind) < MAX_LEFT_BEHIND and self._voice.is_another(message.body):
                self._left_behind.add(message.body)

    def _sweep_out(self, message: Incoming, name: str) -> None:
        """Clear what an earlier start left retained and this one does not keep."""
        if message.retained and not self._voice.keeps(name):
            self.send(Outgoing(message.topic, b"", topic_of(name), True))

    def _command(self, message: Incoming) -> None:
        name = message.topic.removeprefix(self._root)
        verb = name.removeprefix(COMMANDS)
        self._counters["commands"] += 1
        if len(verb) > MAX_VERB:
            return  # no verb of ours, and its answer's topic might be longer than any topic may be
        answer = self._voice.command(verb, message.body, message.retained)
        result = topic_of(f"{name}/result")
        self.send(Outgoing(f"{self._root}{name}/result", answer, result, False))
        if self._may_reply(message):
            self.send(Outgoing(message.reply_to, answer, result, False, message.correlation))
        if message.retained:
            self._counters["retained_commands"] += 1
            self.send(Outgoing(message.topic, b"", topic_of(name), True))

    def _may_reply(self, message: Incoming) -> bool:
        """Whether a sender's response topic is one to answer on.

        Below a table's root, ours or another's, the answer would be taken for its word; what no broker takes would end our session.
        """
        topic = message.reply_to
        fit = (
            0 < len(topic) <= MAX_REPLY_TOPIC and not set(topic) & set("+#\0") and len(message.correlation or b"") <= MAX_CORRELATION_BYTES
        )
        return fit and not topic.startswith(("$", FAMILY))

    def _left_to_leave_s(self) -> float:
        """Return how long, in seconds of the loop, `stopped` may still take."""
        left_s = self._leave_by_s - asyncio.get_running_loop().time()
        return max(0.0, min(left_s, self._loop_s(self._pacing.farewell_s)))

    async def _say_farewell(self, connection: Connection, number: int) -> None:
        self._online_at_s = None
        said = asyncio.ensure_future(connection.publish(self._voice.farewell(number)))
        lost = asyncio.ensure_future(connection.wait_lost())  # a broker that stops together with us answers no more
        try:
            done, _ = await asyncio.wait({said, lost}, return_when=asyncio.FIRST_COMPLETED)
            (said if said in done else lost).result()
        except BrokerError as error:
            log.warning("mqtt: the broker was gone before `stopped` could be said: %s", error)
        finally:
            said.cancel()
            lost.cancel()
            await asyncio.gather(said, lost, return_exceptions=True)

    async def _say_lost(self, connection: Connection, number: int) -> None:
        with contextlib.suppress(BrokerError):  # then the broker says it for us
            await connection.publish(self._voice.will(number))

    # -- how it is -----------------------------------------------------------------------------

    def _came_up(self) -> None:
        self._online_at_s = asyncio.get_running_loop().time()
        self._lost_unexplained = False
        if self._logged:
            lost = f"; {self._outbox.dropped} events were dropped" if self._outbox.dropped else ""
            log.warning("mqtt: broker %s:%d is back, session %d%s", self._settings.host, self._settings.port, self._session, lost)
        else:
            log.info("mqtt: on broker %s:%d, session %d", self._settings.host, self._settings.port, self._session)
        self._logged.clear()

    def _went_down(self, error: BrokerError) -> float:
        online_s = 0.0
        if self._online_at_s is not None:
            online_s = (asyncio.get_running_loop().time() - self._online_at_s) / self._loop_s(1.0)
            self._lost_unexplained = True
        self._online_at_s = None
        remedy = REMEDIES[error.reason]
        self._voice.health("failed", error.reason, f"{error.words}: {remedy}", self.counters)
        if not self._logged or (error.reason in NEEDS_A_PERSON and error.reason not in self._logged):
            log.warning("mqtt: broker %s:%d: %s; %s", self._settings.host, self._settings.port, error, remedy)
        self._logged.add(error.reason)
        return self._back_off.after(error.reason, online_s)

    @staticmethod
    async def _until(waited: Coroutine[Any, Any, Any], limit_s: float) -> None:
        """Wait for `waited`, but no longer than `limit_s` of the loop."""
        task = asyncio.ensure_future(waited)
        try:
            await asyncio.wait({task}, timeout=limit_s)
        finally:
            task.cancel()
            await asyncio.wait({task})
