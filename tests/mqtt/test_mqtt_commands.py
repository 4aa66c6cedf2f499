"""Commands over real brokers: asked by anybody who may publish, answered to all and to the sender."""

from __future__ import annotations

import asyncio
import contextlib

import aiomqtt
import pytest
from brokers import Mosquitto, until, watching
from live import ROOT, LiveTable, on_broker
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from controller import clock
from controller.feed.desk import MAX_BODY_BYTES
from controller.feed.payloads import CommandAnswer
from controller.mqtt.settings import MqttSettings

SIT = {"id": "a1", "seat": 2, "name": "Ann", "stack": 500}


def test_a_command_is_done_and_answered_where_all_see_it_and_where_the_sender_asked(broker_port: int) -> None:
    async def main() -> None:
        async with watching(broker_port) as client, on_broker(broker_port) as table:
            await client.client.subscribe("replies/me", qos=1)
            await until(client.statuses, "a status")
            await client.command("sit", SIT, reply_to="replies/me", correlation=b"\x00\x2a")
            await until(lambda: client.of("cmd/sit/result") and client.of("replies/me"), "both answers")
            answer = CommandAnswer.model_validate(client.of("cmd/sit/result")[0])
            assert (answer.id, answer.verb, answer.ok, answer.rev) == ("a1", "sit", True, 1)
            mine = next(seen for seen in client.seen if seen.name == "replies/me")
            assert mine.json() == client.of("cmd/sit/result")[0]
            assert mine.properties.CorrelationData == b"\x00\x2a"
            assert (mine.properties.ContentType, mine.retained) == ("application/json", False)
            assert 0 < mine.properties.MessageExpiryInterval <= 60
            assert table.felt.state()["seats"][1]["name"] == "Ann"
            # the answer says what the state now is, and the state is there before it
            names = client.names()
            assert names.index("cmd/sit/result") > max(n for n, name in enumerate(names) if name == "state")

    clock.run(main)


def test_a_command_sent_twice_is_done_once_and_answered_twice(broker_port: int) -> None:
    async def main() -> None:
        async with watching(broker_port) as client, on_broker(broker_port) as table:
            await until(client.statuses, "a status")
            await client.command("sit", SIT)
            await client.command("sit", SIT)
            await until(lambda: len(client.of("cmd/sit/result")) == 2, "both answers")
            first, second = client.of("cmd/sit/result")
            assert first == second
            assert table.felt.turn.table.rev == 1

    clock.run(main)


def test_a_command_before_the_session_is_online_is_not_lost(broker_port: int) -> None:
    async def main() -> None:
        async with watching(broker_port) as client, on_broker(broker_port) as table:
            await until(lambda: client.of("info"), "the session begun")
            await client.command("sit", SIT)
            await until(lambda: client.of("cmd/sit/result"), "the answer")
            assert client.of("cmd/sit/result")[0]["ok"]
            assert table.felt.turn.table.rev == 1

    clock.run(main)


@pytest.mark.slow
def test_wrong_commands_are_answered_and_harm_nothing(broker_port: int) -> None:
    wrong: list[tuple[str, bytes, str]] = [
        ("sit", b"{", "cmd.bad_json"),
        ("sit", b"\xff" * 40, "cmd.bad_json"),
        ("sit", b" " * (MAX_BODY_BYTES + 1), "cmd.too_large"),
        ("sit", b'{"id": "a1", "seat": 99, "name": "Ann", "stack": 5}', "cmd.bad_argument"),
        ("riffle", b'{"id": "a2"}', "cmd.unknown_verb"),
        ("status", b'{"id": "a5"}', "cmd.unknown_verb"),
        ("rabbit", b'{"id": "a3"}', "cmd.not_yet"),
        ("act", b'{"id": "a4", "seat": 1, "do": "fold"}', "state.no_hand"),
    ]

    async def main() -> None:
        async with watching(broker_port) as client, on_broker(broker_port) as table:
            await until(client.statuses, "a status")
            for verb, body, code in wrong:
                client.seen.clear()
                await client.command(verb, body)
                await until(lambda verb=verb: client.of(f"cmd/{verb}/result"), f"the answer {code}")  # type: ignore[misc]  # the loop's verb
                assert client.of(f"cmd/{verb}/result")[0]["code"] == code
            assert table.felt.turn.table.rev == 0
            assert table.online

    clock.run(main)


def test_a_retained_command_is_refused_reported_and_cleared(mosquitto: Mosquitto) -> None:
    async def main() -> None:
        mosquitto.start()
        async with watching(mosquitto.port) as client:
            await client.command("sit", SIT, retain=True)  # waits for us like a trap
            async with on_broker(mosquitto.port) as table:
                await until(lambda: client.of("cmd/sit/result"), "the refusal")
                assert client.of("cmd/sit/result")[0]["code"] == "cmd.retained"
                await client.command("stand", {"id": "a2", "seat": 2}, retain=True)  # while we are there
                await until(lambda: client.of("cmd/stand/result"), "the second refusal")
                assert client.of("cmd/stand/result")[0]["code"] == "cmd.retained"
                assert table.felt.turn.table.rev == 0
                assert table.publisher.session.counters["retained_commands"] == 2
        async with watching(mosquitto.port) as later:
            await until(later.statuses, "the retained messages")
            assert not [name for name in later.names() if name.startswith("cmd/")]

    clock.run(main)


