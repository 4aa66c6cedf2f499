"""Table time: real, scaled and virtual."""

from __future__ import annotations

import asyncio
import time

import pytest

from controller.clock import Clock, ClockError, TableLoop, run
from firmware_bridge.transport import memory_pair


def test_virtual_time_jumps_to_the_next_timer() -> None:
    async def an_hour() -> float:
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        await asyncio.sleep(3600)
        return loop.time() - began_s

    began_s = time.monotonic()
    assert run(an_hour, speed=None) == pytest.approx(3600)
    assert time.monotonic() - began_s < 60


def test_virtual_timers_fire_in_their_order() -> None:
    async def main() -> list[int]:
        fired: list[int] = []

        async def after(delay_s: float, mark: int) -> None:
            await asyncio.sleep(delay_s)
            fired.append(mark)

        await asyncio.gather(after(3, 3), after(1, 1), after(2, 2))
        return fired

    assert run(main, speed=None) == [1, 2, 3]


def test_virtual_time_stands_still_while_bytes_are_under_way() -> None:
    """A hundred exchanges without a wait take no time at all, and every byte is counted on both ends."""

    async def main() -> tuple[float, bool]:
        host, device = memory_pair("hf0")

        async def echo() -> None:
            for _ in range(100):
                await device.write(await device.read())

        echoing = asyncio.create_task(echo())
        began_s = asyncio.get_running_loop().time()
        for _ in range(100):
            await host.write(b"abc")
            assert await host.read() == b"abc"
        await echoing
        settled = host.bytes_written == device.bytes_read == device.bytes_written == host.bytes_read == 300
        return asyncio.get_running_loop().time() - began_s, settled

    assert run(main, speed=None) == (0.0, True)


def test_a_virtual_loop_that_waits_for_nothing_says_so() -> None:
    async def main() -> None:
        await asyncio.get_running_loop().create_future()

    with pytest.raises(ClockError, match="no timer is set"):
        run(main, speed=None)


def test_a_scaled_loop_lives_faster_than_the_wall() -> None:
    async def main() -> float:
        began_s = asyncio.get_running_loop().time()
        await asyncio.sleep(2.0)
        return asyncio.get_running_loop().time() - began_s

    began_s = time.monotonic()
    assert run(main, speed=50) >= 2.0
    # 0.04 s of wall time on an idle machine; what matters is that it is not two seconds
    assert time.monotonic() - began_s < 1.5


@pytest.mark.parametrize("speed", [0.0, -1.0])
def test_no_speed_without_time(speed: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        run(lambda: asyncio.sleep(1), speed)


def test_utc_follows_the_wall_however_fast_the_table_lives() -> None:
    loop = TableLoop(20.0)
    clock = Clock(loop)
    at_ns = clock.now_ns()
    assert clock.utc_ms(at_ns + 20_000_000_000) - clock.utc_ms(at_ns) == 1000
    assert clock.loop_s(1.5) == 30.0
    loop.close()


def test_virtual_utc_is_the_same_in_every_run() -> None:
    async def stamps() -> list[int]:
        clock = Clock(asyncio.get_running_loop())
        await asyncio.sleep(1.25)
        return [clock.now_ns(), clock.utc_ms(clock.now_ns())]

    assert run(stamps, speed=None) == run(stamps, speed=None) == [1_250_000_000, Clock.VIRTUAL_EPOCH_MS + 1250]


def test_a_step_of_the_system_clock_moves_nothing_that_was_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pi without a battery jumps by years when the network comes up: table time and its UTC go on steadily."""

    async def main() -> None:
        table_clock = Clock(asyncio.get_running_loop())
        at_ns, utc_ms = table_clock.now_ns(), table_clock.utc_ms(table_clock.now_ns())
        for jump_s in (-3600, 10 * 365 * 86_400):
            wall_ns = time.time_ns() + jump_s * 10**9
            monkeypatch.setattr(time, "time_ns", lambda wall_ns=wall_ns: wall_ns)
            now_ns = table_clock.now_ns()
            assert 0 <= now_ns - at_ns < 60 * 10**9
            assert abs(table_clock.utc_ms(now_ns) - utc_ms - (now_ns - at_ns) // 10**6) <= 1

    run(main)
