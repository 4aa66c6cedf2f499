"""The broker that comes with the table: rumqttd in a child process, on loopback only."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import json
import logging
import os
import select
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

import iotcore

from controller.mqtt import broker_child
from controller.mqtt.connection import MAX_PACKET_BYTES
from controller.mqtt.pacing import BackOff, Pacing
from controller.mqtt.settings import on_loopback

log = logging.getLogger(__name__)

#: How long the broker may take to listen, in wall seconds.
START_S: Final = 10.0

#: How long a child that says no more may take to be gone, in wall seconds.
ENDS_S: Final = 1.0

#: How often we look whether the child still lives, in wall seconds.
LOOK_S: Final = 0.5

# one MQTT 5 listener and nothing else: beside an older one, a publish with user properties kills that listener
_CONFIG: Final = """\
id = 0

[router]
id = 0
max_connections = 200
max_outgoing_packet_count = 200
max_segment_size = 1048576
max_segment_count = 10

[v5.1]
name = "smarttable"
listen = "{host}:{port}"
next_connection_delay_ms = 1

[v5.1.connections]
connection_timeout_ms = 10000
max_payload_size = {max_payload_bytes}
max_inflight_count = 100
dynamic_filters = true
"""


class EmbeddedBrokerError(Exception):
    """The broker does not start. `reason` is its code; the text says what to do."""

    def __init__(self, reason: str, words: str) -> None:
        super().__init__(f"{words} ({reason})")
        self.reason = reason
        self.words = words


class EmbeddedBroker:
    """An MQTT 5 broker of our own. It ends with us, however we end.

    Raises: ValueError when `host` is not an IPv4 loopback address: it asks nobody for a password.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 1883, *, loop_s: Callable[[float], float] = float) -> None:
        if not on_loopback(host) or host == "localhost" or ":" in host:
            raise ValueError(f"the embedded broker listens on 127.0.0.1 only, not on {host}: use a broker of your own for the network")
        self.host = host
        self.port = port
        self._loop_s = loop_s
        self._broker: Child | None = None
        self._hold: socket.socket | None = None

    async def start(self) -> None:
        """Start and return when it listens.

        Raises: EmbeddedBrokerError when the port is taken or it does not come up.
        """
        try:
            await asyncio.to_thread(self._start)
        except EmbeddedBrokerError:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Stop the broker; twice does no harm."""
        broker, self._broker = self._broker, None
        if broker is not None:
            await asyncio.to_thread(_end, broker)
        if self._hold is not None:
            self._hold.close()
            self._hold = None

    @property
    def is_running(self) -> bool:
        """Whether it was started and has not died."""
        return self._broker is not None and bool(self._broker.is_running)

    async def wait_died(self) -> None:
        """Return when the broker runs no longer, stopped or dead."""
        while self.is_running:  # noqa: ASYNC110  # no event tells of a child's end
            await asyncio.sleep(self._loop_s(LOOK_S))

    def _start(self) -> None:
        # two that start at once would both find the port free, and one would take the other's listener for its own child's
        self._hold = hold("broker", self.port)
        if self._hold is None:
            raise self._taken()
        prefix = f"smarttable-broker-{self.port}-"
        _sweep(prefix)
        # the child has read it once it listens: then it goes, so that nothing is left behind however we end
        with tempfile.TemporaryDirectory(prefix=prefix) as folder:  # mode 700
            config = Path(folder) / "broker.toml"
            config.write_text(_CONFIG.format(host=self.host, port=self.port, max_payload_bytes=MAX_PACKET_BYTES))
            self._broker = Child(config_path=str(config))
            self._start_child(self._broker)

    def _start_child(self, broker: Child) -> None:
        # the child inherits the mask: Ctrl-C and a service manager signal the whole group, and we say `stopped` before we end it
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        try:
            broker.start(timeout=START_S)
        except OSError:
            raise self._taken() from None
        except RuntimeError as error:
            raise EmbeddedBrokerError(
                "mqtt.broker_failed", f"the embedded broker does not start: {error}; try again, or configure an external one"
            ) from None
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _taken(self) -> EmbeddedBrokerError:
        return EmbeddedBrokerError(
            "mqtt.port_in_use", f"port {self.port} on {self.host} is taken: stop what listens there, or choose another"
        )


class Child(iotcore.Broker):
    """`iotcore`'s broker in a child of ours: ready is what the child says, once its connections send at once."""

    def start(self, timeout: float = START_S) -> Child:
        """Start the child and return when it listens. Units: wall seconds.

        Raises: OSError when a port is taken; RuntimeError when the child ends, or does not listen in time.
        """
        self._native.check_ports()
        options = json.dumps({"config_path": self.config_path, **self.options})
        self._process = child = subprocess.Popen(  # noqa: S603 # this Python, a file of ours, a path of ours
            [sys.executable, "-P", broker_child.__file__, options], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        atexit.register(self.stop)
        heard = b""
        if child.stdout is not None:  # so it is, as was asked for
            with child.stdout as said:
                if select.select([said], [], [], timeout)[0]:
                    heard = said.readline()
        if heard == broker_child.LISTENS:
            return self
        with contextlib.suppress(subprocess.TimeoutExpired):  # its pipe is closed before it has ended
            child.wait(ENDS_S)
        code = child.poll()
        self.stop()
        raise RuntimeError(f"it did not listen within {timeout:g} s" if code is None else f"its process ended with code {code}")


def hold(what: str, port: int) -> socket.socket | None:
    """Keep `port` for `what` among the tables of this machine; None when another keeps it.

    It is kept until the socket returned is closed, or this process is gone.
    """
    held = socket.socket(socket.AF_UNIX)
    try:
        held.bind(f"\0smarttable-{what}-{port}")
    except OSError:
        held.close()
        return None
    return held


def _sweep(prefix: str) -> None:
    """Remove what a start of ours left that was killed before its child listened.

    Invariants: whoever calls holds the port in the name, so nobody uses it; what is another user's, a link or not private stays.
    """
    for folder in Path(tempfile.gettempdir()).glob(f"{prefix}*"):
        with contextlib.suppress(FileNotFoundError):
            found = folder.lstat()
            if stat.S_ISDIR(found.st_mode) and stat.S_IMODE(found.st_mode) == 0o700 and found.st_uid == os.geteuid():
                shutil.rmtree(folder, ignore_errors=True)


def _end(broker: Child) -> None:
    """Let the child go: it ends when its standard input does. The signal that `iotcore` sends it is masked."""
    process = broker._process
    if process is not None and process.stdin is not None:
        process.stdin.close()
    broker.stop()


async def keep_running(
    broker: EmbeddedBroker, tell: Callable[[str, str, str], None], *, pacing: Pacing | None = None, loop_s: Callable[[float], float] = float
) -> None:
    """Start a broker that does not run, again whenever it dies, ever more slowly while it does not last; never returns.

    `tell(state, reason, remedy)` hears how it is. One log line when it is down, one when it is back to stay.
    """
    pacing = pacing or Pacing()
    back_off = BackOff(pacing)
    logged: set[str] = set()
    trouble = None if broker.is_running else await _start_again(broker)
    lasted_s = 0.0
    while True:
        while trouble is not None:
            tell("failed", trouble.reason, trouble.words)
            if trouble.reason not in logged:
                log.warning("broker: %s", trouble)
            logged.add(trouble.reason)
            await asyncio.sleep(loop_s(back_off.after(trouble.reason, lasted_s)))
            lasted_s = 0.0
            trouble = await _start_again(broker)
        tell("ok", "", "")
        try:
            async with asyncio.timeout(loop_s(pacing.stable_s)):
                await broker.wait_died()
        except TimeoutError:
            lasted_s = pacing.stable_s
            if logged:
                log.warning("broker: the embedded broker is back")
            logged.clear()
            await broker.wait_died()
        trouble = _died()


def _died() -> EmbeddedBrokerError | None:
    return EmbeddedBrokerError("mqtt.broker_died", "the embedded broker died; it is started again by itself")


async def _start_again(broker: EmbeddedBroker) -> EmbeddedBrokerError | None:
    """Return why it did not start, None when it did."""
    await broker.stop()
    try:
        await broker.start()
    except EmbeddedBrokerError as error:
        return error
    return None
