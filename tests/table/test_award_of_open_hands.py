"""Hands that all lie open before their last card: the award comes by itself, once it is known whether that card was dealt right."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from at_table import EVIDENCE, cards
from hypothesis import given, settings
from hypothesis import strategies as st
from test_board_dealt_wrong import Felt, does

from controller.effects import Effect
from controller.events import CardMoved, Change, Correct, Discrepancy, EnterCard, Evidence, FloorRule, Header, RunIt, Show, Tick
from controller.game.cards import card_text
from controller.game.showdown import all_shown
from controller.game.zones import BOARD, BURN, STUB
from controller.hand_log import HandLog
from controller.table.waiting import waits

#: A burn, the river behind it, and the card that is the river where that one is the burn.
BURN_CARD, RIVER, SECOND = "4h", "5c", "6s"


class Open(Felt):
    """Seats 1 and 2 are all-in and lie open; the turn is dealt as it ought to be."""

    def __init__(self, book: str = "roberts", *, tabled: bool = True, **more: Any) -> None:
        super().__init__(book, **more)
        self.acts("3 fold, 1 all_in, 2 call")
        for seat in (1, 2) if tabled else ():
            self.show(seat)
        self.lay("2c", BURN)
        self.lay("3c 7d 9h", BOARD)
        self.lay("8c", BURN)
        self.lay("Jd", BOARD)

    def tick(self) -> None:
        """The burn was waited for long enough."""
        for name in [one for one in waits(self.table) if one.startswith("burn/")]:
            self.do(Tick(name, self._now))

    @property
    def awarded(self) -> bool:
        return self.hand.stage == "ended"

    @property
    def is_waiting(self) -> bool:
        """Whether something is on its way that ends the wait: a timer, or a person's decision."""
        return any(one.startswith("burn/") for one in waits(self.table)) or self.is_ruled

    @property
    def is_ruled(self) -> bool:
        return any(one.kind == "burn_error" and one.waits for one in self.rulings)


class Logged(Open):
    """Such a hand with its events at hand, so that it can be corrected."""

    def __init__(self, log: HandLog) -> None:
        self._log = log
        super().__init__()

    def do(self, event: Any) -> tuple[Effect, ...]:
        whole = self._log.complete(event)
        effects = super().do(whole)
        self._log.take(whole, effects)
        return effects


def test_a_river_behind_its_burn_is_awarded_with_it() -> None:
    felt = Open()
    felt.lay(BURN_CARD, BURN)
    since = felt.table.seq
    felt.lay(RIVER, BOARD)
    assert [tell.kind for tell in felt.told if tell.seq > since] == ["board", "pot_awarded", "pot_awarded", "hand_ended"]


def test_a_river_without_a_burn_is_ruled_about_before_it_is_awarded() -> None:
    felt = Open()
    felt.lay(RIVER, BOARD)
    assert not felt.awarded
    felt.tick()
    assert not felt.awarded
    assert (does(felt.newest), felt.newest.may_until) == (["first_to_burn"], "award")
    felt.lay(RIVER, BURN)
    felt.lay(SECOND, BOARD)
    assert felt.awarded
    assert felt.hand.board == cards("3c7d9hJd6s")


@pytest.mark.parametrize("waited", [False, True])
def test_a_burn_that_is_read_late_lets_the_award_go(waited: bool) -> None:
    felt = Open()
    since_ns = felt._now
    felt.lay(RIVER, BOARD)
    if waited:
        felt.tick()
    assert not felt.awarded
    felt.lay(BURN_CARD, BURN, after_ns=since_ns)
    assert felt.awarded
    assert len(felt.tells("hand_ended")) == 1


def test_a_burn_made_after_the_river_leaves_it_to_a_person() -> None:
    felt = Open()
    felt.lay(RIVER, BOARD)
    felt.lay(BURN_CARD, BURN)
    assert not felt.awarded
    burn_error = next(one for one in felt.rulings if one.kind == "burn_error")
    felt.decide(burn_error, "override", "play_on")
    assert felt.awarded


