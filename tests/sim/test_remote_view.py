"""What a daemon tells is the same table to look at as the one in its process, after every single event."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hand_texts import DATA

from controller.effects import Tell
from controller.feed.hub import FeedHub
from controller.feed.ruled import TOPIC_OF
from controller.feed.subscription import FeedMessage
from controller.harness import StillClock, TableInProcess
from controller.histories import phh
from controller.rules.house import House
from sim.at_table import AtTable
from sim.facts import events_of, seating
from sim.hands import recorded_hands
from sim.hands_of_games import hands_of_games
from sim.remote_view import RemoteView
from sim.script import script_of

#: The first hands whose files leave no act out.
HANDS = [recorded_hands()[number] for number in (0, 1, 3, 4, 5)]
#: And of games that nobody has a blind in, so that no place has a name.
HANDS += [(name, text) for name, text in hands_of_games() if name in ("razz-1.phh", "stud7-1.phh", "stud7-hilo-1.phh")]


def picture(table: AtTable | RemoteView, seats: range) -> dict[str, Any]:
    """Everything people look at, but who may still act in a hand that is over."""
    running = table.stage not in (None, "ended", "void")
    return {
        "hand": table.hand_number,
        "stage": table.stage,
        "legal": table.legal,
        "board": table.board_cards,
        "acting": [table.can_still_act(seat) for seat in seats] if running else None,
        "sitting": table.sitting() if not running else table.sitting().keys(),  # chips in play are in the hand
        "played": table.played(),
    }


class Told:
    """A table in process, its feed, and a view that hears the feed's bytes."""

    def __init__(self, boot_id: str = "boot-1") -> None:
        self.table = TableInProcess(House(), keep_effects=True)
        self.hub = FeedHub(StillClock(), boot_id, self.table.table)
        self.table.turn.on_effects(self.hub.update)
        self.said: list[FeedMessage] = []
        self.hub.on_message(self.said.append)

    def to(self, view: RemoteView) -> None:
        for message in self.said:
            if message.name in ("state", "event", "status"):
                view.take(message.name, message.body)
        self.said.clear()


@pytest.mark.parametrize(("name", "text"), HANDS, ids=[name for name, _ in HANDS])
def test_people_see_the_same_from_inside_and_from_the_feed(name: str, text: str) -> None:
    hand = phh.parse(text)
    script = script_of(hand)
    told, view = Told(), RemoteView()
    inside = AtTable(told.table)
    seats = range(1, len(hand.stacks) + 1)
    stages = set()
    for event in (*seating(hand), *events_of(script)):
        told.table.take([event])
        told.to(view)
        assert picture(view, seats) == picture(inside, seats)
        for seat in seats:
            if view.hole_cards(seat):
                assert view.hole_cards(seat) == inside.hole_cards(seat)
        stages.add(view.stage)
    assert stages >= {"betting", "ended"}
    tells = [effect for effect in inside.tells if isinstance(effect, Tell) and effect.kind not in TOPIC_OF]  # on `event`
    assert [(t.seq, t.kind, t.seat, t.amount_chips, t.pot, t.cards, t.name) for t in tells] == [
        (t.seq, t.kind, t.seat, t.amount_chips, t.pot, t.cards, t.name) for t in view.tells if isinstance(t, Tell)
    ]


def test_a_story_told_twice_counts_once() -> None:
    told, view = Told(), RemoteView()
    told.table.command("sit", {"seat": 1, "name": "Ann", "stack": 5})
    messages = [message for message in told.said if message.name == "event"]
    for message in (*messages, *messages):
        view.take(message.name, message.body)
    assert len(messages) == len(view.tells) == 1


def _seat_two(told: Told) -> None:
    told.table.command("sit", {"seat": 1, "name": "Ann", "stack": 500})
    told.table.command("sit", {"seat": 2, "name": "Bob", "stack": 500})
    told.table.command("new_hand", {})


