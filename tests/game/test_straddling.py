"""Straddles: who may, when, how much, what it makes of the round, and what it does to chips and turns."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable, chips_of
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.events import Act, Change, Correct, NewHand, Post, Straddle, VoidHand, decode, encode
from controller.game.chips import Stakes
from controller.hand_log import HandLog
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.rules.straddle_rules import straddle_rules

NO_LIMIT = Stakes(5, 10)
LIMIT = Stakes(5, 10, limit="fixed_limit")


def house(book: Any = "roberts", stakes: Stakes = NO_LIMIT, **answers: Any) -> House:
    return House(seats=9, stakes=stakes, book=book, options=replace(PRESETS[book], **answers))


def table(stacks: list[int], book: Any = "roberts", stakes: Stakes = NO_LIMIT, **answers: Any) -> AtTable:
    return AtTable(stacks, stakes, button=1, house=house(book, stakes, **answers)).start()


def straddled(at: AtTable, *seats: int) -> AtTable:
    for seat in seats:
        at.ok(Straddle(at.head(), seat))
    return at


FIVE = [500] * 5

#: what, book, stakes, stacks, who straddled before, seat, amount, code
REFUSED: list[Any] = [
    ("no such house", "home", NO_LIMIT, FIVE, (), 4, None, "straddle.not_played"),
    ("not in limit", "roberts", LIMIT, FIVE, (), 4, None, "straddle.not_played"),
    ("too far left", "roberts", NO_LIMIT, FIVE, (), 5, None, "straddle.seat"),
    ("the big blind himself", "roberts", NO_LIMIT, FIVE, (), 3, None, "straddle.seat"),
    ("too little", "roberts", NO_LIMIT, FIVE, (), 4, 19, "straddle.amount"),
    ("too much", "roberts", NO_LIMIT, FIVE, (), 4, 40, "straddle.amount"),
    ("a stack too short", "roberts", NO_LIMIT, [500, 500, 500, 19, 500], (), 4, None, "straddle.short"),
    ("one is all", "roberts", NO_LIMIT, FIVE, (4,), 5, None, "straddle.second"),
    ("twice the same", "cooke", NO_LIMIT, FIVE, (4,), 4, None, "straddle.seat"),
    ("not over somebody", "cooke", NO_LIMIT, FIVE, (4,), 1, None, "straddle.seat"),
    ("behind the button there are the blinds", "cooke", NO_LIMIT, FIVE, (4, 5, 1), 2, None, "straddle.second"),
    ("nobody else has raises left", "cooke", replace(LIMIT), [500] * 9, (4, 5, 6, 7), 8, None, "straddle.capped"),
    ("heads-up", "roberts", NO_LIMIT, [500, 500], (), 1, None, "straddle.two_players"),
    ("nobody sits there", "roberts", NO_LIMIT, FIVE, (), 7, None, "straddle.not_in_hand"),
]  # fmt: skip


@pytest.mark.parametrize("row", REFUSED, ids=[row[0] for row in REFUSED])
def test_refused(row: Any) -> None:
    _, book, stakes, stacks, before, seat, amount, code = row
    at = straddled(table(stacks, book, stakes), *before)
    assert at.refused(Straddle(at.head(), seat, amount)) == code


def test_not_before_the_blinds_nor_after_a_card_nor_after_an_act() -> None:
    at = AtTable(FIVE, NO_LIMIT, button=1, house=house())
    at.new_hand()
    assert at.refused(Straddle(at.head(), 4)) == "straddle.blinds_owed"
    at.post()
    at.deal({2: "AsKd"})
    assert at.refused(Straddle(at.head(), 4)) == "straddle.too_late"
    at = table(FIVE).act(4, "call")
    assert at.refused(Straddle(at.head(), 5)) == "straddle.too_late"
    at = table(FIVE).act(4, "fold")
    assert at.refused(Straddle(at.head(), 5)) == "straddle.too_late"


#: book, stakes, who straddled, then: seat to act, call, least and most raise
THEN: list[Any] = [
    ("roberts", NO_LIMIT, (4,), (5, 20, 40, 500)),
    ("cooke", NO_LIMIT, (4,), (5, 20, 30, 500)),
    ("cooke", NO_LIMIT, (4, 5), (1, 40, 60, 500)),
    ("cooke", NO_LIMIT, (4, 5, 1), (2, 75, 120, 500)),
    ("cooke", LIMIT, (4,), (5, 20, 30, 30)),
    ("cooke", LIMIT, (4, 5), (1, 30, 40, 40)),
    ("cooke", Stakes(5, 10, limit="pot_limit"), (4,), (5, 20, 30, 75)),
]  # fmt: skip


@pytest.mark.parametrize("row", THEN, ids=[f"{row[0]} {row[1].limit} {len(row[2])}" for row in THEN])
def test_what_it_makes_of_the_round(row: Any) -> None:
    book, stakes, seats, then = row
    at = straddled(table(FIVE, book, stakes), *seats)
    now = at.legal
    assert (now.seat, now.call_chips, now.min_raise_to, now.max_raise_to) == then


def test_the_straddler_acts_last_and_his_raise_goes_round_again() -> None:
    at = straddled(table(FIVE), 4).acts("5 call, 1 call, 2 call, 3 call")
    assert at.to_act == 4
    assert at.legal.call_chips == 0
    at.acts("4 raise 60, 5 fold, 1 fold, 2 fold, 3 call")
    assert at.hand.stage == "dealing"
    assert at.hand.pots[0][0] == 180


def test_he_may_check_and_the_round_is_over() -> None:
    at = straddled(table(FIVE), 4).acts("5 call, 1 fold, 2 fold, 3 call, 4 check")
    assert at.hand.stage == "dealing"


def test_straddled_to_the_cap_nobody_raises_and_the_last_has_no_option() -> None:
    at = straddled(table([500] * 9, "cooke", LIMIT), 4, 5, 6, 7)
    assert (at.legal.seat, at.legal.call_chips, at.legal.can_raise) == (8, 50, False)
    at.acts("8 call, 9 fold, 1 fold, 2 fold, 3 fold, 4 fold, 5 call, 6 call")
    assert at.hand.stage == "dealing"


def test_one_that_is_no_raise_leaves_every_raise_to_the_players() -> None:
    stakes = replace(LIMIT)
    at = straddled(table(FIVE, "roberts", stakes, straddle_limit_games=True), 4)
    assert at.hand.round.raises == 0
    at = straddled(table(FIVE, "cooke", stakes), 4)
    assert at.hand.round.raises == 1


def test_all_in_with_it_is_a_straddle() -> None:
    at = straddled(table([500, 500, 500, 20, 500]), 4)
    assert at.tells("posted")[-1].all_in
    at.acts("5 call, 1 fold, 2 fold, 3 fold")
    assert at.hand.stage == "dealing"


def test_taken_back_it_was_never_there() -> None:
    at = table(FIVE)
    log = HandLog()
    fresh = AtTable(FIVE, NO_LIMIT, button=1, house=house())
    for event in (NewHand(fresh.head()), Post(fresh.head()), Straddle(fresh.head(), 4), Act(fresh.head(), 5, "call")):
        log.take(event, fresh.do(event))
    seq = next(tell.seq for tell in fresh.tells("posted") if tell.do == "straddle")
    gone = Correct(replace(fresh.head(), role="floor"), seq, Change(remove=True))
    answer = fresh.ask(log.complete(gone))
    assert not answer.ok
    assert answer.code == "correct.later"  # it was not seat 5's turn then
    fresh = AtTable(FIVE, NO_LIMIT, button=1, house=house())
    log = HandLog()
    for event in (NewHand(fresh.head()), Post(fresh.head()), Straddle(fresh.head(), 4)):
        log.take(event, fresh.do(event))
    seq = fresh.tells("posted")[-1].seq
    assert fresh.ask(log.complete(Correct(fresh.head(), seq, Change(remove=True)))).ok
    assert fresh.hand == replace(at.hand, number=fresh.hand.number)


def test_the_journal_keeps_it() -> None:
    at = table(FIVE)
    for event in (Straddle(at.head(), 4), Straddle(at.head(), 4, 20)):
        assert decode(encode(event)) == event


AMOUNTS = {
    "2 big_blind": 20, "3 big_blind": 30, "2.5 big_blind": 25, "1 big_blind": 11, "1 big_bet": 20, "4 unit": 20, "25 usd": 25,
    "none": 20, "preset": 20, "3 small_bet": 30,
}  # fmt: skip


@pytest.mark.parametrize("written", AMOUNTS)
def test_the_house_says_how_much(written: str) -> None:
    options = replace(PRESETS["roberts"], straddle_amount=written)
    assert straddle_rules(options, Stakes(5, 10, unit=5)).amount_chips == AMOUNTS[written]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.integers(1, 90), min_size=2, max_size=6),
    st.sampled_from(["cooke", "roberts"]),
    st.sampled_from(["no_limit", "pot_limit", "fixed_limit"]),
    st.lists(st.tuples(st.integers(1, 6), st.none() | st.integers(1, 90)), max_size=8),
    st.lists(st.integers(0, 3), max_size=40),
)
def test_chips_stay_and_the_hand_comes_to_its_end(stacks: list[int], book: Any, limit: Any, straddles: Any, acts: list[int]) -> None:
    """Whoever tries, whatever he says: what is refused changes nothing, and whatever is played on leaves every chip at the table."""
    stakes = Stakes(5, 10, limit=limit)
    at = AtTable(stacks, stakes, button=1, house=house(book, stakes)).start()
    total = sum(stacks)
    for seat, amount in straddles:
        at.ask(Straddle(at.head(), seat, amount))
        assert chips_of(at.table) == total
    for pick in acts:
        if at.to_act is None:
            break
        do = ("fold", "call", "check", "all_in")[pick]
        at.ask(Act(at.head(), at.to_act, do))  # type: ignore[arg-type] # one of the words
        assert chips_of(at.table) == total
        bets = at.hand.bets
        assert at.hand.stage != "betting" or at.hand.current_bet >= max(bets)
    if not at.hand.over:
        at.ok(VoidHand(at.head()))
    assert chips_of(at.table) == total