@pytest.mark.parametrize("alternative", ["play_on", "burned"])
def test_the_floor_lets_the_river_stand(alternative: str) -> None:
    felt = Open()
    felt.lay(RIVER, BOARD)
    felt.tick()
    felt.decide(felt.newest, "override", alternative)
    assert felt.awarded
    assert felt.hand.board == cards("3c7d9hJd5c")


def test_a_house_that_corrects_no_all_in_awards_when_the_wait_is_over() -> None:
    felt = Open(burn_error_window_all_in="not_corrected")
    felt.lay(RIVER, BOARD)
    assert not felt.awarded
    felt.tick()
    assert felt.awarded


@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_a_burn_that_nobody_looks_at_is_not_waited_for(when: str) -> None:
    felt = Open()
    unwatched = Discrepancy("rfid.unwatched", (BURN,), felt._now, Evidence("hf1", 0, 0))
    if when == "before":
        felt.do(unwatched)
    felt.lay(RIVER, BOARD)
    assert felt.awarded == (when == "before")
    if when == "meanwhile":
        felt.do(unwatched)
    assert felt.awarded
    assert felt.rulings == ()


def test_a_table_that_reads_no_burns_waits_for_none() -> None:
    felt = Open(burn_antenna=False)
    felt.lay(RIVER, BOARD)
    assert felt.awarded


def test_a_river_entered_by_hand_is_awarded_at_once() -> None:
    felt = Open()
    felt.ok(EnterCard(felt.head(), BOARD, cards(RIVER)[0]))
    assert felt.awarded


def test_a_hand_that_is_run_twice_waits_for_no_burn() -> None:
    felt = Open()
    felt.ok(RunIt(felt.head(), 2))
    felt.lay(RIVER, BOARD)
    felt.lay(SECOND, BOARD)
    assert felt.awarded


def test_hands_that_are_shown_while_the_burn_is_waited_for_wait_too() -> None:
    felt = Open(tabled=False)
    since_ns = felt._now
    felt.lay(RIVER, BOARD)
    for seat in (1, 2):
        felt.ok(Show(felt.head(), seat))
    assert felt.hand.stage == "showdown"
    felt.lay(BURN_CARD, BURN, after_ns=since_ns)
    assert felt.hand.stage == "ended"


def test_a_board_that_is_gathered_up_can_no_longer_be_put_right() -> None:
    """roberts.irregularities.15d: as long as stub, board and burns are intact."""
    felt = Open()
    felt.lay(RIVER, BOARD)
    felt.tick()
    for card in felt.hand.board:
        assert not felt.awarded
        felt.lay(card_text(card), STUB)
    assert felt.awarded


@pytest.mark.parametrize("alternative", ["play_on", "burned"])
def test_a_board_that_is_half_put_right_is_put_right_and_nothing_is_awarded_before(alternative: str) -> None:
    felt = Open()
    since_ns = felt._now
    felt.lay(RIVER, BOARD)
    felt.tick()
    felt.lay(RIVER, BURN)
    refused = felt.ask(FloorRule(Header(felt._now, "f", "floor"), felt.newest.id, "override", "so it was", alternative))
    assert refused.code == "floor_rule.too_late"
    felt.lay(BURN_CARD, BURN, after_ns=since_ns)
    assert not felt.awarded, "four cards are no board"
    felt.lay(SECOND, BOARD)
    assert felt.awarded
    assert len(felt.hand.board) == 5


