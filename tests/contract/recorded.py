"""A recorded session of a table, and the test double that tells it again with one rule broken."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

# the table played by hand is the feed tests' own; test folders are no packages
sys.path.insert(0, str(Path(__file__).parents[1] / "feed"))

from felt import INFO, Felt  # found through the path above

from controller.contract.checker import Checker
from controller.contract.heard import Heard, heard
from controller.events import Tick
from controller.mqtt.publisher import MqttPublisher
from controller.mqtt.settings import MqttSettings

HOLES = {3: ("As", "Ad"), 5: ("Kc", "Kd"), 1: ("2c", "7d")}
ROOT = "smarttable/v1/t1/"


class Said(NamedTuple):
    """One message as the table publishes it."""

    name: str
    body: bytes
    retain: bool
    qos: int = 1

    @property
    def fields(self) -> dict[str, Any]:
        fields: dict[str, Any] = json.loads(self.body)
        return fields

    @property
    def is_asked(self) -> bool:
        """Whether it is a command or its answer, which have nothing to do with a boot."""
        return self.name.startswith("cmd/")

    def but(self, **changed: Any) -> Said:
        """The same message with other fields."""
        return self._replace(body=json.dumps({**self.fields, **changed}).encode())


def recording() -> list[Said]:
    """A boot: session 1 with a played hand, lost; session 2 with a command and a second hand begun."""
    felt = Felt()
    felt.hub.set_info(**INFO)
    felt.hub.part_health("hf0", "ok")
    publisher = MqttPublisher(MqttSettings(), "t1", felt.hub, felt.desk)
    said: list[Said] = []

    def session(number: int) -> None:
        felt.hub.part_health("mqtt", "ok")
        said.extend(Said(out.topic.removeprefix(ROOT), out.body, out.retain) for out in publisher.birth(number))

    def played(play: Callable[[], None]) -> None:
        before = len(felt.told)
        play()
        said.extend(Said(told.name, told.body, told.retained) for told in felt.told[before:])

    def beat() -> None:
        felt.hub.metrics(events=0, readings=0, loop_lag_ms=0, outbox=0, counters={})

    will = publisher.will(1)
    session(1)
    played(lambda: felt.seat(1, 3, 5))
    played(lambda: felt.play_checked_down(HOLES, ("Ah", "Td", "9c", "3c", "2h"), ("4c", "4d", "4h")))
    played(lambda: ruled_hand(felt))
    played(beat)
    said.append(Said("status", will.body, True))
    session(2)
    asked = b'{"id": "a1", "seat": 2, "name": "Ann Td", "stack": 500}'  # a name may look like a card
    said.append(Said("cmd/sit", asked, False))
    answer: list[bytes] = []
    played(lambda: answer.append(felt.desk.submit("sit", asked, "floor").model_dump_json().encode()))
    said.append(Said("cmd/sit/result", answer[0], False))
    played(lambda: felt.deal({3: ("Qs", "Qd"), 5: ("8c", "8d"), 1: ("6c", "6d"), 2: ("5c", "5d")}))
    return said


def ruled_hand(felt: Felt) -> None:
    """A second hand with a count, a clock that runs out, and two decisions about that."""
    felt.do("new_hand")
    felt.do("post")
    felt.do("request", seat=1, what="stack", of=3)
    felt.do("ack", announcement=felt.state()["announcements"][0]["id"])
    seat = felt.state()["to_act"]
    felt.do("clock", seat=seat, seconds=30)
    for due_s in (20, 30):
        felt.take(Tick("clock", felt.clock.at_ns + due_s * 1_000_000_000))
    ruling = felt.state()["rulings"][0]["id"]
    felt.do("floor_rule", ruling=ruling, decision="override", reason="he had said call")
    felt.do("floor_rule", ruling=ruling, decision="reopen")
    felt.do("floor_rule", ruling=ruling, decision="confirm")
    felt.do("void_hand")


def checked(said: Sequence[Said], *, end_s: float | None = None) -> Checker:
    """What the kit finds when a client that was there first hears `said`, fifty messages a second."""
    checker = Checker()
    standing: dict[str, Heard] = {}
    at_s = 0.0
    for message in said:
        at_s += 0.02
        checker.hear(message.name, message.body, False, at_s)
        if message.retain:
            standing[message.name] = heard(message.name, message.body, True, at_s)
    at_s = at_s + 2.5 if end_s is None else end_s
    found = [message._replace(at_s=at_s) for message in standing.values() if message.body]
    checker.end(at_s, found)
    return checker


def find(said: Sequence[Said], name: str, nth: int = 0, **wanted: Any) -> int:
    """The place of the `nth` message of a topic whose fields are as wanted; counted from the end when negative."""
    places = [
        place
        for place, message in enumerate(said)
        if message.name == name and message.body and all(message.fields.get(key) == value for key, value in wanted.items())
    ]
    return places[nth]
