"""`/login`: a token becomes a cookie, and goes away again. All that a stranger can reach is here."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from controller.web.access import GRANTS, access_of
from controller.web.access_cookie import LIFE_S, set_cookie
from controller.web.access_gate import NO_ACCESS, Gate, Refusal
from controller.web.answers import body_of, json_answer, not_for, refused, wrong_type
from controller.web.assets import Asset
from controller.web.word_columns import LANGUAGES, column_name

PAGE: Final = "/login"
HTML: Final = "login.html"
LOG_IN: Final = "/api/v1/login"
LOG_OUT: Final = "/api/v1/logout"
WHOAMI: Final = "/api/v1/whoami"

#: The files of the login page.
FILES: Final = (
    "login.css", "login.js", "login.words.js", *(column_name("login.words.js", language) for language in LANGUAGES),
    "speech.js", "later.js", "icon.svg",
)  # fmt: skip

#: Why a page whose login ran out is refused everything: it has to be able to say so.
_NO_ACCESS_WORDS: Final = tuple(f"/words/{language}/{NO_ACCESS.code}" for language in LANGUAGES)

#: What anybody may ask for.
OPEN_PATHS: Final = frozenset({PAGE, LOG_IN, LOG_OUT, *(f"/static/{name}" for name in FILES), *_NO_ACCESS_WORDS})

MAX_BODY_BYTES: Final = 1_024

Endpoint = Callable[[Request], Coroutine[Any, Any, Response]]

BAD_BODY: Final = Refusal(HTTPStatus.BAD_REQUEST, "web.bad_body", 'send one JSON object: {"token": "…"}')
NO_SECRET: Final = Refusal(
    HTTPStatus.SERVICE_UNAVAILABLE,
    "web.no_session_key",
    "nobody can be logged in: the key file of [web] session_key_file cannot be written or read; mend its folder or its rights",
)


class _Shown(msgspec.Struct, forbid_unknown_fields=True):
    token: str


class LoginPage:
    """The page on which a token is typed."""

    def __init__(self, assets: Mapping[str, Asset]) -> None:
        self._page = assets[HTML]

    def answer(self, status: int = HTTPStatus.OK) -> Response:
        """Return the page; in place of another one with the `status` of its refusal."""
        headers = {"cache-control": "no-store"}
        if status == HTTPStatus.UNAUTHORIZED:
            headers["www-authenticate"] = 'Bearer realm="smarttable"'
        return Response(self._page.body, status, headers, self._page.content_type)

    def in_place_of(self, request: Request, roles: Iterable[str]) -> Response | None:
        """Return the refusal of a page that is for `roles`, none named = for all: a person may log in with another token there."""
        closed = not_for(request, *roles)
        if closed is None:
            return None
        return self.answer(closed.status) if "text/html" in request.headers.get("accept", "") else refused(closed)


def login_endpoints(gate: Gate, page: LoginPage) -> Mapping[str, tuple[tuple[str, ...], Endpoint]]:
    """Return path → its methods and what answers them."""

    async def show(request: Request) -> Response:
        return page.answer()

    async def log_in(request: Request) -> Response:
        wrong = wrong_type(request)
        if wrong is not None:
            return refused(wrong)
        body = await body_of(request, MAX_BODY_BYTES)
        if body is None:
            return Response(status_code=HTTPStatus.BAD_REQUEST)  # nobody hears it
        token = _token_in(body)
        if token is None:
            return refused(BAD_BODY)
        try:
            entered = gate.log_in(token)
        except OSError:
            return refused(NO_SECRET)
        if entered is None:
            return refused(gate.refuse_token(request.scope))
        grant, cookie = entered
        told = {"ok": True, "role": grant.role, "roles": sorted(GRANTS[grant.role]), "who": grant.who}
        return json_answer(msgspec.json.encode(told), headers={"set-cookie": set_cookie(cookie, LIFE_S, secure=_encrypted(request))})

    async def log_out(request: Request) -> Response:
        gone = set_cookie("", 0, secure=_encrypted(request))
        return json_answer(msgspec.json.encode({"ok": True}), headers={"set-cookie": gone})

    async def whoami(request: Request) -> Response:
        access = access_of(request)
        told: dict[str, Any] = {"ok": True, "role": access.role, "roles": sorted(access.roles), "who": access.who}
        return json_answer(msgspec.json.encode(told))

    return {
        PAGE: (("GET", "HEAD"), show),
        LOG_IN: (("POST",), log_in),
        LOG_OUT: (("POST",), log_out),
        WHOAMI: (("GET", "HEAD"), whoami),
    }


def _token_in(body: bytes) -> str | None:
    if len(body) > MAX_BODY_BYTES:
        return None
    try:
        return msgspec.json.decode(body, type=_Shown).token
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _encrypted(request: Request) -> bool:
    """A proxy may say that the browser's end is; who says so falsely only shuts his own cookie out."""
    return request.url.scheme == "https" or request.headers.get("x-forwarded-proto", "").lower() == "https"
