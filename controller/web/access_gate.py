"""Finds out who a connection is: by the machine it comes from, by its Bearer token, or by the cookie of a login."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from controller.feed.desk import wall_utc_ms
from controller.web import access_cookie
from controller.web.access import LOOPBACK, NOBODY, Access, Grant, NoTokens, TokenBook, at_loopback, granted
from controller.web.attempts import WINDOW_S, Attempts

LOOPBACK_HOSTS: Final = frozenset({"localhost", "127.0.0.1", "::1"})

#: Headers that only a proxy adds: who is behind it cannot be told from here.
_FROM_A_PROXY: Final = frozenset(
    {"forwarded", "x-real-ip", "via", "x-client-ip", "true-client-ip", "cf-connecting-ip", "x-cluster-client-ip"}
)
_FORWARDED: Final = "x-forwarded-"
#: What a browser says of a request that no page of another site made.
_OWN_SITE: Final = frozenset({"none", "same-origin"})
#: What changes nothing.
SAFE_METHODS: Final = frozenset({"GET", "HEAD"})
#: The longest token looked at.
MAX_TOKEN: Final = 128


class Refusal(NamedTuple):
    """Why somebody is not let in, and after how many seconds he may try again (0 = whenever he likes)."""

    status: HTTPStatus
    code: str
    message: str
    retry_after_s: int = 0


NO_ACCESS: Final = Refusal(
    HTTPStatus.UNAUTHORIZED,
    "web.no_access",
    "this table asks who you are: log in at /login, or send a token of `smarttable token add` as Authorization: Bearer",
)
WRONG_TOKEN: Final = Refusal(
    HTTPStatus.UNAUTHORIZED,
    "web.bad_token",
    "this token is not valid: it is mistyped, expired or revoked; `smarttable token add` makes a new one",
)
TOO_MANY: Final = Refusal(
    HTTPStatus.TOO_MANY_REQUESTS, "web.too_many_attempts", "too many wrong tokens; a right one is let in at any time", round(WINDOW_S)
)


class SecretKept(NamedTuple):
    """The key that cookies are signed with: `held` returns it where there is one, `made` makes it when there is none yet.

    Raises: OSError from `made` when it cannot be kept.
    """

    held: Callable[[], bytes | None]
    made: Callable[[], bytes]


_NO_SECRET: Final = SecretKept(lambda: None, lambda: b"")


class Gate:
    """Tells who a connection is.

    With `trust_loopback` off this machine's own need a token like everybody: for a proxy here that does not say so.
    Time: `wall_ms` is UTC in milliseconds; `loop_s` turns wall seconds into the running loop's.
    """

    def __init__(
        self,
        book: TokenBook | None = None,
        secret: SecretKept = _NO_SECRET,
        *,
        trust_loopback: bool = True,
        wall_ms: Callable[[], int] = wall_utc_ms,
        loop_s: Callable[[float], float] = float,
    ) -> None:
        self._trust_loopback = trust_loopback
        self.book = book or NoTokens()
        self.attempts = Attempts(loop_s)
        self._secret = secret
        self._wall_ms = wall_ms

    def find(self, scope: Scope, own_hosts: Iterable[str] = ()) -> Access | Refusal:
        """Return who is at the other end of `scope`: NOBODY for a stranger, a Refusal for a token that is wrong.

        `own_hosts` are configured names of this table: pages from there are its own.
        """
        headers = Headers(scope=scope)
        scheme, _, shown = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            grant = self.shown(shown.strip())
            return granted(grant) if grant is not None else self.refuse_token(scope)
        here = self._trust_loopback and on_this_machine(scope, headers)
        grant = self._logged_in(headers) if _from_own_page(scope, headers, own_hosts) else None
        if grant is not None:
            return at_loopback(grant) if here else granted(grant)
        return LOOPBACK if here else NOBODY

    def shown(self, token: str) -> Grant | None:
        """Return what a token stands for, if it is a valid one."""
        return self.book.by_token(token) if len(token) <= MAX_TOKEN else None

    def refuse_token(self, scope: Scope) -> Refusal:
        """Count a wrong token and return how it is answered."""
        return TOO_MANY if self.attempts.wrong(_address(scope)) else WRONG_TOKEN

    def log_in(self, token: str) -> tuple[Grant, str] | None:
        """Return what a token stands for and the value of its cookie; None when it is not valid. Raises: OSError."""
        grant = self.shown(token)
        if grant is None:
            return None
        secret = self._secret.held() or self._secret.made()
        self.attempts.counters["logins"] += 1
        return grant, access_cookie.sealed(secret, grant.key, self._wall_ms() // 1000 + access_cookie.LIFE_S)

    def still(self, access: Access) -> bool:
        """Whether what was found out about a connection that lasts still holds: its token may be revoked meanwhile."""
        return not access.key or self.book.by_key(access.key) is not None

    def _logged_in(self, headers: Headers) -> Grant | None:
        cookies = tuple(access_cookie.cookies_in(headers.getlist("cookie")))
        secret = self._secret.held() if cookies else None
        if secret is None:
            return None
        keys = (access_cookie.opened(secret, cookie, self._wall_ms() / 1000) for cookie in cookies)
        return next((grant for key in keys if key is not None and (grant := self.book.by_key(key)) is not None), None)


def host_name(authority: str) -> str:
    """Return the lower-case host of `host:port` or `[v6]:port`, without the port; empty when it is none."""
    try:
        return (urlsplit(f"//{authority}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def own_origin(scope: Scope, headers: Headers, own_hosts: Iterable[str]) -> bool:
    """True when the page that asks is ours: from this very authority, or from a configured host on the web's own port (behind a proxy).

    On another port of that host there is another program. What is encrypted here comes from no page that was not: anybody on
    the way could have written that one.
    """
    scheme, _, authority = headers.get("origin", "").partition("://")
    schemes = ("https",) if _encrypted(scope, headers) else ("http", "https")
    return scheme in schemes and (authority.lower() == headers.get("host", "").lower() or authority.lower().strip("[]") in own_hosts)


def _encrypted(scope: Scope, headers: Headers) -> bool:
    """A proxy may say that the browser's end is; who says so falsely only asks more of himself."""
    return scope["scheme"] in ("https", "wss") or headers.get("x-forwarded-proto", "").lower() == "https"


