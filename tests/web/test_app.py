"""Pages and files over HTTP: what is served, what is refused, and what every answer tells the browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from scenes import main_scene
from scripted_hub import ScriptedHub, status

from controller.clock import run
from controller.web.app import make_app
from controller.web.pages import PAGES, Page

STATIC = Path(__file__).resolve().parents[2] / "controller" / "web" / "static"


def ask(
    method: str,
    path: str,
    *,
    hub: ScriptedHub | None = None,
    host: str = "localhost",
    title: str = "Table 1",
    language: str = "en",
    **headers: str,
) -> httpx.Response:
    async def main() -> httpx.Response:
        app: Any = make_app(hub or ScriptedHub(), title=title, language=language)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            sent = {name.replace("_", "-"): text for name, text in headers.items()}
            return await client.request(method, path, headers={"host": host, **sent})

    return run(main, speed=None)


@pytest.mark.parametrize(
    "path",
    [
        "/",
        *(f"/static/{file.name}" for file in STATIC.iterdir()),
        "/healthz",
        "/nothing",
        "/static/nothing.js",
        "/words/de/act.capped",
        "/words/de/act.nothing",
    ],
)
def test_every_answer_is_locked_down(path: str) -> None:
    headers = ask("GET", path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == "'self'"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_every_file_the_page_names_is_served() -> None:
    page = ask("GET", "/").text
    named = set(re.findall(r'(?:src|href)="([^"]+)"', page))
    assert named >= {"/static/page.js", "/static/page.css"}
    for file in STATIC.glob("*.js"):
        named |= {f"/static/{name}" for name in re.findall(r'from "\./([^"]+)"', file.read_text())}
    for path in sorted(named):
        assert ask("GET", path).status_code == 200, path


@pytest.mark.parametrize(
    ("path", "content_type"),
    [("/", "text/html; charset=utf-8"), ("/static/page.js", "text/javascript; charset=utf-8"),
     ("/static/page.css", "text/css; charset=utf-8"),
     ("/static/icon.svg", "image/svg+xml"), ("/words/de/act.capped", "text/plain; charset=utf-8")],
)  # fmt: skip
def test_head_tells_what_get_would(path: str, content_type: str) -> None:
    get, head = (ask(method, path, accept_encoding="identity") for method in ("GET", "HEAD"))
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"] == get.headers["content-type"] == content_type
    assert head.headers["content-length"] == str(len(get.content))


@pytest.mark.parametrize("row", PAGES, ids=lambda row: row.path)
def test_every_page_has_its_address_begins_in_the_tables_language_and_is_no_file(row: Page) -> None:
    page = ask("GET", row.path, language="de")
    assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert '<html lang="de">' in page.text
    assert ask("GET", f"/static/{row.html}").status_code == 404


def test_a_browser_that_has_the_file_gets_no_second_copy() -> None:
    first = ask("GET", "/static/page.js")
    again = ask("GET", "/static/page.js", if_none_match=first.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    assert ask("GET", "/static/page.js", if_none_match='"other"').status_code == 200


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [("gzip, deflate, br", True), ("br;q=1.0, gzip;q=0.5", True), ("*", True), ("", False), ("br", False), ("gzip;q=0", False)],
)
def test_a_file_goes_packed_to_a_browser_that_unpacks_it(accepted: str, packed: bool) -> None:
    plain = ask("GET", "/static/page.js", accept_encoding="identity")
    answer = ask("GET", "/static/page.js", accept_encoding=accepted)
    assert answer.headers.get("content-encoding") == ("gzip" if packed else None)
    assert answer.content == plain.content  # unpacked by the client
    assert (int(answer.headers["content-length"]) < len(plain.content)) == packed
    assert "accept-encoding" in answer.headers["vary"]
    assert answer.headers["etag"] == plain.headers["etag"]
    assert ask("GET", "/static/page.js", if_none_match=answer.headers["etag"], accept_encoding=accepted).status_code == 304


def test_the_title_cannot_become_markup() -> None:
    page = ask("GET", "/", title='<script>alert("x")</script>').text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;" in page


@pytest.mark.parametrize(
    "path", ["/docs", "/redoc", "/openapi.json", "/static/", "/static/../app.py", "/static/%2e%2e/app.py", "/ws", "/favicon.ico"]
)
def test_there_is_nothing_else(path: str) -> None:
    answer = ask("GET", path)
    assert answer.status_code == 404
    assert answer.text == "Nothing here. The table is at /\n"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_nothing_can_be_written(method: str) -> None:
    answer = ask(method, "/")
    assert (answer.status_code, answer.text) == (405, "This can only be read: use GET.\n")


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "[::1", "127.0.0.1.evil.example"])
def test_another_name_is_refused_with_the_remedy(host: str) -> None:
    answer = ask("GET", "/", host=host)
    assert answer.status_code == 421
    assert answer.text.startswith("web.host_refused")
    assert "table.toml" in answer.text


def test_health_says_whether_the_table_is_online() -> None:
    hub = ScriptedHub()
    answer = ask("GET", "/healthz", hub=hub)
    assert (answer.status_code, answer.json()) == (503, {"ok": False, "status": None, "health": {}})
    main_scene(hub)
    answer = ask("GET", "/healthz", hub=hub)
    assert answer.status_code == 200
    assert answer.json()["status"]["state"] == "online"
    assert {part: told["state"] for part, told in answer.json()["health"].items()} == {"hf0": "ok", "hf1": "ok"}
    hub.publish("status", status("stopped"))
    assert ask("GET", "/healthz", hub=hub).status_code == 503
