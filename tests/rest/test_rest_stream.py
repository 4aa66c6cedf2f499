"""`GET /api/v1/stream`: everything once and in order, after a broken line too, and no longer than one may listen."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from asked import Asked
from gates import TOKENS

from controller.clock import run
from controller.web.access import TokenRole
from controller.web.app import make_app


class Frame(NamedTuple):
    """One server-sent event as a browser takes it."""

    event: str
    id: str | None
    data: Any


class Listener:
    """A browser's EventSource, in memory."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.frames: list[Frame] = []
        self.raw = ""
        self.ended = False
        self.taking = True
        self.left = asyncio.Event()
        self._asked = False
        self._changed = asyncio.Event()

    async def receive(self) -> Any:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if not self.taking:
            await asyncio.Event().wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): text.decode() for name, text in message["headers"]}
        else:
            self.raw += message["body"].decode()
            self.ended = not message.get("more_body", False)
            *whole, self.raw = self.raw.split("\n\n") if self.status == 200 else [self.raw]
            self.frames += [frame for block in whole if (frame := _frame(block)) is not None]
        self._changed.set()

    async def until(self, count: int) -> list[Frame]:
        async with asyncio.timeout(1_000):
            while len(self.frames) < count:
                self._changed.clear()
                await self._changed.wait()
        return self.frames

    def told(self) -> list[Any]:
        return [frame.data for frame in self.frames if frame.event == "event"]


def _frame(block: str) -> Frame | None:
    fields = dict(line.split(": ", 1) for line in block.split("\n"))
    return Frame(fields["event"], fields.get("id"), json.loads(fields["data"])) if "data" in fields else None


@contextlib.asynccontextmanager
async def listening(
    app: Any, query: str = "", last: str | None = None, role: TokenRole | None = None
) -> AsyncIterator[tuple[Listener, asyncio.Task[None]]]:
    host = "localhost" if role is None else "testserver"
    headers = [(b"host", host.encode())]
    if last is not None:
        headers.append((b"last-event-id", last.encode()))
    if role is not None:
        headers.append((b"authorization", f"Bearer {TOKENS[role]}".encode()))
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.4"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": "/api/v1/stream", "raw_path": b"/api/v1/stream", "root_path": "", "query_string": query.encode(), "headers": headers,
        "server": ("127.0.0.1", 8080), "client": ("127.0.0.1" if role is None else "198.51.100.7", 5000),
    }  # fmt: skip
    listener = Listener()
    task = asyncio.create_task(app(scope, listener.receive, listener.send))
    try:
        yield listener, task
    finally:
        listener.left.set()
        await asyncio.wait_for(task, 1_000)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Asked]:
    made = Asked(tmp_path)
    made.play(2)
    yield made
    made.close()


SNAPSHOT = ["info", "health", "state", "status"]


def test_first_what_the_table_holds_then_everything_as_it_is_told(table: Asked) -> None:
    async def main() -> None:
        async with listening(table.app) as (listener, _):
            await listener.until(4)
            assert (listener.status, listener.headers["content-type"].partition(";")[0]) == (200, "text/event-stream")
            assert listener.headers["cache-control"] == "no-store"
            assert "content-length" not in listener.headers
            assert [frame.event for frame in listener.frames] == SNAPSHOT
            assert all(frame.id is None for frame in listener.frames)
            table.felt.do("button", seat=2)
            _, _, _, _, story, state = await listener.until(6)
            assert (story.event, story.id, story.data["kind"]) == ("event", str(story.data["seq"]), "button_moved")
            assert (state.event, state.data) == ("state", table.felt.state())

    run(main)


def test_rulings_and_announcements_have_names_of_their_own(table: Asked) -> None:
    async def main() -> None:
        table.felt.do("request", seat=1, what="stack", of=2)
        seq = table.felt.turn.table.seq
        async with listening(table.app, "topics=announcement,event", last=str(seq - 1)) as (listener, _):
            (missed,) = await listener.until(1)
            assert (missed.event, missed.id, missed.data["about"]) == ("announcement", str(seq), "stack")
            table.felt.do("ack", announcement=missed.data["id"])
            table.felt.do("button", seat=2)
            *_, said, moved = await listener.until(3)
            assert (said.event, said.id, said.data["acknowledged"]) == ("announcement", str(seq + 1), True)
            assert (moved.event, moved.id) == ("event", str(seq + 2))

    run(main)


