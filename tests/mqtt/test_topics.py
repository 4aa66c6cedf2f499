"""The topic table, and what is written and sent by it."""

from __future__ import annotations

from pathlib import Path

import pytest
from felt import INFO, Felt
from pydantic import ValidationError

from controller.events import Tick
from controller.feed.commands import NOT_YET, VERBS
from controller.mqtt.connection import REMEDIES
from controller.mqtt.pacing import BackOff, Pacing
from controller.mqtt.publisher import MqttPublisher
from controller.mqtt.settings import MqttSettings
from controller.mqtt.topics import TOPICS, markdown, topic_of

PAGE = Path(__file__).parents[2] / "docs" / "mqtt.md"


def test_the_user_page_shows_the_topic_table() -> None:
    assert markdown() in PAGE.read_text(encoding="utf-8"), "docs/mqtt.md: put the output of controller.mqtt.topics.markdown() there"


def test_the_user_page_names_every_verb() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [verb for verb in (*VERBS, *NOT_YET) if f"`{verb}`" not in text] == []


def test_the_user_page_names_every_reason_and_its_remedy() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [code for code, remedy in REMEDIES.items() if f"`{code}`" not in text or remedy not in text] == []


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("status", "status"),
        ("seat/3", "seat/<n>"),
        ("health/hf0", "health/<part>"),
        ("cmd/act", "cmd/<verb>"),
        ("cmd/act/result", "cmd/<verb>/result"),
        ("cmd//result", "cmd/<verb>/result"),
    ],
)
def test_a_topic_finds_its_row(name: str, row: str) -> None:
    assert topic_of(name).name == row


def test_commands_and_stories_are_never_retained_and_all_else_that_is_kept_is() -> None:
    assert {topic.name for topic in TOPICS if topic.retain} == {"status", "info", "state", "seat/<n>", "health/<part>"}
    assert all((topic.expiry_s is None) == topic.retain for topic in TOPICS)
    assert all((topic.when_offline == "last") == topic.retain for topic in TOPICS)


def test_every_message_of_the_feed_has_its_topic_with_its_retain_flag() -> None:
    felt = Felt()
    felt.hub.set_info(**INFO)
    felt.hub.part_health("hf0", "ok")
    felt.seat(1, 3)
    felt.do("new_hand")
    felt.do("post")
    felt.do("request", seat=1, what="stack", of=3)
    felt.do("clock", seat=felt.state()["to_act"], seconds=30)
    felt.take(Tick("clock", felt.clock.at_ns + 30_000_000_000))
    felt.hub.metrics(events=0, readings=0, loop_lag_ms=0, outbox=0, counters={})
    messages = [*felt.told, *felt.hub.snapshot()]
    assert {topic_of(message.name).name for message in messages} == {topic.name for topic in TOPICS if not topic.name.startswith("cmd/")}
    for message in messages:
        row = topic_of(message.name)
        assert (message.retained, row.model is not None) == (row.retain, True)
        assert row.model is not None
        row.model.model_validate_json(message.body)


def test_will_birth_and_farewell_are_the_same_topic_kept_the_same_way() -> None:
    felt = Felt()
    publisher = MqttPublisher(MqttSettings(), "t1", felt.hub, felt.desk)
    three = [publisher.will(4), publisher.birth(4)[-1], publisher.farewell(4)]
    assert {(said.topic, said.retain, said.row.qos) for said in three} == {("smarttable/v1/t1/status", True, 1)}
    assert [f'"state":"{state}"'.encode() in said.body for state, said in zip(("lost", "online", "stopped"), three, strict=True)] == [
        True
    ] * 3
    assert all(b'"session":4' in said.body for said in three)


SAFE: list[dict[str, object]] = [
    {},
    {"host": "localhost"},
    {"host": "127.0.0.9"},
    {"host": "::1"},
    {"host": "broker.example", "tls": True, "username": "table"},
    {"host": "10.0.0.1", "username": "table", "allow_plaintext_off_loopback": True},
    {"host": "10.0.0.1", "tls": True, "allow_anonymous_off_loopback": True},
]
UNSAFE: list[tuple[dict[str, object], str]] = [
    ({"host": "10.0.0.1"}, "allow_plaintext_off_loopback"),
    ({"host": "broker.example", "username": "table"}, "tls = true"),
    ({"host": "127.0.0.1.example", "tls": True}, "allow_anonymous_off_loopback"),
    ({"host": "0.0.0.0", "tls": True}, "username"),  # noqa: S104  # it must be refused
    ({"host": "10.0.0.1", "allow_anonymous_off_loopback": True}, "plain text"),
    ({"hots": "127.0.0.1"}, "hots"),
    ({"port": 0}, "port"),
    ({"client_id": "a b"}, "client_id"),
]


@pytest.mark.parametrize("settings", SAFE)
def test_safe_brokers_are_accepted(settings: dict[str, object]) -> None:
    assert MqttSettings.model_validate(settings)


@pytest.mark.parametrize(("settings", "named"), UNSAFE)
def test_unsafe_brokers_are_refused_and_the_message_says_how_to_allow_them(settings: dict[str, object], named: str) -> None:
    with pytest.raises(ValidationError, match=named):
        MqttSettings.model_validate(settings)


def test_pauses_grow_to_their_limit_and_shrink_after_a_stable_session_only() -> None:
    back_off = BackOff(Pacing(first_s=1.0, longest_s=5.0, stable_s=30.0), draw=lambda: 1.0)
    assert [back_off.after("mqtt.lost", online_s) for online_s in (0.0, 29.0, 0.0, 0.0, 0.0)] == [1.0, 2.0, 4.0, 5.0, 5.0]
    assert [back_off.after("mqtt.lost", online_s) for online_s in (30.0, 0.0)] == [1.0, 2.0]


def test_pauses_are_drawn_so_that_two_tables_do_not_come_back_together() -> None:
    assert BackOff(Pacing(first_s=1.0), draw=lambda: 0.0).after("mqtt.lost", 0.0) == 0.5


def test_whoever_took_our_session_is_left_the_broker_for_long() -> None:
    back_off = BackOff(Pacing(first_s=1.0, taken_over_s=300.0), draw=lambda: 1.0)
    assert [back_off.after("mqtt.duplicate_client", 0.0) for _ in range(5)] == [300.0, 600.0, 1200.0, 1800.0, 1800.0]
