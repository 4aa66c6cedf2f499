"""What a broker can do to a table: be slow, forget everything, be away for a hundred thousand events."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path

import msgspec
import pytest
from brokers import until, watching
from felt import INFO, Felt
from live import QUICK, ROOT, LiveTable, on_broker
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from slow import SlowCable, resident_bytes, started

from controller import clock
from controller.contract.listen import Broker, Listener
from controller.effects import Tell
from controller.feed.hub import FeedHub
from controller.mqtt.publisher import MqttPublisher
from controller.mqtt.settings import MqttSettings

HOLES = {3: ("As", "Ad"), 5: ("Kc", "Kd"), 1: ("2c", "7d")}
BOTH = pytest.mark.parametrize("kind", ["embedded", "mosquitto"])


def play_a_hand(table: LiveTable) -> None:
    table.felt.seat(1, 3, 5)
    table.felt.play_checked_down(HOLES, ("Ah", "Td", "9c", "3c", "2h"), ("4c", "4d", "4h"))


# -- slow ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_slow_broker_is_waited_for_and_hears_everything_once(broker_port: int) -> None:
    """1 kB in a twentieth of a second: a hand takes seconds to be told, the table plays on meanwhile."""

    async def main() -> None:
        cable = SlowCable(broker_port, piece=1_000, pause_s=0.05)
        await cable.join()
        async with watching(broker_port) as client, on_broker(cable.port) as table:
            await until(lambda: table.online, "online")
            play_a_hand(table)
            last = table.felt.turn.table.seq
            assert table.publisher.session.backlog > last, "the table is far ahead of its broker"
            assert table.felt.state()["as_of_seq"] == last
            await until(lambda: last in client.seqs() and client.of("state")[-1]["as_of_seq"] == last, "the last story and its state")
            assert client.seqs() == list(range(1, last + 1))
            # what was overtaken while it waited is not told any more
            assert len(client.of("state")) < len(table.felt.bodies("state")) / 2
            assert client.statuses() == ["online"]
            assert table.publisher.session.counters["sessions"] == 1
        await cable.cut()

    clock.run(main)


@pytest.mark.slow
def test_a_broker_that_falls_silent_in_mid_hand_is_left_and_found_again(broker_port: int, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        cable = SlowCable(broker_port)
        await cable.join()
        listener = Listener(Broker("127.0.0.1", broker_port))
        listening = asyncio.ensure_future(listener.run(600.0))
        await until(lambda: listener.is_there, "the listener")
        async with on_broker(cable.port) as table:
            await until(lambda: table.online, "online")
            table.felt.seat(1, 3, 5)
            table.felt.deal(HOLES)
            await until(lambda: not table.publisher.session.backlog, "the deal told")
            cable.hold()
            table.felt.act("call", "call", "check")
            await until(lambda: table.health()["state"] == "failed", "the silence noticed")
            assert table.health()["reason"] in {"mqtt.lost", "mqtt.silent"}
            table.felt.board("4c", "Ah", "Td", "9c")
            cable.release()
            await until(lambda: table.online, "online again")
            last = table.felt.turn.table.seq
            await until(lambda: not table.publisher.session.backlog, "all of it told")
            async with watching(broker_port) as later:
                await until(later.statuses, "what stands")
                assert later.of("state")[-1]["as_of_seq"] == last
                assert later.statuses() == ["online"]
        listener.stop()
        await listening
        await cable.cut()
        assert listener.tables["t1"].broken == []

    with caplog.at_level(logging.WARNING):
        clock.run(main)
    assert len([record for record in caplog.records if "is back" in record.getMessage()]) == 1
    assert len(caplog.records) == 2, "one line down, one line up"


# -- forgetful -------------------------------------------------------------------------------------


@BOTH
@pytest.mark.slow
def test_a_broker_that_forgot_everything_is_told_everything_again(kind: str, tmp_path: Path, free_port: int) -> None:
    async def main() -> None:
        async with started(kind, tmp_path, free_port) as broker, on_broker(free_port) as table:
            await until(lambda: table.online, "online")
            play_a_hand(table)
            table.felt.hub.part_health("hf0", "ok")
            await until(lambda: not table.publisher.session.backlog, "all of it told")
            await broker.stop()
            await until(lambda: not table.online, "the loss noticed")
            await broker.start()
            await until(lambda: table.online and not table.publisher.session.backlog, "online again")
            async with watching(free_port) as later:
                kept = {"info", "health/hf0", "health/mqtt", "state", *(f"seat/{n}" for n in range(1, 7)), "status"}
                await until(lambda: set(later.names()) >= kept, "everything kept")
                assert set(later.names()) == kept
                assert all(seen.retained for seen in later.seen)
                assert later.of("state")[0]["as_of_seq"] == table.felt.turn.table.seq
                assert later.of("status")[0]["session"] > 1

    clock.run(main)


# -- away ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_hundred_thousand_events_while_no_broker_is_there_cost_bounded_memory_and_end_in_the_truth(
    tmp_path: Path, free_port: int, caplog: pytest.LogCaptureFixture
) -> None:
    many, batch, most = 100_000, 1_000, 2_000  # the usual MAX_EVENTS would only be longer under way to the broker
    felt = Felt()
    felt.seat(1, 3, 5)

    async def main() -> None:
        hub = FeedHub(felt.clock, "boot-1", felt.turn.table, card_parts=("hf0",))
        hub.set_info(**INFO)
        publisher = MqttPublisher(MqttSettings(port=free_port), "t1", hub, felt.desk, pacing=QUICK, max_events=most)
        first = felt.turn.table.seq + 1
        sizes = []
        for begin in range(first, first + many, batch):
            tells = [Tell(seq, "bought_in", 0, seq, seq + 1, seat=3, amount_chips=1) for seq in range(begin, begin + batch)]
            hub.update(msgspec.structs.replace(felt.turn.table, seq=begin + batch - 1, rev=begin + batch), tells)
            sizes.append(resident_bytes())
            assert publisher.session.backlog < most + 20
        grown = sizes[-1] - sizes[2 * most // batch]
        assert grown < 20_000_000, "once full it does not grow: what was dropped would take several times as much"
        last = first + many - 1
        async with started("mosquitto", tmp_path, free_port), watching(free_port) as client:
            running = asyncio.ensure_future(publisher.run())  # not before the client listens: events are not retained
            await until(client.statuses, "online")
            assert client.seqs() == list(range(last - most + 1, last + 1))
            assert client.of("state")[-1]["as_of_seq"] == last
            assert client.of("state")[-1]["rev"] == last + 1
            assert client.of("health/mqtt")[-1]["counters"]["events_dropped"] == many - most
            publisher.stop()
            await running

    with caplog.at_level(logging.WARNING):
        clock.run(main)
    assert len([record for record in caplog.records if "mqtt.outbox_full" in record.getMessage()]) == 1


# -- commands --------------------------------------------------------------------------------------

SIT = {"id": "a1", "seat": 2, "name": "Ann", "stack": 500}


def test_a_command_for_another_rev_is_refused_with_the_present_one(broker_port: int) -> None:
    async def main() -> None:
        async with watching(broker_port) as client, on_broker(broker_port) as table:
            await until(client.statuses, "a status")
            table.felt.seat(4, 5)
            await client.command("sit", {**SIT, "expect_rev": 1})
            await until(lambda: client.of("cmd/sit/result"), "the answer")
            refused = client.of("cmd/sit/result")[0]
            assert (refused["ok"], refused["code"], refused["rev"]) == (False, "state.moved_on", 2)
            assert table.felt.state()["seats"][1]["name"] is None
            await client.command("sit", {**SIT, "id": "a2", "expect_rev": refused["rev"]})
            await until(lambda: len(client.of("cmd/sit/result")) == 2, "the second answer")
            assert client.of("cmd/sit/result")[1]["ok"]
            assert table.felt.state()["seats"][1]["name"] == "Ann"

    clock.run(main)


def test_a_command_issued_long_ago_is_not_done(broker_port: int) -> None:
    async def main() -> None:
        async with watching(broker_port) as client, on_broker(broker_port) as table:
            await until(client.statuses, "a status")
            await client.command("sit", {**SIT, "issued_at": "2025-12-31T23:59:49.000Z"})
            await until(lambda: client.of("cmd/sit/result"), "the answer")
            assert client.of("cmd/sit/result")[0]["code"] == "cmd.expired"
            assert table.felt.turn.table.rev == 0

    clock.run(main)


@pytest.mark.slow
def test_a_command_given_while_the_table_was_away_is_not_done_when_it_is_back(broker_port: int) -> None:
    """A dealer pressed `fold`, nothing happened, and he said it aloud: it must not come a minute later."""

    async def main() -> None:
        cable = SlowCable(broker_port)
        await cable.join()
        async with watching(broker_port) as client, on_broker(cable.port) as table:
            await until(lambda: table.online, "online")
            await cable.cut()
            await until(lambda: not table.online, "the loss noticed")
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]  # paho leaves it untyped
            properties.MessageExpiryInterval = 10
            await client.client.publish(f"{ROOT}cmd/sit", json.dumps(SIT), qos=1, properties=properties)
            await cable.join()
            await until(lambda: table.online, "online again")
            await client.command("sit", {**SIT, "id": "a2", "seat": 3})  # answered after whatever came before it
            await until(lambda: client.of("cmd/sit/result"), "an answer")
            assert [answer["id"] for answer in client.of("cmd/sit/result")] == ["a2"]
            assert table.felt.state()["seats"][1]["name"] is None
        await cable.cut()

    clock.run(main)


# -- another controller ----------------------------------------------------------------------------


@pytest.mark.slow
def test_of_two_controllers_with_one_id_one_stays_on_the_embedded_broker_too(tmp_path: Path, free_port: int) -> None:
    settings = MqttSettings(port=free_port, client_id="one-for-both")

    async def main() -> None:
        async with started("embedded", tmp_path, free_port), on_broker(free_port, settings=settings) as first:
            await until(lambda: first.online, "the first online")
            async with on_broker(free_port, settings=settings, boot_id="boot-2") as second:
                both = (first, second)
                await until(
                    lambda: any(table.health()["reason"] == "mqtt.duplicate_client" for table in both) and any(t.online for t in both),
                    "one to report, one to stay",
                )
                told = next(table for table in both if table.health()["reason"] == "mqtt.duplicate_client")
                assert "client_id" in told.health()["remedy"]

    clock.run(main)
