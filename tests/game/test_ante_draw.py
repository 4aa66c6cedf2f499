"""Draw for antes alone: who begins, who may open with what, and what a rap is."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable, chips_of
from msgspec.structs import replace

from controller.effects import CommandDone
from controller.events import Draw, NewHand, Request
from controller.game.chips import Stakes
from controller.rules.house import House
from controller.rules.options import HouseOptions

STAKES = Stakes(0, 10, ante=2, limit="fixed_limit", small_bet=10, big_bet=20, game="five_card_draw_antes")
HOLES = {1: "2c3c4c5c7d", 2: "Ks2d3d4d5d", 3: "AhAdAc8h9h"}


def ante_game(stacks: tuple[int, ...] = (100, 100, 100), **options: Any) -> AtTable:
    """Three players; seat 3 has the button, seat 1 is first left of it."""
    house = House(seats=len(stacks), stakes=STAKES, options=replace(HouseOptions(), **options), without=frozenset({"fold.for_free"}))
    at = AtTable(list(stacks), STAKES, button=len(stacks), house=house).start()
    return at.deal({seat: HOLES[seat] for seat in at.hand.seats})


def says(at: AtTable, seat: int, do: Any, number: int | None = None) -> CommandDone:
    return at.ask(Draw(at.head(), seat, do, number))


def pat(at: AtTable) -> AtTable:
    for seat in at.hand.seats:
        if not at.hand.folded[at.hand.seats.index(seat)]:
            assert says(at, seat, "stand_pat").ok
    return at


def test_the_antes_are_the_pot_and_nobody_has_a_blind() -> None:
    at = ante_game()
    assert (at.to_act, at.hand.bets, at.hand.pots) == (1, (0, 0, 0), ((6, (0, 1, 2)),))
    assert at.legal.call_chips == 0


@pytest.mark.parametrize(
    ("acts", "first"),
    [
        ("1 bet 10, 2 call, 3 call", 1),
        ("1 check, 2 bet 10, 3 raise 20, 1 call, 2 call", 2),
        ("1 check, 2 bet 10, 3 raise 20, 1 call, 2 fold", 3),
        ("1 check, 2 check, 3 bet 10, 1 call, 2 call", 3),
    ],
)
def test_who_opened_begins_after_the_draw(acts: str, first: int) -> None:
    at = pat(ante_game().acts(acts))
    assert (at.hand.stage, at.to_act) == ("betting", first)


def test_a_pot_that_nobody_opens_stays_for_the_next_deal() -> None:
    at = ante_game().acts("1 check, 2 check, 3 check")
    assert at.hand.stage == "ended"
    assert chips_of(at.table) == 300
    at.start()
    assert at.hand.pots == ((12, (0, 1, 2)),)


def test_heads_up_the_player_left_of_the_button_may_open() -> None:
    at = ante_game((100, 100))
    assert (at.hand.button, at.to_act) == (2, 1)


def test_no_ante_no_game() -> None:
    at = AtTable([100, 100], replace(STAKES, ante=0), button=2)
    assert at.ask(NewHand(at.head())).code == "new_hand.stakes_wrong"


def test_all_in_for_the_ante_he_opens_in_his_turn_and_everybody_else_owes_the_bet() -> None:
    at = ante_game((100, 2, 100))
    assert says(at, 2, "open").code == "act.out_of_turn"  # seat 1 is before him
    at.acts("1 check")
    assert says(at, 3, "open").code == "act.open_by_bet"
    assert says(at, 2, "open").ok
    assert says(at, 2, "open").code == "act.no_opening"
    assert (at.to_act, at.legal.call_chips, at.legal.min_raise_to) == (3, 10, 20)
    at.acts("3 raise 20, 1 call")
    assert [chips for chips, _ in at.hand.pots] == [6, 40]
    assert chips_of(at.table) == 202
    assert at.hand.seats[at.hand.drawing.opener] == 2


def test_against_one_player_an_opening_without_chips_would_ask_nothing() -> None:
    at = ante_game((100, 2))
    assert (at.hand.stage, says(at, 2, "open").code) == ("drawing", "act.no_opening")


@pytest.mark.parametrize(("answer", "least"), [("large_blind", 10), ("posted_amount", 25)])
def test_the_least_opening_bet_is_the_big_blind_or_what_the_house_posts(answer: str, least: int) -> None:
    stakes = replace(STAKES, limit="no_limit", small_bet=0, big_bet=0, min_bet=25)
    house = House(seats=3, stakes=stakes, options=replace(HouseOptions(), draw_minimum_open=answer))
    at = AtTable([100] * 3, stakes, button=3, house=house).start().deal(HOLES)
    assert at.legal.min_raise_to == least


#: Which blinds go in, by seat; seat 4 has the button.
LAYOUTS = {"three_with_button": {4: 10, 1: 20, 2: 30}, "two": {1: 20, 2: 30}, "single": {1: 30}}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_blinds_are_laid_out_as_the_house_has_it(layout: str) -> None:
    stakes = Stakes(20, 30, button_blind=10, game="five_card_draw")
    house = House(seats=4, stakes=stakes, options=replace(HouseOptions(), draw_blind_layout=layout))
    at = AtTable([500] * 4, stakes, button=4, house=house).start()
    assert {seat: bet for seat, bet in zip(at.hand.seats, at.hand.bets, strict=True) if bet} == LAYOUTS[layout]
    assert at.to_act == max(seat for seat in LAYOUTS[layout] if seat != 4) + 1


def test_other_games_have_the_blinds_that_the_stakes_name() -> None:
    stakes = Stakes(20, 30, button_blind=10)
    house = House(seats=4, stakes=stakes, options=replace(HouseOptions(), draw_blind_layout="single"))
    assert AtTable([500] * 4, stakes, button=4, house=house).start().hand.bets == (20, 30, 0, 10)


def drew(at: AtTable, seat: int, of: int) -> CommandDone:
    return at.ask(Request(at.head(), seat, "drew", of))


def test_how_many_were_changed_is_said_to_who_is_in_until_there_is_action() -> None:
    at = ante_game()
    assert drew(at, 1, 2).code == "request.no_draw"
    at.acts("1 bet 10, 2 call, 3 fold")
    assert drew(at, 2, 1).code == "request.no_draw"  # he has not said it
    assert says(at, 1, "draw", 2).ok
    assert drew(at, 2, 1).ok
    assert drew(at, 1, 1).code == "request.own"
    assert drew(at, 3, 1).code == "request.not_in_hand"
    assert says(at, 2, "stand_pat").ok
    at.acts("1 check")
    assert drew(at, 2, 1).code == "request.after_action"
    found = [tell.more.announcement for tell in at.tells("announcement") if tell.more is not None]
    assert [(one.about, one.seat, one.amount_chips) for one in found if one is not None] == [("drew", 1, 2)]


def test_some_houses_never_say_it() -> None:
    at = ante_game(draw_count_disclosure="never").acts("1 bet 10, 2 call, 3 fold")
    says(at, 1, "draw", 2)
    assert drew(at, 2, 1).code == "request.not_done"


def test_a_passed_ante_game_can_be_bet_or_fold() -> None:
    at = ante_game(draw_unopened_action="bet_or_fold")
    assert at.act_refused(1, "check").code == "act.bet_or_fold"
    at.acts("1 fold, 2 bet 10, 3 fold")
    assert at.awards == [(0, 2, 6)]


def test_a_rap_is_a_check_a_pat_hand_and_never_a_fold() -> None:
    at = ante_game()
    assert says(at, 1, "rap").ok
    assert at.hand.last_acts[0] == "check"
    at.acts("2 bet 10, 3 call")
    assert says(at, 1, "rap").code == "act.facing_bet"
    assert not at.hand.folded[0]
    at.acts("1 call")
    assert says(at, 1, "rap").ok
    assert [(tell.seat, tell.do) for tell in at.tells("drew")] == [(1, "stand_pat")]
