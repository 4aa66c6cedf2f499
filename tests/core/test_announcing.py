"""What the dealer has to say while a hand is played: it changes nothing of the hand, and is over when it was said or the game goes on."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import EVIDENCE, AtTable
from msgspec.structs import replace
from test_rulings import SECOND, STAKES, Ruled, house_of

from controller.effects import Tell
from controller.events import Ack, Act, Answer, BuyIn, CardMoved, Change, Clock, Correct, Event, Pause, Request, Resume, Stand, Tick
from controller.game.cards import FULL_DECK
from controller.game.zones import BOARD, BURN, HOLE, STUB
from controller.rules.announcing import Announcing
from controller.rules.house import House
from controller.table.announcing import reminders, turns
from controller.table.rulings import docket_of


def announces(house: House | None = None, remind_s: int = 15, floor_s: int = 60) -> House:
    return replace(house or house_of(), announcing=Announcing(remind_s, floor_s))


class Said(Ruled):
    """Three players of 1,000 at blinds of 50 and 100, seat 1 to act, in a house where the dealer is reminded of what he has to say."""

    def __init__(self, house: House | None = None) -> None:
        super().__init__(house or announces())

    def waits(self) -> list[tuple[str, int | None, int | None]]:
        """What waits to be said, as (about, seat, amount)."""
        return [(one.about, one.seat, one.amount_chips) for one in docket_of(self.table).announcements]

    def due(self) -> int:
        due = reminders.due_ns(self.table, self.house)
        assert due is not None
        return due

    def moves(self, *zones: Any) -> None:
        """A card comes off the deck for each zone."""
        for zone in zones:
            hand = self.table.hand
            assert hand is not None
            card = next(card for card in FULL_DECK if card not in hand.dealt)
            self.do(CardMoved(card, STUB, zone, "up" if zone == BOARD else "down", 1, 2, EVIDENCE))

    def flop(self) -> None:
        """Everybody has called, the big blind checked, and the flop lies."""
        self.moves(*[HOLE[seat] for _ in range(2) for seat in (2, 3, 1)])
        for seat, do in ((1, "call"), (2, "call"), (3, "check")):
            self.act(seat, do)
        self.moves(BURN, BOARD, BOARD, BOARD)


def test_a_round_says_what_it_begins_and_ends_with_and_each_act_shows_that_it_was_said() -> None:
    felt = Said()
    felt.moves(*[HOLE[seat] for _ in range(2) for seat in (2, 3, 1)])
    felt.act(1, "raise", 300)
    assert felt.waits() == [("raise", 1, 300)]
    felt.act(2, "raise", 600)
    assert felt.waits() == [("raise", 2, 600)]
    felt.act(3, "fold")
    assert felt.waits() == []
    felt.act(1, "call")
    assert felt.waits() == [("tap", None, None)]
    felt.moves(BURN)
    assert felt.waits() == []
    felt.moves(BOARD, BOARD, BOARD)
    assert felt.waits() == [("players", None, 2)]
    felt.act(2, "all_in")
    assert felt.waits() == [("all_in_counts", 2, 400)]
    felt.act(1, "call")
    assert felt.waits() == [("tap", None, None)], "nobody can act any more, but he who thinks he can may say so"


@pytest.mark.parametrize("book", ["roberts", "home"])
def test_a_house_of_another_book_says_nothing_of_it(book: str) -> None:
    felt = Said(announces(house_of(book)))
    felt.act(1, "raise", 300)
    felt.act(2, "all_in")
    felt.act(3, "fold")
    assert felt.tells("announcement") == []
    assert turns.waits(felt.table, felt.house) == ""


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ({"announce_raises": "none"}, []),
        ({"announce_raises": "stud_only"}, []),
        ({"announce_raises": "none", "announce_all_in": False}, []),
        ({}, [("raise", 1, 300)]),
    ],
)
def test_the_house_answers_whether_a_raise_is_announced(answers: dict[str, Any], expected: list[tuple[str, int, int]]) -> None:
    felt = Said(announces(house_of(**answers)))
    felt.act(1, "raise", 300)
    assert felt.waits() == expected


def test_the_option_is_the_live_blinds_alone_and_his_once() -> None:
    felt = Said()
    felt.act(1, "call")
    assert felt.waits() == []
    felt.act(2, "call")
    assert felt.waits() == [("option", 3, None)]
    felt.act(3, "raise", 300)
    assert felt.waits() == [("raise", 3, 300)]
    felt.act(1, "call")
    felt.act(2, "call")
    assert [tell.more.announcement.about for tell in felt.tells("announcement") if tell.more is not None].count("option") == 1


def test_nobody_has_an_option_behind_a_raise() -> None:
    felt = Said()
    felt.act(1, "raise", 300)
    felt.act(2, "call")
    assert felt.waits() == []


def test_the_hand_is_the_same_whether_or_not_anything_is_said() -> None:
    """Chips, cards and turn are those of a house in which nothing is announced; only the numbers of what is told are others."""
    silent, spoken = Said(house_of()), Said()
    for felt in (silent, spoken):
        felt.flop()
        felt.act(2, "bet", 200)
        felt.act(3, "raise", 500)
        felt.act(1, "fold")
        felt.act(2, "all_in")
    assert silent.table.hand == spoken.table.hand
    assert spoken.table.seq > silent.table.seq
    told = [tell.kind for tell in spoken.told if tell.kind != "announcement"]
    assert told == [tell.kind for tell in silent.told]


def test_who_does_not_say_it_is_reminded_once_and_then_the_floor_is_asked_once() -> None:
    felt = Said()
    felt.act(1, "raise", 300)
    said_at = felt.told[-1].at_ns
    assert felt.due() == said_at + 15 * SECOND
    assert felt.do(Tick("say", felt.due() - 1)) == ()
    (again,) = felt.do(Tick("say", felt.due()))
    assert isinstance(again, Tell)
    assert again.more is not None
    assert (again.more.announcement.about, again.more.announcement.reminded) == ("raise", 1)
    assert felt.due() == said_at + 60 * SECOND
    kinds = [one.kind for one in felt.do(Tick("say", felt.due())) if isinstance(one, Tell)]
    assert kinds == ["announcement", "prompt"]
    (prompt,) = docket_of(felt.table).prompts
    assert (prompt.who, prompt.what, prompt.seat, prompt.answers, prompt.rules) == ("floor", "unsaid", 1, ("said",), ("cooke.14.16.e",))
    assert reminders.due_ns(felt.table, felt.house) is None
    felt.ok(Answer(felt.by("floor"), prompt.id, "said"))
    assert (felt.waits(), docket_of(felt.table).prompts) == ([], ())


def test_what_was_said_after_all_asks_the_floor_no_more() -> None:
    felt = Said()
    felt.act(1, "raise", 300)
    for _ in range(2):
        felt.do(Tick("say", felt.due()))
    (one,) = docket_of(felt.table).announcements
    felt.ok(Ack(felt.head(), None, one.id))
    assert docket_of(felt.table).prompts == ()


def test_the_players_next_fold_is_no_answer_to_what_the_floor_is_asked() -> None:
    """A correction folds the hand again from its log: what the floor was asked is no question to a player about his fold."""
    felt = Said()
    felt.act(1, "raise", 300)
    for _ in range(2):
        felt.do(Tick("say", felt.due()))
    felt.act(2, "fold")
    assert not felt.log.entries[-1].event.as_entered  # type: ignore[union-attr] # it is an act
    felt.act(3, "call")
    seq = next(entry.first_seq for entry in felt.log.entries if isinstance(entry.event, Act) and entry.event.seat == 1)
    felt.ok(Correct(felt.by("floor"), seq, Change(to_chips=400)))
    hand = felt.table.hand
    assert hand is not None
    assert hand.put_in[hand.index_of[1]] == 400


@pytest.mark.parametrize(("remind_s", "floor_s", "after_s"), [(15, 60, [15, 60]), (0, 60, [60]), (15, 0, [15]), (0, 0, [])])
def test_a_house_says_when_anybody_is_reminded(remind_s: int, floor_s: int, after_s: list[int]) -> None:
    felt = Said(announces(remind_s=remind_s, floor_s=floor_s))
    felt.act(1, "raise", 300)
    said_at, found = felt.told[-1].at_ns, []
    while (due := reminders.due_ns(felt.table, felt.house)) is not None:
        found.append((due - said_at) // SECOND)
        felt.do(Tick("say", due))
    assert found == after_s


def test_while_the_game_is_paused_nobody_is_reminded_and_then_the_time_runs_anew() -> None:
    felt = Said()
    felt.act(1, "raise", 300)
    felt.ok(Pause(felt.by("floor")))
    assert reminders.due_ns(felt.table, felt.house) is None
    felt._now += 500 * SECOND
    felt.ok(Resume(felt.by("floor")))
    assert felt.due() >= felt._now + 15 * SECOND


def test_a_corrected_raise_is_said_again_as_it_is() -> None:
    felt = Said()
    felt.act(1, "raise", 300)
    felt.ok(Correct(felt.head(), felt.log.entries[-1].first_seq, Change(to_chips=400)))
    assert felt.waits() == [("raise", 1, 400)]
    felt.ok(Correct(felt.head(), felt.log.entries[-1].first_seq, Change(do="call")))
    assert felt.waits() == []


def test_a_decision_of_the_floor_is_carried_out_although_something_is_to_be_said_because_of_it() -> None:
    """The decision is no longer the last thing told: the log of the hand must find it all the same."""
    felt = Said()
    felt.act(1, "raise", 300)
    felt.out_of_time()
    assert felt.decide("override", alternative="act_again", reason="he was asked to wait") == ""
    hand = felt.table.hand
    assert hand is not None
    assert hand.seats[hand.to_act] == 2
    felt.act(2, "raise", 600)
    assert felt.waits() == [("raise", 2, 600)]
    felt.ok(Correct(felt.head(), felt.log.entries[-1].first_seq, Change(do="call")))
    assert hand.number == felt.table.hand_number


def test_a_player_is_prompted_once_a_turn_and_not_before_he_has_his_cards() -> None:
    felt = Said()
    felt.moves(HOLE[2])
    assert turns.waits(felt.table, felt.house) == ""
    felt.moves(*[HOLE[seat] for seat in (3, 1, 2, 3, 1)])
    name = turns.waits(felt.table, felt.house)
    felt.do(Tick(name, 20 * SECOND))
    assert felt.waits() == [("turn", 1, 100)]
    assert turns.waits(felt.table, felt.house) == ""
    assert felt.do(Tick(name, 40 * SECOND)) == ()
    felt.act(1, "call")
    assert felt.waits() == []
    assert turns.waits(felt.table, felt.house) not in ("", name)


@pytest.mark.parametrize("stands_still", [True, False])
def test_nobody_is_prompted_while_the_game_stands_still_or_his_clock_runs(stands_still: bool) -> None:
    felt = Said()
    felt.ok(Pause(felt.by("floor")) if stands_still else Clock(felt.by("floor"), 1, 30))
    assert turns.waits(felt.table, felt.house) == ""


def test_a_hand_that_is_over_leaves_nothing_to_say() -> None:
    felt = Said()
    felt.act(1, "raise", 300)
    felt.act(2, "fold")
    felt.act(3, "fold")
    assert felt.waits() == []


def test_a_timer_of_what_is_over_changes_nothing() -> None:
    felt = Said()
    before = felt.table
    stale: list[Event] = [Tick("say", 10**12), Tick("turn/1/0/9/-1/100", 10**12), Tick("turn/", 5)]
    for event in stale:
        assert felt.do(event) == ()
    assert felt.table == before


def test_at_a_house_without_announcements_their_timers_are_nothing() -> None:
    felt = AtTable([1000, 1000, 1000], STAKES, button=1)
    felt.start()
    assert reminders.due_ns(felt.table, felt.house) is None
    assert turns.waits(felt.table, felt.house) == ""
    assert felt.do(Tick("say", 10**12)) == ()


def test_a_buy_in_of_chips_on_their_way_that_is_corrected_is_announced_as_it_is() -> None:
    felt = Said()
    for seat, do in ((1, "fold"), (2, "fold")):
        felt.act(seat, do)
    felt.ok(BuyIn(felt.head(), 2, 400, True))
    felt.ok(Correct(felt.head(), felt.log.entries[-1].first_seq, Change(to_chips=300)))
    felt.new_hand()
    assert felt.waits() == [("behind", 2, 300)]


def test_who_leaves_plays_behind_no_more() -> None:
    felt = Said()
    for seat, do in ((1, "fold"), (2, "fold")):
        felt.act(seat, do)
    felt.ok(BuyIn(felt.head(), 2, 400, True))
    felt.ok(Stand(felt.head(), 2))
    assert felt.table.around.behind == ()


def test_who_says_stop_stops_once_and_only_while_a_card_is_due() -> None:
    felt = Said()
    assert felt.refused(Request(felt.head(), 2, "stop")) == "request.not_closed"
    felt.flop()
    for seat in (2, 3, 1):
        felt.act(seat, "check")
    felt.ok(Request(felt.head(), 2, "stop"))
    assert felt.refused(Request(felt.head(), 3, "stop")) == "request.stopped"
    (prompt,) = docket_of(felt.table).prompts
    felt.ok(Answer(felt.head(), prompt.id, "has_action"))
    assert felt.table.floor_call is not None
    assert (felt.table.floor_call.seat, felt.table.floor_call.reason) == (2, "seat 2 still has to act")
    felt.moves(BURN, BOARD)
    assert docket_of(felt.table).rulings == (), "the question was answered: what comes of it is the floor's matter"


def test_a_card_burned_although_it_was_stopped_is_ruled_once() -> None:
    felt = Said()
    felt.flop()
    for seat in (2, 3, 1):
        felt.act(seat, "check")
    felt.ok(Request(felt.head(), 2, "stop"))
    felt.moves(BURN, BOARD)
    assert [(one.kind, one.seat, one.who, one.cards) for one in docket_of(felt.table).rulings] == [("burn_error", 2, "floor", ())]
