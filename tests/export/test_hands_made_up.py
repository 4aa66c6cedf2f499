"""What recorded hands seldom have: side pots, short blinds, antes of one payer, mucked and early tabled hands, as OHH and PHH."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from journaled import export
from kept_felt import KeptFelt, place_in
from ohh_form import actions, audit, faults_of
from pokerkit import HandHistory

from controller.game.chips import Stakes
from controller.game.zones import HOLE
from controller.histories.phh import parse
from controller.histories.phh_text import write

PLAIN = Stakes(50, 100)
HOLES = {1: ("As", "Ad"), 2: ("Kc", "Kd"), 3: ("7h", "2c"), 4: ("Jc", "Jh")}
BOARD = ("Ah", "Kh", "3d", "4c", "9s")


def seated(felt: KeptFelt, stacks: Mapping[int, int], deal: bool = True) -> None:
    """Players with these stacks, the button at the highest seat; blinds and cards are out."""
    for seat, chips in stacks.items():
        felt.do("sit", seat=seat, name=f"Player {seat}", stack=chips)
    felt.do("button", seat=max(stacks))
    if deal:
        felt.deal({seat: HOLES[seat] for seat in stacks})


def run_out(felt: KeptFelt, *streets: tuple[str, ...]) -> None:
    for burn, street in zip(("2s", "2d", "2h"), streets, strict=False):
        felt.board(burn, *street)


ALL_STREETS = (BOARD[:3], BOARD[3:4], BOARD[4:])


def three_all_in(felt: KeptFelt) -> None:
    """Seat 1 is all-in for 400, seat 2 for 1000, seat 3 has 3000 and gets 2000 back."""
    seated(felt, {1: 400, 2: 1000, 3: 3000})
    felt.act("raise 3000", "all_in", "all_in")
    run_out(felt, *ALL_STREETS)
    for seat in (3, 2, 1):
        felt.do("show", seat=seat)


def side_pot_mucked(felt: KeptFelt) -> None:
    """Seats 2 and 3 play on behind seat 1's all-in; seat 3 mucks, so seat 2 has the side pot unseen."""
    seated(felt, {1: 300, 2: 2000, 3: 2000})
    felt.act("raise 300", "all_in", "call")
    run_out(felt, ALL_STREETS[0])
    felt.act("check", "bet 500", "call")
    run_out(felt, *ALL_STREETS[1:2])
    felt.act("check", "check")
    run_out(felt, *ALL_STREETS[2:])
    felt.act("check", "check")
    felt.do("muck", seat=3)
    felt.do("show", seat=2)
    felt.do("show", seat=1)


def all_in_with_the_blinds(felt: KeptFelt) -> None:
    """Neither has a decision: nobody acts at all."""
    seated(felt, {1: 60, 2: 50})
    run_out(felt, *ALL_STREETS)
    felt.do("show", seat=1)
    felt.do("show", seat=2)


def short_big_blind(felt: KeptFelt) -> None:
    """The big blind has 70 of 100; the others owe the whole blind."""
    seated(felt, {1: 1000, 2: 70, 3: 1000})
    felt.act("call", "call")
    run_out(felt, ALL_STREETS[0])
    felt.act("bet 200", "fold")
    run_out(felt, *ALL_STREETS[1:])
    felt.do("show", seat=2)
    felt.do("show", seat=1)


def tabled_early(felt: KeptFelt) -> None:
    """All-in before the flop, hands tabled, then the board."""
    seated(felt, {1: 1000, 2: 1000})
    felt.act("all_in", "call")
    felt.do("show", seat=1)
    felt.do("show", seat=2)
    run_out(felt, *ALL_STREETS)


def folded_round(felt: KeptFelt) -> None:
    """The big blind raises the small one out, and gets back what nobody called."""
    seated(felt, {1: 1000, 2: 1000, 3: 1000, 4: 1000})
    felt.act("fold", "fold", "raise 300", "raise 900", "fold")


