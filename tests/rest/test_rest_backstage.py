"""`/api/v1` behind the table and status pages: who may ask, what is told, and lists of players checked without doing anything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from asked import Asked
from gates import TOKENS

from controller import rulebook
from controller.clock import run
from controller.instruments import in_words
from controller.web.access import TokenRole
from controller.web.rest_backstage import OptionName, RuleId

GOOD = "seat,name,country,stack\n4,Dee,DE,5000\n1,{},,1000000\n"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Asked]:
    made = Asked(tmp_path)
    made.play(1)
    yield made
    made.close()


def get(table: Asked, path: str, role: TokenRole | None = None) -> httpx.Response:
    return run(lambda: table.get(path, role))


def check(table: Asked, body: Any, role: TokenRole = "floor", content_type: str = "application/json") -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"authorization": f"Bearer {TOKENS[role]}", "content-type": content_type}

    async def main() -> httpx.Response:
        transport = httpx.ASGITransport(table.app, client=("198.51.100.7", 5000))
        async with httpx.AsyncClient(transport=transport, base_url="http://testserver") as asker:
            return await asker.post("/api/v1/seats/check", content=content, headers=headers)

    return run(main)


@pytest.mark.parametrize("path", ["/antennas", "/machine", "/setup", "/decks"])
def test_only_the_staff_is_told(table: Asked, path: str) -> None:
    for role, status in (("dealer", 200), ("floor", 200), ("admin", 200), ("broadcast", 403)):
        assert get(table, path, role).status_code == status, role  # type: ignore[arg-type]  # a loop has no literals


def test_an_antenna_that_was_never_asked_says_so(table: Asked) -> None:
    hole, stub = get(table, "/antennas").json()["antennas"]
    assert hole == {
        "part": "hf0", "antenna": 1, "zone": "seat/1/hole", "sweeps": 0, "sweeps_per_s": 0.0, "silent_ms": None, "cards": 0,
    }  # fmt: skip
    assert (stub["zone"], stub["cards"]) == ("stub", None)


def test_the_machine_says_what_it_is_and_how_much_room_is_left(table: Asked) -> None:
    told = get(table, "/machine").json()
    assert told["disk"]["free_bytes"] <= told["disk"]["total_bytes"]
    assert told["disk"]["journal_bytes"] > 0
    assert (told["loop_lag_ms"], told["outbox"]) == (None, None)


def test_decks_are_told_by_name_and_count_and_never_by_tag(table: Asked) -> None:
    answer = get(table, "/decks")
    decks = [{"name": "blue", "cards": 52, "in_play": True}, {"name": "red", "cards": 50, "in_play": False}]
    assert answer.json() == {"decks": decks, "known": 52}


def test_pictures_are_offered_by_name(table: Asked, tmp_path: Path) -> None:
    assert get(table, "/setup").json()["pictures"] == []
    folder = tmp_path / "pictures"
    folder.mkdir()
    for name in ("bela.jpg", "Ann.png", "notes.txt", ".hidden.png"):
        (folder / name).write_bytes(b"x")
    (folder / "link.png").symlink_to(folder / "Ann.png")
    told = get(table, "/setup").json()
    assert told["pictures"] == ["Ann.png", "bela.jpg"]
    plain = {"limit": "no_limit", "small_bet": 0, "big_bet": 0, "max_bets": [], "button_blind": 0, "unit": 1, "game": "", "bring_in": 0}
    assert told["stakes"] == {"small_blind": 50, "big_blind": 100, "ante": 0, "ante_from": "all", "min_bet": 0, **plain}


def test_a_deck_file_that_others_may_read_is_said(table: Asked, tmp_path: Path) -> None:
    (tmp_path / "decks.json").chmod(0o644)
    answer = get(table, "/decks")
    assert (answer.status_code, answer.json()["code"]) == (503, "deck.unusable")
    assert "chmod 600" in answer.json()["message"]


def test_a_code_is_explained(table: Asked) -> None:
    told = get(table, "/codes/serial.unplugged").json()
    assert told["cause"] == "The serial device went away."
    assert "Plug it in again" in told["remedy"]
    assert (get(table, "/codes/serial.nothing").status_code, get(table, "/codes/A B").status_code) == (404, 422)


def test_a_rule_is_told(table: Asked) -> None:
    told = get(table, "/rules/cooke.8.01.09.a", "dealer").json()
    assert (told["book"], told["section"]) == ("cooke", "8.01.09")
    assert told["summary"] == "A player on the clock has one minute and ten seconds."
    for asked, code in (("cooke.8.01.09.zz", "web.no_such_rule"), ("Cooke", "web.bad_argument")):
        assert get(table, f"/rules/{asked}").json()["code"] == code, asked


def test_every_rule_can_be_asked_for() -> None:
    for called in rulebook.rules():
        assert RuleId(id=called).id == called


def test_a_list_is_planned_and_nothing_is_done(table: Asked) -> None:
    before = get(table, "/state").json()["seats"]
    told = check(table, {"csv": GOOD.format(before[0]["name"])}).json()
    assert told["problems"] == []
    sit, seated = told["steps"]
    assert (sit["line"], sit["seat"], sit["verb"], sit["body"]["stack"]) == (2, 4, "sit", 5000)
    assert sit["body"]["id"].startswith("seats-")
    assert (seated["line"], seated["verb"]) == (3, None)
    assert get(table, "/state").json()["seats"] == before


def test_every_bad_line_is_named_with_what_is_allowed(table: Asked) -> None:
    told = check(table, {"csv": "seat,name,country,stack\n0,Ann,,5\n4,,deu,5\n5,Bo,DE\n6,Cy,,1e3\n"}).json()
    assert told["steps"] == []
    assert [(one["line"], one["code"], one["column"], one["given"]) for one in told["problems"]] == [
        (2, "field", "seat", "0"), (3, "field", "name", ""), (3, "field", "country", "deu"), (4, "fields", "", ""),
        (5, "field", "stack", "1e3"),
    ]  # fmt: skip
    assert all("allowed" in one["text"] or "header" in one["text"] for one in told["problems"])


def test_taken_and_missing_seats_are_named(table: Asked) -> None:
    told = check(table, {"csv": "seat,name,stack\n1,Somebody else,5\n9,Di,5\n"}).json()
    assert [(one["line"], one["code"]) for one in told["problems"]] == [(2, "taken"), (3, "no_seat")]


@pytest.mark.parametrize(
    ("body", "status"),
    [(b"{", 400), (b"[]", 400), ({"csv": 1}, 400), ({"csv": "", "more": 1}, 400), (b'{"csv": "' + b"x" * 250_000 + b'"}', 413)],
)
def test_what_is_no_list_is_refused(table: Asked, body: Any, status: int) -> None:
    answer = check(table, body)
    assert (answer.status_code, answer.json()["code"]) == (status, "web.bad_body")


def test_a_list_is_for_the_floor_and_in_json(table: Asked) -> None:
    assert check(table, {"csv": GOOD}, role="dealer").json()["code"] == "web.role"
    assert check(table, {"csv": GOOD}, content_type="text/plain").json()["code"] == "web.content_type"
    assert get(table, "/seats/check").status_code == 405


def test_a_question_of_the_house_is_told_with_what_each_book_answers(table: Asked) -> None:
    told = get(table, "/options/early_exposed_scope", "dealer").json()
    assert told["question"].endswith("?")
    answers = {one["book"]: one["answer"] for one in told["answers"]}
    assert answers == {book: rulebook.options()["early_exposed_scope"].of(book) for book in ("cooke", "roberts", "home")}
    assert all(one["words"] for one in told["answers"])
    yes = get(table, "/options/dealer_action_counts", "floor").json()["answers"][0]
    assert (yes["answer"], yes["words"]) == (True, "yes")
    for asked, code in (("no_such_question", "web.no_such_option"), ("No", "web.bad_argument")):
        assert get(table, f"/options/{asked}").json()["code"] == code, asked


def test_every_question_can_be_asked_for_and_every_answer_has_words() -> None:
    for called, option in rulebook.options().items():
        assert OptionName(name=called).name == called
        for book in ("cooke", "roberts", "home"):
            assert in_words(option, option.of(book)), called
