"""How much is said: what never changes is not said again, and one part's trouble is told of that part alone."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from felt import Felt

from controller.game.cards import Card, card_text

HOLES = {3: ("As", "Ad"), 5: ("Kc", "Kd"), 1: ("2c", "7d")}
#: What says when a message was made, and not what it says.
STAMPS = {"utc", "table_ms", "as_of_seq"}


def told_of_a_hand(felt: Felt) -> dict[str, list[dict[str, Any]]]:
    gather(felt)
    felt.told.clear()
    felt.play_checked_down(HOLES, ("Ah", "Td", "9c", "3c", "2h"), ("4c", "4d", "4h"))
    said: dict[str, list[dict[str, Any]]] = {}
    for message in felt.told:
        body = json.loads(message.body)
        said.setdefault(message.name, []).append({key: value for key, value in body.items() if key not in STAMPS})
    return said


def gather(felt: Felt) -> None:
    """Every card goes back to the stub, unseen."""
    for card, zone in enumerate(felt.turn.table.card_zones):
        if zone is not None:
            felt.card(card_text(Card(card)), None, zone)


def ready() -> Felt:
    felt = Felt()
    felt.seat(1, 3, 5)
    felt.hub.set_info(table_name="Test table", seats=6)
    for part in ("hf0", "hf1"):
        felt.hub.part_health(part, "ok")
    return felt


def test_a_hand_tells_nothing_twice_and_nothing_that_never_changes() -> None:
    felt = ready()
    said = told_of_a_hand(felt)
    assert said.keys() == {"event", "state", "seat/1", "seat/3", "seat/5"}, "no info, no status, no health, no empty seat"
    for name in said.keys() - {"event"}:
        for before, after in zip(said[name], said[name][1:], strict=False):
            assert (before != after) if name == "state" else (before["view"] != after["view"]), name
    assert len(said["state"]) <= len(said["event"])


def test_each_further_hand_tells_as_much_as_the_first() -> None:
    felt = ready()
    told_of_a_hand(felt)
    hands = [Counter(name.split("/")[0] for name, bodies in told_of_a_hand(felt).items() for _ in bodies) for _ in range(4)]
    assert hands[1:] == hands[:-1]


def test_a_session_begins_with_one_message_a_topic_however_long_the_evening_was() -> None:
    """A broker hangs up on a flood: how much is retained is known, and does not grow."""
    felt = ready()
    at_first = [message.name for message in felt.hub.snapshot()]
    for _ in range(5):
        told_of_a_hand(felt)
    assert [message.name for message in felt.hub.snapshot()] == at_first
    assert len(set(at_first)) == len(at_first) == len(["info", "state", "status"]) + 6 + len(["hf0", "hf1"])


def test_a_reader_that_fails_is_told_of_that_reader_and_takes_nobody_offline() -> None:
    """The will speaks for the daemon alone; each part has a topic of its own, which is ours to write while we are online."""
    felt = ready()
    felt.told.clear()
    felt.hub.part_health("hf1", "failed", "serial.unplugged", "plug it in again")
    told = {message.name: json.loads(message.body) for message in felt.told}
    assert (told["health/hf1"]["state"], told["health/hf1"]["reason"]) == ("failed", "serial.unplugged")
    assert "health/hf0" not in told
    assert felt.snapshot("health/hf0")["state"] == "ok"
    assert felt.snapshot("status")["state"] == "online"
    assert felt.state()["quality"]["parts_down"] == ["hf1"]