CASES: dict[str, tuple[Callable[[KeptFelt], None], Stakes, dict[int, int], list[int], dict[int, int]]] = {
    # name: (played, stakes, payoffs, pots, returned)
    "three all-in": (three_all_in, PLAIN, {1: 800, 2: 200, 3: -1000}, [1200, 1200], {3: 2000}),
    "a side pot mucked": (side_pot_mucked, PLAIN, {1: 600, 2: 200, 3: -800}, [900, 1000], {}),
    "all-in with the blinds": (all_in_with_the_blinds, PLAIN, {1: 50, 2: -50}, [100], {1: 10}),
    "a short big blind": (short_big_blind, PLAIN, {1: 170, 2: -70, 3: -100}, [210, 60], {1: 200}),
    "tabled early": (tabled_early, PLAIN, {1: 1000, 2: -1000}, [2000], {}),
    "folded round": (folded_round, PLAIN, {1: -300, 2: 300, 3: 0, 4: 0}, [600], {2: 600}),
    "an ante from all": (folded_round, Stakes(50, 100, 10), {1: -310, 2: 330, 3: -10, 4: -10}, [640], {2: 600}),
    "an ante from the big blind": (folded_round, Stakes(50, 100, 100, "big_blind"), {1: -300, 2: 300, 3: 0, 4: 0}, [700], {2: 600}),
    "an ante from the button": (folded_round, Stakes(50, 100, 40, "button"), {1: -300, 2: 340, 3: 0, 4: -40}, [640], {2: 600}),
}


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    name = str(request.param)
    play, stakes, payoffs, pots, returned = CASES[name]
    felt = KeptFelt(place_in(tmp_path), stakes=stakes)
    play(felt)
    assert felt.state()["stage"] == "ended"
    felt.cut()
    return name, felt, payoffs, pots, returned


def exported(felt: KeptFelt, form: str, out: Path, *options: str) -> str:
    code, _, said = export(felt.recovered.store.path and place_in(felt.recovered.store.path.parent), form, out, *options)
    assert code == 0, said
    return (out / f"journal-h000001.{form}").read_text("utf-8")


def test_as_an_open_hand_history(case: Any, tmp_path: Path) -> None:
    name, felt, payoffs, pots, returned = case
    document = json.loads(exported(felt, "ohh", tmp_path / "out"))
    assert faults_of(document) == []
    ohh = document["ohh"]
    sidecar = json.loads((tmp_path / "out" / "journal-h000001.smarttable.json").read_text("utf-8"))
    assert sidecar["returned"] == {str(seat): chips for seat, chips in returned.items()}
    ends = audit(ohh, {seat: Decimal(chips) for seat, chips in returned.items()})
    assert {one["id"]: ends[one["id"]] - one["starting_stack"] for one in ohh["players"]} == payoffs, name
    assert [pot["amount"] for pot in ohh["pots"]] == pots, name
    assert {one["seat"]: one["end"] - one["start"] for one in sidecar["players"]} == payoffs


@pytest.mark.parametrize("hole_cards", ["shown", "all"])
def test_as_poker_hand_history(case: Any, tmp_path: Path, hole_cards: str) -> None:
    name, felt, payoffs, _, _ = case
    text = exported(felt, "phh", tmp_path / "out", "--hole-cards", hole_cards)
    hand = parse(text)
    assert write(hand) == text
    assert hand.expected == tuple(Decimal(payoffs[seat]) for seat in sorted(payoffs))
    *_, state = HandHistory.loads(text)
    assert not state.status
    # behind a short big blind that reader lets the others owe no more than it, where ours has them owe the whole blind
    theirs = {1: 140, 2: -70, 3: -70} if name == "a short big blind" else payoffs
    assert list(state.payoffs) == [theirs[seat] for seat in sorted(theirs)], name


def story(felt: KeptFelt, out: Path) -> list[tuple[Any, ...]]:
    ohh = json.loads(exported(felt, "ohh", out))["ohh"]
    return [
        (street, action["player_id"], action["action"], action.get("amount"), action.get("is_allin")) for street, action in actions(ohh)
    ]


