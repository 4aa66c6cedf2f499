"""`smarttable demo`: a simulated floor in this process and the daemon in one of its own, joined by the bytes on a pty.

The daemon is `smarttable run` with a config: it gets serial ports, a deck file and nothing of what
will be played. The people see the table as everyone does, through the broker.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import webbrowser
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from controller.clock import Clock
from controller.config import Config, load
from controller.daemon_process import DaemonProcess, DaemonProcessError
from controller.from_config import mqtt_settings
from controller.game.cards import Card
from controller.game.rotations import ROTATIONS
from controller.game.variants import VARIANTS
from controller.game.zones import HOLE_SEAT, MAX_SEATS, UP_SEAT, Zone
from controller.harness import SIMULATED_DRIVER
from controller.mqtt.broker import hold
from controller.mqtt.settings import MqttSettings, on_loopback
from controller.own_folder import own_folder
from controller.sensing.decks import DeckRegistry, save_decks
from controller.tour import tour

#: How many ports above a taken one are tried.
PORTS_TRIED = 100
LOOPBACK = "127.0.0.1"

#: How often it is looked whether page and broker are up, and how far apart. Units: wall seconds.
LOOKS, LOOK_S = 50, 0.1


class DemoError(Exception):
    """The demo cannot begin; the text says what to do."""


class DemoOptions(NamedTuple):
    """`hands` 0 = until stopped; `broker` empty = the embedded one, otherwise HOST:PORT; `game` a game or a list of games, "" = hold'em."""

    hands: int
    http_port: int
    mqtt_port: int
    broker: str
    open_browser: bool
    game: str = ""


class OnPtys(Protocol):
    """Simulated devices on serial ports."""

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


class Floor(OnPtys, Protocol):
    """The simulated floor: devices on serial ports, and people who play at a table; faults may befall the daemon's `computer`."""

    computer: Any

    def check_plan(self) -> None:
        """Look whether what is planned to befall it can come."""
        ...

    async def play(self, broker: MqttSettings, table_id: str, hands: int, say: Callable[[str], None]) -> bool:
        """Play `hands` hands at the table told of on `broker`; say a line a hand; return whether all went as recorded."""
        ...


async def run_demo(options: DemoOptions, floor: Floor, say: Callable[[str], None]) -> int:
    """Play the demo to its end or to Ctrl-C; return the exit code.

    Raises: DemoError when it cannot begin, or when the daemon does not stay; what the floor cannot do; what ended the devices.
    """
    with own_folder("smarttable-demo-") as folder, contextlib.ExitStack() as held:
        clock = Clock(asyncio.get_running_loop())
        config = write_table(folder, options, floor, held, say)
        broker = mqtt_settings(config)
        daemon = floor.computer = DaemonProcess(folder / "table.toml", clock, say)
        floor.check_plan()

        async def play() -> bool:
            await _listens(LOOPBACK, config.web.port, clock)
            page = f"http://{LOOPBACK}:{config.web.port}/"
            await _listens(broker.host, broker.port, clock)
            for line in tour(page, broker, daemon.pid):
                say(line)
            if options.open_browser:
                _open_browser(page)
            return await floor.play(broker, config.table.id, options.hands, say)

        try:
            return await until_played(play(), floor.run(), say, daemon)
        except DaemonProcessError as error:
            raise DemoError(str(error)) from None


async def until_played(
    play: Coroutine[Any, Any, bool],
    devices: Coroutine[Any, Any, None],
    say: Callable[[str], None],
    daemon: DaemonProcess | None = None,
) -> int:
    """Play until done or told to stop, with the devices (and the daemon) running meanwhile; return the exit code.

    Raises: what ended the devices or the daemon, should they end before the people do.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    device_task = asyncio.create_task(devices, name="devices")
    serving = [] if daemon is None else [asyncio.create_task(daemon.run(), name="daemon")]
    playing = asyncio.create_task(play, name="people")
    stopping = asyncio.create_task(stop.wait(), name="stop")
    try:
        await asyncio.wait({playing, stopping, device_task, *serving}, return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            return 0 if playing.result() else 1
        say("stopping")
        for part in (device_task, *serving):
            if part.done():
                part.result()
        return 0
    finally:
        await _end(stopping, playing, *serving)
        if daemon is not None:
            await daemon.stop()
        await _end(device_task)  # after the daemon: readers that go away first would be news to it


async def _end(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _listens(host: str, port: int, clock: Clock) -> None:
    """Give what is there a moment to come up, so that whoever is told of it finds it; the demo does not depend on it."""
    for _ in range(LOOKS):
        try:
            _, writer = await asyncio.open_connection(host, port)
        except OSError:
            await asyncio.sleep(clock.loop_s(LOOK_S))
        else:
            writer.close()
            return


def write_table(folder: Path, options: DemoOptions, floor: OnPtys, held: contextlib.ExitStack, say: Callable[[str], None]) -> Config:
    """Write the deck and the table file of the demo, and load it as `run` would; its ports are `held` from other demos."""
    save_decks(folder / "decks.json", DeckRegistry({"demo": floor.deck}))
    links = floor.use_ptys(folder)
    seats = _seats(options.game)
    lines = ["schema = 1", "[table]", 'id = "demo"', 'name = "Demo table"', f"seats = {seats}"]
    lines += _game_lines(options.game)
    lines += ["[deck]", 'file = "decks.json"', "[run]", 'log_level = "warning"']
    lines += ["[web]", f"port = {free_port('page', options.http_port, held, say)}"]
    lines += ["[mqtt]", *_broker_lines(options, held, say)]
    for name, link in links.items():
        zones = {number: zone for (part, number), zone in floor.antenna_zones.items() if part == name and _seat(zone) <= seats}
        antennas = ", ".join(f'{number} = "{zone}"' for number, zone in zones.items())
        lines += ["[[reader]]", f'name = "{name}"', f'driver = "{SIMULATED_DRIVER}"', f'link = "{link}"', f"antennas = {{ {antennas} }}"]
    file = folder / "table.toml"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load(file)


def _seats(game: str) -> int:
    """As many as every game takes."""
    games = [one.game for one in ROTATIONS.get(game, ())] or [game]
    return min([MAX_SEATS, *(VARIANTS[one].max_players for one in games if one in VARIANTS)])


def _seat(zone: Zone) -> int:
    """The seat a place is before; 0 = of none."""
    return HOLE_SEAT.get(zone, UP_SEAT.get(zone, 0))


def _game_lines(game: str) -> list[str]:
    if game in ROTATIONS:
        return ["[game]", f'rotation = "{game}"', 'limit = "fixed_limit"']
    return ["[game]", f'variant = "{game}"'] if game else []


def _broker_lines(options: DemoOptions, held: contextlib.ExitStack, say: Callable[[str], None]) -> list[str]:
    if not options.broker:
        return [f"port = {free_port('broker', options.mqtt_port, held, say)}"]
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


def free_port(what: str, wanted: int, held: contextlib.ExitStack, say: Callable[[str], None]) -> int:
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


def _open_browser(url: str) -> None:
    """Show the page where there is a screen."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(url)
