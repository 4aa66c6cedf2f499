"""Sitting, standing, buying in, the button, and voiding a hand."""

from __future__ import annotations

import pytest
from at_table import AtTable

from controller.events import Button, BuyIn, Header, NewHand, Sit, Stand, VoidHand
from controller.game.chips import MAX_CHIPS, Stakes
from controller.rules.house import House
from controller.table.table import new_table

TEN = Stakes(5, 10)


def test_a_new_table_is_empty() -> None:
    table = new_table(House(seats=6))
    assert (table.rev, table.seq, table.hand, table.button) == (0, 0, None, 0)
    assert table.seats == (None,) * 6
    assert set(table.card_zones) == {None}


#: what is asked, and why not
REFUSED = [
    (lambda h: Sit(h, 1, "X", 50), "sit.taken"),
    (lambda h: Sit(h, 0, "X", 50), "sit.no_such_seat"),
    (lambda h: Sit(h, 5, "X", 50), "sit.no_such_seat"),
    (lambda h: Sit(h, -1, "X", 50), "sit.no_such_seat"),
    (lambda h: Sit(h, 4, "X", 0), "sit.stack"),
    (lambda h: Sit(h, 4, "X", MAX_CHIPS + 1), "sit.stack"),
    (lambda h: Sit(h, 4, "  ", 50), "sit.name"),
    (lambda h: Stand(h, 4), "stand.empty_seat"),
    (lambda h: Stand(h, 40), "stand.no_such_seat"),
    (lambda h: BuyIn(h, 4, 50), "buy_in.empty_seat"),
    (lambda h: BuyIn(h, 1, 0), "buy_in.amount"),
    (lambda h: BuyIn(h, 1, -5), "buy_in.amount"),
    (lambda h: BuyIn(h, 1, MAX_CHIPS), "buy_in.amount"),
    (lambda h: Button(h, 4), "button.empty_seat"),
    (lambda h: Button(h, 0), "button.no_such_seat"),
    (VoidHand, "void_hand.no_hand"),
    (lambda h: NewHand(h, Stakes(5, 0)), "new_hand.stakes_wrong"),
    (lambda h: NewHand(h, Stakes(11, 10)), "new_hand.stakes_wrong"),
    (lambda h: NewHand(h, Stakes(5, 10, -1)), "new_hand.stakes_wrong"),
    (lambda h: NewHand(h, Stakes(5, MAX_CHIPS + 1)), "new_hand.stakes_wrong"),
    (lambda h: NewHand(h, Stakes(5, 10, 1, "mars")), "new_hand.stakes_wrong"),  # type: ignore[arg-type] # that is the point
    (lambda h: NewHand(Header(h.at_ns, h.cmd_id, "dealer", 999)), "state.moved_on"),
]


@pytest.mark.parametrize(("command", "code"), REFUSED, ids=[f"{n} {code}" for n, (_, code) in enumerate(REFUSED)])
def test_refused_between_hands(command: object, code: str) -> None:
    at = AtTable([900, 900, 900, None], TEN)
    assert at.refused(command(at.head())) == code  # type: ignore[operator] # the table holds builders


def test_seats_change_between_hands() -> None:
    at = AtTable([900, 900, None], TEN)
    at.ok(Sit(at.head(), 3, "New", 500))
    at.buy_in(3, 100)
    assert at.stack(3) == 600
    at.stand(1)
    assert at.table.seats[0] is None
    assert [(t.kind, t.seat, t.amount_chips, t.name) for t in at.told[-3:]] == [
        ("seat_taken", 3, 500, "New"),
        ("bought_in", 3, 100, None),
        ("seat_left", 1, 900, "P1"),
    ]


def test_during_a_hand_who_is_in_it_stays_and_adds_nothing() -> None:
    """cooke.9.05.b, cooke.9.05.c: chips come and go between hands, so that a voided hand can give them back."""
    at = AtTable([900, 900, 900, None], TEN, button=1).start().acts("1 fold")
    assert at.refused(Stand(at.head(), 1)) == "stand.in_hand"
    assert at.refused(BuyIn(at.head(), 2, 50)) == "buy_in.in_hand"
    assert at.refused(Button(at.head(), 2)) == "button.running"
    assert at.refused(NewHand(at.head())) == "new_hand.running"
    at.ok(Sit(at.head(), 4, "Next", 300))
    at.buy_in(4, 50)
    assert 4 not in at.hand.seats
    at.act(2, "fold")
    at.stand(1)
    at.buy_in(2, 5)
    at.new_hand()
    assert at.hand.seats == (3, 4, 2)


