"""Betting against the worked examples of the rule catalogue."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable

from controller.game.betting import legal
from controller.game.chips import Stakes

TEN = Stakes(5, 10)
HUNDRED = Stakes(100, 200)


def examples(rows: list[Any]) -> pytest.MarkDecorator:
    """Parametrize with rows of (rule id, stacks, stakes, button, acts, then)."""
    return pytest.mark.parametrize(("stacks", "stakes", "button", "acts", "then"), [row[1:] for row in rows], ids=[row[0] for row in rows])


def flop(stacks: list[int | None], stakes: Stakes, button: int) -> AtTable:
    """A table on the flop with everyone in for the big blind."""
    at = AtTable(stacks, stakes, button=button).start()
    while at.hand.stage == "betting":
        seat = at.to_act
        assert seat is not None
        at.act(seat, "call" if at.legal.call_chips else "check")
    return at.board("2c 7d 9h")


SHORT = (2000, 2000, 2000, 350, 2000, 2000)

#: rule id, stacks by seat, stakes, button, acts on the flop, (seat to act, call, min raise to or None)
FLOP_EXAMPLES: list[Any] = [
    ("cooke.8.01.02.a", [1000, 1000, 1000], TEN, 1, "", (2, 0, 10)),
    ("cooke.8.01.02.b", [1000] * 6, TEN, 1, "2 bet 20, 3 fold, 4 raise 55, 5 fold", (6, 55, 90)),
    ("cooke.8.01.02.c", [1000, 1000, 1000, 140, 1000], TEN, 1, "2 bet 100, 3 fold, 4 all_in", (5, 130, 230)),
    ("cooke.8.01.03.a", [1000, 1000, 1000, 16, 1000, 1000], TEN, 6, "1 check, 2 check, 3 check, 4 all_in, 5 fold, 6 fold", (1, 6, None)),
    (
        "cooke.8.01.03.b one",
        [1000, 1000, 270, 1000],
        TEN,
        4,
        "1 bet 100, 2 raise 200, 3 all_in, 4 fold, 1 call",
        (2, 60, None),
    ),
    (
        "cooke.8.01.03.b two",
        [1000, 1000, 270, 1000],
        TEN,
        4,
        "1 bet 100, 2 raise 200, 3 all_in, 4 fold, 1 raise 360",
        (2, 160, 460),
    ),
    ("cooke.8.01.03.c", [1000, 1000, 285, 1000], TEN, 4, "1 bet 100, 2 raise 200, 3 all_in, 4 fold", (1, 175, 375)),
    ("roberts.nl.3a", [1000] * 4, TEN, 4, "1 bet 100, 2 raise 200, 3 fold", (4, 200, 300)),
    ("roberts.nl.3b one", [1000, 1000, 280, 1000], TEN, 4, "1 bet 100, 2 raise 200, 3 all_in, 4 fold, 1 call", (2, 70, None)),
    ("roberts.nl.3b two", [1000, 1000, 280, 1000], TEN, 4, "1 bet 100, 2 raise 200, 3 all_in, 4 fold", (1, 170, 370)),
    ("roberts.betting.6", [1000] * 6, TEN, 6, "1 bet 30, 2 fold, 3 raise 80, 4 fold", (5, 80, 130)),
    ("home.4.min", [1000] * 3, HUNDRED, 1, "", (2, 0, 200)),
    ("home.4.short_call", [*[2000] * 5, 550], HUNDRED, 1, "2 bet 200, 3 fold, 4 call, 5 fold, 6 all_in, 1 fold", (2, 150, None)),
    ("home.4.ex3b", [*[2000] * 5, 650], HUNDRED, 1, "2 bet 200, 3 fold, 4 call, 5 fold, 6 all_in, 1 fold", (2, 250, 700)),
    ("home.4.yet", [*SHORT], HUNDRED, 1, "2 check, 3 fold, 4 all_in, 5 fold", (6, 150, 350)),
    ("home.4.ex3c called", [*SHORT], HUNDRED, 1, "2 check, 3 fold, 4 all_in, 5 fold, 6 call, 1 fold", (2, 150, None)),
    ("home.4.ex3c raised", [*SHORT], HUNDRED, 1, "2 check, 3 fold, 4 all_in, 5 fold, 6 raise 550, 1 fold", (2, 550, 950)),
    # two short all-ins that together make a full raise over what he acted on reopen for him
    ("roberts.nl.3b together", [1000, 1000, 160, 210, 1000], TEN, 1, "2 bet 100, 3 all_in, 4 all_in, 5 fold, 1 call", (2, 100, 300)),
    ("roberts.nl.3b not quite", [1000, 1000, 160, 209, 1000], TEN, 1, "2 bet 100, 3 all_in, 4 all_in, 5 fold, 1 call", (2, 99, None)),
    # an all-in opening bet below the minimum, raised to at least that bet plus the minimum
    ("cooke.8.01.02.c open", [1000, 16, 1000], TEN, 1, "2 all_in", (3, 6, 16)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("stacks", "stakes", "button", "acts", "then"), [row[1:] for row in FLOP_EXAMPLES], ids=[row[0] for row in FLOP_EXAMPLES]
)
def test_flop_examples(stacks: list[int | None], stakes: Stakes, button: int, acts: str, then: tuple[int, int, int | None]) -> None:
    at = flop(stacks, stakes, button)
    if acts:
        at.acts(acts)
    now = at.legal
    assert (now.seat, now.call_chips, now.min_raise_to) == then
    assert now.can_raise is (then[2] is not None)


#: rule id, stacks, stakes, button, acts before the flop, (seat to act, call, min raise to or None)
PREFLOP_EXAMPLES: list[Any] = [
    ("cooke.8.01.02.b", [1000] * 4, TEN, 1, "", (4, 10, 20)),
    ("cooke.6.04.c", [1000] * 5, TEN, 2, "", (5, 10, 20)),
    ("home.4.ex1", [5000] * 6, HUNDRED, 1, "4 raise 600, 5 fold", (6, 600, 1000)),
    ("roberts.blinds.3a", [1000] * 6, TEN, 1, "4 call, 5 fold, 6 call, 1 fold, 2 fold", (3, 0, 20)),
    ("roberts.blinds.3b", [1000, 1000, 1000, 1000, 14], TEN, 1, "4 fold, 5 all_in, 1 fold, 2 fold", (3, 4, None)),
    ("roberts.blinds.3b raise", [1000, 1000, 1000, 1000, 14], TEN, 1, "4 fold, 5 all_in, 1 fold, 2 call", (3, 4, 24)),
    ("cooke.4.17.d", [1000] * 3, TEN, 1, "1 raise 40", (2, 35, 70)),
    ("roberts.blinds.1", [1000, 1000, 6, 1000], TEN, 1, "", (4, 10, 20)),
    ("limper and short all-in", [1000, 1000, 1000, 1000, 15], TEN, 1, "4 call, 5 all_in, 1 fold, 2 fold, 3 call", (4, 5, None)),
    ("home.4.hu_blinds", [1000, 1000], TEN, 1, "", (1, 5, 20)),
    ("all others all-in", [1000, 20, 20], TEN, 1, "1 call, 2 all_in, 3 all_in", (1, 10, None)),
    ("less than the minimum", [1000, 1000, 1000, 15], TEN, 1, "", (4, 10, 15)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("stacks", "stakes", "button", "acts", "then"), [row[1:] for row in PREFLOP_EXAMPLES], ids=[row[0] for row in PREFLOP_EXAMPLES]
)
def test_preflop_examples(stacks: list[int | None], stakes: Stakes, button: int, acts: str, then: tuple[int, int, int | None]) -> None:
    at = AtTable(stacks, stakes, button=button).start()
    if acts:
        at.acts(acts)
    now = at.legal
    assert (now.seat, now.call_chips, now.min_raise_to) == then
    assert now.can_raise is (then[2] is not None)


def test_reraise_after_full_raise_over_a_short_all_in() -> None:
    """cooke.8.01.03.c: the first player may raise, and if he does, the second may re-raise."""
    at = flop([1000, 1000, 285, 1000], TEN, 4).acts("1 bet 100, 2 raise 200, 3 all_in, 4 fold, 1 raise 375")
    assert at.legal.min_raise_to == 475
    at.act(2, "raise", 475)


def test_no_cap_on_raises() -> None:
    """cooke.8.01.01.a"""
    at = flop([5000] * 4, TEN, 4)
    at.acts("1 bet 10, 2 raise 20, 3 raise 30, 4 raise 40, 1 raise 50, 2 raise 60, 3 raise 70")
    assert at.legal.min_raise_to == 80


REFUSED = [
    ("2 check", "act.out_of_turn", ("cooke.4.06.a",)),
    ("4 check", "act.facing_bet", ("cooke.4.04.a", "cooke.4.07.g")),
    ("4 bet 20", "act.bet_stands", ("cooke.4.04.a",)),
    ("4 raise 10", "act.below_minimum", ("cooke.8.01.02.a", "cooke.8.01.02.b")),
    ("4 raise 1001", "act.above_stack", ("cooke.9.05.a",)),
    ("4 raise -5", "act.below_minimum", ("cooke.8.01.02.a", "cooke.8.01.02.b")),
    ("4 raise", "act.amount_missing", ()),
    ("4 call 10", "act.amount_not_taken", ()),
    ("4 dance", "act.unknown", ()),
    ("9 fold", "act.not_in_hand", ()),
]


@pytest.mark.parametrize(("act", "code", "rules"), REFUSED)
def test_refusal_says_what_is_legal(act: str, code: str, rules: tuple[str, ...]) -> None:
    at = AtTable([1000] * 4, TEN, button=1).start()
    seat, do, *amount = act.split()
    answer = at.act_refused(int(seat), do, int(amount[0]) if amount else None)
    assert (answer.code, answer.rules) == (code, rules)
    if code != "act.not_in_hand":
        assert "Seat 4 may fold, call 10, or raise to 20 … 1000." in answer.message
    assert at.to_act == 4


def test_nothing_to_call_and_no_bet_to_raise() -> None:
    at = flop([1000] * 3, TEN, 1)
    assert at.act_refused(2, "call").code == "act.nothing_to_call"
    answer = at.act_refused(2, "raise", 50)
    assert answer.code == "act.no_bet_yet"
    assert answer.message.endswith("Seat 2 may fold, check, or bet 10 … 990.")


@pytest.mark.parametrize("do", ["raise", "all_in"])
def test_raise_that_is_not_reopened_is_refused_with_its_rule(do: str) -> None:
    at = flop([1000, 1000, 270, 1000], TEN, 4).acts("1 bet 100, 2 raise 200, 3 all_in, 4 fold, 1 call")
    answer = at.act_refused(2, do, 500 if do == "raise" else None)
    assert answer.code == "act.not_reopened"
    assert answer.rules == ("cooke.8.01.03.b", "cooke.8.01.03.a")
    assert answer.message.endswith("Seat 2 may fold or call 60.")


def test_raise_that_nobody_could_answer_is_refused() -> None:
    at = AtTable([1000, 30], TEN, button=1).start().acts("1 call, 2 all_in")
    assert legal(at.hand) is not None
    assert at.act_refused(1, "all_in").code == "act.nobody_to_answer"
    at.act(1, "call")
    assert at.hand.stage == "dealing"


def test_raise_of_the_whole_stack_is_all_in_and_call_for_less_too() -> None:
    at = AtTable([1000, 60, 300], TEN, button=1).start().acts("1 raise 1000, 2 call, 3 call")
    acted = [(tell.seat, tell.do, tell.amount_chips, tell.to_chips, tell.all_in) for tell in at.tells("acted")]
    assert acted == [(1, "raise", 1000, 1000, True), (2, "call", 55, 60, True), (3, "call", 290, 300, True)]
    assert [(t.seat, t.amount_chips) for t in at.tells("uncalled_returned")] == [(1, 700)]


def test_all_in_is_told_as_what_it_amounts_to() -> None:
    at = AtTable([40, 60, 1000, 1000], TEN, button=4).start()
    at.acts("3 call, 4 call, 1 all_in, 2 all_in, 3 call, 4 call").board("2c 7d 9h").acts("3 all_in")
    assert [(t.do, t.to_chips) for t in at.tells("acted") if t.all_in] == [("raise", 40), ("raise", 60), ("bet", 940)]


def test_fold_without_a_bet_is_accepted() -> None:
    """home.3.fold_nobet"""
    at = flop([1000] * 3, TEN, 1).acts("2 fold, 3 fold")
    assert at.payoffs == {2: -10, 3: -10, 1: 20}


def test_action_waits_for_the_board() -> None:
    at = AtTable([1000] * 3, TEN, button=1).start().acts("1 call, 2 call, 3 check").board("2c 7d")
    answer = at.act_refused(2, "check")
    assert answer.code == "act.board_incomplete"
    assert "flop" in answer.message
    at.board("9h").act(2, "check")


def test_action_waits_for_the_blinds_and_ends_with_the_hand() -> None:
    at = AtTable([1000] * 3, TEN, button=1)
    at.new_hand()
    answer = at.act_refused(1, "fold")
    assert answer.code == "act.blinds_owed"
    assert "2, 3" in answer.message
    at.post()
    at.acts("1 fold, 2 fold")
    assert at.act_refused(3, "check").code == "act.no_hand"


def test_action_after_the_last_bet_is_refused_with_what_is_due() -> None:
    at = AtTable([100, 100], TEN, button=1).start().acts("1 all_in, 2 call")
    assert "board" in at.act_refused(1, "check").message
    at.board("2c 7d 9h Jc 3s")
    answer = at.act_refused(1, "check")
    assert answer.code == "act.betting_over"
    assert "show or muck" in answer.message


def test_hands_may_be_acted_before_the_cards_were_read() -> None:
    at = AtTable([1000] * 3, TEN, button=1).start()
    assert not any(at.hand.holes)
    at.acts("1 call, 2 call")
