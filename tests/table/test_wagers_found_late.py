"""Wagers of a wrong amount: set right at once, let stand, and found late, when the hand is folded again."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable, chips_of
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.core import step
from controller.effects import CommandDone, Effect
from controller.events import Act, Change, Correct, Event, FloorRule, decode, encode
from controller.game.chips import Stakes
from controller.hand_log import HandLog
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.rules.ruling import Remedy, Ruling
from controller.table.rulings import docket_of
from controller.table.standing import OVERBET, WRONG_LIMIT, Behind, stands
from controller.table.table import Table, new_table

POT = Stakes(10, 20, limit="pot_limit")
FIXED = Stakes(10, 20, limit="fixed_limit", small_bet=20, big_bet=40)


def house(book: Any = "cooke", **answers: Any) -> House:
    return House(seats=10, stakes=POT, book=book, options=replace(PRESETS[book], **answers), without=frozenset({"fold.for_free"}))


class Kept(AtTable):
    """A table with the events of its hand kept beside it, as the daemon keeps them."""

    def __init__(self, stacks: list[int | None], who: House) -> None:
        self.log = HandLog()
        self.journal: list[Event] = []
        super().__init__(stacks, who.stakes, button=1, house=who)

    def do(self, event: Event) -> tuple[Effect, ...]:
        event = self.log.complete(event)
        self.journal.append(event)
        effects = super().do(event)
        self.log.take(event, effects)
        return effects

    def to_the_flop(self) -> Kept:
        self.start()
        while self.hand.stage == "betting":
            assert self.to_act is not None
            self.act(self.to_act, "call" if self.legal.call_chips else "check")
        self.board("2c 7d 9h")
        return self

    def seq_of(self, seat: int, nth: int = -1) -> int:
        return [tell for tell in self.tells("acted") if tell.seat == seat][nth].seq

    def correct(self, seq: int, **change: Any) -> CommandDone:
        return self.ask(Correct(replace(self.head(), role="floor"), seq, Change(**change)))

    def rule(self, decision: Any, alternative: str = "") -> CommandDone:
        head = replace(self.head(), role="floor")
        return self.ask(FloorRule(head, self.rulings("bet_corrected")[-1].id, decision, "because", alternative))

    def rulings(self, kind: str) -> list[Ruling]:
        return [one for one in docket_of(self.table).rulings if one.kind == kind]

    @property
    def bets(self) -> dict[int, int]:
        return {seat: bet for seat, bet in zip(self.hand.seats, self.hand.bets, strict=True) if bet}

    def again(self) -> Table:
        """The table that comes of the journal as it was written."""
        table = new_table(self.house)
        for event in self.journal:
            table, _ = step(table, decode(encode(event)), self.house)
        return table


OVER_TWO = {"pot_limit_overbet_window": "over_two_acted"}
ALL = {"pot_limit_overbet_window": "all_acted"}
SUBSTANTIAL = {"pot_limit_overbet_window": "substantial_action"}


@pytest.mark.parametrize(
    ("answers", "behind", "late"),
    [
        (OVER_TWO, Behind(0), False),
        (OVER_TWO, Behind(2), False),
        (OVER_TWO, Behind(2, everyone=True, dealt=True), False),
        (OVER_TWO, Behind(3), True),
        (OVER_TWO, Behind(1, everyone=True, dealt=True, later=True), True),
        (ALL, Behind(3), False),
        (ALL, Behind(1, everyone=True), True),
        (SUBSTANTIAL, Behind(1, everyone=True), False),
        (SUBSTANTIAL, Behind(2), True),
        (SUBSTANTIAL | {"substantial_action_players": 3}, Behind(2), False),
        (SUBSTANTIAL | {"dealer_action_counts": True}, Behind(1, everyone=True, dealt=True), True),
        (SUBSTANTIAL | {"dealer_action_counts": False}, Behind(1, everyone=True, dealt=True), False),
    ],
)
def test_until_when_it_is_cut(answers: dict[str, Any], behind: Behind, late: bool) -> None:
    assert stands(OVERBET, behind, house(**answers)) is late


@pytest.mark.parametrize(("behind", "late"), [(Behind(3, everyone=True), False), (Behind(1, everyone=True, over=True), True)])
def test_the_lower_limit_is_brought_up_until_the_round_is_over(behind: Behind, late: bool) -> None:
    assert stands(WRONG_LIMIT, behind, house()) is late


def test_the_lower_limit_on_the_turn_is_the_upper_one_for_all_who_called_it() -> None:
    felt = Kept([500, 500, 75, 500], replace(house(), stakes=FIXED)).to_the_flop()
    felt.acts("2 bet 20, 3 call, 4 call, 1 fold")
    felt.board("Td")
    felt.act(2, "bet", 20)
    assert (felt.bets, felt.rulings("bet_corrected")[-1].remedy) == ({2: 40}, (Remedy("complete_bet", (2,), (), None, 40),))
    assert felt.rule("override", "as_entered").ok
    felt.act(3, "call")
    assert felt.bets == {2: 20, 3: 20}
    assert felt.rule("reopen").ok
    assert felt.rule("confirm").ok
    assert felt.bets == {2: 40, 3: 35}, "seat 3 has no more"
    assert felt.rulings("bet_corrected")[-1].remedy == (
        Remedy("complete_bet", (2,), (), None, 40),
        Remedy("complete_bet", (3,), (), None, 35),
    )
    assert felt.rule("reopen").ok
    assert felt.rule("override", "as_entered").ok
    felt.act(4, "call")
    assert felt.rule("reopen").ok
    refused = felt.rule("confirm")
    assert (refused.code, refused.rules) == ("floor_rule.too_late", ("cooke.9.14.a",))
    assert felt.again() == felt.table


@pytest.mark.parametrize(("entered", "counts"), [(21, 20), (22, 20), (23, 25), (58, 60), (59, 60), (12, None), (62, 60)])
def test_what_is_in_no_whole_units_counts_as_the_nearest_that_is(entered: int, counts: int | None) -> None:
    who = replace(house("roberts", pot_limit_small_blind_full=False, under_minimum_bet="refused"), stakes=replace(POT, unit=5))
    felt = Kept([500] * 3, who).to_the_flop()
    if counts is None:
        assert felt.act_refused(2, "bet", entered).code == "act.below_minimum"
    else:
        felt.act(2, "bet", entered)
        assert felt.bets == {2: counts}
        assert felt.rulings("bet_corrected")[-1].to_chips == counts


def test_an_all_in_above_the_pot_is_a_bet_of_the_pot() -> None:
    felt = Kept([500] * 3, house()).to_the_flop()
    felt.act(2, "all_in")
    assert (felt.bets, felt.tells("acted")[-1].all_in) == ({2: 60}, False)
    ruling = felt.rulings("bet_corrected")[-1]
    assert (ruling.seat, ruling.amount_chips, ruling.to_chips) == (2, 480, 60)
    assert ruling.remedy == (Remedy("return_excess", (2,), (), 420),)
    assert felt.rule("override", "as_entered").ok
    assert (felt.bets, felt.tells("correction")[-1].do, felt.tells("correction")[-1].all_in) == ({2: 480}, "bet", True)
    assert felt.again() == felt.table


def test_more_than_the_stack_is_refused_and_not_cut() -> None:
    felt = Kept([500] * 3, house()).to_the_flop()
    assert felt.act_refused(2, "bet", 481).code == "act.above_stack"


def test_a_house_without_the_rule_refuses_it() -> None:
    who = house()
    felt = Kept([500] * 3, replace(who, without=who.without | {"pot.overbet"})).to_the_flop()
    assert felt.act_refused(2, "bet", 100).code == "act.above_maximum"


@pytest.mark.parametrize(
    ("stack", "back"),
    [
        (500, (Remedy("return_excess", (2,), (), 40), Remedy("return_excess", (3,), (), 40))),
        (100, (Remedy("return_excess", (2,), (), 40), Remedy("return_excess", (3,), (), 20))),  # he had 80 to call with
        (70, (Remedy("return_excess", (2,), (), 40),)),  # with his last 50
    ],
)
def test_each_gets_back_what_he_put_in_too_much(stack: int, back: tuple[Remedy, ...]) -> None:
    felt = Kept([500, 500, stack], house()).to_the_flop()
    felt.acts("2 bet 60, 3 call")
    assert felt.correct(felt.seq_of(2), to_chips=100).ok
    assert felt.rulings("bet_corrected")[-1].remedy == back
    assert felt.bets == {2: 60, 3: min(60, stack - 20)}
    assert felt.again() == felt.table


def test_the_entry_before_it_goes_and_it_is_above_the_pot() -> None:
    """A pot of 240 had been 120: what was found is not the entry that was wrong."""
    felt = Kept([900] * 6, house()).to_the_flop()
    felt.acts("2 bet 120, 3 call, 4 call")
    assert felt.correct(felt.seq_of(6, 0), do="fold").ok
    assert felt.bets == {2: 100, 3: 100, 4: 100}
    assert felt.rulings("bet_corrected")[-1].remedy == tuple([Remedy("return_excess", (seat,), (), 20) for seat in (2, 3, 4)])
    assert felt.again() == felt.table


def test_too_many_behind_and_it_stands_whatever_is_set_right_afterwards() -> None:
    felt = Kept([900] * 6, house()).to_the_flop()
    felt.acts("2 bet 120, 3 call, 4 call, 5 call")
    assert felt.correct(felt.seq_of(6, 0), do="fold").ok
    assert felt.bets == {2: 120, 3: 120, 4: 120, 5: 120}
    (late,) = felt.rulings("late_objection")
    assert (late.seat, late.amount_chips, late.status, late.waits) == (2, 120, "in_force", False)
    assert not felt.rulings("bet_corrected")
    felt.act(1, "call")
    assert felt.correct(felt.seq_of(1), do="fold").ok
    assert felt.hand.put_in[felt.hand.seats.index(2)] == 140
    assert len(felt.rulings("late_objection")) == 1
    assert felt.again() == felt.table


def test_what_was_cut_at_once_and_is_still_too_much_stands_at_what_it_counted_as() -> None:
    felt = Kept([900] * 6, house()).to_the_flop()
    felt.act(2, "all_in")
    felt.acts("3 call, 4 call, 5 call")
    assert felt.correct(felt.seq_of(6, 0), do="fold").ok
    assert felt.bets == {2: 120, 3: 120, 4: 120, 5: 120}
    assert felt.rulings("late_objection")[-1].amount_chips == 120
    assert [one.status for one in felt.rulings("bet_corrected")] == ["lapsed"]
    assert felt.correct(felt.seq_of(5), do="fold").ok, "what stands is in the hand's events too"
    assert felt.bets == {2: 120, 3: 120, 4: 120}
    assert felt.again() == felt.table


def test_what_stands_is_another_entry_and_stands_no_more() -> None:
    felt = Kept([500] * 6, house())
    felt.start()
    felt.acts("4 raise 50, 5 call, 6 call, 1 call, 2 call, 3 call")
    seq = felt.seq_of(4)
    assert felt.correct(seq, to_chips=100).ok
    assert felt.rulings("late_objection")[-1].status == "in_force"
    assert felt.correct(seq, do="fold").code == "correct.later", "seat 5 called what then is a blind, and seat 3 could not call at all"
    assert felt.correct(felt.seq_of(3), do="check").code != "correct.lost"
    assert felt.correct(seq, to_chips=60).ok
    assert felt.rulings("late_objection")[-1].status == "lapsed"
    assert felt.correct(seq, to_chips=40).ok, "the hand's events are still the hand"
    assert felt.bets == {}
    assert felt.hand.put_in == (40,) * 6
    assert felt.again() == felt.table


def test_an_entry_that_is_taken_back_moves_no_other() -> None:
    felt = Kept([900] * 6, house()).to_the_flop()
    felt.acts("2 bet 120, 3 call, 4 call, 5 call, 6 fold")
    assert felt.correct(felt.seq_of(6, -1), remove=True).ok
    assert felt.bets == {2: 120, 3: 120, 4: 120, 5: 120}
    assert not docket_of(felt.table).rulings


def test_the_floor_cannot_cut_it_when_too_many_have_acted() -> None:
    felt = Kept([900] * 6, house()).to_the_flop()
    felt.act(2, "bet", 150)
    assert felt.rule("override", "as_entered").ok
    felt.acts("3 call, 4 call, 5 call")
    assert felt.rule("reopen").ok
    refused = felt.rule("confirm")
    assert (refused.code, refused.rules) == ("floor_rule.too_late", ("cooke.8.02.04.a",))
    assert felt.bets == {2: 150, 3: 150, 4: 150, 5: 150}
    assert felt.rule("override", "as_entered").ok
    assert felt.again() == felt.table


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["over_two_acted", "all_acted", "substantial_action", "fixed limit"]),
    st.lists(st.integers(100, 900), min_size=2, max_size=6),
    st.lists(st.tuples(st.sampled_from("ccccccrrfxx"), st.integers(0, 600), st.integers(0, 40)), min_size=12, max_size=40),
)
@pytest.mark.slow
def test_no_correction_is_ever_lost_and_the_journal_says_it_all(until: str, stacks: list[int], picks: list[tuple[str, int, int]]) -> None:
    """Wagers of the pot and more, or of both limits, and corrections: the events always fold to the hand, and so does the journal."""
    fixed = until == "fixed limit"
    who = replace(house(), stakes=FIXED) if fixed else house(pot_limit_overbet_window=until)
    felt = Kept([*stacks], who)
    felt.start()
    chips = chips_of(felt.table)
    for do, amount, which in picks:
        if felt.hand.stage == "dealing":
            felt.board({0: "2c 7d 9h", 3: "Td", 4: "Jd"}.get(len(felt.hand.board), ""))
        acted = felt.tells("acted")
        if do == "x" and acted:
            wagers = [tell for tell in acted if tell.do in ("bet", "raise")] or acted
            seq = (acted[which % len(acted)] if which % 4 else wagers[which % len(wagers)]).seq
            done = felt.correct(seq, to_chips=20 if fixed else amount) if amount % 3 else felt.correct(seq, do="fold")
            assert done.code != "correct.lost"
        elif felt.hand.stage == "betting":
            to_chips = felt.hand.current_bet + (20, 40, 40)[amount % 3] if fixed else amount
            verb = {"c": "call" if felt.legal.call_chips else "check", "f": "fold"}.get(do, "raise" if felt.hand.current_bet else "bet")
            felt.ask(Act(felt.head(), felt.to_act or 0, verb, to_chips if verb in ("bet", "raise") else None))  # type: ignore[arg-type] # a deed
    assert chips_of(felt.table) == chips
    assert felt.again() == felt.table
