"""The overlay's WebSocket: what is on air, as it goes over the wire. Virtual time."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from asgi_peer import Peer, connected
from scripted_hub import ScriptedHub

from controller.clock import Clock, run
from controller.effects import Tell
from controller.events import Button, Header, Sit
from controller.feed.broadcast import BroadcastFeed
from controller.feed.broadcast_views import Aired
from controller.feed.delta import apply
from controller.feed.reveal import Broadcast
from controller.harness import TableInProcess
from controller.rules.house import House
from controller.table.table import said
from controller.web.app import make_app
from controller.web.overlay import MAX_OVERLAYS
from controller.web.overlay_files import MAX_FILE_BYTES, NO_FILES, OverlayFiles, file_problem


class Room:
    """A table with its overlay, in the running loop."""

    def __init__(self, broadcast: Broadcast, files: OverlayFiles = NO_FILES) -> None:
        self.clock = Clock(asyncio.get_running_loop())
        self.table = TableInProcess(House(seats=3), clock=self.clock)
        self.feed = BroadcastFeed(self.clock, "b1", broadcast, (Aired(0, self.table.table),))
        self.feed.set_info(title="Main Event")
        self.table.turn.on_table(self.feed.follow)
        self.table.turn.on_effects(self.feed.update)
        self.app = make_app(ScriptedHub(), title="Table 1", broadcast=self.feed, overlay_files=files)
        self._running = asyncio.create_task(self.feed.run())
        self._ids = 0

    def sit(self, seat: int, name: str) -> None:
        self._ids += 1
        self.table.take([Sit(Header(self.clock.now_ns(), f"c{self._ids}", "floor"), seat, name, 500)])

    def button(self, seat: int) -> None:
        self._ids += 1
        self.table.take([Button(Header(self.clock.now_ns(), f"c{self._ids}", "floor"), seat)])

    @contextlib.asynccontextmanager
    async def page(self, query: str = "") -> AsyncIterator[Peer]:
        async with connected(self.app, path="/ws/overlay", query=query) as (peer, _):
            await peer.until(1)
            yield peer

    async def stop(self) -> None:
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)


def names(state: dict[str, Any]) -> list[str | None]:
    return [seat["name"] for seat in state["seats"]]


def test_a_snapshot_then_what_changed_when_its_time_has_come() -> None:
    async def main() -> tuple[list[dict[str, Any]], list[float]]:
        room = Room(Broadcast("showdown", 30))
        async with room.page() as peer:
            await asyncio.sleep(1)
            room.sit(1, "Anna")
            await asyncio.sleep(2)
            room.sit(3, "Bela")
            await asyncio.sleep(40)
        await room.stop()
        return peer.frames, peer.arrived_s

    frames, arrived_s = run(main, speed=None)
    snapshot = frames[0]
    assert (snapshot["type"], snapshot["info"]["title"], snapshot["status"]) == ("snapshot", "Main Event", {"air_ms": -30_000})
    held = snapshot["state"]
    assert names(held) == [None, None, None]
    came = []
    for frame, at_s in zip(frames[1:], arrived_s[1:], strict=True):
        if frame["type"] == "delta":
            held = apply(frame, held)
            came.append((round(at_s, 1), names(held)))
        else:
            assert frame == {"type": "status", "status": {"air_ms": frame["status"]["air_ms"]}}
            assert frame["status"]["air_ms"] == pytest.approx((at_s - 30) * 1000, abs=5)
    assert came == [(31.0, ["Anna", None, None]), (33.0, ["Anna", None, "Bela"])]
    assert max(after - before for before, after in itertools.pairwise(arrived_s)) < 5.1, "something every 5 s"


def test_only_a_producer_is_told_that_something_waits() -> None:
    async def main() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        room = Room(Broadcast("after_hand", 20))
        async with room.page() as viewer, room.page("producer=1") as producer:
            await asyncio.sleep(1)
            before = len(viewer.frames)
            room.sit(1, "Anna")
            await asyncio.sleep(0.5)
            assert len(viewer.frames) == before
            await asyncio.sleep(8)
        await room.stop()
        return viewer.frames, producer.frames

    viewer, producer = run(main, speed=None)
    assert all(set(frame["status"]) == {"air_ms"} for frame in viewer if "status" in frame)
    told = [frame["status"] for frame in producer]
    assert (told[0]["behind_ms"], told[0]["delay_s"], told[0]["reveal"], told[0]["hidden"]) == (0, 20, "after_hand", False)
    assert told[1]["behind_ms"] == 20_000
    assert [status["behind_ms"] for status in told[1:]] == sorted([status["behind_ms"] for status in told[1:]], reverse=True)
    assert told[-1]["behind_ms"] < 16_000


def test_panic_is_told_at_once() -> None:
    async def main() -> list[dict[str, Any]]:
        room = Room(Broadcast("after_hand", 600))
        room.sit(1, "Anna")
        async with room.page() as peer:
            table = said(room.table.table, hidden=True)
            room.feed.follow(table)
            await peer.until(2)
            room.feed.update(table, [Tell(9, "hidden", room.clock.now_ns(), 8, 9)])
        await room.stop()
        return peer.frames

    frames = run(main, speed=None)
    assert frames[1]["set"]["hidden"] is True
    assert frames[1]["rev_from"] == frames[1]["rev_to"]


def test_live_hole_cards_are_for_whoever_may_see_them_and_nobody_else() -> None:
    async def main() -> None:
        room = Room(Broadcast("always"))
        async with connected(room.app, path="/ws/overlay") as (peer, task):
            await task
            assert peer.denied == 403
            assert peer.frames == []
        [page] = await answers(room.app, "/overlay?test=1")
        assert (page.status_code, "web.token_needed" in page.text) == (403, True)
        asked = []

        def may_see(connection: Any) -> bool:
            asked.append(connection.url.path)
            return bool(connection.query_params.get("token") == "right")

        for query, denied in (("token=right", None), ("token=wrong", 403)):
            app = make_app(ScriptedHub(), title="Table 1", broadcast=room.feed, may_see_overlay=may_see)
            async with connected(app, path="/ws/overlay", query=query) as (peer, task):
                await (peer.until(1) if denied is None else task)
                assert peer.denied == denied
            [page] = await answers(app, f"/overlay?{query}")
            assert page.status_code == (denied or 200)
        assert asked == ["/ws/overlay", "/overlay"] * 2
        await room.stop()

    run(main, speed=None)


def test_so_many_overlays_and_no_more() -> None:
    async def main() -> None:
        room = Room(Broadcast())
        async with contextlib.AsyncExitStack() as stack:
            for _ in range(MAX_OVERLAYS):
                await stack.enter_async_context(room.page())
            async with connected(room.app, path="/ws/overlay") as (peer, task):
                await task
                assert peer.denied == 503
        async with room.page() as peer:
            assert peer.denied is None
        await room.stop()

    run(main, speed=None)


def test_a_feed_that_ends_closes_its_pages() -> None:
    async def main() -> None:
        room = Room(Broadcast())
        async with connected(room.app, path="/ws/overlay") as (peer, task):
            await peer.until(1)
            room.feed.close()
            await task
            assert peer.closed == 1013
        await room.stop()

    run(main, speed=None)


async def answers(app: Any, *paths: str) -> list[httpx.Response]:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost:8080") as client:
        return [await client.get(path) for path in paths]


def test_the_events_own_files_are_served_as_what_they_are(tmp_path: Path) -> None:
    (tmp_path / "our.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (tmp_path / "our.css").write_text(":root { --accent: #ff8800 }")

    async def main() -> None:
        room = Room(Broadcast(), OverlayFiles(tmp_path / "our.svg", tmp_path / "our.css"))
        page, logo, css, other = await answers(room.app, "/overlay", "/overlay/logo", "/overlay/style.css", "/overlay/table.toml")
        assert [answer.status_code for answer in (page, logo, css, other)] == [200, 200, 200, 404]
        assert [logo.headers["content-type"], css.headers["content-type"]] == ["image/svg+xml", "text/css; charset=utf-8"]
        assert "--accent" in css.text
        assert "require-trusted-types-for" in logo.headers["content-security-policy"]
        async with room.page() as peer:
            assert peer.frames[0]["info"] == {"title": "Main Event", "files": ["logo", "style.css"]}
        await room.stop()
        bare = Room(Broadcast())
        assert [answer.status_code for answer in await answers(bare.app, "/overlay/logo", "/overlay/style.css")] == [404, 404]
        await bare.stop()

    run(main, speed=None)


def test_why_a_file_cannot_be_served(tmp_path: Path) -> None:
    large = tmp_path / "large.png"
    large.write_bytes(bytes(MAX_FILE_BYTES + 1))
    assert file_problem(large) == f"{large} is larger than 512 kB; make it smaller"
    assert file_problem(tmp_path) == f"there is no file {tmp_path}; name a file that is there"
    large.write_bytes(bytes(MAX_FILE_BYTES))
    assert file_problem(large) == ""
