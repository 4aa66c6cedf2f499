"""Who gets cards: a seat that is not in the hand, a player who got none, one who had not posted; and a hand killed whenever it is."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable, cards, chips_of
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.core import step
from controller.effects import Tell
from controller.events import Change, Correct, Event, FloorRule, NewHand, Report
from controller.game.betting import legal
from controller.game.chips import Stakes
from controller.game.zones import HOLE, MUCK, STUB
from controller.hand_log import HandLog
from controller.rules.house import House
from controller.rules.options import PRESETS
from controller.rules.ruling import Ruling
from controller.table.rulings import docket_of

STAKES = Stakes(5, 10)


class Dealt(AtTable):
    """Players of 500 chips at a house of a book, with the events kept as the daemon keeps them."""

    def __init__(self, *seated: bool, book: Any = "cooke", **answers: Any) -> None:
        self.log = HandLog()
        house = House(seats=len(seated), stakes=STAKES, book=book, options=replace(PRESETS[book], **answers))
        super().__init__([500 if there else None for there in seated], STAKES, button=1, house=house)
        self.start()

    def do(self, event: Event) -> tuple[Any, ...]:
        event = self.log.complete(event)
        effects = super().do(event)
        self.log.take(event, effects)
        return effects

    def report(self, what: Any, seat: int = 0) -> str:
        return self.ask(Report(self.head(), what, seat)).code

    @property
    def rulings(self) -> list[Ruling]:
        return list(docket_of(self.table).rulings)


# A seat that is not in the hand.


def test_the_dead_hand_of_an_empty_seat_is_put_right_with_its_last_card() -> None:
    felt = Dealt(True, True, True, False)
    one, two = cards("2h Tc")
    felt.move(one, HOLE[4], STUB)
    felt.move(two, HOLE[4], STUB)
    (ruling,) = felt.rulings
    assert (ruling.kind, ruling.seat, ruling.carried_out) == ("not_entitled", 4, False)
    felt.move(one, MUCK, HOLE[4])
    assert not felt.rulings[0].carried_out, "one of its cards still lies there"
    felt.move(two, MUCK, HOLE[4])
    assert felt.rulings[0].carried_out
    assert felt.table.open == ()


@pytest.mark.parametrize(("decision", "status", "done"), [("confirm", "confirmed", False), ("override", "overridden", True)])
def test_the_floor_decides_about_a_hand_that_nobody_was_entitled_to(decision: Any, status: str, done: bool) -> None:
    """Confirmed it is done when its cards are gone; decided otherwise people see to it."""
    felt = Dealt(True, True, True, False)
    (card,) = cards("2h")
    felt.move(card, HOLE[4], STUB)
    head = replace(felt.head(), role="floor")
    assert felt.ask(FloorRule(head, felt.rulings[0].id, decision, "so it is")).ok
    assert (felt.rulings[0].status, felt.rulings[0].carried_out) == (status, done)
    felt.move(card, MUCK, HOLE[4])
    assert (felt.rulings[0].status, felt.rulings[0].carried_out) == (status, True)


@pytest.mark.parametrize("book", ["cooke", "roberts", "home"])
def test_no_card_of_an_empty_seat_is_named(book: str) -> None:
    felt = Dealt(True, True, True, False, book=book)
    before = len(felt.told)
    for card in cards("2h Tc"):
        felt.move(card, HOLE[4], STUB)
    told = felt.told[before:]
    assert any(tell.kind == "ruling" for tell in told)
    assert [tell.cards for tell in told] == [()] * len(told)
    assert all(ruling.cards == () for ruling in felt.rulings)


def test_a_card_that_was_dealt_already_and_slips_to_an_empty_seat_is_not_dealt_there() -> None:
    felt = Dealt(True, True, True, False)
    (card,) = cards("2h")
    felt.move(card, HOLE[2], STUB)
    felt.move(card, HOLE[4], HOLE[2])
    assert felt.rulings == []


# A player who got no cards.


@pytest.mark.parametrize(
    ("book", "what", "seat", "kind"),
    [
        ("cooke", "dealt_out", 2, "misdeal"),  # the small blind has money in
        ("cooke", "dealt_out", 1, "misdeal"),  # the button
        ("cooke", "dealt_out", 4, "dead_hand"),
        ("cooke", "absent_dealt_out", 4, "misdeal"),  # the others have not all their cards
        ("roberts", "dealt_out", 4, "misdeal"),
        ("roberts", "absent_dealt_out", 4, "dead_hand"),
        ("roberts", "absent_dealt_out", 3, "misdeal"),  # the big blind has posted
        ("home", "dealt_out", 4, "misdeal"),
        ("home", "absent_dealt_out", 4, "misdeal"),
    ],
)
def test_who_was_entitled_to_cards(book: str, what: str, seat: int, kind: str) -> None:
    felt = Dealt(True, True, True, True, book=book)
    felt.deal({other: "2h3h4h5h"[2 * other - 2 : 2 * other] for other in (1, 2, 3, 4) if other != seat})
    assert felt.report(what, seat) == ""
    assert [one.kind for one in felt.rulings] == [kind]


def test_who_has_cards_was_not_dealt_out() -> None:
    felt = Dealt(True, True, True).deal({2: "As"})
    assert felt.report("dealt_out", 2) == "report.has_cards"
    assert felt.report("dealt_out", 0) == "report.not_entitled"
    assert felt.rulings == []


# One who had not posted.


def test_a_player_who_owes_a_blind_and_acted_is_live_under_roberts() -> None:
    felt = Dealt(True, True, True, True, book="roberts").acts("4 call")
    assert felt.report("unposted", 4) == ""
    (ruling,) = felt.rulings
    assert (ruling.kind, ruling.rules, ruling.remedy[0].do) == ("blind_error", ("roberts.blinds.11b",), "play_on")
    assert felt.to_act == 1


def test_after_a_dead_hand_earlier_entries_can_be_corrected() -> None:
    felt = Dealt(True, True, True, True, unposted_player_dealt_in="dead_hand")
    felt.acts("4 raise 30")
    raised = next(tell for tell in reversed(felt.told) if tell.kind == "acted")
    assert felt.report("unposted", 2) == ""
    assert felt.hand.folded[felt.hand.index_of[2]]
    head = replace(felt.head(), role="floor")
    assert felt.ask(Correct(head, raised.seq, Change(to_chips=40))).ok
    assert felt.hand.folded[felt.hand.index_of[2]], "the dead hand stays dead"
    assert felt.hand.bets[felt.hand.index_of[4]] == 40


def test_a_report_that_was_wrong_is_taken_back_and_the_player_is_in_the_hand_again() -> None:
    felt = Dealt(True, True, True, True, unposted_player_dealt_in="dead_hand")
    felt.acts("4 call")
    assert felt.report("unposted", 2) == ""
    killed = next(tell for tell in reversed(felt.told) if tell.kind == "acted")
    assert felt.ask(Correct(replace(felt.head(), role="floor"), killed.seq, Change(remove=True))).ok
    assert not felt.hand.folded[felt.hand.index_of[2]]
    assert [(one.kind, one.status) for one in felt.rulings] == [("dead_hand", "lapsed")]
    assert felt.to_act == 1
    felt.acts("1 fold, 2 call")


def test_after_a_misdeal_the_hand_dealt_anew_can_be_corrected() -> None:
    felt = Dealt(True, True, True, True)
    assert felt.report("dealt_out", 2) == ""
    assert felt.ask(FloorRule(felt.head(), felt.rulings[-1].id, "confirm")).ok
    felt.ok(NewHand(felt.head()))
    assert felt.hand.owing == (), "who had posted has posted"
    felt.acts("4 raise 30")
    raised = next(tell for tell in reversed(felt.told) if tell.kind == "acted")
    assert felt.ask(Correct(felt.head(), raised.seq, Change(to_chips=40))).ok
    assert felt.hand.owing == ()
    assert felt.hand.bets[felt.hand.index_of[4]] == 40


# A hand that is killed, whenever that is.


@given(data=st.data(), stacks=st.lists(st.integers(10, 300), min_size=2, max_size=6))
@settings(max_examples=150, deadline=None)
def test_a_killed_hand_keeps_the_chips_and_the_game_goes_on(data: st.DataObject, stacks: list[int]) -> None:
    options = replace(PRESETS["cooke"], unposted_player_dealt_in="dead_hand")
    house = House(seats=len(stacks), stakes=STAKES, options=options, without=frozenset({"fold.for_free"}))
    felt = AtTable(list(stacks), STAKES, button=1, house=house)
    chips = chips_of(felt.table)
    felt.new_hand()
    if data.draw(st.booleans()):
        felt.post()
    for _ in range(data.draw(st.integers(0, 4))):
        now = legal(felt.hand)
        if now is None:
            break
        felt.act(now.seat, "call" if now.call_chips else "check")
    victim = data.draw(st.sampled_from(felt.hand.seats))
    was_over = felt.hand.over
    answer = felt.ask(Report(felt.head(), "unposted", victim))
    assert chips_of(felt.table) == chips
    hand = felt.hand
    if answer.ok and not was_over:
        killed = hand.folded[hand.index_of[victim]]
        ruling = docket_of(felt.table).rulings[-1]
        assert killed == (ruling.kind == "dead_hand" and ruling.carried_out)
    if hand.stage == "betting":
        assert not hand.folded[hand.to_act]
        assert hand.stacks[hand.to_act]


def test_the_same_report_twice_gives_the_same_bytes() -> None:
    felt = Dealt(True, True, True, True)
    event = Report(felt.head(), "dealt_out", 2)
    first, again = step(felt.table, event, felt.house), step(felt.table, event, felt.house)
    assert first == again
    assert any(isinstance(effect, Tell) and effect.kind == "ruling" for effect in first[1])
