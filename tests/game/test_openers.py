"""Openers: which cards open, and that whatever happens to a pot that waits for a winner no chip is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from at_table import AtTable, cards, chips_of
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.events import Act, Draw, Muck, NewHand, Panic, Post, Show
from controller.game.cards import ALL_CARDS, Card
from controller.game.carried import Carried, left_by, without
from controller.game.chips import Stakes
from controller.game.drawing import due, to_draw
from controller.game.legal_actions import legal_actions
from controller.game.openers import had, lowest_pair
from controller.game.showdown import show_order
from controller.game.zones import BURN, HOLE, MUCK, STUB
from controller.rules.house import House
from controller.rules.options import HouseOptions

STAKES = Stakes(0, 10, ante=2, limit="fixed_limit", small_bet=10, big_bet=20, game="jacks_or_better")


def ante_table(stacks: tuple[int, ...] = (100, 100, 100), game: str = "jacks_or_better", **options: Any) -> AtTable:
    stakes = replace(STAKES, game=game)
    house = House(seats=len(stacks), stakes=stakes, options=replace(HouseOptions(), **options), without=frozenset({"fold.for_free"}))
    return AtTable(list(stacks), stakes, button=len(stacks), house=house)


@pytest.mark.parametrize(
    ("hole", "opens"),
    [
        ("JcJd2h3s4c", True),
        ("TcTdAhKsQc", False),
        ("2c2d3h3s4c", True),  # two pair is more than a pair of jacks
        ("6c7d8h9sTc", True),
        ("AcXJ2h3s9c", True),  # a pair of aces
        ("JcXJ2h3s9c", False),  # the joker is an ace: ace and jack are no pair
        ("TcTdXJ3s9c", False),
        ("AcKdQhJs9c", False),
        ("", True),  # nothing was read
        ("JcKd2h3s", True),  # the card that was not read may be a jack
        ("6c9d2h3s", False),  # whatever the fifth is, it makes no jacks
    ],
)
def test_what_opens_is_jacks_or_better_as_far_as_the_cards_were_read(hole: str, opens: bool) -> None:
    at = ante_table().start().deal({1: hole} if hole else {})
    assert had(at.hand, 0) is opens


@pytest.mark.parametrize(("deals", "progressive", "lowest"), [(0, True, 9), (1, True, 10), (3, True, 12), (9, True, 12), (5, False, 9)])
def test_progressive_openers_rise_with_each_passed_deal_up_to_aces(deals: int, progressive: bool, lowest: int) -> None:
    at = ante_table(draw_openers="jacks_or_better", draw_progressive_openers=progressive).start()
    setup = replace(at.hand.setup, carried=Carried((), 6, deals))
    assert lowest_pair(setup) == lowest


@pytest.mark.parametrize("split", [True, False])
@pytest.mark.parametrize(("first", "proof"), [("JcJd2h3s4c", "shown"), ("TcTdAhKsQc", "none")])
def test_who_opened_and_changed_all_five_is_judged_by_what_he_was_dealt(split: bool, first: str, proof: str) -> None:
    """He kept nothing that could be openers by itself."""
    at = ante_table((100, 100)).start().deal({1: first, 2: "7c7d8h9s2c"})
    at.acts("1 bet, 2 call")
    if split:
        at.ok(Draw(at.head(), 1, "split"))
    at.ok(Draw(at.head(), 1, "draw", 5))
    at.ok(Draw(at.head(), 2, "stand_pat"))
    for card in at.hand.hole_of(0):
        at.move(card, MUCK, HOLE[1])
    at.move(cards("9c")[0], BURN, STUB)
    at.deal({1: "5c5d6h6s8c"})
    at.acts("1 check, 2 check")
    at.show(1)
    assert [tell.do for tell in at.tells("openers")][split:] == [proof]


def test_split_openers_are_not_named_while_the_hole_cards_are_hidden() -> None:
    at = ante_table((100, 100)).start().deal({1: "JcJd2h3s4c", 2: "7c7d8h9s2c"})
    at.acts("1 bet, 2 call")
    at.ok(Draw(at.head(), 1, "split"))
    at.ok(Draw(at.head(), 1, "draw", 1))
    at.ok(Draw(at.head(), 2, "stand_pat"))
    at.move(cards("Jd")[0], MUCK, HOLE[1])
    at.move(cards("9c")[0], BURN, STUB)
    at.deal({1: "5c"})
    at.acts("1 check, 2 check")
    at.ok(Panic(at.head(), True))
    at.show(1)
    assert [(tell.do, tell.cards) for tell in at.tells("openers")] == [("split", ()), ("shown", ())]


@pytest.mark.parametrize(("rounds", "owing"), [(0, 6), (2, 6), (1, 0)])
def test_antes_stop_at_the_house_limit(rounds: int, owing: int) -> None:
    at = ante_table(draw_max_ante_rounds=rounds)
    for _ in range(2):
        at.new_hand()
        at.post()
        for seat in at.hand.seats:
            at.act(seat, "check")
    at.new_hand()
    assert sum(due.amount_chips for due in at.hand.owing) == owing
    assert at.hand.setup.carried.chips == 12


def test_who_leaves_leaves_his_share_in_the_pot_to_nobody() -> None:
    carried = Carried(((1, 2), (2, 2)), 10, 1, (2,))
    assert without(carried, 2) == Carried(((1, 2),), 12, 1, ())
    assert without(carried, 2).chips == carried.chips


def test_another_game_leaves_the_pot_where_it_lies() -> None:
    at = ante_table().start().acts("1 check, 2 check, 3 check")
    at.ok(NewHand(at.head(), Stakes(5, 10, game="holdem")))
    assert at.hand.setup.carried.deals == 0
    at.post()
    at.acts(f"{at.to_act} fold")
    at.acts(f"{at.to_act} fold")
    assert at.table.around.carried.chips == 6


def test_a_void_hand_leaves_what_lay_there_before() -> None:
    at = ante_table().start().acts("1 check, 2 check, 3 check")
    at.new_hand()
    at.post()
    at.void()
    assert (at.table.around.carried.chips, chips_of(at.table)) == (6, 300)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), game=st.sampled_from(["jacks_or_better", "jacks_back", "five_card_draw_antes"]))
def test_whatever_is_done_over_many_deals_no_chip_is_lost(data: st.DataObject, game: str) -> None:
    stacks = tuple(data.draw(st.lists(st.sampled_from([2, 7, 30, 200]), min_size=3, max_size=5)))
    at = ante_table(stacks, game, draw_openers="jacks_or_better", draw_progressive_openers=data.draw(st.booleans()))
    for _ in range(4):
        answer = at.ask(NewHand(at.head(), None))
        if not answer.ok:
            assert answer.code == "new_hand.players"
            break
        _played(at, data)
        _gathered(at)
        assert chips_of(at.table) == sum(stacks)
        assert at.hand.over
        assert left_by(at.hand).chips == at.table.around.carried.chips
        assert all(chips >= 0 for _, chips in at.table.around.carried.shares)


def _gathered(at: AtTable) -> None:
    """Put every card back on the stub: one kept over the next deal would be one too many there."""
    for card, zone in enumerate(at.table.card_zones):
        if zone in HOLE:
            at.move(card, STUB, zone)


def _played(at: AtTable, data: st.DataObject) -> None:
    """Play a hand out with whatever is legal."""
    deck = [*ALL_CARDS]
    data.draw(st.randoms(use_true_random=False)).shuffle(deck)
    for _ in range(200):
        if at.hand.over:
            return
        _STEP.get(at.hand.stage, _shown)(at, data, deck)
    raise AssertionError("the hand has no end")


def _posted(at: AtTable, data: st.DataObject, deck: list[Card]) -> None:
    at.ok(Post(at.head(), None))
    if not at.hand.dealt:
        for seat in at.hand.seats * 5:
            at.move(deck.pop(), HOLE[seat], STUB)


def _drawn(at: AtTable, data: st.DataObject, deck: list[Card]) -> None:
    turn = to_draw(at.hand)
    if turn >= 0:
        at.ok(Draw(at.head(), at.hand.seats[turn], "draw", data.draw(st.integers(0, 3))))
        return
    for seat, number in [(seat, due(at.hand, i)) for i, seat in enumerate(at.hand.seats)]:
        for _ in range(number):
            at.move(deck.pop(), HOLE[seat], STUB)


def _bet(at: AtTable, data: st.DataObject, deck: list[Card]) -> None:
    hand, opener = at.hand, at.hand.drawing.opener
    if opener >= 0 and not hand.street and not hand.drawing.proof and data.draw(st.integers(0, 4)) == 0:
        at.ask(Show(at.head(), hand.seats[opener]))
        return
    may = [one.do for one in legal_actions(hand) if one.legal]
    at.ok(Act(at.head(), hand.seats[hand.to_act], data.draw(st.sampled_from(may))))


def _shown(at: AtTable, data: st.DataObject, deck: list[Card]) -> None:
    (seat, *_) = show_order(at.hand)
    if data.draw(st.integers(0, 3)) == 0 or not at.ask(Show(at.head(), seat, None)).ok:
        at.ok(Muck(at.head(), seat))


_STEP: dict[str, Callable[[AtTable, st.DataObject, list[Card]], None]] = {"posting": _posted, "drawing": _drawn, "betting": _bet}
