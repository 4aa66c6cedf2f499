"""Which questions are open at a table, from the discrepancy to the moment it is settled."""

from __future__ import annotations

import asyncio

import pytest
from at_table import AtTable, cards
from msgspec.structs import replace

from controller import clock
from controller.effects import CommandDone, Tell
from controller.events import Act, ActDo, Discrepancy, Evidence, Role
from controller.game.chips import Stakes
from controller.game.zones import BOARD, HOLE
from controller.harness import TableInProcess
from controller.rules.house import House
from controller.table.questions import MAX_OPEN

TEN = Stakes(5, 10)
SEEN = Evidence("hf0", 3, 4)


def asked(at: AtTable) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.code, one.zones) for one in at.table.open]


def test_a_card_too_many_is_asked_about_until_it_is_taken_away() -> None:
    at = AtTable([900] * 2, TEN, button=1).start().deal({1: "AsKd", 2: "4c5d"})
    (extra,) = cards("7h")
    at.move(extra, HOLE[1])
    assert asked(at) == [("rfid.extra_card", (HOLE[1],))]
    assert at.tells("discrepancy")[0].rules == ("cooke.4.01.e", "cooke.6.05.a")
    at.move(extra, None, HOLE[1])
    assert asked(at) == []
    assert [tell.zones for tell in at.tells("discrepancy_settled")] == [(HOLE[1],)]


def test_no_action_starts_while_a_player_has_a_card_too_many() -> None:
    at = AtTable([900] * 2, TEN, button=1).start().deal({1: "AsKd", 2: "4c5d"})
    (extra,) = cards("7h")
    at.move(extra, HOLE[2])
    refused = at.act_refused(1, "call")
    assert (refused.code, refused.rules) == ("act.deal_wrong", ("cooke.4.01.e", "cooke.6.05.a"))
    assert "Seat 2 has 3 cards, 2 are dealt" in refused.message
    assert "7h" not in refused.message
    at.move(extra, None, HOLE[2])
    at.act(1, "call")
    at.move(extra, HOLE[2])  # once somebody has acted the hand goes on, and the question stays
    at.act(2, "check")
    assert asked(at) == [("rfid.extra_card", (HOLE[2],))]


@pytest.mark.parametrize("role", ["floor", "admin"])
@pytest.mark.parametrize("do", ["call", "fold"])
def test_a_false_reading_does_not_stop_the_game(role: Role, do: ActDo) -> None:
    """What lies there people see better than an antenna: the floor enters the action, and the dealer goes on from there."""
    at = AtTable([900] * 3, TEN, button=1).start().deal({1: "AsKd", 2: "4c5d", 3: "6s6d"})
    at.move(cards("7h")[0], HOLE[2])
    assert "the floor" in at.act_refused(1, do).message.lower()
    at.ok(Act(replace(at.head(), role=role), 1, do))
    at.acts("2 call, 3 check")
    assert asked(at) == [("rfid.extra_card", (HOLE[2],))]


def test_a_fold_is_an_action_too() -> None:
    at = AtTable([900] * 3, TEN, button=1).start().deal({1: "AsKd", 2: "4c5d", 3: "6s6d"}).acts("1 fold")
    at.move(cards("7h")[0], HOLE[2])
    at.acts("2 call, 3 check")


def test_a_flop_dealt_too_soon_is_settled_by_the_action_that_was_missing_before_its_answer() -> None:
    at = AtTable([900] * 2, TEN, button=1).start().acts("1 call").board("2c7d9h")
    assert asked(at) == [("rfid.extra_card", (BOARD,))]
    refused = at.act_refused(1, "check")
    assert (refused.ok, asked(at)) == (False, [("rfid.extra_card", (BOARD,))])
    at.act(2, "check")
    assert asked(at) == []
    assert at.told[-1].kind == "discrepancy_settled"


def test_a_refused_command_leaves_a_question_of_the_sensors_open() -> None:
    at = AtTable([900] * 2, TEN, button=1).start()
    at.do(Discrepancy("rfid.two_places", (HOLE[1], HOLE[2]), 5, SEEN))
    at.act_refused(2, "check")
    at.void()
    at.new_hand()
    assert asked(at) == [("rfid.two_places", (HOLE[1], HOLE[2]))]


def test_asked_twice_is_one_question_and_settled_once() -> None:
    at = AtTable([900] * 2, TEN)
    tie = Discrepancy("rfid.two_places", (HOLE[1], HOLE[2]), 5, SEEN)
    at.do(tie)
    at.do(tie)
    assert asked(at) == [("rfid.two_places", (HOLE[1], HOLE[2]))]
    over = Discrepancy("rfid.two_places", (HOLE[1], HOLE[2]), 9, Evidence("hf0", 0, 0), settled=True)
    (told,) = at.do(over)
    assert isinstance(told, Tell)
    assert (told.kind, told.code, told.at_ns) == ("discrepancy_settled", "rfid.two_places", 9)
    assert at.do(over) == ()
    assert asked(at) == []


def test_no_more_are_kept_than_anybody_can_look_into() -> None:
    at = AtTable([900] * 2, TEN)
    for number in range(MAX_OPEN + 3):
        at.do(Discrepancy(f"rfid.later_{number}", (BOARD,), number, SEEN))
    assert [code for code, _ in asked(at)] == [f"rfid.later_{number}" for number in range(3, MAX_OPEN + 3)]


def test_sensing_that_begins_anew_takes_back_what_it_had_asked() -> None:
    async def main() -> list[str]:
        table = TableInProcess(House(seats=2, stakes=TEN), clock=clock.Clock(asyncio.get_running_loop()), keep_effects=True)
        table.take([Discrepancy("rfid.two_places", (HOLE[1], HOLE[2]), 0, SEEN)])
        await table.start()
        await table.stop()
        assert table.table.open == ()
        return [effect.kind for effect in table.stories if not isinstance(effect, CommandDone)]

    assert clock.run(main, speed=None) == ["discrepancy", "discrepancy_settled"]