#: rule id, stacks, last button, next
MOVES = [
    ("home.2.button", [900] * 5, 4, 5),
    ("home.2.button eliminated", [900, 900, 900, 900, 0, 900], 4, 6),
    ("round the table", [900] * 3, 3, 1),
    ("roberts.blinds.2.1", [900, None, 900, None, 900], 1, 3),
]


@pytest.mark.parametrize(("rule", "stacks", "last", "following"), MOVES, ids=[row[0] for row in MOVES])
def test_button_moves_to_the_next_player(rule: str, stacks: list[int | None], last: int, following: int) -> None:
    broke = [seat for seat, stack in enumerate(stacks, 1) if stack == 0]
    at = AtTable([stack or None for stack in stacks], TEN, button=last).start()
    while at.hand.stage == "betting":
        assert at.to_act is not None
        at.act(at.to_act, "fold")
    assert at.table.button == last
    for seat in broke:
        assert at.table.seats[seat - 1] is None
    at.new_hand()
    assert at.table.button == following


def test_a_player_without_chips_is_not_dealt_in_and_gets_no_button() -> None:
    at = AtTable([100, 900, 900], TEN, button=1).start().deal({1: "4c5d", 2: "AsAd"}).acts("1 all_in, 2 call, 3 fold")
    at.board("2c 7d 9h Jc 3s")
    at.show(1)
    at.show(2)
    assert at.stack(1) == 0
    assert at.refused(Button(at.head(), 1)) == "button.no_chips"
    at.new_hand()
    assert (at.table.button, at.hand.seats) == (2, (3, 2))
    assert at.hand.number == 2


def test_the_first_hand_needs_two_stacks() -> None:
    at = AtTable([900, None], TEN)
    answer = at.ask(NewHand(at.head()))
    assert (answer.code, answer.rules) == ("new_hand.players", ("cooke.4.10.a",))
    at.ok(Sit(at.head(), 2, "B", 5))
    at.new_hand()
    assert at.tells("hand_started")[-1].zones == ("seat/2/hole", "seat/1/hole")


def test_placed_button_stays_for_one_hand() -> None:
    at = AtTable([900] * 4, TEN, button=3).start()
    assert at.table.button == 3
    assert not at.table.button_set
    at.acts("2 fold, 3 fold, 4 fold")
    at.new_hand()
    assert at.table.button == 4


def test_void_hand_gives_every_chip_back_and_the_button_stays() -> None:
    at = AtTable([900] * 3, TEN, button=2).start().acts("2 raise 100, 3 call, 1 fold").board("2c 7d 9h").acts("3 bet 50")
    at.void()
    assert (at.hand.stage, at.hand.stacks, sum(at.hand.put_in)) == ("void", (900, 900, 900), 0)
    assert [at.stack(seat) for seat in (1, 2, 3)] == [900] * 3
    at.new_hand()
    assert (at.table.button, at.hand.number) == (2, 2)


def test_stakes_of_a_hand_are_the_tables_from_then_on() -> None:
    at = AtTable([900] * 3, TEN).start(Stakes(50, 100)).acts("1 fold, 2 fold")
    at.start()
    assert at.tells("posted")[-1].amount_chips == 100


def test_a_command_for_an_older_state_is_refused() -> None:
    at = AtTable([900] * 3, TEN)
    assert at.refused(Stand(at.head(expect_rev=at.table.rev - 1), 1)) == "state.moved_on"
    at.ok(Stand(at.head(expect_rev=at.table.rev), 1))


def test_unknown_variant_is_refused_by_name_of_what_is_known() -> None:
    at = AtTable([900] * 2, TEN, house=House(variant="tiddlywinks", seats=2, stakes=TEN))
    answer = at.ask(NewHand(at.head()))
    assert answer.code == "new_hand.unknown_variant"
    assert "holdem" in answer.message
