"""The WebSocket as a page meets it: a snapshot, deltas, beats, and an end to those who do not keep up. Virtual time."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import msgspec
import pytest
from asgi_peer import Peer, connected
from felt import Felt
from gates import TOKENS, Keys
from hypothesis import given
from hypothesis import strategies as st
from scenes import main_scene
from scripted_hub import ScriptedHub, health, info, seat, state, status

from controller.clock import Clock, run
from controller.effects import Tell
from controller.feed.broadcast import BroadcastFeed
from controller.feed.broadcast_views import Aired
from controller.feed.delta import apply
from controller.feed.hub import FeedHub
from controller.feed.reveal import Broadcast
from controller.feed.subscription import FeedMessage
from controller.rules.house import House
from controller.table.table import new_table
from controller.web.app import make_app
from controller.web.live import Ticker


def app_of(hub: Any, **options: Any) -> Any:
    return make_app(hub, title="Table 1", **options)


def fold(frames: list[dict[str, Any]]) -> dict[str, Any] | None:
    """What a page holds after these frames; it refuses a delta that does not start from what it holds."""
    held: dict[str, Any] | None = None
    for frame in frames:
        if frame["type"] == "snapshot":
            held = frame["state"]
        elif frame["type"] == "delta":
            assert held is not None
            assert frame["rev_from"] == held["rev"]
            held = apply(frame, held)
    return held


def test_everything_at_once_then_only_what_changed() -> None:
    async def main() -> list[dict[str, Any]]:
        hub = ScriptedHub()
        hub.publish("info", info())
        hub.publish("status", status())
        hub.publish("health/hf0", health("hf0"))
        hub.publish("state", state(1, [seat(1, "Anna", 500)]))
        async with connected(app_of(hub)) as (peer, _):
            await peer.until(1)
            hub.tell("bought_in", "Seat 1 buys in for 100.")
            hub.publish("state", state(2, [seat(1, "Anna", 600)]))
            hub.publish("health/hf1", health("hf1", "failed", "feig.timeout"))
            hub.publish("info", info(table_name="Final"))
            hub.publish("status", status("stopped"))
            return await peer.until(5)

    snapshot, delta, part, told_info, told_status = run(main, speed=None)
    assert snapshot["type"] == "snapshot"
    assert (snapshot["info"]["table_name"], snapshot["status"]["state"], list(snapshot["health"])) == ("Table 1", "online", ["hf0"])
    assert snapshot["state"]["seats"][0]["name"] == "Anna"
    assert snapshot["stories"] == []
    assert delta["type"] == "delta"
    assert [story["text"] for story in delta["stories"]] == ["Seat 1 buys in for 100."]
    assert [changed["stack"] for changed in delta["seats"]] == [600]
    assert (part["type"], part["part"], part["health"]["reason"]) == ("health", "hf1", "feig.timeout")
    assert (told_info["type"], told_info["info"]["table_name"]) == ("info", "Final")
    assert (told_status["type"], told_status["status"]["state"]) == ("status", "stopped")


@given(st.lists(st.tuples(st.integers(1, 10), st.integers(0, 1000), st.booleans()), max_size=20))
@pytest.mark.slow
def test_a_page_that_follows_the_deltas_holds_the_state(changes: list[tuple[int, int, bool]]) -> None:
    async def main() -> None:
        hub = ScriptedHub()
        main_scene(hub)
        async with connected(app_of(hub)) as (peer, _):
            await peer.until(1)
            last = None
            for rev, (number, stack, told) in enumerate(changes, 42):
                if told:
                    hub.tell("acted", f"Seat {number} acts.")
                last = state(rev, [seat(number, "Anna", stack)])
                hub.publish("state", last)
            frames = await peer.until(1 + len(changes))
            if last is not None:
                assert fold(frames) == last.model_dump(mode="json")
            told_seqs = [story["seq"] for frame in frames for story in frame["stories"]]
            assert told_seqs == list(range(1, sum(told for _, _, told in changes) + 1))

    run(main, speed=None)


def test_a_quiet_table_beats_every_five_seconds() -> None:
    async def main() -> None:
        hub = ScriptedHub()
        main_scene(hub)
        async with connected(app_of(hub)) as (peer, _):
            await peer.until(4)
            assert [frame["type"] for frame in peer.frames] == ["snapshot", "beat", "beat", "beat"]
            assert [after - before for before, after in itertools.pairwise(peer.arrived_s)] == pytest.approx([5, 5, 5])

    run(main, speed=None)


def test_beats_follow_the_wall_when_the_loop_runs_faster() -> None:
    async def main() -> None:
        hub = ScriptedHub()
        main_scene(hub)
        async with connected(app_of(hub, loop_s=lambda wall_s: wall_s * 20)) as (peer, _):
            await peer.until(2)
            assert peer.arrived_s[1] - peer.arrived_s[0] == pytest.approx(100)

    run(main, speed=None)


def test_a_story_that_changed_nothing_is_told_within_a_beat() -> None:
    async def main() -> list[dict[str, Any]]:
        hub = ScriptedHub()
        main_scene(hub)
        async with connected(app_of(hub)) as (peer, _):
            await peer.until(1)
            hub.tell("discrepancy", "A tag that belongs to no enrolled deck lies here.", code="rfid.unknown_tag")
            return list(await peer.until(2))

    _, delta = run(main, speed=None)
    assert (delta["type"], delta["rev_from"], delta["rev_to"], delta["set"]) == ("delta", 41, 41, {})
    assert [story["code"] for story in delta["stories"]] == ["rfid.unknown_tag"]


def test_who_comes_late_is_told_the_last_few_stories() -> None:
    async def main() -> None:
        hub = ScriptedHub()
        app = app_of(hub)
        main_scene(hub)
        for number in range(1, 11):
            hub.tell("acted", f"Seat {number} folds.")
            hub.tell("card_moved", "A card moves from seat 1 to the muck.")
        async with connected(app) as (peer, _):
            (snapshot,) = await peer.until(1)
            assert [story["text"] for story in snapshot["stories"]] == [f"Seat {number} folds." for number in range(3, 11)]
            hub.tell("acted", "Seat 1 checks.")
            hub.publish("state", state(42, []))
            _, delta = await peer.until(2)
            assert [story["text"] for story in delta["stories"]] == ["Seat 1 checks."]

    run(main, speed=None)


def test_a_table_that_starts_after_the_page_is_shown_whole() -> None:
    async def main() -> list[dict[str, Any]]:
        hub = ScriptedHub()
        async with connected(app_of(hub)) as (peer, _):
            await peer.until(1)
            hub.publish("info", info())
            hub.tell("seat_taken", "Anna takes seat 1 with 100.")
            hub.publish("state", state(0, []))
            hub.publish("state", state(1, []))
            return list(await peer.until(4))

    first, _, whole, after = run(main, speed=None)
    assert first["state"] is None
    assert [story["kind"] for story in whole["stories"]] == ["seat_taken"]
    assert (after["type"], after["stories"]) == ("delta", [])
    assert (whole["type"], whole["info"]["table_name"], whole["state"]["rev"]) == ("snapshot", "Table 1", 0)


def test_what_a_page_says_changes_nothing() -> None:
    async def main() -> None:
        hub = ScriptedHub()
        main_scene(hub)
        async with connected(app_of(hub)) as (peer, task):
            for text in ('{"type":"act","seat":8,"do":"fold"}', "", "\x00", "x" * 4000):
                peer.say(text)
            await peer.until(2)
            assert [frame["type"] for frame in peer.frames] == ["snapshot", "beat"]
            assert not task.done()

    run(main, speed=None)


def test_a_page_that_falls_behind_is_sent_away_to_come_back() -> None:
    async def main() -> None:
        hub = ScriptedHub(bound=10)
        main_scene(hub)
        async with connected(app_of(hub)) as (peer, task):
            await peer.until(1)
            for rev in range(42, 80):  # in one breath: no page could have read in between
                hub.publish("state", state(rev, []))
            await asyncio.wait_for(task, 1)
            assert peer.closed == 1013
            assert hub.subscriptions == []

    run(main, speed=None)


def test_a_page_that_stops_reading_is_cut_off() -> None:
    async def main() -> None:
        hub = ScriptedHub()
        main_scene(hub)
        async with connected(app_of(hub)) as (peer, task):
            await peer.until(1)
            peer.taking = False
            started_s = asyncio.get_running_loop().time()
            hub.publish("state", state(42, []))
            await asyncio.wait_for(task, 60)
            assert asyncio.get_running_loop().time() - started_s <= 25
            assert hub.subscriptions == []

    run(main, speed=None)


class Broken(Peer):
    """A page whose connection is no more when the server says `at`: how the server puts that differs."""

    def __init__(self, at: str, says: Exception) -> None:
        super().__init__()
        self._at, self._says = at, says

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == self._at:
            raise self._says
        await super().send(message)


@pytest.mark.parametrize("path", ["/ws", "/ws/overlay"])
@pytest.mark.parametrize(
    "says", [OSError(), RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close'.")], ids=repr
)
@pytest.mark.parametrize("at", ["websocket.accept", "websocket.send"])
def test_a_page_that_breaks_off_is_gone_and_no_fault(path: str, says: Exception, at: str) -> None:
    """It left at once, or what it said was no frame: the server would log whatever comes out here as a fault of ours."""

    async def main() -> None:
        felt = Felt()
        clock: Any = felt.clock
        feed = BroadcastFeed(clock, "boot-1", Broadcast(), [Aired(0, felt.turn.table)])
        app = app_of(felt.hub, broadcast=feed)
        for _ in range(70):  # and it leaves its place
            async with connected(app, path=path, peer=Broken(at, says)) as (_, task):
                await asyncio.wait_for(task, 1)
        async with connected(app, path=path) as (peer, _):
            assert (await peer.until(1))[0]["type"] == "snapshot"

    run(main, speed=None)


def test_the_end_of_the_feed_ends_the_page() -> None:
    async def main() -> None:
        hub = ScriptedHub()
        main_scene(hub)
        async with connected(app_of(hub)) as (peer, task):
            await peer.until(1)
            hub.end()
            await asyncio.wait_for(task, 1)
            assert peer.closed == 1013

    run(main, speed=None)


def test_a_page_that_goes_leaves_nothing_behind() -> None:
    async def main() -> None:
        hub = ScriptedHub()
        main_scene(hub)
        async with connected(app_of(hub)) as (peer, task):
            await peer.until(1)
            assert len(hub.subscriptions) == 1
            peer.leave()
            await asyncio.wait_for(task, 1)
            assert hub.subscriptions == []
            assert peer.closed is None

    run(main, speed=None)


def test_too_many_pages_are_turned_away_and_room_is_made_again() -> None:
    async def main() -> None:
        hub = ScriptedHub()
        main_scene(hub)
        app = app_of(hub, max_pages=1)
        async with connected(app) as (first, _):
            await first.until(1)
            async with connected(app) as (second, task):
                await asyncio.wait_for(task, 1)
                assert (second.denied, second.frames) == (503, [])
        async with connected(app) as (third, _):
            await third.until(1)

    run(main, speed=None)


REFUSED = [
    pytest.param("evil.example", None, 421, id="rebound name"),
    pytest.param("localhost.evil.example:8080", None, 421, id="name that only begins like ours"),
    pytest.param("", None, 421, id="no name"),
    pytest.param("10.0.0.9:8080", None, 421, id="an address we do not have"),
    pytest.param("localhost:8080", "http://evil.example", 403, id="foreign page"),
    pytest.param("localhost:8080", "http://localhost:3000", 403, id="another program on this machine"),
    pytest.param("localhost:8080", "http://localhost:8080.evil.example", 403, id="page that only begins like ours"),
    pytest.param("localhost:8080", "null", 403, id="sandboxed page"),
    pytest.param("localhost:8080", "file://localhost:8080", 403, id="not the web"),
]


@pytest.mark.parametrize(("host", "origin", "code"), REFUSED)
def test_a_foreign_page_sees_nothing(host: str, origin: str | None, code: int) -> None:
    async def main() -> Peer:
        hub = ScriptedHub()
        main_scene(hub)
        async with connected(app_of(hub), host, origin) as (peer, task):
            await asyncio.wait_for(task, 1)
            return peer

    peer = run(main, speed=None)
    assert (peer.denied, peer.frames) == (code, [])


ADMITTED = [
    pytest.param("localhost:8080", "http://localhost:8080", id="our own page"),
    pytest.param("[::1]:8080", "http://[::1]:8080", id="IPv6 loopback"),
    pytest.param("127.0.0.1:8080", None, id="a program"),
    pytest.param("LOCALHOST:8080", "http://localhost:8080", id="capitals"),
]

#: Nobody can tell from here who sits behind these: they need a token.
WITH_A_TOKEN = [
    pytest.param("table.example", "https://table.example", id="configured name"),
    pytest.param("127.0.0.1:8080", "https://table.example", id="configured name through a proxy"),
]


@pytest.mark.parametrize(("host", "origin"), ADMITTED)
def test_our_own_pages_see_the_table(host: str, origin: str | None) -> None:
    async def main() -> None:
        hub = ScriptedHub()
        main_scene(hub)
        async with connected(app_of(hub, allowed_hosts=["Table.example"]), host, origin) as (peer, _):
            assert (await peer.until(1))[0]["type"] == "snapshot"

    run(main, speed=None)


@pytest.mark.parametrize(("host", "origin"), WITH_A_TOKEN)
def test_a_configured_name_sees_the_table_with_a_token(host: str, origin: str) -> None:
    async def main() -> None:
        hub = ScriptedHub()
        main_scene(hub)
        app = app_of(hub, allowed_hosts=["Table.example"], gate=Keys().gate())
        async with connected(app, host, origin) as (stranger, task):
            await asyncio.wait_for(task, 1)
            assert (stranger.denied, stranger.frames) == (401, [])
        async with connected(app, host, origin, authorization=f"Bearer {TOKENS['dealer']}") as (peer, _):
            assert (await peer.until(1))[0]["type"] == "snapshot"

    run(main, speed=None)


def test_panic_takes_shown_cards_out_of_what_was_told_before() -> None:
    """Of open pages, which are shown the whole anew, and of whoever comes while it is on."""

    async def main() -> list[list[dict[str, Any]]]:
        felt = Felt()
        app = app_of(felt.hub)
        felt.seat(1, 2)
        felt.deal({1: ("Ah", "Kd"), 2: ("2c", "7d")})
        async with connected(app) as (open_, _):
            await open_.until(1)
            felt.act("all_in", "call")
            for burnt, *cards in (("3c", "Qs", "Js", "9h"), ("4c", "8c"), ("5c", "5s")):
                felt.board(burnt, *cards)
            felt.do("show", seat=felt.state()["to_show"])
            felt.do("show", seat=felt.state()["to_show"])
            await asyncio.sleep(1)
            before = len(open_.frames)
            assert "Ah" in str(open_.frames)
            felt.do("panic", on=True)
            await open_.until(before + 1)
            async with connected(app) as (late, _):
                await late.until(1)
                felt.do("floor_call")
                await late.until(2)
                await open_.until(before + 2)
                return [open_.frames[before:], late.frames]

    pages = run(main, speed=None)
    for frames in pages:
        assert frames[0]["type"] == "snapshot"
        assert "hidden" in [story["kind"] for story in frames[0]["stories"]]
        assert fold(frames) is not None
        text = str(frames)
        assert [card for card in ("Ah", "Kd", "2c", "7d", "igh card", "air of") if card in text] == []
        assert "hand_ended" in text, "the rest stays"


def test_the_real_feed_through_the_real_page() -> None:
    """The daemon's own hub: its stories and states, folded by a page, are its state."""

    async def main() -> None:
        table = new_table(House())
        clock = Clock(asyncio.get_running_loop())
        hub = FeedHub(clock, "b1", table)
        async with connected(app_of(hub)) as (peer, _):
            await peer.until(1)
            told = Tell(seq=1, kind="button_moved", at_ns=clock.now_ns(), rev_before=0, rev_after=1, seat=4)
            hub.update(msgspec.structs.replace(table, rev=1, seq=1, button=4), [told])
            frames = await peer.until(2)
            held = fold(frames)
            assert held is not None
            assert held["button"] == 4
            assert [story["text"] for story in frames[1]["stories"]] == ["The button is at seat 4."]
            hub.close()

    run(main, speed=None)


