"""Pot-limit, fixed-limit and spread-limit against the worked examples of the rule catalogue, by the answers of each book."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable
from msgspec.structs import replace

from controller.game.betting import act
from controller.game.chips import Stakes
from controller.game.legal_actions import legal_actions
from controller.game.outcome import Refused
from controller.rules.house import House
from controller.rules.options import PRESETS

POT = Stakes(5, 10, limit="pot_limit")
LIMIT = Stakes(10, 20, limit="fixed_limit", small_bet=20, big_bet=40)
TEN = Stakes(5, 10, limit="fixed_limit", small_bet=10)
SPREAD = Stakes(1, 2, limit="spread_limit", max_bets=(10,))


def house(book: Any, stakes: Stakes, **answers: Any) -> House:
    return House(seats=10, stakes=stakes, book=book, options=replace(PRESETS[book], **answers))


def table(who: House, stacks: list[int], button: int) -> AtTable:
    return AtTable(stacks, who.stakes, button=button, house=who).start()


def called(who: House, stacks: list[int], button: int) -> AtTable:
    """Everyone is in for the big blind, or all he has; the flop lies there."""
    at = table(who, stacks, button)
    while at.hand.stage == "betting":
        seat = at.to_act
        assert seat is not None
        at.act(seat, "call" if at.legal.call_chips else "check")
    return at.board("2c 7d 9h")


def check(at: AtTable, acts: str, then: tuple[int, int, Any, Any]) -> None:
    """`then`: the seat to act, what a call costs, the least and the most he may raise to."""
    if acts:
        at.acts(acts)
    now = at.legal
    assert (now.seat, now.call_chips, now.min_raise_to, now.max_raise_to) == then


#: row, book, answers, stakes, stacks, button, acts before the flop, then
BEFORE_THE_FLOP: list[Any] = [
    ("cooke.8.02.03.c#3", "cooke", {}, POT, [500] * 6, 1, "", (4, 10, 20, 35)),
    ("roberts.pl.5c", "roberts", {"pot_limit_small_blind_full": False}, POT, [500] * 6, 1, "", (4, 10, 20, 35)),
    ("roberts.pl.5a", "roberts", {}, POT, [500] * 6, 1, "", (4, 10, 20, 40)),
    ("roberts.pl.5b", "roberts", {}, POT, [500] * 6, 1, "4 call", (5, 10, 20, 50)),
    # the small blind's own chips are what he calls with: three tens before his call and his, no five counted twice
    ("roberts.pl.5b small blind", "roberts", {}, POT, [500] * 4, 1, "4 call, 1 fold", (2, 5, 20, 40)),
    # the little blind's fold leaves its five; it counts as ten until the big blind has acted
    ("roberts.pl.5b big blind", "roberts", {}, POT, [500] * 4, 1, "4 call, 1 fold, 2 fold", (3, 0, 20, 40)),
    ("strict big blind", "cooke", {}, POT, [500] * 4, 1, "4 call, 1 fold, 2 fold", (3, 0, 20, 35)),
    ("cooke.8.02.03.d", "cooke", {}, POT, [500, 500, 6, 500], 1, "", (4, 10, 20, 31)),
    ("cooke.8.02.03.d full", "cooke", {"pot_limit_short_blind": "as_full_blind"}, POT, [500, 500, 6, 500], 1, "", (4, 10, 20, 35)),
    ("short small blind", "cooke", {}, POT, [500, 3, 500, 500], 1, "", (4, 10, 20, 33)),
    ("short small blind full", "cooke", {"pot_limit_short_blind": "as_full_blind"}, POT, [500, 3, 500, 500], 1, "", (4, 10, 20, 35)),
    ("four big blinds", "cooke", {"pot_limit_maximum_open": "four_big_blinds"}, POT, [500] * 4, 1, "", (4, 10, 20, 40)),
    ("four big blinds once", "cooke", {"pot_limit_maximum_open": "four_big_blinds"}, POT, [500] * 4, 1, "4 raise 40", (1, 40, 70, 135)),
    ("half the pot", "cooke", {"pot_limit_variation": "half_pot"}, POT, [500] * 4, 1, "", (4, 10, 20, 23)),
    ("antes count", "cooke", {}, replace(POT, ante=1), [500] * 4, 1, "", (4, 10, 20, 39)),
    ("big blind ante counts", "cooke", {}, replace(POT, ante=10, ante_from="big_blind"), [500] * 4, 1, "", (4, 10, 20, 45)),
    ("the stack is less", "cooke", {}, POT, [500, 500, 500, 30], 1, "", (4, 10, 20, 30)),
    ("less than the minimum", "cooke", {}, POT, [500, 500, 500, 15], 1, "", (4, 10, 15, 15)),
    ("button blind", "cooke", {}, replace(POT, button_blind=5), [500] * 4, 1, "", (4, 10, 20, 40)),
    ("cooke.12.19", "cooke", {}, LIMIT, [500, 500, 500, 5, 500], 2, "", (5, 20, 40, 40)),
    ("big blind is the bet", "cooke", {}, LIMIT, [500] * 5, 1, "4 raise 40, 5 raise 60, 1 raise 80, 2 raise 100", (3, 80, None, None)),
    ("three raises", "roberts", {}, LIMIT, [500] * 5, 1, "4 raise 40, 5 raise 60, 1 raise 80", (2, 70, None, None)),
    ("spread", "cooke", {}, SPREAD, [500] * 4, 1, "", (4, 2, 4, 12)),
    ("spread any", "cooke", {"spread_raise_minimum": "any_in_spread"}, replace(SPREAD, min_bet=1), [500] * 4, 1, "", (4, 2, 3, 12)),
]  # fmt: skip


@pytest.mark.parametrize("row", BEFORE_THE_FLOP, ids=[row[0] for row in BEFORE_THE_FLOP])
def test_before_the_flop(row: Any) -> None:
    _, book, answers, stakes, stacks, button, acts, then = row
    check(table(house(book, stakes, **answers), stacks, button), acts, then)


FULL_BET = {"limit_reopen_threshold": "full_bet"}
COMPLETED = {"half_bet_all_in_raise_size": "complete_then_add_bet"}
ALONE = {"short_all_ins_add_up": False}

#: row, book, answers, stakes, stacks, button, acts on the flop, then. Everyone is in for the big blind.
ON_THE_FLOP: list[Any] = [
    ("cooke.8.02.a", "cooke", {}, POT, [500] * 6, 1, "", (2, 0, 10, 60)),
    ("no-limit after the flop", "cooke", {"pot_limit_variation": "pot_then_no_limit"}, POT, [500] * 6, 1, "", (2, 0, 10, 490)),
    ("half the pot on the flop", "cooke", {"pot_limit_variation": "half_pot"}, POT, [500] * 6, 1, "", (2, 0, 10, 30)),
    ("cooke.8.02.b", "cooke", {}, replace(POT, min_bet=25), [500] * 2, 1, "", (2, 0, 25, 25)),
    ("cooke.8.02.03.a", "cooke", {}, replace(POT, unit=5), [*[500] * 9, 7], 1, "", (2, 0, 10, 100)),
    ("in units, rounded down", "roberts", {}, replace(POT, unit=5), [*[500] * 9, 7], 1, "", (2, 0, 10, 95)),
    ("roberts.pl.4", "roberts", {"pot_limit_rounding": "house_unit"}, POT, [500] * 8, 1, "", (2, 0, 10, 100)),
    ("not rounded", "roberts", {}, POT, [500] * 8, 1, "", (2, 0, 10, 80)),
    ("cooke.8.02.03.c#1", "cooke", {}, POT, [9000] * 10, 1, "2 bet 100", (3, 100, 200, 400)),
    (
        "cooke.8.02.03.c#2", "cooke", {}, POT, [9000] * 10, 1,
        "2 bet 100, 3 raise 400, 4 fold, 5 fold, 6 fold, 7 fold, 8 fold, 9 fold, 10 fold, 1 fold", (2, 300, 700, 1300),
    ),
    ("roberts.pl.1#2", "roberts", {}, POT, [500] * 10, 1, "2 bet 50, 3 fold", (4, 50, 100, 250)),
    ("pot after a short all-in", "cooke", {}, POT, [500, 500, 45, 500], 1, "2 bet 30, 3 all_in", (4, 35, 65, 175)),
    ("cooke.4.17.v", "cooke", {}, LIMIT, [500] * 4, 1, "", (2, 0, 20, 20)),
    ("cooke.9.16.a#1", "cooke", {}, LIMIT, [500] * 4, 4, "1 bet 20, 2 raise 40, 3 raise 60, 4 raise 80, 1 raise 100", (2, 60, None, None)),
    (
        "cooke.9.16.a#2", "cooke", {"raise_cap": "three_raises"}, LIMIT, [500] * 4, 4,
        "1 bet 20, 2 raise 40, 3 raise 60, 4 raise 80", (1, 60, None, None),
    ),
    ("roberts.betting.3.1", "roberts", {}, TEN, [500] * 3, 3, "1 bet 10, 2 raise 20, 3 raise 30, 1 raise 40", (2, 20, None, None)),
    ("no cap", "home", {}, TEN, [500] * 3, 3, "1 bet 10, 2 raise 20, 3 raise 30, 1 raise 40, 2 raise 50, 3 raise 60", (1, 20, 70, 70)),
    (
        "cooke.9.16.b lifted", "cooke", {}, LIMIT, [500] * 3, 3,
        "1 bet 20, 2 raise 40, 3 raise 60, 1 raise 80, 2 raise 100, 3 fold", (1, 20, 120, 120),
    ),
    (
        "cooke.9.16.b alternate", "cooke", {"heads_up_cap_release": "lifted_unless_reached"}, LIMIT, [500] * 3, 3,
        "1 bet 20, 2 raise 40, 3 raise 60, 1 raise 80, 2 raise 100, 3 fold", (1, 20, None, None),
    ),
    (
        "roberts.betting.4a", "roberts", {}, TEN, [500] * 3, 3,
        "1 bet 10, 2 raise 20, 3 fold, 1 raise 30, 2 raise 40, 1 raise 50", (2, 10, 60, 60),
    ),
    ("roberts.betting.4b", "roberts", {}, TEN, [500] * 3, 3, "1 bet 10, 2 raise 20, 3 raise 30, 1 raise 40, 2 fold", (3, 10, None, None)),
    (
        "cap stays", "cooke", {"heads_up_cap_release": "stays_for_round"}, TEN, [500] * 3, 3,
        "1 bet 10, 2 raise 20, 3 fold, 1 raise 30, 2 raise 40, 1 raise 50", (2, 10, None, None),
    ),
    (
        "heads-up has no cap", "cooke", {}, TEN, [500] * 2, 2,
        "1 bet 10, 2 raise 20, 1 raise 30, 2 raise 40, 1 raise 50, 2 raise 60", (1, 10, 70, 70),
    ),
    (
        "heads-up capped", "cooke", {"heads_up_round_cap": True}, TEN, [500] * 2, 2,
        "1 bet 10, 2 raise 20, 1 raise 30, 2 raise 40, 1 raise 50", (2, 10, None, None),
    ),
    # two are not all-in: the raises have no end for them
    (
        "an all-in does not count", "cooke", {}, TEN, [500, 60, 500], 3,
        "1 bet 10, 2 raise 20, 3 raise 30, 1 raise 40, 2 raise 50", (3, 20, 60, 60),
    ),
    ("cooke.9.09.01.a", "cooke", {}, LIMIT, [500, 500, 25, 500], 1, "2 check, 3 all_in", (4, 5, 20, 20)),
    ("cooke.9.09.01.b#1", "cooke", {}, LIMIT, [500, 500, 45, 500], 4, "1 bet 20, 2 call, 3 all_in, 4 fold", (1, 5, None, None)),
    ("cooke.9.09.01.b#2", "cooke", {}, LIMIT, [500, 500, 45, 500], 4, "1 bet 20, 2 call, 3 all_in", (4, 25, 40, 40)),
    ("cooke.9.09.01.c", "cooke", {}, LIMIT, [500, 500, 25, 500], 4, "1 check, 2 check, 3 all_in, 4 call", (1, 5, None, None)),
    (
        "completed, so that all may raise", "cooke", {}, LIMIT, [500, 500, 25, 500], 4,
        "1 check, 2 check, 3 all_in, 4 complete", (1, 20, 40, 40),
    ),
    (
        "cooke.9.09.01.d", "cooke", {}, LIMIT, [500, 500, 25, 500, 500], 2,
        "3 all_in, 4 complete, 5 raise, 1 raise, 2 raise, 4 raise", (5, 60, None, None),
    ),
    (
        "cooke.9.09.01.d before", "cooke", {}, LIMIT, [500, 500, 25, 500, 500], 2,
        "3 all_in, 4 complete, 5 raise, 1 raise, 2 raise", (4, 60, 100, 100),
    ),
    # an all-in raise of less than half is completed, and neither it nor that is a raise
    (
        "cooke.9.09.01.d raise", "cooke", {}, LIMIT, [500, 45, 500, 500], 4,
        "1 bet 20, 2 all_in, 3 complete 40, 4 raise 60, 1 raise 80, 3 raise 100", (4, 40, 120, 120),
    ),
    ("cooke.9.09.02.a", "cooke", {}, LIMIT, [500, 500, 30, 500], 1, "2 check, 3 all_in", (4, 10, 30, 30)),
    ("cooke.9.09.02.a alternate", "cooke", COMPLETED, LIMIT, [500, 500, 30, 500], 1, "2 check, 3 all_in", (4, 10, 40, 40)),
    ("cooke.9.09.02.b", "cooke", {}, LIMIT, [500, 50, 500], 3, "1 bet 20, 2 all_in, 3 call", (1, 10, 50, 50)),
    (
        "half is a raise", "cooke", {"raise_cap": "three_raises"}, LIMIT, [500, 50, 500, 500], 4,
        "1 bet 20, 2 all_in, 3 raise 50, 4 raise 70", (1, 50, None, None),
    ),
    ("roberts.betting.5a#1", "roberts", {}, LIMIT, [500, 500, 48], 3, "1 bet 20, 2 call, 3 all_in", (1, 8, None, None)),
    ("roberts.betting.5a#2", "roberts", {}, LIMIT, [500, 500, 28, 500], 1, "2 check, 3 all_in", (4, 8, 20, 20)),
    ("roberts.betting.5b#1", "roberts", {}, LIMIT, [500, 500, 35, 500], 1, "2 check, 3 all_in", (4, 15, 35, 35)),
    ("roberts.betting.5b#2", "roberts", {}, LIMIT, [500, 500, 52], 3, "1 bet 20, 2 call, 3 all_in", (1, 12, 52, 52)),
    ("a whole bet only", "cooke", FULL_BET, LIMIT, [500, 500, 52, 500], 4, "1 bet 20, 2 call, 3 all_in, 4 fold", (1, 12, None, None)),
    ("a whole bet only, to complete", "cooke", FULL_BET, LIMIT, [500, 500, 52, 500], 4, "1 bet 20, 2 call, 3 all_in", (4, 32, 40, 40)),
    # 5 and 6 more make up half a bet together, for who faces both
    ("together", "cooke", {}, LIMIT, [500, 45, 51, 500], 4, "1 bet 20, 2 all_in, 3 all_in, 4 call", (1, 11, 51, 51)),
    (
        "together, not for him", "cooke", {}, LIMIT, [500, 45, 500, 51], 4,
        "1 bet 20, 2 all_in, 3 call, 4 all_in, 1 call", (3, 6, None, None),
    ),
    ("each alone", "cooke", ALONE, LIMIT, [500, 45, 51, 500], 4, "1 bet 20, 2 all_in, 3 all_in, 4 call", (1, 11, None, None)),
    ("each alone, to complete", "cooke", ALONE, LIMIT, [500, 45, 51, 500], 4, "1 bet 20, 2 all_in, 3 all_in", (4, 31, 40, 40)),
    ("cooke.8.03.a", "cooke", {}, replace(SPREAD, max_bets=(6,)), [500] * 4, 1, "", (2, 0, 2, 6)),
    ("cooke.8.03.c", "cooke", {}, SPREAD, [500] * 4, 1, "2 bet 4", (3, 4, 8, 14)),
    ("any in the spread", "cooke", {"spread_raise_minimum": "any_in_spread"}, SPREAD, [500] * 4, 1, "2 bet 4", (3, 4, 6, 14)),
    ("spread: a raise over a raise", "cooke", {}, SPREAD, [500] * 4, 1, "2 bet 4, 3 raise 10", (4, 10, 16, 20)),
    ("spread: completed", "cooke", {}, SPREAD, [500, 500, 7, 500], 1, "2 bet 4, 3 all_in", (4, 5, 8, 14)),
    ("spread: half or more", "cooke", {}, SPREAD, [500, 500, 8, 500], 1, "2 bet 4, 3 all_in", (4, 6, 10, 16)),
    ("spread: less than the least", "cooke", {}, replace(SPREAD, min_bet=3), [500, 500, 3, 500], 1, "2 check, 3 all_in", (4, 1, 3, 10)),
]  # fmt: skip


@pytest.mark.parametrize("row", ON_THE_FLOP, ids=[row[0] for row in ON_THE_FLOP])
def test_on_the_flop(row: Any) -> None:
    _, book, answers, stakes, stacks, button, acts, then = row
    check(called(house(book, stakes, **answers), stacks, button), acts, then)


def test_bets_double_on_turn_and_river() -> None:
    """cooke.4.17.v: $15-$30, the turn."""
    at = called(house("cooke", Stakes(10, 15, limit="fixed_limit", small_bet=15, big_bet=30)), [500] * 2, 1)
    at.acts("2 check, 1 check").board("Ks")
    check(at, "", (2, 0, 30, 30))
    at.acts("2 bet 30, 1 raise 60, 2 call").board("Qs")
    check(at, "", (2, 0, 30, 30))


def test_spread_has_a_maximum_for_each_street() -> None:
    """cooke.8.03.b: $1-$4-$8-$8."""
    who = house("cooke", Stakes(1, 2, limit="spread_limit", max_bets=(4, 4, 8), min_bet=1))
    at = called(who, [500] * 2, 1)
    check(at, "", (2, 0, 1, 4))
    assert at.act_refused(2, "bet", 8).code == "act.above_maximum"
    at.acts("2 check, 1 check").board("Ks")
    check(at, "", (2, 0, 1, 8))
    at.acts("2 bet 8, 1 call").board("Qs")
    check(at, "", (2, 0, 1, 8))


def test_no_limit_and_pot_limit_have_no_cap() -> None:
    """cooke.9.16.d, roberts.nl.1, roberts.betting.2"""
    at = called(house("roberts", POT), [5000] * 4, 4)
    at.acts("1 bet 10, 2 raise 20, 3 raise 30, 4 raise 40, 1 raise 50, 2 raise 60, 3 raise 70")
    check(at, "", (4, 30, 80, 360))


@pytest.mark.parametrize(("book", "said"), [("roberts", "2 bet 100"), ("cooke", "2 bet 70"), ("home", "2 all_in")])
def test_more_than_the_pot_is_cut_to_it(book: str, said: str) -> None:
    at = called(house(book, POT), [500] * 6, 1)
    at.acts(said)
    assert (at.hand.current_bet, at.tells("ruling")[-1].to_chips) == (60, 60)


#: limit and stacks, what came before, an act that is refused: its code and a rule of the book's that says so
REFUSED: list[Any] = [
    ("pot-limit minimum", "cooke", POT, [500] * 6, 1, "", "2 bet 5", "act.below_minimum", "cooke.8.01.02.a"),
    ("not in steps", "cooke", replace(POT, unit=5), [500] * 6, 1, "", "2 bet 23", "act.not_in_units", "cooke.9.03.a"),
    ("too much", "cooke", LIMIT, [500] * 4, 1, "", "2 bet 40", "act.wrong_size", "cooke.4.17.v"),
    ("too little", "cooke", LIMIT, [500] * 4, 1, "", "2 bet 10", "act.wrong_size", "cooke.4.17.v"),
    ("all-in is no bet", "cooke", LIMIT, [500] * 4, 1, "", "2 all_in", "act.wrong_size", "cooke.4.17.v"),
    (
        "roberts.betting.3.1", "roberts", TEN, [500] * 3, 3,
        "1 bet 10, 2 raise 20, 3 raise 30, 1 raise 40", "2 raise 50", "act.capped", "roberts.betting.3.1",
    ),
    (
        "all-in over the cap", "roberts", TEN, [500] * 3, 3, "1 bet, 2 raise, 3 raise, 1 raise",
        "2 all_in", "act.capped", "roberts.betting.3.1",
    ),
    (
        "roberts.betting.5a", "roberts", LIMIT, [500, 500, 48], 3, "1 bet, 2 call, 3 all_in",
        "1 raise", "act.not_reopened", "roberts.betting.5a",
    ),
    (
        "raised over too little", "cooke", LIMIT, [500, 500, 25, 500], 1, "2 check, 3 all_in",
        "4 raise 25", "act.complete_first", "cooke.9.09.01.a",
    ),
    (
        "completed to something", "cooke", LIMIT, [500, 500, 25, 500], 1, "2 check, 3 all_in",
        "4 complete 15", "act.wrong_size", "cooke.9.09.01.a",
    ),
    (
        "completed further", "cooke", LIMIT, [500, 500, 25, 500], 1, "2 check, 3 all_in",
        "4 complete 40", "act.wrong_size", "cooke.9.09.01.a",
    ),
    ("nothing to complete", "cooke", LIMIT, [500] * 4, 1, "2 bet 20", "3 complete 40", "act.nothing_to_complete", "cooke.9.09.01.a"),
    ("cooke.8.03.a", "cooke", replace(SPREAD, max_bets=(6,)), [500] * 4, 1, "", "2 bet 7", "act.above_maximum", "cooke.8.03.a"),
    ("cooke.8.03.c", "cooke", SPREAD, [500] * 4, 1, "2 bet 4", "3 raise 7", "act.below_minimum", "cooke.8.03.c"),
    ("cooke.8.03.c over", "cooke", SPREAD, [500] * 4, 1, "2 bet 4", "3 raise 15", "act.above_maximum", "cooke.8.03.c"),
]  # fmt: skip


@pytest.mark.parametrize("row", REFUSED, ids=[row[0] for row in REFUSED])
def test_refused_with_the_rule(row: Any) -> None:
    """By betting itself: what the house makes of it is another matter."""
    _, book, stakes, stacks, button, acts, said, code, rule = row
    at = called(house(book, stakes), stacks, button)
    if acts:
        at.acts(acts)
    seat, do, *amount = said.split()
    refused = act(at.hand, int(seat), do, int(amount[0]) if amount else None)
    assert isinstance(refused, Refused)
    assert refused.code == code
    assert rule in refused.rules
    assert f"Seat {seat} may fold" in refused.message


def test_the_only_size_need_not_be_said() -> None:
    at = called(house("cooke", LIMIT), [500, 500, 500, 65], 1)
    at.acts("2 bet, 3 raise")
    assert at.hand.bets == (20, 40, 0, 0)
    assert at.act_refused(4, "bet").code == "act.bet_stands"
    at.acts("4 all_in")
    assert at.hand.bets == (20, 40, 45, 0)
    at.acts("1 complete")
    assert at.hand.last_acts[3] == "complete 60"
    assert at.tells("acted")[-1].do == "complete"
    pot = called(house("cooke", POT), [500] * 3, 1)
    answer = pot.act_refused(2, "bet")
    assert answer.code == "act.amount_missing"
    assert answer.message.endswith("Seat 2 may fold, check, or bet 10 … 30.")


def test_no_check_raise_where_the_house_has_none() -> None:
    at = called(house("cooke", Stakes(5, 10), check_raise=False), [500] * 3, 3).acts("1 check, 2 bet 10, 3 call")
    answer = at.act_refused(1, "raise", 20)
    assert answer.code == "act.not_reopened"
    assert at.legal.can_raise is False


def test_who_has_checked_may_not_raise_in_that_round_whatever_he_does_in_between() -> None:
    """cooke.10.13: a raise by a seat that checked this round is blocked; in the next round he may."""
    at = called(house("cooke", Stakes(5, 10), check_raise=False), [500] * 3, 3).acts("1 check, 2 bet 10, 3 call, 1 call")
    at.board("9c").acts("1 check, 2 check, 3 bet 10, 1 call, 2 call")
    at.board("4s").acts("1 bet 10, 2 raise 30, 3 call")
    assert at.legal.can_raise is True
    at = called(house("cooke", Stakes(5, 10), check_raise=False), [500] * 3, 3).acts(
        "1 check, 2 bet 10, 3 raise 20, 1 call, 2 raise 30, 3 call"
    )
    assert at.act_refused(1, "raise", 60).code == "act.not_reopened"


#: answers, stacks, acts on the flop, then: no-limit, blinds 5 and 10, the button at seat 1
BIG_BET: list[Any] = [
    ("full raise", {}, [500, 500, 500, 60], "2 bet 20, 3 call, 4 all_in, 1 fold", (2, 30, 80, 490)),
    ("half counts for nothing", {}, [500, 500, 500, 45], "2 bet 20, 3 call, 4 all_in, 1 fold", (2, 15, None, None)),
    (
        "half reopens", {"big_bet_reopen_threshold": "half_raise"}, [500, 500, 500, 40],
        "2 bet 20, 3 call, 4 all_in, 1 fold", (2, 10, 50, 490),
    ),
    (
        "less than half", {"big_bet_reopen_threshold": "half_raise"}, [500, 500, 500, 39],
        "2 bet 20, 3 call, 4 all_in, 1 fold", (2, 9, None, None),
    ),
    ("any reopens", {"big_bet_reopen_threshold": "any_raise"}, [500, 500, 500, 31], "2 bet 20, 3 call, 4 all_in, 1 fold", (2, 1, 41, 490)),
    ("over the all-in", {}, [500, 500, 45, 500], "2 bet 20, 3 all_in", (4, 35, 55, 490)),
    (
        "over the full level", {"short_all_in_next_raise": "last_full_level_plus_raise"}, [500, 500, 45, 500],
        "2 bet 20, 3 all_in", (4, 35, 40, 490),
    ),
    ("together", {}, [500, 500, 40, 52], "2 bet 20, 3 all_in, 4 all_in, 1 call", (2, 22, 62, 490)),
    ("each alone", {"short_all_ins_add_up": False}, [500, 500, 40, 52], "2 bet 20, 3 all_in, 4 all_in, 1 call", (2, 22, None, None)),
]  # fmt: skip


@pytest.mark.parametrize(("answers", "stacks", "acts", "then"), [row[1:] for row in BIG_BET], ids=[row[0] for row in BIG_BET])
def test_no_limit_by_the_houses_answers(answers: Any, stacks: list[int], acts: str, then: Any) -> None:
    check(called(house("cooke", Stakes(5, 10), **answers), stacks, 1), acts, then)


@pytest.mark.parametrize(("book", "least"), [("cooke", 5), ("roberts", 5), ("home", 10)])
def test_what_sets_the_smallest_bet(book: str, least: int) -> None:
    """home.4.min: the big blind or the last raise; in the other books the smallest bet that is posted."""
    check(called(house(book, Stakes(5, 10, min_bet=5)), [500] * 3, 1), "", (2, 0, least, 490))


def test_every_action_says_its_bounds_or_why_not() -> None:
    at = called(house("cooke", LIMIT), [500, 500, 25, 500], 1).acts("2 check, 3 all_in")
    by_name = {one.do: one for one in legal_actions(at.hand)}
    assert [name for name, one in by_name.items() if one.legal] == ["fold", "call", "complete"]
    complete = by_name["complete"]
    assert (complete.min_to, complete.max_to, complete.step_chips) == (20, 20, 1)
    assert (by_name["call"].min_to, by_name["call"].max_to) == (5, 5)
    assert {name: one.code for name, one in by_name.items() if not one.legal} == {
        "check": "act.facing_bet",
        "bet": "act.bet_stands",
        "raise": "act.complete_first",
        "all_in": "act.wrong_size",
    }
    assert "cooke.9.09.01.a" in by_name["raise"].rules
    assert by_name["raise"].why == "The all-in of 5 is no whole bet: it can be completed, not raised."
