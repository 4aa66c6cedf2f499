"""What is played for: what a command leaves as it is, what is refused and why, and a third blind."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable

from controller.events import NewHand, SetStakes
from controller.feed.commands import VERBS, SetStakesModel
from controller.game.chips import Stakes
from controller.rules.house import House

SPREAD = Stakes(1, 2, limit="spread_limit", max_bets=(4, 4, 8), unit=1)


def at_table(stakes: Stakes, players: int = 3) -> AtTable:
    return AtTable([1000] * players, stakes, button=players, house=House(seats=6, stakes=stakes))


def said(**fields: Any) -> Stakes:
    """The stakes of the command `stakes` with these fields."""
    command = VERBS["stakes"].build(SetStakesModel(id="s1", **fields), AtTable([1000] * 2, SPREAD).head())
    assert isinstance(command, SetStakes)
    return command.stakes


def test_a_command_that_names_blinds_leaves_the_limit_and_its_maxima() -> None:
    at = at_table(SPREAD)
    at.ok(SetStakes(at.head(), said(small_blind=2, big_blind=4)))
    assert at.table.stakes == Stakes(2, 4, limit="spread_limit", max_bets=(4, 4, 8))
    at.ok(NewHand(at.head(), said(small_blind=1, big_blind=2, unit=2)))
    assert at.hand.stakes == Stakes(1, 2, limit="spread_limit", max_bets=(4, 4, 8), unit=2)


def test_another_limit_does_not_take_the_maxima_along() -> None:
    at = at_table(SPREAD)
    at.ok(SetStakes(at.head(), said(small_blind=10, big_blind=20, limit="fixed_limit")))
    assert at.table.stakes == Stakes(10, 20, limit="fixed_limit")
    at.start()
    assert (at.legal.min_raise_to, at.legal.max_raise_to) == (40, 40)


#: In fixed limit, blinds 10 and 20.
FIXED = {"small_blind": 10, "big_blind": 20, "limit": "fixed_limit"}

WRONG: list[tuple[dict[str, Any], str, tuple[str, ...]]] = [
    ({**FIXED, "small_bet": 30}, "the big blind is one small bet", ("cooke.12.05.b", "cooke.6.04.a")),
    ({**FIXED, "big_bet": 10}, "at least the small bet", ()),
    ({"small_blind": 1, "big_blind": 2, "limit": "spread_limit", "max_bets": [1]}, "at least the big blind", ("cooke.8.03.a",)),
    ({"small_blind": 1, "big_blind": 2, "button_blind": 3}, "The blind on the button", ()),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "why", "rules"), WRONG, ids=[row[1] for row in WRONG])
def test_stakes_that_do_not_go_together_are_refused(fields: dict[str, Any], why: str, rules: tuple[str, ...]) -> None:
    at = at_table(Stakes(1, 2))
    for command, code in (
        (SetStakes(at.head(), said(**fields)), "stakes.wrong"),
        (NewHand(at.head(), said(**fields)), "new_hand.stakes_wrong"),
    ):
        answer = at.ask(command)
        assert (answer.ok, answer.code, answer.rules) == (False, code, rules)
        assert why in answer.message


def test_spread_limit_needs_its_maxima() -> None:
    at = at_table(Stakes(1, 2))
    answer = at.ask(SetStakes(at.head(), said(small_blind=1, big_blind=2, limit="spread_limit")))
    assert (answer.ok, answer.message) == (False, "In spread limit max_bets names the most of each street.")


def test_a_third_blind_lies_on_the_button() -> None:
    """cooke.12.05.c: one on the button, three and five left of it; first to act is the seat after the five."""
    at = at_table(Stakes(3, 5, button_blind=1), players=4).start()
    assert [(tell.seat, tell.do, tell.amount_chips) for tell in at.tells("posted")] == [
        (1, "small_blind", 3),
        (2, "big_blind", 5),
        (4, "button_blind", 1),
    ]
    assert (at.to_act, at.legal.call_chips, at.legal.min_raise_to) == (3, 5, 10)
    at.acts("3 call, 4 call, 1 call, 2 check")
    assert at.hand.put_in == (5, 5, 5, 5)


def test_two_players_have_no_blind_on_the_button_besides() -> None:
    at = at_table(Stakes(3, 5, button_blind=1), players=2).start()
    assert {tell.seat: tell.amount_chips for tell in at.tells("posted")} == {2: 3, 1: 5}
