"""Who may talk to the web server, and what every answer tells the browser.

A page of another site must not read the table through a visitor's browser: a name that was
rebound to our address is refused by its Host header, a WebSocket of a foreign page by its Origin.
A stranger gets no further than the login: that is decided here, for all paths alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from controller.web.access import put_access
from controller.web.access_gate import LOOPBACK_HOSTS, NO_ACCESS, SAFE_METHODS, Gate, Refusal, host_name, own_origin
from controller.web.answers import WRONG_ORIGIN, refused
from controller.web.attempts import plain_address
from controller.web.login import OPEN_PATHS, LoginPage

#: Nothing inline, nothing from anywhere else, nothing that turns text into code.
_POLICY: Final[Mapping[str, str]] = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'self'",
    "require-trusted-types-for": "'script'",
}


def content_policy(more: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return the content policy of a page that needs `more` than the rest: directive → one more source, or the first of a new one."""
    policy = dict(_POLICY)
    for directive, source in more.items():
        held = policy.get(directive, "'none'")
        policy[directive] = source if held == "'none'" else f"{held} {source}"
    return "; ".join(f"{directive} {sources}" for directive, sources in policy.items())


SECURITY_HEADERS: Final = {
    "content-security-policy": content_policy(),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Guard:
    """ASGI middleware: checks Host and Origin, finds out who asks, adds the security headers to every answer.

    Hosts allowed: loopback names, `allowed_hosts`, and the very address the connection came in on
    (an address, unlike a name, cannot be rebound to us).
    """

    def __init__(self, app: ASGIApp, gate: Gate, login_page: LoginPage, allowed_hosts: Iterable[str] = ()) -> None:
        self._app = app
        self._gate = gate
        self._login_page = login_page
        self._configured = frozenset(host.lower().strip("[]").rstrip(".") for host in allowed_hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        scope = {**scope, **{end: (plain_address(str(scope[end][0])), scope[end][1]) for end in ("client", "server") if scope.get(end)}}

        async def send_guarded(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, text in SECURITY_HEADERS.items():
                    headers.setdefault(name, text)
            await send(message)

        refusal = self._foreign(scope) or self._stranger(scope)
        if refusal is None:
            await self._app(scope, receive, send_guarded)
        elif scope["type"] == "http":
            await refusal(scope, receive, send_guarded)
        else:
            await WebSocket(scope, receive, send_guarded).send_denial_response(refusal)

    def _foreign(self, scope: Scope) -> Response | None:
        """Return the refusal of a request that a page of another site may have made."""
        headers = Headers(scope=scope)
        name = host_name(headers.get("host", ""))
        own_address = (scope.get("server") or ("", None))[0]
        if not name or name not in LOOPBACK_HOSTS | self._configured | {own_address}:
            return PlainTextResponse(
                "web.host_refused: this table does not go by that name. Use the address it printed, or add the name to the "
                "[web] hosts in table.toml.\n",
                status_code=421,
            )
        if "origin" not in headers or own_origin(scope, headers, self._configured):
            return None
        if scope["type"] == "websocket":
            return PlainTextResponse(
                "web.origin_refused: a page of another site may not read this table. Open the page from the table itself, or add "
                "its host to the [web] hosts in table.toml.\n",
                status_code=403,
            )
        return None if scope["method"] in SAFE_METHODS else refused(WRONG_ORIGIN)

    def _stranger(self, scope: Scope) -> Response | None:
        """Find out who asks and keep it in `scope`; return the refusal of somebody who may not even ask."""
        found = self._gate.find(scope, self._configured)
        if isinstance(found, Refusal):
            return self._told(scope, found)
        put_access(scope, found)
        return None if found.may() or scope["path"] in OPEN_PATHS else self._told(scope, NO_ACCESS)

    def _told(self, scope: Scope, refusal: Refusal) -> Response:
        """A person who opens a page gets the login in its place; a program gets the code."""
        if scope["type"] == "http" and not scope["path"].startswith("/api/"):
            request = Request(scope)
            if request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", ""):
                return self._login_page.answer(refusal.status)
        return refused(refusal)
