"""The generator's own arithmetic, held against worked examples of the books and against PokerKit."""

from __future__ import annotations

import random

import pytest
from pokerkit import StandardHighHand

from controller.game.cards import FULL_DECK, card_text, parse_card
from sim.torture.model import HandModel
from sim.torture.payout import Pot, contested, give_up, peel, won
from sim.torture.ranks import strength
from sim.torture.setup import Setup, Stakes


def cards(text: str) -> list[int]:
    found = [parse_card(one) for one in text.split()]
    assert None not in found
    return [card for card in found if card is not None]


@pytest.mark.parametrize("seed", range(5))
def test_hands_rank_as_pokerkit_ranks_them(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 # repeatable hands
    for _ in range(300):
        seven = draw.sample(FULL_DECK, 9)
        mine = strength(seven[2:]), strength([*seven[:2], *seven[4:]])
        board = "".join(map(card_text, seven[4:]))
        theirs = [StandardHighHand.from_game("".join(map(card_text, hole)), board) for hole in (seven[2:4], seven[:2])]
        assert (mine[0] > mine[1], mine[0] == mine[1]) == (theirs[0] > theirs[1], theirs[0] == theirs[1]), (seven, mine)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("6d 5c 4h 3s 2d 9c 9h", "Ad 2c 3h 4s 5d Kc Kh"),  # the wheel is the lowest straight, and beats a pair
        ("Ad 2c 3h 4s 5d Kc Kh", "As Ah Ad Kc Qs 9h 2d"),
        ("As Ks Qs Js Ts 2c 2d", "9s 9h 9d 9c As Kd Qc"),
        ("9d 9h 9c 5h 5s 2c 3d", "Ah Kh Jh 9h 2h 3c 4d"),
    ],
)
def test_worked_hands(better: str, worse: str) -> None:
    assert strength(cards(better)) > strength(cards(worse))


def test_pots_are_peeled_off_contribution_by_contribution() -> None:
    """Source: cooke.9.09.b, cooke.9.09.d; the folded player's chips beyond the last live level lie in the last pot."""
    pots = peel([20, 50, 80, 80, 65], [0, 1, 2, 3], 0)
    assert [(pot.chips, pot.contenders) for pot in pots] == [(100, [0, 1, 2, 3]), (120, [1, 2, 3]), (75, [2, 3])]
    assert [(pot.chips, pot.contenders) for pot in peel([40, 40, 90], [0, 1], 5)] == [(175, [0, 1])]


def test_who_is_all_in_for_the_ante_of_all_contests_that_ante() -> None:
    assert [(pot.chips, pot.contenders) for pot in peel([10, 10, 0], [0, 1, 2], 3)] == [(3, [0, 1, 2]), (20, [0, 1])]


def test_the_odd_chips_go_left_of_the_button() -> None:
    assert won([Pot(11, [0, 2, 3])], [{0: (1,), 2: (1,), 3: (1,)}]) == {0: 4, 2: 4, 3: 3}


def test_a_hand_given_up_leaves_only_what_is_contested() -> None:
    pots = [Pot(30, [0, 1, 2]), Pot(10, [2])]
    give_up(pots, 2)
    assert [pot.contenders for pot in pots] == [[0, 1], [2]]
    assert contested(pots) == {0, 1}
    give_up(pots, 0)
    give_up(pots, 1)
    assert [pot.contenders for pot in pots] == [[1], [2]]


def model(stacks: dict[int, int], *deeds: int | None) -> HandModel:
    """A hand in which the players did this one after the other: a total for the street, None = folds. The button is at the highest seat."""
    hand = HandModel(Setup(Stakes(50, 100), stacks, max(stacks), FULL_DECK))
    hand.begin()
    hand.post()
    for deed in deeds:
        assert hand.turn is not None
        if deed is None:
            hand.fold(hand.turn)
        else:
            hand.wager(hand.turn, deed)
        if hand.moment == "board":
            hand.open_street()
    return hand


@pytest.mark.parametrize(
    ("hand", "seat", "low", "why"),
    [
        # the big blind of 100 is the first bet: the least raise is to 200; after a raise to 250 it is to 400
        (model({1: 900, 2: 900, 3: 900}), 3, 200, ""),
        (model({1: 900, 2: 900, 3: 900}, 250), 1, 400, ""),
        # flop: bet 100, raise to 200, all-in 260, call: who raised to 200 may only call (cooke.8.01.03.b#1, roberts.nl.3b#1)
        (model({1: 900, 2: 900, 3: 360}, 100, 100, 100, 100, 200, 260, 260), 2, None, "not_reopened"),
        # but who bet 100 faces a full raise, and may raise by 100 over the all-in (cooke.8.01.03.c, roberts.nl.3b#2)
        (model({1: 900, 2: 900, 3: 370}, 100, 100, 100, 100, 200, 270), 1, 370, ""),
        # a short all-in bet of 60 does not let those raise who have checked (cooke.8.01.03.a)
        (model({1: 900, 2: 900, 3: 160}, 100, 100, 100, 0, 0, 60), 1, None, "not_reopened"),
        # nobody is left who could answer a raise
        (model({1: 900, 2: 350, 3: 300}, 100, 100, 100, 100, 250, 200), 1, None, "nobody_to_answer"),
    ],
)  # fmt: skip
def test_who_may_raise_and_to_what(hand: HandModel, seat: int, low: int | None, why: str) -> None:
    assert hand.turn is not None
    assert hand.turn.seat == seat
    may = hand.wager_range(hand.turn)
    assert ((None if may is None else may.low), hand.why_no_raise(hand.turn)) == (low, why)