def test_what_was_ruled_about_cards_goes_from_the_ticker_when_cards_are_hidden() -> None:
    ticker = Ticker()
    for seq, (name, body) in enumerate([
        ("event", {"kind": "acted"}),
        ("ruling", {"topic": "ruling", "kind": "exposed_card", "cards": ["Kd"], "text": "A card lies face up: Kd."}),
        ("announcement", {"topic": "announcement", "about": "stack"}),
        ("event", {"kind": "hidden"}),
    ]):  # fmt: skip
        ticker.take(FeedMessage(name, msgspec.json.encode(body), False, seq))
    assert [msgspec.json.decode(story).get("kind", "announcement") for story in ticker.stories] == ["acted", "announcement", "hidden"]


def test_what_the_dealer_says_of_what_another_story_tells_is_no_line_of_its_own() -> None:
    ticker = Ticker()
    said = {"topic": "announcement", "text": "…"}
    for seq, body in enumerate([{**said, "about": about} for about in ("raise", "option", "tap", "turn", "players")]):
        ticker.take(FeedMessage("announcement", msgspec.json.encode(body), False, seq))
    ticker.take(FeedMessage("announcement", msgspec.json.encode({**said, "about": "players", "reminded": True}), False, 9))
    assert [msgspec.json.decode(story)["about"] for story in ticker.stories] == ["players"]


def test_a_ruling_about_an_entry_is_a_line_like_any_other() -> None:
    """What a ruling is `about` is a number, and what an announcement is about a word."""
    ticker = Ticker()
    body = {"topic": "ruling", "kind": "amount_misread", "about": 8, "text": "Seat 1 put in 40 for a call of 100."}
    ticker.take(FeedMessage("ruling", msgspec.json.encode(body), False, 8))
    assert [msgspec.json.decode(one)["about"] for one in ticker.stories] == [8]
