"""The address of the server-sent events: who may listen, from where on, to what."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from http import HTTPStatus
from typing import Annotated, Any, Final

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from controller.feed.hub import FeedHub
from controller.web.access import access_of
from controller.web.access_gate import Gate, Refusal
from controller.web.answers import FULL, refused
from controller.web.archive import Archive
from controller.web.lasting import Places, while_let_in
from controller.web.live import BEAT_S, SEND_LIMIT_S
from controller.web.rest import ROOT, Number, Query, asked_for
from controller.web.sse import ALL_TOPICS, TOPICS, EventStream

STREAM_PATH: Final = f"{ROOT}/stream"


class StreamQuery(Query):
    after: Annotated[Number, Field(ge=0, le=2**53)] | None = Field(
        default=None,
        description="The last event you know; those behind it come first. The header `Last-Event-ID` says the same and counts more.",
    )
    topics: Annotated[str, Field(pattern=rf"^({'|'.join(ALL_TOPICS)})(,({'|'.join(ALL_TOPICS)}))*$")] = Field(
        default=",".join(TOPICS), description="Which topics, with commas between them."
    )


def stream_endpoint(
    hub: FeedHub, archive: Archive | None, gate: Gate, places: Places, loop_s: Callable[[float], float]
) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers a request for the stream."""

    async def endpoint(request: Request) -> Response:
        asked = _asked(request)
        if isinstance(asked, Refusal):
            return refused(asked)
        access = access_of(request)

        async def in_its_place(telling: Coroutine[Any, Any, None]) -> bool:
            if not places.take():
                telling.close()
                return False
            try:
                return await while_let_in(telling, access, gate, loop_s)
            finally:
                places.leave()

        if places.full and request.method == "GET":
            return refused(FULL)
        return EventStream(
            hub,
            archive,
            after=asked.after,
            topics=frozenset(asked.topics.split(",")),
            beat_s=loop_s(BEAT_S),
            send_limit_s=loop_s(SEND_LIMIT_S),
            while_let_in=in_its_place,
        )

    return endpoint


def _asked(request: Request) -> StreamQuery | Refusal:
    asked = asked_for(StreamQuery, request.query_params.multi_items())
    if isinstance(asked, Refusal) or not isinstance(asked, StreamQuery):
        return asked if isinstance(asked, Refusal) else _WRONG_ID
    known = request.headers.get("last-event-id")
    if not known:
        return asked
    named = asked_for(StreamQuery, [("after", known)])
    return asked.model_copy(update={"after": named.after}) if isinstance(named, StreamQuery) else _WRONG_ID


_WRONG_ID: Final = Refusal(HTTPStatus.UNPROCESSABLE_ENTITY, "web.bad_argument", "Last-Event-ID: must be the `id` of an event of this table")
