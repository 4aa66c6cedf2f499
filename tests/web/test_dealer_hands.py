"""Whole hands by the dealer's panel alone: a person presses, the simulated players' cards move, the payoffs are right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from panel_people import PanelTable, Room, panel_page
from playwright.async_api import Page, expect
from stage import Theatre, theatre

from controller.effects import Tell
from controller.histories.handfile import HandFile
from controller.histories.phh import parse
from sim.script import script_of
from sim.table import SimTable

PHH = Path(__file__).resolve().parents[1] / "data" / "phh" / "pluribus"

#: Ten hands of six players at 50/100: re-raises, everything all in, mucks, showdowns, and one without any.
HANDS = ("103/15", "50b/109", "44/9", "97/34", "77/20", "30/27", "102/51", "102/70", "115/40", "50b/122")

#: Hand → action → what is entered by mistake when it is due first, see `PanelTable`.
MISTAKES = {"103/15": {"raise": "amount"}, "50b/109": {"call": "fold"}, "44/9": {"bet": "remove"}}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def stage() -> Iterator[Theatre]:
    yield from theatre(speed=5.0)


def hand_of(name: str) -> HandFile:
    return parse((PHH / f"{name}.phh").read_text("utf-8"))


def payoffs(room: Room, count: int) -> list[int]:
    hand = room.table.table.hand
    assert hand is not None
    assert hand.stage == "ended"
    won = dict(zip(hand.seats, hand.payoffs, strict=True))
    return [won[seat] for seat in range(1, count + 1)]


def test_ten_hands_by_the_panel_alone_three_of_them_corrected(stage: Theatre) -> None:
    async def main() -> None:
        hands = {name: hand_of(name) for name in HANDS}
        room = Room(hands[HANDS[0]].stakes, 6, floor=SimTable(1))
        async with room.open() as server, panel_page(stage.browser, server) as watched:
            panel = PanelTable(room.table, watched.page)
            people = room.people(panel)
            for name, hand in hands.items():
                panel.mistakes = dict(MISTAKES.get(name, {}))
                await people.seat(hand)
                panel.seat_by_panel = False  # once is enough: between hands the table page does it
                assert await people.play(script_of(hand)) == []
                assert payoffs(room, 6) == [int(amount) for amount in hand.expected or ()], name
                assert not panel.mistakes, f"{name}: a mistake was not made"
                await expect_results(watched.page, room)
                await people.clear()
            assert panel.corrected == 3
            assert len([tell for tell in room.table.stories if isinstance(tell, Tell) and tell.kind == "correction"]) == 3
            assert panel.complaints(watched.errors) == []

    stage.run(main)


def test_a_hand_by_the_keyboard_alone(stage: Theatre) -> None:
    async def main() -> None:
        hand = hand_of("30/27")
        room = Room(hand.stakes, 6, floor=SimTable(2))
        async with room.open() as server, panel_page(stage.browser, server) as watched:
            panel = PanelTable(room.table, watched.page, keys=True)
            panel.mistakes = {"raise": "amount"}
            people = room.people(panel)
            await people.seat(hand)
            assert await people.play(script_of(hand)) == []
            assert payoffs(room, 6) == [int(amount) for amount in hand.expected or ()]
            assert panel.corrected == 1
            assert panel.complaints(watched.errors) == []

    stage.run(main)


async def expect_results(page: Page, room: Room) -> None:
    """The panel says what every player has now."""
    for seat, taken in enumerate(room.table.table.seats, 1):
        assert taken is not None
        await expect(page.locator(f".seat[data-seat='{seat}'] .chips")).to_have_text(f"{taken.stack_chips:,}")
    await expect(page.locator("#who")).to_have_text("Hand over")