def test_the_words_of_the_specification(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    side_pot_mucked(felt)
    felt.cut()
    assert story(felt, tmp_path / "out") == [
        ("Preflop", 1, "Post SB", 50, False),
        ("Preflop", 2, "Post BB", 100, False),
        ("Preflop", 1, "Dealt Cards", None, None),
        ("Preflop", 2, "Dealt Cards", None, None),
        ("Preflop", 3, "Dealt Cards", None, None),
        ("Preflop", 3, "Raise", 300, False),
        ("Preflop", 1, "Call", 250, True),
        ("Preflop", 2, "Call", 200, False),
        ("Flop", 2, "Check", None, None),
        ("Flop", 3, "Bet", 500, False),
        ("Flop", 2, "Call", 500, False),
        ("Turn", 2, "Check", None, None),
        ("Turn", 3, "Check", None, None),
        ("River", 2, "Check", None, None),
        ("River", 3, "Check", None, None),
        ("Showdown", 3, "Mucks Cards", None, None),
        ("Showdown", 2, "Shows Cards", None, None),
        ("Showdown", 1, "Shows Cards", None, None),
    ]


def test_a_hand_tabled_early_is_shown_at_the_showdown(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    tabled_early(felt)
    felt.cut()
    ohh = json.loads(exported(felt, "ohh", tmp_path / "out"))["ohh"]
    assert [(one["id"], one["street"], len(one["cards"]), len(one["actions"])) for one in ohh["rounds"]] == [
        (0, "Preflop", 0, 6), (1, "Flop", 3, 0), (2, "Turn", 1, 0), (3, "River", 1, 0), (4, "Showdown", 0, 2),
    ]  # fmt: skip


def test_amounts_are_in_the_unit_that_was_asked_for(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    side_pot_mucked(felt)
    felt.cut()
    ohh = json.loads(exported(felt, "ohh", tmp_path / "ohh", "--per-amount", "100", "--currency", "EUR"))["ohh"]
    assert (ohh["currency"], ohh["small_blind_amount"], ohh["big_blind_amount"]) == ("EUR", 0.5, 1)
    assert [pot["amount"] for pot in ohh["pots"]] == [9, 10]
    text = exported(felt, "phh", tmp_path / "phh", "--per-amount", "100")
    assert "blinds_or_straddles = [0.5, 1, 0]" in text
    assert write(parse(text)) == text


def limit_hand(felt: KeptFelt) -> None:
    """A raise before the flop, a bet on it, the double on the turn; an all-in of half a bet and more that is raised by a whole one."""
    seated(felt, {1: 2000, 2: 2000, 3: 250})
    felt.act("raise 200", "call", "call")
    run_out(felt, ALL_STREETS[0])
    felt.act("check", "check", "all_in", "raise 150", "call")


def test_fixed_limit_has_its_words(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path), stakes=Stakes(50, 100, limit="fixed_limit"))
    limit_hand(felt)
    run_out(felt, *ALL_STREETS[1:2])
    felt.act("bet 200", "fold")
    run_out(felt, *ALL_STREETS[2:])
    for seat in (1, 3):
        felt.do("show", seat=seat)
    felt.cut()
    text = exported(felt, "phh", tmp_path / "phh", "--hole-cards", "all")
    assert 'variant = "FT"' in text
    assert "small_bet = 100" in text
    assert "big_bet = 200" in text
    assert "min_bet" not in text
    *_, state = HandHistory.loads(text)
    assert not state.status
    assert list(state.payoffs) == [600, -350, -250]
    document = json.loads(exported(felt, "ohh", tmp_path / "ohh"))
    assert faults_of(document) == []
    assert document["ohh"]["bet_limit"] == {"bet_type": "FL", "bet_cap": 0}


def test_what_a_form_has_no_word_for_is_left_out_and_said(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path), stakes=Stakes(50, 100, limit="pot_limit"))
    folded_round(felt)
    felt.cut()
    document = json.loads(exported(felt, "ohh", tmp_path / "ohh"))
    assert faults_of(document) == []
    assert document["ohh"]["bet_limit"] == {"bet_type": "PL", "bet_cap": 0}
    _, _, said = export(place_in(tmp_path), "phh", tmp_path / "phh")
    assert "hand 1 is left out: PHH has no word for pot-limit hold'em" in said
    assert not [*(tmp_path / "phh").glob("*.phh")]


def test_a_straddle_is_posted_in_both_forms(tmp_path: Path) -> None:
    felt = KeptFelt(place_in(tmp_path))
    seated(felt, {1: 2000, 2: 2000, 3: 2000}, deal=False)
    felt.do("new_hand")
    felt.do("post")
    felt.do("straddle", seat=3)
    for turn in range(2):
        for seat in (1, 2, 3):
            felt.card(HOLES[seat][turn], HOLE[seat])
    felt.act("call", "fold", "raise 800", "fold")
    felt.cut()
    text = exported(felt, "phh", tmp_path / "phh", "--hole-cards", "all")
    assert "blinds_or_straddles = [50, 100, 200]" in text
    *_, state = HandHistory.loads(text)
    assert not state.status
    assert list(state.payoffs) == [-200, -100, 300]
    assert story(felt, tmp_path / "ohh")[:3] == [
        ("Preflop", 1, "Post SB", 50, False), ("Preflop", 2, "Post BB", 100, False), ("Preflop", 3, "Straddle", 200, False),
    ]  # fmt: skip
