"""The description of `/api/v1` for programs: OpenAPI 3.1, made from the rows, the verbs and the models themselves."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema
from starlette.requests import Request
from starlette.responses import Response

from controller.feed.commands import VERBS, CommandModel
from controller.feed.payloads import SCHEMA_VERSION, CommandAnswer
from controller.feed.wire_schema import payload_schema
from controller.web import answers, login
from controller.web.access import ROLE_HEADER
from controller.web.access_gate import NO_ACCESS, TOO_MANY, WRONG_TOKEN, Refusal
from controller.web.answers import json_answer
from controller.web.commands import NOT_YOURS, STATUSES
from controller.web.instruments import SeatsCheck
from controller.web.rest import ROOT, ROWS, STARTING, Query, Row
from controller.web.rest_backstage import BAD_LIST, CHECK_PATH, LONG_LIST, NO_BACKSTAGE
from controller.web.rest_backstage import ROWS as BACKSTAGE_ROWS
from controller.web.rest_examples import EXAMPLES, command_example
from controller.web.rest_stream import STREAM_PATH, StreamQuery

DOCUMENT_PATH: Final = f"{ROOT}/openapi.json"

Document = dict[str, Any]

#: What any request may be refused with.
_ALWAYS: Final = (NO_ACCESS, WRONG_TOKEN, TOO_MANY)
_ALL_ROWS: Final = (*ROWS, *BACKSTAGE_ROWS)
_BAD_ARGUMENT: Final = Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "web.bad_argument", "limit: must be a whole number, in digits")
_SECURITY: Final[list[dict[str, list[str]]]] = [{}, {"token": []}, {"login": []}]

_ABOUT: Final = """\
The table over HTTP. What is told are the payloads of the MQTT topics of the same name (docs/mqtt.md), byte for byte.

