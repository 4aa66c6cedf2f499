"""Rulings and announcements on real brokers: topics of their own, one sequence with the events, while the broker is away too."""

from __future__ import annotations

from brokers import Mosquitto, until, watching
from live import LiveTable, Watcher, on_broker

from controller import clock
from controller.contract.checker import Checker
from controller.events import Tick
from controller.mqtt.topics import STORIES


def play(table: LiveTable) -> None:
    """A count, a clock that runs out, and two decisions about that."""
    felt = table.felt
    felt.seat(1, 3, 5)
    felt.do("new_hand")
    felt.do("post")
    felt.do("request", seat=3, what="stack", of=5)
    felt.do("clock", seat=felt.state()["to_act"], seconds=30)
    for due_s in (20, 30):
        felt.take(Tick("clock", felt.clock.at_ns + due_s * 1_000_000_000))
    felt.do("floor_rule", ruling="h1-r1", decision="override", reason="he had said call")


def stories(client: Watcher) -> list[tuple[str, int]]:
    return [(seen.name, seen.json()["seq"]) for seen in client.seen if seen.name in STORIES]


def test_a_ruling_and_its_decision_are_told_between_the_events(broker_port: int) -> None:
    async def main() -> None:
        async with watching(broker_port) as client, on_broker(broker_port) as table:
            await until(client.statuses, "a status")
            play(table)
            last = table.felt.turn.table.seq
            await until(lambda: client.of("state")[-1]["as_of_seq"] == last, "the last state")
            told = [(message.name, message.seq) for message in table.felt.told if message.name in STORIES]
            assert stories(client) == told
            assert [seq for _, seq in told] == list(range(1, last + 1))
            assert [body["status"] for body in client.of("ruling")] == ["in_force", "overridden"]
            assert [body["about"] for body in client.of("announcement")] == ["stack", "clock"]
            for name, expiry_s in (("ruling", 300), ("announcement", 60)):
                seen = next(one for one in client.seen if one.name == name)
                assert (seen.qos, seen.retained) == (1, False)
                assert 0 < seen.properties.MessageExpiryInterval <= expiry_s
            assert client.of("state")[-1]["rulings"][0]["status"] == "overridden"
            checker = Checker()
            checker.joined()
            for one in client.seen:
                checker.hear(one.name, one.body, one.retained, 1.0)
            assert checker.broken == []

    clock.run(main)


def test_what_was_ruled_while_the_broker_was_away_comes_in_order(mosquitto: Mosquitto) -> None:
    async def main() -> None:
        async with on_broker(mosquitto.port) as table:
            play(table)
            mosquitto.start()
            async with watching(mosquitto.port) as client:
                await until(lambda: "online" in client.statuses(), "a status")
                told = [(message.name, message.seq) for message in table.felt.told if message.name in STORIES]
                heard = stories(client)
                assert heard == told[len(told) - len(heard) :], "in order, up to the last; what went out before we came is gone"
                play_on = table.felt.turn.table.seq
                table.felt.do("request", seat=1, what="stack", of=5)
                await until(lambda: ("announcement", play_on + 1) in stories(client), "the next one")

    clock.run(main)


def test_a_panel_decides_over_the_broker(broker_port: int) -> None:
    async def main() -> None:
        async with watching(broker_port) as client, on_broker(broker_port) as table:
            await until(client.statuses, "a status")
            play(table)
            await client.command("floor_rule", {"id": "f1", "ruling": "h1-r1", "decision": "reopen"})
            await until(lambda: client.of("cmd/floor_rule/result"), "its answer")
            assert client.of("cmd/floor_rule/result")[0]["ok"] is True
            await until(lambda: client.of("ruling")[-1]["status"] == "reopened", "the ruling as it stands")
            await client.command("ack", {"id": "a1", "announcement": "h1-a1"})
            await until(lambda: client.of("announcement")[-1]["acknowledged"], "what was said")

    clock.run(main)
