"""Cards that do not come: who is asked when, what may be entered by hand, and what contradicts it."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable, cards

from controller.effects import CommandDone, Tell
from controller.events import EnterCard, Header, Pause, Role, Tick
from controller.game.cards import card_text
from controller.game.chips import Stakes
from controller.game.zones import BOARD, BURN, HOLE, MUCK, STUB, UP, Zone
from controller.rules.house import House
from controller.table.waiting import waits

TEN = Stakes(5, 10)
HOLES = {1: "AsKd", 2: "4c5d"}


def asked(at: AtTable) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.code, one.zones) for one in at.table.open]


def overdue(at: AtTable) -> list[tuple[str, tuple[str, ...]]]:
    """The present waits have lasted too long; return what is asked then."""
    for timer in waits(at.table):
        at.do(Tick(timer, 99))
    return asked(at)


def enter(at: AtTable, zone: Zone, card: str, role: Role = "dealer") -> CommandDone:
    head = at.head()
    (named,) = cards(card)
    return at.ask(EnterCard(Header(head.at_ns, head.cmd_id, role), zone, named))


def heads_up(**how: Any) -> AtTable:
    return AtTable([900] * 2, TEN, button=1, **how).start()


def at_flop() -> AtTable:
    return heads_up().deal(HOLES).acts("1 call, 2 check")


def to_showdown(holes: dict[int, str]) -> AtTable:
    return heads_up().deal(holes).acts("1 all_in, 2 call").board("2c 7d 9h Jc 3s")


STREETS = [
    ("2c 7d", "", "deal.flop_unread", "9h"),
    ("2c 7d 9h", "2 check, 1 check", "deal.turn_unread", "Jc"),
    ("2c 7d 9h Jc", "2 check, 1 check", "deal.river_unread", "3s"),
]


@pytest.mark.parametrize(("board", "acts", "code", "missing"), STREETS)
def test_a_board_card_that_does_not_come_is_asked_for_and_entered(board: str, acts: str, code: str, missing: str) -> None:
    at = at_flop()
    for number, card in enumerate(cards(board)):
        if number == 3:
            at.acts("2 check, 1 check")
        at.move(card, BOARD, STUB)
    if acts:
        at.acts(acts)
    assert overdue(at) == [(code, (BOARD,))]
    assert enter(at, BOARD, missing).ok
    assert asked(at) == []
    assert at.hand.board == cards(board) + cards(missing)
    (told,) = [tell for tell in at.tells("board") if tell.cards == cards(missing)]
    assert told.evidence is not None
    assert (told.evidence.part, told.evidence.seen) == ("hand:dealer", 0)
    assert at.to_act == 2, "the hand goes on"


def test_a_board_card_that_comes_after_all_settles_the_question() -> None:
    at = at_flop().board("2c 7d")
    overdue(at)
    at.board("9h")
    assert asked(at) == []
    assert at.told[-1].kind == "discrepancy_settled"


def test_the_timer_for_a_wait_that_is_over_asks_nothing() -> None:
    at = at_flop().board("2c")
    (late,) = waits(at.table)
    at.board("7d")
    assert at.do(Tick(late, 99)) == ()
    (timer,) = waits(at.table)
    overdue(at)
    assert at.do(Tick(timer, 100)) == (), "asked once"
    assert at.do(Tick("", 101)) == ()


def test_nothing_is_awaited_while_the_deck_is_shuffled_or_nobody_deals() -> None:
    at = AtTable([900] * 2, TEN, button=1)
    assert waits(at.table) == {}
    at.start()
    assert waits(at.table) == {}
    at.acts("1 call")
    assert waits(at.table) == {}, "no reader sees hole cards here: nobody is asked for them"
    at.act(2, "check")
    assert overdue(at) == [("deal.flop_unread", (BOARD,))]


def test_a_seat_short_of_a_card_is_asked_about_until_it_folds() -> None:
    full = AtTable([900] * 3, TEN, button=1).start().deal({1: "AsKd", 2: "4c5d", 3: "QsQd"})
    assert waits(full.table) == {}
    at = AtTable([900] * 3, TEN, button=1).start()
    for seat, text in ((2, "4c"), (3, "Qs"), (1, "As"), (3, "Qd"), (1, "Kd")):
        at.move(cards(text)[0], HOLE[seat], STUB)
    assert overdue(at) == [("deal.hole_unread", (HOLE[2],))]
    assert at.told[-1].cards == ()
    at.acts("1 call, 2 fold")
    assert asked(at) == []


def test_betting_goes_on_with_a_hole_card_unread_and_the_showdown_takes_it() -> None:
    at = heads_up()
    for seat, text in ((2, "4c"), (1, "AsKd")):
        for card in cards(text):
            at.move(card, HOLE[seat], STUB)
    overdue(at)
    assert enter(at, HOLE[2], "5d").code == "enter_card.too_soon"
    at.acts("1 call, 2 check").board("2c 7d 9h").acts("2 check, 1 check").board("Jc").acts("2 check, 1 check").board("3s")
    at.acts("2 check, 1 check")
    assert at.hand.stage == "showdown"
    assert asked(at) == [("deal.hole_unread", (HOLE[2],))]
    assert enter(at, HOLE[2], "5d").ok
    assert asked(at) == []
    dealt = at.tells("card_dealt")[-1]
    assert (dealt.seat, dealt.cards) == (2, ()), "nobody is told which"
    at.show(2)
    at.show(1)
    assert at.payoffs == {1: 10, 2: -10}


def test_the_last_board_card_of_an_all_in_that_was_tabled_pays_out() -> None:
    at = heads_up().deal(HOLES).acts("1 all_in, 2 call")
    at.show(1)
    at.show(2)
    at.board("2c 7d 9h Jc")
    overdue(at)
    assert enter(at, BOARD, "3s").ok
    assert at.hand.stage == "ended"
    assert (at.stack(1), at.stack(2)) in {(1800, 0), (0, 1800)}
    assert asked(at) == []


REFUSED = [
    (lambda: AtTable([900] * 2, TEN, button=1), BOARD, "9h", "state.no_hand"),
    (heads_up, BOARD, "9h", "enter_card.not_due"),
    (at_flop, MUCK, "9h", "enter_card.zone"),
    (at_flop, BURN, "9h", "enter_card.zone"),
    (lambda: at_flop().board("2c"), BOARD, "2c", "enter_card.face_up"),
    (at_flop, HOLE[7], "9h", "enter_card.not_in_hand"),
    (at_flop, HOLE[1], "9h", "enter_card.not_due"),
    (lambda: heads_up().deal({1: "AsKd"}).acts("1 call, 2 check"), HOLE[2], "9h", "enter_card.too_soon"),
    (lambda: to_showdown(HOLES), HOLE[1], "As", "enter_card.not_due"),
    (lambda: to_showdown(HOLES), HOLE[1], "9s", "enter_card.not_due"),
]


@pytest.mark.parametrize(("make", "zone", "card", "code"), REFUSED)
def test_what_cannot_be_entered_is_refused_with_a_reason(make: Any, zone: Zone, card: str, code: str) -> None:
    assert enter(make(), zone, card).code == code


@pytest.mark.parametrize("hidden", ["As", "4c", "Qh"], ids=["a hole", "another hole", "the burn"])
def test_a_card_known_elsewhere_is_not_taken_and_trying_on_is_for_the_floor(hidden: str) -> None:
    at = at_flop()
    (burned,) = cards("Qh")
    at.move(burned, BURN, STUB)
    at.board("2c 7d")
    answer = enter(at, BOARD, hidden)
    assert answer.ok, "it is told to everyone, so it is no refusal"
    assert at.hand.board == cards("2c7d")
    assert [(t.kind, t.code, t.zones, t.cards) for t in at.told[-1:]] == [("discrepancy", "entry.contradicts", (BOARD,), ())]
    for tried in (hidden, "9h", "5d"):
        assert enter(at, BOARD, tried).code == "enter_card.disputed"
    assert enter(at, BOARD, "9h", "floor").ok
    assert asked(at) == []
    assert at.hand.board == cards("2c7d9h")


def test_what_contradicts_is_asked_until_the_hand_has_its_cards_though_no_card_of_it_was_ever_read() -> None:
    """No hole card is waited for before the first one is read; one that was entered and not taken is missing all the same."""
    at = heads_up().deal(HOLES)
    at.void()
    at.start().acts("1 all_in, 2 call").board("2c 7d 9h")
    assert enter(at, HOLE[1], "4c").ok, "it lies at seat 2, from before"
    at.board("Jc 3s")
    assert asked(at) == [("entry.contradicts", (HOLE[1],))]
    assert enter(at, HOLE[1], "9s").code == "enter_card.disputed"
    assert enter(at, HOLE[1], "9s", "floor").ok
    assert asked(at) == [("entry.contradicts", (HOLE[1],))]
    assert enter(at, HOLE[1], "9d", "floor").ok
    assert asked(at) == []


@pytest.mark.parametrize(("without", "lacking"), [((), "Ks"), (("stud.all_up_cards",), "KsQsJs")], ids=["waited for", "not waited for"])
def test_what_contradicts_an_up_card_is_asked_until_it_lies_there(without: tuple[str, ...], lacking: str) -> None:
    stakes = Stakes(0, 20, ante=2, limit="fixed_limit", small_bet=20, big_bet=40, game="stud7", bring_in=5)
    house = House(seats=3, stakes=stakes, variant="stud7", without=frozenset({"fold.for_free", *without}))
    at = AtTable([500] * 3, stakes, button=1, house=house).start()
    for one in range(2):
        for seat, hole in ((2, "2c3d"), (3, "4c5d"), (1, "6c7h")):
            at.move(cards(hole)[one], HOLE[seat], STUB)
    for seat, card in ((2, "9h"), (3, "Th"), (1, "Jh")):
        assert enter(at, UP[seat], card).ok
    at.act(at.to_act, "bring_in")
    while at.hand.stage == "betting":
        at.act(at.to_act, "call" if at.legal.call_chips else "check")
    assert enter(at, UP[1], "2c").ok, "it lies down before seat 2"
    at.ok(Pause(at.head()))
    assert asked(at) == [("entry.contradicts", (UP[1],))]
    assert enter(at, UP[1], "Ks").code == "enter_card.disputed"
    for card in cards(lacking):
        assert asked(at) == [("entry.contradicts", (UP[1],))]
        assert enter(at, UP[1], card_text(card), "floor").ok
    assert asked(at) == []


def test_answers_are_the_same_whichever_hidden_card_is_named() -> None:
    def told(holes: dict[int, str], named: str) -> list[Tell]:
        at = heads_up().deal(holes).acts("1 call, 2 check").board("2c 7d")
        enter(at, BOARD, named)
        return at.told

    assert told({1: "AsKd", 2: "4c5d"}, "As") == told({1: "QsJd", 2: "9c9d"}, "9d")


def test_what_is_read_on_the_board_against_an_entry_is_asked_about_and_never_the_next_street() -> None:
    at = at_flop().board("2c 7d")
    enter(at, BOARD, "9s")
    (read,) = cards("9h")
    at.move(read, BOARD, STUB)
    assert asked(at) == [("entry.read_otherwise", (BOARD,))]
    at.acts("2 check, 1 check")
    assert at.hand.board == cards("2c7d9s"), "it is not taken for the turn"
    at.board("Jc")
    assert at.hand.board == cards("2c7d9sJc")
    at.move(read, None, BOARD)
    assert asked(at) == []


def test_an_entered_card_read_elsewhere_is_asked_about_and_read_where_it_lies_confirmed() -> None:
    at = at_flop().board("2c 7d")
    enter(at, BOARD, "9s")
    (entered,) = cards("9s")
    at.move(entered, BOARD, STUB)
    assert asked(at) == []
    assert at.hand.board == cards("2c7d9s")
    at.move(entered, HOLE[2], BOARD)
    assert asked(at) == [("entry.read_otherwise", (HOLE[2],))]


def test_a_card_read_at_a_seat_after_others_were_named_for_it() -> None:
    at = heads_up()
    for card in cards("AsKd"):
        at.move(card, HOLE[1], STUB)
    at.acts("1 all_in, 2 call").board("2c 7d 9h Jc 3s")
    at.show(2, "4c5d")
    (read,) = cards("Th")
    at.move(read, HOLE[2], STUB)
    assert asked(at) == [("entry.read_otherwise", (HOLE[2],))]


def test_an_entered_card_is_no_card_of_the_next_hands_board() -> None:
    """Its tag is dead, so nobody sees it leave the board."""
    at = at_flop().board("2c 7d")
    enter(at, BOARD, "9s")
    at.void()
    for card in cards("2c7d"):
        at.move(card, None, BOARD)
    at.start().deal({1: "AhKh", 2: "4h5h"}).acts("1 call, 2 check")
    assert at.hand.board == ()


def test_a_void_hand_waits_for_nothing() -> None:
    at = at_flop().board("2c")
    overdue(at)
    at.void()
    assert asked(at) == []
    assert waits(at.table) == {}
