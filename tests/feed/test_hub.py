"""The hub: what is told, to whom, in which order, and what is not."""

from __future__ import annotations

import asyncio
import json

import pytest
from felt import INFO, Felt

from controller import clock
from controller.feed.hub import FeedHub
from controller.feed.subscription import FeedMessage, Subscription
from controller.game.zones import BOARD, HOLE


def names(messages: list[FeedMessage]) -> list[str]:
    return [message.name for message in messages]


def three_handed() -> Felt:
    felt = Felt()
    felt.seat(1, 3, 5)
    felt.told.clear()
    return felt


def test_a_turn_tells_its_stories_then_the_state_then_the_seats_that_changed() -> None:
    felt = three_handed()
    felt.do("new_hand")
    felt.told.clear()
    felt.do("post")
    # small blind, big blind; then who is to act (1) and who posted (3, 5)
    assert names(felt.told) == ["event", "event", "state", "seat/1", "seat/3", "seat/5"]
    assert [message.retained for message in felt.told] == [False, False, True, True, True, True]
    assert {message.seq for message in felt.told[2:]} == {felt.told[1].seq}


def test_a_turn_that_changes_nothing_tells_nothing() -> None:
    felt = three_handed()
    assert not felt.ask("act", seat=1, do="check").ok
    felt.hub.update(felt.turn.table, ())
    assert felt.told == []


def test_seq_has_no_gap_and_everything_says_as_of_which() -> None:
    felt = three_handed()
    felt.deal({3: ("As", "Ad"), 5: ("Kc", "Kd"), 1: ("2c", "7d")})
    seqs = [message.seq for message in felt.told if message.name == "event"]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    last = 0
    for message in felt.told:
        body = json.loads(message.body)
        if message.name == "event":
            last = body["seq"]
        else:
            assert body["as_of_seq"] == last == message.seq


def test_the_snapshot_holds_what_was_last_told_in_the_order_of_a_session() -> None:
    felt = three_handed()
    felt.hub.set_info(**INFO)
    felt.hub.part_health("mqtt", "ok")
    felt.hub.part_health("hf0", "ok")
    felt.deal({3: ("As", "Ad"), 5: ("Kc", "Kd"), 1: ("2c", "7d")})
    snapshot = felt.hub.snapshot()
    assert names(list(snapshot)) == ["info", "health/hf0", "health/mqtt", "state", *(f"seat/{n}" for n in range(1, 7)), "status"]
    assert all(message.retained for message in snapshot)
    stamps = {"utc", "table_ms", "as_of_seq", "rev", "hand"}
    told = {message.name: json.loads(message.body) for message in felt.told}
    for message in snapshot:
        now, last = json.loads(message.body), told.get(message.name)
        if last is not None:
            assert {field: now[field] for field in now.keys() - stamps} == {field: last[field] for field in last.keys() - stamps}


def test_info_and_health_are_told_on_change_only() -> None:
    felt = three_handed()
    felt.hub.set_info(**INFO)
    felt.hub.set_info(**INFO)
    assert names(felt.told) == ["info"]
    felt.told.clear()
    felt.hub.part_health("hf1", "ok", counters={"frames": 1})
    felt.hub.part_health("hf1", "ok", counters={"frames": 2})
    assert names(felt.told) == ["health/hf1"]
    assert felt.snapshot("health/hf1")["counters"] == {"frames": 2}
    felt.hub.part_health("hf1", "failed", "rfid.no_answer", "look at its cable")
    assert felt.bodies("health/hf1")[-1]["remedy"] == "look at its cable"
    assert felt.state()["quality"]["parts_down"] == ["hf1"]
    assert names(felt.told) == ["health/hf1", "health/hf1", "state"]


def test_since_moves_with_the_state_and_not_with_the_counters() -> None:
    felt = three_handed()
    felt.hub.part_health("hf1", "ok")
    since = felt.snapshot("health/hf1")["since_utc"]
    felt.clock.at_ns += 5_000_000_000
    felt.hub.part_health("hf1", "ok", counters={"frames": 2})
    assert felt.snapshot("health/hf1")["since_utc"] == since
    felt.hub.part_health("hf1", "failed", "rfid.no_answer")
    assert felt.snapshot("health/hf1")["since_utc"] > since


def test_the_capability_follows_the_readers() -> None:
    felt = three_handed()
    assert felt.snapshot("status")["capability"] == "by_hand"
    felt.hub.part_health("hf0", "ok")
    assert names(felt.told) == ["health/hf0", "state", "status"]
    assert felt.snapshot("status")["capability"] == felt.state()["quality"]["capability"] == "cards"
    felt.hub.part_health("hf0", "degraded", "rfid.timeouts")
    assert felt.snapshot("status")["capability"] == "cards"
    felt.hub.part_health("hf0", "failed", "rfid.no_answer")
    assert felt.snapshot("status")["capability"] == "by_hand"


