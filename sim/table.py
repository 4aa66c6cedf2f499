"""A whole simulated table: the world, its antennas and two readers, with links to plug a daemon into."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from controller.game.cards import Card
from controller.game.zones import Zone
from firmware_bridge.links import TcpAddress, open_pty, opener_for, parse_address
from firmware_bridge.tcp_listener import TcpListener, listen_tcp
from firmware_bridge.transport import Opener, Transport, TransportError, memory_pair
from sim.antennas import Antennas
from sim.errors import SimError
from sim.fault_plan import Computer, PlannedFault, check_plan, run_plan
from sim.faults import Faults
from sim.gps import GpsReceiver
from sim.layout import STANDARD_LAYOUT
from sim.readers import FeigReader
from sim.world import World

#: Where a simulated network reader may listen.
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class _Port:
    """The socket in a reader's side: one link at a time, a new one ends the old one.

    `pty_path` names the serial port the host sees, `listener` is the TCP port it connects to; neither =
    links in memory. `stranger` is what is plugged in where the reader belongs.
    """

    def __init__(self, reader: FeigReader) -> None:
        self.reader = reader
        self.pty_path: Path | None = None
        self.stranger: GpsReceiver | None = None
        self.listener: TcpListener | None = None
        self._device_end: Transport | None = None
        self._plugged: asyncio.Queue[Transport] = asyncio.Queue()

    def opener(self) -> Opener:
        return self._open_in_memory if self.pty_path is None else opener_for(self.address)

    @property
    def address(self) -> str:
        return f"serial:{self.pty_path}"

    def plug(self, device_end: Transport) -> None:
        self._device_end = device_end
        self._plugged.put_nowait(device_end)

    def plug_pty(self) -> None:
        """Make the serial port appear; it goes when the reader stops. Raises: TransportError (`pty.…`)."""
        device_end, _ = open_pty(self.pty_path)
        self.plug(device_end)

    async def hang_up(self) -> None:
        if self._device_end is not None:
            await self._device_end.close()

    async def serve(self) -> None:
        while True:
            transport = await self._plugged.get()
            await (self.stranger or self.reader).serve(transport)

    async def accept(self, listener: TcpListener) -> None:
        """Take connections for as long as the device is there; the newest one is the link."""
        try:
            while True:
                device_end = await listener.accept()
                await self.hang_up()
                self.plug(device_end)
        finally:
            listener.close()

    async def _open_in_memory(self) -> Transport:
        """Plug a new link in and return the host's end. Raises: TransportError (`link.absent`)."""
        name = self.reader.name
        if self.reader.stopped and self.stranger is None:
            raise TransportError("link.absent", f"{name}: no reader is there", "plug it in and switch it on")
        await self.hang_up()
        host_end, device_end = memory_pair(name)
        self.plug(device_end)
        return host_end


