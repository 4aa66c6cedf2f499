"""Several boards in one hand: double flops, bomb pots, and an all-in that is run more than once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from at_table import AtTable, cards, chips_of
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.core import expectation
from controller.events import BombPot, EnterCard, NewHand, RunIt, SetStakes
from controller.game import boards, deal
from controller.game.awards import by_board, contest
from controller.game.chips import Stakes
from controller.game.showdown import show_order
from controller.game.variants import VARIANTS
from controller.game.zones import BOARD, BOARDS, BURN, STUB
from controller.rules.award_rules import award_rules
from controller.rules.house import House
from controller.rules.options import PRESETS

ONE = Stakes(1, 2)
ROBERTS = House(seats=6, stakes=ONE, book="roberts", options=PRESETS["roberts"], without=frozenset({"fold.for_free"}))
TWO_BOARDS = {2: "AsAd", 4: "KsKd"}


def check_down(at: AtTable) -> None:
    while at.hand.stage == "betting":
        at.act(at.hand.seats[at.hand.to_act], "check")


def show_all(at: AtTable) -> AtTable:
    for seat in show_order(at.hand):
        at.show(seat)
    return at


def all_in(holes: Mapping[int, str], stacks: Mapping[int, int], *, house: House = ROBERTS, game: str = "") -> AtTable:
    """Seats with `holes` are all-in before the flop; the lowest has the button."""
    house = replace(house, stakes=replace(ONE, game=game))
    at = AtTable([stacks.get(seat) for seat in range(1, 7)], house.stakes, button=min(holes), house=house)
    at.start().deal(holes)
    most = max(stacks.values())
    while at.hand.stage == "betting":
        at.act(at.hand.seats[at.hand.to_act], "all_in" if at.hand.current_bet < most else "call")
    return at


# -- running it more than once


def test_each_run_has_its_share_of_the_pot() -> None:
    at = all_in(TWO_BOARDS, {2: 200, 4: 200})
    at.board("2c7d9h")
    at.ok(RunIt(at.head(), 2))
    assert [(tell.more.times if tell.more else 0, tell.rules) for tell in at.tells("run_it")] == [(2, ("roberts.nl.14b",))]
    at.board("3s4s").board("Kh5h")
    assert at.hand.stage == "showdown"
    assert boards.all_of(at.hand) == (cards("2c7d9h3s4s"), cards("2c7d9hKh5h"))
    show_all(at)
    assert at.awards == [(0, 2, 200), (0, 4, 200)]
    assert [tell.more.board if tell.more else 0 for tell in at.tells("pot_awarded")] == [1, 2]
    assert at.payoffs == {2: 0, 4: 0}


def test_three_runs_before_the_flop_and_what_cannot_be_divided_goes_with_the_first() -> None:
    at = all_in(TWO_BOARDS, {2: 101, 4: 101})
    at.ok(RunIt(at.head(), 3))
    at.board("2c7d9h3s4s").board("Kh5h6h8c2d").board("Kc5c6c8d2h")
    show_all(at)
    assert at.awards == [(0, 2, 68), (0, 4, 67), (0, 4, 67)]
    assert chips_of(at.table) == 202


def test_the_house_may_give_the_odd_chip_to_the_last_run() -> None:
    house = replace(ROBERTS, options=replace(PRESETS["roberts"], odd_chip_boards="last"))
    at = all_in(TWO_BOARDS, {2: 101, 4: 101}, house=house)
    at.ok(RunIt(at.head(), 3))
    show_all(at.board("2c7d9h3s4s").board("Kh5h6h8c2d").board("Kc5c6c8d2h"))
    assert at.awards == [(0, 2, 67), (0, 4, 67), (0, 4, 68)]


def test_side_pots_are_divided_each_for_itself() -> None:
    at = all_in({2: "AsAd", 3: "QsQd", 4: "KsKd"}, {2: 50, 3: 150, 4: 150})
    at.ok(RunIt(at.head(), 2))
    at.board("2c7d9h3s4s").board("Kh5h6h8c2d")
    show_all(at)
    assert at.awards == [(1, 4, 100), (1, 4, 100), (0, 2, 75), (0, 4, 75)]


def test_the_runs_may_be_dealt_street_by_street_where_each_board_has_an_antenna() -> None:
    house = replace(ROBERTS, board_antennas=3)
    at = all_in(TWO_BOARDS, {2: 200, 4: 200}, house=house)
    at.board("2c7d9h")
    at.ok(RunIt(at.head(), 2))
    for text, zone in (("3s", BOARD), ("Kh", BOARDS[1]), ("5h", BOARDS[1]), ("4s", BOARD)):
        at.move(cards(text)[0], zone, STUB)
    assert boards.all_of(at.hand) == (cards("2c7d9h3s4s"), cards("2c7d9hKh5h"))
    assert [tell.zones for tell in at.tells("board")][3:] == [(BOARD,), (BOARDS[1],), (BOARDS[1],), (BOARD,)]
    assert at.hand.stage == "showdown"


def test_a_card_too_many_on_a_board_with_its_own_antenna_is_no_card_of_another() -> None:
    at = all_in(TWO_BOARDS, {2: 200, 4: 200}, house=replace(ROBERTS, board_antennas=2))
    at.ok(RunIt(at.head(), 2))
    at.board("2c7d9h3s4sKh")
    assert [tell.code for tell in at.tells("discrepancy")] == ["rfid.extra_card"]
    assert at.hand.boards.further == ((),)


def test_every_run_burns_for_itself() -> None:
    at = all_in(TWO_BOARDS, {2: 200, 4: 200})
    at.board("2c7d9h")
    at.ok(RunIt(at.head(), 2))
    burned = []
    for text in ("3s", "4s", "5h", "Kh"):
        expected = expectation(at.table, at.house).zones
        if BURN in expected:
            burned.append(text)
            at.move(cards({"3s": "8c", "4s": "8d", "5h": "8h", "Kh": "8s"}[text])[0], BURN, STUB)
        at.board(text)
    assert burned == ["3s", "4s", "5h", "Kh"]
    assert len(at.hand.burned) == 4


REFUSED: list[tuple[str, Mapping[str, Any], str]] = [
    ("off at cooke's", {"house": House(seats=6, stakes=ONE)}, "run_it.house"),
    ("four times", {"times": 4}, "run_it.house"),
    ("a street has begun", {"board": "2c"}, "run_it.begun"),
    ("a double flop", {"game": "double_flop_holdem"}, "run_it.game"),
]


@pytest.mark.parametrize(("what", "how", "code"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_cannot_be_run_again(what: str, how: Mapping[str, Any], code: str) -> None:
    at = all_in(TWO_BOARDS, {2: 200, 4: 200}, house=how.get("house", ROBERTS), game=how.get("game", ""))
    at.board(how.get("board", ""))
    assert at.refused(RunIt(at.head(), how.get("times", 2))) == code


def test_nobody_runs_it_while_there_is_betting_nor_once_it_is_dealt() -> None:
    at = AtTable([None, 200, None, 200], ONE, button=2, house=ROBERTS).start().deal(TWO_BOARDS)
    assert at.refused(RunIt(at.head(), 2)) == "run_it.not_all_in"
    at = all_in(TWO_BOARDS, {2: 200, 4: 200}).board("2c7d9h3s")
    at.ok(RunIt(at.head(), 2))
    at.ok(RunIt(at.head(), 3))
    at.ok(RunIt(at.head(), 1))
    assert at.hand.boards == boards.ONE_BOARD
    at.board("4s")
    assert at.refused(RunIt(at.head(), 2)) == "run_it.not_all_in"
    show_all(at)
    assert at.refused(RunIt(at.head(), 2)) == "state.no_hand"


def test_a_card_of_a_further_run_that_no_reader_sees_is_entered() -> None:
    at = all_in(TWO_BOARDS, {2: 200, 4: 200})
    at.ok(RunIt(at.head(), 2))
    at.board("2c7d9h3s4s").board("Kh5h6h8c")
    at.ok(EnterCard(at.head(), BOARD, cards("2d")[0]))
    assert boards.all_of(at.hand)[1] == cards("Kh5h6h8c2d")
    assert at.hand.stage == "showdown"


# -- bomb pots


def bomb(ante: int = 5, number: int = 2, game: str = "") -> AtTable:
    at = AtTable([None, 100, 100, 100], replace(ONE, game=game), button=4)
    at.ok(NewHand(at.head(), None, "", False, BombPot(ante, number)))
    at.post()
    return at


def test_a_bomb_pot_begins_with_antes_and_the_flop() -> None:
    at = bomb()
    assert [(tell.seat, tell.do, tell.amount_chips) for tell in at.tells("posted")] == [(2, "ante", 5), (3, "ante", 5), (4, "ante", 5)]
    assert at.hand.stage == "dealing"
    at.deal({2: "AsAd", 3: "QsQd", 4: "KsKd"}).board("2c7d9h")
    assert (at.hand.stage, at.to_act) == ("dealing", None)
    at.board("Kh5h6h")
    assert (at.hand.stage, at.to_act) == ("betting", 2)
    assert boards.all_of(at.hand) == (cards("2c7d9h"), cards("Kh5h6h"))
    at.acts("2 bet 10, 3 fold, 4 call")
    at.board("3s").board("8c")
    check_down(at)
    at.board("4s").board("2d")
    check_down(at)
    show_all(at)
    assert boards.all_of(at.hand) == (cards("2c7d9h3s4s"), cards("Kh5h6h8c2d"))
    assert at.awards == [(0, 2, 18), (0, 4, 17)]
    assert (chips_of(at.table), at.table.stakes.game, at.table.stakes.ante) == (300, "", 0)


def test_the_hand_after_a_bomb_pot_is_as_before() -> None:
    at = bomb(number=1, game="omaha")
    assert at.hand.variant == "omaha_bomb"
    at.deal({2: "AsAdAhAc", 3: "QsQdQhQc", 4: "KsKdKhKc"}).board("2c7d9h")
    at.acts("2 check, 3 check, 4 bet 5, 2 fold, 3 fold")
    at.start()
    assert (at.hand.variant, at.hand.stage, at.hand.current_bet) == ("omaha", "betting", 2)


def test_who_has_no_more_than_the_ante_is_in_for_the_main_pot() -> None:
    at = AtTable([None, 5, 100, 100], ONE, button=4)
    at.ok(NewHand(at.head(), None, "", False, BombPot(5)))
    at.post()
    at.deal({2: "AsAd", 3: "QsQd", 4: "KsKd"}).board("2c7d9h")
    at.acts("3 bet 10, 4 call")
    at.board("3s")
    at.acts("3 check, 4 check")
    at.board("4s")
    check_down(at)
    show_all(at)
    assert at.awards == [(1, 4, 20), (0, 2, 15)]


def test_a_game_that_is_no_bomb_pot_and_an_ante_that_is_missing_are_refused() -> None:
    at = AtTable([None, 100, 100, 100], replace(ONE, game="badugi"), button=4)
    assert at.refused(NewHand(at.head(), None, "", False, BombPot(5))) == "new_hand.no_bomb_pot"
    assert at.refused(NewHand(at.head(), None, "holdem", False, BombPot(5, 3))) == "new_hand.no_bomb_pot"
    assert at.refused(NewHand(at.head(), None, "holdem", False, BombPot(0))) == "new_hand.stakes_wrong"
    assert at.refused(SetStakes(at.head(), replace(ONE, game="holdem_bomb"))) == "stakes.wrong"
    at.ok(SetStakes(at.head(), replace(ONE, game="holdem_bomb", ante=5)))


# -- double flops

#: rule, game, holes, both flops, turn and river, what each pot went to
DOUBLE = [
    ("cooke.6.09.d", "double_flop_holdem", {2: "KcQd", 4: "AhAc"}, "Kh7d2cQsJs4dTs3h", [(0, 4, 40)]),
    ("one flop's straight", "double_flop_holdem", {2: "9c8d", 4: "AhAc"}, "Kh7d2cQsJs4dTs3h", [(0, 2, 40)]),
    ("cooke.6.09.e", "double_flop_omaha", {2: "9h5c6dJs", 4: "AhAcTdTc"}, "9c9d4sQh8s3c2hKd", [(0, 2, 40)]),
]


def double_flop(game: str, holes: Mapping[int, str], board: str) -> AtTable:
    at = AtTable([20 if seat in holes else None for seat in range(1, 7)], replace(Stakes(0, 1), game=game), button=2)
    at.start().deal(holes)
    while at.hand.stage == "betting":
        at.act(at.hand.seats[at.hand.to_act], "all_in" if at.hand.current_bet < 20 else "call")
    return show_all(at.board(board))


@pytest.mark.parametrize(("rule", "game", "holes", "board", "awards"), DOUBLE, ids=[row[0] for row in DOUBLE])
def test_a_hand_takes_the_better_flop(
    rule: str, game: str, holes: Mapping[int, str], board: str, awards: list[tuple[int, int, int]]
) -> None:
    at = double_flop(game, holes, board)
    assert at.awards == awards
    assert all(tell.more is None for tell in at.tells("pot_awarded"))


def test_the_worked_example_of_the_double_flop() -> None:
    at = double_flop("double_flop_holdem", {2: "KcQd", 4: "5h5c"}, "Kh7d2cQsJs4dTs3h")
    assert {tell.seat: tell.name for tell in at.tells("shown")}[2] == "a pair of kings"


def test_five_rounds_and_the_limit_doubles_after_the_second_flop() -> None:
    stakes = Stakes(5, 10, limit="fixed_limit", game="double_flop_holdem")
    at = AtTable([None, 500, 500, 500], stakes, button=4).start()
    at.deal({2: "KcQd", 3: "5h5c", 4: "9s9d"}).acts("4 call, 2 call, 3 check")
    rounds = []
    for street in ("Kh7d2c", "QsJs4d", "Ts", "3h"):
        at.board(street)
        rounds.append((VARIANTS[at.hand.variant].street_names[at.hand.street], at.legal.min_raise_to))
        at.acts("2 check, 3 check, 4 check")
    assert rounds == [("flop", 10), ("second flop", 20), ("turn", 20), ("river", 20)]
    assert at.hand.stage == "showdown"


def test_the_second_flop_comes_after_the_betting_on_the_first() -> None:
    at = AtTable([None, 500, 500, 500], replace(ONE, game="double_flop_holdem"), button=4).start()
    at.deal({2: "KcQd", 3: "5h5c", 4: "9s9d"}).acts("4 call, 2 call, 3 check").board("Kh7d2cQs")
    assert [tell.code for tell in at.tells("discrepancy")] == ["rfid.extra_card"]
    assert deal.expected_zones(at.hand) == ()


# -- money


@given(st.integers(0, 10_000), st.integers(1, 3), st.sampled_from([1, 5, 25]))
def test_the_shares_of_the_boards_make_the_pot(chips: int, number: int, unit: int) -> None:
    hand = all_in(TWO_BOARDS, {2: 200, 4: 200}).hand
    setup = replace(
        hand.setup, stakes=replace(hand.stakes, unit=unit), awards=replace(award_rules(PRESETS["roberts"]), unit="betting_unit")
    )
    parts = by_board(chips, number, contest(setup, cards("2c7d9h3s4s"), (cards("AsAd"), cards("KsKd"))))
    assert (sum(parts), len(parts)) == (chips, number)
    assert all(part % unit == 0 for part in parts[1:])
    assert len(set(parts[1:])) <= 1
    assert 0 <= parts[0] - min(parts) < number * unit + unit