From the table's own machine nothing is needed. From elsewhere a token is, as `Authorization: Bearer`, or the cookie that a login
exchanges it for. Whatever is refused before the table hears of it is answered with `{"ok": false, "code": …, "message": …}`.
"""


def openapi() -> Document:
    """Return the document."""
    paths: Document = {ROOT + row.path: {"get": _read(row)} for row in _ALL_ROWS}
    paths[CHECK_PATH] = {"post": _check()}
    paths[STREAM_PATH] = {"get": _stream()}
    paths |= {f"{ROOT}/cmd/{verb}": {"post": _command(verb)} for verb in VERBS}
    paths |= _logins()
    return {
        "openapi": "3.1.0",
        "info": {"title": "smarttable over HTTP", "version": f"{SCHEMA_VERSION}.0.0", "description": _ABOUT, "license": {"name": "MIT"}},
        "servers": [{"url": "/"}],
        "security": _SECURITY,
        "paths": paths,
        "components": {
            "schemas": _schemas(),
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "A token of `smarttable token add`."},
                "login": {"type": "apiKey", "in": "cookie", "name": "smarttable", "description": "The cookie of POST /api/v1/login."},
            },
        },
    }


def openapi_text() -> str:
    """Return the document as its file holds it: JSON, which is YAML 1.2 as it stands."""
    return json.dumps(openapi(), indent=2, ensure_ascii=False) + "\n"


def document_endpoint() -> Callable[[Request], Awaitable[Response]]:
    """Return what answers a request for the document; it is made once, when it is first asked for."""
    made: list[bytes] = []

    async def endpoint(request: Request) -> Response:
        if not made:
            made.append(json.dumps(openapi(), ensure_ascii=False).encode())
        return json_answer(made[0])

    return endpoint


def _read(row: Row) -> Document:
    roles = f"For: {', '.join(row.roles)}." if row.roles else "For everybody who is known here."
    refusals = [*_ALWAYS, _BAD_ARGUMENT, *row.refusals, *([answers.WRONG_ROLE] if row.roles else [])]
    return {
        "operationId": row.name,
        "summary": row.summary,
        "description": roles,
        "parameters": [*_parameters(row.place, "path"), *_parameters(row.query, "query")],
        "responses": {"200": _found(row.found, EXAMPLES.get(row.name)), **_refusals(refusals)},
    }


def _stream() -> Document:
    text = "id: 17\nevent: event\ndata: {…}\n\n"
    return {
        "operationId": "stream",
        "summary": "The feed as server-sent events",
        "description": "First what the table holds, then what you missed, then everything as it is told. docs/http.md has the frames.",
        "parameters": [
            *_parameters(StreamQuery, "query"),
            {"name": "Last-Event-ID", "in": "header", "schema": {"type": "string", "pattern": "^[0-9]{1,16}$"}},
        ],
        "responses": {
            "200": {"description": "The stream.", "content": {"text/event-stream": {"schema": {"type": "string"}, "example": text}}},
            **_refusals([*_ALWAYS, _BAD_ARGUMENT, answers.FULL]),
        },
    }


def _command(verb: str) -> Document:
    row = VERBS[verb]
    answered = _reference(CommandAnswer.__name__)
    responses: Document = {"200": _found(CommandAnswer, EXAMPLES["answer"])}
    refused = _refusals([*_ALWAYS, NOT_YOURS, answers.WRONG_ORIGIN, answers.WRONG_TYPE])
    by_status: dict[HTTPStatus, list[str]] = {HTTPStatus.CONFLICT: ["the table's own reasons"]}
    for code, status in STATUSES.items():
        by_status.setdefault(status, []).append(f"`{code}`")
    for status, codes in sorted(by_status.items()):
        before = refused.pop(str(int(status)), None)
        schema = answered if before is None else {"anyOf": [answered, _reference("Refusal")]}
        example = {**EXAMPLES["answer"], "ok": False, "code": "state.moved_on", "message": "…"} if before is None else None
        content: Document = {"schema": schema} | ({"example": example} if example else {})
        said = ", ".join(codes) if before is None else f"{', '.join(codes)}; {before['description']}"
        responses[str(int(status))] = {"description": said, "content": {answers.JSON: content}}
    return {
        "operationId": f"cmd_{verb}",
        "summary": f"The command `{verb}`",
        "description": f"For: {', '.join(sorted(row.roles))}. The same `id` with the same content is done once.",
        "parameters": [
            {
                "name": ROLE_HEADER,
                "in": "header",
                "description": "Which of your roles you speak in; without it a dealer's, if you have that one.",
                "schema": {"type": "string", "enum": ["dealer", "floor", "broadcast", "admin"]},
            }
        ],
        "requestBody": {
            "required": True,
            "content": {answers.JSON: {"schema": _reference(row.model.__name__), "example": command_example(verb)}},
        },
        "responses": {**responses, **refused},
    }


def _check() -> Document:
    body = {"type": "object", "required": ["csv"], "properties": {"csv": {"type": "string"}}, "additionalProperties": False}
    example = {"csv": "seat,name,country,stack\n3,Ann,SE,10000\n"}
    refusals = [*_ALWAYS, answers.WRONG_ORIGIN, answers.WRONG_TYPE, answers.WRONG_ROLE, BAD_LIST, LONG_LIST, NO_BACKSTAGE, STARTING]
    return {
        "operationId": "check_seats",
        "summary": "Check a list of players (CSV) against the table as it stands",
        "description": "For: floor, admin. Nothing is done: each step is a command to send as it stands.",
        "requestBody": {"required": True, "content": {answers.JSON: {"schema": body, "example": example}}},
        "responses": {"200": _found(SeatsCheck, EXAMPLES["check_seats"]), **_refusals(refusals)},
    }


def _logins() -> Document:
    text = {"type": "string"}
    fields = {"ok": {"const": True}, "role": text, "roles": {"type": "array", "items": text}, "who": text}
    told = {"type": "object", "required": list(fields), "properties": fields}
    known = {"ok": True, "role": "dealer", "roles": ["dealer"], "who": "tablet-3"}
    shown = {"type": "object", "required": ["token"], "properties": {"token": {"type": "string"}}, "additionalProperties": False}
    out = {"type": "object", "required": ["ok"], "properties": {"ok": {"const": True}}}
    return {
        login.LOG_IN: {"post": {
            "operationId": "login",
            "summary": "Exchange a token for a cookie",
            "security": [{}],
            "requestBody": {"required": True, "content": {answers.JSON: {"schema": shown, "example": {"token": "st_dealer_…"}}}},
            "responses": {
                "200": {"description": "You are logged in.", "content": {answers.JSON: {"schema": told, "example": known}}},
                **_refusals([WRONG_TOKEN, TOO_MANY, login.BAD_BODY, login.NO_SECRET, answers.WRONG_ORIGIN, answers.WRONG_TYPE]),
            },
        }},
        login.LOG_OUT: {"post": {
            "operationId": "logout",
            "summary": "Take the cookie away",
            "security": [{}],
            "responses": {
                "200": {"description": "You are logged out.", "content": {answers.JSON: {"schema": out, "example": {"ok": True}}}},
                **_refusals([answers.WRONG_ORIGIN, WRONG_TOKEN, TOO_MANY]),
            },
        }},
        login.WHOAMI: {"get": {
            "operationId": "whoami",
            "summary": "Who you are here",
            "responses": {
                "200": {"description": "Your roles, and your name.", "content": {answers.JSON: {"schema": told, "example": known}}},
                **_refusals(_ALWAYS),
            },
        }},
    }  # fmt: skip


def _found(model: type[BaseModel], example: Any) -> Document:
    content: Document = {"schema": _reference(model.__name__)} | ({"example": example} if example else {})
    return {"description": _first_line(model), "content": {answers.JSON: content}}


def _refusals(refusals: Iterable[Refusal]) -> Document:
    by_status: dict[int, list[Refusal]] = {}
    for refusal in refusals:
        by_status.setdefault(int(refusal.status), []).append(refusal)
    found: Document = {}
    for status, said in sorted(by_status.items()):
        examples = {one.code: {"value": {"ok": False, "code": one.code, "message": one.message}} for one in said}
        content = {answers.JSON: {"schema": _reference("Refusal"), "examples": examples}}
        found[str(status)] = {"description": ", ".join(f"`{one.code}`" for one in said), "content": content}
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            found[str(status)]["headers"] = {"retry-after": {"schema": {"type": "integer"}, "description": "Seconds."}}
    return found


def _parameters(model: type[Query] | None, place: str) -> list[Document]:
    if model is None:
        return []
    schema = model.model_json_schema(mode="validation")
    needed = set(schema.get("required", ()))
    return [_parameter(name, field, place, name in needed) for name, field in schema["properties"].items()]


def _parameter(name: str, field: Mapping[str, Any], place: str, needed: bool) -> Document:
    """A parameter that may be left out is never null: it is not there."""
    described = {key: text for key, text in field.items() if key not in ("title", "description", "anyOf", "default")}
    described |= next((one for one in field.get("anyOf", ()) if one.get("type") != "null"), {})
    if field.get("default") is not None:
        described["default"] = field["default"]
    return {"name": name, "in": place, "required": needed, "description": field.get("description", ""), "schema": described}


def _schemas() -> Document:
    models: list[type[BaseModel]] = [CommandAnswer, *(row.found for row in _ALL_ROWS), SeatsCheck, *_command_models()]
    _, found = models_json_schema([(model, "validation") for model in models], by_alias=True, ref_template="#/components/schemas/{model}")
    refusal = {
        "type": "object",
        "description": "A request that was not done, and why.",
        "required": ["ok", "code", "message"],
        "properties": {"ok": {"const": False}, "code": {"type": "string"}, "message": {"type": "string"}},
        "additionalProperties": False,
    }
    return {**{name: payload_schema(schema) for name, schema in sorted(found["$defs"].items())}, "Refusal": refusal}


def _command_models() -> list[type[CommandModel]]:
    return list(dict.fromkeys(row.model for row in VERBS.values()))


def _first_line(model: type[BaseModel]) -> str:
    own = model.__doc__ if model.__doc__ and model.__doc__ != BaseModel.__doc__ else ""
    return (own or model.__name__).strip().splitlines()[0]


def _reference(name: str) -> Document:
    return {"$ref": f"#/components/schemas/{name}"}
