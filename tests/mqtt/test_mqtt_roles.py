"""In which role a command of the broker is done: a message does not say who sent it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from felt import Felt

from controller import config
from controller.feed.commands import VERBS
from controller.from_config import command_role
from controller.mqtt.publisher import MqttPublisher
from controller.mqtt.roles import RANKS, CommandRole, least_role, sender_role
from controller.mqtt.settings import MqttSettings

SIT = {"id": "1", "seat": 3, "name": "Ann", "stack": 500}


def sent(role: CommandRole, verb: str, body: dict[str, object], felt: Felt | None = None) -> dict[str, object]:
    felt = felt or Felt()
    publisher = MqttPublisher(MqttSettings(), "t1", felt.hub, felt.desk, role=role)
    answer: dict[str, object] = json.loads(publisher.command(verb, json.dumps(body).encode(), False))
    return answer


@pytest.mark.parametrize(
    ("role", "verb", "code"),
    [
        ("floor", "sit", ""),
        ("floor", "void_hand", None),
        ("dealer", "sit", ""),
        ("dealer", "void_hand", "cmd.role"),
        ("by_verb", "sit", ""),
        ("by_verb", "void_hand", None),
        ("by_verb", "no_such_verb", "cmd.unknown_verb"),
        ("off", "sit", "cmd.closed"),
        ("off", "void_hand", "cmd.closed"),
    ],
)
def test_a_command_is_done_in_the_role_that_the_config_gives(role: CommandRole, verb: str, code: str | None) -> None:
    """`void_hand` reaches the table where it may, which has no hand to void: None stands for the table's own refusal."""
    answer = sent(role, verb, SIT if verb == "sit" else {"id": "1"})
    assert (answer["id"], answer["verb"]) == ("1", verb)
    assert answer["code"] == code or (code is None and not str(answer["code"]).startswith("cmd."))


def test_the_journal_says_it_came_over_the_broker_and_as_whom() -> None:
    told: list[tuple[CommandRole, str]] = [("by_verb", "dealer"), ("dealer", "dealer"), ("floor", "floor")]
    for role, head in told:
        felt = Felt()
        sent(role, "sit", SIT, felt)
        journal: Any = felt.turn._journal
        assert [(event.head.role, event.head.who) for event in journal.events()] == [(head, "mqtt")]


@pytest.mark.parametrize("verb", VERBS)
def test_the_least_role_of_a_verb_may_send_it_and_none_below(verb: str) -> None:
    least = least_role(VERBS[verb])
    assert least in VERBS[verb].roles
    assert sender_role("by_verb", verb) == least
    assert not VERBS[verb].roles.intersection(RANKS[: RANKS.index(least)])


FAR = 'host = "10.0.0.2"\ntls = true\nallow_anonymous_off_loopback = true\n'


@pytest.mark.parametrize(
    ("mqtt", "role"),
    [
        ("", "floor"),
        ('broker = "external"\n', "floor"),
        (f'broker = "external"\n{FAR}', "dealer"),
        (f'broker = "external"\ncommand_role = "by_verb"\n{FAR}', "by_verb"),
        (f'broker = "external"\ncommand_role = "floor"\n{FAR}', "floor"),
        ('command_role = "off"\n', "off"),
        ('command_role = "dealer"\n', "dealer"),
    ],
)
def test_the_further_away_the_broker_the_less_its_commands_may(tmp_path: Path, mqtt: str, role: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f"schema = 1\n[mqtt]\n{mqtt}")
    assert command_role(config.load(file)) == role
