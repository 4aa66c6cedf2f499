"""One connection to a broker: aiomqtt behind the few things the session asks of it.

Every wait has a limit; whatever goes wrong comes out as one `BrokerError` with a reason.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import secrets
import ssl
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import aiomqtt
from paho.mqtt import client as mqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from controller.mqtt.outbox import Outgoing
from controller.mqtt.settings import AT_ONCE, MqttSettings

#: The client library tells us of trouble by exceptions; its own lines would only repeat it.
_wire_log: Final = logging.getLogger("controller.mqtt.wire")
_wire_log.setLevel(logging.CRITICAL)

#: How long a broker may take to answer, in wall seconds.
ANSWER_S: Final = 5.0
#: How long we wait for a connection that is being given up.
GIVE_UP_S: Final = 0.3
#: How long another controller has to make itself heard, in wall seconds.
LOOK_S: Final = 1.0
#: An idle connection is checked this often, in wall seconds.
KEEPALIVE_S: Final = 15

#: Largest packet a broker may send us.
MAX_PACKET_BYTES: Final = 65_536
#: Messages waiting to be read before further ones are dropped: senders see no answer and repeat.
MAX_INCOMING: Final = 1_000

_TAKEN_OVER: Final = 0x8E
_UNSPECIFIED: Final = 0x80  # what the client library makes of a connection that just ends

#: Reason code → what to do about it.
REMEDIES: Final[Mapping[str, str]] = {
    "mqtt.unreachable": "start the broker or correct its host and port; it is tried again by itself",
    "mqtt.silent": "something listens there and does not speak MQTT 5: check the port and the TLS setting",
    "mqtt.refused": "correct username and password, or what the broker allows this client",
    "mqtt.tls": "check that the broker speaks TLS there, its certificate and ca_file",
    "mqtt.secret": "make password_file readable for the daemon's user",
    "mqtt.lost": "it is tried again by itself; if it goes on, look at the broker's log",
    "mqtt.duplicate_client": "another controller uses this client id: give each its own client_id, or stop one",
}

#: Reasons that do not go away by themselves: a person has to do something.
NEEDS_A_PERSON: Final = frozenset({"mqtt.refused", "mqtt.tls", "mqtt.secret", "mqtt.duplicate_client"})


class BrokerError(Exception):
    """The broker cannot be reached or is gone. `reason` is a code of `REMEDIES`, `words` its cause."""

    def __init__(self, reason: str, words: str) -> None:
        super().__init__(f"{words} ({reason})")
        self.reason = reason
        self.words = words


class Incoming(NamedTuple):
    """A message somebody published. `reply_to` empty = no answer of his own is asked for."""

    topic: str
    body: bytes
    retained: bool
    reply_to: str = ""
    correlation: bytes | None = None


class Connection:
    """An open MQTT 5 session with a broker.

    Time: limits are wall seconds; `loop_s` turns them into seconds of the running loop.
    """

    def __init__(self, client: _Client, loop_s: Callable[[float], float]) -> None:
        self._client = client
        self._loop_s = loop_s

    @classmethod
    async def open(cls, settings: MqttSettings, client_id: str, will: Outgoing | None, loop_s: Callable[[float], float]) -> Connection:
        """Connect and sign in; `will` is what the broker says for us when we are gone.

        Raises: BrokerError within a limited time when that is not possible.
        """
        client = _Client(
            settings.host,
            settings.port,
            username=settings.username or None,
            password=await _password(settings.password_file),
            identifier=client_id,
            protocol=aiomqtt.ProtocolVersion.V5,
            clean_start=True,
            will=None if will is None else _will(will),
            tls_context=await _tls_context(settings),
            keepalive=KEEPALIVE_S,
            socket_options=AT_ONCE,
            timeout=loop_s(ANSWER_S),
            max_queued_incoming_messages=MAX_INCOMING,
            properties=_connect_properties(),
            logger=_wire_log,
        )
        connection = cls(client, loop_s)
        entering = asyncio.ensure_future(client.__aenter__())
        try:
            await asyncio.shield(entering)
        except aiomqtt.MqttError as error:
            await connection._give_up()
            raise _why_not_connected(error) from None
        except asyncio.CancelledError:
            # a thread may still be opening the socket: only then can it be closed
            await asyncio.wait({entering}, timeout=loop_s(GIVE_UP_S))
            await connection._give_up()
            entering.cancel()  # after closing: the client library cannot close once its wait is cancelled
            await asyncio.gather(entering, return_exceptions=True)
            raise
        return connection

    @property
    def receive_maximum(self) -> int:
        """Messages the broker lets us have under way."""
        return self._client.receive_maximum

    async def subscribe(self, topic_filter: str, *, kept: bool = False) -> None:
        """Ask for what is published under `topic_filter`, with its retain flags, but not for our own.

        `kept` = to see what stands there now, from us too: only that has the retain flag then.
        Raises: BrokerError.
        """
        options = SubscribeOptions(qos=1, noLocal=not kept, retainAsPublished=not kept)
        try:
            granted = await self._client.subscribe(topic_filter, options=options)
        except aiomqtt.MqttError as error:
            raise _why_lost(error) from None
        _unless_cancelled()
        refused = [code for code in granted if isinstance(code, ReasonCode) and code.is_failure]
        if refused:
            raise BrokerError("mqtt.refused", f"the broker refuses the subscription to {topic_filter}: {refused[0]}")

    async def publish(self, message: Outgoing) -> None:
        """Send `message` and return when the broker has it (QoS 1) or it is on its way (QoS 0).

        Invariants: messages leave in the order in which publishing them began.
        Raises: BrokerError.
        """
        properties = _publish_properties(message, PacketTypes.PUBLISH)
        try:
            await self._client.publish(message.topic, message.body, message.row.qos, message.retain, properties)
        except aiomqtt.MqttError as error:
            raise _why_lost(error) from None
        _unless_cancelled()

    async def messages(self) -> AsyncGenerator[Incoming, None]:
        """Yield what arrives.

        Raises: BrokerError when the connection is gone.
        """
        try:
            async for message in self._client.messages:
                properties = message.properties
                yield Incoming(
                    topic=str(message.topic),
                    body=bytes(message.payload),
                    retained=bool(message.retain),
                    reply_to=getattr(properties, "ResponseTopic", ""),
                    correlation=getattr(properties, "CorrelationData", None),
                )
        except aiomqtt.MqttError as error:
            raise _why_lost(error) from None

    async def wait_lost(self) -> None:
        """Wait for as long as the connection is there; what arrives meanwhile is read by nobody.

        Raises: BrokerError when it is gone.
        """
        async for _ in self.messages():
            pass

    async def close(self) -> None:
        """Disconnect in order, so that the will is not sent; a connection already gone is left as it is."""
        await self._give_up()

    async def _give_up(self) -> None:
        """Close what is open, or what a failed attempt left so."""
        self._client.timeout = self._loop_s(GIVE_UP_S)
        with contextlib.suppress(aiomqtt.MqttError):
            await self._client.__aexit__(None, None, None)
        self._client.forget_the_end()


class _Client(aiomqtt.Client):
    """Notes what the broker says of itself, which the client library keeps from us and does not heed."""

    def forget_the_end(self) -> None:
        """Take note of how the connection ended: a word of the broker that comes while we leave would be an error nobody looked at."""
        self._disconnected.add_done_callback(lambda ended: None if ended.cancelled() else ended.exception())

    receive_maximum = 65_535

    def _on_connect(
        self, client: mqtt.Client, userdata: Any, flags: mqtt.ConnectFlags, reason_code: ReasonCode, properties: Properties | None = None
    ) -> None:
        self.receive_maximum = getattr(properties, "ReceiveMaximum", self.receive_maximum)
        super()._on_connect(client, userdata, flags, reason_code, properties)


def _unless_cancelled() -> None:
    """`asyncio.wait_for`, in which the client library waits, forgets that it was cancelled when the answer comes in that moment."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def _password(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        text = await asyncio.to_thread(path.read_text, "utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BrokerError("mqtt.secret", f"{path} cannot be read: {type(error).__name__}") from None
    return text.rstrip("\r\n")


