"""The life with real brokers: order, flags, losses and returns, as a client sees them."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
import socket
import subprocess
import time
from itertools import pairwise
from pathlib import Path

import pytest
from brokers import Cable, Mosquitto, until, watching
from live import ROOT, LiveTable, on_broker
from slow import KINDS
from sockets import sockets_to

from controller import clock
from controller.mqtt.pacing import Pacing
from controller.mqtt.settings import MqttSettings

HOLES = {3: ("As", "Ad"), 5: ("Kc", "Kd"), 1: ("2c", "7d")}
SESSION = ["info", "health/mqtt", "state", *(f"seat/{n}" for n in range(1, 11)), "status"]


def play_a_hand(table: LiveTable) -> None:
    table.felt.seat(1, 3, 5) if not table.felt.state()["hand"] else None
    table.felt.play_checked_down(HOLES, ("Ah", "Td", "9c", "3c", "2h"), ("4c", "4d", "4h"))


def test_a_message_does_not_wait_until_the_last_one_is_acknowledged(broker_port: int) -> None:
    """The kernel would hold small messages back for up to 40 ms."""

    async def main() -> None:
        async with on_broker(broker_port):
            async with watching(broker_port) as client:
                await until(client.statuses, "online")
            ours = sockets_to(broker_port)
            assert ours
            for one in ours:
                with one:
                    assert one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)

    clock.run(main)


def test_a_client_that_was_there_first_sees_the_whole_session_and_online_last(broker_port: int) -> None:
    async def main() -> None:
        async with watching(broker_port) as client, on_broker(broker_port) as table:
            await until(client.statuses, "a status")
            assert client.names() == SESSION
            assert all(seen.qos == 1 for seen in client.seen)
            assert client.of("health/mqtt")[0]["state"] == "ok"
            status = client.of("status")[0]
            assert (status["state"], status["session"]) == ("online", 1)
            # seats this table has not are cleared
            assert [seen.name for seen in client.seen if not seen.body] == ["seat/7", "seat/8", "seat/9", "seat/10"]
            assert table.online

    clock.run(main)


def test_a_client_that_comes_later_finds_everything_retained(broker_port: int) -> None:
    async def main() -> None:
        async with on_broker(broker_port) as table:
            play_a_hand(table)
            await until(lambda: table.online and not table.publisher.session.backlog, "everything sent")
            async with watching(broker_port) as client:
                await until(lambda: len(client.seen) == 10, "the retained messages")
                assert sorted(client.names()) == sorted(["info", "health/mqtt", "state", *(f"seat/{n}" for n in range(1, 7)), "status"])
                assert all(seen.retained for seen in client.seen)
                assert client.of("state")[0]["rev"] == table.felt.turn.table.rev
                assert client.of("state")[0]["as_of_seq"] == table.felt.turn.table.seq

    clock.run(main)


def test_what_an_earlier_start_left_and_this_one_does_not_keep_is_cleared(broker_port: int) -> None:
    """A reader that was taken out of the config must not come back from the broker's memory."""

    async def main() -> None:
        async with watching(broker_port) as client:
            for name in ("health/hf7", "health/status", "seat/9"):
                await client.client.publish(ROOT + name, b'{"state": "ok"}', qos=1, retain=True)
            await until(lambda: len(client.seen) == 3, "what was left behind")
            async with on_broker(broker_port) as table:
                table.felt.hub.part_health("hf0", "ok")
                await until(client.statuses, "a status")
                gone = {"health/hf7", "health/status", "seat/9"}
                await until(lambda: gone <= {seen.name for seen in client.seen if not seen.body}, "the rest cleared")
                async with watching(broker_port) as later:
                    await until(later.statuses, "the retained messages")
                    assert {name for name in later.names() if name.startswith("health/")} == {"health/hf0", "health/mqtt"}
            async with on_broker(broker_port) as again:  # what is ours stays
                again.felt.hub.part_health("hf0", "ok")
                before = len(client.seen)
                await until(lambda: "online" in [s.json()["state"] for s in client.seen[before:] if s.name == "status"], "online again")
                assert not [seen.name for seen in client.seen[before:] if seen.name.startswith("health/") and not seen.body]

    clock.run(main)


