"""Wagers of a wrong amount: refused, or what the house has them count as; confirmed, or let stand as they were entered."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable, chips_of
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.events import Act, FloorRule
from controller.game.chips import Stakes
from controller.game.legal_actions import legal_actions
from controller.hand_log import HandLog
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.rules.ruling import Ruling
from controller.table.rulings import docket_of

STAKES = Stakes(5, 10)


def house(book: Any, stakes: Stakes = STAKES, **answers: Any) -> House:
    return House(seats=6, stakes=stakes, book=book, options=replace(PRESETS[book], **answers))


class Counted(AtTable):
    """Four players, seat 4 first to act; the events of the hand are kept as the daemon keeps them."""

    def __init__(self, book: Any, stacks: list[int], stakes: Stakes = STAKES, **answers: Any) -> None:
        self.log = HandLog()
        super().__init__(stacks, stakes, button=1, house=house(book, stakes, **answers))
        self.start()

    def do(self, event: Any) -> Any:
        event = self.log.complete(event)
        effects = super().do(event)
        self.log.take(event, effects)
        return effects

    @property
    def ruling(self) -> Ruling:
        return docket_of(self.table).rulings[-1]

    def decide(self, decision: Any, **more: Any) -> Any:
        head = replace(self.head(), role="floor")
        return self.ask(FloorRule(head, self.ruling.id, decision, more.pop("reason", "so it was said"), **more))


FOUR = [500] * 4
REFUSED = ("act.below_minimum",)

#: what, book, stacks, acts before the entry, (seat, deed, to), then the deed and the total it counts as, or the code it is refused with
ENTRIES: list[Any] = [
    ("half of a raise", "cooke", FOUR, "", (4, "raise", 15), ("raise", 20)),
    ("less than half", "cooke", FOUR, "", (4, "raise", 14), ("call", 10)),
    ("a whole raise but one", "cooke", FOUR, "", (4, "raise", 19), ("raise", 20)),
    ("brought up, however small", "roberts", FOUR, "", (4, "raise", 11), ("raise", 20)),
    ("blocked", "home", FOUR, "", (4, "raise", 19), REFUSED),
    ("the raise before counts", "roberts", FOUR, "4 raise 50", (1, "raise", 60), ("raise", 90)),
    ("half of the raise before", "cooke", FOUR, "4 raise 50", (1, "raise", 70), ("raise", 90)),
    ("less than half of the raise before", "cooke", FOUR, "4 raise 50", (1, "raise", 69), ("call", 50)),
    ("no more than the call", "roberts", FOUR, "4 raise 50", (1, "raise", 50), REFUSED),
    ("no more than the call", "cooke", FOUR, "4 raise 50", (1, "raise", 30), REFUSED),
    ("all he has brings it up", "roberts", [500, 500, 500, 18], "", (4, "raise", 15), ("raise", 18)),
    ("the big blind's is a check", "cooke", FOUR, "4 call, 1 call, 2 call", (3, "raise", 14), ("check", 10)),
    ("the big blind's is brought up", "roberts", FOUR, "4 call, 1 call, 2 call", (3, "raise", 14), ("raise", 20)),
]  # fmt: skip


@pytest.mark.parametrize("row", ENTRIES, ids=[f"{row[0]}, {row[1]}" for row in ENTRIES])
def test_a_raise_below_the_minimum(row: Any) -> None:
    _, book, stacks, before, (seat, do, to_chips), then = row
    at = Counted(book, stacks)
    if before:
        at.acts(before)
    answer = at.ask(Act(at.head(), seat, do, to_chips))
    if then == REFUSED:
        assert answer.code == then[0]
        assert docket_of(at.table).rulings == ()
        return
    assert answer.ok, answer
    acted = at.tells("acted")[-1]
    assert (acted.do, acted.to_chips) == then
    ruled = at.ruling
    assert (ruled.kind, ruled.seat, ruled.amount_chips, ruled.to_chips, ruled.who) == ("bet_corrected", seat, to_chips, then[1], "dealer")
    assert ruled.rules
    assert all(rule.startswith(f"{book}.") for rule in ruled.rules)
    assert ruled.options == (("under_minimum_raise", PRESETS[book].under_minimum_raise),)
    (step,) = ruled.remedy
    assert (step.do, step.seats) == ("complete_bet" if then[1] > to_chips else "return_excess", (seat,))
    assert step.to_chips == (then[1] if then[1] > to_chips else None)
    assert step.amount_chips == (to_chips - then[1] if to_chips > then[1] else None)
    assert ruled.about_seq == acted.seq


#: book → what becomes of a bet of 7 where 10 is the least
BETS = {"cooke": None, "roberts": 10, "home": None}


@pytest.mark.parametrize("book", BETS)
def test_a_bet_below_the_minimum(book: Any) -> None:
    at = Counted(book, FOUR)
    at.acts("4 call, 1 fold, 2 call, 3 check")
    at.board("2c 7d 9h")
    answer = at.ask(Act(at.head(), 2, "bet", 7))
    assert answer.ok == (BETS[book] is not None)
    if answer.ok:
        assert at.hand.current_bet == BETS[book]
        assert at.ruling.options == (("under_minimum_bet", "must_make_minimum"),)
    else:
        assert answer.code == "act.below_minimum"


@pytest.mark.parametrize("limit", ["fixed_limit", "spread_limit"])
def test_other_limits_have_other_rules(limit: Any) -> None:
    at = Counted("roberts", FOUR, Stakes(5, 10, limit=limit, max_bets=(40,)))
    assert at.refused(Act(at.head(), 4, "raise", 14)) in {"act.below_minimum", "act.wrong_size"}


def test_the_floor_lets_it_stand_and_takes_that_back() -> None:
    at = Counted("roberts", FOUR)
    at.act(4, "raise", 15)
    assert at.hand.bets[at.hand.seats.index(4)] == 20
    assert at.decide("override").ok
    assert at.ruling.status == "overridden"
    assert at.hand.bets[at.hand.seats.index(4)] == 15
    assert at.legal.call_chips == 15
    at.act(1, "call")
    assert at.decide("reopen").ok
    assert at.decide("confirm").ok
    assert at.hand.bets[at.hand.seats.index(4)] == 20
    assert at.hand.bets[at.hand.seats.index(1)] == 20
    assert at.ruling.status == "confirmed"


def test_it_cannot_stand_where_a_later_entry_would_be_none() -> None:
    at = Counted("cooke", FOUR)
    at.act(4, "raise", 14)  # a call
    at.acts("1 fold, 2 call, 3 check")
    before = at.table
    answer = at.decide("override")
    assert answer.code == "correct.later"
    assert at.table == before


def test_a_switched_off_rule_leaves_the_refusal() -> None:
    who = replace(house("roberts"), without=frozenset({"raise.brought_up"}))
    at = AtTable(FOUR, STAKES, button=1, house=who).start()
    assert at.refused(Act(at.head(), 4, "raise", 15)) == "act.below_minimum"


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(["cooke", "roberts", "home"]),
    st.sampled_from(["refused", "call", "must_make_minimum", "half_makes_minimum"]),
    st.lists(st.integers(1, 120), min_size=2, max_size=5),
    st.lists(st.integers(-5, 140), max_size=25),
)
def test_whatever_is_entered_what_it_counts_as_was_legal(book: Any, how: Any, stacks: list[int], entries: list[int]) -> None:
    """A number below 0 folds or checks, one of 0 calls, every other is a wager to it: refused, or taken for something that was legal."""
    at = Counted(book, stacks, under_minimum_raise=how)
    total = sum(stacks)
    for number in entries:
        if at.to_act is None:
            break
        may = {one.do: one for one in legal_actions(at.hand)}
        if number <= 0:
            deed = "call" if may["call"].legal and number == 0 else "check" if may["check"].legal else "fold"
            at.act(at.to_act, deed)
            continue
        do: Any = "raise" if at.hand.current_bet else "bet"
        before, seat = at.table, at.to_act
        answer = at.ask(Act(at.head(), seat, do, number))
        if not answer.ok:
            assert at.table == before
            continue
        acted = at.tells("acted")[-1]
        one = may[acted.do or ""]
        assert one.legal
        if acted.do in {"bet", "raise"}:
            assert one.min_to is not None
            assert one.max_to is not None
            assert one.min_to <= (acted.to_chips or 0) <= one.max_to
        counts = acted.to_chips
        ruled = [tell.more.ruling for tell in at.tells("ruling") if tell.more is not None and tell.seq > acted.seq]
        assert [(one.amount_chips, one.to_chips) for one in ruled if one is not None] == ([] if counts == number else [(number, counts)])
        assert chips_of(at.table) == total
