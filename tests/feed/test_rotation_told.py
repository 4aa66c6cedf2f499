"""A rotation as everyone hears of it: set by the verb, told in stories, shown in `state`."""

from __future__ import annotations

from typing import Any

import pytest
from felt import BLINDS, INFO, Felt

from controller.feed.payloads import AnnouncementStory, RotationView, State, Story

THREE = [{"game": "holdem"}, {"game": "omaha", "limit": "pot_limit", "small_blind": 25, "big_blind": 50}, {"game": "badugi"}]


def at_table(**how: Any) -> Felt:
    felt = Felt()
    felt.hub.set_info(**INFO)
    felt.seat(1, 2)
    felt.do("rotation", **({"games": THREE} | how))
    return felt


def play(felt: Felt) -> None:
    felt.do("new_hand")
    felt.do("post")
    felt.act("fold")


def rotation(felt: Felt) -> dict[str, Any]:
    told: dict[str, Any] = felt.state()["rotation"]
    RotationView.model_validate(told)
    return told


def test_a_table_of_one_game_says_that_there_is_none() -> None:
    assert Felt().state()["rotation"] is None


def test_the_state_says_what_is_played_what_follows_and_how_long() -> None:
    felt = at_table()
    expected = {
        "games": [
            {"game": "holdem", "limit": "no_limit", "small_blind": 50, "big_blind": 100, "ante": 0},
            {"game": "omaha", "limit": "pot_limit", "small_blind": 25, "big_blind": 50, "ante": 0},
            {"game": "badugi", "limit": "no_limit", "small_blind": 50, "big_blind": 100, "ante": 0},
        ],
        "position": 1, "next": 2, "changes": "lap", "hands_left": 2, "minutes": None, "ends_utc": None, "ends_table_ms": None,
    }  # fmt: skip
    assert rotation(felt) == expected
    seen = []
    for _ in range(5):
        play(felt)
        now = rotation(felt)
        seen.append((felt.state()["game"], felt.state()["big_blind"], now["position"], now["next"], now["hands_left"]))
    assert seen == [
        ("holdem", 100, 1, 2, 1), ("holdem", 100, 1, 2, 0), ("omaha", 50, 2, 3, 1), ("omaha", 50, 2, 3, 0), ("badugi", 100, 3, 1, 1),
    ]  # fmt: skip
    for body in felt.bodies("state"):
        State.model_validate(body)


def test_a_game_that_lasts_for_minutes_says_when_it_ends() -> None:
    felt = at_table(minutes=20)
    assert [rotation(felt)[field] for field in ("changes", "minutes", "hands_left", "ends_utc")] == ["time", 20, None, None]
    felt.do("new_hand")
    now = rotation(felt)
    assert now["ends_table_ms"] == felt.clock.at_ns // 1_000_000 + 20 * 60_000
    assert now["ends_utc"].startswith("2026-01-01T00:20")


def test_a_house_of_half_hours_changes_by_time() -> None:
    felt = at_table()
    felt.do("house_option", option="rotation_change", answer="half_hour")
    felt.do("new_hand")
    assert [rotation(felt)[field] for field in ("changes", "minutes", "hands_left")] == ["time", 30, None]


def test_what_is_told_of_a_new_game() -> None:
    felt = at_table()
    play(felt)
    play(felt)
    felt.told.clear()
    felt.do("new_hand")
    (changed,) = [body for body in felt.bodies("event") if body["kind"] == "game_changed"]
    assert changed["text"] == "The game is pot-limit Omaha, 25-50."
    assert (changed["number"], changed["stakes"]["game"], changed["hand"]) == (2, "omaha", "h3")
    (announced,) = felt.bodies("announcement")
    assert announced["text"] == "The game is pot-limit Omaha, 25-50."
    assert (announced["about"], announced["game"], announced["limit"], announced["amount"], announced["to"]) == (
        "game", "omaha", "pot_limit", 25, 50,
    )  # fmt: skip
    Story.model_validate(changed)
    AnnouncementStory.model_validate(announced)
    assert [one["id"] for one in felt.state()["announcements"]] == [announced["id"]]
    felt.do("ack", announcement=announced["id"])
    assert felt.state()["announcements"] == []


def test_what_is_told_when_it_is_set_and_ended() -> None:
    felt = at_table(games=None, name="horse", position=3)
    (body,) = [body for body in felt.bodies("event") if body["kind"] == "rotation_changed"]
    assert (body["games"], body["number"]) == (["holdem", "omaha_hilo", "razz", "stud7", "stud7_hilo"], 3)
    assert body["text"].startswith("From the next hand on the games go round: Texas hold'em, Omaha hi-lo")
    assert felt.state()["game"] == "razz"
    felt.do("rotation", games=[])
    (_, over) = [body for body in felt.bodies("event") if body["kind"] == "rotation_changed"]
    assert (over["games"], over["text"]) == ([], "The rotation is over: the game stays as it is.")
    assert (felt.state()["rotation"], felt.state()["game"]) == (None, "razz")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ({"name": "hores"}, "cmd.bad_argument", "horse"),
        ({"name": "horse", "games": THREE}, "cmd.bad_argument", "either name or games"),
        ({"games": [{"game": "omaha", "stack": 1}, {"game": "holdem"}]}, "cmd.bad_argument", "stack"),
        ({"games": [{"game": "omaha"}] * 21}, "cmd.bad_argument", "games"),
        ({"games": THREE, "position": 0}, "cmd.bad_argument", "position"),
        ({"games": THREE, "minutes": -1}, "cmd.bad_argument", "minutes"),
        ({"games": THREE, "position": 4}, "rotation.position", "1 … 3"),
        ({"games": [{"game": "omaha"}, {"game": "whist"}]}, "rotation.unknown_game", "Game 2"),
        ({"games": [{"game": "omaha", "small_blind": 500}, {"game": "holdem"}]}, "rotation.stakes", "Game 1, Omaha"),
        ({}, "rotation.none", "name its games"),
    ],
)
def test_what_is_refused(arguments: dict[str, Any], code: str, said: str) -> None:
    felt = Felt()
    answer = felt.ask("rotation", **arguments)
    assert (answer.ok, answer.code) == (False, code)
    assert said in answer.message
    assert felt.state()["big_blind"] == BLINDS.big_blind


def test_only_the_floor_sets_it() -> None:
    felt = Felt()
    assert felt.desk.submit("rotation", {"id": "x", "name": "horse"}, "dealer").code == "cmd.role"
