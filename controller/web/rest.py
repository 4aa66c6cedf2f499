"""`/api/v1`: the table for programs that take no MQTT. One row an address; the same bytes as the topics of the same name.

The description for programs (`rest_openapi`) is made from these rows, so it cannot say anything else than they do.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from starlette.requests import Request
from starlette.responses import Response

from controller.feed import payloads
from controller.feed.hub import FeedHub
from controller.web.access_gate import Refusal
from controller.web.answers import json_answer, not_for, refused
from controller.web.archive import Archive, ArchiveError, Gap, HandDetail, HandsPage, Only

ROOT: Final = "/api/v1"

#: Most that one question gets.
MOST_HANDS: Final = 100
MOST_EVENTS: Final = 1_000

_DIGITS: Final = re.compile(r"[0-9]{1,16}")


def _number(text: str) -> int:
    """Numbers in an address are written one way only."""
    if not _DIGITS.fullmatch(text):
        raise ValueError("must be a whole number, in digits")
    return int(text)


Number = Annotated[int, BeforeValidator(_number)]


class Query(BaseModel):
    """What stands behind the question mark: each at most once, and nothing else."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class HandsQuery(Query):
    before: Annotated[Number, Field(ge=1, le=2**53)] | None = Field(default=None, description="Only hands with a lower number.")
    limit: Annotated[Number, Field(ge=1, le=MOST_HANDS)] = Field(default=20, description="How many at most.")
    only: Only | None = Field(default=None, description="Only corrected ones, void ones, or those in which the sensors asked.")
    player: Annotated[str, Field(max_length=64)] = Field(
        default="", description="Only hands with a player whose name holds this. 400 hands are searched at once: see `next_before`."
    )


class EventsQuery(Query):
    after: Annotated[Number, Field(ge=0, le=2**53)] = Field(default=0, description="Only events with a higher `seq`.")
    limit: Annotated[Number, Field(ge=1, le=MOST_EVENTS)] = Field(default=100, description="How many at most.")


class HandNumber(Query):
    number: Annotated[Number, Field(ge=1, le=2**53)] = Field(description="Its number: 17 for `h17`.")


class SeatNumber(Query):
    n: Annotated[Number, Field(ge=1, le=99)] = Field(description="The seat, from 1.")


class Health(BaseModel):
    """Every part, by its name."""

    ok: bool = Field(description="The table is online.")
    parts: dict[str, payloads.PartHealth]


class Seats(BaseModel):
    seats: list[payloads.SeatMessage]


class EventsPage(BaseModel):
    """Events in order, word for word as they were told."""

    events: list[payloads.Story]
    next_after: int = Field(description="Ask again with this `after` for what follows.")
    newest: int = Field(description="The last event that is kept.")
    gap: Gap | None = Field(description="Not null when events that were asked for are not kept any more.")


class Row(NamedTuple):
    """One address that is read. `roles` may ask, none named = whoever is known here; `found` is the model of the answer."""

    path: str
    name: str
    summary: str
    found: type[BaseModel]
    query: type[Query] | None = None
    place: type[Query] | None = None
    roles: tuple[str, ...] = ()
    refusals: tuple[Refusal, ...] = ()


STARTING: Final = Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "web.starting", "the table is starting and has not said this yet: ask again")
NO_JOURNAL: Final = Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "web.no_journal", "this table keeps no journal: what was before is not known")
BUSY: Final = Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "web.busy", "several such questions are being answered: ask again in a moment")
NO_SUCH_HAND: Final = Refusal(
    HTTPStatus.NOT_FOUND, "web.no_such_hand", "the journal does not hold this hand; /api/v1/hands says which it holds"
)
NO_SUCH_SEAT: Final = Refusal(HTTPStatus.NOT_FOUND, "web.no_such_seat", "this table has no such seat; /api/v1/seats has all there are")

ROWS: Final = (
    Row("/state", "state", "The whole public picture of the table", payloads.State, refusals=(STARTING,)),
    Row("/info", "info", "Versions, game and drivers", payloads.Info, refusals=(STARTING,)),
    Row("/status", "status", "Whether the table is online", payloads.Status, refusals=(STARTING,)),
    Row("/health", "health", "How every part is, and what to do", Health),
    Row("/seats", "seats", "Every seat, for small displays", Seats),
    Row("/seats/{n}", "seat", "One seat", payloads.SeatMessage, place=SeatNumber, refusals=(NO_SUCH_SEAT,)),
    Row("/hands", "hands", "Hands of the journal, newest first", HandsPage, query=HandsQuery, refusals=(NO_JOURNAL, BUSY)),
    Row(
        "/hands/{number}", "hand", "One hand with its time-line and the evidence; no card that was not shown", HandDetail,
        place=HandNumber, roles=("floor", "admin"), refusals=(NO_SUCH_HAND, NO_JOURNAL, BUSY),
    ),
    Row("/events", "events", "Events after a `seq`, as they were told", EventsPage, query=EventsQuery, refusals=(NO_JOURNAL, BUSY)),
)  # fmt: skip