@pytest.mark.parametrize("waited", [False, True])
def test_a_hand_folded_again_in_the_middle_of_the_wait_waits_on_and_is_awarded(waited: bool) -> None:
    """What is known of the deal is folded again with the hand: the timer goes on, or the ruling stands, and either lets the award go."""
    log = HandLog()
    felt = Logged(log)
    since_ns = felt._now
    felt.lay(RIVER, BOARD)
    if waited:
        felt.tick()
    call = next(one for one in reversed(felt.told) if one.kind == "acted" and one.do == "call")
    head = Header(felt._now, "correction", "floor")
    answer = felt.ask(Correct(head, call.seq, Change(do="all_in")))
    assert answer.ok, answer
    assert not felt.awarded
    assert felt.is_waiting
    felt.lay(BURN_CARD, BURN, after_ns=since_ns)
    assert felt.awarded


def _facts(felt: Open) -> dict[str, CardMoved]:
    """The last street's facts, whose intervals overlap, so that they may come in any order."""
    now = felt._now
    return {
        "burn": CardMoved(cards(BURN_CARD)[0], STUB, BURN, "down", now, now + 300, EVIDENCE),
        "river": CardMoved(cards(RIVER)[0], STUB, BOARD, "up", now + 100, now + 400, EVIDENCE),
    }


@pytest.mark.parametrize("order", list(permutations(("burn", "river", "tick"))))
def test_in_whatever_order_they_come_the_pot_is_awarded(order: tuple[str, ...]) -> None:
    felt = Open()
    facts = _facts(felt)
    for one in order:
        felt.tick() if one == "tick" else felt.do(facts[one])
    assert felt.awarded
    assert len(felt.tells("hand_ended")) == 1


#: What may come about the last street, in any order and any number.
COMES = ("burn", "river", "tick", "unwatched", "watched", "second_burn", "show", "burn_away", "late_burn", "river_back", "second", "stands")


@settings(deadline=None, max_examples=300)
@given(st.lists(st.sampled_from(COMES), max_size=10), st.sampled_from(["cooke", "roberts", "home"]), st.booleans())
def test_after_the_limit_the_pot_is_awarded_or_a_ruling_is_open(order: list[str], book: str, tabled: bool) -> None:
    felt = Open(book, tabled=tabled)
    now = felt._now
    facts: dict[str, Any] = {
        **_facts(felt),
        "second_burn": CardMoved(cards("6h")[0], STUB, BURN, "down", now + 50, now + 350, EVIDENCE),
        "late_burn": CardMoved(cards("6d")[0], STUB, BURN, "down", now + 900, now + 1_200, EVIDENCE),
        "river_back": CardMoved(cards(RIVER)[0], BOARD, BURN, "down", now + 700, now + 900, EVIDENCE),
        "second": CardMoved(cards(SECOND)[0], STUB, BOARD, "up", now + 800, now + 1_000, EVIDENCE),
        "burn_away": CardMoved(cards(BURN_CARD)[0], BURN, None, "down", now + 500, now + 700, EVIDENCE),
        "unwatched": Discrepancy("rfid.unwatched", (BURN,), now + 500, Evidence("hf1", 0, 0)),
        "watched": Discrepancy("rfid.unwatched", (BURN,), now + 600, Evidence("hf1", 0, 0), settled=True),
    }
    for one in [*order, *(["river"] if "river" not in order else []), "show", "tick"]:
        if one == "tick":
            felt.tick()
        elif one == "show":
            for seat in (1, 2):
                felt.ask(Show(felt.head(), seat))
        elif one == "stands":
            if felt.is_ruled:
                felt.ask(FloorRule(Header(felt._now, f"f{felt._now}", "floor"), felt.newest.id, "override", "so it was", "play_on"))
        else:
            felt.do(facts[one])
        if felt.hand.stage == "showdown" and all_shown(felt.hand) and len(felt.hand.board) == 5:
            assert felt.is_waiting, "what holds the pot ends by itself, or by a person's decision"
    if not felt.awarded and not felt.is_ruled:  # a card of the board went away: the next one takes its place
        assert len(felt.hand.board) < 5
        felt.lay("Qh", BOARD)
        felt.tick()
    assert felt.awarded or felt.is_ruled
    assert len(felt.tells("hand_ended")) <= 1
