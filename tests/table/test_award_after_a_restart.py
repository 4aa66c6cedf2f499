"""A table that is started again while open hands wait for a burn: its timer runs anew, and lets the award go or opens the ruling."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from test_award_of_open_hands import BURN_CARD, RIVER, Open

from controller import clock
from controller.clock import Clock
from controller.game.zones import BOARD, BURN
from controller.harness import TableInProcess
from controller.table.dealing.early_cards import BURN_S
from controller.table.table import Table
from controller.table.waiting import waits


def _waiting(**options: Any) -> Open:
    """Open hands whose river lies there, and whose burn was not read yet."""
    felt = Open(**options)
    felt.lay(RIVER, BOARD)
    assert any(name.startswith("burn/") for name in waits(felt.table))
    return felt


def _started_again(felt: Open) -> Table:
    """The table once it was started again and left alone for as long as a burn is waited for."""

    async def main() -> Table:
        table = TableInProcess(felt.house, table=felt.table, clock=Clock(asyncio.get_running_loop()))
        await table.start()
        try:
            await asyncio.sleep(BURN_S + 1)
        finally:
            await table.stop()
        return table.table

    return clock.run(main, speed=None)


@pytest.mark.parametrize(("window", "stage"), [("not_corrected", "ended"), ("until_award", "showdown")])
def test_the_wait_goes_on_and_ends(window: str, stage: str) -> None:
    table = _started_again(_waiting(burn_error_window_all_in=window))
    assert table.hand is not None
    assert table.hand.stage == stage
    assert [one.kind for one in table.around.docket.rulings] == ["burn_error"]


def test_a_ruling_that_was_open_still_is_and_its_end_lets_the_award_go() -> None:
    felt = _waiting()
    since_ns = felt._now - 100
    felt.tick()
    felt.table = _started_again(felt)
    felt.lay(BURN_CARD, BURN, after_ns=since_ns)
    assert felt.awarded
