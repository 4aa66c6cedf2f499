"""Pots, showing and mucking, awards and odd chips, against the worked examples of the rule catalogue."""

from __future__ import annotations

import pytest
from at_table import AtTable, cards
from hypothesis import given
from hypothesis import strategies as st

from controller.events import Muck, Show
from controller.game.awards import share_out
from controller.game.chips import Stakes
from controller.game.pots import pots_of
from controller.game.showdown import show_order

TEN = Stakes(5, 10)
ONE = Stakes(0, 1)

#: rule id, stacks, acts before the flop (button seat 1), pots as (chips, seats)
POTS = [
    ("cooke.9.09.b", [40, 25, 40], "1 call, 2 all_in, 3 all_in, 1 call", [(75, {1, 2, 3}), (30, {1, 3})]),
    ("cooke.def.side_pot", [100, 40, 100], "1 raise 40, 2 call, 3 all_in, 1 call", [(120, {1, 2, 3}), (120, {1, 3})]),
    ("home.4.allin", [700, 300, 700], "1 all_in, 2 call, 3 call", [(900, {1, 2, 3}), (800, {1, 3})]),
    ("home.4.ex2", [500, 500, 400], "1 raise 500, 2 call, 3 call", [(1200, {1, 2, 3}), (200, {1, 2})]),
    (
        "cooke.9.09.d",
        [300, 300, 50, 120, 900],
        "4 call, 5 raise 50, 1 call, 2 call, 3 call, 4 all_in, 5 fold, 1 raise 300, 2 call",
        [(250, {1, 2, 3, 4}), (210, {1, 2, 4}), (360, {1, 2})],
    ),
]


@pytest.mark.parametrize(("rule", "stacks", "acts", "pots"), POTS, ids=[row[0] for row in POTS])
def test_side_pots(rule: str, stacks: list[int | None], acts: str, pots: list[tuple[int, set[int]]]) -> None:
    at = AtTable(stacks, TEN, button=1).start().acts(acts)
    assert at.hand.stage == "dealing"
    assert [(chips, set(seats)) for chips, seats in pots_of(at.hand)] == pots


def test_uncalled_bet_returns_and_nobody_shows() -> None:
    """cooke.4.12.a, home.6.noshow"""
    at = AtTable([900] * 3, TEN, button=1).start().acts("1 call, 2 call, 3 check").board("2c 7d 9h")
    at.acts("2 bet 20, 3 fold, 1 fold")
    assert [(t.seat, t.amount_chips) for t in at.tells("uncalled_returned")] == [(2, 20)]
    assert at.awards == [(0, 2, 30)]
    assert not at.tells("shown")
    assert at.payoffs == {2: 20, 3: -10, 1: -10}


def test_side_pot_goes_to_the_second_best_and_is_pushed_first() -> None:
    """home.4.side_second, cooke.11.07.a"""
    at = AtTable([500, 500, 400], TEN, button=3).start()
    at.deal({1: "KsKd", 2: "QsQd", 3: "AsAd"}).acts("3 all_in, 1 raise 500, 2 call").board("2c 7d 9h Jc 3s")
    for seat in show_order(at.hand):
        at.show(seat)
    assert at.awards == [(1, 1, 200), (0, 3, 1200)]
    assert [t.name for t in at.tells("pot_awarded")] == ["a pair of kings", "a pair of aces"]
    assert [at.stack(seat) for seat in (1, 2, 3)] == [200, 0, 1200]


def river(stacks: list[int | None], holes: dict[int, str], board: str, *, button: int = 1, acts: str = "") -> AtTable:
    """Everyone calls the blind and checks to the river, where `acts` are done; then the showdown."""
    at = AtTable(stacks, TEN, button=button).start().deal(holes)
    names = cards(board)
    for street in (0, 3, 4, 5):
        for card in names[max(0, street - 1 if street > 3 else 0) : street]:
            at.move(card, "board")  # type: ignore[arg-type] # the board's name
        if street == 5 and acts:
            at.acts(acts)
        while at.hand.stage == "betting" and at.hand.street == (0, 3, 4, 5).index(street):
            seat = at.to_act
            assert seat is not None
            at.act(seat, "call" if at.legal.call_chips else "check")
    assert at.hand.stage == "showdown"
    return at


BOARD = "2c 7d 9h Jc 3s"

