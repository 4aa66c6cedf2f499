"""The simulator's own MQTT client: what the table tells comes in, the panel's commands go out.

Of its own, because the simulator stands on the other side of the wire: a mistake of the daemon's
session must not be made twice, once on each side, and pass for right.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from firmware_bridge.transport import wall_seconds
from sim.errors import SimError
from sim.remote_view import TOPICS

#: Wall seconds: how long a broker may take, how long until the next attempt, how long a command is of use.
ANSWER_S: Final = 5.0
AGAIN_S: Final = 0.25
EXPIRY_S: Final = 10
#: A press follows closely on what was just acknowledged: without this the kernel may hold it back for 40 ms (tcp(7), TCP_NODELAY).
AT_ONCE: Final = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)

_silent_log: Final = logging.getLogger("sim.wire")
_silent_log.setLevel(logging.CRITICAL)  # trouble comes as exceptions; the client library's lines would only repeat it


class BrokerSettings(Protocol):
    """How a broker is reached; the daemon's own settings fill it."""

    @property
    def host(self) -> str: ...
    @property
    def port(self) -> int: ...
    @property
    def username(self) -> str: ...
    @property
    def password_file(self) -> Path | None: ...
    @property
    def tls(self) -> bool: ...
    @property
    def ca_file(self) -> Path | None: ...


class BrokerLink:
    """One client of the broker, connected again whenever it is lost.

    `on_message(name, body)` hears what is told below `smarttable/v1/<table_id>/`; `trouble` says why
    there is no connection, and is empty while there is one.
    Raises: SimError from the constructor when the password or the authority cannot be read.
    """

    def __init__(self, broker: BrokerSettings, table_id: str, on_message: Callable[[str, bytes], None]) -> None:
        self.trouble = "not connected yet"
        self._root = f"smarttable/v1/{table_id}/"
        self._on_message = on_message
        self._client: aiomqtt.Client | None = None
        self._address = (broker.host, broker.port)
        self._sign_in: dict[str, Any] = {}
        try:
            if broker.username:
                self._sign_in["username"] = broker.username
            if broker.password_file is not None:
                self._sign_in["password"] = broker.password_file.read_text("utf-8").rstrip("\r\n")
            if broker.tls:
                self._sign_in["tls_context"] = ssl.create_default_context(cafile=broker.ca_file)
        except (OSError, UnicodeDecodeError) as error:
            raise SimError(f"{broker.password_file or broker.ca_file}: {type(error).__name__}; make it readable for this user") from None

    @property
    def connected(self) -> bool:
        return self._client is not None

    async def run(self) -> None:
        """Stay connected until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                await self._session(loop)
            except aiomqtt.MqttError as error:
                self.trouble = f"{self._address[0]}:{self._address[1]}: {error}"
            finally:
                self._client = None
            await asyncio.sleep(wall_seconds(loop, AGAIN_S))

    async def publish(self, verb: str, body: bytes) -> None:
        """Publish a command. One that does not get out is lost: nobody answers it, and it is sent again."""
        if self._client is None:
            return
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]  # paho leaves it untyped
        properties.MessageExpiryInterval = EXPIRY_S
        try:
            await self._client.publish(f"{self._root}cmd/{verb}", body, qos=1, properties=properties)
        except aiomqtt.MqttError as error:
            self.trouble = str(error)

    async def _session(self, loop: asyncio.AbstractEventLoop) -> None:
        host, port = self._address
        timeout_s = wall_seconds(loop, ANSWER_S)
        client = aiomqtt.Client(
            host,
            port,
            protocol=aiomqtt.ProtocolVersion.V5,
            socket_options=AT_ONCE,
            timeout=timeout_s,
            logger=_silent_log,
            **self._sign_in,
        )
        async with client:
            await client.subscribe([(self._root + name, 1) for name in (*TOPICS, "cmd/+/result")])
            self._client, self.trouble = client, ""
            async for message in client.messages:
                self._on_message(str(message.topic).removeprefix(self._root), bytes(message.payload))
        self.trouble = "the broker ended the session"
