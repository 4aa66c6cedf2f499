"""Games that are played one after another: which hand is of which game, for what, and what everyone is told of it."""

from __future__ import annotations

import pytest
from rotating import HORSE, at_table, begin, floor, play, rotation_of

from controller.events import Button, SetOption, Sit
from controller.game.chips import Limit, Stakes
from controller.game.rotations import figures
from controller.table.rotation import hands_left
from controller.table.rulings import docket_of

# -- by laps


def test_each_game_is_played_for_a_lap_of_the_button_in_the_order_of_its_letters() -> None:
    """cooke.8.05.a, cooke.8.05.d: six active, hold'em dealt six hands, then Omaha hi-lo; after stud hi-lo hold'em again."""
    at = at_table([1_000] * 6)
    played = [play(at) for _ in range(6 * 6)]
    assert played == [game for game in [*HORSE, "holdem"] for _ in range(6)]


def test_the_button_moves_in_stud_too() -> None:
    """cooke.8.05.c: it marks how far the round is."""
    at = at_table([1_000] * 3)
    buttons = []
    for _ in range(12):
        game = play(at)
        buttons.append((game, at.table.button))
    assert buttons[6:9] == [("razz", 1), ("razz", 2), ("razz", 3)]


@pytest.mark.parametrize(
    ("stacks", "after", "left"),
    [
        pytest.param([1_000] * 4, 0, 4, id="before the first hand, as many as there are players"),
        pytest.param([1_000] * 4, 1, 3, id="then one less with each hand"),
        pytest.param([1_000] * 4, 4, 0, id="with the last one nothing is left: the next hand is of the next game"),
        pytest.param([1_000] * 4, 5, 3, id="which goes round as well"),
        pytest.param([1_000, None, 1_000, None, 1_000], 1, 2, id="empty seats are passed over"),
    ],
)
def test_how_many_hands_of_a_game_are_left(stacks: list[int | None], after: int, left: int) -> None:
    at = at_table(stacks)
    for _ in range(after):
        play(at)
    assert hands_left(at.table, rotation_of(at)) == left


def test_who_comes_in_the_middle_of_a_lap_has_the_button_in_his_turn() -> None:
    at = at_table([1_000, 1_000, None, 1_000])
    assert [play(at), play(at)] == ["holdem", "holdem"]
    at.ok(Sit(at.head(), 3, "New", 1_000))
    assert [play(at), at.table.button] == ["holdem", 3]
    assert [play(at), at.table.button] == ["holdem", 4]
    assert [play(at), at.table.button] == ["omaha_hilo", 1]


def test_a_lap_ends_where_it_began_although_nobody_sits_there_any_more() -> None:
    at = at_table([1_000] * 4)
    assert [play(at) for _ in range(2)] == ["holdem"] * 2
    at.stand(1)
    assert [play(at) for _ in range(2)] == ["holdem"] * 2
    assert [play(at), at.table.button] == ["omaha_hilo", 2], "the button passes the empty seat: the lap is over"
    at.ok(Sit(at.head(), 1, "New", 1_000))
    assert [play(at) for _ in range(2)] == ["omaha_hilo"] * 2
    assert [play(at), at.table.button] == ["razz", 1], "the lap begins where it always did"


def test_a_void_hand_is_dealt_again_and_counts_for_nothing() -> None:
    at = at_table([1_000] * 3)
    for _ in range(3):
        play(at)
    assert begin(at) == "omaha_hilo"
    at.void()
    assert [play(at) for _ in range(4)] == ["omaha_hilo"] * 3 + ["razz"]
    assert len(at.tells("game_changed")) == 3


def test_a_button_that_is_placed_by_hand_ends_no_lap() -> None:
    at = at_table([1_000] * 4)
    play(at)
    at.ok(Button(at.head(), 1))
    assert hands_left(at.table, rotation_of(at)) == 4
    assert [play(at) for _ in range(5)] == ["holdem"] * 4 + ["omaha_hilo"]


# -- by time


def test_each_game_lasts_as_long_as_it_is_set_to() -> None:
    at = at_table([1_000] * 3, minutes=20)
    minutes = (0, 7, 19.9, 20, 39, 40.5, 60, 60.5)
    assert [play(at, minute) for minute in minutes] == [
        "holdem", "holdem", "holdem", "omaha_hilo", "omaha_hilo", "razz", "razz", "stud7",
    ], "a game lasts from its first hand on"  # fmt: skip


def test_a_house_that_changes_every_half_hour() -> None:
    """cooke.8.05.d, the alternate."""
    at = at_table([1_000] * 3, rotation_change="half_hour")
    assert [play(at, minute) for minute in (0, 1, 2, 3, 29.9, 30.1, 61)] == ["holdem"] * 5 + ["omaha_hilo", "razz"]


def test_the_floor_changes_what_ends_a_game() -> None:
    at = at_table([1_000] * 3)
    play(at)
    at.ok(SetOption(floor(at), "rotation_change", "half_hour"))
    assert [play(at, minute) for minute in (1, 2, 3, 4)] == ["holdem"] * 4
    at.ok(SetOption(floor(at), "rotation_change", None))
    assert play(at, 5) == "holdem", "the third hand of the lap, wherever the button came from"
    assert play(at, 6) == "omaha_hilo"


def test_after_a_long_break_the_next_game_follows_and_none_is_left_out() -> None:
    at = at_table([1_000] * 3, minutes=10)
    assert [play(at, minute) for minute in (0, 95, 96)] == ["holdem", "omaha_hilo", "omaha_hilo"]


# -- what is told


def test_a_new_game_is_told_and_has_to_be_announced() -> None:
    """cooke.8.05.e: 'razz, 10-20'."""
    at = at_table([1_000] * 2)
    for _ in range(4):
        play(at)
    at.told.clear()
    begin(at)
    kinds = [tell.kind for tell in at.told]
    assert kinds == ["game_changed", "hand_started", "announcement"]
    (changed,) = at.tells("game_changed")
    assert changed.more is not None
    assert (changed.more.number, changed.more.stakes) == (3, at.hand.stakes)
    (one,) = docket_of(at.table).announcements
    assert (one.about, one.game, one.limit, one.amount_chips, one.to_chips) == ("game", "razz", "fixed_limit", 10, 20)
    assert "cooke.8.05.e" in one.rules
    at.void()
    begin(at)
    assert len(at.tells("game_changed")) == 1, "it is the same game"


@pytest.mark.parametrize(
    ("limit", "two"),
    [("fixed_limit", (10, 20)), ("no_limit", (5, 10)), ("pot_limit", (5, 10))],
)
def test_a_game_is_called_by_its_bets_or_by_its_blinds(limit: Limit, two: tuple[int, int]) -> None:
    assert figures(Stakes(5, 10, limit=limit)) == two
