"""Hand ranking: every class, the rule book's examples, and PokerKit as a second opinion."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from at_table import cards
from hypothesis import given
from hypothesis import strategies as st
from multisets import rank_multisets, without_flush
from pokerkit import StandardHighHand

from controller.game import rank
from controller.game.cards import FULL_DECK, Card, card_text
from controller.game.rank import hand_name, rank_high

#: rule id, hands from best to worst
BOOK_ORDER = [
    ("home.rank.1", "AsKsQsJsTs KhQhJhTh9h"),
    ("home.rank.2", "7h6h5h4h3h 5d4d3d2dAd"),
    ("home.rank.3", "JcJdJhJs9d 9c9d9h9sAc 9c9d9h9sKc"),
    ("home.rank.4", "KcKdKh2s2d QcQdQhAsAd QcQdQhKsKd"),
    ("home.rank.5", "As6s5s4s3s KdQdJdTd8d KdQdJdTd7d"),
    ("home.rank.6", "AcKdQhJsTd KcQdJhTs9c 5c4d3h2sAc AcKc4d3h2s"),
    ("home.rank.7", "JcJdJh7s2d 9c9d9hAsKd 9c9d9hAsQd"),
    ("home.rank.8", "AcAd2h2s3d KcKdQhQsJd KcKdJhJsAd KcKdJhJsQd"),
    ("home.rank.9", "9c9d4h3s2d 8c8dAs3h2s 8c8dKsQh2s 8c8dKsTh2s"),
    ("home.rank.10", "Ac6d4h3s2d KcQdJhTs8d KcQdJhTs7d"),
    ("roberts.hand_strength.1", "AsKsQsJsTs 9s8s7s6s5s"),
    ("roberts.hand_strength.2", "9h8h7h6h5h AcAdAhAsKd"),
    ("roberts.hand_strength.3", "8c8d8h8s2c KcKdKhQsQd"),
    ("roberts.hand_strength.4", "7c7d7h2s2d AcQc9c6c3c"),
    ("roberts.hand_strength.5", "KdTd8d5d2d AcKhQsJdTc"),
    ("roberts.hand_strength.6", "8c7d6h5s4c AcAdAhKsQd"),
    ("roberts.hand_strength.7", "6c6d6hQsTd AcAdKhKsQc"),
    ("roberts.hand_strength.8", "5c5d3h3s2c AcAdKhQsJd"),
    ("roberts.hand_strength.9", "2c2d7h5s4c AcKdQhJs9d"),
    ("roberts.hand_strength.10", "AcQd9h6s3c KcJd9s8h2c"),
    ("cooke.4.13.a", "KhQhJhTh9h 2c2d2h2s3c 2c2d2h3s3d Kd9d7d5d3d 6c5d4h3s2c 2c2d2h4s5d 3c3d2h2s4d 2c2d3h4s5d Ac6d4h3s2d"),
]


@pytest.mark.parametrize(("rule", "hands"), BOOK_ORDER, ids=[row[0] for row in BOOK_ORDER])
def test_book_order(rule: str, hands: str) -> None:
    strengths = [rank_high(cards(hand)) for hand in hands.split()]
    assert strengths == sorted(set(strengths), reverse=True)


NAMES = [
    ("AsKsQsJsTs", "a royal flush"),
    ("9s8s7s6s5s", "a straight flush, nine high"),
    ("5d4d3d2dAd", "a straight flush, five high"),
    ("6c6d6h6s2c", "four sixes"),
    ("KcKdKh7s7d", "a full house, kings full of sevens"),
    ("Kd9d7d5d3d", "a flush, king high"),
    ("5c4d3h2sAc", "a straight, five high"),
    ("2c2d2h4s5d", "three deuces"),
    ("KcKd7h7sAd", "two pair, kings and sevens"),
    ("KcKd7h7s2d2c3s", "two pair, kings and sevens"),
    ("AcAd7h6s2d", "a pair of aces"),
    ("Ac9d7h6s2d", "ace high"),
    ("KcKd", "a pair of kings"),
    ("AcKd", "ace high"),
    ("", ""),
]


@pytest.mark.parametrize(("hand", "name"), NAMES)
def test_names(hand: str, name: str) -> None:
    assert hand_name(cards(hand)) == name


SEVENS = st.lists(st.sampled_from(FULL_DECK), min_size=7, max_size=7, unique=True).map(tuple)


@given(SEVENS)
def test_seven_cards_rank_as_their_best_five(seven: tuple[Card, ...]) -> None:
    assert rank_high(seven) == max(rank_high(five) for five in itertools.combinations(seven, 5))


@given(SEVENS)
def test_six_cards_rank_as_their_best_five(seven: tuple[Card, ...]) -> None:
    assert rank_high(seven[:6]) == max(rank_high(five) for five in itertools.combinations(seven[:6], 5))


def pokerkit_hand(hole: tuple[Card, ...], board: tuple[Card, ...]) -> StandardHighHand:
    return StandardHighHand.from_game("".join(map(card_text, hole)), "".join(map(card_text, board)))


@given(SEVENS, st.data())
def test_pokerkit_agrees_who_wins(seven: tuple[Card, ...], data: st.DataObject) -> None:
    board, hole = seven[:5], seven[5:]
    left = [card for card in FULL_DECK if card not in seven]
    other = tuple(data.draw(st.lists(st.sampled_from(left), min_size=2, max_size=2, unique=True)))
    ours = rank_high(hole + board) - rank_high(other + board)
    mine, his = pokerkit_hand(hole, board), pokerkit_hand(other, board)
    assert (ours > 0, ours == 0) == (mine > his, mine == his)


@pytest.mark.slow
def test_every_five_card_class() -> None:
    """All 2,598,960 hands fall into 7,462 classes, each category with its known frequency."""
    strengths = Counter(map(rank_high, itertools.combinations(FULL_DECK, 5)))
    assert len(strengths) == 7462
    frequency: Counter[int] = Counter()
    for strength, count in strengths.items():
        frequency[strength >> 20] += count
    assert frequency == {
        rank.HIGH_CARD: 1302540,
        rank.PAIR: 1098240,
        rank.TWO_PAIR: 123552,
        rank.TRIPS: 54912,
        rank.STRAIGHT: 10200,
        rank.FLUSH: 5108,
        rank.FULL_HOUSE: 3744,
        rank.QUADS: 624,
        rank.STRAIGHT_FLUSH: 40,
    }


@pytest.mark.slow
def test_classes_reachable_with_seven_cards() -> None:
    """4,824 classes are some seven cards' best: of every rank multiset without a flush, and of every flush."""
    found = set()
    multisets = rank_multisets(7)
    assert len(multisets) == 49205
    for counts in multisets:
        held = without_flush(counts)
        if held is not None:
            found.add(rank_high(held))
    for size in (5, 6, 7):
        for flush in itertools.combinations(range(13), size):
            suited = tuple(Card(r * 4) for r in flush)
            rest = itertools.islice((Card(r * 4 + 1) for r in range(13)), 7 - size)
            found.add(rank_high(suited + tuple(rest)))
    assert len(found) == 4824