def test_a_listener_that_comes_back_misses_nothing_and_gets_nothing_twice(table: Asked) -> None:
    async def main() -> None:
        live = [json.loads(body) for _, body in table.felt.events()]
        async with listening(table.app, last=str(live[9]["seq"])) as (listener, _):
            await listener.until(4 + len(live) - 10)
            assert [frame.event for frame in listener.frames[:4]] == SNAPSHOT
            assert listener.told() == live[10:]
            table.felt.do("button", seat=2)
            await listener.until(4 + len(live) - 10 + 2)
            assert [story["seq"] for story in listener.told()] == list(range(11, live[-1]["seq"] + 2))

    run(main)


@pytest.mark.parametrize("after", [0, 1, 17, None])
def test_stories_told_while_it_catches_up_come_after_in_order(table: Asked, after: int | None) -> None:
    async def main() -> None:
        newest = table.felt.turn.table.seq
        async with listening(table.app, query="topics=event" + ("" if after is None else f"&after={after}")) as (listener, _):
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            for seat in (2, 3, 2):  # the journal is being read meanwhile
                table.felt.do("button", seat=seat)
            first = newest if after is None else after
            await listener.until(newest + 3 - first)
            assert [story["seq"] for story in listener.told()] == list(range(first + 1, newest + 4))

    run(main)


def test_what_is_not_kept_any_more_is_said(tmp_path: Path) -> None:
    table = Asked(tmp_path, hands=3, snapshot_hands=1)
    table.play(7)

    async def main() -> None:
        newest = table.felt.turn.table.seq
        async with listening(table.app, last="2") as (listener, _):
            await listener.until(6)
            gap = listener.frames[4]
            assert (gap.event, gap.data["after"]) == ("gap", 2)
            await listener.until(5 + newest - gap.data["first"] + 1)
            assert [story["seq"] for story in listener.told()] == list(range(gap.data["first"], newest + 1))
        async with listening(table.app, last=str(newest + 50)) as (listener, _):
            await listener.until(5)
            assert listener.frames[4] == Frame("gap", str(newest), {"after": newest + 50, "first": newest + 1})

    run(main)
    table.close()


def test_without_a_journal_what_was_missed_is_said_to_be_lost(table: Asked) -> None:
    async def main() -> None:
        app: Any = make_app(table.felt.hub, title="t")
        newest = table.felt.turn.table.seq
        async with listening(app, last="3") as (listener, _):
            await listener.until(5)
            assert listener.frames[4] == Frame("gap", str(newest), {"after": 3, "first": newest + 1})

    run(main)


def test_a_quiet_table_beats(table: Asked) -> None:
    async def main() -> None:
        async with listening(table.app) as (listener, _):
            await listener.until(6)
            assert [frame.event for frame in listener.frames[4:]] == ["beat", "beat"]

    run(main, speed=None)


def test_only_the_topics_that_were_asked_for(table: Asked) -> None:
    async def main() -> None:
        async with listening(table.app, query="topics=seat,metrics") as (listener, _):
            await listener.until(6)
            assert [frame.data["view"]["seat"] for frame in listener.frames] == [1, 2, 3, 4, 5, 6]
            table.felt.do("buy_in", seat=2, amount=5)
            assert (await listener.until(7))[6].data["view"]["seat"] == 2

    run(main)


def test_it_ends_with_the_feed_with_its_token_and_with_its_listener(table: Asked) -> None:
    async def main() -> None:
        async with (
            listening(table.app, role="broadcast") as (revoked, ending),
            listening(table.app) as (gone, leaving),
            listening(table.app) as (staying, last),
        ):
            for listener in (revoked, gone, staying):
                await listener.until(4)
            assert len(table.felt.hub._subscriptions) == 3
            table.keys.revoke("broadcast")
            await asyncio.wait_for(ending, 2)
            assert revoked.ended
            gone.left.set()
            await asyncio.wait_for(leaving, 1)
            assert len(table.felt.hub._subscriptions) == 1
            table.felt.hub.close()
            await asyncio.wait_for(last, 1)
            assert staying.ended

    run(main, speed=None)


def test_a_listener_that_stops_reading_is_cut_off(table: Asked) -> None:
    async def main() -> None:
        async with listening(table.app) as (listener, task):
            await listener.until(4)
            listener.taking = False
            await asyncio.wait_for(task, 30)
            assert table.felt.hub._subscriptions == []

    run(main, speed=None)


def test_too_many_listeners_are_turned_away_and_room_is_made_again(table: Asked) -> None:
    async def main() -> None:
        app: Any = make_app(table.felt.hub, title="t", max_pages=1)
        async with listening(app) as (first, _):
            await first.until(4)
            async with listening(app) as (second, task):
                await asyncio.wait_for(task, 1)
                assert (second.status, json.loads(second.raw)["code"]) == (503, "web.too_many_pages")
        async with listening(app) as (third, _):
            await third.until(4)

    run(main)
