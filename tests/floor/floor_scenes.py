"""A hand that the floor has to look into, and what is pressed on the panel: for pictures, and for tests of how it looks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from floor_room import FloorRoom
from playwright.async_api import Page

from controller.game.zones import HOLE


def disputed(room: FloorRoom) -> None:
    """Some hands, one corrected and one void, then a hand whose third bet is in doubt."""
    felt = room.felt
    room.seat()
    felt.do("dealer", name="Dora")
    room.play(["raise 300", "fold", "fold", "call", "fold", "fold"])
    room.play(["fold", "raise 250", "fold", "fold", "fold", "call"])
    room.begin()
    felt.act("raise 200", "fold")
    felt.do("void_hand", reason="a card was exposed in the deal")
    deck = room.begin()
    felt.contradict("rfid.extra_card", HOLE[2])
    felt.settle("rfid.extra_card", HOLE[2])
    felt.act("raise 300", "call", "fold", "raise 1200", "fold", "fold", "call", "call")
    felt.do("correct", seq=felt.state()["last_entry"]["seq"], change={"do": "fold"})
    room.street(deck, 3)
    felt.act("bet 900")
    assert not felt.ask("act", seat=felt.state()["to_act"], do="check").ok
    felt.contradict("rfid.two_places", HOLE[5], "muck")
    felt.do("floor_call", seat=4, reason="he said raise, chips say call")


def brought_up(room: FloorRoom) -> None:
    """By Roberts' rules a raise below the minimum is brought up to it: the fourth player raises to 150, which counts as 200."""
    room.seat()
    room.begin()
    room.felt.do("act", seat=4, do="raise", to=150)


async def _nothing(page: Page) -> None:
    await page.wait_for_selector("#record:not([hidden]) .entry")


async def _hands(page: Page) -> None:
    await page.click("#show-hands")
    await page.wait_for_selector("#hands .line")


async def _hand(page: Page) -> None:
    await _hands(page)
    await page.click("#hands [data-hand='2']")
    await page.wait_for_selector("#record:not([hidden]) .entry")


async def _paper(page: Page) -> None:
    await _hand(page)
    await page.emulate_media(media="print")


async def _void(page: Page) -> None:
    await _nothing(page)
    await page.click("[data-id=void]")
    await page.wait_for_selector("#sheet .refunds")


async def _correct(page: Page) -> None:
    await _nothing(page)
    await page.locator("[data-correct]").last.click()
    await page.wait_for_selector("#sheet .choices")


async def _rulings(page: Page) -> None:
    await page.click("#show-rulings")
    await page.locator("#rulings summary").first.click()
    await page.wait_for_selector("#rulings .history")


async def _override(page: Page) -> None:
    await _rulings(page)
    await page.locator("#rulings .decide button").last.click()
    await page.wait_for_selector("#sheet [name=reason]")


async def _corrected(page: Page) -> None:
    await _correct(page)
    await page.locator("#sheet .choices button").first.click()
    await page.wait_for_selector("#sheet .difference")


#: Scene → what is pressed before the picture is taken.
SCENES: Final[dict[str, Callable[[Page], Awaitable[None]]]] = {
    "now": _nothing, "hands": _hands, "hand": _hand, "paper": _paper, "void": _void, "correct": _correct, "corrected": _corrected,
}  # fmt: skip

#: The same of a hand with a ruling, `brought_up`, at a table that plays by Roberts.
RULED_SCENES: Final[dict[str, Callable[[Page], Awaitable[None]]]] = {"rulings": _rulings, "override": _override}