def test_a_table_that_comes_back_empty_has_forgotten() -> None:
    before, after, view = Told(), Told("boot-2"), RemoteView()
    _seat_two(before)
    before.to(view)
    assert view.forgotten == 0
    after.said.extend(after.hub.snapshot())
    after.to(view)
    assert (view.forgotten, view.boot_id, view.stage) == (1, "boot-2", None)


def test_a_table_that_comes_back_where_it_was_has_not() -> None:
    before, after, view = Told(), Told("boot-2"), RemoteView()
    _seat_two(before)
    before.to(view)
    _seat_two(after)
    after.said[:] = after.hub.snapshot()  # it tells where it stands now, and not again how it came there
    after.to(view)
    assert (view.forgotten, view.boot_id, view.hand_number) == (0, "boot-2", 1)


@pytest.mark.parametrize("verb", ["new_hand", "stand"])
def test_a_table_that_kept_a_command_and_was_killed_before_it_told_has_not_forgotten(verb: str) -> None:
    before, after, view = Told(), Told("boot-2"), RemoteView()
    for told in (before, after):
        told.table.command("sit", {"seat": 1, "name": "Ann", "stack": 500})
        told.table.command("sit", {"seat": 2, "name": "Bob", "stack": 500})
    before.to(view)
    after.table.command(verb, {"seat": 2} if verb == "stand" else {})
    after.said[:] = after.hub.snapshot()
    after.to(view)
    assert (view.forgotten, view.boot_id) == (0, "boot-2")
    assert (view.hand_number == 1) == (verb == "new_hand")


def test_an_answer_of_a_run_that_ended_is_in_the_picture_of_the_next_one() -> None:
    before, after, view = Told(), Told("boot-2"), RemoteView()
    _seat_two(before)
    before.to(view)
    rev = view.rev
    assert view.includes("boot-1", rev)
    assert not view.includes("boot-2", rev), "its own state is still to come"
    _seat_two(after)
    after.said[:] = after.hub.snapshot()
    after.to(view)
    assert view.includes("boot-1", rev)
    assert view.includes("boot-2", rev)
    assert not view.includes("boot-1", rev + 1)


def test_an_answer_of_a_run_that_ended_before_it_told_its_state_counts_as_well() -> None:
    told, view = Told("boot-3"), RemoteView()
    _seat_two(told)
    told.to(view)
    assert not view.includes("boot-2", view.rev)
    view.take("status", _status("lost", "boot-2", 1))
    assert view.includes("boot-2", view.rev)


def _status(state: str, boot_id: str, session: int) -> bytes:
    return json.dumps({"state": state, "boot_id": boot_id, "session": session}).encode()


def test_the_will_of_an_older_session_is_void() -> None:
    view = RemoteView()
    view.take("status", _status("online", "a", 2))
    view.take("status", _status("lost", "a", 1))
    assert view.online
    view.take("status", _status("lost", "a", 2))
    assert not view.online


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff"])
def test_what_is_no_message_changes_nothing(body: bytes) -> None:
    view = RemoteView()
    for name in ("state", "event", "status"):
        view.take(name, body)
    assert (view.boot_id, view.tells, view.online) == ("", (), False)


def test_an_all_in_player_cannot_act_any_more_in_either() -> None:
    text = (DATA / "wsop2023_43_5/03-02-41.phh").read_text("utf-8")
    hand = phh.parse(text)
    told, view = Told(), RemoteView()
    inside = AtTable(told.table)
    all_in = 0
    for event in (*seating(hand), *events_of(script_of(hand))):
        told.table.take([event])
        told.to(view)
        table_hand = told.table.table.hand
        if table_hand is not None and not table_hand.over and 0 in table_hand.stacks:
            seat = table_hand.seats[table_hand.stacks.index(0)]
            assert view.can_still_act(seat) is inside.can_still_act(seat) is False
            all_in += 1
    assert all_in > 3
