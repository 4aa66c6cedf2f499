"""A raise that a caller did not notice: what is left to him, what a fold costs him, and what corrections and the floor make of it."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable
from msgspec.structs import replace
from test_rulings import SECOND, Ruled, house_of

from controller.events import Act, Change, Clock, Correct, Request, Tick, decode, encode
from controller.game import betting
from controller.game.hand import Hand
from controller.rules.options import PRESETS
from controller.table.rulings import docket_of

FORFEIT = {"unaware_of_raise_acted_behind": "forfeit_or_call"}


def raised(book: str = "cooke", **answers: Any) -> Ruled:
    """Seat 1 has raised to 300, seat 2 with the small blind of 50 is to act and puts in 50 for a call of 250."""
    felt = Ruled(house_of(book, **answers))
    felt.ok(Act(felt.head(), 1, "raise", 300))
    return felt


def ruling_of(felt: Ruled) -> Any:
    return docket_of(felt.table).rulings[-1]


def hand_of(felt: AtTable) -> Hand:
    hand = felt.table.hand
    assert hand is not None
    return hand


def chips(felt: AtTable) -> int:
    hand = hand_of(felt)
    return sum(hand.stacks) + sum(hand.put_in)


@pytest.mark.parametrize(
    ("choice", "late", "behind", "may", "remedy"),
    [
        ("any_action", "must_call", 0, (True, True, True), "restore_action"),
        ("fold_or_call", "must_call", 0, (True, True, False), "fold_or_call"),
        ("any_action", "must_call", 3, (False, True, False), "complete_bet"),
        ("any_action", "forfeit_or_call", 3, (True, True, False), "forfeit_or_call"),
        ("any_action", "take_back", 3, (True, True, True), "restore_action"),
        ("fold_or_call", "take_back", 3, (True, True, False), "fold_or_call"),
    ],
)
def test_what_is_left_to_him_is_what_the_house_says(choice: str, late: str, behind: int, may: tuple[bool, ...], remedy: str) -> None:
    felt = raised(unaware_of_raise_choice=choice, unaware_of_raise_acted_behind=late)
    felt.ok(Request(felt.head(), 2, "unaware", behind, 50))
    ruling = ruling_of(felt)
    assert (ruling.kind, ruling.amount_chips, ruling.to_chips, ruling.remedy[-1].do) == ("unaware_of_raise", 50, 250, remedy)
    assert [one.about for one in docket_of(felt.table).announcements] == ["raised_before"]
    for do, allowed in zip(("fold", "call", "raise"), may, strict=True):
        tried = raised(unaware_of_raise_choice=choice, unaware_of_raise_acted_behind=late)
        tried.ok(Request(tried.head(), 2, "unaware", behind, 50))
        act = Act(tried.head(), 2, do, 600 if do == "raise" else None)
        if allowed:
            tried.ok(act)
        else:
            assert tried.refused(act) == "act.unaware_of_raise"
    hand = hand_of(felt)
    now = betting.legal(hand)
    assert now is not None
    assert now.can_raise == may[2]


@pytest.mark.parametrize(
    ("seat", "behind", "amount", "code"),
    [
        (2, 0, 250, "request.no_raise_missed"),  # the whole call
        (2, 0, 0, "request.no_raise_missed"),
        (2, 2, 50, "request.no_raise_missed"),  # behind himself
        (2, 9, 50, "request.no_raise_missed"),
        (1, 0, 50, "request.no_raise_missed"),  # who raised himself
        (3, 0, 50, "request.no_raise_missed"),  # who has not acted
        (9, 0, 50, "request.no_raise_missed"),
    ],
)
def test_what_is_no_missed_raise_is_refused(seat: int, behind: int, amount: int, code: str) -> None:
    felt = raised()
    assert felt.refused(Request(felt.head(), seat, "unaware", behind, amount)) == code


def test_a_bet_that_is_no_raise_was_not_missed() -> None:
    felt = Ruled()
    assert felt.refused(Request(felt.head(), 1, "unaware", 0, 50)) == "request.no_raise_missed"


def test_a_fold_that_forfeits_leaves_the_chips_in_the_pot() -> None:
    felt = raised(**FORFEIT)
    before = chips(felt)
    felt.ok(Request(felt.head(), 2, "unaware", 3, 50))
    felt.ok(Act(felt.head(), 2, "fold"))
    told = felt.tells("acted")[-1]
    assert (told.do, told.amount_chips, told.to_chips) == ("fold", 50, 100)
    hand = hand_of(felt)
    assert chips(felt) == before
    assert (hand.put_in[0], hand.stacks[0], hand.folded[0]) == (100, 900, True)


def test_a_call_after_all_forfeits_nothing() -> None:
    felt = raised(**FORFEIT)
    felt.ok(Request(felt.head(), 2, "unaware", 3, 50))
    felt.ok(Act(felt.head(), 2, "call"))
    hand = hand_of(felt)
    assert hand.put_in[0] == 300


def test_the_clock_folds_him_with_what_he_forfeits() -> None:
    felt = raised(**FORFEIT, clock_expiry_facing_bet="fold")
    felt.ok(Request(felt.head(), 2, "unaware", 3, 50))
    head = felt.head()
    felt.ok(Clock(head, 2, 30))
    felt.do(Tick("clock", head.at_ns + 20 * SECOND))
    felt.do(Tick("clock", head.at_ns + 30 * SECOND))
    hand = hand_of(felt)
    assert (hand.folded[0], hand.put_in[0]) == (True, 100)


def test_told_again_with_another_amount_the_last_holds() -> None:
    felt = raised(**FORFEIT)
    felt.ok(Request(felt.head(), 2, "unaware", 3, 50))
    felt.ok(Request(felt.head(), 2, "unaware", 3, 40))
    felt.ok(Act(felt.head(), 2, "fold"))
    hand = hand_of(felt)
    assert hand.put_in[0] == 90


def test_the_floor_sets_him_free() -> None:
    felt = raised("home")
    felt.ok(Request(felt.head(), 2, "unaware", 0, 50))
    assert felt.decide("override", reason="he was new at the table") == ""
    assert (ruling_of(felt).status, ruling_of(felt).alternative) == ("overridden", "free")
    felt.ok(Act(felt.head(), 2, "raise", 600))
    # and it holds when the hand is folded again
    felt.ok(Correct(felt.by("floor"), felt.table.seq, Change(to_chips=700)))
    hand = hand_of(felt)
    assert hand.current_bet == 700


def test_once_he_has_acted_there_is_nobody_to_set_free() -> None:
    felt = raised("home")
    felt.ok(Request(felt.head(), 2, "unaware", 0, 50))
    felt.ok(Act(felt.head(), 2, "call"))
    assert felt.decide("override", reason="why") == "floor_rule.too_late"


def test_it_stays_when_his_fold_is_corrected() -> None:
    felt = raised(**FORFEIT)
    felt.ok(Request(felt.head(), 2, "unaware", 3, 50))
    felt.ok(Act(felt.head(), 2, "fold"))
    felt.ok(Correct(felt.head(), felt.table.seq, Change(do="call")))
    hand = hand_of(felt)
    assert (hand.put_in[0], hand.folded[0]) == (300, False)
    felt.ok(Correct(felt.head(), felt.table.seq, Change(do="fold")))
    hand = hand_of(felt)
    assert (hand.put_in[0], hand.folded[0]) == (100, True)


def test_a_house_without_the_rule_says_nothing_and_binds_nobody() -> None:
    house = replace(house_of("home"), without=frozenset({"call.unaware"}))
    felt = Ruled(house)
    felt.ok(Act(felt.head(), 1, "raise", 300))
    assert felt.refused(Request(felt.head(), 2, "unaware", 0, 50)) == "request.no_ruling"
    assert PRESETS["home"].unaware_of_raise_choice == "fold_or_call"


def test_it_is_confirmed_and_opened_again_as_any_ruling() -> None:
    felt = raised("home")
    felt.ok(Request(felt.head(), 2, "unaware", 0, 50))
    assert [felt.decide("confirm"), felt.decide("reopen"), felt.decide("override", reason="he asked")] == ["", "", ""]
    assert felt.decide("reopen") == "floor_rule.too_late", "who is free is not bound again by a decision"
    felt.ok(Act(felt.head(), 2, "raise", 600))


def test_nearly_the_whole_call_is_forfeited_as_less_is() -> None:
    felt = raised(**FORFEIT)
    felt.ok(Request(felt.head(), 2, "unaware", 3, 249))
    felt.ok(Act(felt.head(), 2, "fold"))
    hand = hand_of(felt)
    assert (hand.put_in[0], hand.stacks[0]) == (299, 701)


def test_a_house_without_the_rule_on_who_acted_behind_does_not_ask_who_did() -> None:
    felt = Ruled(replace(house_of("roberts"), without=frozenset({"call.unaware_behind"})))
    felt.ok(Act(felt.head(), 1, "raise", 300))
    felt.ok(Request(felt.head(), 2, "unaware", 3, 50))
    assert ruling_of(felt).remedy[-1].do == "restore_action"
    felt.ok(Act(felt.head(), 2, "fold"))
    assert hand_of(felt).put_in[0] == 50


def test_the_journal_folds_to_the_same_table() -> None:
    felt = raised("home")
    felt.ok(Request(felt.head(), 2, "unaware", 0, 50))
    assert felt.decide("override", reason="he asked") == ""
    felt.ok(Act(felt.head(), 2, "raise", 600))
    again = Ruled(house_of("home"))
    for event in felt.journal[len(again.journal) :]:
        again.do(decode(encode(event)))
    assert again.table == felt.table
