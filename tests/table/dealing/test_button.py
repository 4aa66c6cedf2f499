"""A button that was out of position: dealt anew from where it belonged, or put right with the next hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from at_table import AtTable
from msgspec.structs import replace

from controller.events import Button, FloorRule, Report
from controller.game.chips import Stakes
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.table.rulings import docket_of

STAKES = Stakes(5, 10)


def table(book: Any = "roberts", seats: int = 6) -> AtTable:
    """One hand was dealt from seat 2; seat 3 is next."""
    house = House(seats=seats, stakes=STAKES, book=book, options=PRESETS[book])
    felt = AtTable([500] * seats, STAKES, button=2, house=house)
    return played(felt)


def played(felt: AtTable) -> AtTable:
    """A hand in which everybody folds to the big blind."""
    felt.start()
    while felt.to_act is not None:
        felt.act(felt.to_act, "fold")
    return felt


def test_a_button_that_is_put_where_it_goes_by_itself_is_not_wrong() -> None:
    felt = table()
    felt.ok(Button(felt.head(), 3))
    felt.start()
    assert felt.refused(Report(felt.head(), "button_wrong")) == "report.seat"
    assert felt.refused(Report(felt.head(), "button_wrong", 3)) == "report.nothing"


def test_a_button_moved_twice_belongs_where_it_would_have_gone_at_first() -> None:
    felt = table()
    felt.ok(Button(felt.head(), 5))
    felt.ok(Button(felt.head(), 4))
    felt.start()
    felt.ok(Report(felt.head(), "button_wrong"))
    (ruling,) = docket_of(felt.table).rulings
    assert (ruling.kind, ruling.seat) == ("misdeal", 3)


def test_a_misdeal_for_the_button_gives_the_blinds_back() -> None:
    felt = table()
    felt.ok(Button(felt.head(), 4))
    felt.start()
    felt.ok(Report(felt.head(), "button_wrong"))
    felt.ok(FloorRule(felt.head(), docket_of(felt.table).rulings[-1].id, "confirm"))
    felt.new_hand()
    assert felt.hand.button == 3
    assert [(felt.hand.seats[due.index], due.amount_chips) for due in felt.hand.owing] == [(4, 5), (5, 10)]


@pytest.mark.parametrize("confirmed", [True, False])
def test_every_player_has_the_button_once_when_the_floor_confirms(confirmed: bool) -> None:
    felt = table()
    felt.ok(Button(felt.head(), 5))
    felt.start()
    felt.acts("2 fold, 3 fold")
    felt.ok(Report(felt.head(), "button_wrong"))
    while felt.to_act is not None:
        felt.act(felt.to_act, "fold")
    ruling = docket_of(felt.table).rulings[-1]
    if confirmed:
        felt.ok(FloorRule(replace(felt.head(), role="floor"), ruling.id, "confirm"))
    had = [felt.hand.button, *[played(felt).hand.button for _ in range(5)]]
    assert had == ([5, 3, 4, 6, 1, 2] if confirmed else [5, 6, 1, 2, 3, 4])
    assert max(Counter(had).values()) == 1


def test_what_the_floor_does_not_confirm_lapses_with_the_next_hand() -> None:
    felt = table("cooke")
    felt.ok(Button(felt.head(), 5))
    felt.start()
    felt.ok(Report(felt.head(), "button_wrong"))
    while felt.to_act is not None:
        felt.act(felt.to_act, "fold")
    felt.new_hand()
    assert felt.hand.button == 6
    assert docket_of(felt.table).rulings == ()
