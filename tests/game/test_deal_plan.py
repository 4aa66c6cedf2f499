"""The deal plan: what is expected, and what every card that moves means for the hand."""

from __future__ import annotations

import pytest
from at_table import AtTable, cards

from controller.core import expectation
from controller.game.cards import Card
from controller.game.chips import Stakes
from controller.game.zones import BOARD, BURN, HOLE, MUCK, STUB

TEN = Stakes(5, 10)
AS, KD, QH, JC, TS, NINE, TWO, THREE = cards("As Kd Qh Jc Ts 9h 2c 3d")


def expected(at: AtTable) -> tuple[str, ...]:
    return expectation(at.table, at.house).zones


def test_hole_cards_go_round_from_the_left_of_the_button() -> None:
    """cooke.6.03.b"""
    at = AtTable([900] * 3, TEN, button=2)
    assert expected(at) == ()
    at.start()
    order = [3, 1, 2, 3, 1, 2]
    for card, seat in enumerate(order):
        assert expected(at)[0] == HOLE[seat]
        at.move(Card(card), HOLE[seat], STUB)
    assert expected(at) == ()
    assert at.hand.holes == ((0, 3), (1, 4), (2, 5))
    assert [(t.kind, t.seat, t.cards) for t in at.told[-6:]] == [("card_dealt", seat, ()) for seat in order]


def test_a_card_read_late_stays_expected() -> None:
    at = AtTable([900] * 3, TEN, button=2).start()
    at.move(AS, HOLE[3])
    at.move(KD, HOLE[2])  # seat 1 was not read yet
    assert expected(at) == (HOLE[1], HOLE[3], HOLE[2])


