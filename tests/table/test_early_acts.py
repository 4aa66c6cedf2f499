"""Actions out of turn: what they come to when the turn comes, in every book; what the floor and corrections make of them."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.events import Act, Change, Correct, FloorRule, decode, encode
from controller.game.chips import Stakes
from controller.game.legal_actions import legal_actions
from controller.hand_log import HandLog
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.rules.ruling import Ruling
from controller.table.rulings import docket_of

STAKES = Stakes(5, 10)
FIXED = Stakes(10, 20, limit="fixed_limit", small_bet=20, big_bet=40)


class Early(AtTable):
    """Four players before the flop, seat 4 first to act; the events of the hand are kept as the daemon keeps them."""

    def __init__(self, book: Any, stakes: Stakes = STAKES, without: frozenset[str] = frozenset(), **answers: Any) -> None:
        self.log = HandLog()
        house = House(seats=6, stakes=stakes, book=book, options=replace(PRESETS[book], **answers), without=without)
        super().__init__([500] * 4, stakes, button=1, house=house)
        self.start()

    def do(self, event: Any) -> Any:
        event = self.log.complete(event)
        assert decode(encode(event)) == event
        effects = super().do(event)
        self.log.take(event, effects)
        return effects

    def early(self, text: str, how: Any = "done") -> Any:
        seat, do, *to = text.split()
        return self.ask(Act(self.head(), int(seat), do, int(to[0]) if to else None, early=how))  # type: ignore[arg-type] # a word of the test

    def decide(self, ruling: Ruling, decision: Any, **more: Any) -> Any:
        return self.ask(FloorRule(replace(self.head(), role="floor"), ruling.id, decision, "so it was seen", **more))

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        return docket_of(self.table).rulings

    @property
    def may(self) -> dict[str, int | None]:
        return {one.do: one.min_to for one in legal_actions(self.hand) if one.legal and one.do != "all_in"}


CALL_ONLY = {"call": 10}
FREE = {"fold": None, "call": 10, "raise": 20}
#: what, book, early act of seat 2 behind "4 call", how, what seat 1 does, what seat 2 may do then
TURNS: list[Any] = [
    ("a fold frees nobody", "cooke", "2 call", "done", "1 fold", CALL_ONLY),
    ("nor a call, here", "cooke", "2 call", "done", "1 call", CALL_ONLY),
    ("a raise does", "cooke", "2 call", "done", "1 raise 30", {"fold": None, "call": 30, "raise": 50}),
    ("a raise does, and he may not raise", "home", "2 call", "done", "1 raise 30", {"fold": None, "call": 30}),
    ("what he said", "cooke", "2 raise 40", "said", "1 call", {"raise": 40}),
    ("on a condition", "cooke", "2 raise 40", "if", "1 call", {"raise": 40}),
    ("on a condition, at home", "home", "2 raise 40", "if", "1 call", FREE),
    ("all he has", "home", "2 all_in", "done", "1 fold", {"raise": 500}),
    ("a raise to what is less than the least now", "cooke", "2 raise 40", "done", "1 raise 35", {"fold": None, "call": 35, "raise": 60}),
    ("folded is folded", "cooke", "2 fold", "done", "1 raise 30", {"fold": None}),
    ("folded is folded", "home", "2 fold", "said", "1 call", {"fold": None}),
    ("talk of folding", "home", "2 fold", "if", "1 raise 30", {"fold": None, "call": 30, "raise": 50}),
    ("folded, without the floor", "roberts", "2 fold", "done", "1 raise 30", {"fold": None}),
    ("the floor has not decided", "roberts", "2 call", "done", "1 fold", FREE),
]  # fmt: skip


@pytest.mark.parametrize("row", TURNS, ids=[f"{row[0]}, {row[1]}" for row in TURNS])
def test_when_the_turn_comes(row: Any) -> None:
    _, book, early, how, between, may = row
    at = Early(book)
    at.acts("4 call")
    chips, to_act = (at.hand.stacks, at.hand.bets, at.hand.pots), at.hand.to_act
    answer = at.early(early, how)
    assert answer.ok, answer
    assert ((at.hand.stacks, at.hand.bets, at.hand.pots), at.hand.to_act) == (chips, to_act)
    assert at.tells("acted_early")[-1].seat == 2
    at.acts(between)
    assert at.may == may
    for do in ("fold", "check", "call", "raise"):
        to_chips = (may.get(do) or 60) if do == "raise" else None
        fresh = at.table
        done = at.ask(Act(at.head(), 2, do, to_chips))  # type: ignore[arg-type] # a word of the test
        assert done.ok == (do in may), (do, done)
        if not done.ok and may.keys() != {"fold", "call"}:
            assert done.code in ("act.held", "act.facing_bet"), done
        at.table = fresh
    assert all(rule.startswith(f"{book}.") for one in at.rulings for rule in one.rules)


def test_an_amount_that_is_left_out_is_the_one_he_said() -> None:
    at = Early("cooke", FIXED)
    at.acts("4 call")
    assert at.early("2 raise", "said").ok
    at.acts("1 call")
    assert at.may == {"raise": 40}
    assert at.ask(Act(at.head(), 2, "raise")).ok
    assert at.tells("acted")[-1].to_chips == 40


def test_held_to_another_amount() -> None:
    at = Early("cooke")
    at.acts("4 call")
    at.early("2 raise 40")
    at.acts("1 call")
    refused = at.ask(Act(at.head(), 2, "raise", 60))
    assert (refused.ok, refused.code) == (False, "act.held")
    assert "40" in refused.message
    assert {"cooke.10.08"} <= set(refused.rules)
    at.acts("2 raise 40, 3 call, 4 raise 100, 1 fold")
    assert set(at.may) == {"fold", "call", "raise"}, "his next turn is another"


#: an entry that is nothing of the kind, with the code it is refused with
WRONG = [
    ("1 call", "act.in_turn"),
    ("4 call", "act.no_turn"),
    ("5 call", "act.not_in_hand"),
    ("2 check", "act.facing_bet"),
    ("3 raise 12", "act.below_minimum"),
]


@pytest.mark.parametrize(("text", "code"), WRONG)
def test_what_is_no_action_out_of_turn(text: str, code: str) -> None:
    at = Early("cooke")
    at.acts("4 call")
    before = at.table
    assert at.early(text).code == code
    assert at.table == before


def test_one_turn_one_early_act() -> None:
    at = Early("cooke")
    assert at.early("2 call").ok
    assert at.early("2 raise 40").code == "act.early_twice"
    assert at.ask(Act(at.head(), 2, "call")).code == "act.out_of_turn"


def test_who_is_freed_is_told_so() -> None:
    at = Early("cooke")
    at.acts("4 call")
    at.early("2 call")
    at.acts("1 raise 30")
    assert [(one.remedy[0].do, one.status) for one in at.rulings] == [("hold_to_action", "lapsed"), ("restore_action", "in_force")]


def test_the_floor_holds_him_to_it() -> None:
    at = Early("roberts")
    at.acts("4 call")
    at.early("2 call")
    (asked,) = at.rulings
    assert (asked.who, asked.status, asked.remedy[0].do) == ("floor", "proposed", "hold_to_action")
    assert at.decide(asked, "confirm").ok
    at.acts("1 fold")
    assert at.may == CALL_ONLY
    (ruled,) = at.rulings
    assert (ruled.status, ruled.carried_out) == ("confirmed", True)


def test_the_floor_sets_him_free_and_holds_him_again() -> None:
    at = Early("cooke")
    at.acts("4 call")
    at.early("2 call")
    at.acts("1 fold")
    (ruling,) = at.rulings
    assert at.decide(ruling, "override").ok
    assert at.may == FREE
    assert at.decide(ruling, "reopen").ok
    assert at.decide(ruling, "confirm").ok
    assert at.may == CALL_ONLY
    assert [one.status for one in at.rulings] == ["confirmed"]


def test_a_decision_comes_too_late_behind_his_turn() -> None:
    at = Early("roberts")
    at.acts("4 call")
    at.early("2 call")
    at.acts("1 fold, 2 raise 40")
    (ruling,) = at.rulings
    assert ruling.status == "lapsed"
    assert at.decide(ruling, "confirm").code == "floor_rule.lapsed"


def correct(at: Early, seq: int, **change: Any) -> Any:
    return at.ask(Correct(replace(at.head(), role="floor"), seq, Change(**change)))


def test_it_is_corrected_like_any_entry() -> None:
    at = Early("cooke")
    at.acts("4 call")
    at.early("2 call")
    seq = at.tells("acted_early")[-1].seq
    at.acts("1 fold")
    assert correct(at, seq, do="raise", to_chips=40).ok
    assert at.may == {"raise": 40}
    assert [(one.status, one.to_chips) for one in at.rulings] == [("lapsed", 10), ("in_force", 40)]
    assert correct(at, at.tells("correction")[-1].seq, remove=True).ok
    assert at.may == FREE
    assert {one.status for one in at.rulings} == {"lapsed"}


def test_what_freed_him_is_corrected_away() -> None:
    at = Early("cooke")
    at.acts("4 call")
    at.early("2 call")
    at.acts("1 raise 30")
    raised = at.tells("acted")[-1].seq
    assert correct(at, raised, do="call").ok
    assert at.may == CALL_ONLY
    assert [one.remedy[0].do for one in at.rulings if one.status == "in_force"] == ["hold_to_action"]


def test_a_correction_elsewhere_leaves_the_rulings_as_they_are() -> None:
    at = Early("roberts")
    at.acts("4 call")
    called = at.tells("acted")[-1].seq
    at.early("2 call")
    at.acts("1 call, 2 call")
    before = [(one.number, one.status) for one in at.rulings]
    assert [status for _, status in before] == ["lapsed", "in_force"]
    assert correct(at, called, do="fold").ok
    assert [(one.number, one.status) for one in at.rulings] == before


#: rule that is switched off, book, early act of seat 2, how, what seat 1 does → what seat 2 may do
OFF: list[Any] = [
    ("early.held", "cooke", "2 call", "done", "1 fold", set(FREE)),
    ("early.release", "cooke", "2 call", "done", "1 raise 30", {"call"}),
    ("early.penalty", "home", "2 call", "done", "1 raise 30", set(FREE)),
    ("early.speech", "home", "2 call", "if", "1 fold", {"call"}),
    ("early.fold", "cooke", "2 fold", "done", "1 raise 30", set(FREE)),
]


@pytest.mark.parametrize("row", OFF, ids=[row[0] for row in OFF])
def test_without_the_rule(row: Any) -> None:
    rule, book, early, how, between, may = row
    at = Early(book, without=frozenset({rule}))
    at.acts("4 call")
    assert at.early(early, how).ok
    at.acts(between)
    assert set(at.may) == may


MOVES = st.lists(st.tuples(st.integers(0, 99), st.sampled_from(["", "", "done", "said", "if"])), max_size=20)
ANSWERS = st.fixed_dictionaries(
    {
        "out_of_turn_release": st.sampled_from(["bet_or_raise", "bet_call_or_raise", "nothing", "never_held"]),
        "out_of_turn_check_penalty": st.sampled_from(["none", "no_raise_if_released", "no_raise"]),
        "out_of_turn_force": st.sampled_from(["always", "floor_decides", "never"]),
        "out_of_turn_fold": st.sampled_from(["stands", "released"]),
    }
)
DEEDS: Any = ("fold", "check", "call", "bet", "raise", "all_in")


@settings(max_examples=60, deadline=None)
@given(MOVES, ANSWERS)
def test_an_early_act_moves_nothing_and_what_is_legal_is_taken(moves: list[tuple[int, str]], answers: Any) -> None:
    at = Early("roberts", **answers)
    for pick, how in moves:
        hand = at.hand
        if hand.stage == "dealing":
            at.board("2c 7d 9h" if hand.street == 0 else "Kc" if hand.street == 1 else "Ks")
            continue
        if hand.stage != "betting":
            break
        if how:
            before = (hand.stacks, hand.bets, hand.folded, hand.to_act, hand.current_bet, hand.faced_at)
            at.early(f"{pick % 4 + 1} {DEEDS[pick % 6]}" + (f" {20 + pick}" if DEEDS[pick % 6] in ("bet", "raise") else ""), how)
            hand = at.hand
            assert before == (hand.stacks, hand.bets, hand.folded, hand.to_act, hand.current_bet, hand.faced_at)
            continue
        seat, rows = hand.seats[hand.to_act], legal_actions(hand)
        assert any(one.legal for one in rows)
        here = at.table
        for one in rows:
            # what `legal` names is a word of Act, which the checker cannot know
            answer = at.ask(Act(at.head(), seat, one.do, one.min_to if one.do in ("bet", "raise") else None))  # type: ignore[arg-type]
            assert answer.ok == one.legal, (one, answer)
            assert one.legal or answer.code == one.code
            at.table = here
        legal = [one for one in rows if one.legal]
        chosen = legal[pick % len(legal)]
        # what `legal` names is a word of Act, which the checker cannot know
        at.ask(Act(at.head(), seat, chosen.do, chosen.max_to if chosen.do in ("bet", "raise") else None))  # type: ignore[arg-type]
