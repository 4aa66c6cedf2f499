"""Draws on the dealer's panel in a real browser, at the real table: how many cards is one touch."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from panel_people import REACTION_MS, Room, panel_page
from playwright.async_api import expect
from stage import Theatre, theatre

from controller.game.chips import Stakes

STAKES = replace(Stakes(50, 100), game="deuce_to_seven_single_draw")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre()


def test_how_many_cards_is_one_touch(stage: Theatre) -> None:
    async def main() -> None:
        room = Room(STAKES, 6)
        room.begin((5_000, 5_000), post=True)
        async with room.open() as server, panel_page(stage.browser, server) as watched:
            page = watched.page
            for name in ("call", "check", "draw-0", "draw-3"):
                control = page.locator(f"[data-id='{name}']").first
                await expect(control).to_be_enabled()
                await page.wait_for_timeout(REACTION_MS)
                await control.click()
            await expect(page.locator("#who")).to_contain_text("Drawing")
            said = [(tell.do, tell.more.number) for tell in room.table.stories if getattr(tell, "kind", "") == "drew"]  # type: ignore[union-attr] # by its kind a Tell
            assert said == [("stand_pat", 0), ("draw", 3)]
            assert watched.errors == []

    stage.run(main)


def test_how_many_cards_were_changed_is_said_for_who_asks(stage: Theatre) -> None:
    async def main() -> None:
        room = Room(STAKES, 6)
        room.begin((5_000, 5_000), post=True)
        async with room.open() as server, panel_page(stage.browser, server) as watched:
            page = watched.page
            for name in ("call", "check", "draw-0", "draw-3"):
                control = page.locator(f"[data-id='{name}']").first
                await expect(control).to_be_enabled()
                await page.wait_for_timeout(REACTION_MS)
                await control.click()
            first = next(seat for seat in room.table.table.hand.seats)  # type: ignore[union-attr] # a hand runs
            await page.locator(f"#seats [data-seat='{first}']").click()
            await page.get_by_text("Say how many cards were changed").click()
            asker = page.locator("dialog[open] button").first
            await expect(asker).to_be_visible()
            await asker.click()
            await expect(page.get_by_role("alert").get_by_text("drew 0")).to_be_visible()
            assert watched.errors == []

    stage.run(main)


def test_the_opener_says_that_he_splits_his_openers_in_one_touch(stage: Theatre) -> None:
    async def main() -> None:
        room = Room(replace(Stakes(0, 100, ante=20, limit="fixed_limit"), game="jacks_or_better"), 6)
        room.begin((5_000, 5_000), post=True)
        async with room.open() as server, panel_page(stage.browser, server) as watched:
            page = watched.page
            for name in ("other", "call", "split"):
                control = page.locator(f"[data-id='{name}']").first
                await expect(control).to_be_enabled()
                await page.wait_for_timeout(REACTION_MS)
                await control.click()
            await expect(page.locator("[data-id='split']").first).to_be_hidden()
            said = [(tell.do, tell.seat) for tell in room.table.stories if getattr(tell, "kind", "") == "openers"]  # type: ignore[union-attr] # by its kind a Tell
            assert [do for do, _ in said] == ["split"]
            assert watched.errors == []

    stage.run(main)


def test_what_a_player_calls_at_the_showdown_of_lowball_is_entered_from_his_seat(stage: Theatre) -> None:
    async def main() -> None:
        room = Room(replace(STAKES, game="ace_to_five_lowball"), 6)
        room.begin((5_000, 5_000), post=True)
        for verb in ("call", "check", "stand_pat", "stand_pat", "check", "check"):
            hand = room.table.table.hand
            assert hand is not None
            turn = hand.drawing.counts[-1].index(-1) if hand.stage == "drawing" else hand.to_act
            room.do("act", seat=hand.seats[turn], do=verb)
        async with room.open() as server, panel_page(stage.browser, server) as watched:
            page = watched.page
            await page.locator("#seats [data-seat='1']").click()
            await page.get_by_text("Calls his hand").click()
            await page.get_by_role("button", name="eight", exact=True).click()
            await expect(page.locator("dialog[open]")).to_have_count(0)
            said = [(tell.seat, tell.do, tell.more.number) for tell in room.table.stories if getattr(tell, "kind", "") == "declared"]  # type: ignore[union-attr] # by its kind a Tell
            assert said == [(1, "says", 8)]
            assert watched.errors == []

    stage.run(main)