def test_a_retained_command_is_cleared_when_stories_were_queued_before_the_session(mosquitto: Mosquitto) -> None:
    async def main() -> None:
        mosquitto.start()
        async with watching(mosquitto.port) as client:
            await client.command("stand", {"id": "a2", "seat": 2}, retain=True)
            table = LiveTable(MqttSettings(port=mosquitto.port))
            table.felt.seat(1, 2, 3)  # told before there is a session: sent ahead of everything else
            table.start()
            await until(lambda: client.of("cmd/stand/result") and client.statuses(), "the refusal")
            await table.stop()
        async with watching(mosquitto.port) as later:
            await until(later.statuses, "the retained messages")
            assert not [name for name in later.names() if name.startswith("cmd/")]

    clock.run(main)


def test_a_command_left_retained_on_the_embedded_broker_is_refused_by_the_next_session(broker_port: int) -> None:
    async def main() -> None:
        async with watching(broker_port) as client:
            await client.command("sit", SIT, retain=True)
            async with on_broker(broker_port) as table:
                await until(lambda: client.of("cmd/sit/result"), "the refusal")
                assert client.of("cmd/sit/result")[0]["code"] == "cmd.retained"
                assert table.felt.turn.table.rev == 0

    clock.run(main)


def test_an_answer_cannot_be_aimed_at_the_table_s_own_topics(mosquitto: Mosquitto) -> None:
    async def main() -> None:
        mosquitto.start()
        async with watching(mosquitto.port) as client, on_broker(mosquitto.port):
            await until(client.statuses, "a status")
            for name in ("state", "cmd/sit", "event"):
                before = len(client.of(name))
                await client.command("shuffle", {"id": name.replace("/", "-")}, reply_to=ROOT + name)
                await until(
                    lambda n=name: (
                        client.of("cmd/shuffle/result")[-1:] and client.of("cmd/shuffle/result")[-1]["id"] == n.replace("/", "-")
                    ),
                    name,
                )  # type: ignore[misc]  # the loop's name
                assert len(client.of(name)) == before
            await asyncio.sleep(0)
            assert len(client.of("cmd/shuffle/result")) == 3

    clock.run(main)


def test_an_answer_cannot_be_aimed_at_another_table(mosquitto: Mosquitto) -> None:
    """The broker lets a table write below every table's root: its answer would be taken for that one's word."""

    async def main() -> None:
        mosquitto.start()
        async with watching(mosquitto.port) as client, on_broker(mosquitto.port):
            await until(client.statuses, "a status")
            await client.client.subscribe("replies/me", qos=1)
            for number, aim in enumerate(("smarttable/v1/table-9/state", "smarttable/v1/table-9/cmd/void_hand", "smarttable/v2/x/state")):
                await client.command("shuffle", {"id": str(number)}, reply_to=aim)
            await client.command("shuffle", {"id": "last"}, reply_to="replies/me")
            await until(lambda: client.of("replies/me"), "the answer asked for")
            assert len(client.of("cmd/shuffle/result")) == 4
            assert [name for name in client.names() if name.startswith("smarttable/")] == [], "of another table"

    clock.run(main)


@pytest.mark.parametrize(
    ("verb", "reply_to", "correlation"),
    [
        ("shuffle", "replies/#", b"1"),
        ("shuffle", "replies/+/me", b"1"),
        ("shuffle", "$SYS/broker", b"1"),
        ("shuffle", "r" * 300, b"1"),
        ("shuffle", "replies/me", b"1" * 60_000),
        ("v" * 60_000, "", b""),
    ],
    ids=["wildcard", "level", "broker's own", "long topic", "long correlation", "long verb"],
)
def test_no_sender_can_make_us_send_what_ends_our_session(broker_port: int, verb: str, reply_to: str, correlation: bytes) -> None:
    async def main() -> None:
        async with watching(broker_port) as client, on_broker(broker_port) as table:
            await until(client.statuses, "a status")
            async with watching(broker_port) as sender:  # the broker may send this one away
                with contextlib.suppress(aiomqtt.MqttError):
                    sender.client.timeout = 1.0
                    await sender.command(verb, {"id": "a1"}, reply_to=reply_to, correlation=correlation)
            await client.command("sit", SIT)
            await until(lambda: client.of("cmd/sit/result"), "the answer to the next command")
            assert table.publisher.session.counters["sessions"] == 1
            assert client.statuses() == ["online"]

    clock.run(main)


def test_a_command_that_expired_on_the_way_is_not_done(broker_port: int) -> None:
    async def main() -> None:
        async with watching(broker_port) as client, on_broker(broker_port) as table:
            await until(client.statuses, "a status")
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]  # paho leaves it untyped
            properties.MessageExpiryInterval = 60
            body = b'{"id": "a1", "seat": 2, "name": "Ann", "stack": 500, "issued_at": "2025-12-31T23:59:49.000Z"}'
            await client.client.publish(f"{ROOT}cmd/sit", body, qos=1, properties=properties)
            await until(lambda: client.of("cmd/sit/result"), "the answer")
            assert client.of("cmd/sit/result")[0]["code"] == "cmd.expired"
            assert table.felt.turn.table.rev == 0

    clock.run(main)