def test_a_question_is_open_with_what_to_do_until_it_is_settled() -> None:
    felt = three_handed()
    felt.do("new_hand")
    felt.do("post")
    felt.contradict("rfid.two_places", HOLE[3], HOLE[4])
    felt.contradict("rfid.two_places", HOLE[3], HOLE[4])
    felt.contradict("rfid.unknown_tag", BOARD)
    asked = felt.state()["quality"]["discrepancies"]
    assert [(one["code"], one["zones"]) for one in asked] == [("rfid.two_places", [HOLE[3], HOLE[4]]), ("rfid.unknown_tag", [BOARD])]
    assert asked[0]["question"].endswith("see which place holds it and move it clear of the other (seat 3, seat 4).")
    felt.do("void_hand")
    felt.do("new_hand")
    assert felt.state()["quality"]["discrepancies"] == asked, "what lies there lies there in the next hand too"
    felt.settle("rfid.two_places", HOLE[3], HOLE[4])
    felt.settle("rfid.two_places", HOLE[3], HOLE[4])
    assert felt.state()["quality"]["discrepancies"] == asked[1:]
    assert felt.stories()[-1] == "What was asked about seat 3, seat 4 is settled."
    assert felt.stories().count(felt.stories()[-1]) == 1


def test_metrics_are_the_heartbeat() -> None:
    felt = three_handed()
    felt.hub.part_health("hf0", "ok")
    felt.told.clear()
    felt.clock.at_ns = 65_000_000_000
    felt.hub.metrics(events=40, readings=900, loop_lag_ms=1, outbox=2, counters={"hf0": {"frames": 9}})
    assert names(felt.told) == ["metrics"]
    body = felt.bodies("metrics")[0]
    assert (body["uptime_s"], body["events"], body["outbox"], body["parts"]) == (65, 40, 2, {"hf0": {"frames": 9}})
    assert not felt.told[0].retained
    assert felt.snapshot("health/hf0")["counters"] == {"frames": 9}


def test_a_status_that_is_not_yet_true_is_not_in_the_snapshot() -> None:
    felt = three_handed()
    will = json.loads(felt.hub.status_message("lost", 4).body)
    assert (will["state"], will["session"]) == ("lost", 4)
    assert felt.snapshot("status")["state"] == "online"
    felt.hub.set_status("stopped")
    assert felt.bodies("status")[-1]["state"] == "stopped"


# -- subscriptions ---------------------------------------------------------------------------------


async def rest(subscription: Subscription) -> list[FeedMessage]:
    messages: list[FeedMessage] = []
    while (message := await subscription.next_within(0.0)) is not None:
        messages.append(message)
    return messages


def test_a_subscriber_gets_every_message_from_then_on() -> None:
    async def main() -> None:
        felt = three_handed()
        felt.do("new_hand")
        felt.told.clear()
        subscription = felt.hub.subscribe()
        felt.do("post")
        felt.hub.close()
        assert await rest(subscription) == felt.told
        assert not subscription.lagged

    clock.run(main, speed=None)


def test_a_subscriber_that_lags_is_closed_and_told_so_and_nobody_else_is() -> None:
    async def main() -> None:
        felt = three_handed()
        hub = FeedHub(felt.clock, "boot-2", felt.turn.table, max_behind=5)
        slow, quick = hub.subscribe(), hub.subscribe()
        read: list[FeedMessage] = []
        for n in range(20):
            hub.metrics(events=n, readings=0, loop_lag_ms=0, outbox=0, counters={})
            message = await quick.next_within(0.0)
            assert message is not None
            read.append(message)
        assert [json.loads(message.body)["events"] for message in read] == list(range(20))
        assert len(await rest(slow)) == 5
        assert (slow.lagged, quick.lagged) == (True, False)
        assert await slow.next_within(0.0) is None

    clock.run(main, speed=None)


def test_a_closed_subscription_ends_and_hears_nothing_more() -> None:
    async def main() -> None:
        felt = three_handed()
        subscription = felt.hub.subscribe()
        felt.do("new_hand")
        subscription.close()
        felt.do("post")
        assert await rest(subscription) == []
        assert not subscription.lagged

    clock.run(main, speed=None)


def test_the_next_message_is_waited_for_no_longer_than_said_and_none_is_lost() -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        felt = three_handed()
        felt.told.clear()
        subscription = felt.hub.subscribe()
        for within_s in (0.0, 2.5):
            began_s = loop.time()
            with pytest.raises(TimeoutError):
                await subscription.next_within(within_s)
            assert loop.time() - began_s == within_s
        loop.call_later(1.0, felt.do, "new_hand")
        assert await subscription.next_within(2.5) == felt.told[0]
        felt.do("post")
        felt.hub.close()
        assert [await subscription.next_within(0.0) for _ in felt.told[1:]] == felt.told[1:]
        assert await subscription.next_within(0.0) is None
        assert await subscription.next_within(0.0) is None

    clock.run(main, speed=None)


def test_who_reads_what_he_is_behind_with_lets_others_have_their_turn() -> None:
    async def main() -> None:
        felt = three_handed()
        behind, quick = felt.hub.subscribe(), felt.hub.subscribe()
        felt.do("new_hand")
        turns: list[str] = []

        async def reads(who: str, subscription: Subscription) -> None:
            for _ in range(3):
                await subscription.next_within(1.0)
                turns.append(who)

        await asyncio.gather(reads("a", behind), reads("b", quick))
        assert turns == ["a", "b"] * 3

    clock.run(main, speed=None)
