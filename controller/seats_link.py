"""Two ways to a running table for whoever seats players: its page, or its broker."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import ssl
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, Final, Protocol
from urllib.parse import urlsplit

import aiomqtt

from controller.mqtt.settings import AT_ONCE, on_loopback
from controller.mqtt.topics import root_of

#: How long an answer may take, in wall seconds.
LIMIT_S: Final = 5.0
_MAX_BYTES: Final = 1_000_000
#: How often a command is sent: with one id it is done once, and a lost answer comes again.
TRIES: Final = 2


class LinkError(Exception):
    """The table cannot be reached; the text names the place and the remedy."""


class Link(Protocol):
    """A running table."""

    async def state(self) -> Mapping[str, Any]:
        """Return the present `state`. Raises: LinkError."""
        ...

    async def command(self, verb: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Send a command as the floor and return its answer. Raises: LinkError when none comes."""
        ...


class HttpLink:
    """The table's page at `url`, with a token off this machine."""

    def __init__(self, url: str, token_file: Path | None = None, ca_file: Path | None = None) -> None:
        """Raises: LinkError for an address or a file that cannot be used."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise LinkError(f"--url {url}: write http://HOST:PORT or https://HOST:PORT, as http://127.0.0.1:8080")
        if token_file is not None and parts.scheme == "http" and not on_loopback(parts.hostname):
            raise LinkError(f"--url {url}: a token would go over the network for all to read; name an https:// address")
        self._url, self._host, self._secure = url.rstrip("/"), parts.netloc.rpartition("@")[2], parts.scheme == "https"
        self._tls: ssl.SSLContext | None = None
        self._headers = {"content-type": "application/json", "x-smarttable-role": "floor"}
        try:
            if self._secure:
                self._tls = ssl.create_default_context(cafile=ca_file)
            if token_file is not None:
                self._headers["authorization"] = f"Bearer {token_file.read_text().strip()}"
        except (OSError, ValueError) as error:
            raise LinkError(f"{token_file or ca_file}: {error}; name a file that can be read") from None

    async def state(self) -> Mapping[str, Any]:
        return await self._ask("GET", "/api/v1/state", None, ("seats", "rev", "boot_id"))

    async def command(self, verb: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        return await self._ask("POST", f"/api/v1/cmd/{verb}", json.dumps(body).encode(), ("ok", "code", "message"))

    async def _ask(self, method: str, path: str, body: bytes | None, wanted: tuple[str, ...]) -> Mapping[str, Any]:
        for tries_left in reversed(range(TRIES)):
            try:
                status, said = await asyncio.to_thread(self._exchange, method, path, body)
                break
            except (OSError, http.client.HTTPException) as error:
                if not tries_left:
                    raise LinkError(f"{self._url}: {error}; start the table, or name its page with --url") from None
        try:
            answer = json.loads(said)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or not all(field in answer for field in wanted):
            hint = said[:120].decode("utf-8", "replace").strip() if status != 200 else "no table of this version is there"
            raise LinkError(
                f"{self._url}{path}: answers {status}: {hint}; name the table's page with --url, and its token with --token-file"
            )
        return answer

    def _exchange(self, method: str, path: str, body: bytes | None) -> tuple[int, bytes]:
        connection = (
            http.client.HTTPSConnection(self._host, timeout=LIMIT_S, context=self._tls)
            if self._secure
            else http.client.HTTPConnection(self._host, timeout=LIMIT_S)
        )
        with contextlib.closing(connection):
            connection.request(method, path, body, self._headers)
            answer = connection.getresponse()
            return answer.status, answer.read(_MAX_BYTES)


class BrokerLink:
    """The table `table_id` on a broker, or the only one that is there."""

    def __init__(self, client: aiomqtt.Client, where: str, table_id: str) -> None:
        self._client, self._where, self._table_id = client, where, table_id
        self._states: dict[str, Mapping[str, Any]] = {}
        self._answers: dict[str, Mapping[str, Any]] = {}
        self._heard = asyncio.Event()

    async def state(self) -> Mapping[str, Any]:
        await self._until(lambda: self._table_id in self._states if self._table_id else bool(self._states))
        if not self._table_id and len(self._states) == 1:
            self._table_id = next(iter(self._states))
        state = self._states.get(self._table_id)
        if state is None:
            there = ", ".join(sorted(self._states)) or "none"
            raise LinkError(f"{self._where}: no state of the table comes; tables there: {there}; start it, or name it with --table")
        return state

    async def command(self, verb: str, body: Mapping[str, Any]) -> Mapping[str, Any]:
        cmd_id = str(body["id"])
        for _ in range(TRIES):
            await self._client.publish(f"{root_of(self._table_id)}cmd/{verb}", json.dumps(body), qos=1)
            if await self._until(lambda: cmd_id in self._answers):
                return self._answers[cmd_id]
        raise LinkError(f"{self._where}: the table {self._table_id} does not answer; see whether it is online, then run this again")

    async def listen(self) -> None:
        """Take what comes, for as long as the connection holds."""
        async for message in self._client.messages:
            _, _, table, name = str(message.topic).split("/", 3)
            body = _object(message.payload)
            if name == "state" and "seats" in body:
                self._states[table] = body
            elif "id" in body:
                self._answers[str(body["id"])] = body
            self._heard.set()

    async def _until(self, so: Any) -> bool:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LIMIT_S):
                while not so():
                    self._heard.clear()
                    await self._heard.wait()
        return bool(so())


@contextlib.asynccontextmanager
async def on_broker(host: str, port: int, table_id: str = "") -> AsyncIterator[BrokerLink]:
    """A connection to a broker without sign-in. Raises: LinkError when it is not there, or goes."""
    where = f"{host}:{port}"
    try:
        async with aiomqtt.Client(host, port, protocol=aiomqtt.ProtocolVersion.V5, socket_options=AT_ONCE, timeout=LIMIT_S) as client:
            link = BrokerLink(client, where, table_id)
            for name in ("state", "cmd/+/result"):
                await client.subscribe(f"{root_of(table_id or '+')}{name}", qos=1)
            listening = asyncio.create_task(link.listen())
            try:
                yield link
            finally:
                listening.cancel()
                await asyncio.gather(listening, return_exceptions=True)
    except aiomqtt.MqttError as error:
        raise LinkError(f"{where}: {error}; start the broker, or name with --broker HOST:PORT the one the table is on") from None


def _object(payload: Any) -> Mapping[str, Any]:
    try:
        found = json.loads(payload)
    except (ValueError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}
