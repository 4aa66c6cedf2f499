"""The page in a real browser: what a viewer sees, on every screen, and when the line breaks."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

import pytest
from browser import Watched, chromium, open_page, served, started
from playwright.async_api import Browser, Page, expect
from scenes import LONG, SCENES, crowded, heads_up, main_scene, main_stories, showdown
from scripted_hub import TWO_PLACES, ScriptedHub, info, seat, state, status

from controller.clock import TableLoop
from controller.feed.delta import apply, diff

#: How long a browser may take on a slow machine; nothing waits this long when all is well.
PATIENCE_MS = 30_000
#: A test that takes longer hangs.
LIMIT_S = 120

SCREENS = [(1920, 1080), (1280, 720), (1024, 768), (390, 844)]

pytestmark = pytest.mark.slow


class Stage:
    """One browser for all tests of this file, in one loop of ours."""

    def __init__(self, runner: asyncio.Runner, browser: Browser) -> None:
        self._runner = runner
        self.browser = browser

    def run(self, main: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self._runner.run(asyncio.wait_for(main(), LIMIT_S))

    def watch(self, hub: ScriptedHub, look: Callable[[Watched], Coroutine[Any, Any, None]], **options: Any) -> None:
        """Open the page of `hub`, let `look` look, and hold it to: no complaint, no request to anyone else."""

        async def main() -> None:
            async with served(hub) as server, open_page(self.browser, server.url, noting_requests=True, **options) as watched:
                await live(watched.page)
                await look(watched)
                assert watched.errors == []
                strangers = [url for url in watched.requests if f"127.0.0.1:{server.port}/" not in url]
                assert strangers == []

        self.run(main)


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    expect.set_options(timeout=PATIENCE_MS)
    with asyncio.Runner(loop_factory=TableLoop) as runner:
        running = chromium()
        browser = runner.run(running.__aenter__())
        try:
            yield Stage(runner, browser)
        finally:
            runner.run(running.__aexit__(None, None, None))


async def live(page: Page) -> None:
    await expect(page.locator("#link")).to_have_text("Live")


def seat_of(page: Page, number: int) -> Any:
    return page.locator(f".seat[data-seat='{number}']")


async def faces(page: Page, where: str) -> list[str]:
    return [await card.get_attribute("aria-label") or "" for card in await page.locator(f"{where} svg.card").all()]


def scene(name: str) -> ScriptedHub:
    hub = ScriptedHub()
    SCENES[name](hub)
    return hub


def test_a_viewer_sees_the_whole_hand(stage: Stage) -> None:
    hub = scene("main")

    async def look(watched: Watched) -> None:
        page = watched.page
        for selector, text in {
            "#table-name": "Table 1", "#game": "No-limit Texas hold'em", "#stakes": "50 / 100", "#hand": "h128", "#street": "Turn",
            "#pot-total": "26,550", "#situation": "Hana: 7,200 to call, raise from 12,000",
        }.items():  # fmt: skip
            await expect(page.locator(selector)).to_have_text(text)
        await expect(page.locator(".pot")).to_have_text(["Main12,350", "Side 14,600"])
        assert await faces(page, "#board") == ["king of diamonds", "nine of spades", "four of hearts", "queen of clubs"]
        await expect(page.locator("#board .place")).to_have_count(1)
        await expect(page.locator(".name")).to_have_text(
            ["Anna", "Bela", "Chidi", "Dolores", "Emil", "Fatima", "Goran", "Hana", "Ivo", "Open"]
        )
        await expect(seat_of(page, 6).locator(".stack")).to_have_text("30,250")
        await expect(seat_of(page, 6).locator(".bet")).to_have_text("7,200")
        await expect(seat_of(page, 6).locator(".act")).to_have_text("Raise to 7,200")
        await expect(seat_of(page, 6).locator(".puck")).to_be_visible()
        await expect(page.locator(".puck:visible")).to_have_count(1)
        await expect(page.locator(".bet:visible")).to_have_count(2)
        await expect(page.locator(".to-act .name")).to_have_text(["Hana"])
        assert await faces(page, ".seat[data-seat='1']") == ["face-down card"] * 2
        assert await faces(page, ".seat[data-seat='2']") == []
        label = await seat_of(page, 8).get_attribute("aria-label")
        assert label == "Seat 8: Hana, 22,475 chips, in the hand, BB, to act"

    stage.watch(hub, look)


def test_a_bet_changes_one_seat_and_moves_nothing(stage: Stage) -> None:
    hub = scene("main")

    async def look(watched: Watched) -> None:
        page = watched.page
        await page.evaluate("window.kept = [...document.querySelectorAll('svg.card, .plate')]")
        before = await boxes(page, ".plate, #board .card, #pot, #situation, #ticker")
        main_stories(hub)
        hub.tell("acted", "Seat 8 raises to 20000.", seat=8)
        told = json.loads(hub.held["state"].body)
        told["rev"], told["to_act"], told["legal"] = 42, 5, None
        told["seats"][7].update(stack=2_475, bet=20_000, to_act=False, last_action="raise 20000")
        told["seats"][4].update(to_act=True)
        hub.publish("state", type(state(0, [])).model_validate(told))
        await expect(seat_of(page, 8).locator(".bet")).to_have_text("20,000")
        await expect(page.locator(".to-act .name")).to_have_text(["Emil"])
        await expect(page.locator("#ticker .line").last).to_have_text("Hana raises to 20,000.")
        await expect(page.locator("#ticker .line")).to_have_count(8)
        assert await page.locator("#ticker [aria-label='queen of clubs']").count() == 1
        assert await boxes(page, ".plate, #board .card, #pot, #situation, #ticker") == before
        assert await page.evaluate("window.kept.every((node) => node.isConnected)"), "cards that did not change were drawn anew"

    stage.watch(hub, look)


def test_the_end_of_a_hand_shows_hands_and_results(stage: Stage) -> None:
    async def look(watched: Watched) -> None:
        page = watched.page
        assert await faces(page, ".seat[data-seat='3']") == ["ace of spades", "ace of hearts"]
        await expect(seat_of(page, 1).locator(".act")).to_have_text("+21,400")
        await expect(seat_of(page, 3).locator(".act")).to_have_text("−8,200")
        await expect(page.locator(".won .name")).to_have_text(["Anna"])
        await expect(page.locator("#situation")).to_have_text("Anna wins 21,400")
        await expect(page.locator("#pot")).to_be_hidden()

    stage.watch(scene("showdown"), look)


def test_a_table_of_two(stage: Stage) -> None:
    async def look(watched: Watched) -> None:
        page = watched.page
        await expect(page.locator(".seat")).to_have_count(2)
        await expect(page.locator("#situation")).to_have_text("Bela: 50 to call, raise from 200")
        assert not overlaps(await boxes(page, "#board, .seat .body, .bet:not([hidden])"))

    stage.watch(scene("heads_up"), look)


def test_the_page_says_what_is_wrong_with_the_table(stage: Stage) -> None:
    hub = scene("main")

    async def look(watched: Watched) -> None:
        page = watched.page
        await expect(page.locator("#notice")).to_be_hidden()
        hub.publish("state", state(42, [], parts_down=["hf1"], discrepancies=TWO_PLACES))
        await expect(page.locator("#notice")).to_have_text(f"hf1 is down · {TWO_PLACES[0].question}")
        hub.publish("state", state(43, []))
        await expect(page.locator("#notice")).to_be_hidden()
        hub.publish("status", status("stopped"))
        await expect(page.locator("#stale")).to_contain_text("The table is stopped")
        hub.publish("status", status())
        await expect(page.locator("#stale")).to_be_hidden()

    stage.watch(hub, look)


def test_a_lost_line_is_said_at_once_and_comes_back_by_itself(stage: Stage) -> None:
    hub = scene("main")

    async def main() -> None:
        server = await started(hub)
        async with open_page(stage.browser, server.url) as watched:
            page = watched.page
            await live(page)
            await expect(page.locator("#stale")).to_be_hidden()
            await server.stop()
            await expect(page.locator("#link")).to_have_text("Stale")
            await expect(page.locator("#stale")).to_be_visible()
            await expect(seat_of(page, 6).locator(".name")).to_have_text("Fatima")  # the last state stays, marked as such
            again = await started(hub, server.port)
            showdown(hub)
            await live(page)
            await expect(page.locator("#stale")).to_be_hidden()
            await expect(page.locator("#hand")).to_have_text("h129")
            await again.stop()
            assert [error for error in watched.errors if "ERR_CONNECTION_REFUSED" not in error] == []

    stage.run(main)


def test_a_line_that_falls_silent_is_stale_before_it_breaks(stage: Stage) -> None:
    hub = scene("main")

    async def main() -> None:
        # a server that never beats: its five seconds are an hour
        async with served(hub, loop_s=lambda wall_s: wall_s * 720) as server, open_page(stage.browser) as watched:
            page = watched.page
            await page.clock.install()
            await page.goto(server.url)
            await live(page)
            await page.clock.pause_at(await page.evaluate("Date.now() / 1000 + 1"))
            await page.clock.run_for(9_000)
            await expect(page.locator("#link")).to_have_text("Live")
            await page.evaluate(
                """() => {
                    const link = document.getElementById('link');
                    window.said = [];
                    new MutationObserver(() => window.said.push(link.textContent)).observe(link, {childList: true, subtree: true});
                }"""
            )
            await page.clock.run_for(3_000)  # the limit passes, and the first retry
            # the old connection ends in its own time, and only then it is retried
            while not await page.evaluate("window.said.includes('Live')"):
                await page.clock.run_for(250)
                await asyncio.sleep(0.02)
            assert await page.evaluate("window.said") == ["Stale", "Live"]

    stage.run(main)


def test_the_page_applies_deltas_as_the_feed_makes_them(stage: Stage) -> None:
    hub = scene("main")
    states = [json.loads(hub.held["state"].body)]
    for show in (crowded, showdown, heads_up, main_scene):
        show(hub)
        states.append(json.loads(hub.held["state"].body))

    async def look(watched: Watched) -> None:
        for before, after in itertools.permutations(states, 2):
            delta = diff(before, after)
            held = await watched.page.evaluate(
                "async ([state, delta]) => (await import('/static/link.js')).applyDelta(state, delta)", [before, delta]
            )
            assert held == after == apply(delta, before)
            stranger = {**delta, "rev_from": before["rev"] + 1}
            assert await watched.page.evaluate(
                "async ([state, delta]) => (await import('/static/link.js')).applyDelta(state, delta)", [before, stranger]
            ) is None  # fmt: skip

    stage.watch(hub, look)


def test_every_card_has_a_face_of_its_own_drawn_as_paths(stage: Stage) -> None:
    async def look(watched: Watched) -> None:
        drawn = await watched.page.evaluate(
            """async () => {
                const { cardFace, cardBack } = await import('/static/cards.js');
                const names = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));
                const foreign = (svg) => svg.querySelectorAll('text, image, foreignObject').length;
                const tell = (svg) => [svg.getAttribute('aria-label'), svg.innerHTML, foreign(svg)];
                return { faces: names.map((name) => tell(cardFace(name))), back: tell(cardBack()), odd: tell(cardFace('1x')) };
            }"""
        )
        labels, shapes, texts = zip(*drawn["faces"], strict=True)
        assert len(set(labels)) == len(set(shapes)) == 52
        assert sum(texts) == 0
        assert "ten of diamonds" in labels
        assert drawn["odd"] == drawn["back"]
        pips = dict(zip(labels, (len(re.findall('class="pip"', shape)) for shape in shapes), strict=True))
        for rank, count in {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}.items():
            assert pips[f"{rank} of clubs"] == count + 1, rank  # and one in the index

    stage.watch(scene("nobody"), look)


async def boxes(page: Page, selector: str) -> dict[str, tuple[float, ...]]:
    """Where everything that matches lies on the screen, by class and place."""
    found: list[list[Any]] = await page.evaluate(
        """(selector) => [...document.querySelectorAll(selector)].map((node, place) => {
            const box = node.getBoundingClientRect();
            return [`${place} ${node.id || node.className.baseVal || node.className}`, [box.left, box.top, box.right, box.bottom]];
        })""",
        selector,
    )
    return {name: tuple(corners) for name, corners in found}


def overlaps(found: dict[str, tuple[float, ...]], slack: float = 0.5) -> list[tuple[str, str]]:
    def meet(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
        return a[0] < b[2] - slack and b[0] < a[2] - slack and a[1] < b[3] - slack and b[1] < a[3] - slack

    return [(one, other) for (one, a), (other, b) in itertools.combinations(found.items(), 2) if meet(a, b)]


@pytest.mark.parametrize("name", SCENES)
def test_every_screen_shows_everything_and_nothing_collides(stage: Stage, name: str) -> None:
    hub = scene(name)

    async def look(watched: Watched) -> None:
        page = watched.page
        for width, height in SCREENS:
            await page.set_viewport_size({"width": width, "height": height})
            at = f"{name} at {width}×{height}"
            sizes = await page.evaluate(
                "(({scrollWidth, scrollHeight, clientHeight}) => [scrollWidth, scrollHeight - clientHeight])(document.documentElement)"
            )
            assert sizes[0] <= width, f"{at}: scrolls sideways"
            phone = width < 700
            assert phone or sizes[1] <= 0, f"{at}: scrolls down"
            things = await boxes(page, ".plate, .bet:not([hidden]), #board, #pot:not(.none), .pot, #situation, #stakes, #link")
            assert not overlaps(things), at
            for thing, (left, top, right, bottom) in things.items():
                inside = left >= 0 and right <= width + 0.5 and top >= 0 and (phone or bottom <= height + 0.5)
                assert inside, f"{at}: {thing} leaves the screen"
            clipped = await page.evaluate(
                "[...document.querySelectorAll('.stack, .act, .bet, .pot, #pot, #options, #stakes, #hand, .position')]"
                ".filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0)"
                ".map((node) => node.className || node.id)"
            )
            assert clipped == [], at

    stage.watch(hub, look)


def test_long_names_end_in_an_ellipsis_and_keep_their_whole_text(stage: Stage) -> None:
    async def look(watched: Watched) -> None:
        name = seat_of(watched.page, 1).locator(".name")
        await expect(name).to_have_attribute("title", LONG[1])
        assert await name.evaluate("(node) => node.scrollWidth > node.clientWidth && getComputedStyle(node).textOverflow") == "ellipsis"

    stage.watch(scene("crowded"), look)


@pytest.mark.parametrize("screen", SCREENS[:3])
def test_whose_turn_it_is_at_big_stakes_is_said_whole(stage: Stage, screen: tuple[int, int]) -> None:
    hub = scene("nobody")
    legal = {"call": 500_000, "can_raise": True, "min_raise_to": 1_000_000, "max_raise_to": 14_100_000}
    stakes = {"small_blind": 250_000, "big_blind": 500_000, "ante": 500_000}
    seats = [seat(7, "Adam Lamphere", 14_100_000)]
    hub.publish("info", info(table_name="Demo table"))
    hub.publish("state", state(7, seats, hand="h3", to_act=7, stage="betting", street="preflop", legal=legal, **stakes))

    async def look(watched: Watched) -> None:
        line = watched.page.locator("#situation")
        await expect(line).to_have_text("Adam Lamphere: 500,000 to call, raise from 1,000,000")
        for text in (line.locator("#actor"), watched.page.locator("#table-name")):
            assert await text.evaluate("(node) => node.scrollWidth <= node.clientWidth"), "no ellipsis"

    stage.watch(hub, look, width=screen[0], height=screen[1])


def test_seats_stay_where_they_are_from_hand_to_hand(stage: Stage) -> None:
    hub = scene("nobody")

    async def look(watched: Watched) -> None:
        page = watched.page
        before = await boxes(page, ".plate, #board, #situation, #felt, #story")
        for show, hand in ((main_scene, "h128"), (showdown, "h129"), (crowded, "h123456")):
            show(hub)
            await expect(page.locator("#hand")).to_have_text(hand)
            assert await boxes(page, ".plate, #board, #situation, #felt, #story") == before

    stage.watch(hub, look)


@pytest.mark.parametrize(("wish", "animation"), [("reduce", "none"), ("no-preference", "turn")])
def test_whoever_wants_no_motion_gets_none(stage: Stage, wish: str, animation: str) -> None:
    async def look(watched: Watched) -> None:
        plate = watched.page.locator(".to-act .plate")
        assert await plate.evaluate("(node) => getComputedStyle(node, '::after').animationName") == animation

    stage.watch(scene("main"), look, reduced_motion=wish)


def test_a_name_cannot_become_markup(stage: Stage) -> None:
    hub = ScriptedHub()
    wicked = "<img src=x onerror=alert(1)>"
    main_scene(hub)
    hub.publish("state", state(1, [seat(1, wicked, 100)]))

    async def look(watched: Watched) -> None:
        hub.tell("seat_taken", f"{wicked} takes seat 1 with 100.", name=wicked)
        hub.publish("state", state(2, [seat(1, wicked, 100)]))
        await expect(seat_of(watched.page, 1).locator(".name")).to_have_text(wicked)
        await expect(watched.page.locator("#ticker .line")).to_have_text([f"{wicked} takes seat 1 with 100."])
        assert await watched.page.locator("img").count() == 0

    stage.watch(hub, look)
