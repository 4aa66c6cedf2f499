"""Rulings and what is decided about them over a restart: the same table, the same messages, word for word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from kept_felt import KeptFelt, place_in

from controller.archive import JournalArchive
from controller.clock import run
from controller.events import Tick
from controller.feed.payloads import AnnouncementStory, RulingStory
from controller.hand_timeline import timeline
from controller.journal_commands import open_journal
from controller.mqtt.topics import STORIES
from controller.rules.house import House


def ruled(felt: KeptFelt) -> None:
    """A hand in which the clock ran out on the first player, and the floor gave him his turn back."""
    felt.seat(1, 2, 3)
    felt.do("new_hand")
    felt.do("post")
    felt.do("clock", seat=1, seconds=30)
    for due_s in (20, 30):
        felt.take(Tick("clock", felt.clock.at_ns + due_s * 1_000_000_000))
    felt.do("floor_rule", ruling="h1-r1", decision="override", reason="he had said call")


def test_what_no_broker_took_is_told_again_on_its_topic(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    felt.turn.told_by = lambda: 0
    ruled(felt)
    told = [(message.name, message.seq, message.body) for message in felt.told if message.name in STORIES]
    felt.cut()
    again = KeptFelt(place_in(tmp_path), boot_id="b2")
    assert [(message.name, message.seq, message.body) for message in again.told if message.name in STORIES] == told
    assert {name for name, _, _ in told} == set(STORIES)
    assert again.state()["rulings"] == felt.state()["rulings"]
    assert again.turn.table == felt.turn.table


def test_it_is_decided_on_after_a_restart(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    ruled(felt)
    felt.cut()
    again = KeptFelt(place_in(tmp_path), boot_id="b2")
    again.do("floor_rule", ruling="h1-r1", decision="reopen")
    again.do("floor_rule", ruling="h1-r1", decision="confirm")
    assert again.state()["seats"][0]["state"] == "folded"
    again.cut()
    third = KeptFelt(place_in(tmp_path), boot_id="b3")
    assert third.turn.table == again.turn.table
    assert third.turn._log.entries == again.turn._log.entries
    answer = third.desk.submit("correct", {"id": "k1", "seq": third.turn.table.seq - 1, "change": {"remove": True}}, "floor")
    assert answer.ok, answer
    assert third.state()["to_act"] == 1


def test_the_hands_record_has_the_ruling_and_each_decision(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    ruled(felt)
    with open_journal(place_in(tmp_path)) as (_, reader):
        lines = list(timeline(reader, House(seats=6), 1))
    assert any("floor: floor_rule h1-r1 override: he had said call" in line for line in lines)
    assert any("The time of seat 1 is up" in line and "cooke.10.03.a" in line for line in lines)
    assert any("[h1-r1 overridden: he had said call]" in line for line in lines)
    archive = JournalArchive(place_in(tmp_path), House(seats=6))
    hand = run(lambda: archive.hand(1))
    archive.close()
    assert hand is not None
    told = [story for entry in hand.timeline for story in entry.told]
    assert [one.status for one in told if isinstance(one, RulingStory)] == ["in_force", "overridden"]
    assert [one.about for one in told if isinstance(one, AnnouncementStory)] == ["clock"]
    decision = next(entry for entry in hand.timeline if entry.verb == "floor_rule")
    assert json.loads(decision.model_dump_json())["told"][-1]["reason"] == "he had said call"


@pytest.mark.parametrize("after", [0, 8])
def test_events_of_the_archive_are_those_that_were_told(tmp_path: Path, after: int) -> None:
    felt = KeptFelt(place_in(tmp_path))
    ruled(felt)
    archive = JournalArchive(place_in(tmp_path), House(seats=6))
    found = run(lambda: archive.events(after, 100))
    archive.close()
    told = [(message.name, message.seq, message.body) for message in felt.told if message.name in STORIES and message.seq > after]
    assert [(one.name, one.seq, one.body) for one in found.events] == told