def on_this_machine(scope: Scope, headers: Headers) -> bool:
    """True for a connection from this machine, by one of its loopback names and not through a proxy that shows itself.

    A proxy that adds no header of its own still passes on from which page the browser asks. What a page of another site
    fetches is not this machine's own, but a person who follows its link is.
    """
    try:
        local = ipaddress.ip_address(_address(scope)).is_loopback
    except ValueError:
        return False
    if not local or any(name in _FROM_A_PROXY or name.startswith(_FORWARDED) for name in headers):
        return False
    if headers.get("sec-fetch-site", "none") not in _OWN_SITE and headers.get("sec-fetch-mode") != "navigate":
        return False
    asked = {host_name(headers.get("host", "")), *(host_name(origin.partition("://")[2]) for origin in headers.getlist("origin"))}
    return asked <= LOOPBACK_HOSTS


def _from_own_page(scope: Scope, headers: Headers, own_hosts: Iterable[str]) -> bool:
    """Whether a cookie counts: a browser adds it to what other sites ask too, and says so in these headers."""
    origin = headers.get("origin")
    own = own_origin(scope, headers, own_hosts)
    if scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS:
        return own
    site = headers.get("sec-fetch-site", "none")
    return (own or origin is None) and (site in _OWN_SITE or headers.get("sec-fetch-mode") == "navigate")


def _address(scope: Scope) -> str:
    return str((scope.get("client") or ("",))[0])
