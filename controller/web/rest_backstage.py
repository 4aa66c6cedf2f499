"""`/api/v1` behind the pages: antennas, machine, decks, reason codes, rules of the books, and the check of a list of players."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Annotated, Any, Final

import msgspec
from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import Response

from controller.feed.hub import FeedHub
from controller.web.access_gate import Refusal
from controller.web.answers import METHOD, body_of, json_answer, not_for, refused, wrong_type
from controller.web.instruments import (
    Antennas,
    Backstage,
    Decks,
    Explanation,
    InstrumentError,
    Instruments,
    Machine,
    Mistakes,
    OptionView,
    RuleView,
    Setup,
)
from controller.web.rest import ROOT, STARTING, Endpoint, Query, Row, row_endpoint

Answer = Callable[[Any], Awaitable[Response]]

#: A list of players and what JSON makes of it.
MAX_BODY_BYTES: Final = 250_000

CHECK_PATH: Final = f"{ROOT}/seats/check"
FLOOR: Final = ("floor", "admin")
STAFF: Final = ("dealer", "floor", "admin")

NO_SUCH_CODE: Final = Refusal(HTTPStatus.NOT_FOUND, "web.no_such_code", "no reason has this code; docs/errors.md has them all")
NO_SUCH_RULE: Final = Refusal(HTTPStatus.NOT_FOUND, "web.no_such_rule", "no book has a rule of this id; docs/rules.md has them all")
NO_SUCH_OPTION: Final = Refusal(
    HTTPStatus.NOT_FOUND, "web.no_such_option", "no question of a house has this name; docs/rules.md has them all"
)
NO_MISTAKES: Final = Refusal(
    HTTPStatus.NOT_FOUND,
    "web.mistakes_off",
    "this house does not count dealers' mistakes; [floor] mistakes = true in table.toml turns it on",
)
NO_BACKSTAGE: Final = Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "web.no_instruments", "this page is served by no daemon: it has no antennas")
DECK_FILE: Final = Refusal(
    HTTPStatus.SERVICE_UNAVAILABLE, "deck.unusable", "the deck file cannot be read; its place and the remedy are said"
)
BAD_LIST: Final = Refusal(HTTPStatus.BAD_REQUEST, "web.bad_body", 'send one JSON object: {"csv": "seat,name,stack\\n…"}')
LONG_LIST: Final = Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "web.bad_body", f"the list is longer than {MAX_BODY_BYTES} bytes")


class Code(Query):
    code: Annotated[str, Field(pattern=r"^[a-z0-9_*.]{1,64}$", description="As `rfid.silent`.")]


class RuleId(Query):
    id: Annotated[str, Field(pattern=r"^[a-z]{1,16}(\.[A-Za-z0-9_-]{1,40}){1,6}$", description="As `cooke.8.01.09.a`.")]


class OptionName(Query):
    name: Annotated[str, Field(pattern=r"^[a-z0-9_]{1,64}$", description="As `exposed_card_remedy`.")]


#: What is read.
ROWS: Final = (
    Row("/antennas", "antennas", "Every antenna: reads a second, cards accepted over it; never a tag", Antennas, roles=STAFF,
        refusals=(NO_BACKSTAGE,)),
    Row("/machine", "machine", "The daemon and its computer: versions, time running, lateness, disk", Machine, roles=STAFF,
        refusals=(NO_BACKSTAGE,)),
    Row("/setup", "setup", "Game, limit, stakes in full, and the pictures there are", Setup, roles=STAFF, refusals=(NO_BACKSTAGE,)),
    Row("/decks", "decks", "The enrolled decks by name, and which is in play", Decks, roles=STAFF, refusals=(NO_BACKSTAGE, DECK_FILE)),
    Row("/codes/{code}", "code", "What a reason code means and what to do", Explanation, place=Code, refusals=(NO_SUCH_CODE, NO_BACKSTAGE)),
    Row("/rules/{id}", "rule", "A rule of the books that a ruling or a refusal cites", RuleView, place=RuleId,
        refusals=(NO_SUCH_RULE, NO_BACKSTAGE)),
    Row("/options/{name}", "option", "A question that houses answer differently, with each book's answer", OptionView, place=OptionName,
        refusals=(NO_SUCH_OPTION, NO_BACKSTAGE)),
    Row("/mistakes", "mistakes", "What was ruled about each dealer's dealing, where the house counts it", Mistakes, roles=FLOOR,
        refusals=(NO_MISTAKES, NO_BACKSTAGE)),
)  # fmt: skip


def backstage_endpoints(backstage: Backstage | None) -> Mapping[str, Endpoint]:
    """Return path below ROOT → what answers it."""
    answers = _nothing() if backstage is None else _answers(backstage.instruments)
    return {row.path: row_endpoint(row, answers[row.name]) for row in ROWS}


def _nothing() -> Mapping[str, Answer]:
    async def nothing(_: Any) -> Response:
        return refused(NO_BACKSTAGE)

    return dict.fromkeys((row.name for row in ROWS), nothing)


def _answers(instruments: Instruments) -> Mapping[str, Answer]:
    async def antennas(_: Any) -> Response:
        return _model(instruments.antennas())

    async def machine(_: Any) -> Response:
        return _model(await instruments.machine())

    async def setup(_: Any) -> Response:
        return _model(await instruments.setup())

    async def decks(_: Any) -> Response:
        try:
            return _model(await instruments.decks())
        except InstrumentError as error:
            return refused(Refusal(HTTPStatus.SERVICE_UNAVAILABLE, error.code, str(error)))

    async def code(place: Code) -> Response:
        found = instruments.explain(place.code)
        return refused(NO_SUCH_CODE) if found is None else _model(found)

    async def rule(place: RuleId) -> Response:
        found = await instruments.rule(place.id)
        return refused(NO_SUCH_RULE) if found is None else _model(found)

    async def option(place: OptionName) -> Response:
        found = await instruments.option(place.name)
        return refused(NO_SUCH_OPTION) if found is None else _model(found)

    async def mistakes(_: Any) -> Response:
        found = instruments.mistakes()
        return refused(NO_MISTAKES) if found is None else _model(found)

    return {
        "rule": rule,
        "mistakes": mistakes,
        "option": option,
        "antennas": antennas,
        "machine": machine,
        "setup": setup,
        "decks": decks,
        "code": code,
    }


def _model(found: BaseModel) -> Response:
    return json_answer(found.model_dump_json().encode())


class _List(msgspec.Struct, forbid_unknown_fields=True):
    csv: str


def check_endpoint(hub: FeedHub, backstage: Backstage | None) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers a POST of a list of players: what would be done for each line, or what is wrong with it. Does nothing."""

    async def endpoint(request: Request) -> Response:
        if request.method != "POST":
            return refused(METHOD, allow="POST")
        wrong = wrong_type(request) or not_for(request, *FLOOR)
        if wrong is not None:
            return refused(wrong)
        body = await body_of(request, MAX_BODY_BYTES)
        if body is None:
            return Response(status_code=HTTPStatus.BAD_REQUEST)  # nobody hears it
        text = _list_in(body)
        state = next((message.body for message in hub.snapshot() if message.name == "state"), None)
        if isinstance(text, Refusal) or backstage is None or state is None:
            return refused(text if isinstance(text, Refusal) else NO_BACKSTAGE if backstage is None else STARTING)
        return _model(backstage.check_seats(text, json.loads(state)))

    return endpoint


def _list_in(body: bytes) -> str | Refusal:
    if len(body) > MAX_BODY_BYTES:
        return LONG_LIST
    try:
        return msgspec.json.decode(body, type=_List).csv
    except (msgspec.DecodeError, UnicodeDecodeError):
        return BAD_LIST
