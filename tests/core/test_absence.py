"""Players who are away when it is their turn, and players who want no cards before the antes are in."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable, cards
from msgspec.structs import replace

from controller.effects import CommandDone
from controller.events import NewHand, Pause, Post, Request, Resume
from controller.game.chips import Stakes
from controller.game.zones import HOLE, UP
from controller.rules.house import House
from controller.rules.options import PRESETS

STUD = Stakes(0, 20, ante=2, limit="fixed_limit", small_bet=20, big_bet=40, bring_in=5)
BLINDS = Stakes(5, 10)


def house_of(stakes: Stakes, **answers: Any) -> House:
    return House(seats=8, stakes=stakes, options=replace(PRESETS["cooke"], **answers))


def away(at: AtTable, seat: int) -> CommandDone:
    return at.ask(Request(at.head(), seat, "absent"))


@pytest.mark.parametrize(
    ("answer", "facing", "not_facing"),
    [("when_action_reaches", "fold", "check"), ("after_starting_hand", "fold", "fold")],
)
def test_in_a_game_with_blinds_a_hand_is_killed_when_a_bet_reaches_it(answer: str, facing: str, not_facing: str) -> None:
    at = AtTable([900] * 3, BLINDS, button=3, house=house_of(BLINDS, absent_hand_killed=answer)).start()
    assert away(at, 3).ok
    at.act(1, "call")
    assert away(at, 2).ok
    assert [(tell.seat, tell.do, tell.rules) for tell in at.tells("acted")] == [
        (3, facing, ()),
        (1, "call", ()),
        (2, not_facing, ()),
    ]


def test_nothing_is_done_for_who_is_not_to_act() -> None:
    at = AtTable([900] * 3, BLINDS, button=3)
    assert away(at, 3).code == "state.no_hand"
    at.start()
    assert away(at, 1).code == "request.not_his_turn"
    assert away(at, 8).code == "request.not_his_turn"
    at.ok(Pause(at.head()))
    assert away(at, 3).code == "state.paused"
    at.ok(Resume(replace(at.head(), role="floor")))
    stale = replace(at.head(), expect_rev=at.table.rev - 1)
    assert at.ask(Request(stale, 3, "absent")).code == "state.moved_on"


def stud(players: int) -> AtTable:
    at = AtTable([900] * players, STUD, button=players, house=house_of(STUD))
    at.ok(NewHand(at.head(), STUD, "stud7"))
    return at


def test_who_has_not_paid_may_want_no_cards() -> None:
    at = stud(3)
    at.ok(Post(at.head(), 1))
    assert at.act_refused(1, "fold").code == "act.blinds_owed"  # he has paid
    at.act(2, "fold")
    assert at.act_refused(2, "fold").code == "act.blinds_owed"  # he is out already
    assert at.hand.stage == "posting"
    at.ok(Post(at.head(), None))
    assert (at.hand.stage, at.hand.put_in, at.hand.folded) == ("dealing", (2, 0, 2), (False, True, False))
    (card,) = cards("7h")
    at.move(card, HOLE[2])
    assert [(one.code, one.zones) for one in at.table.open] == [("rfid.extra_card", (HOLE[2],))]


@pytest.mark.parametrize("paid", [(), (1,)])
def test_a_hand_that_nobody_else_wants_is_over(paid: tuple[int, ...]) -> None:
    at = stud(2)
    for seat in paid:
        at.ok(Post(at.head(), seat))
    at.act(2, "fold")
    assert (at.hand.stage, at.hand.payoffs) == ("ended", (0, 0))
    assert [held.stack_chips for held in at.table.seats if held is not None] == [900, 900]


def test_blinds_are_no_antes() -> None:
    at = AtTable([900] * 3, BLINDS, button=3)
    at.ok(NewHand(at.head(), BLINDS))
    assert at.act_refused(1, "fold").code == "act.blinds_owed"
    at.move(cards("7h")[0], HOLE[1])
    assert {tell.rules for tell in at.tells("announcement")} == {("cooke.14.04.a",)}  # what is due is said, as a blind


def test_with_the_first_card_each_is_asked_who_has_not_paid() -> None:
    at = stud(3)
    at.ok(Post(at.head(), 3))
    first, second = cards("7h8h")
    at.move(first, HOLE[1])
    at.move(second, HOLE[2])
    assert [(tell.seat, tell.amount_chips) for tell in at.tells("announcement")] == [(1, 2), (2, 2)]
    assert [tell.kind for tell in at.told[-2:]] == ["announcement", "card_dealt"]
    at.ok(Post(at.head(), None))
    for seat, text in {1: "9h2c", 2: "Th3c", 3: "JhQh4c"}.items():
        *down, up = cards(text)
        for card in down:
            at.move(card, HOLE[seat])
        at.move(up, UP[seat])
    assert (at.hand.stage, at.hand.to_act) == ("betting", 0)
