"""MQTT 3.1.1: a client that knows no properties gets the same payloads and may send the same commands."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import aiomqtt
from brokers import Mosquitto, until, watching
from live import ROOT, on_broker

from controller import clock
from controller.feed.payloads import CommandAnswer


@contextlib.asynccontextmanager
async def old_client(port: int, heard: list[tuple[str, bytes]]) -> AsyncIterator[aiomqtt.Client]:
    """A client that speaks 3.1.1 and notes every message of the table."""
    async with aiomqtt.Client("127.0.0.1", port, protocol=aiomqtt.ProtocolVersion.V311) as client:
        await client.subscribe("smarttable/#", qos=1)

        async def listen() -> None:
            async for message in client.messages:
                name = str(message.topic).removeprefix(ROOT)
                heard.append((name, bytes(message.payload)))

        listening = asyncio.ensure_future(listen())
        try:
            yield client
        finally:
            listening.cancel()
            await asyncio.wait({listening})


def test_an_old_client_hears_the_same_and_is_heard(mosquitto: Mosquitto) -> None:
    async def main() -> None:
        mosquitto.start()
        heard: list[tuple[str, bytes]] = []
        async with watching(mosquitto.port) as new, old_client(mosquitto.port, heard) as old, on_broker(mosquitto.port) as table:
            await until(new.statuses, "a status")
            await old.publish(f"{ROOT}cmd/sit", b'{"id": "a1", "seat": 2, "name": "Ann", "stack": 500}', qos=1)
            await until(lambda: new.of("cmd/sit/result"), "the answer")
            answer = CommandAnswer.model_validate(new.of("cmd/sit/result")[0])
            assert (answer.ok, answer.rev, answer.as_of_seq) == (True, 1, 1)
            assert table.felt.state()["seats"][1]["name"] == "Ann"
            await until(lambda: len(heard) >= len(new.seen), "the same for both")
            assert heard == [(seen.name, seen.body) for seen in new.seen]

    clock.run(main)
