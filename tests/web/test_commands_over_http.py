"""`POST /api/v1/cmd/<verb>`: what is done, what is refused and how, and who may not even ask."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from scripted_hub import ScriptedHub

from controller.clock import run
from controller.harness import TableInProcess
from controller.rules.house import House
from controller.web.app import make_app

JSON = "application/json"
SIT = {"id": "tablet-1", "seat": 3, "name": "Ann", "stack": 500}


class Panel:
    """Posts to a table's web application as some client would."""

    def __init__(self) -> None:
        self.table = TableInProcess(House())

    def post(
        self, verb: str, body: Any, *, method: str = "POST", client: str = "127.0.0.1", host: str = "localhost:8080", **headers: str
    ) -> httpx.Response:
        async def main() -> httpx.Response:
            app: Any = make_app(ScriptedHub(), title="t", desk=self.table.desk)
            transport = httpx.ASGITransport(app, client=(client, 5000))
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as asker:
                sent = {"content-type": JSON, **{name.replace("_", "-"): text for name, text in headers.items()}, "host": host}
                content = body if isinstance(body, bytes) else json.dumps(body).encode()
                return await asker.request(method, f"/api/v1/cmd/{verb}", content=content, headers=sent)

        return run(main, speed=None)

    @property
    def seated(self) -> list[str]:
        return [seat.name for seat in self.table.table.seats if seat is not None]


def test_a_command_is_done_once_and_answered_alike_as_often_as_it_is_sent() -> None:
    panel = Panel()
    first, again = panel.post("sit", SIT), panel.post("sit", SIT)
    assert (first.status_code, first.headers["content-type"], first.headers["cache-control"]) == (200, JSON, "no-store")
    assert (first.json()["id"], first.json()["ok"], first.json()["rev"]) == ("tablet-1", True, 1)
    assert again.json() == first.json()
    assert panel.seated == ["Ann"]
    assert panel.table.table.rev == 1


@pytest.mark.parametrize(
    ("verb", "body", "status", "code"),
    [
        ("sit", b"{", 400, "cmd.bad_json"),
        ("sit", {**SIT, "seat": 99}, 422, "cmd.bad_argument"),
        ("sit", {**SIT, "seet": 1}, 422, "cmd.bad_argument"),
        ("sitt", SIT, 404, "cmd.unknown_verb"),
        ("rabbit", {"id": "1"}, 501, "cmd.not_yet"),
        ("void_hand", {"id": "1"}, 403, "cmd.role"),
        ("sit", {**SIT, "name": "A" * 5_000}, 413, "cmd.too_large"),
        ("sit", {**SIT, "issued_at": "2001-01-01T00:00:00Z"}, 410, "cmd.expired"),
        ("act", {"id": "1", "seat": 1, "do": "fold"}, 409, None),
        ("sit", {**SIT, "expect_rev": 7}, 409, None),
    ],
)
def test_a_refusal_has_its_status_its_code_and_a_remedy(verb: str, body: Any, status: int, code: str | None) -> None:
    panel = Panel()
    answer = panel.post(verb, body)
    told = answer.json()
    assert answer.status_code == status
    assert told["ok"] is False
    assert told["code"] == code or code is None
    assert len(told["message"]) > 20
    assert panel.seated == []


STRANGERS = [
    ({"client": "192.0.2.7"}, 401, "web.no_access"),
    ({"x_forwarded_for": "192.0.2.7"}, 401, "web.no_access"),
    ({"forwarded": "for=192.0.2.7"}, 401, "web.no_access"),
    ({"origin": "http://evil.example"}, 403, "web.origin_refused"),
    ({"origin": "http://localhost:9999"}, 403, "web.origin_refused"),
    ({"origin": "null"}, 403, "web.origin_refused"),
    ({"content_type": "text/plain"}, 415, "web.content_type"),
    ({"content_type": "application/x-www-form-urlencoded"}, 415, "web.content_type"),
    ({"host": "evil.example"}, 421, "web.host_refused"),
]


@pytest.mark.parametrize(("how", "status", "code"), STRANGERS, ids=[str(how) for how, _, _ in STRANGERS])
def test_nobody_else_may_command_the_table(how: dict[str, str], status: int, code: str) -> None:
    panel = Panel()
    answer = panel.post("sit", SIT, **how)  # type: ignore[arg-type]  # headers and client by name
    assert answer.status_code == status
    assert code in answer.text
    assert panel.seated == []


@pytest.mark.parametrize(
    "how", [{"origin": "http://localhost:8080"}, {"content_type": "application/json; charset=utf-8"}, {"client": "::1"}]
)
def test_our_own_pages_and_programs_of_this_machine_may(how: dict[str, str]) -> None:
    assert Panel().post("sit", SIT, **how).status_code == 200


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "OPTIONS"])
def test_a_command_is_posted_and_nothing_else(method: str) -> None:
    panel = Panel()
    answer = panel.post("sit", SIT, method=method)
    assert (answer.status_code, answer.headers["allow"], answer.json()["code"]) == (405, "POST", "web.method")
    assert "access-control-allow-origin" not in answer.headers
    assert panel.seated == []


def test_an_endless_body_is_cut_off() -> None:
    panel = Panel()
    taken = 0

    async def main() -> int:
        app: Any = make_app(ScriptedHub(), title="t", desk=panel.table.desk)

        async def endless() -> Any:
            nonlocal taken
            while taken < 1_000_000:
                taken += 1_000
                yield b" " * 1_000

        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as asker:
            answer = await asker.post("/api/v1/cmd/sit", content=endless(), headers={"content-type": JSON})
            return answer.status_code

    assert run(main, speed=None) == 413
    assert taken < 20_000
