"""Real serial openers on real ptys, in real time: nothing here waits for a clock to decide."""

from __future__ import annotations

import asyncio
import os
import random
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from controller.clock import run
from firmware_bridge import descriptor, serial_link
from firmware_bridge.links import open_pty, opener_for
from firmware_bridge.transport import Transport, TransportClosedError, TransportError

#: For a loaded computer; a test that fails takes this long, one that passes a few milliseconds.
LIMIT_S = 20.0


def real(main: Callable[[], Awaitable[None]], speed: float = 1.0) -> None:
    async def limited() -> None:
        async with asyncio.timeout(LIMIT_S * speed):
            await main()

    run(limited, speed)


async def read_exactly(link: Transport, size: int) -> bytes:
    got = b""
    while len(got) < size:
        got += await link.read()
    return got


@pytest.mark.parametrize("settings", ["", "?parity=even", "?parity=odd&baud=9600", "?parity=none&baud=115200", "?baud=57600"])
def test_every_byte_passes_unchanged_each_time_the_port_is_opened(settings: str) -> None:
    """A pty refuses parity from the second open on, and has no modem lines: neither may matter."""

    async def main() -> None:
        device, path = open_pty()
        everything = bytes(range(256))
        for _ in range(3):
            host = await opener_for(f"serial:{path}{settings}")()
            await host.write(everything)
            assert await read_exactly(device, 256) == everything
            await device.write(everything)
            assert await read_exactly(host, 256) == everything
            assert (host.bytes_read, host.bytes_written) == (256, 256)
            await host.close()
        await device.close()

    real(main)


def test_a_second_program_is_told_that_the_port_is_busy() -> None:
    async def main() -> None:
        device, path = open_pty()
        host = await opener_for(f"serial:{path}")()
        with pytest.raises(TransportError) as refused:
            await opener_for(f"serial:{path}")()
        assert refused.value.code == "serial.busy"
        assert path in str(refused.value)
        assert "fuser" in refused.value.remedy
        await host.close()
        again = await opener_for(f"serial:{path}")()
        await again.close()
        await device.close()

    real(main)


