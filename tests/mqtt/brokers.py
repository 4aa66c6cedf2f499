"""mosquitto as a process, and what the tests wait with."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import aiomqtt
from live import Watcher

#: Generous: a slow machine is no failure.
LIMIT_S = 30.0


class Mosquitto:
    """A mosquitto on a free port. Shape: `users` name → password; none = anybody may come."""

    def __init__(self, folder: Path, port: int, users: dict[str, str] | None = None) -> None:
        program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
        assert program, "mosquitto is not installed: apt-get install mosquitto"
        self.port = port
        self._program = program
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        lines = [f"listener {port} 127.0.0.1", "persistence false", f"allow_anonymous {'false' if users else 'true'}"]
        # as in systemd/mosquitto: it sends at once, and drops nothing that a listener is slow to take
        lines += ["set_tcp_nodelay true", "max_queued_messages 20000"]
        if users:
            passwords = folder / "passwords"
            passwords.write_text("".join(f"{name}:{password}\n" for name, password in users.items()))
            passwords.chmod(0o600)
            subprocess.run(["mosquitto_passwd", "-U", str(passwords)], check=True, capture_output=True)
            lines.append(f"password_file {passwords}")
        if os.geteuid() == 0:
            lines.append("user root")  # or it drops root and cannot read its own files in a private folder
        self._config = folder / "mosquitto.conf"
        self._config.write_text("\n".join([*lines, ""]))

    def configure(self, line: str) -> None:
        """Add a line to its config, before it is started."""
        with self._config.open("a") as config:
            config.write(f"{line}\n")

    def start(self) -> None:
        self._process = subprocess.Popen([self._program, "-c", str(self._config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        give_up = time.monotonic() + LIMIT_S
        while time.monotonic() < give_up:
            assert self._process.poll() is None, "mosquitto ended at once"
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1.0):
                return
        raise AssertionError("mosquitto does not listen")

    def freeze(self) -> None:
        """Let it answer nothing more, until it is killed."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Cable:
    """The way to a broker, which can be cut: a TCP relay.

    `broken` connections end without a word, as when a switch loses power.
    """

    def __init__(self, broker_port: int) -> None:
        self.port = 0
        self.connections = 0
        self._broker_port = broker_port
        self._server: asyncio.Server | None = None
        self._ends: set[asyncio.StreamWriter] = set()
        self._relays: set[asyncio.Future[None]] = set()

    async def join(self) -> None:
        """Let connections through."""
        self._server = await asyncio.start_server(self._relay_both, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        """End every connection and refuse new ones; what is under way is lost, also what is held up."""
        assert self._server is not None
        self._server.close()
        for end in tuple(self._ends):
            end.transport.abort()
        relays = tuple(self._relays)
        for relay in relays:  # one that holds bytes back would never look at its ends again
            relay.cancel()
        if relays:
            await asyncio.wait(relays)

    async def _relay_both(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._ends.add(writer)
        server = self._server
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._broker_port)
        except OSError:
            writer.transport.abort()
            return
        if server is None or server is not self._server or not server.is_serving():  # it was cut meanwhile
            for end in (writer, far_writer):
                end.transport.abort()
            return
        self._ends.add(far_writer)
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            relay = asyncio.ensure_future(self._relay(source, sink))
            self._relays.add(relay)
            relay.add_done_callback(self._relays.discard)

    async def _relay(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while chunk := await source.read(65_536):
                sink.write(chunk)
                await sink.drain()
        sink.close()


async def until(condition: Callable[[], object], what: str, limit_s: float = LIMIT_S) -> None:
    """Return when `condition` holds.

    Raises: AssertionError after a generous limit.
    """
    give_up = asyncio.get_running_loop().time() + limit_s
    while not condition():
        assert asyncio.get_running_loop().time() < give_up, f"not within {limit_s} s: {what}"
        await asyncio.sleep(0.01)


@contextlib.asynccontextmanager
async def watching(port: int, username: str | None = None, password: str | None = None) -> AsyncIterator[Watcher]:
    """A client that is there and notes every message of every table, with its flags."""
    async with aiomqtt.Client(
        "127.0.0.1", port, username=username, password=password, protocol=aiomqtt.ProtocolVersion.V5, clean_start=True
    ) as client:
        # its broker may be killed: an end nobody looks at would be an error in the log of a later test
        client._disconnected.add_done_callback(lambda ended: None if ended.cancelled() else ended.exception())
        watcher = Watcher(client)
        await client.subscribe("smarttable/#", qos=1)
        listening = asyncio.ensure_future(watcher.listen())
        try:
            yield watcher
        finally:
            listening.cancel()
            await asyncio.wait({listening})
