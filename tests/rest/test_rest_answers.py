"""`/api/v1`: what is told, what was before, who may ask, and how a question that cannot be meant is refused."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from asked import Asked
from jsonschema import Draft202012Validator

from controller.clock import run
from controller.feed import payloads
from controller.game.cards import card_text
from controller.web.rest import ROWS
from controller.web.rest_openapi import openapi


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Asked]:
    made = Asked(tmp_path, snapshot_hands=2)
    made.play(12)
    yield made
    made.close()


def get(table: Asked, path: str, role: Any = None, **headers: str) -> httpx.Response:
    async def main() -> httpx.Response:
        return await table.get(path, role, **headers)

    return run(main)


def told(answer: httpx.Response) -> Any:
    assert answer.status_code == 200, answer.text
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("application/json", "no-store")
    return answer.json()


def held(table: Asked, name: str) -> bytes:
    return next(message.body for message in table.felt.hub.snapshot() if message.name == name)


def test_what_the_table_says_now_is_the_bytes_of_its_topics(table: Asked) -> None:
    for path in ("state", "info", "status"):
        assert get(table, f"/{path}").content == held(table, path)
    assert told(get(table, "/health"))["parts"] == {"hf0": json.loads(held(table, "health/hf0"))}
    assert told(get(table, "/seats"))["seats"] == [json.loads(held(table, f"seat/{n}")) for n in range(1, 7)]
    assert get(table, "/seats/3").content == held(table, "seat/3")
    assert (get(table, "/seats/7").status_code, get(table, "/seats/7").json()["code"]) == (404, "web.no_such_seat")


def test_events_come_back_word_for_word(table: Asked) -> None:
    live = table.felt.events()
    assert len(live) > 200
    found: list[Any] = []
    after = 0
    while True:
        answer = get(table, f"/events?after={after}&limit=37")
        page = told(answer)
        if not page["events"]:
            break
        for story in page["events"]:
            assert json.dumps(story, separators=(",", ":"), ensure_ascii=False).encode() in answer.content
        found += page["events"]
        after = page["next_after"]
        assert (page["newest"], page["gap"]) == (live[-1][0], None)
    assert found == [json.loads(body) for _, body in live]


def test_events_that_are_not_kept_any_more_are_said_to_be_missing(tmp_path: Path) -> None:
    table = Asked(tmp_path, hands=3, snapshot_hands=1)
    table.play(9)
    page = told(get(table, "/events?after=5"))
    first = page["events"][0]["seq"]
    assert page["gap"] == {"after": 5, "first": first}
    assert first > 6
    assert told(get(table, f"/events?after={first - 1}"))["gap"] is None
    hands = told(get(table, "/hands?limit=100"))
    assert [hand["number"] for hand in hands["hands"]] == list(range(hands["newest"], hands["oldest"] - 1, -1))
    assert get(table, f"/hands/{hands['oldest'] - 1}").status_code == 404
    table.close()


def test_events_go_on_across_a_restart(tmp_path: Path) -> None:
    first = Asked(tmp_path)
    first.play(3)
    before = first.felt.events()
    first.close()
    second = Asked(tmp_path, boot_id="boot-2")
    second.play(3)
    page = told(get(second, "/events?limit=1000"))
    assert page["events"][: len(before)] == [json.loads(body) for _, body in before]
    assert [story["seq"] for story in page["events"]] == list(range(1, page["newest"] + 1))
    assert {story["boot_id"] for story in page["events"]} == {"boot-1", "boot-2"}
    second.close()


def test_hands_are_listed_newest_first_page_by_page(table: Asked) -> None:
    everything = told(get(table, "/hands?limit=100"))
    numbers = [hand["number"] for hand in everything["hands"]]
    assert numbers == list(range(numbers[0], 0, -1))
    assert len(numbers) > 5
    paged: list[Any] = []
    before = ""
    while True:
        page = told(get(table, f"/hands?limit=2{before}"))
        paged += page["hands"]
        if page["next_before"] is None:
            break
        before = f"&before={page['next_before']}"
    assert paged == everything["hands"]


def test_a_line_says_what_the_hand_was(table: Asked) -> None:
    stories = [json.loads(body) for _, body in table.felt.events()]
    for hand in told(get(table, "/hands?limit=100"))["hands"]:
        own = [story for story in stories if story["hand"] == hand["hand"]]
        kinds = [story["kind"] for story in own]
        ended = [story for story in own if story["kind"] == "hand_ended"]
        assert (hand["stage"] == "ended") == bool(ended)
        assert hand["began_utc"] == next(story["utc"] for story in own if story["kind"] == "hand_started")
        if ended:
            payoffs = {str(player["seat"]): player["result"] for player in hand["players"]}
            assert ended[0]["payoffs"] == payoffs
            assert hand["pot"] == sum(story["amount"] for story in own if story["kind"] == "pot_awarded")
            assert hand["winners"] == [player["seat"] for player in hand["players"] if player["result"] > 0]
            assert hand["ended_utc"] == ended[0]["utc"]
        shown = {story["seat"]: story["cards"] for story in own if story["kind"] == "shown"}
        assert {player["seat"]: player["shown"] for player in hand["players"] if player["shown"]} == shown
        assert hand["board"] == [card for story in own if story["kind"] == "board" for card in story["cards"]][-5:]
        assert kinds[0] == "hand_started" or "hand_started" in kinds


def test_hands_are_found_by_player(table: Asked) -> None:
    every = told(get(table, "/hands?limit=100"))["hands"]
    name = every[-1]["players"][0]["name"]
    found = told(get(table, f"/hands?limit=100&player={name.upper()}"))["hands"]
    assert found == [hand for hand in every if name in [player["name"] for player in hand["players"]]]
    assert told(get(table, "/hands?player=nobody"))["hands"] == []


def test_a_voided_hand_is_listed_as_void(table: Asked) -> None:
    table.felt.do("new_hand")
    table.felt.do("post")
    table.felt.do("void_hand", reason="fouled deck")
    newest = told(get(table, "/hands?limit=1"))["hands"][0]
    assert (newest["stage"], newest["winners"]) == ("void", [])
    assert all(player["result"] is None for player in newest["players"])
    assert newest["ended_utc"] is not None


def test_a_hand_has_its_time_line_with_evidence(table: Asked) -> None:
    number = told(get(table, "/hands?limit=2"))["hands"][1]["number"]
    found = told(get(table, f"/hands/{number}", "floor"))
    kinds = {entry["kind"] for entry in found["timeline"]}
    assert kinds >= {"fact", "command"}
    facts = [entry for entry in found["timeline"] if entry["kind"] == "fact"]
    assert all(entry["evidence"]["part"] == "hf0" for entry in facts)
    stories = {json.loads(body)["seq"]: json.loads(body)["text"] for _, body in table.felt.events()}
    told_in_it = [one for entry in found["timeline"] for one in entry["told"]]
    assert told_in_it
    assert all(stories[one["seq"]] == one["text"] for one in told_in_it)
    assert found["summary"] == told(get(table, f"/hands?before={number + 1}&limit=1"))["hands"][0]


def test_no_card_that_was_not_shown_is_in_any_answer(table: Asked) -> None:
    """Not by its name, and not by how well its tag answers."""
    for number in range(1, table.felt.turn.table.hand_number + 1):
        answer = get(table, f"/hands/{number}")
        text = json.dumps(told(answer)["timeline"])
        stories = [json.loads(body) for _, body in table.felt.events()]
        public = {card for story in stories if story["hand"] == f"h{number}" for card in story.get("cards", ())}
        named = {card for card in map(card_text, range(52)) if f"{card} " in text or f"{card}." in text or f" {card}" in text}
        assert named <= public
        for entry in answer.json()["timeline"]:
            if entry["kind"] == "fact" and entry["text"].startswith("a card"):
                assert set(entry["evidence"]) <= {"part", "rival_zone", "by_expectation"}


def test_a_card_that_a_person_entered_is_no_more_public_than_one_that_was_read(tmp_path: Path) -> None:
    table = Asked(tmp_path)
    table.felt.seat(1, 2)
    table.felt.do("new_hand")
    table.felt.do("post")
    table.felt.ask("enter_card", zone="seat/1/hole", card="Kd")
    table.felt.ask("show", seat=1, cards=["Kd", "Kh"])
    found = get(table, "/hands/1").text
    assert "enter_card seat/1/hole ??" in found
    assert "show seat 1 ?? ??" in found
    assert "Kd" not in found
    assert "Kh" not in found
    table.close()


def test_cards_that_are_hidden_now_are_in_no_answer_about_the_past(tmp_path: Path) -> None:
    table = Asked(tmp_path, hidden=True)
    table.play(8)
    stories = [json.loads(body) for _, body in table.felt.events()]
    assert [story for story in stories if story["kind"] == "shown"], "hands were shown"
    assert all(player["shown"] == [] for hand in told(get(table, "/hands?limit=100"))["hands"] for player in hand["players"])
    found = told(get(table, "/events?limit=1000"))["events"]
    assert [story["seq"] for story in found] == [story["seq"] for story in stories]
    for story, was in zip(found, stories, strict=True):
        assert "cards" not in story or story["kind"] == "board"
        assert story == was or was["kind"] in ("shown", "card_moved", "pot_awarded"), story
    for hand in range(1, table.felt.turn.table.hand_number):
        board = set(told(get(table, f"/hands/{hand}"))["summary"]["board"])
        text = json.dumps(told(get(table, f"/hands/{hand}"))["timeline"])
        assert {card for card in map(card_text, range(52)) if f" {card}" in text or f"{card} " in text} <= board
    table.close()


def test_a_hand_is_for_the_floor(table: Asked) -> None:
    for role, status in (("dealer", 403), ("broadcast", 403), ("floor", 200), ("admin", 200)):
        answer = get(table, "/hands/1", role)
        assert answer.status_code == status
        assert status == 200 or answer.json()["code"] == "web.role"
        assert get(table, "/hands", role).status_code == 200


WRONG = [
    ("/state?x=1", 422, "web.bad_argument"),
    ("/hands?limit=0", 422, "web.bad_argument"),
    ("/hands?limit=101", 422, "web.bad_argument"),
    ("/hands?limit=ten", 422, "web.bad_argument"),
    ("/hands?limit=1.0", 422, "web.bad_argument"),
    ("/hands?limit=%201", 422, "web.bad_argument"),
    ("/hands?limit=1&limit=2", 422, "web.bad_argument"),
    ("/hands?before=0", 422, "web.bad_argument"),
    ("/hands?page=2", 422, "web.bad_argument"),
    (f"/hands?player={'x' * 65}", 422, "web.bad_argument"),
    ("/hands/0", 422, "web.bad_argument"),
    ("/hands/h17", 422, "web.bad_argument"),
    ("/hands/99999", 404, "web.no_such_hand"),
    ("/events?after=-1", 422, "web.bad_argument"),
    ("/events?limit=1001", 422, "web.bad_argument"),
    ("/stream?after=x", 422, "web.bad_argument"),
    ("/stream?topics=secrets", 422, "web.bad_argument"),
    ("/seats/11", 404, "web.no_such_seat"),
    ("/seats/x", 422, "web.bad_argument"),
    ("/nothing", 404, "web.not_found"),
    ("/state/", 404, "web.not_found"),
    ("/cmd", 404, "web.not_found"),
]


@pytest.mark.parametrize(("path", "status", "code"), WRONG)
def test_a_question_that_cannot_be_meant_is_told_what_is_allowed(tmp_path: Path, path: str, status: int, code: str) -> None:
    table = Asked(tmp_path)
    answer = get(table, path)
    assert (answer.status_code, answer.json()["ok"], answer.json()["code"]) == (status, False, code)
    assert len(answer.json()["message"]) > 15
    table.close()


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_what_is_read_cannot_be_written(tmp_path: Path, row: Any) -> None:
    table = Asked(tmp_path)

    async def main() -> None:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(table.app), base_url="http://localhost") as asker:
            answer = await asker.post("/api/v1" + row.path.replace("{n}", "1").replace("{number}", "1"))
            assert (answer.status_code, answer.json()["code"]) == (405, "web.method")
            assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}

    run(main)
    table.close()


def test_a_journal_that_cannot_be_read_is_said(table: Asked) -> None:
    key = table.place.key_file
    key.rename(key.with_name("elsewhere"))
    for path in ("/hands", "/hands/1", "/events"):
        answer = get(table, path)
        assert (answer.status_code, answer.json()["code"]) == (503, "journal.no_key")
    assert get(table, "/state").status_code == 200


def test_too_many_questions_at_once_are_turned_away_and_the_table_answers_on(table: Asked) -> None:
    async def main() -> None:
        asked = [asyncio.ensure_future(table.get("/events?limit=1000")) for _ in range(20)]
        assert (await table.get("/state")).status_code == 200
        statuses = [(await one).status_code for one in asked]
        assert statuses.count(200) == 8
        assert statuses.count(503) == 12
        assert (await table.get("/events")).status_code == 200

    run(main)


def test_every_answer_fits_the_description(table: Asked) -> None:
    document = openapi()
    number = table.felt.turn.table.hand_number
    for row in ROWS:
        answer = get(table, row.path.replace("{n}", "3").replace("{number}", str(number)))
        schema = document["paths"]["/api/v1" + row.path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        whole = {**schema, "components": document["components"]}
        assert [error.message for error in Draft202012Validator(whole).iter_errors(told(answer))] == [], row.name
    assert told(get(table, "/openapi.json")) == json.loads(json.dumps(document))


def test_the_state_is_the_model_of_the_topic(table: Asked) -> None:
    payloads.State.model_validate_json(get(table, "/state").content)
