"""How a request is refused: one JSON object with a code and what would be right, for every path of the interface."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from controller.web.access import Access, access_of
from controller.web.access_gate import Refusal

JSON: Final = "application/json"

WRONG_ORIGIN: Final = Refusal(HTTPStatus.FORBIDDEN, "web.origin_refused", "a page of another site may not command this table")
WRONG_TYPE: Final = Refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "web.content_type", "send the body with content-type: application/json")
WRONG_ROLE: Final = Refusal(
    HTTPStatus.FORBIDDEN, "web.role", "you are known here, but this is not for your role; log in at /login with another token"
)

NOT_FOUND: Final = Refusal(
    HTTPStatus.NOT_FOUND, "web.not_found", "there is nothing at this address; /api/v1/openapi.json says what there is"
)
METHOD: Final = Refusal(HTTPStatus.METHOD_NOT_ALLOWED, "web.method", "this address does not take that method; the header Allow says which")
FAULT: Final = Refusal(HTTPStatus.INTERNAL_SERVER_ERROR, "web.fault", "a fault of ours: please report it with the table's log")
FULL: Final = Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "web.too_many_pages", "close a page and try again.")

#: Status of what the framework itself refuses → how it is said.
NOT_SERVED: Final[Mapping[int, Refusal]] = MappingProxyType({404: NOT_FOUND, 405: METHOD})


def json_answer(body: bytes, status: int = HTTPStatus.OK, headers: Mapping[str, str] | None = None) -> Response:
    """Return an answer of JSON text that nobody keeps."""
    return Response(body, status, {"cache-control": "no-store", **(headers or {})}, JSON)


def refused(refusal: Refusal, **headers: str) -> Response:
    """Return the answer that says `refusal`."""
    body = msgspec.json.encode({"ok": False, "code": refusal.code, "message": refusal.message})
    said = dict(headers)
    if refusal.status == HTTPStatus.UNAUTHORIZED:
        said["www-authenticate"] = 'Bearer realm="smarttable"'
    if refusal.retry_after_s:
        said["retry-after"] = str(refusal.retry_after_s)
    return json_answer(body, refusal.status, said)


def wrong_type(request: Request) -> Refusal | None:
    """Return why a POST is not taken whoever sends it: it says to be no JSON, and so may be a form of another site."""
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return None if content_type == JSON else WRONG_TYPE


def not_for(request: Request, *roles: str) -> Refusal | None:
    """Return why the sender may not have what is for `roles`; None when he may."""
    access: Access = access_of(request)
    return None if access.may(*roles) else WRONG_ROLE


async def body_of(request: Request, most: int) -> bytes | None:
    """Return the body, or as much of it as shows that it is longer than `most` bytes; None when the sender went away."""
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > most:
                break
    except ClientDisconnect:
        return None
    return body