#: rule id, stacks, button, live seats' acts on the river, who should show in which order
ORDERS = [
    ("cooke.11.01.b", [900] * 4, 1, "2 check, 3 bet 50, 4 call, 1 fold, 2 call", (3, 4, 2)),
    ("cooke.11.01.c", [900] * 4, 1, "2 bet 40, 3 raise 80, 4 call, 1 fold, 2 call", (3, 4, 2)),
    ("cooke.11.01.d", [900] * 3, 2, "", (3, 1, 2)),
    ("cooke.11.07.b", [10, 900, 900], 1, "2 bet 50, 3 call", (2, 3, 1)),
    ("cooke.11.07.b three pots", [10, 900, 900, 900], 1, "2 check, 3 check, 4 check", (2, 3, 4, 1)),
]


@pytest.mark.parametrize(("rule", "stacks", "button", "acts", "order"), ORDERS, ids=[row[0] for row in ORDERS])
def test_who_shows_first(rule: str, stacks: list[int | None], button: int, acts: str, order: tuple[int, ...]) -> None:
    at = river(stacks, {}, BOARD, button=button, acts=acts)
    assert show_order(at.hand) == order


def test_hands_may_be_shown_out_of_order() -> None:
    """cooke.11.02: a probable winner may show at once."""
    at = river([900] * 3, {1: "JsJd", 2: "4c4d", 3: "5c5d"}, BOARD)
    at.show(1)
    assert at.tells("shown")[-1].name == "three jacks"
    at.muck(2)
    at.muck(3)
    assert at.payoffs == {2: -10, 3: -10, 1: 20}


def test_mucked_hand_cannot_win() -> None:
    """home.6.award: the best hand shown wins, whatever was mucked."""
    at = river([900] * 3, {1: "5c5d", 2: "KcKd", 3: "AcAd"}, BOARD)
    at.show(2)
    at.muck(3)
    at.show(1)
    assert at.payoffs == {2: 20, 3: -10, 1: -10}


def test_last_one_standing_wins_without_showing() -> None:
    at = river([900] * 3, {}, BOARD)
    at.muck(2)
    at.muck(3)
    assert at.payoffs == {2: -10, 3: -10, 1: 20}
    assert not at.tells("shown")


def test_side_pot_all_others_gave_up_stays_his_when_he_mucks() -> None:
    """Seat 2 mucks: the side pot is seat 3's, and what he mucks then is his claim on the main pot."""
    at = river([10, 900, 900], {1: "5c5d"}, BOARD, acts="2 bet 50, 3 call")
    at.muck(2)
    at.muck(3)
    assert at.hand.stage == "ended"
    assert at.awards == [(1, 3, 100), (0, 1, 30)]


def test_showing_needs_every_card() -> None:
    """roberts.showdown.1: with unread cards the hand is named, in full, and cannot contradict what was read."""
    at = river([900] * 3, {1: "5c5d"}, BOARD)
    at.move(cards("Kc")[0], "seat/2/hole")  # type: ignore[arg-type] # a zone's name
    for named, code in [
        (None, "show.cards_unread"),
        ("Kc", "show.cards_wrong"),
        ("KcKc", "show.cards_wrong"),
        ("AsAd", "show.cards_contradict"),
        ("Kc2c", "show.cards_contradict"),
        ("Kc5c", "show.cards_contradict"),
    ]:
        answer = at.ask(Show(at.head(), 2, None if named is None else cards(named)))
        assert (answer.ok, answer.code) == (False, code)
        assert not any(name in answer.message for name in ("Kc", "As", "2c", "5c")), "a refusal names no card"
    at.show(2, "KcKd")
    assert at.tells("shown")[-1].cards == cards("KcKd")
    at.muck(3)
    at.show(1)
    assert at.payoffs[2] == 20


def test_naming_a_hand_that_was_read_tells_nobody_whether_it_was_right() -> None:
    at = river([900] * 2, {1: "5c5d", 2: "KcKd"}, BOARD)
    answers = [at.ask(Show(at.head(), 2, cards(named))) for named in ("KdKc", "AsAd", "Kc2c", "5c5d", "Kc")]
    assert {(answer.ok, answer.code, answer.message) for answer in answers} == {
        (False, "show.cards_read", "The cards of seat 2 were read: show without naming them.")
    }
    at.show(2)
    assert at.hand.shown[0] == cards("KcKd")