Endpoint = Callable[[Request], Awaitable[Response]]


def rest_endpoints(hub: FeedHub, archive: Archive | None) -> Mapping[str, Endpoint]:
    """Return path below ROOT → what answers it."""
    told = _Told(hub)
    past = _Past(archive)
    answers: dict[str, Callable[[Any], Awaitable[Response]]] = {
        "state": told.one("state"),
        "info": told.one("info"),
        "status": told.one("status"),
        "health": told.health,
        "seats": told.seats,
        "seat": told.seat,
        "hands": past.hands,
        "hand": past.hand,
        "events": past.events,
    }
    return {row.path: row_endpoint(row, answers[row.name]) for row in ROWS}


def asked_for(model: type[Query] | None, given: list[tuple[str, str]]) -> Query | Refusal | None:
    """Return what the parameters of an address ask for, or the refusal of one that cannot be meant."""
    fields = model.model_fields if model is not None else {}
    names = [name for name, _ in given]
    wrong = next((name for name in names if name not in fields), None)
    if wrong is not None:
        return _bad(wrong, f"no such parameter; {'there are: ' + ', '.join(fields) if fields else 'this address takes none'}")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        return _bad(twice, "is given twice; give it once")
    try:
        return None if model is None else model.model_validate(dict(given))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        return _bad(str(first["loc"][0]), f"{first['msg'][0].lower()}{first['msg'][1:]}")


def _bad(name: str, what: str) -> Refusal:
    shown = name[:32] if name.isprintable() else "?"
    return Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "web.bad_argument", f"{shown}: {what}")


def row_endpoint(row: Row, answer: Callable[[Any], Awaitable[Response]]) -> Endpoint:
    """Return what answers a request for `row`: it is let in and understood before `answer` hears what was asked."""

    async def endpoint(request: Request) -> Response:
        closed = not_for(request, *row.roles)
        if closed is not None:
            return refused(closed)
        query = asked_for(row.query, request.query_params.multi_items())
        if isinstance(query, Refusal):
            return refused(query)
        place = asked_for(row.place, list(request.path_params.items()))
        if isinstance(place, Refusal):
            return refused(place)
        try:
            return await answer(place or query)
        except ArchiveError as error:
            return refused(Refusal(HTTPStatus.SERVICE_UNAVAILABLE, error.code, str(error)))

    return endpoint


class _Told:
    """Answers with what the table says now."""

    def __init__(self, hub: FeedHub) -> None:
        self._hub = hub

    def one(self, name: str) -> Callable[[Any], Awaitable[Response]]:
        async def answer(_: Any) -> Response:
            body = self._held().get(name)
            return refused(STARTING) if body is None else json_answer(body)

        return answer

    async def health(self, _: Any) -> Response:
        held = self._held()
        parts = {name.removeprefix("health/"): msgspec.Raw(body) for name, body in held.items() if name.startswith("health/")}
        online = "status" in held and msgspec.json.decode(held["status"])["state"] == "online"
        return json_answer(msgspec.json.encode({"ok": online, "parts": parts}))

    async def seats(self, _: Any) -> Response:
        seats = [msgspec.Raw(body) for name, body in self._held().items() if name.startswith("seat/")]
        return json_answer(msgspec.json.encode({"seats": seats}))

    async def seat(self, place: SeatNumber) -> Response:
        body = self._held().get(f"seat/{place.n}")
        return refused(NO_SUCH_SEAT) if body is None else json_answer(body)

    def _held(self) -> dict[str, bytes]:
        return {message.name: message.body for message in self._hub.snapshot()}


class _Past:
    """Answers from the journal."""

    def __init__(self, archive: Archive | None) -> None:
        self._archive = archive

    async def hands(self, query: HandsQuery) -> Response:
        if self._archive is None:
            return refused(NO_JOURNAL)
        return _model(await self._archive.hands(query.before, query.limit, query.player, query.only))

    async def hand(self, place: HandNumber) -> Response:
        if self._archive is None:
            return refused(NO_JOURNAL)
        found = await self._archive.hand(place.number)
        return refused(NO_SUCH_HAND) if found is None else _model(found)

    async def events(self, query: EventsQuery) -> Response:
        if self._archive is None:
            return refused(NO_JOURNAL)
        found = await self._archive.events(query.after, query.limit)
        body = {
            "events": [msgspec.Raw(story.body) for story in found.events],
            "next_after": found.events[-1].seq if found.events else max(query.after, found.gap.first - 1 if found.gap else 0),
            "newest": found.newest,
            "gap": None if found.gap is None else found.gap.model_dump(),
        }
        return json_answer(msgspec.json.encode(body))


def _model(found: BaseModel) -> Response:
    return json_answer(found.model_dump_json().encode())
