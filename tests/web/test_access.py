"""Who may do what: strangers, tokens, cookies, roles, and what a cookie in the wrong hands is good for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import httpx
import pytest
from asgi_peer import connected
from gates import SECRET, TOKENS, WHO, Keys
from hypothesis import given
from hypothesis import strategies as st
from scenes import main_scene
from scripted_hub import ScriptedHub

from controller.clock import run
from controller.harness import TableInProcess
from controller.journal.log import MemoryJournal
from controller.rules.house import House
from controller.web import access_cookie
from controller.web.access import GRANTS, ROLE_HEADER, TokenRole
from controller.web.app import make_app
from controller.web.login import OPEN_PATHS
from controller.web.pages import PAGES, Page

T = TypeVar("T")

#: How a browser on another machine sees the table.
ADDRESS = "https://192.0.2.1:8443"
STRANGER = "198.51.100.7"
HTML = {"accept": "text/html,*/*"}
SIT = {"id": "tablet-1", "seat": 3, "name": "Ann", "stack": 500}


class Site:
    """A table on the network, with one token a role given out."""

    def __init__(self, keys: Keys | None = None, **options: Any) -> None:
        self.keys = keys or Keys()
        self.gate = self.keys.gate(**options)
        self.journal = MemoryJournal()
        self.table = TableInProcess(House(), journal=self.journal)
        hub = ScriptedHub()
        main_scene(hub)
        self.app: Any = make_app(hub, title="Table 1", desk=self.table.desk, gate=self.gate, allowed_hosts=["192.0.2.1"])

    def browser(self, client: str = STRANGER, address: str = ADDRESS, **headers: str) -> httpx.AsyncClient:
        """A browser at another machine: it keeps cookies."""
        return httpx.AsyncClient(transport=httpx.ASGITransport(self.app, client=(client, 5000)), base_url=address, headers=headers)

    def program(self, role: TokenRole, client: str = STRANGER) -> httpx.AsyncClient:
        return self.browser(client, authorization=f"Bearer {TOKENS[role]}")

    @property
    def seated(self) -> list[str]:
        return [seat.name for seat in self.table.table.seats if seat is not None]


async def log_in(browser: httpx.AsyncClient, token: str) -> httpx.Response:
    return await browser.post("/api/v1/login", json={"token": token}, headers={"origin": str(browser.base_url).rstrip("/")})


def played(main: Callable[[], Awaitable[T]]) -> T:
    async def whole() -> T:
        return await main()

    return run(whole, speed=None)


PATHS = [
    "/",
    "/healthz",
    "/static/page.js",
    "/words/de/act.capped",
    "/nothing",
    "/openapi.json",
    "/api/v1/nothing",
    "/api/v1/whoami",
    "/dealer",
    "/floor",
    "/overlay",
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
def test_a_stranger_gets_no_further_than_the_login(path: str, method: str) -> None:
    async def main() -> None:
        async with Site().browser() as browser:
            answer = await browser.request(method, path)
            assert answer.status_code == 401
            assert answer.headers["www-authenticate"].startswith("Bearer")
            assert "default-src 'none'" in answer.headers["content-security-policy"]
            if method != "HEAD":
                assert answer.json()["code"] == "web.no_access"

    played(main)


def test_a_stranger_commands_nothing_and_sees_no_stream() -> None:
    site = Site()

    async def main() -> None:
        async with site.browser() as browser:
            assert (await browser.post("/api/v1/cmd/sit", json=SIT)).status_code == 401
        async with connected(site.app, "192.0.2.1:8443", ADDRESS, client=STRANGER) as (peer, task):
            await asyncio.wait_for(task, 1)
            assert (peer.denied, peer.frames) == (401, [])

    played(main)
    assert site.seated == []


def test_a_person_who_opens_a_page_gets_the_login_in_its_place() -> None:
    async def main() -> None:
        async with Site().browser() as browser:
            asked, login = await browser.get("/dealer", headers=HTML), await browser.get("/login", headers=HTML)
            assert (asked.status_code, login.status_code) == (401, 200)
            assert asked.text == login.text
            assert 'id="token"' in login.text
            assert asked.headers["cache-control"] == "no-store"
            for path in OPEN_PATHS:
                if path.startswith("/static/"):
                    assert (await browser.get(path)).status_code == 200, path
            # a page whose login ran out can say so
            assert (await browser.get("/words/de/web.no_access")).text == "Die Anmeldung gilt nicht mehr: neu anmelden."

    played(main)


@pytest.mark.parametrize("role", TOKENS)
def test_a_token_is_exchanged_for_a_cookie(role: TokenRole) -> None:
    async def main() -> None:
        async with Site().browser() as browser:
            answer = await log_in(browser, TOKENS[role])
            assert answer.json() == {"ok": True, "role": role, "roles": sorted(GRANTS[role]), "who": WHO[role]}
            attributes = {part.strip() for part in answer.headers["set-cookie"].split(";")[1:]}
            assert attributes >= {"HttpOnly", "Secure", "SameSite=Strict", "Path=/"}
            assert TOKENS[role] not in str(answer.headers)
            assert (await browser.get("/", headers=HTML)).status_code == 200
            assert (await browser.get("/api/v1/whoami")).json()["who"] == WHO[role]
            await browser.post("/api/v1/logout", headers={"origin": ADDRESS})
            assert (await browser.get("/")).status_code == 401

    played(main)


def test_the_cookie_is_good_after_a_restart_and_no_longer_than_its_token() -> None:
    async def main() -> None:
        keys, now = Keys(), [1_000_000_000]
        async with Site(keys, wall_ms=lambda: now[0]).browser() as browser:
            await log_in(browser, TOKENS["floor"])
            cookie = browser.cookies["smarttable"]
        again = Site(keys, wall_ms=lambda: now[0])
        async with again.browser(cookie=f"smarttable={cookie}") as browser:
            assert (await browser.get("/api/v1/whoami")).json()["who"] == "fred"
            now[0] += access_cookie.LIFE_S * 1000 - 1
            assert (await browser.get("/")).status_code == 200
            now[0] += 1
            assert (await browser.get("/")).status_code == 401
            now[0] -= 1
            keys.revoke("floor")
            assert (await browser.get("/")).status_code == 401

    played(main)


def test_revoking_a_token_ends_an_open_page() -> None:
    async def main() -> None:
        site = Site()
        bearer = f"Bearer {TOKENS['broadcast']}"
        async with (
            connected(site.app, "192.0.2.1:8443", ADDRESS, client=STRANGER, authorization=bearer) as (peer, task),
            connected(site.app) as (kiosk, staying),
        ):
            await peer.until(1)
            await kiosk.until(1)
            site.keys.revoke("broadcast")
            await asyncio.wait_for(task, 2)
            assert peer.closed == 1008
            assert not staying.done()

    played(main)


ELSEWHERE = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "https://192.0.2.1:9999"},
    {"origin": "http://192.0.2.1:8443"},  # not encrypted: anybody on the way could have written that page
    {"origin": "http://192.0.2.1"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]


@pytest.mark.parametrize("how", [*ELSEWHERE, {}], ids=str)
def test_a_stolen_cookie_from_another_origin_commands_nothing(how: dict[str, str]) -> None:
    site = Site()

    async def main() -> None:
        async with site.browser() as browser:
            await log_in(browser, TOKENS["admin"])
            answer = await browser.post("/api/v1/cmd/sit", json=SIT, headers=how)
            assert answer.status_code in (401, 403)
            own = await browser.post("/api/v1/cmd/sit", json={**SIT, "name": "Own"}, headers={"origin": ADDRESS})
            assert own.status_code == 200

    played(main)
    assert site.seated == ["Own"]


@pytest.mark.parametrize("how", ELSEWHERE, ids=str)
def test_a_stolen_cookie_from_another_origin_sees_nothing(how: dict[str, str]) -> None:
    async def main() -> None:
        site = Site()
        async with site.browser() as browser:
            await log_in(browser, TOKENS["admin"])
            assert (await browser.get("/healthz", headers=how)).status_code == 401
            cookie = f"smarttable={browser.cookies['smarttable']}"
        for origin in (how.get("origin"), None):
            async with connected(site.app, "192.0.2.1:8443", origin, client=STRANGER, scheme="wss", cookie=cookie) as (peer, task):
                await asyncio.wait_for(task, 1)
                assert peer.denied in (401, 403)
        async with connected(site.app, "192.0.2.1:8443", ADDRESS, client=STRANGER, scheme="wss", cookie=cookie) as (peer, _):
            await peer.until(1)

    played(main)


@pytest.mark.slow
def test_a_thousand_wrong_tokens_change_nothing_but_a_counter(caplog: pytest.LogCaptureFixture) -> None:
    site = Site()

    async def main() -> None:
        async with site.browser() as browser:
            statuses = [(await log_in(browser, f"st_admin_{number}x")).status_code for number in range(1_000)]
            assert set(statuses) == {401, 429}
            assert statuses.count(401) == 10
            last = await log_in(browser, "wrong")
            assert (last.json()["code"], last.headers["retry-after"]) == ("web.too_many_attempts", "60")
            assert (await browser.get("/", headers={"authorization": "Bearer wrong"})).status_code == 429
            assert (await log_in(browser, TOKENS["dealer"])).status_code == 200, "a right one is let in, from that very address"
            await asyncio.sleep(60)
            assert (await log_in(browser, "wrong")).status_code == 401

    with caplog.at_level(logging.INFO, "controller"):
        played(main)
    assert site.gate.attempts.counters == {"logins": 1, "bad_tokens": 1_003, "bad_tokens_limited": 992 - 0}
    assert len(caplog.records) == 1
    assert STRANGER in caplog.text
    assert "st_admin" not in caplog.text


def test_many_addresses_together_are_limited_too_and_take_no_memory() -> None:
    async def main() -> None:
        site = Site()
        over = [site.gate.attempts.wrong(f"10.{n // 65_536}.{n // 256 % 256}.{n % 256}") for n in range(100_000)]
        assert over.count(False) == 100
        assert len(site.gate.attempts._by_address) <= 1_024
        assert [site.gate.attempts.wrong(f"2001:db8::{n:x}") for n in range(20)].count(False) == 0

    played(main)


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"token": 5}', b'{"token": "x", "more": 1}', b'{"token": "' + b"x" * 2_000 + b'"}', b"\xff"]
)
def test_a_login_that_is_none_is_refused_with_what_is_asked_for(body: bytes) -> None:
    async def main() -> None:
        async with Site().browser() as browser:
            answer = await browser.post("/api/v1/login", content=body, headers={"content-type": "application/json"})
            assert (answer.status_code, answer.json()["code"]) == (400, "web.bad_body")

    played(main)


def test_a_page_of_another_site_cannot_log_a_browser_in_or_out() -> None:
    async def main() -> None:
        async with Site().browser() as browser:
            for path in ("/api/v1/login", "/api/v1/logout"):
                answer = await browser.post(path, json={"token": TOKENS["dealer"]}, headers={"origin": "https://evil.example"})
                assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)
            form = await browser.post("/api/v1/login", content=b'{"token": "st_dealer_1"}', headers={"content-type": "text/plain"})
            assert form.status_code == 415

    played(main)


def test_a_key_that_cannot_be_kept_is_said_and_logs_nobody_in() -> None:
    async def main() -> None:
        async with Site(Keys(writable=False)).browser() as browser:
            answer = await log_in(browser, TOKENS["dealer"])
            assert (answer.status_code, answer.json()["code"]) == (503, "web.no_session_key")
            assert "session_key_file" in answer.json()["message"]

    played(main)


DEALER_S, FLOOR_S = ("sit", SIT), ("void_hand", {"id": "v"})

#: Token, the role it asks to speak in, the command → is it let through to the table?
ROLES = [
    ("dealer", None, DEALER_S, True),
    ("dealer", None, FLOOR_S, False),
    ("dealer", "floor", FLOOR_S, False),
    ("dealer", "admin", FLOOR_S, False),
    ("dealer", "nonsense", DEALER_S, False),
    ("floor", None, FLOOR_S, True),
    ("floor", None, DEALER_S, True),
    ("floor", "dealer", FLOOR_S, False),
    ("floor", "dealer", DEALER_S, True),
    ("floor", "admin", DEALER_S, False),
    ("broadcast", None, DEALER_S, False),
    ("broadcast", "dealer", DEALER_S, False),
    ("admin", None, FLOOR_S, True),
    ("admin", "floor", FLOOR_S, True),
]


@pytest.mark.parametrize(("token", "asked", "command", "taken"), ROLES)
@pytest.mark.parametrize("client", [STRANGER, "127.0.0.1"])
def test_each_token_does_what_is_its_own(token: TokenRole, asked: str | None, command: tuple[str, Any], taken: bool, client: str) -> None:
    """From this machine too: a program that shows a token is what the token says."""
    site = Site()

    async def main() -> httpx.Response:
        async with site.program(token, client) as program:
            return await program.post(f"/api/v1/cmd/{command[0]}", json=command[1], headers={ROLE_HEADER: asked} if asked else {})

    answer = played(main)
    refused = answer.status_code == 403 and answer.json()["code"] in ("cmd.role", "web.role")
    assert refused is not taken, answer.text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
@pytest.mark.parametrize("role", TOKENS)
def test_each_page_is_for_its_roles(page: Page, role: TokenRole) -> None:
    async def main() -> None:
        async with Site().program(role) as browser:
            answer, told = await browser.get(page.path, headers=HTML), await browser.get(page.path)
            if not page.roles or page.roles & GRANTS[role]:
                assert (answer.status_code, told.status_code) == (200, 200)
            else:
                assert (answer.status_code, told.status_code) == (403, 403)
                assert 'id="token"' in answer.text
                assert told.json()["code"] == "web.role"

    played(main)


def test_who_did_what_is_in_the_journal() -> None:
    site = Site()

    async def main() -> None:
        async with site.program("floor") as program, site.browser("127.0.0.1", "http://localhost:8080") as kiosk:
            await program.post("/api/v1/cmd/sit", json=SIT, headers={ROLE_HEADER: "dealer"})
            await kiosk.post("/api/v1/cmd/sit", json={**SIT, "id": "2", "seat": 4})
            await log_in(kiosk, TOKENS["dealer"])
            await kiosk.post(
                "/api/v1/cmd/stand", json={"id": "3", "seat": 4}, headers={"origin": "http://localhost:8080", ROLE_HEADER: "floor"}
            )

    played(main)
    heads: list[Any] = [event.head for event in site.journal.events()]  # type: ignore[union-attr]  # commands all
    assert [(head.role, head.who) for head in heads] == [("dealer", "fred"), ("dealer", "loopback"), ("floor", "dora")]


def test_whoever_sits_at_the_table_needs_nothing() -> None:
    async def main() -> None:
        async with Site().browser("127.0.0.1", "http://localhost:8080", cookie="smarttable=rubbish") as kiosk:
            told = (await kiosk.get("/api/v1/whoami")).json()
            assert (told["who"], told["role"], told["roles"]) == ("loopback", "dealer", ["admin", "broadcast", "dealer", "floor"])
            wrong = await kiosk.get("/", headers={"authorization": "Bearer wrong"})
            assert wrong.status_code == 401, "a token that is shown counts, here as well"

    played(main)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_of_another_site_is_not_this_machine(site: str) -> None:
    """It asks without saying who it is, as for a picture; a person who follows its link is at the table all the same."""

    async def main() -> None:
        async with Site().browser("127.0.0.1", "http://localhost:8080", **{"sec-fetch-site": site}) as kiosk:
            for path in ("/api/v1/state", "/api/v1/stream"):
                assert (await kiosk.get(path, headers={"sec-fetch-mode": "no-cors"})).status_code == 401
            assert (await kiosk.get("/", headers={"sec-fetch-mode": "navigate"})).status_code == 200

    played(main)


def test_what_a_proxy_says_of_the_browser_counts_for_its_pages() -> None:
    """Encrypted up to the proxy: a page that was not is no page of the table."""
    site = Site(trust_loopback=False)

    async def main() -> None:
        async with site.browser("127.0.0.1", "http://192.0.2.1", **{"x-forwarded-proto": "https"}) as browser:
            entered = await browser.post("/api/v1/login", json={"token": TOKENS["dealer"]}, headers={"origin": "https://192.0.2.1"})
            browser.cookies.clear()
            cookie = {"cookie": entered.headers["set-cookie"].partition(";")[0]}
            for origin, status in (("http://192.0.2.1", 403), ("https://192.0.2.1", 200)):
                assert (await browser.post("/api/v1/cmd/sit", json=SIT, headers={"origin": origin, **cookie})).status_code == status

    played(main)


PROXIES = [
    "forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "x-forwarded-ssl", "x-real-ip", "via",
    "x-client-ip", "true-client-ip", "cf-connecting-ip", "x-cluster-client-ip",
]  # fmt: skip


@pytest.mark.parametrize("header", PROXIES)
def test_what_comes_through_a_proxy_on_this_machine_is_not_from_this_machine(header: str) -> None:
    async def main() -> None:
        async with Site().browser("127.0.0.1", "http://localhost:8080", **{header: "x"}) as browser:
            assert (await browser.get("/")).status_code == 401

    played(main)


def test_loopback_can_be_told_to_need_a_token() -> None:
    async def main() -> None:
        async with Site(trust_loopback=False).browser("127.0.0.1", "http://localhost:8080") as browser:
            assert (await browser.get("/")).status_code == 401
            await log_in(browser, TOKENS["dealer"])
            assert (await browser.get("/api/v1/whoami")).json()["roles"] == ["dealer"]

    played(main)


GOOD = access_cookie.sealed(SECRET, f"{1:016x}", 10**10)


@given(st.text(max_size=200) | st.builds(lambda at, what: GOOD[:at] + what + GOOD[at + 1 :], st.integers(0, len(GOOD)), st.characters()))
def test_no_other_text_passes_for_a_cookie(text: str) -> None:
    assert access_cookie.opened(SECRET, text, 0.0) == (f"{1:016x}" if text == GOOD else None)
    assert access_cookie.opened(b"x" * 32, GOOD, 0.0) is None


_HEADER = st.sampled_from(["authorization", "cookie", "origin", "host", "x-forwarded-for", "sec-fetch-site", ROLE_HEADER, "content-type"])
_TEXT = st.binary(max_size=300) | st.sampled_from([b"Bearer ", b"bearer st_admin", b"smarttable=1.", b"smarttable=a; smarttable=b", b"://"])


@given(st.lists(st.tuples(_HEADER, _TEXT), max_size=6), st.sampled_from(["GET", "POST"]), st.sampled_from(PATHS))
@pytest.mark.slow
def test_no_headers_let_a_stranger_in_or_bring_the_server_down(headers: list[tuple[str, bytes]], method: str, path: str) -> None:
    async def main() -> int:
        told: list[Any] = []

        async def send(message: Any) -> None:
            told.append(message)

        async def receive() -> Any:
            return {"type": "http.request", "body": b"{}", "more_body": False}

        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "https", "path": path,
            "raw_path": path.encode(), "root_path": "", "query_string": b"", "server": ("192.0.2.1", 8443), "client": (STRANGER, 1),
            "headers": [(b"host", b"192.0.2.1:8443"), *((name.encode(), text) for name, text in headers)],
        }  # fmt: skip
        await Site().app(scope, receive, send)
        return int(told[0]["status"])

    assert played(main) in (401, 403, 421, 429)
