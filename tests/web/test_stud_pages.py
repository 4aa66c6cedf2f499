"""Stud on the pages in a real browser: seven cards at eight seats, streets by name, no room for a board that is never dealt."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from broadcast_felt import BroadcastFelt
from browser import open_page, served
from playwright.async_api import expect
from stage import Theatre, theatre

from controller.feed.reveal import Broadcast
from controller.game.chips import Stakes
from controller.game.zones import BURN, HOLE, UP

STAKES = Stakes(0, 2_000, ante=200, limit="fixed_limit", small_bet=2_000, big_bet=4_000, bring_in=500, game="stud7_hilo")
#: Seats 1 to 4 go to the showdown, the others fold when they have seen four cards.
FIRST = {
    1: "Kc Kd Kh 9s", 2: "7c 5d 4s 2h", 3: "2c 3d 4h 5s", 4: "As Js Jh Th",
    5: "8c 8s Tc 7d", 6: "Qc 9h 5h 7s", 7: "Jd Ad 2s 3s", 8: "6d 7h Ts Qh",
}  # fmt: skip
REST = {1: "9d Jc Td", 2: "Ac Qd Qs", 3: "6c 8d 8h", 4: "9c 4d 4c"}
BURNS = ("3c", "3h", "5c", "6h")
#: The boxes that stick out of the box around them, by the tags of both; more than a pixel is seen.
STICKS_OUT = """([inner, outer]) => [...document.querySelectorAll(outer)].flatMap((box) => {
  const room = box.getBoundingClientRect();
  return [...box.querySelectorAll(inner)].map((one) => one.getBoundingClientRect())
    .filter((one) => one.width && (one.left < room.left - 1 || one.right > room.right + 1 || one.bottom > room.bottom + 1))
    .map((one) => [one.left, one.right, room.left, room.right].map(Math.round));
})"""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


class Stud(BroadcastFelt):
    """A hand of eight seats whose first four show seven cards each."""

    def __init__(self) -> None:
        super().__init__(Broadcast("showdown", 0), 8, STAKES)
        info = {"table_name": "Table 1", "game": STAKES.game, "limit": "fixed_limit", "seats": 8, "unit": "chip"}
        self.hub.set_info(
            **info, software_version="0", drivers={}, config_hash="0", house_book="cooke", house_options={}
        )  # fmt: skip
        self.broadcast.set_info(**info, title="Final", sponsor="", look="broadcast", stale="flag", files=[])
        for seat in range(1, 9):
            self.do("sit", seat=seat, name=f"Maximiliane {seat}", stack=125_000)
        self.do("button", seat=8)
        self.do("new_hand")
        self.do("post")
        for turn, zone in enumerate((HOLE, HOLE, UP)):
            for seat, held in FIRST.items():
                self.card(held.split()[turn], zone[seat])
        self.do("act", seat=self.state()["to_act"], do="bring_in")
        self._answer()
        self._street({seat: held.split()[3] for seat, held in FIRST.items()}, UP, BURNS[0])
        self.do("act", seat=self.state()["to_act"], do="bet")
        self._answer(fold=(5, 6, 7, 8))

    def to_the_showdown(self) -> None:
        for turn, zone in enumerate((UP, UP, HOLE)):
            self._street({seat: held.split()[turn] for seat, held in REST.items()}, zone, BURNS[1 + turn])
            self._answer()
        while self.state()["to_show"] is not None:
            self.do("show", seat=self.state()["to_show"])

    def _street(self, cards: dict[int, str], zone: Any, burn: str) -> None:
        self.card(burn, BURN)
        for seat, card in cards.items():
            self.card(card, zone[seat])

    def _answer(self, fold: tuple[int, ...] = ()) -> None:
        while (seat := self.state()["to_act"]) is not None:
            owes = self.state()["legal"]["call"] > 0
            self.do("act", seat=seat, do="fold" if seat in fold else "call" if owes else "check")


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (1280, 800)])
def test_seven_cards_fit_into_every_seat_of_the_panel(stage: Theatre, width: int, height: int) -> None:
    async def main() -> None:
        felt = Stud()
        felt.to_the_showdown()
        async with (
            served(felt.hub, desk=felt.desk) as server,
            open_page(stage.browser, f"{server.url}dealer?lang=en", width, height, reduced_motion="reduce") as watched,
        ):
            page = watched.page
            await expect(page.locator(".seat[data-seat='1'] .backs .inline-card")).to_have_count(7)
            assert await page.evaluate(STICKS_OUT, [".backs > *", ".seat"]) == []
            await expect(page.locator("#street")).to_have_text("7th street")
            await expect(page.locator("#board")).to_be_hidden()
            await expect(page.locator("#ruling")).to_be_hidden()  # what the dealer called is over
            assert watched.errors == []

    stage.run(main)


def test_every_index_is_seen_on_the_display_and_the_seats_have_no_blinds(stage: Theatre) -> None:
    async def main() -> None:
        felt = Stud()
        felt.to_the_showdown()
        async with (
            served(felt.hub) as server,
            open_page(stage.browser, f"{server.url}?lang=en", 1200, 675, reduced_motion="reduce") as watched,
        ):
            page = watched.page
            cards = page.locator(".seat[data-seat='2'] .hole .card")
            await expect(cards).to_have_count(7)
            assert await page.evaluate(STICKS_OUT, [".hole .card", ".seat .body"]) == []
            lefts = [box["x"] for box in [await cards.nth(place).bounding_box() for place in range(7)] if box]
            index_px = 83 / 250 * ((await cards.first.bounding_box()) or {})["width"]  # where the rank ends on a card 250 wide
            assert min(right - left for left, right in itertools.pairwise(lefts)) >= index_px - 1
            assert await page.locator(".position").all_text_contents() == [""] * 8
            await expect(page.locator("#board")).to_be_hidden()
            assert watched.errors == []

    stage.run(main)


def test_up_cards_are_on_air_and_a_long_hand_stays_in_its_strip(stage: Theatre) -> None:
    async def main() -> None:
        felt = Stud()
        async with (
            served(felt.hub, broadcast=felt.broadcast) as server,
            open_page(stage.browser, f"{server.url}overlay?lang=en", 1920, 1080, reduced_motion="reduce") as watched,
        ):
            page = watched.page
            strip = page.locator("[data-part='seat1'] .hole .tv-card")
            await expect(strip).to_have_count(4)
            felt.to_the_showdown()
            await expect(page.locator("[data-part='seat4'] .hole .tv-card.paper")).to_have_count(7)
            assert await page.evaluate(STICKS_OUT, [".tv-card", ".strip"]) == []
            board = await page.locator("#board").bounding_box()
            assert board is not None
            assert board["height"] < 60, "its head alone"
            assert watched.errors == []

    stage.run(main)