def test_a_hand_is_told_without_a_gap_and_said_once(broker_port: int) -> None:
    async def main() -> None:
        async with watching(broker_port) as client, on_broker(broker_port) as table:
            await until(client.statuses, "a status")
            play_a_hand(table)
            last = table.felt.turn.table.seq
            await until(lambda: last in client.seqs() and client.of("state")[-1]["as_of_seq"] == last, "the last story and its state")
            assert client.seqs() == list(range(1, last + 1))
            assert len(client.of("info")) == len(client.of("status")) == 1
            assert [json.dumps(story) for story in client.of("event")] == [json.dumps(story) for story in table.felt.bodies("event")]
            story = next(seen for seen in client.seen if seen.name == "event")
            assert (story.properties.ContentType, story.qos, story.retained) == ("application/json", 1, False)
            assert 0 < story.properties.MessageExpiryInterval <= 300

    clock.run(main)


def test_metrics_go_out_at_qos_0(mosquitto: Mosquitto) -> None:
    """Seen through mosquitto only: rumqttd delivers all at the subscriber's own QoS."""

    async def main() -> None:
        mosquitto.start()
        async with watching(mosquitto.port) as client, on_broker(mosquitto.port) as table:
            await until(lambda: table.online, "online")
            table.felt.hub.metrics(events=1, readings=2, loop_lag_ms=3, outbox=0, counters={"mqtt": table.publisher.session.counters})
            await until(lambda: client.of("metrics"), "metrics")
            assert next(seen for seen in client.seen if seen.name == "metrics").qos == 0
            assert client.of("metrics")[0]["parts"]["mqtt"]["sessions"] == 1

    clock.run(main)


@pytest.mark.parametrize("how", ["stopped", "cancelled"])
def test_leaving_in_order_says_stopped(broker_port: int, how: str) -> None:
    async def main() -> None:
        async with watching(broker_port) as client:
            table = LiveTable(MqttSettings(port=broker_port))
            table.start()
            await until(client.statuses, "a status")
            play_a_hand(table)
            if how == "stopped":
                await table.stop()
            else:
                assert table.running is not None
                table.running.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await table.running
            await until(lambda: len(client.statuses()) == 2, "the second status")
            assert client.statuses() == ["online", "stopped"]
            assert client.seqs() == list(range(1, table.felt.turn.table.seq + 1))
        async with watching(broker_port) as later:
            await until(later.statuses, "the retained status")
            assert later.statuses() == ["stopped"]

    clock.run(main)


def test_a_broker_that_stops_together_with_us_is_not_waited_for(mosquitto: Mosquitto, caplog: pytest.LogCaptureFixture) -> None:
    """As when the machine goes down: the broker ends in the moment in which `stopped` is said."""

    async def main() -> None:
        mosquitto.start()
        # every limit of ours is long past the test's own
        table = LiveTable(MqttSettings(port=mosquitto.port), loop_s=lambda wall_s: 1000 * wall_s)
        table.start()
        await until(lambda: table.online, "online")
        mosquitto.freeze()
        stopping = asyncio.ensure_future(table.stop())
        await until(lambda: not table.online, "`stopped` on its way")
        mosquitto.kill()
        await stopping

    with caplog.at_level(logging.WARNING):
        clock.run(main)
    [record] = caplog.records
    assert "gone before `stopped` could be said" in record.getMessage()


@pytest.mark.slow
def test_a_cut_cable_lets_the_will_speak_and_loses_nothing(broker_port: int) -> None:
    async def main() -> None:
        cable = Cable(broker_port)
        await cable.join()
        async with watching(broker_port) as client, on_broker(cable.port) as table:
            await until(client.statuses, "a status")
            table.felt.seat(1, 3, 5)
            table.felt.deal(HOLES)
            await until(lambda: table.felt.turn.table.seq in client.seqs(), "the deal")
            await cable.cut()
            await until(lambda: len(client.statuses()) == 2, "the will")
            assert [(status["state"], status["session"]) for status in client.of("status")] == [("online", 1), ("lost", 1)]
            table.felt.act("call", "call", "check")
            table.felt.board("4c", "Ah", "Td", "9c")
            await until(lambda: table.health()["state"] == "failed", "the loss noticed")
            assert table.health()["reason"] in {"mqtt.lost", "mqtt.unreachable"}
            before = len(client.seen)
            await cable.join()
            await until(lambda: "online" in client.statuses()[2:], "online again")
            last = table.felt.turn.table.seq
            # whatever was under way when the cable was cut may come twice, with the same bytes
            assert sorted(set(client.seqs())) == list(range(1, last + 1))
            said = {story["seq"]: story for story in table.felt.bodies("event")}
            assert all(said[story["seq"]] == story for story in client.of("event"))
            names = client.names()[before:]
            assert names[-len(SESSION) :] == SESSION
            assert set(names[: -len(SESSION)]) == {"event"}
            assert client.of("state")[-1]["as_of_seq"] == last
            online = client.of("status")[-1]
            assert online["state"] == "online"
            assert online["session"] > 1
            await table.stop()
            table.start()
        await cable.cut()

    clock.run(main)


