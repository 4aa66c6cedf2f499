"""Stud with a card too many or too few: what is said, and what waits."""

from __future__ import annotations

import pytest
from test_stud import Stud, house_of

from controller.game.zones import HOLE, UP, Zone
from tests.at_table import cards


@pytest.mark.parametrize(
    ("zone", "said"),
    [(HOLE[2], "Seat 2 has 3 cards down, 2 are dealt"), (UP[2], "Seat 2 has 2 cards up, 1 are dealt")],
)
def test_no_action_starts_while_a_player_has_a_card_too_many_down_or_up(zone: Zone, said: str) -> None:
    table = Stud((500, 500), house=house_of("cooke")).first({1: "AsAdKc", 2: "7s7dJc"})
    (extra,) = cards("4h")
    table.lay(extra, zone)
    assert [(one.code, one.zones) for one in table.table.open] == [("rfid.extra_card", (zone,))]
    refused = table.act_refused(2, "bring_in")
    assert (refused.code, said in refused.message) == ("act.deal_wrong", True), refused.message
    assert "4h" not in refused.message
    table.move(extra, None, zone)
    assert not table.table.open
    table.act(2, "bring_in")


def test_whoever_acts_before_the_cards_lie_there_is_told_whose_are_missing() -> None:
    table = Stud((500, 500)).first({1: "AsAdKc", 2: "7s7dJc"}).acts("2 bring_in, 1 call")
    assert isinstance(table, Stud)
    table.up({1: "Qh"})
    refused = table.act_refused(1, "check")
    assert (refused.code, refused.rules) == ("act.board_incomplete", ("cooke.5.08.a",))
    assert refused.message == "The fourth street comes first: seat(s) 2 lack a card."
