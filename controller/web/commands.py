"""`POST /api/v1/cmd/<verb>`: the dealer's panel over HTTP, on this machine only.

The body and the answer are those of MQTT's `cmd/<verb>`: one desk does both. What keeps strangers
out is described in docs/http.md: a connection from this machine by one of its loopback names, not
through a proxy, of no foreign page, and JSON by its content type, which no form can send.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from controller.feed.desk import MAX_BODY_BYTES, CommandDesk
from controller.web.guard import LOOPBACK_HOSTS, host_name, same_origin

PATH: Final = "/api/v1/cmd/{verb}"

#: Whoever may post here speaks as the dealer.
ROLE: Final = "dealer"

#: Code of a refusal → HTTP status; what the table itself refuses is a conflict with its state.
STATUSES: Final[Mapping[str, HTTPStatus]] = MappingProxyType(
    {
        "cmd.bad_json": HTTPStatus.BAD_REQUEST,
        "cmd.bad_argument": HTTPStatus.UNPROCESSABLE_ENTITY,
        "cmd.unknown_verb": HTTPStatus.NOT_FOUND,
        "cmd.not_yet": HTTPStatus.NOT_IMPLEMENTED,
        "cmd.role": HTTPStatus.FORBIDDEN,
        "cmd.too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "cmd.expired": HTTPStatus.GONE,
    }
)

#: Headers that only a proxy adds: who is behind it cannot be told from here.
_FROM_A_PROXY: Final = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")


def command_endpoint(desk: CommandDesk) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers a POST of a command to `desk`."""

    async def endpoint(request: Request) -> Response:
        if request.method != "POST":
            return _refused(HTTPStatus.METHOD_NOT_ALLOWED, "web.method", "a command is sent with POST", allow="POST")
        refusal = _stranger(request)
        if refusal is not None:
            return refusal
        try:
            body = await _body(request)
        except ClientDisconnect:
            return Response(status_code=HTTPStatus.BAD_REQUEST)  # nobody hears it
        answer = desk.submit(request.path_params["verb"], body, ROLE)
        status = HTTPStatus.OK if answer.ok else STATUSES.get(answer.code, HTTPStatus.CONFLICT)
        return _json(answer.model_dump_json().encode(), status)

    return endpoint


def _stranger(request: Request) -> Response | None:
    """Return why the sender may not command this table, None when he may."""
    host = request.headers.get("host", "")
    if not _on_this_machine(request) or any(name in request.headers for name in _FROM_A_PROXY) or host_name(host) not in LOOPBACK_HOSTS:
        return _refused(
            HTTPStatus.FORBIDDEN, "web.loopback_only", "commands are taken from this machine only: post to 127.0.0.1, without a proxy"
        )
    origin = request.headers.get("origin")
    if origin is not None and not same_origin(origin, host):
        return _refused(HTTPStatus.FORBIDDEN, "web.origin_refused", "a page of another site may not command this table")
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/json":
        return _refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "web.content_type", "send the command with content-type: application/json")
    return None


def _on_this_machine(request: Request) -> bool:
    try:
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


async def _body(request: Request) -> bytes:
    """Return the body, or as much of it as shows that it is too long: nobody makes us hold more."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            break
    return body


def _refused(status: HTTPStatus, code: str, message: str, **headers: str) -> Response:
    return _json(msgspec.json.encode({"ok": False, "code": code, "message": message}), status, headers)


def _json(body: bytes, status: HTTPStatus, headers: Mapping[str, str] | None = None) -> Response:
    return Response(body, status, {"cache-control": "no-store", **(headers or {})}, "application/json")
