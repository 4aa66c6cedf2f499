"""While the broker is away events wait in the journal: all of them arrive, in order, whatever happens meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import pytest
from brokers import Cable, Mosquitto, until, watching
from kept_live import KeptLive, kept_live, place_in
from live import QUICK, ROOT, Watcher
from ports import free_port as a_free_port
from slow import SlowCable, resident_bytes, started

from controller import clock
from controller.contract.listen import Broker, Listener
from controller.feed.stored import StoryError
from controller.feed.subscription import FeedMessage
from controller.mqtt.flight import MOST_IN_FLIGHT


@contextlib.asynccontextmanager
async def watched(kind: str, folder: Path, port: int, way: int) -> AsyncIterator[Watcher]:
    """A broker that is there only now, and a client that is on it before the table, whose port `way` leads there only then."""
    async with started(kind, folder, port), watching(port) as client:
        cable = Cable(port)
        cable.port = way
        await cable.join()
        yield client
        await cable.cut()


#: A hundred thousand messages on a busy machine.
LONG_S = 600.0

BOTH = pytest.mark.parametrize("kind", ["embedded", "mosquitto"])


def told_once_in_order(client: Watcher) -> list[int]:
    """Every seq at its first coming; told again it has the same bytes."""
    bodies: dict[int, bytes] = {}
    for seen, seq in zip((seen for seen in client.seen if seen.name == "event"), client.seqs(), strict=True):
        assert bodies.setdefault(seq, seen.body) == seen.body, f"seq {seq} has two meanings"
    return list(bodies)


@contextlib.contextmanager
def another_process_listens(port: int, heard: Path) -> Iterator[None]:
    """A client in C, which writes each body on a line: one of ours would take longer than the table, and 600 MB."""
    program = shutil.which("mosquitto_sub")
    assert program, "mosquitto_sub is not installed: apt-get install mosquitto-clients"
    topics = [option for name in ("event", "status") for option in ("-t", f"{ROOT}{name}")]
    with heard.open("wb") as out:
        process = subprocess.Popen([program, "-V", "mqttv5", "-p", str(port), "-q", "1", "-F", "%p", *topics], stdout=out)
        try:
            yield
        finally:
            process.terminate()
            process.wait()


@pytest.mark.slow
def test_a_hundred_thousand_events_without_a_broker_all_arrive_in_order_at_bounded_memory_and_after_a_kill(
    tmp_path: Path, free_port: int
) -> None:
    many, batch = 100_000, 1_000
    place = place_in(tmp_path / "table", snapshot_hands=5)._replace(durability="process")
    heard = tmp_path / "heard"
    mosquitto = Mosquitto(tmp_path, free_port)
    mosquitto.configure("max_queued_messages 0")  # without a limit: it is not mosquitto that is looked at

    async def without_a_broker(boot_id: str, up_to: int) -> None:
        cable = Cable(free_port)
        await cable.join()
        async with kept_live(place, cable.port, boot_id=boot_id) as table:
            sizes = []
            while table.last < up_to:
                table.tell(min(batch, up_to - table.last))
                table.void_a_hand() if table.last < up_to - batch else None
                sizes.append(resident_bytes())
                await asyncio.sleep(0)
            assert table.publisher.session.backlog > up_to
            assert sizes[-1] - sizes[len(sizes) // 4] < 10_000_000, "what waits is not in memory"
            await table.cut(cable)

    async def main() -> None:
        await without_a_broker("boot-1", many // 2)
        await without_a_broker("boot-2", many)
        mosquitto.start()
        with another_process_listens(free_port, heard):
            async with watching(free_port) as client:  # the other one has come before this one's message is there
                while not heard.stat().st_size:
                    await client.client.publish(f"{ROOT}status", b"{}")
                    await asyncio.sleep(0.05)
            cable = Cable(free_port)
            await cable.join()
            async with kept_live(place, cable.port, boot_id="boot-3") as table:
                before = resident_bytes()
                await until(lambda: table.publisher.session.told_seq > many // 2, "half of it", LONG_S)
                assert not table.publisher.session.online, "it is online when everything is told"
                assert resident_bytes() - before < 20_000_000
                await table.cut(cable)
            async with kept_live(place, free_port, boot_id="boot-4") as table:
                await until(lambda: table.publisher.session.online, "online", LONG_S)
                table.tell(10)
                await until(lambda: not table.publisher.session.backlog, "all of it told")
                last = table.last
                assert table.publisher.session.counters["events_dropped"] == 0
            await until(lambda: b'"stopped"' in heard.read_bytes()[-1_000:], "its end")
        bodies: dict[int, bytes] = {}
        for body in heard.read_bytes().splitlines():
            if (seq := json.loads(body).get("seq")) is not None:
                assert bodies.setdefault(seq, body) == body, f"seq {seq} has two meanings"
        assert list(bodies) == list(range(1, last + 1))
        assert last >= many
        assert {json.loads(body)["boot_id"] for body in bodies.values()} == {"boot-1", "boot-2", "boot-4"}

    try:
        clock.run(main)
    finally:
        mosquitto.kill()


@BOTH
@pytest.mark.slow
def test_events_beyond_what_memory_holds_arrive_in_order_once_the_broker_is_back(kind: str, tmp_path: Path, free_port: int) -> None:
    place = place_in(tmp_path / "table", snapshot_hands=1)

    async def main() -> None:
        async with started(kind, tmp_path, free_port) as broker, kept_live(place, free_port, max_events=20) as table:
            async with watching(free_port) as client:
                await until(client.statuses, "online")
                table.tell(10)
                await until(lambda: table.last in client.seqs(), "the first ones")
            await broker.stop()
            await until(lambda: not table.publisher.session.online, "the loss noticed")
            for _ in range(6):
                table.tell(200)
                table.void_a_hand()
            assert table.publisher.session.backlog >= 1_200
            await broker.start()
            async with watching(free_port) as client:
                await until(client.statuses, "online again")
                table.tell(5)
                last = table.last
                await until(lambda: last in client.seqs() and not table.publisher.session.backlog, "all of it")
                seqs = told_once_in_order(client)
                # a client that comes after the broker may miss what it was told at once
                assert seqs == list(range(seqs[0], last + 1))
                assert table.publisher.session.told_seq == last
                assert table.publisher.session.counters["events_dropped"] == 0

    clock.run(main)


@BOTH
@pytest.mark.slow
def test_a_cut_before_the_broker_had_everything_loses_nothing(kind: str, tmp_path: Path, free_port: int) -> None:
    place = place_in(tmp_path / "table")

    async def main() -> None:
        async with started(kind, tmp_path, free_port), watching(free_port) as client:
            for boot, events in enumerate((30, 7, 11), 1):
                cable = SlowCable(free_port)
                await cable.join()
                async with kept_live(place, cable.port, boot_id=f"boot-{boot}", max_events=5) as table:
                    statuses = len(client.statuses())
                    await until(lambda before=statuses: len(client.statuses()) > before, "online")
                    cable.hold()
                    table.tell(events)
                    await table.cut(cable)
            async with kept_live(place, free_port, boot_id="boot-4") as table:
                last = table.last
                await until(lambda: client.of("status")[-1]["boot_id"] == "boot-4", "online")
                assert told_once_in_order(client) == list(range(1, last + 1))
                assert last == 48
                assert client.of("state")[-1]["as_of_seq"] == last

    clock.run(main)


@BOTH
@pytest.mark.slow
def test_what_takes_an_event_into_account_does_not_overtake_one_that_waits_in_the_journal(
    kind: str, tmp_path: Path, free_port: int
) -> None:
    """The broker is there and slow: `state` and answers wait as well."""

    async def main() -> None:
        async with started(kind, tmp_path, free_port):
            cable = SlowCable(free_port, piece=2_000, pause_s=0.01)
            await cable.join()
            listener = Listener(Broker("127.0.0.1", free_port))
            listening = asyncio.ensure_future(listener.run(600.0))
            await until(lambda: listener.is_there, "the listener")
            async with kept_live(place_in(tmp_path / "table"), cable.port, max_events=3) as table, watching(free_port) as client:
                await until(lambda: table.publisher.session.online, "online")
                for n in range(40):
                    table.tell(3)
                    if n % 10 == 0:
                        await client.command("buy_in", {"id": f"a{n}", "seat": 3, "amount": 5})
                    await asyncio.sleep(0.005)
                await until(lambda: len(client.of("cmd/buy_in/result")) == 4, "the answers")
                last = table.last
                await until(lambda: last in client.seqs() and client.of("state")[-1]["as_of_seq"] == last, "the last state")
                assert client.seqs() == list(range(1, last + 1))
            listener.stop()
            await listening
            await cable.cut()
            assert listener.tables["t1"].broken == []

    clock.run(main)


@BOTH
@pytest.mark.slow
def test_a_stop_does_not_wait_until_everything_is_told_and_the_next_start_tells_the_rest(kind: str, tmp_path: Path, free_port: int) -> None:
    place = place_in(tmp_path / "table")

    async def main() -> None:
        async with started(kind, tmp_path, free_port), watching(free_port) as client:
            cable = SlowCable(free_port, piece=500, pause_s=0.02)
            await cable.join()
            table = KeptLive(place, cable.port, max_events=10)
            table.tell(3_000)
            await until(lambda: len(client.seqs()) > 50, "some of it")
            await table.stop()
            assert table.publisher.session.backlog > 1_000
            await until(lambda: client.statuses() == ["stopped"], "`stopped`")
            await cable.cut()
            async with kept_live(place, free_port, boot_id="boot-2") as again:
                await until(lambda: client.statuses()[-1] == "online", "online")
                assert told_once_in_order(client) == list(range(1, 3_001))
                assert again.last == 3_000

    clock.run(main)


@pytest.mark.slow
def test_a_stop_at_full_speed_ends_in_its_time(tmp_path: Path, free_port: int) -> None:
    """An answer that comes in the moment of the stop must not make it forgotten."""
    place = place_in(tmp_path / "table")._replace(durability="process")

    async def stopped_under_way(boot: int) -> None:
        table = KeptLive(place, free_port, boot_id=f"boot-{boot}", pacing=QUICK._replace(farewell_s=0.05))
        for _ in range(10):
            table.tell(1_000)
        told = table.publisher.session.told_seq
        await until(lambda: table.publisher.session.told_seq > told + 1_000, "under way")
        await table.stop()

    async def main() -> None:
        async with started("mosquitto", tmp_path, free_port):
            for boot in range(5):
                await stopped_under_way(boot)

    clock.run(main)


@BOTH
@pytest.mark.slow
def test_what_happens_while_the_last_stories_go_out_is_told_before_the_snapshot(kind: str, tmp_path: Path, free_port: int) -> None:
    """The table does not wait: something happens in every turn of the loop until it is online."""

    async def main() -> None:
        async with started(kind, tmp_path, free_port):
            listener = Listener(Broker("127.0.0.1", free_port))
            listening = asyncio.ensure_future(listener.run(600.0))
            await until(lambda: listener.is_there, "the listener")
            cable = SlowCable(free_port, pause_s=0.002)
            await cable.join()
            for boot in range(5):
                async with kept_live(place_in(tmp_path / "table"), cable.port, boot_id=f"boot-{boot}") as table:
                    for n in range(200):
                        table.tell(1 + (not n))
                        await asyncio.sleep(0.002)
                    await until(lambda session=table.publisher.session: session.online and not session.backlog, "all of it told")
            listener.stop()
            await listening
            await cable.cut()
            assert listener.tables["t1"].broken == []

    clock.run(main)


# -- a broker that ends with the table --------------------------------------------------------------------


@pytest.mark.slow
def test_a_broker_that_dies_with_the_table_is_told_nothing_twice_and_a_subscriber_goes_on_from_state(
    tmp_path: Path, free_port: int
) -> None:
    """What it took and had told nobody is gone with it: a jump of `seq`, which the state it jumps to says."""
    place = place_in(tmp_path / "table")

    async def main() -> None:
        listener = Listener(Broker("127.0.0.1", free_port))
        async with started("embedded", tmp_path, free_port) as broker:
            listening = asyncio.ensure_future(listener.run(600.0))
            await until(lambda: listener.is_there, "the listener")
            cable = Cable(free_port)
            await cable.join()
            async with kept_live(place, cable.port) as table, watching(free_port) as client:
                await until(client.statuses, "online")
                table.tell(5)
                await until(lambda: not table.publisher.session.backlog and 5 in client.seqs(), "all of it taken")
                table.tell(2)  # the journal learns with it that five were taken
                await until(lambda: not table.publisher.session.backlog, "these taken as well")
                sequence = client.of("status")[-1]["sequence"]
                await broker.stop()
                await table.cut(cable)
            await broker.start()
            async with watching(free_port) as client, kept_live(place, free_port, boot_id="boot-2") as again:
                await until(client.statuses, "online again")
                assert client.seqs() == [6, 7], "what the journal does not know to be taken, and no more"
                assert client.of("state")[-1]["as_of_seq"] == 7
                assert client.of("status")[-1]["sequence"] == sequence
                again.tell(1)
                await until(lambda: 8 in client.seqs(), "the next one")
                assert client.seqs() == [6, 7, 8]
            listener.stop()
            await listening
        assert listener.tables["t1"].broken == []

    clock.run(main)


# -- what cannot be had any more -------------------------------------------------------------------------


@BOTH
def test_what_keep_hands_let_go_of_is_a_gap_that_is_said_and_counted(
    kind: str, tmp_path: Path, free_port: int, caplog: pytest.LogCaptureFixture
) -> None:
    place = place_in(tmp_path / "table", hands=2, snapshot_hands=1)

    async def main() -> None:
        way = a_free_port()
        async with kept_live(place, way, max_events=5) as table:
            for _ in range(8):
                table.tell(10)
                table.void_a_hand()
            last = table.last
            async with watched(kind, tmp_path, free_port, way) as client:
                await until(client.statuses, "online")
                seqs = client.seqs()
                assert seqs[:5] == [1, 2, 3, 4, 5], "these were held in memory"
                assert seqs[5:] == list(range(seqs[5], last + 1))
                gone = seqs[5] - 6
                assert gone > 20
                assert client.of("state")[-1]["as_of_seq"] == last
                assert client.of("health/mqtt")[-1]["counters"]["events_dropped"] == gone
                [line] = [record.getMessage() for record in caplog.records if "mqtt.events_gone" in record.getMessage()]
                assert f"{gone} events" in line
                assert "keep_hands" in line
                await table.stop()

    with caplog.at_level(logging.ERROR):
        clock.run(main)


class Unreadable:
    """Stories that cannot be read, the first `times`; then there are two of them."""

    def __init__(self, times: int) -> None:
        self.times = times

    async def after(self, seq: int, most: int) -> Sequence[FeedMessage]:
        self.times -= 1
        if self.times >= 0:
            raise StoryError("journal.db: damaged (journal.damaged)")
        return [FeedMessage("event", b'{"seq": %d}' % number, False, number) for number in (seq + 1, seq + 2)][:most]


@pytest.mark.slow
@pytest.mark.parametrize(("times", "seqs"), [(2, [1, 2, 3, 4, 5, 6, 7]), (10**6, [1, 2, 3])])
def test_a_journal_that_cannot_be_read_is_tried_again_and_does_not_keep_the_table_dark(
    times: int, seqs: list[int], tmp_path: Path, free_port: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        way = a_free_port()
        async with kept_live(place_in(tmp_path / "table"), way, max_events=3, stored=Unreadable(times)) as table:
            table.tell(7)
            async with watched("mosquitto", tmp_path, free_port, way) as client:
                await until(client.statuses, "online")
                assert client.seqs() == seqs
                assert client.of("state")[-1]["as_of_seq"] == 7
                assert table.publisher.session.counters["events_dropped"] == 7 - len(seqs)
                await table.stop()

    with caplog.at_level(logging.ERROR):
        clock.run(main)
    said = [record.getMessage() for record in caplog.records if "mqtt.events_gone" in record.getMessage()]
    assert len(said) == (len(seqs) < 7)
    assert all("journal.damaged" in line for line in said)


# -- how many are under way --------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 3, MOST_IN_FLIGHT + 30])
@pytest.mark.slow
def test_no_more_is_under_way_than_the_broker_allows(limit: int, tmp_path: Path, free_port: int) -> None:
    """mosquitto says so when it is asked in, and ends the session of whoever sends more."""
    mosquitto = Mosquitto(tmp_path, free_port)
    mosquitto.configure(f"max_inflight_messages {limit}")
    mosquitto.start()

    async def main() -> None:
        async with kept_live(place_in(tmp_path / "table"), free_port) as table:
            table.tell(300)
            async with watching(free_port) as client:
                await until(lambda: table.publisher.session.online and not table.publisher.session.backlog, "all of it told")
                table.tell(300)
                await until(lambda: table.last in client.seqs(), "the rest")
                assert client.seqs()[-300:] == list(range(301, 601))
                assert table.publisher.session.counters["sessions"] == 1

    try:
        clock.run(main)
    finally:
        mosquitto.kill()
