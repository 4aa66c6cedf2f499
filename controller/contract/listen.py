"""A plain MQTT client that listens to every table of a broker, and at the end looks at what stands there."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import Callable
from typing import Final, NamedTuple

import aiomqtt

from controller.contract.checker import Checker
from controller.contract.heard import Heard, heard
from controller.mqtt.topics import root_of

#: How long a second client waits for what stands on the broker; the first one listens on meanwhile.
LOOK_S: Final = 1.0
#: How long a broker may take to answer.
ANSWER_S: Final = 5.0
#: So many such looks at most, while something that ought to stand has not come.
LOOKS: Final = 6
#: Pause before a lost connection is tried again.
AGAIN_S: Final = 0.2

#: Tables followed at most; more than that are not one room's.
MAX_TABLES: Final = 100
#: What we acknowledge goes out at once: small packets in a row wait for each other else, and the broker for them (tcp(7), TCP_NODELAY).
_AT_ONCE: Final = ((socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),)

#: The client library tells us of trouble by exceptions; its own lines would only repeat it.
_wire_log: Final = logging.getLogger("controller.contract.wire")
_wire_log.setLevel(logging.CRITICAL)


class ListenError(Exception):
    """The broker cannot be listened to; the text names the place and the remedy."""


class Broker(NamedTuple):
    """Where to listen. `username` empty = nobody signs in; without `tls` it is plain text."""

    host: str
    port: int
    username: str = ""
    password: str | None = None
    tls: ssl.SSLContext | None = None


class Listener:
    """Follows the tables of one broker; `tables` holds a `Checker` each.

    Time: seconds of the running loop; `loop_s` turns wall seconds into them.
    """

    def __init__(
        self,
        broker: Broker,
        table: str = "",
        *,
        loop_s: Callable[[float], float] = float,
        on_there: Callable[[], None] = lambda: None,
    ) -> None:
        """`table` empty = every table that is heard; `on_there` is called once it has subscribed for the first time."""
        self.tables: dict[str, Checker] = {}
        self._broker = broker
        self._filter = f"{root_of(table or '+')}#"
        self._loop_s = loop_s
        self._on_there = on_there
        self._here = asyncio.Event()
        self._stopping = asyncio.Event()

    @property
    def is_there(self) -> bool:
        """Whether it has subscribed: from then on it misses nothing."""
        return self._here.is_set()

    def stop(self) -> None:
        """Make `run` end now instead of later."""
        self._stopping.set()

    async def run(self, seconds: float) -> None:
        """Listen for `seconds`, counted from when it is there, or until `stop`; then look at what stands on the broker.

        Raises: ListenError when the broker is not there, at the start or for longer than it takes to come back.
        """
        listening = asyncio.ensure_future(self._listen())
        stopping = asyncio.ensure_future(self._stopping.wait())
        there = asyncio.ensure_future(self._here.wait())
        try:
            await asyncio.wait({listening, stopping, there}, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({listening, stopping}, timeout=self._loop_s(seconds), return_when=asyncio.FIRST_COMPLETED)
            if listening.done():
                listening.result()
            await self._finish()
        finally:
            for task in (listening, stopping, there):
                task.cancel()
            await asyncio.gather(listening, stopping, there, return_exceptions=True)

    async def _finish(self) -> None:
        standing: list[tuple[str, Heard]] | None = []
        ended_s = asyncio.get_running_loop().time()
        try:
            async with self._client() as second:
                await second.subscribe(self._filter, qos=1)
                standing = await self._standing(second)
        except aiomqtt.MqttError:  # the broker is away: what stands there nobody can say
            standing = None
        for name, checker in self.tables.items():
            checker.end(ended_s, None if standing is None else [message for table, message in standing if table == name])

    async def _standing(self, second: aiomqtt.Client) -> list[tuple[str, Heard]]:
        found: list[tuple[str, Heard]] = []
        now_s = asyncio.get_running_loop().time()

        async def read() -> None:
            async for message in second.messages:
                table, name = _parts(message)
                if message.retain and name:
                    found.append((table, heard(name, bytes(message.payload), True, now_s)))

        reading = asyncio.ensure_future(read())
        before = -1
        for _ in range(LOOKS):  # a busy broker is waited for while something comes, or while what ought to stand is not there yet
            if before == len(found) and self._awaited() <= {(table, message.name) for table, message in found}:
                break
            before = len(found)
            await asyncio.wait({reading}, timeout=self._loop_s(LOOK_S))
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        return found

    def _awaited(self) -> set[tuple[str, str]]:
        """What ought to stand on the broker, of each table."""
        return {(table, name) for table, checker in self.tables.items() for name in checker.kept}

    async def _listen(self) -> None:
        """Listen for ever; a connection that is lost is tried again once the broker is there.

        Raises: ListenError when it cannot be reached at the start.
        """
        while True:
            try:
                async with self._client() as client:
                    await client.subscribe(self._filter, qos=1)
                    if not self._here.is_set():
                        self._here.set()
                        self._on_there()
                    async for message in client.messages:
                        self._hear(message)
            except aiomqtt.MqttError as error:
                if not self._here.is_set():
                    raise ListenError(f"{self._broker.host}:{self._broker.port}: {error}: {_remedy(error)}") from None
            for checker in self.tables.values():  # what is told until we are back nobody hears
                checker.joined()
            await asyncio.sleep(self._loop_s(AGAIN_S))

    def _hear(self, message: aiomqtt.Message) -> None:
        table, name = _parts(message)
        if not name or (table not in self.tables and len(self.tables) >= MAX_TABLES):
            return
        checker = self.tables.get(table)
        if checker is None:
            checker = self.tables[table] = Checker()
        checker.hear(name, bytes(message.payload), bool(message.retain), asyncio.get_running_loop().time())

    def _client(self) -> aiomqtt.Client:
        host, port, username, password, tls = self._broker
        return aiomqtt.Client(
            host,
            port,
            username=username or None,
            password=password,
            tls_context=tls,
            protocol=aiomqtt.ProtocolVersion.V5,
            clean_start=True,
            socket_options=_AT_ONCE,
            timeout=self._loop_s(ANSWER_S),
            logger=_wire_log,
        )


def _remedy(error: aiomqtt.MqttError) -> str:
    if isinstance(error, aiomqtt.MqttCodeError):
        return "give what the broker wants to see, with --username and --password-file or --client-cert"
    if "SSL" in str(error).upper():
        return "check --ca-file, the host's name in the certificate, and that the broker speaks TLS there"
    return "start the broker, or name with --broker HOST:PORT the one the table is on; where it speaks TLS, add --tls"


def _parts(message: aiomqtt.Message) -> tuple[str, str]:
    """(table id, topic below its root); both empty for what is no table's."""
    parts = str(message.topic).split("/", 3)
    return (parts[2], parts[3]) if len(parts) == 4 else ("", "")
