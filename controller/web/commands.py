"""`POST /api/v1/cmd/<verb>`: commands over HTTP, from the panels and from programs.

The body and the answer are those of MQTT's `cmd/<verb>`: one desk does both. Who may send what is described in
docs/http.md; no page of another site can, and no form, for it cannot send JSON by its content type.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from controller.feed.desk import MAX_BODY_BYTES, CommandDesk
from controller.web.access import ROLE_HEADER, access_of
from controller.web.access_gate import Refusal
from controller.web.answers import body_of, json_answer, refused, wrong_type

PATH: Final = "/api/v1/cmd/{verb}"

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

METHOD: Final = Refusal(HTTPStatus.METHOD_NOT_ALLOWED, "web.method", "a command is sent with POST")
NOT_YOURS: Final = Refusal(
    HTTPStatus.FORBIDDEN, "web.role", f"you do not speak in the role that {ROLE_HEADER} names; leave it out, or log in with another token"
)


def command_endpoint(desk: CommandDesk) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers a POST of a command to `desk`."""

    async def endpoint(request: Request) -> Response:
        if request.method != "POST":
            return refused(METHOD, allow="POST")
        wrong = wrong_type(request)
        if wrong is not None:
            return refused(wrong)
        access = access_of(request)
        role = access.role_named(request.headers.get(ROLE_HEADER))
        if role is None:
            return refused(NOT_YOURS)
        body = await body_of(request, MAX_BODY_BYTES)
        if body is None:
            return Response(status_code=HTTPStatus.BAD_REQUEST)  # nobody hears it
        answer = desk.submit(request.path_params["verb"], body, role, who=access.who)
        status = HTTPStatus.OK if answer.ok else STATUSES.get(answer.code, HTTPStatus.CONFLICT)
        return json_answer(answer.model_dump_json().encode(), status)

    return endpoint
