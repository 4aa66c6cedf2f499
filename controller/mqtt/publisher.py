"""The table's voice on a broker: the feed's messages on their topics, commands to the desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from pydantic import ValidationError

from controller.feed.desk import CommandDesk
from controller.feed.hub import FeedHub
from controller.feed.payloads import Status
from controller.feed.stored import StoredStories
from controller.feed.subscription import FeedMessage
from controller.mqtt.outbox import Outgoing
from controller.mqtt.pacing import Pacing
from controller.mqtt.roles import CommandRole, sender_role
from controller.mqtt.session import MqttSession
from controller.mqtt.settings import MqttSettings
from controller.mqtt.topics import MAX_SEATS, root_of, topic_of

#: The name of this part in health topics.
PART: Final = "mqtt"


class MqttPublisher:
    """Puts one table on one broker: `await run()` for as long as the table is there.

    `role` is the role of whoever may publish commands: the broker decides who that is, because a
    message does not say who sent it (`controller/mqtt/roles.py`).
    """

    def __init__(
        self,
        settings: MqttSettings,
        table_id: str,
        hub: FeedHub,
        desk: CommandDesk,
        *,
        role: CommandRole = "floor",
        loop_s: Callable[[float], float] = float,
        pacing: Pacing | None = None,
        stored: StoredStories | None = None,
        max_events: int | None = None,
    ) -> None:
        self._hub = hub
        self._desk = desk
        self._role = role
        self._root = root_of(table_id)
        client_id = settings.client_id or f"smarttable-{table_id}"
        self.session = MqttSession(
            settings, self._root, client_id, self, loop_s=loop_s, pacing=pacing, stored=stored, max_events=max_events
        )
        hub.on_message(self._on_message)
        hub.part_health(PART, "starting")

    async def run(self) -> None:
        """Stay on the broker until `stop`."""
        await self.session.run()

    def stop(self) -> None:
        """Make `run` say `stopped` and return."""
        self.session.stop()

    def _on_message(self, message: FeedMessage) -> None:
        self.session.send(self._outgoing(message))

    def _outgoing(self, message: FeedMessage) -> Outgoing:
        row = topic_of(message.name)
        seq = message.seq if row.when_offline == "queue" else 0
        return Outgoing(self._root + message.name, message.body, row, message.retained, seq=seq)

    # -- the session's Voice -------------------------------------------------------------------

    def will(self, session: int) -> Outgoing:
        return self._outgoing(self._hub.status_message("lost", session))

    def birth(self, session: int) -> Sequence[Outgoing]:
        self._hub.note_status("online", session)
        said = [self._outgoing(message) for message in self._hub.snapshot()]
        row = topic_of("seat/<n>")
        cleared = [Outgoing(f"{self._root}seat/{seat}", b"", row, True) for seat in range(self._hub.seats + 1, MAX_SEATS + 1)]
        return (*said[:-1], *cleared, said[-1])

    def farewell(self, session: int) -> Outgoing:
        return self._outgoing(self._hub.note_status("stopped", session))

    def is_another(self, status: bytes) -> bool:
        try:
            told = Status.model_validate_json(status)
        except ValidationError:
            return False
        return told.state == "online" and told.boot_id != self._hub.boot_id

    def keeps(self, name: str) -> bool:
        return any(message.name == name for message in self._hub.snapshot())

    def command(self, verb: str, body: bytes, retained: bool) -> bytes:
        if self._role == "off":
            answer = self._desk.refuse(verb, body, "cmd.closed", "this table takes no commands over its broker: use a panel")
        else:
            answer = self._desk.submit(verb, body, sender_role(self._role, verb), retained, PART)
        return answer.model_dump_json().encode()

    def health(self, state: str, reason: str, remedy: str, counters: Mapping[str, int]) -> None:
        self._hub.part_health(PART, state, reason, remedy, counters=counters)