def test_neither_show_nor_muck_before_the_showdown_nor_twice() -> None:
    at = AtTable([900] * 3, TEN, button=1).start().deal({2: "KcKd"})
    assert at.refused(Show(at.head(), 2)) == "show.not_showdown"
    assert at.refused(Muck(at.head(), 2)) == "muck.not_showdown"
    at = river([900] * 3, {1: "5c5d", 2: "KcKd"}, BOARD, acts="2 check, 3 fold")
    assert at.refused(Show(at.head(), 3)) == "show.folded"
    assert at.refused(Show(at.head(), 7)) == "show.not_in_hand"
    at.show(2)
    assert at.refused(Show(at.head(), 2)) == "show.already_shown"
    assert at.refused(Muck(at.head(), 2)) == "muck.already_shown"
    at.muck(1)
    assert at.refused(Show(at.head(), 1)) == "show.no_hand"


def test_hands_tabled_early_in_an_all_in_are_paid_when_the_board_is_out() -> None:
    """home.4.faceup"""
    at = AtTable([500, 500], TEN, button=1).start().deal({1: "AsAd", 2: "KsKd"}).acts("1 all_in, 2 call")
    at.show(1)
    at.show(2)
    at.board("2c 7d 9h Jc")
    assert at.hand.stage == "dealing"
    at.board("3s")
    assert at.payoffs == {2: -500, 1: 500}


#: rule id, chips of the pot, winners left to right from the button, shares
ODD = [
    ("roberts.ties.5.1", 101, 2, (51, 50)),
    ("roberts.ties.4", 101, 3, (34, 34, 33)),
    ("roberts.ties.5.4 main", 91, 2, (46, 45)),
    ("roberts.ties.5.4 side", 41, 2, (21, 20)),
    ("home.6.tie", 600, 2, (300, 300)),
]


@pytest.mark.parametrize(("rule", "chips", "winners", "shares"), ODD, ids=[row[0] for row in ODD])
def test_odd_chips(rule: str, chips: int, winners: int, shares: tuple[int, ...]) -> None:
    assert share_out(chips, tuple(range(winners))) == shares


@given(st.integers(0, 10**15), st.integers(1, 10))
def test_shares_add_up_and_differ_by_one_chip_at_most(chips: int, winners: int) -> None:
    shares = share_out(chips, tuple(range(winners)))
    assert sum(shares) == chips
    assert list(shares) == sorted(shares, reverse=True)
    assert shares[0] - shares[-1] <= 1


def test_odd_chip_goes_left_of_the_button_in_each_pot() -> None:
    """roberts.ties.5.4: main 91 and side 41, seats 2 and 5 tie both, button seat 1: seat 2 gets 67, seat 5 gets 65."""
    at = AtTable([13, *[900] * 6], ONE, button=1).start()
    at.deal({1: "2d3d", 2: "AsKs", 5: "AdKd"})
    at.acts("4 raise 13, 5 call, 6 call, 7 call, 1 call, 2 call, 3 call").board("Ac Kc 7h")
    at.acts("2 bet 1, 3 fold, 4 call, 5 raise 20, 6 fold, 7 fold, 2 call, 4 fold").board("8s").acts("2 check, 5 check")
    at.board("9c").acts("2 check, 5 check")
    for seat in (2, 5, 1):
        at.show(seat)
    assert at.awards == [(1, 2, 21), (1, 5, 20), (0, 2, 46), (0, 5, 45)]
    assert {"cooke.4.12.b", "cooke.9.18.a"} <= set(at.tells("pot_awarded")[0].rules)


def test_suits_never_decide() -> None:
    """cooke.11.06"""
    at = river([900] * 2, {1: "AsKs", 2: "AdKd"}, BOARD)
    at.show(1)
    at.show(2)
    assert at.payoffs == {1: 0, 2: 0}


def test_playing_the_board_splits() -> None:
    """cooke.6.05.b: none, one or two cards from the hand."""
    at = river([900] * 2, {1: "2s3s", 2: "2d3d"}, "Tc Jc Qc Kc Ac")
    at.show(1)
    at.show(2)
    assert at.payoffs == {1: 0, 2: 0}
    assert {t.name for t in at.tells("shown")} == {"a royal flush"}
