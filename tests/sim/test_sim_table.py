"""A whole simulated table: links that can be plugged anew, in memory and as serial ports."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from feig_host import ask, inventory, request, status_of, tags_of

from controller.clock import run
from controller.game.cards import FULL_DECK
from controller.game.zones import BOARD, HOLE
from firmware_bridge.transport import TransportClosedError, TransportError, memory_pair
from sim.errors import SimError
from sim.faults import NO_FAULTS
from sim.layout import STANDARD_LAYOUT
from sim.table import SimTable

#: Wall limit of an answer over a pty on a busy machine.
PTY_LIMIT_S = 20.0


@contextlib.asynccontextmanager
async def running(table: SimTable) -> AsyncIterator[SimTable]:
    devices = asyncio.create_task(table.run())
    try:
        yield table
    finally:
        devices.cancel()
        with pytest.raises(asyncio.CancelledError):
            await devices


def test_both_readers_see_their_part_of_one_world() -> None:
    async def main() -> None:
        async with running(SimTable(faults=NO_FAULTS)) as table:
            table.world.put(FULL_DECK[7], HOLE[3])
            table.world.put(FULL_DECK[9], BOARD, "up")
            openers = table.openers()
            assert list(openers) == ["hf0", "hf1"]
            hf0, hf1 = await openers["hf0"](), await openers["hf1"]()
            (seen,) = tags_of(await ask(hf0, inventory(3)))
            assert table.deck[seen] == FULL_DECK[7]
            (seen,) = tags_of(await ask(hf1, inventory(3)))
            assert table.deck[seen] == FULL_DECK[9]
            assert table.antenna_zones is STANDARD_LAYOUT

    run(main, speed=None)


def test_a_new_link_reaches_the_same_device_and_ends_the_old_one() -> None:
    async def main() -> None:
        async with running(SimTable(faults=NO_FAULTS, notify_once=True)) as table:
            table.world.put(FULL_DECK[7], HOLE[3])
            opener = table.openers()["hf0"]
            first = await opener()
            assert len(tags_of(await ask(first, inventory(3)))) == 1
            await first.close()
            second = await opener()
            assert status_of(await ask(second, inventory(3))) == 0x01, "the device remembers what it reported"
            third = await opener()
            with pytest.raises(TransportClosedError):
                await second.read()
            assert status_of(await ask(third, request(0x65))) == 0x00

    run(main, speed=None)


def test_a_stopped_reader_is_absent_until_it_is_started_and_the_other_goes_on() -> None:
    async def main() -> None:
        async with running(SimTable()) as table:
            openers = table.openers()
            hf0, hf1 = await openers["hf0"](), await openers["hf1"]()
            assert status_of(await ask(hf0, inventory(1))) == 0x01
            table.stop_reader("hf0")
            with pytest.raises(TransportClosedError):
                await hf0.read()
            with pytest.raises(TransportError) as error:
                await openers["hf0"]()
            assert error.value.code == "link.absent"
            assert error.value.remedy
            assert status_of(await ask(hf1, request(0x65))) == 0x00
            table.start_reader("hf0")
            hf0 = await openers["hf0"]()
            assert status_of(await ask(hf0, request(0x65))) == 0x00
            table.stop_reader("hf0")
            table.start_reader("hf0")  # a power dip: the old link is gone, a new one works
            hf0 = await openers["hf0"]()
            assert status_of(await ask(hf0, request(0x65))) == 0x00

    run(main, speed=None)


def test_a_link_that_is_already_there_is_served_and_not_offered() -> None:
    async def main() -> None:
        host_end, device_end = memory_pair("lan")
        async with running(SimTable(transports={"hf1": device_end})) as table:
            assert list(table.openers()) == ["hf0"]
            assert status_of(await ask(host_end, request(0x65))) == 0x00
        with pytest.raises(TransportClosedError):
            await host_end.read()

    run(main, speed=None)


def test_a_link_nobody_came_to_serve_hangs_up_with_the_table() -> None:
    async def main() -> None:
        table = SimTable()
        devices = asyncio.create_task(table.run())
        opener = table.openers()["hf0"]
        assert status_of(await ask(await opener(), request(0x65))) == 0x00
        devices.cancel()
        table.stop_reader("hf0")
        table.start_reader("hf0")
        late = await opener()  # all in one turn of the loop: the device ends before it can look
        with pytest.raises(asyncio.CancelledError):
            await devices
        with pytest.raises(TransportClosedError):
            await late.read()

    run(main, speed=None)


def test_an_unknown_reader_is_named_with_those_there_are() -> None:
    with pytest.raises(SimError, match="no reader 'hf2' at this table; readers: hf0, hf1"):
        SimTable().stop_reader("hf2")
    with pytest.raises(SimError, match="hf0, hf1"):
        SimTable(transports={"hf7": memory_pair("x")[1]})


def test_readers_on_serial_ports_come_go_and_return_under_one_name(tmp_path: Path) -> None:
    async def main() -> None:
        table = SimTable(faults=NO_FAULTS)
        addresses = table.use_ptys(tmp_path)
        assert addresses == {name: f"serial:{tmp_path / name}" for name in ("hf0", "hf1")}
        async with running(table):
            table.world.put(FULL_DECK[7], HOLE[3])
            opener = table.openers()["hf0"]
            link = await opener()
            assert len(tags_of(await ask(link, inventory(3), PTY_LIMIT_S))) == 1
            await link.close()
            link = await opener()
            assert status_of(await ask(link, request(0x65), PTY_LIMIT_S)) == 0x00
            table.stop_reader("hf0")
            with pytest.raises(TransportClosedError):
                await asyncio.wait_for(link.read(), PTY_LIMIT_S)
            await link.close()
            assert not (tmp_path / "hf0").exists()
            with pytest.raises(TransportError):
                await opener()
            table.start_reader("hf0")
            link = await opener()
            assert len(tags_of(await ask(link, inventory(3), PTY_LIMIT_S))) == 1
            await link.close()

    run(main)
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"
