"""`smarttable demo`: a simulated floor and the whole daemon, joined by the bytes on a pty.

The floor comes from outside: the daemon's side gets serial ports, a deck file and nothing of what
will be played.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import tempfile
import webbrowser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

from controller.app import Daemon
from controller.clock import Clock
from controller.config import Config, load
from controller.game.cards import Card
from controller.game.zones import MAX_SEATS, Zone
from controller.harness import SIMULATED_DRIVER, TableInProcess, simulated_reader_options
from controller.mqtt.broker import hold
from controller.mqtt.settings import on_loopback
from controller.sensing.decks import DeckRegistry, save_decks

#: How many ports above a taken one are tried.
PORTS_TRIED = 100
LOOPBACK = "127.0.0.1"


class DemoError(Exception):
    """The demo cannot begin; the text says what to do."""


class DemoOptions(NamedTuple):
    """`hands` 0 = until stopped; `broker` empty = the embedded one, otherwise HOST:PORT."""

    hands: int
    http_port: int
    mqtt_port: int
    broker: str
    open_browser: bool


class Floor(Protocol):
    """The simulated floor: devices on serial ports, and people who play at a table."""

    @property
    def antenna_zones(self) -> Mapping[tuple[str, int], Zone]: ...
    @property
    def deck(self) -> Mapping[bytes, Card]: ...

    def use_ptys(self, folder: Path) -> dict[str, str]:
        """Put the readers on serial ports in `folder`; return their link addresses by name."""
        ...

    async def run(self) -> None:
        """Run the devices until cancelled."""
        ...

    async def play(self, table: TableInProcess, hands: int, say: Callable[[str], None]) -> bool:
        """Play `hands` hands; say a line a hand; return whether all went as recorded."""
        ...


async def run_demo(options: DemoOptions, floor: Floor, say: Callable[[str], None]) -> int:
    """Play the demo to its end or to Ctrl-C; return the exit code.

    Raises: DemoError, and what `Daemon` raises.
    """
    with tempfile.TemporaryDirectory(prefix="smarttable-demo-") as folder, contextlib.ExitStack() as held:
        config = _config(Path(folder), options, floor, held, say)
        devices = asyncio.create_task(floor.run(), name="devices")
        daemon = Daemon(config, keep_effects=True)
        try:
            await daemon.start()
            try:
                say(f"page    {daemon.web.url if daemon.web is not None else 'off'}")
                if options.open_browser and daemon.web is not None:
                    _open_browser(daemon.web.url)
                return await _play(floor, daemon, devices, options.hands, say)
            finally:
                await daemon.stop()
        finally:
            devices.cancel()
            await asyncio.gather(devices, return_exceptions=True)


async def _play(floor: Floor, daemon: Daemon, devices: asyncio.Task[None], hands: int, say: Callable[[str], None]) -> int:
    """Name the broker as soon as it answers, and play until done or told to stop.

    Raises: what ended the devices, should they end before the people do.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    if daemon.publisher is not None:
        await _until_online(daemon, say)
    say(_how_to_listen(daemon.config))
    say("stop with Ctrl-C")
    playing = asyncio.create_task(floor.play(daemon.table, hands, say), name="people")
    stopping = asyncio.create_task(stop.wait(), name="stop")
    await asyncio.wait({playing, stopping, devices}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if playing.done():
        return 0 if playing.result() else 1
    say("stopping")
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    if devices.done():
        devices.result()
    return 0


async def _until_online(daemon: Daemon, say: Callable[[str], None]) -> None:
    """Give the broker a moment, so that whoever listens hears the first hand; play on without it."""
    publisher = daemon.publisher
    for _ in range(50):
        if publisher is None or publisher.session.online:
            return
        await asyncio.sleep(daemon.clock.loop_s(0.1))
    say("the broker does not answer; the table plays on without it and tells it everything when it does")


def _config(folder: Path, options: DemoOptions, floor: Floor, held: contextlib.ExitStack, say: Callable[[str], None]) -> Config:
    """Write the deck and the table file of the demo, and load it as `run` would; its ports are `held` from other demos."""
    save_decks(folder / "decks.json", DeckRegistry({"demo": floor.deck}))
    links = floor.use_ptys(folder)
    options_of_readers = simulated_reader_options(Clock(asyncio.get_running_loop()))
    written = ", ".join(f"{key} = {number}" for key, number in options_of_readers.items())
    lines = ["schema = 1", "[table]", 'id = "demo"', 'name = "Demo table"', f"seats = {MAX_SEATS}"]
    lines += ["[deck]", 'file = "decks.json"']
    lines += ["[web]", f"port = {_free_port('page', options.http_port, held, say)}"]
    lines += ["[mqtt]", *_broker_lines(options, held, say)]
    for name, link in links.items():
        antennas = ", ".join(f'{number} = "{zone}"' for (part, number), zone in floor.antenna_zones.items() if part == name)
        lines += ["[[reader]]", f'name = "{name}"', f'driver = "{SIMULATED_DRIVER}"', f'link = "{link}"', f"antennas = {{ {antennas} }}"]
        lines += [f"options = {{ {written} }}"]
    file = folder / "table.toml"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load(file)


def _broker_lines(options: DemoOptions, held: contextlib.ExitStack, say: Callable[[str], None]) -> list[str]:
    if not options.broker:
        return [f"port = {_free_port('broker', options.mqtt_port, held, say)}"]
    host, colon, port = options.broker.rpartition(":")
    if not colon or not host or not (port.isascii() and port.isdigit()) or not 0 < int(port) < 65536:
        raise DemoError(f"--broker {options.broker}: write HOST:PORT, as 127.0.0.1:1883")
    host = host.strip("[]")
    if not on_loopback(host):
        raise DemoError(
            f"--broker {options.broker}: the demo speaks in plain text and without a password, to brokers on this machine only: name one "
            "on 127.0.0.1; for a broker on the network write a table.toml and use `smarttable run`"
        )
    return ['broker = "external"', f'host = "{host}"', f"port = {int(port)}"]


def _free_port(what: str, wanted: int, held: contextlib.ExitStack, say: Callable[[str], None]) -> int:
    """Return `wanted`, or the next port that nobody listens on and no demo is about to; it is ours until `held` ends."""
    for port in range(wanted, min(wanted + PORTS_TRIED, 65536)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((LOOPBACK, port))
            except OSError:
                continue
        ours = hold("demo", port)
        if ours is None:
            continue
        held.enter_context(ours)
        if port != wanted:
            say(f"port {wanted} is taken: the {what} is on {port}")
        return port
    raise DemoError(f"no free port for the {what} from {wanted} on: name one with --{'http' if what == 'page' else 'mqtt'}-port")


def _how_to_listen(config: Config) -> str:
    host = config.mqtt.host if config.mqtt.broker == "external" else LOOPBACK
    port = config.mqtt.port
    return f"broker  {host}:{port}   listen: mosquitto_sub -V mqttv5 -h {host} -p {port} -F '%t %p' -t 'smarttable/#'"


def _open_browser(url: str) -> None:
    """Show the page where there is a screen."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(url)
