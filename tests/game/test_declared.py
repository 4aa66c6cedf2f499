"""Calls at the showdown of lowball: which a hand meets, what may be called, and who has the pot in the end."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from at_table import AtTable, chips_of
from msgspec.structs import replace

from controller.effects import CommandDone
from controller.events import Draw, Muck, Show
from controller.game.chips import Stakes
from controller.game.declared import numbers
from controller.game.hand import OVER
from controller.rules.house import House
from controller.rules.options import HouseOptions

OTHERS = {2: "KcQdJhTs9c", 3: "KdQhJsTd9h"}


def showdown(hole: str, players: int = 2, game: str = "ace_to_five_lowball", **options: Any) -> AtTable:
    """Seat 1 holds `hole`, the others a king low that nobody has to bet; everybody has checked to the showdown."""
    stakes = Stakes(10, 20, limit="fixed_limit", small_bet=20, big_bet=40, game=game)
    house = House(seats=players, stakes=stakes, options=replace(HouseOptions(), **options), without=frozenset({"fold.for_free"}))
    at = AtTable([200] * players, stakes, button=players, house=house).start()
    at.deal({1: hole, **{seat: OTHERS[seat] for seat in range(2, players + 1)}})
    while at.hand.stage == "betting" and not at.hand.street:
        at.act(at.to_act or 0, "check" if at.legal.call_chips == 0 else "call")
    for seat in at.hand.seats:
        at.ok(Draw(at.head(), seat, "stand_pat"))
    while at.hand.stage == "betting":
        at.act(at.to_act or 0, "check")
    return at


def calls(at: AtTable, seat: int, number: int | None) -> CommandDone:
    return at.ask(Draw(at.head(), seat, "declare", number))


def became(at: AtTable) -> list[str | None]:
    return [tell.do for tell in at.tells("declared") if tell.do != "says"]


@pytest.mark.parametrize(
    ("game", "hole", "number", "do"),
    [
        ("ace_to_five_lowball", "8d6c4h2sAd", 8, "met"),
        ("ace_to_five_lowball", "8d6c4h2sAd", 9, "met"),  # better than he said
        ("ace_to_five_lowball", "8d7c4h2sAd", 7, "stands"),
        ("ace_to_five_lowball", "5d4c3h2sAd", 5, "met"),
        ("ace_to_five_lowball", "8d7c6h5s4d", 8, "met"),
        ("ace_to_five_lowball", "8d8c4h2sAd", 8, "stands"),
        ("ace_to_five_lowball", "8d8c4h2sAd", 0, "met"),
        ("ace_to_five_lowball", "XJ7c4h2sAd", 7, "met"),  # the joker is a three
        ("deuce_to_seven_single_draw", "7d5c4h3s2d", 7, "met"),
        ("deuce_to_seven_single_draw", "7d6c5h4s3d", 7, "stands"),  # a straight
        ("deuce_to_seven_single_draw", "Ad5c4h3s2d", 14, "met"),
        ("deuce_to_seven_single_draw", "Ad5c4h3s2d", 13, "stands"),
    ],
)
def test_a_call_is_met_by_a_low_at_least_as_good(game: str, hole: str, number: int, do: str) -> None:
    at = showdown(hole, game=game)
    assert calls(at, 1, number).ok
    at.show(1)
    at.show(2)
    assert became(at) == [do]


def test_what_may_be_called_is_a_highest_card_that_a_low_can_have() -> None:
    at = showdown("8d6c4h2sAd")
    assert numbers(at.hand) == (0, *range(5, 14))
    assert numbers(showdown("8d6c4h2s7d", game="deuce_to_seven_single_draw").hand) == (0, *range(7, 15))
    assert {calls(at, 1, number).code for number in (None, 1, 4, 14)} == {"declare.number"}
    at.show(1)
    assert calls(at, 1, 8).code == "declare.not_in_hand"
    assert calls(at, 9, 8).code == "declare.not_in_hand"
    at.show(2)
    assert at.hand.stage in OVER
    assert (numbers(at.hand), calls(at, 2, 8).code) == ((), "declare.not_now")


def test_who_led_another_to_muck_has_to_show_before_anybody_is_paid() -> None:
    at = showdown("8d6c4h2sAd")
    assert calls(at, 1, 8).ok
    at.muck(2)
    assert (at.hand.stage, at.awards) == ("showdown", [])
    at.show(1)
    assert (became(at), at.payoffs) == (["met"], {1: 20, 2: -20})


@pytest.mark.parametrize(
    ("options", "payoffs"),
    [({"lowball_miscall_fouled_other": "hand_dead"}, {1: -20, 2: 20}), ({"lowball_miscall_fouled_other": "cards_speak"}, {1: 20, 2: -20})],
)
def test_a_wrong_call_that_led_to_a_muck_costs_what_the_house_says(options: dict[str, str], payoffs: dict[int, int]) -> None:
    at = showdown("9d6c4h2sAd", **options)
    assert calls(at, 1, 6).ok
    at.muck(2)
    at.show(1)
    assert at.payoffs == payoffs


@pytest.mark.parametrize(
    ("players", "number", "first", "second"), list(product((2, 3), (None, 0, 6, 9), ("show", "muck"), ("show", "muck")))
)
def test_whatever_is_called_shown_and_mucked_the_hand_ends_and_no_chip_is_lost(
    players: int, number: int | None, first: str, second: str
) -> None:
    at = showdown("9d6c4h2sAd", players)
    if number is not None:
        assert calls(at, 1, number).ok
    for seat, what in ((2, first), (1, second), (1, "show"), (2, "show"), (3, "muck"), (1, "muck")):
        if not at.hand.over and seat in at.hand.seats:
            at.ask(_give(at, seat, what))
    assert at.hand.over
    assert chips_of(at.table) == 200 * players
    assert sum(at.payoffs.values()) == 0


def _give(at: AtTable, seat: int, what: str) -> Any:
    return Show(at.head(), seat) if what == "show" else Muck(at.head(), seat)
