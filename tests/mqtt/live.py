"""A played table on a broker, and a client that watches it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple

import aiomqtt
from felt import INFO, Felt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from controller.mqtt.pacing import Pacing
from controller.mqtt.publisher import MqttPublisher
from controller.mqtt.settings import MqttSettings

ROOT = "smarttable/v1/t1/"
QUICK = Pacing(first_s=0.05, longest_s=0.3, stable_s=60.0, taken_over_s=0.6)


class Seen(NamedTuple):
    """A message as a client got it."""

    name: str
    body: bytes
    retained: bool
    qos: int
    properties: Properties

    def json(self) -> dict[str, Any]:
        fields: dict[str, Any] = json.loads(self.body)
        return fields


class Watcher:
    """Notes what a client gets, topics below the table's root by their names."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self.client = client
        self.seen: list[Seen] = []

    async def listen(self) -> None:
        with contextlib.suppress(aiomqtt.MqttError):
            async for message in self.client.messages:
                name = str(message.topic).removeprefix(ROOT)
                assert message.properties is not None
                self.seen.append(Seen(name, bytes(message.payload), bool(message.retain), message.qos, message.properties))

    def names(self) -> list[str]:
        return [seen.name for seen in self.seen]

    def of(self, name: str) -> list[dict[str, Any]]:
        return [seen.json() for seen in self.seen if seen.name == name and seen.body]

    def seqs(self) -> list[int]:
        return [story["seq"] for story in self.of("event")]

    def statuses(self) -> list[str]:
        return [status["state"] for status in self.of("status")]

    async def command(
        self, verb: str, body: dict[str, Any] | bytes, *, retain: bool = False, reply_to: str = "", correlation: bytes | None = None
    ) -> None:
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]  # paho leaves it untyped
        if reply_to:
            properties.ResponseTopic = reply_to
        if correlation is not None:
            properties.CorrelationData = correlation
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        await self.client.publish(f"{ROOT}cmd/{verb}", raw, qos=1, retain=retain, properties=properties)


class LiveTable:
    """A played table with its publisher."""

    def __init__(
        self,
        settings: MqttSettings,
        *,
        boot_id: str = "boot-1",
        pacing: Pacing = QUICK,
        max_events: int = 10_000,
        loop_s: Callable[[float], float] = float,
    ) -> None:
        self.felt = Felt(boot_id=boot_id)
        self.felt.hub.set_info(**INFO)
        self.publisher = MqttPublisher(settings, "t1", self.felt.hub, self.felt.desk, pacing=pacing, max_events=max_events, loop_s=loop_s)
        self.running: asyncio.Future[None] | None = None

    def start(self) -> None:
        self.running = asyncio.ensure_future(self.publisher.run())

    async def stop(self) -> None:
        assert self.running is not None
        self.publisher.stop()
        await asyncio.wait_for(self.running, 30.0)

    @property
    def online(self) -> bool:
        return self.publisher.session.online

    def health(self) -> dict[str, Any]:
        return self.felt.snapshot("health/mqtt")


@contextlib.asynccontextmanager
async def on_broker(port: int, **options: Any) -> AsyncIterator[LiveTable]:
    """A table that is on its way to the broker at `port`, and stopped in order at the end."""
    table = LiveTable(options.pop("settings", None) or MqttSettings(port=port), **options)
    table.start()
    try:
        yield table
    finally:
        await table.stop()