class _TlsSocket(ssl.SSLSocket):
    """A socket that is closed when its handshake fails: the client library would leave it open.

    Raises: ssl.SSLError also where the other end just hangs up, as one does that speaks no TLS.
    """

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except ConnectionError as error:
            self.close()
            raise ssl.SSLError(f"the other end hung up on the SSL handshake: {error.strerror}") from None
        except BaseException:
            self.close()
            raise


async def _tls_context(settings: MqttSettings) -> ssl.SSLContext | None:
    if not settings.tls:
        return None
    try:
        context = await asyncio.to_thread(ssl.create_default_context, cafile=settings.ca_file)
    except OSError as error:
        raise BrokerError("mqtt.tls", f"{settings.ca_file} cannot be used: {error.strerror or error}") from None
    context.sslsocket_class = _TlsSocket
    return context


async def hears(
    settings: MqttSettings, client_id: str, topic: str, wanted: Callable[[bytes], bool], loop_s: Callable[[float], float]
) -> bool:
    """Return whether something `wanted` stands at `topic` or is said there in a moment; listens under an id of its own.

    Raises: BrokerError.
    """
    connection = await Connection.open(settings, f"{client_id}-look-{secrets.token_hex(4)}", None, loop_s)
    messages = connection.messages()
    try:
        await connection.subscribe(topic)
        async with asyncio.timeout(loop_s(LOOK_S)):
            while not wanted((await anext(messages)).body):
                pass
        return True
    except TimeoutError:
        return False
    finally:
        await messages.aclose()
        await connection.close()


