"""Stud on the dealer's panel in a real browser, at the real table: up-cards entered by hand, players who are away or want no hand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from browser import Watched
from panel_people import PATIENCE_MS, REACTION_MS, Room, panel_page
from playwright.async_api import Page, expect
from stage import Theatre, theatre

from controller.events import CardMoved, Evidence
from controller.game.cards import card_text, parse_cards
from controller.game.chips import Stakes
from controller.game.zones import HOLE, STUB, UP

STAKES = Stakes(0, 20, ante=2, limit="fixed_limit", small_bet=20, big_bet=40, bring_in=5, game="stud7")
EVIDENCE = Evidence("hf0", 3, 3)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


def at_panel(stage: Theatre, go: Callable[[Room, Page], Awaitable[None]], *, post: bool = True, **page: Any) -> None:
    async def main() -> None:
        room = Room(STAKES, 6)
        room.begin((500, 500, 500), post=post)
        async with room.open() as server, panel_page(stage.browser, server, **page) as watched:
            await go(room, watched.page)
            assert errors(watched) == []

    stage.run(main)


def errors(watched: Watched) -> list[str]:
    return [text for text in watched.errors if "409" not in text]


def lay(room: Room, hands: dict[int, str], *, unread: str = "") -> None:
    """Deal the cards of some seats, one a turn, the last of each up; no antenna reads those that are `unread`."""
    dealt = {seat: found for seat, text in hands.items() if (found := parse_cards(text)) is not None}
    assert dealt.keys() == hands.keys()
    for turn in range(3):
        for seat, cards in dealt.items():
            card, in_sight = cards[turn], turn == len(cards) - 1
            if card_text(card) in unread:
                continue
            now = room.table.clock.now_ns()
            zone = (UP if in_sight else HOLE)[seat]
            room.table.take([CardMoved(card, STUB, zone, "up" if in_sight else "down", now, now, EVIDENCE)])


async def choose(page: Page, seat: int, what: str) -> None:
    await page.wait_for_timeout(REACTION_MS)
    await page.locator(f".seat[data-seat='{seat}']").click()
    await page.locator("#sheet").get_by_role("button", name=what, exact=True).click()


def test_who_is_away_is_told_at_his_seat(stage: Theatre) -> None:
    async def go(room: Room, page: Page) -> None:
        lay(room, {2: "8h8s2c", 3: "9h9sKd", 1: "ThTsQd"})
        await expect(page.locator("#who")).to_have_text("P2")
        await choose(page, 2, "Away from the table")
        await expect(page.locator("#who")).to_have_text("P3")
        await choose(page, 3, "Away from the table")
        await expect(page.locator("#who")).to_have_text("P1")
        acted = [(tell.seat, tell.do) for tell in room.table.stories if getattr(tell, "kind", "") == "acted"]  # type: ignore[union-attr] # by its kind a Tell
        assert acted == [(2, "bring_in"), (3, "fold")]

    at_panel(stage, go)


def test_who_wants_no_hand_is_told_at_his_seat(stage: Theatre) -> None:
    async def go(room: Room, page: Page) -> None:
        await choose(page, 3, "Wants no hand")
        await expect(page.locator(".seat.is-folded[data-seat='3']")).to_have_count(1)
        await page.wait_for_timeout(REACTION_MS)
        await page.locator("[data-id='post']").first.click()
        await expect(page.locator("#what")).to_have_text("deal the next cards")
        await expect(page.locator("[data-id='enter']")).to_have_count(0)  # there is no board
        hand = room.table.table.hand
        assert hand is not None
        assert hand.put_in == (2, 0, 2)

    at_panel(stage, go, post=False)


def test_an_up_card_that_no_antenna_reads_is_entered_by_hand(stage: Theatre) -> None:
    async def go(room: Room, page: Page) -> None:
        lay(room, {2: "8h8s2c", 3: "9h9sKd", 1: "ThTsQd"}, unread="Qd")
        control = page.get_by_role("button", name="Enter the card of P1 by hand")
        await expect(control).to_be_visible(timeout=PATIENCE_MS)
        await page.wait_for_timeout(REACTION_MS)
        await page.keyboard.press("e")
        await expect(page.locator("#sheet h2")).to_have_text("Which card lies face up there?")
        await expect(page.locator("#sheet .deck button:disabled")).to_have_count(2)
        await page.locator("#sheet").get_by_role("button", name="queen of diamonds", exact=True).click()
        await page.locator("#sheet .actions .first").click()
        await expect(page.locator("#who")).to_have_text("P2")
        hand = room.table.table.hand
        assert hand is not None
        assert [len(hand.up_of(i)) for i in range(3)] == [1, 1, 1]

    at_panel(stage, go)


def test_a_seat_that_plays_is_offered_what_a_player_may_and_nothing_between_hands(stage: Theatre) -> None:
    """Where nobody has a blind no place has a name, by which the panel could tell who plays."""

    async def go(room: Room, page: Page) -> None:
        lay(room, {2: "2c3c4c", 3: "5c6c7c", 1: "8c9cTc"})
        await page.wait_for_timeout(REACTION_MS)
        await page.locator(".seat[data-seat='3']").click()
        offered = page.locator("#sheet button")
        await expect(offered.filter(has_text="Say the stack")).to_have_count(1, timeout=PATIENCE_MS)
        for not_now in ("Leave the seat", "Add chips", "Button here"):
            await expect(offered.filter(has_text=not_now)).to_have_count(0)

    at_panel(stage, go)
