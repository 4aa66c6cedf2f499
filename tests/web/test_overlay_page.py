"""The overlay in a real browser: fixed places, whole texts, a transparent ground, and only what is on air."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from broadcast_felt import BroadcastFelt
from browser import Watched, open_page, served, started
from overlay_record import INFO, recorded
from playwright.async_api import expect
from scripted_hub import ScriptedHub
from stage import Theatre, theatre

from controller.feed.delta import apply
from controller.feed.reveal import Broadcast
from controller.web.overlay_files import OverlayFiles

SCREENS = [(1920, 1080), (1280, 720), (1080, 1920), (720, 1280)]
LOOKS = ("broadcast", "club")
#: What a machine with other fonts draws with, a wide one and the look's own choice.
FONTS = ("", '"DejaVu Sans"', '"Liberation Sans"')
MEASURE = (Path(__file__).parent / "overlay_measure.js").read_text().partition("\nasync")[2]

HOLES = {1: ("As", "Kd"), 3: ("7h", "2c"), 5: ("Jc", "Jd")}

pytestmark = pytest.mark.slow


class Stage:
    """The overlay in one browser for all tests of this file."""

    def __init__(self, on: Theatre) -> None:
        self.run = on.run
        self.browser = on.browser

    def watch(
        self, query: str, look: Callable[[Watched], Coroutine[Any, Any, None]], app: dict[str, Any] | None = None, **page: Any
    ) -> None:
        """Open `/overlay?query`, let `look` look, and hold it to: no complaint, no request to anyone else."""

        async def main() -> None:
            async with (
                served(ScriptedHub(), **(app or {})) as server,
                open_page(self.browser, f"{server.url}overlay?{query}", reduced_motion="reduce", noting_requests=True, **page) as watched,
            ):
                await look(watched)
                assert watched.errors == []
                assert [url for url in watched.requests if f"127.0.0.1:{server.port}/" not in url] == []

        self.run(main)


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    yield from map(Stage, theatre())


def recorded_states() -> list[dict[str, Any]]:
    replay = recorded()
    states = [replay["state"]]
    for _, delta in replay["deltas"]:
        states.append(apply(delta, states[-1]))
    return states


async def pattern(watched: Watched, seats: int) -> Any:
    """The state of the test pattern."""
    await expect(watched.page.locator(".seat")).to_have_count(10)
    return await watched.page.evaluate(f"async () => (await import('/static/overlay.demo.js')).testState({seats})")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("look", LOOKS)
def test_nothing_jumps_meets_is_cut_off_or_faint(stage: Stage, look: str, language: str) -> None:
    """Over every state of the recorded game and the test pattern of each number of seats, at each size, with each font."""
    games = recorded_states()
    assert len(games) > 100

    async def measure(watched: Watched) -> None:
        page = watched.page
        patterns = [await pattern(watched, seats) for seats in range(2, 11)]
        for width, height in SCREENS:
            await page.set_viewport_size({"width": width, "height": height})
            for font in FONTS:
                await page.evaluate("(font) => document.documentElement.style.setProperty('--font', font)", font)
                for states in ([games] if not font else []) + [[one] for one in patterns]:
                    problems = await page.evaluate(f"async{MEASURE}", {"states": states, "info": None})
                    assert problems == [], f"{look}, {width}×{height}, {len(states[0]['seats'])} seats, font {font or 'of the look'}"

    stage.watch(f"test=1&look={look}&lang={language}", measure)


def test_the_measure_finds_what_it_is_for(stage: Stage) -> None:
    async def measure(watched: Watched) -> None:
        state = await pattern(watched, 10)
        for style, found in {
            "--side: 0px; --step: 20px": "meets",
            "--side: -40px": "leaves the picture",
            "--ink: #8a8a8a; --dim: #555": "faint",
            "letter-spacing: 6px": "cut off",
        }.items():
            await watched.page.evaluate("(style) => { document.documentElement.style.cssText = style; }", style)
            problems = await watched.page.evaluate(f"async{MEASURE}", {"states": [state], "info": None})
            assert any(found in problem for problem in problems), (style, problems)

    stage.watch("test=1", measure)


def first_pixel(png: bytes) -> tuple[int, ...]:
    """Red, green, blue and alpha of the upper left pixel: in the first row no filter changes it."""
    at, data = 8, b""
    colour_type = png[25]
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    raw = zlib.decompress(data)
    return (*raw[1:4], raw[4] if colour_type == 6 else 255)


def test_the_ground_is_transparent(stage: Stage) -> None:
    async def look(watched: Watched) -> None:
        page = watched.page
        await expect(page.locator(".seat")).to_have_count(10)
        assert first_pixel(await page.screenshot(omit_background=True)) == (0, 0, 0, 0)
        middle = {"x": 800, "y": 300, "width": 60, "height": 60}
        assert first_pixel(await page.screenshot(omit_background=True, clip=middle)) == (0, 0, 0, 0)
        plate = {"x": 90, "y": 80, "width": 2, "height": 2}
        assert first_pixel(await page.screenshot(omit_background=True, clip=plate))[3] > 230

    stage.watch("test=1", look)


@pytest.mark.parametrize(
    ("show", "seen"),
    [
        ("board", ["board"]),
        ("pots,board", ["pots", "board"]),
        ("seat3", ["seat3"]),
        ("title,game", ["title", "game"]),
        ("seats", [f"seat{n}" for n in range(1, 11)]),
        ("", ["title", "game", "pots", "board", *(f"seat{n}" for n in range(1, 11))]),
    ],
)
def test_an_address_for_each_element(stage: Stage, show: str, seen: list[str]) -> None:
    async def look(watched: Watched) -> None:
        page = watched.page
        await expect(page.locator(".seat")).to_have_count(10)
        parts = await page.evaluate(
            "[...document.querySelectorAll('.plate, .seat')].filter((node) => node.checkVisibility()).map((node) => node.dataset.part)"
        )
        assert sorted(parts) == sorted(seen)

    stage.watch(f"test=1&show={show}", look)


@pytest.mark.parametrize(("part", "width", "height"), [("board", 960, 436), ("seat7", 512, 124), ("pots", 244, 218), ("title", 880, 96)])
def test_one_element_alone_fills_its_page(stage: Stage, part: str, width: int, height: int) -> None:
    async def look(watched: Watched) -> None:
        await expect(watched.page.locator(".seat")).to_have_count(10)
        box = await watched.page.locator(f"[data-part='{part}']").bounding_box()
        assert box is not None
        assert (box["x"], box["y"], round(box["width"]), round(box["height"])) == (0, 0, width, height)

    stage.watch(f"test=1&show={part}&fit=1", look, width=width, height=height)


def dealt(broadcast: Broadcast) -> BroadcastFelt:
    felt = BroadcastFelt(broadcast)
    felt.broadcast.set_info(**INFO)
    for seat in (1, 3, 5):
        felt.do("sit", seat=seat, name=f"Player {seat}", short_name=f"P. {seat}", country="DE", stack=10_000)
    felt.deal(HOLES)
    return felt


def card_names(content: str) -> set[str]:
    return {card for cards in HOLES.values() for card in cards if f'"{card}"' in content}


def test_the_page_holds_no_card_before_it_may_show_it(stage: Stage) -> None:
    felt = dealt(Broadcast("showdown"))

    async def look(watched: Watched) -> None:
        page = watched.page
        frames: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
        await page.reload()
        await expect(page.locator("[data-part='seat3'] .back")).to_have_count(2)
        felt.act("call", "call", "check")
        felt.board("2h", "Ah", "Td", "9c")
        await expect(page.locator("#cards .paper")).to_have_count(3)
        felt.act("check", "check", "check")
        felt.board("2s", "3c")
        felt.act("check", "check", "check")
        felt.board("3s", "4c")
        felt.act("check", "check", "check")
        await expect(page.locator("#cards .paper")).to_have_count(5)
        assert card_names(await page.content()) == set()
        assert card_names("".join(frames)) == set()
        first = felt.still_in()[0]
        felt.do("show", seat=first)
        await expect(page.locator(f"[data-part='seat{first}'] .hole .paper")).to_have_count(2)
        assert card_names(await page.content()) == set(HOLES[first])
        assert card_names("".join(frames)) == set(HOLES[first])
        felt.do("panic", on=True)
        await expect(page.locator(f"[data-part='seat{first}'] .hole .paper")).to_have_count(0)
        assert card_names(await page.content()) == set()

    stage.watch("", look, {"broadcast": felt.broadcast})


def test_a_viewer_sees_the_hand(stage: Stage) -> None:
    felt = dealt(Broadcast("always"))
    felt.act("raise 300")
    raiser = next(view for view in felt.on_air()["seats"] if view["last_action"] == "raise 300")
    felt.do("clock", seat=felt.state()["to_act"], seconds=30)

    async def look(watched: Watched) -> None:
        page = watched.page
        seat = page.locator(f"[data-part='seat{raiser['seat']}']")
        for part, text in {
            ".name": f"P. {raiser['seat']}",
            ".country": "DE",
            ".stack": "9,700",
            ".bb": "97.0 BB",
            ".did": "Raise",
            ".amount": "300",
        }.items():
            await expect(seat.locator(part)).to_have_text(text)
        for selector, text in {
            "#event": INFO["title"], "#sponsor": INFO["sponsor"], "#played": "No-limit Texas hold'em", "#hand": "Hand 1",
            "#stakes": "50 / 100", "#pot-total": "450", "#pot-bb": "4.5 BB", "#street": "Pre-flop", "#situation": "To call 250",
        }.items():  # fmt: skip
            await expect(page.locator(selector)).to_have_text(text)
        await expect(page.locator(".to-act")).to_have_count(1)
        await expect(page.locator(".to-act .did")).to_have_text("To act")
        await expect(page.locator(".to-act .amount")).to_have_text("0:30")
        await expect(page.locator(".hole .paper")).to_have_count(6)
        await expect(page.locator(".is-empty")).to_have_count(3)
        await page.evaluate("window.kept = [...document.querySelectorAll('.tv-card')]")
        felt.act("fold")
        await expect(page.locator(".is-folded")).to_have_count(1)
        assert await page.evaluate("window.kept.every((node) => node.isConnected)"), "cards that did not change were drawn anew"

    stage.watch("lang=en", look, {"broadcast": felt.broadcast, "may_see_overlay": lambda _: True})


def test_the_end_of_a_hand(stage: Stage) -> None:
    felt = dealt(Broadcast("after_hand"))
    felt.act("fold", "fold")

    async def look(watched: Watched) -> None:
        page = watched.page
        await expect(page.locator(".won")).to_have_count(1)
        await expect(page.locator(".won .did")).to_have_text("Wins")
        await expect(page.locator(".won .amount")).to_have_text("+50")
        await expect(page.locator(".hole .paper")).to_have_count(6)

    stage.watch("lang=en", look, {"broadcast": felt.broadcast})


def test_the_producer_is_told_how_far_the_air_is_behind(stage: Stage) -> None:
    felt = dealt(Broadcast("after_hand", delay_s=90))

    async def look(watched: Watched) -> None:
        line = watched.page.locator("#producer")
        await expect(line).to_have_text("Delay 90 s: what happened last is on air in 1:30 · hole cards after the hand")
        felt.wait(90)
        felt.do("panic", on=True)
        await expect(line).to_contain_text("Hole cards hidden · Delay 90 s")

    stage.watch("producer=1&lang=en", look, {"broadcast": felt.broadcast})

    async def on_air(watched: Watched) -> None:
        await expect(watched.page.locator(".seat")).to_have_count(6)
        await expect(watched.page.locator("#producer")).to_be_hidden()

    stage.watch("", on_air, {"broadcast": felt.broadcast})


@pytest.mark.parametrize(("stale", "opacity"), [("flag", "1"), ("hide", "0")])
def test_a_lost_line_is_flagged_and_comes_back_by_itself(stage: Stage, stale: str, opacity: str) -> None:
    felt = dealt(Broadcast())
    felt.broadcast.set_info(**{**INFO, "stale": stale})

    async def main() -> None:
        server = await started(ScriptedHub(), broadcast=felt.broadcast)
        async with open_page(stage.browser, f"{server.url}overlay", reduced_motion="reduce") as watched:
            page = watched.page
            await expect(page.locator(".seat:not(.is-empty)")).to_have_count(3)
            await expect(page.locator("#stale")).to_be_hidden()
            await server.stop()
            await expect(page.locator("#stale")).to_be_visible()
            assert await page.locator("#stage").evaluate("(node) => getComputedStyle(node).opacity") == opacity
            again = await started(ScriptedHub(), server.port, broadcast=felt.broadcast)
            await expect(page.locator("#stale")).to_be_hidden()
            assert await page.locator("#stage").evaluate("(node) => getComputedStyle(node).opacity") == "1"
            await again.stop()

    stage.run(main)


def test_the_events_own_look(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "our.css").write_text(":root { --radius: 0; } .plate { border-radius: 3px !important; }")
    (tmp_path / "our.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg' width='90' height='30'><path d='M0 0h90v30H0z'/></svg>")
    felt = dealt(Broadcast())

    async def look(watched: Watched) -> None:
        page = watched.page
        await expect(page.locator("#logo")).to_be_visible()
        await expect(page.locator("#own-style")).to_have_count(1)
        await page.wait_for_function("getComputedStyle(document.getElementById('board')).borderRadius === '3px'")
        found = await page.evaluate(
            "[document.documentElement.dataset.look, getComputedStyle(document.documentElement).getPropertyValue('--accent')]"
        )
        assert found == ["club", "#ff8800"]

    files = OverlayFiles(tmp_path / "our.svg", tmp_path / "our.css")
    stage.watch("look=club&accent=ff8800", look, {"broadcast": felt.broadcast, "overlay_files": files})


def test_the_recorded_game_plays_without_a_table(stage: Stage) -> None:
    async def look(watched: Watched) -> None:
        page = watched.page
        await expect(page.locator("#event")).to_have_text(INFO["title"])
        await expect(page.locator("#hand")).to_have_text("Hand 1")
        assert not [url for url in watched.requests if url.startswith("ws")]

    stage.watch("replay=1&lang=en", look)


def test_a_name_cannot_become_markup(stage: Stage) -> None:
    felt = BroadcastFelt(Broadcast())
    felt.broadcast.set_info(**{**INFO, "title": "<img src=x onerror=alert(1)>"})
    felt.do("sit", seat=1, name="<b>Anna</b>", stack=100)

    async def look(watched: Watched) -> None:
        await expect(watched.page.locator("[data-part='seat1'] .name")).to_have_text("<b>Anna</b>")
        assert await watched.page.locator("#event img, .name b").count() == 0

    stage.watch("", look, {"broadcast": felt.broadcast})


def test_states_come_as_the_feed_makes_them() -> None:
    """The recorded states are JSON as a page gets it: nothing in them that a browser would read otherwise."""
    for state in recorded_states():
        assert json.loads(json.dumps(state)) == state


def png(width: int, height: int) -> bytes:
    """A picture of one colour."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = (b"\0" + b"\xc0\x80\x40" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def test_a_players_picture_and_initials_where_there_is_none(stage: Stage, tmp_path: Path) -> None:
    (tmp_path / "anna.png").write_bytes(png(300, 400))
    felt = BroadcastFelt(Broadcast())
    felt.broadcast.set_info(**INFO)
    felt.do("sit", seat=1, name="Anna Berg", stack=100, picture="anna.png")
    felt.do("sit", seat=2, name="Bela van Dyck", stack=100, picture="gone.png")
    felt.do("sit", seat=3, name="Chidi", stack=100)

    async def look(watched: Watched) -> None:
        page = watched.page
        picture = page.locator("[data-part='seat1'] img")
        await expect(picture).to_be_visible()
        assert await picture.evaluate("async (node) => { await node.decode(); return node.naturalWidth; }") == 300
        box, face = await picture.bounding_box(), await page.locator("[data-part='seat1'] .face").bounding_box()
        assert box == face
        await expect(page.locator("[data-part='seat2'] img")).to_be_hidden()
        await expect(page.locator("[data-part='seat2'] .monogram")).to_have_text("BD")
        await expect(page.locator("[data-part='seat3'] .monogram")).to_have_text("C")
        watched.errors[:] = [error for error in watched.errors if "404" not in error]  # the one that is gone

    stage.watch("", look, {"broadcast": felt.broadcast, "pictures": tmp_path})