def _will(message: Outgoing) -> aiomqtt.Will:
    properties = _publish_properties(message, PacketTypes.WILLMESSAGE)
    return aiomqtt.Will(message.topic, message.body, message.row.qos, message.retain, properties)


def _connect_properties() -> Properties:
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]  # paho leaves it untyped
    properties.SessionExpiryInterval = 0  # the broker keeps nothing for us
    properties.MaximumPacketSize = MAX_PACKET_BYTES
    return properties


def _publish_properties(message: Outgoing, packet: int) -> Properties:
    expiry_s = None if message.retain else message.row.expiry_s
    if message.correlation is None:
        return _properties_of(packet, bool(message.body), expiry_s)
    properties = _new_properties(packet, bool(message.body), expiry_s)
    properties.CorrelationData = message.correlation
    return properties


@functools.cache
def _properties_of(packet: int, with_body: bool, expiry_s: int | None) -> Properties:
    """The same for every message of a kind: making them takes longer than sending it."""
    return _new_properties(packet, with_body, expiry_s)


def _new_properties(packet: int, with_body: bool, expiry_s: int | None) -> Properties:
    properties = Properties(packet)  # type: ignore[no-untyped-call]  # paho leaves it untyped
    if with_body:
        properties.ContentType = "application/json"
        properties.PayloadFormatIndicator = 1
    if expiry_s is not None:
        properties.MessageExpiryInterval = expiry_s
    return properties


def _why_not_connected(error: aiomqtt.MqttError) -> BrokerError:
    text = str(error)
    if isinstance(error, aiomqtt.MqttCodeError):
        return BrokerError("mqtt.refused", f"the broker refuses us: {error.rc}")
    if text == "Operation timed out":
        return BrokerError("mqtt.silent", "the connection is accepted and no MQTT answer comes")
    if "SSL" in text.upper() or "certificate" in text:
        return BrokerError("mqtt.tls", text)
    return BrokerError("mqtt.unreachable", text)


def _why_lost(error: aiomqtt.MqttError) -> BrokerError:
    for cause in (error, error.__cause__):
        code = getattr(cause, "rc", None)
        if isinstance(code, ReasonCode):
            if code.value == _TAKEN_OVER:
                return BrokerError("mqtt.duplicate_client", "another client took this session over")
            if code.value != _UNSPECIFIED:
                return BrokerError("mqtt.lost", f"the broker ended the session: {code}")
    return BrokerError("mqtt.lost", "the connection broke off")
