"""Who may talk to the web server, and what every answer tells the browser.

A page of another site must not read the table through a visitor's browser: a name that was
rebound to our address is refused by its Host header, a WebSocket of a foreign page by its Origin.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

LOOPBACK_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "::1"})

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


def host_name(authority: str) -> str:
    """Return the lower-case host of `host:port` or `[v6]:port`, without the port; empty when it is none."""
    try:
        return (urlsplit(f"//{authority}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def same_origin(origin: str, authority: str) -> bool:
    """True when a page of `origin` was served by this very `authority` (the Host it is asked by)."""
    scheme, _, origin_authority = origin.partition("://")
    return scheme in ("http", "https") and origin_authority.lower() == authority.lower()


class Guard:
    """ASGI middleware: checks Host and Origin, adds the security headers to every answer.

    Hosts allowed: loopback names, `allowed_hosts`, and the very address the connection came in on
    (an address, unlike a name, cannot be rebound to us).
    """

    def __init__(self, app: ASGIApp, allowed_hosts: Iterable[str] = ()) -> None:
        self._app = app
        self._configured = frozenset(host.lower().strip("[]").rstrip(".") for host in allowed_hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, text in SECURITY_HEADERS.items():
                    headers.setdefault(name, text)
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, send_guarded)
        elif scope["type"] == "http":
            await refusal(scope, receive, send_guarded)
        else:
            await WebSocket(scope, receive, send_guarded).send_denial_response(refusal)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        authority = headers.get("host", "")
        name = host_name(authority)
        own_address = (scope.get("server") or ("", None))[0]
        if not name or name not in LOOPBACK_HOSTS | self._configured | {own_address}:
            return PlainTextResponse(
                "web.host_refused: this table does not go by that name. Use the address it printed, or add the name to the "
                "[web] hosts in table.toml.\n",
                status_code=421,
            )
        origin = headers.get("origin")
        if origin is not None and scope["type"] == "websocket" and not self._same_origin(origin, authority):
            return PlainTextResponse(
                "web.origin_refused: a page of another site may not read this table. Open the page from the table itself, or add "
                "its host to the [web] hosts in table.toml.\n",
                status_code=403,
            )
        return None

    def _same_origin(self, origin: str, authority: str) -> bool:
        """True when the page came from us: from this very authority, or from a configured host (behind a proxy)."""
        scheme, _, origin_authority = origin.partition("://")
        if scheme not in ("http", "https"):
            return False
        return same_origin(origin, authority) or host_name(origin_authority) in self._configured