@pytest.mark.parametrize("kind", ["embedded", "mosquitto"])
@pytest.mark.slow
def test_a_broker_killed_in_mid_hand_and_back_is_told_the_rest(kind: str, tmp_path: Path, free_port: int) -> None:
    async def main() -> None:
        broker = KINDS[kind](tmp_path, free_port)
        await broker.start()
        cable = Cable(free_port)
        await cable.join()
        async with on_broker(cable.port) as table:
            async with watching(free_port) as client:
                await until(lambda: table.online, "online")
                table.felt.seat(1, 3, 5)
                table.felt.deal(HOLES)
                dealt = table.felt.turn.table.seq
                await until(lambda: dealt in client.seqs(), "the deal")
                assert client.seqs() == list(range(1, dealt + 1))
                await broker.stop()
                await cable.cut()
            await until(lambda: not table.online, "the loss noticed")
            table.felt.act("call", "call", "check")
            table.felt.board("4c", "Ah", "Td", "9c")
            last = table.felt.turn.table.seq
            assert table.publisher.session.backlog >= last - dealt
            await broker.start()
            async with watching(free_port) as client:
                await cable.join()
                await until(client.statuses, "a status")
                assert set(client.seqs()) >= set(range(dealt + 1, last + 1))
                assert client.seqs() == sorted(client.seqs())
                assert client.names()[-1] == "status"
                assert client.of("state")[-1]["board"] == ["Ah", "Td", "9c"]
        await cable.cut()
        await broker.stop()

    clock.run(main)


