"""Limit lowball: a seven or better that was not bet after the draw."""

from __future__ import annotations

from typing import Any

import pytest
from at_table import AtTable, chips_of
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.events import Draw
from controller.game.chips import Stakes
from controller.game.showdown import show_order
from controller.game.variants import VARIANTS
from controller.game.zones import HOLE, STUB
from controller.rules.house import House
from controller.rules.options import HouseOptions

STAKES = Stakes(10, 20, limit="fixed_limit", small_bet=20, big_bet=40, game="ace_to_five_lowball")
SEVEN, BETTER_SEVEN, EIGHT, SAME_SEVEN = "7c5d3h2sAc", "7d4c3s2dAh", "8c6d4h3c2c", "7h5c3d2hAs"


def lowball(holes: dict[int, str], stacks: tuple[int, ...] = (200, 200, 200), **options: Any) -> AtTable:
    """Three players who put 20 in and stand pat; seat 3 has the button."""
    house = House(seats=3, stakes=STAKES, options=replace(HouseOptions(), **options), without=frozenset({"fold.for_free"}))
    at = AtTable(list(stacks), STAKES, button=3, house=house).start().deal(holes).acts("3 call, 1 call, 2 check")
    for seat in (1, 2, 3):
        assert at.ask(Draw(at.head(), seat, "stand_pat")).ok
    return at


def shown(at: AtTable) -> AtTable:
    for seat in show_order(at.hand):
        at.show(seat)
    return at


#: seat 1 first, then 2, then 3: what they hold, what they do, what it comes to
CASES = [
    ("it is bet", {1: SEVEN, 2: EIGHT, 3: "KcQdJhTs9c"}, "1 bet 40, 2 call, 3 fold", (80, -60, -20)),
    ("it is checked", {1: SEVEN, 2: EIGHT, 3: "KcQdJhTs9c"}, "1 check, 2 bet 40, 3 call, 1 call", (40, -20, -20)),
    ("it is beaten", {1: SEVEN, 2: BETTER_SEVEN, 3: "KcQdJhTs9c"}, "1 check, 2 bet 40, 3 fold, 1 call", (-60, 80, -20)),
    ("an eight may be checked", {1: EIGHT, 2: "8d7c4s3h2h", 3: "KcQdJhTs9c"}, "1 check, 2 bet 40, 3 fold, 1 call", (80, -60, -20)),
    ("as good as one that was bet", {1: SEVEN, 2: SAME_SEVEN, 3: "KcQdJhTs9c"}, "1 check, 2 bet 40, 3 call, 1 call", (-30, 90, -60)),
    ("nobody bets", {1: SEVEN, 2: EIGHT, 3: "KcQdJhTs9c"}, "1 check, 2 check, 3 check", (40, -20, -20)),
]


@pytest.mark.parametrize(("holes", "acts", "payoffs"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_it_comes_to(holes: dict[int, str], acts: str, payoffs: tuple[int, int, int]) -> None:
    at = shown(lowball(holes).acts(acts))

    assert at.hand.payoffs == payoffs
    assert chips_of(at.table) == 600


def test_where_the_house_has_no_such_rule_the_best_hand_has_everything() -> None:
    holes = {1: SEVEN, 2: EIGHT, 3: "KcQdJhTs9c"}
    at = shown(lowball(holes, lowball_must_bet_sevens=False).acts("1 check, 2 bet 40, 3 call, 1 call"))
    assert at.hand.payoffs == (120, -60, -60)


@given(st.data())
def test_chips_are_conserved_whatever_was_checked(data: st.DataObject) -> None:
    cards = list(VARIANTS["ace_to_five_lowball"].cards)
    low = [card for card in cards if card // 4 in (0, 1, 2, 3, 4, 5, 12)]
    deck = data.draw(st.permutations(low))
    stacks = tuple(data.draw(st.sampled_from([200, 200, 65, 35, 30])) for _ in range(3))
    house = House(seats=3, stakes=STAKES, options=HouseOptions(), without=frozenset({"fold.for_free"}))
    at = AtTable(list(stacks), STAKES, button=3, house=house).start()
    for n in range(15):
        at.move(deck[n], HOLE[at.hand.seats[n % 3]], STUB)
    while at.hand.stage in ("betting", "drawing"):
        if at.hand.stage == "drawing":
            for i, seat in enumerate(at.hand.seats):
                if not at.hand.folded[i]:
                    assert at.ask(Draw(at.head(), seat, "stand_pat")).ok
            continue
        may = at.legal
        choice = data.draw(st.integers(0, 5))
        if choice == 0 and may.call_chips:
            at.act(may.seat, "fold")
        elif choice <= 2 and may.can_raise:
            at.act(
                may.seat,
                "all_in"
                if may.max_raise_to == at.hand.bets[at.hand.to_act] + at.hand.stacks[at.hand.to_act]
                else "bet"
                if not at.hand.current_bet
                else "complete"
                if at.hand.current_bet > at.hand.round.level
                else "raise",
            )
        else:
            at.act(may.seat, "call" if may.call_chips else "check")
    if at.hand.stage == "showdown":
        shown(at)
    assert at.hand.stage == "ended"
    assert sum(at.hand.payoffs) == 0
    assert chips_of(at.table) == sum(stacks)