def test_burns_and_streets() -> None:
    """cooke.6.02.a: burn and flop, burn and turn, burn and river."""
    at = AtTable([900] * 2, TEN, button=1).start().deal({1: "4c4d", 2: "5c5d"}).acts("1 call, 2 check")
    for street, (burn, board) in enumerate((("9c", "2c7d9h"), ("8c", "Jc"), ("6c", "3s")), 1):
        assert expected(at) == (BURN, BOARD)
        at.move(cards(burn)[0], BURN, STUB)
        assert at.told[-1].kind == "card_burned"
        assert at.told[-1].cards == ()
        assert expected(at) == (BOARD,)
        at.board(board)
        assert at.hand.street == street
        assert [t.cards for t in at.told[-len(board) // 2 :]] == [(card,) for card in cards(board)]
        at.acts("2 check, 1 check")
    assert at.hand.board == cards("2c7d9hJc3s")
    assert at.hand.burned == cards("9c8c6c")
    assert at.hand.stage == "showdown"


def test_folded_cards_are_expected_in_the_muck_and_stay_history() -> None:
    at = AtTable([900] * 3, TEN, button=1).start().deal({1: "4c4d", 2: "AsKd", 3: "5c5d"}).acts("1 call, 2 fold")
    assert expected(at) == (MUCK,)
    at.move(AS, MUCK, HOLE[2])
    assert (at.told[-1].kind, at.told[-1].zones, at.told[-1].cards) == ("card_moved", (HOLE[2], MUCK), ())
    at.move(KD, None, HOLE[2])
    assert at.told[-1].zones == (HOLE[2],)
    assert at.hand.holes[0] == (AS, KD)
    assert at.table.card_zones[AS] == MUCK
    assert at.table.card_zones[KD] is None


def test_a_card_that_leaves_a_live_hand_is_still_his_for_the_ranking() -> None:
    at = AtTable([100] * 2, TEN, button=1).start().deal({1: "AsAd", 2: "4c5d"}).acts("1 all_in, 2 call")
    at.move(AS, None, HOLE[1])
    at.board("2c 7d 9h Jc 3s")
    at.show(1)
    at.show(2)
    assert at.payoffs == {2: -100, 1: 100}


def test_a_card_accepted_at_another_seat_during_the_deal_changes_hands() -> None:
    at = AtTable([900] * 3, TEN, button=1).start()
    at.move(AS, HOLE[2], STUB)
    at.move(AS, HOLE[3], HOLE[2])
    assert at.hand.holes == ((), (AS,), ())
    at.move(KD, HOLE[3], STUB)
    at.move(QH, HOLE[2], STUB)
    assert [tell.more.ruling.kind for tell in at.tells("ruling")] == ["misdeal"]  # the button's cards came before his own first one
    at.move(QH, HOLE[3], HOLE[2])  # full: he keeps it, and the table says so; no hand was thrown onto another, for the deal is on
    assert at.hand.holes == ((QH,), (AS, KD), ())
    assert [t.kind for t in at.told[-2:]] == ["card_moved", "discrepancy"]
    assert at.table.card_zones[QH] == HOLE[3]


def test_after_the_flop_a_card_at_another_seat_is_one_too_many() -> None:
    at = AtTable([900] * 2, TEN, button=1).start().deal({1: "AsKd"}).acts("1 call, 2 check").board("2c 7d 9h")
    at.move(AS, HOLE[2], HOLE[1])
    assert at.hand.holes == ((), (AS, KD))
    assert at.told[-1].code == "rfid.extra_card"


def test_third_hole_card_is_told_and_left_out() -> None:
    at = AtTable([900] * 2, TEN, button=1).start().deal({1: "AsKd"})
    at.move(QH, HOLE[1], STUB)
    assert [(t.kind, t.code, t.zones, t.cards) for t in at.told[-2:]] == [
        ("card_moved", None, (HOLE[1],), ()),
        ("discrepancy", "rfid.extra_card", (HOLE[1],), ()),
    ]
    assert at.hand.holes[1] == (AS, KD)


def test_card_at_a_seat_that_is_not_in_the_hand() -> None:
    at = AtTable([900, 900, None], TEN, button=1).start()
    at.move(QH, HOLE[3], STUB)
    assert [t.code for t in at.tells("discrepancy")] == ["rfid.extra_card"]
    assert at.told[-1].more.ruling.kind == "not_entitled"


def test_board_card_that_leaves_and_comes_back_is_the_same_card() -> None:
    at = AtTable([900] * 2, TEN, button=1).start().acts("1 call, 2 check").board("2c 7d")
    at.move(TWO, None, BOARD)
    assert at.told[-1].cards == (TWO,)  # it lay face up before everyone
    at.move(TWO, BOARD)
    assert at.hand.board == cards("2c7d")
    assert at.told[-1].kind == "card_moved"
    at.board("9h")
    assert at.hand.stage == "betting"


def test_flop_dealt_before_the_last_action_was_entered() -> None:
    """The panel lags: told as too many at first, taken as the flop once betting is over."""
    at = AtTable([900] * 2, TEN, button=1).start().acts("1 call").board("9h 2c 7d")
    assert [t.code for t in at.tells("discrepancy")] == ["rfid.extra_card"] * 3
    assert not any(t.cards for t in at.tells("card_moved")), "not yet the board: not named"
    assert at.hand.board == ()
    at.act(2, "check")
    assert sorted(at.hand.board) == sorted(cards("9h2c7d"))
    assert [t.cards for t in at.tells("board")] == [(card,) for card in sorted(cards("9h2c7d"))]
    assert at.to_act == 2


def test_fourth_card_on_the_flop_waits_for_its_street() -> None:
    at = AtTable([900] * 2, TEN, button=1).start().acts("1 call, 2 check").board("2c 7d 9h Jc")
    assert at.tells("discrepancy")[-1].zones == (BOARD,)
    assert at.hand.board == cards("2c7d9h")
    at.acts("2 check, 1 check")
    assert at.hand.board == cards("2c7d9hJc")


def test_two_cards_too_early_are_not_guessed_at() -> None:
    at = AtTable([900] * 2, TEN, button=1).start().acts("1 call, 2 check").board("2c 7d 9h Jc 3d").acts("2 check, 1 check")
    assert at.hand.board == cards("2c7d9h")
    assert at.hand.stage == "dealing"
    at.move(JC, None, BOARD)
    at.move(JC, BOARD)  # laid out again, in turn
    assert at.hand.board == cards("2c7d9hJc")


def test_a_players_card_on_the_board_is_not_named() -> None:
    at = AtTable([900] * 2, TEN, button=1).start().deal({1: "AsKd"}).acts("1 call, 2 check")
    at.move(AS, BOARD, HOLE[1])
    assert at.hand.board == ()
    assert [(t.kind, t.cards) for t in at.told[-2:]] == [("card_moved", ()), ("discrepancy", ())]


def test_after_the_hand_cards_only_change_their_place() -> None:
    at = AtTable([900] * 2, TEN, button=1).start().deal({1: "AsKd"}).acts("1 fold")
    before = at.hand
    at.move(AS, STUB, HOLE[1])
    at.move(QH, HOLE[2], STUB)
    at.move(QH, BOARD, HOLE[2])
    assert at.hand == before
    assert at.table.card_zones[QH] == BOARD


@pytest.mark.parametrize("card", [-1, 53, 10**20])
def test_a_card_that_does_not_exist_is_an_unknown_tag(card: int) -> None:
    at = AtTable([900] * 2, TEN, button=1).start()
    at.move(Card(card), HOLE[1])
    assert at.told[-1].code == "rfid.unknown_tag"


def test_same_place_twice_is_told_once() -> None:
    at = AtTable([900] * 2, TEN, button=1).start()
    at.move(AS, HOLE[1])
    assert at.move(AS, HOLE[1]) == ()