def test_an_absent_port_lists_the_present_ones(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async def refusal() -> TransportError:
        with pytest.raises(TransportError) as refused:
            await opener_for("serial:/dev/serial/by-id/usb-Mine")()
        return refused.value

    async def main() -> None:
        monkeypatch.setattr(serial_link, "BY_ID", tmp_path / "by-id")
        error = await refusal()
        assert error.code == "serial.absent"
        assert "/dev/serial/by-id/usb-Mine is not there" in str(error)
        assert "no serial device is present" in error.remedy
        (tmp_path / "by-id").mkdir()
        for name in ("usb-Other_2", "usb-Other_1"):
            (tmp_path / "by-id" / name).touch()
        assert (await refusal()).remedy.endswith("usb-Other_1, usb-Other_2")

    real(main)


@pytest.mark.parametrize("path", ["/dev/null", "FILE", "DIRECTORY"])
def test_what_is_no_serial_port_is_refused(path: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    path = {"FILE": str(file), "DIRECTORY": str(tmp_path)}.get(path, path)

    async def main() -> None:
        with pytest.raises(TransportError) as refused:
            await opener_for(f"serial:{path}")()
        assert refused.value.code == "serial.not_a_port"
        assert path in str(refused.value)

    real(main)


def test_a_port_that_we_may_not_open_names_the_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """As root every open succeeds, so the system's refusal is played."""

    async def main() -> None:
        device, path = open_pty()
        opened = os.open

        def refuse(name: Any, *rest: Any, **more: Any) -> int:
            if name == path:
                raise PermissionError(13, "Permission denied")
            return opened(name, *rest, **more)

        monkeypatch.setattr(os, "open", refuse)
        with pytest.raises(TransportError) as refused:
            await opener_for(f"serial:{path}")()
        monkeypatch.undo()
        assert refused.value.code == "serial.permission"
        assert "usermod -aG" in refused.value.remedy
        await device.close()

    real(main)


def test_the_group_that_may_open_a_port_is_dialout_unless_a_rule_says_otherwise(tmp_path: Path) -> None:
    assert serial_link._group_of(str(tmp_path / "absent")) == "dialout"
    mine = tmp_path / "mine"
    mine.touch()
    group = serial_link.grp.getgrgid(os.stat(mine)[stat.ST_GID]).gr_name
    assert serial_link._group_of(str(mine)) == ("dialout" if group == "root" else group)


def test_unplugging_wakes_who_reads_and_refuses_who_writes() -> None:
    async def main() -> None:
        device, path = open_pty()
        host = await opener_for(f"serial:{path}")()
        waiting = asyncio.create_task(host.read())
        await asyncio.sleep(0)
        await device.close()
        with pytest.raises(TransportClosedError) as gone:
            await waiting
        assert gone.value.code == "serial.unplugged"
        assert path in str(gone.value)
        with pytest.raises(TransportClosedError):
            await host.write(b"x")
        await host.close()
        await host.close()
        with pytest.raises(TransportClosedError):
            await host.read()

    real(main)


def test_closing_wakes_our_own_reader() -> None:
    async def main() -> None:
        device, path = open_pty()
        host = await opener_for(f"serial:{path}")()
        waiting = asyncio.create_task(host.read())
        await asyncio.sleep(0)
        await host.close()
        with pytest.raises(TransportClosedError):
            await waiting
        await device.close()

    real(main)


def test_more_bytes_than_the_kernel_holds_wait_for_room_and_all_arrive() -> None:
    async def main() -> None:
        device, path = open_pty()
        host = await opener_for(f"serial:{path}")()
        sent = random.Random(1).randbytes(300_000)  # noqa: S311 (any bytes will do)
        writing = asyncio.create_task(host.write(sent))
        await asyncio.sleep(0.05)
        assert not writing.done()
        assert await read_exactly(device, len(sent)) == sent
        await writing
        assert host.bytes_written == device.bytes_read == len(sent)
        await host.close()
        await device.close()

    real(main)


def test_a_flood_that_nobody_reads_is_held_back() -> None:
    async def main() -> None:
        device, path = open_pty()
        host = await opener_for(f"serial:{path}")()
        flood = asyncio.create_task(device.write(bytes(1_000_000)))
        await asyncio.sleep(0.2)  # longer does no harm: the device gets rid of no more than this end and the kernel hold
        assert not flood.done()
        assert device.bytes_written < 200_000
        assert len(await read_exactly(host, 1_000_000)) == 1_000_000
        await flood
        await host.close()
        await device.close()

    real(main)


@pytest.mark.parametrize("speed", [1.0, 50.0])
def test_a_device_that_takes_nothing_is_a_stuck_link_after_wall_time(speed: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descriptor, "WRITE_LIMIT_S", 0.05)

    async def main() -> None:
        device, path = open_pty()
        host = await opener_for(f"serial:{path}")()
        began_s = asyncio.get_running_loop().time()
        with pytest.raises(TransportClosedError) as stuck:
            await host.write(bytes(1_000_000))
        assert stuck.value.code == "link.stuck"
        assert asyncio.get_running_loop().time() - began_s >= 0.04 * speed
        await host.close()
        await device.close()

    real(main, speed)


# -- ptys


def test_a_named_pty_is_a_link_that_goes_with_the_device(tmp_path: Path) -> None:
    async def main() -> None:
        named = tmp_path / "hf0"
        device, path = open_pty(named)
        assert path == str(named)
        assert named.is_symlink()
        newer, _ = open_pty(named)  # plugged in again: the link names the newer one
        host = await opener_for(f"serial:{named}")()
        await host.write(b"hello")
        assert await newer.read() == b"hello"
        await device.close()
        assert named.is_symlink(), "the older device took the newer one's name with it"
        await host.close()
        await newer.close()
        assert not named.is_symlink()

    real(main)


def test_a_name_that_a_killed_simulator_left_does_not_lead_to_a_strangers_pty(tmp_path: Path) -> None:
    async def main() -> None:
        device, port = open_pty()
        left_over = tmp_path / "hf0"
        left_over.symlink_to(port)
        before_ns = os.stat(port).st_ctime_ns - 1
        os.utime(left_over, ns=(before_ns, before_ns), follow_symlinks=False)
        with pytest.raises(TransportError) as refused:
            await opener_for(f"serial:{left_over}")()
        assert refused.value.code == "serial.absent"
        assert "simulator" in refused.value.remedy
        await device.close()

    real(main)


def test_a_name_that_is_taken_or_not_ours_is_refused_and_nothing_is_left_open(tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.write_text("precious")
    before = len(os.listdir("/proc/self/fd"))
    for name in (taken, tmp_path / "no" / "such" / "directory"):
        with pytest.raises(TransportError) as refused:
            open_pty(name)
        assert refused.value.code == "pty.link"
        assert str(name) in str(refused.value)
    assert taken.read_text() == "precious"
    assert len(os.listdir("/proc/self/fd")) == before


def test_closed_links_leave_no_descriptor_behind() -> None:
    async def main() -> None:
        before = len(os.listdir("/proc/self/fd"))
        for _ in range(5):
            device, path = open_pty()
            host = await opener_for(f"serial:{path}")()
            with pytest.raises(TransportError):
                await opener_for(f"serial:{path}")()
            await host.close()
            await device.close()
        assert len(os.listdir("/proc/self/fd")) == before

    real(main)
