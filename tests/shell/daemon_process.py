"""The daemon and the demo as a user runs them: processes, ports, and an MQTT client of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import aiomqtt
from ports import free_port

#: `free_port` is for the tests beside, too.
__all__ = ["LIMIT_S", "ROOT", "Heard", "free_port", "listen", "online", "smarttable"]

ROOT = Path(__file__).resolve().parents[2]

#: Generous: a slow machine is no failure.
LIMIT_S = 60.0


class Heard(NamedTuple):
    """One message as a client got it. `name` is the topic below the table's root."""

    name: str
    body: dict[str, Any]
    retained: bool


@contextlib.contextmanager
def smarttable(*arguments: str, own_group: bool = False) -> Iterator[subprocess.Popen[str]]:
    """A running `smarttable …`, with `own_group` the leader of its processes' group; killed at the end if it still runs."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "controller.cli", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=own_group,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate(timeout=LIMIT_S)


async def listen(port: int, until: Any, limit_s: float = LIMIT_S) -> list[Heard]:
    """Connect as soon as a broker is there, and return what was heard up to the message for which `until(heard)` holds."""
    heard: list[Heard] = []
    async with asyncio.timeout(limit_s):
        while True:
            with contextlib.suppress(aiomqtt.MqttError):
                # a broker that dies before it answers is not noticed: do not wait for it long
                async with aiomqtt.Client("127.0.0.1", port, protocol=aiomqtt.ProtocolVersion.V5, timeout=2.0) as client:
                    await client.subscribe("smarttable/#", qos=1)
                    async for message in client.messages:
                        _, _, _, name = str(message.topic).split("/", 3)
                        body = json.loads(bytes(message.payload)) if message.payload else {}
                        heard.append(Heard(name, body, bool(message.retain)))
                        if until(heard[-1]):
                            return heard
            await asyncio.sleep(0.02)


def online(heard: Heard) -> bool:
    return heard.name == "status" and heard.body.get("state") == "online"
