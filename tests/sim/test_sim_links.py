"""Simulated readers on the links a table's config names: serial ports at lasting paths, and TCP."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from feig_host import ask, inventory, status_of, tags_of
from ports import free_port

from controller.clock import run
from controller.game.cards import FULL_DECK
from controller.game.zones import BOARD, HOLE, Zone
from firmware_bridge.links import opener_for
from firmware_bridge.transport import TransportClosedError, TransportError
from sim.errors import SimError
from sim.faults import NO_FAULTS
from sim.table import SimTable

LIMIT_S = 20.0
LAYOUT: dict[tuple[str, int], Zone] = {("left", 1): HOLE[1], ("right", 1): BOARD}


def with_devices(links: dict[str, str], go: Callable[[SimTable], Awaitable[None]]) -> None:
    async def main() -> None:
        table = SimTable(faults=NO_FAULTS, layout=LAYOUT)
        table.use_links(links)
        devices = asyncio.create_task(table.run())
        try:
            async with asyncio.timeout(LIMIT_S):
                await go(table)
        finally:
            devices.cancel()
            await asyncio.gather(devices, return_exceptions=True)

    run(main)


def test_a_serial_link_is_a_lasting_name_and_a_tcp_link_listens(tmp_path: Path) -> None:
    path, port = tmp_path / "run" / "left", free_port()
    links = {"left": f"serial:{path}", "right": f"tcp:127.0.0.1:{port}"}

    async def go(table: SimTable) -> None:
        assert path.is_symlink()
        for name, zone in (("left", HOLE[1]), ("right", BOARD)):
            table.world.put(FULL_DECK[9], zone)
            host = await opener_for(links[name])()
            assert tags_of(await ask(host, inventory(1), LIMIT_S)) == [table.world.tag_of(FULL_DECK[9])]
            await host.close()

    with_devices(links, go)
    assert not os.path.lexists(path), "the name goes with the device"


def test_a_network_reader_serves_whoever_connected_last() -> None:
    address = f"tcp:127.0.0.1:{free_port()}"

    async def go(table: SimTable) -> None:
        first = await opener_for(address)()
        assert status_of(await ask(first, inventory(1), LIMIT_S)) is not None
        second = await opener_for(address)()
        assert status_of(await ask(second, inventory(1), LIMIT_S)) is not None
        with pytest.raises(TransportClosedError):
            await first.read()
        await first.close()
        await second.close()

    with_devices({"right": address}, go)


@pytest.mark.parametrize(
    ("link", "said"),
    [("tcp:192.0.2.1:4000", "127.0.0.1"), ("serial:/dev/serial/by-id/reader", "run/left"), ("serial:/tmp/../dev/ttyUSB0", "run/left")],
)
def test_a_real_devices_place_is_not_taken(link: str, said: str) -> None:
    with pytest.raises(SimError, match="left") as refused:
        SimTable(layout=LAYOUT).use_links({"left": link})
    assert said in str(refused.value)


def test_a_taken_port_is_told_with_the_remedy() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        with pytest.raises(TransportError) as refused:
            SimTable(layout=LAYOUT).use_links({"left": f"tcp:127.0.0.1:{holder.getsockname()[1]}"})
    assert refused.value.code == "tcp.listen"
    assert "free port" in refused.value.remedy