class SimTable:
    """The physical half of a game; people move cards in `world`, the daemon asks the readers.

    `transports` gives readers by name the device end of a link that is already there (a TCP
    connection, say); the others are reached through `openers`: in memory, or over serial ports after `use_ptys`,
    or where `use_links` says. `deck` is the deck on the table; without it one is made from the seed, with a `joker` or without.
    `plan` are faults at certain times, counted from the start of `run`; some befall the `computer` that the daemon runs on.
    """

    def __init__(
        self,
        seed: int = 1,
        faults: Faults = Faults(),  # noqa: B008 # frozen
        *,
        layout: Mapping[tuple[str, int], Zone] = STANDARD_LAYOUT,
        transports: Mapping[str, Transport] | None = None,
        notify_once: bool = False,
        plan: Sequence[PlannedFault] = (),
        deck: Mapping[bytes, Card] | None = None,
        joker: bool = False,
        computer: Computer | None = None,
    ) -> None:
        self.computer = computer
        self.world = World(seed, tags=deck, joker=joker)
        self.antennas = Antennas(self.world, layout, seed, faults)
        self.antenna_zones = layout
        names = dict.fromkeys(part for part, _ in layout)
        self.readers = {name: FeigReader(name, self.antennas, notify_once=notify_once, seed=seed, faults=faults) for name in names}
        self._plan = tuple(plan)
        self._ports = {name: _Port(reader) for name, reader in self.readers.items()}
        self._given = dict(transports or {})
        for name in self._given:
            self.reader(name)

    @property
    def deck(self) -> Mapping[bytes, Card]:
        """Tag id → card, as an enrolled deck."""
        return self.world.deck_tags()

    def reader(self, name: str) -> FeigReader:
        """The reader of that name. Raises: SimError naming the ones there are."""
        if name not in self.readers:
            raise SimError(f"no reader {name!r} at this table; readers: {', '.join(self.readers)}")
        return self.readers[name]

    def use_ptys(self, folder: Path) -> dict[str, str]:
        """Put the readers on serial ports `folder`/NAME, before the daemon starts; return their link addresses by name.

        Time: real or scaled only; bytes in a pty are out of a virtual clock's sight.
        Raises: TransportError (`pty.…`).
        """
        for name, port in self._free_ports().items():
            port.pty_path = folder / name
            port.plug_pty()
        return {name: port.address for name, port in self._free_ports().items()}

    def use_links(self, links: Mapping[str, str]) -> None:
        """Bring each reader up at its own link address: a serial port that appears at that path, or a TCP port that listens.

        Time: real or scaled only.
        Raises: SimError for a path or a host that must be a real device's; TransportError (`pty.…`, `tcp.listen`, `link.address`).
        """
        for name, address in links.items():
            port = self._ports[self.reader(name).name]
            match parse_address(address):
                case TcpAddress(host=host, port=number):
                    if host not in LOOPBACK:
                        raise SimError(
                            f"reader {name}: {address} is on the network; a simulated reader listens on 127.0.0.1: write tcp:127.0.0.1:PORT"
                        )
                    port.listener = listen_tcp(host, number)
                case serial:
                    if Path(os.path.normpath(serial.device)).is_relative_to("/dev"):
                        raise SimError(
                            f"reader {name}: {address} is a real device's name; write serial:/PATH/run/{name} for a simulated one"
                        )
                    port.pty_path = Path(serial.device)
                    port.pty_path.parent.mkdir(parents=True, exist_ok=True)
                    port.plug_pty()

    def openers(self) -> dict[str, Opener]:
        """How the daemon reaches each reader that was given no transport.

        In memory each opening is a fresh link to the same device, as unplugging and plugging in again is.
        """
        return {name: port.opener() for name, port in self._free_ports().items()}

    def check_plan(self) -> None:
        """Look whether the planned faults can come. Raises: SimError for one that cannot."""
        check_plan(self._plan, self)

    async def run(self) -> None:
        """Run the devices until cancelled, then hang up."""
        for name, transport in self._given.items():
            self._ports[name].plug(transport)
        try:
            async with asyncio.TaskGroup() as devices:
                for name, port in self._ports.items():
                    devices.create_task(port.serve(), name=f"sim:{name}")
                    if port.listener is not None:
                        devices.create_task(port.accept(port.listener), name=f"sim:{name}:accept")
                devices.create_task(run_plan(self._plan, self), name="sim:faults")
        finally:
            for port in self._ports.values():
                await port.hang_up()

    def deafen(self, part: str, antenna: int, until_s: float) -> None:
        """Nothing answers this antenna until a table time."""
        self.antennas.deafen(part, antenna, until_s)

    def weaken(self, card: Card, share: float) -> None:
        """From now on the tag of a card answers only this share of what it would: 0 = it is dead, 1 = it is whole again."""
        self.antennas.weaken(self.world.tag_of(card), share)

    def stop_reader(self, name: str) -> None:
        """Cut a reader's power: its link hangs up, and opening it anew finds nobody."""
        self.reader(name).stop()

    def start_reader(self, name: str) -> None:
        """Give a stopped reader its power back; it can be opened again."""
        reader = self.reader(name)
        if reader.stopped:
            reader.start()
            if self._ports[name].pty_path is not None:
                self._ports[name].plug_pty()

    async def plug_stranger(self, name: str) -> None:
        """Take a reader off its port and put a GPS receiver there. Raises: TransportError (`pty.…`)."""
        self.stop_reader(name)
        port = self._ports[name]
        await port.hang_up()
        port.stranger = GpsReceiver()
        if port.pty_path is not None:
            port.plug_pty()

    async def unplug_stranger(self, name: str) -> None:
        """Put the reader back on its port. Raises: TransportError (`pty.…`)."""
        port = self._ports[name]
        port.stranger = None
        await port.hang_up()
        self.start_reader(name)

    def _free_ports(self) -> dict[str, _Port]:
        return {name: port for name, port in self._ports.items() if name not in self._given}