def test_a_broker_that_is_not_there_at_the_start_is_waited_for(mosquitto: Mosquitto, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with on_broker(mosquitto.port) as table:
            await until(lambda: table.health()["reason"] == "mqtt.unreachable", "the failure noticed")
            play_a_hand(table)  # the table does not wait
            attempts = table.publisher.session._session
            await until(lambda: table.publisher.session._session > attempts + 1, "more attempts")
            mosquitto.start()
            async with watching(mosquitto.port) as client:
                await until(lambda: table.online, "online")
                await until(client.statuses, "a status")
            assert table.health()["state"] == "ok"

    with caplog.at_level(logging.WARNING):
        clock.run(main)
    assert [record.getMessage().split(";")[0] for record in caplog.records][:1] == [
        f"mqtt: broker 127.0.0.1:{mosquitto.port}: [Errno 111] Connection refused (mqtt.unreachable)"
    ]
    assert len(caplog.records) == 2, "one line down, one line up"
    assert "is back" in caplog.records[1].getMessage()


def test_a_broker_that_refuses_us_is_named_with_its_reason(tmp_path: Path, free_port: int, caplog: pytest.LogCaptureFixture) -> None:
    mosquitto = Mosquitto(tmp_path, free_port, {"table": "right"})
    secret = tmp_path / "password"
    secret.write_text("wrong\n")
    settings = MqttSettings(port=free_port, username="table", password_file=secret)

    async def main() -> None:
        mosquitto.start()
        async with on_broker(free_port, settings=settings) as table:
            await until(lambda: table.health()["reason"] == "mqtt.refused", "the refusal noticed")
            assert "password" in table.health()["remedy"]
            secret.write_text("right\n")
            await until(lambda: table.online, "online with the right password")
            async with watching(free_port, "table", "right") as client:
                await until(client.statuses, "a status")

    with caplog.at_level(logging.WARNING):
        clock.run(main)
    mosquitto.kill()
    assert "Not authorized (mqtt.refused)" in caplog.records[0].getMessage()
    assert len(caplog.records) == 2
    assert "wrong" not in caplog.text


def test_a_password_file_that_cannot_be_read_is_named(mosquitto: Mosquitto, tmp_path: Path) -> None:
    async def main() -> None:
        settings = MqttSettings(port=mosquitto.port, username="table", password_file=tmp_path / "none")
        async with on_broker(mosquitto.port, settings=settings) as table:
            await until(lambda: table.health()["reason"] == "mqtt.secret", "the missing file noticed")
            assert str(tmp_path / "none") in table.health()["remedy"]

    clock.run(main)


def test_something_that_accepts_and_says_nothing_is_given_up_again_and_again() -> None:
    async def main() -> None:
        accepted = closed = 0

        async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal accepted, closed
            accepted += 1
            await reader.read()
            writer.close()
            await writer.wait_closed()
            closed += 1

        server = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
        # a wall second is a hundredth of a loop second here: limits of 5 s pass in 0.05 s
        table = LiveTable(MqttSettings(port=server.sockets[0].getsockname()[1]), loop_s=lambda wall_s: wall_s / 100)
        table.start()
        await until(lambda: table.health()["reason"] == "mqtt.silent", "the silence noticed")
        await until(lambda: accepted >= 3, "three attempts")
        await table.stop()
        assert not table.online
        server.close()
        await until(lambda: closed == accepted, "every connection of ours closed")

    clock.run(main)


def test_stop_does_not_wait_for_a_silent_broker() -> None:
    async def main() -> None:
        with socket.create_server(("127.0.0.1", 0)) as nobody_reads:
            table = LiveTable(MqttSettings(port=nobody_reads.getsockname()[1]))
            table.start()
            await asyncio.sleep(0.1)
            began_s = asyncio.get_running_loop().time()
            await table.stop()
            assert asyncio.get_running_loop().time() - began_s < 4.5  # the answer would be waited for 5 s

    clock.run(main)


@pytest.mark.parametrize("under_way", [False, True], ids=["idle", "stories under way"])
@pytest.mark.slow
def test_stop_does_not_wait_long_for_a_broker_that_froze(mosquitto: Mosquitto, under_way: bool) -> None:
    """Stopping takes two seconds in all, and the page and the readers want some of them."""

    async def main() -> None:
        mosquitto.start()
        table = LiveTable(MqttSettings(port=mosquitto.port))
        table.start()
        await until(lambda: table.online, "the table online")
        mosquitto.freeze()
        if under_way:
            play_a_hand(table)
            await asyncio.sleep(0.1)
        began_s = asyncio.get_running_loop().time()
        await table.stop()
        assert asyncio.get_running_loop().time() - began_s < 2.9  # 1.2 s for the farewell; a busy machine has its own ideas

    clock.run(main)


def test_more_events_than_fit_are_counted_and_told(mosquitto: Mosquitto, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        mosquitto.start()
        cable = Cable(mosquitto.port)
        await cable.join()
        await cable.cut()
        async with on_broker(cable.port, max_events=10) as table:
            play_a_hand(table)
            last = table.felt.turn.table.seq
            await until(lambda: table.health()["state"] == "failed", "the failure noticed")
            async with watching(mosquitto.port) as client:
                await cable.join()
                await until(client.statuses, "a status")
                assert client.seqs() == list(range(last - 9, last + 1))
                assert client.of("health/mqtt")[-1]["counters"]["events_dropped"] == last - 10
                assert client.of("state")[-1]["as_of_seq"] == last
        await cable.cut()

    with caplog.at_level(logging.WARNING):
        clock.run(main)
    assert len([record for record in caplog.records if "mqtt.outbox_full" in record.getMessage()]) == 1


@pytest.mark.slow
def test_a_second_controller_with_our_id_is_reported_and_not_fought(mosquitto: Mosquitto, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        mosquitto.start()
        settings = MqttSettings(port=mosquitto.port, client_id="one-for-both")
        pacing = Pacing(first_s=0.05, longest_s=0.3, taken_over_s=600.0)
        async with on_broker(mosquitto.port, settings=settings, pacing=pacing) as first:
            await until(lambda: first.online, "the first online")
            async with on_broker(mosquitto.port, settings=settings, pacing=pacing, boot_id="boot-2") as second:
                # nearly always the first one; the second when it is so slow that it is not there when looked for
                both = (first, second)

                def reports() -> list[LiveTable]:
                    return [table for table in both if table.health()["reason"] == "mqtt.duplicate_client"]

                await until(lambda: len(reports()) == 1 and any(table.online for table in both), "one to report, one to stay")
                assert "client_id" in reports()[0].health()["remedy"]
                sessions = [table.publisher.session.counters["sessions"] for table in both]
                await asyncio.sleep(2.0)  # a fight would go on: pauses are 0.05 s otherwise
                assert sessions == [table.publisher.session.counters["sessions"] for table in both]
                assert sum(sessions) <= 4
                assert sum(table.online for table in both) == 1

    with caplog.at_level(logging.WARNING):
        clock.run(main)
    assert len([record for record in caplog.records if "mqtt.duplicate_client" in record.getMessage()]) == 1


@pytest.mark.slow
def test_the_broker_is_taken_back_when_the_other_controller_left(mosquitto: Mosquitto) -> None:
    async def main() -> None:
        mosquitto.start()
        settings = MqttSettings(port=mosquitto.port, client_id="one-for-both")
        async with on_broker(mosquitto.port, settings=settings) as first:
            await until(lambda: first.online, "the first online")
            async with on_broker(mosquitto.port, settings=settings, boot_id="boot-2") as second:
                await until(lambda: first.health()["reason"] == "mqtt.duplicate_client" or second.health()["reason"], "one to report")
            await until(lambda: first.online, "the first online again")
            assert first.health()["state"] == "ok"

    clock.run(main)


def test_a_broker_that_kicks_us_at_once_is_not_stormed() -> None:
    """Signed in, then dropped: the pause grows, because no session was stable."""

    async def main() -> None:
        welcomed: list[float] = []
        kicked: list[bool] = []

        async def welcome_and_kick(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read(1_000)
            writer.write(b"\x20\x03\x00\x00\x00")  # CONNACK, success, no properties
            await writer.drain()
            welcomed.append(asyncio.get_running_loop().time())
            writer.close()
            await writer.wait_closed()
            kicked.append(True)

        server = await asyncio.start_server(welcome_and_kick, "127.0.0.1", 0)
        async with on_broker(server.sockets[0].getsockname()[1], pacing=Pacing(first_s=0.05, longest_s=30.0)) as table:
            await until(lambda: len(welcomed) >= 5, "five attempts")
            assert not table.online
            assert table.health()["reason"] == "mqtt.lost"
        server.close()
        await until(lambda: len(kicked) == len(welcomed), "every connection closed")
        pauses = [after - before for before, after in pairwise(welcomed)]
        # each pause is at least half of 0.05 s, 0.1 s, 0.2 s, 0.4 s
        assert all(pause >= least for pause, least in zip(pauses, (0.025, 0.05, 0.1, 0.2), strict=False))

    clock.run(main)


@pytest.mark.parametrize("speed", [0.5, 50.0])
def test_a_faster_table_does_not_hurry_its_broker(mosquitto: Mosquitto, speed: float) -> None:
    """Limits are wall seconds at any speed of the table: neither a quick nor a slow one times out."""

    async def main() -> None:
        mosquitto.start()
        table_clock = clock.Clock(asyncio.get_running_loop())
        async with on_broker(mosquitto.port, loop_s=table_clock.loop_s) as table:
            play_a_hand(table)
            began_s = time.monotonic()
            while table.publisher.session.backlog or not table.online:
                assert time.monotonic() - began_s < 30.0
                await asyncio.sleep(0.01 * speed)
            counters = table.publisher.session.counters
            assert (counters["sessions"], counters["events_dropped"]) == (1, 0)
            assert table.health()["state"] == "ok"

    clock.run(main, speed=speed)


def test_mosquitto_sub_shows_flags_and_no_hidden_card(mosquitto: Mosquitto) -> None:
    program = shutil.which("mosquitto_sub")
    assert program, "mosquitto_sub is not installed: apt-get install mosquitto-clients"

    async def main() -> None:
        mosquitto.start()
        sub = await asyncio.create_subprocess_exec(
            program, "-V", "mqttv5", "-p", str(mosquitto.port), "-F", "%t %r %p", "-t", "smarttable/#", stdout=subprocess.PIPE
        )
        assert sub.stdout is not None
        async with watching(mosquitto.port) as client:
            await client.client.publish("smarttable/ready", b"{}", qos=1, retain=True)
            assert (await sub.stdout.readline()).startswith(b"smarttable/ready")
            async with on_broker(mosquitto.port) as table:
                await until(lambda: table.online, "online")
                table.felt.seat(1, 3, 5)
                table.felt.deal(HOLES)
                table.felt.act("raise 300", "fold", "fold")
        lines: list[str] = []
        while not lines or not (lines[-1].startswith(f"{ROOT}status ") and '"stopped"' in lines[-1]):
            lines.append((await sub.stdout.readline()).decode())
        sub.terminate()
        await sub.wait()
        events = [json.loads(line.split(" ", 2)[2]) for line in lines if line.startswith(f"{ROOT}event ")]
        assert [story["seq"] for story in events] == list(range(1, table.felt.turn.table.seq + 1))
        for hidden in (card for cards in HOLES.values() for card in cards):
            assert not any(f'"{hidden}"' in line or f" {hidden}" in line for line in lines)

    clock.run(main)
