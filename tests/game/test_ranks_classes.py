"""Every class of every ranking, counted: how many hands there are of each is known."""

from __future__ import annotations

import itertools
from collections import Counter
from functools import cache
from math import comb, prod

import pytest
from multisets import rank_multisets, without_flush

from controller.game import rank
from controller.game.cards import FULL_DECK, JOKER, Card
from controller.game.rank import CATEGORY_SHIFT, rank_high
from controller.game.ranks import bug
from controller.game.ranks.badugi import SIZE_SHIFT, badugi
from controller.game.ranks.deuce import deuce_to_seven
from controller.game.ranks.evaluate import NO_HAND
from controller.game.ranks.low import LOW_BASE, ace_to_five, eight_or_better
from controller.game.ranks.short import SHORT_DECK, in_high_order, short_deck

Hand = tuple[Card, ...]


@cache
def ways_without_flush(pattern: tuple[int, ...], load: tuple[int, ...] = (0, 0, 0, 0)) -> int:
    """Return in how many ways suits can be given to ranks that come this often so that no five cards share one."""
    if max(load) > 4:
        return 0
    if not pattern:
        return 1
    return sum(
        ways_without_flush(pattern[1:], tuple(sorted(n + (suit in given) for suit, n in enumerate(load))))
        for given in itertools.combinations(range(4), pattern[0])
    )


def pattern_of(counts: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(count for count in counts if count))


@pytest.mark.slow
def test_every_seven_card_hand() -> None:
    """All 133,784,560 seven-card hands, counted class by class: by the ranks without a flush, by the flush's ranks with one."""
    hands: Counter[int] = Counter()
    for counts in rank_multisets(7):
        if (held := without_flush(counts)) is not None:
            hands[rank_high(held)] += ways_without_flush(pattern_of(counts))
    for size in (5, 6, 7):
        for flush in itertools.combinations(range(13), size):
            suited = tuple(Card(r * 4) for r in flush)
            left = [card for card in FULL_DECK if card % 4][: 7 - size], [Card(flush[0] * 4 + 1), Card(flush[0] * 4 + 2)][: 7 - size]
            strengths = {rank_high((*suited, *rest)) for rest in left}  # whatever lies beside a flush counts for nothing
            assert len(strengths) == 1
            hands[strengths.pop()] += 4 * comb(39, 7 - size)
    assert hands.total() == comb(52, 7) == 133_784_560
    assert len(hands) == 4_824
    categories: Counter[int] = Counter()
    for strength, ways in hands.items():
        categories[strength >> CATEGORY_SHIFT] += ways
    assert categories == {
        rank.HIGH_CARD: 23_294_460,
        rank.PAIR: 58_627_800,
        rank.TWO_PAIR: 31_433_400,
        rank.TRIPS: 6_461_620,
        rank.STRAIGHT: 6_180_020,
        rank.FLUSH: 4_047_644,
        rank.FULL_HOUSE: 3_473_184,
        rank.QUADS: 224_848,
        rank.STRAIGHT_FLUSH: 41_584,
    }
    assert hands[rank_high(FULL_DECK[32::4])] == 4_324  # royal flushes


def as_high(strength: int) -> int:
    """Return what a low would be worth as a high hand."""
    return LOW_BASE - strength


def low_by_ranks(counts: tuple[int, ...]) -> Hand:
    return tuple(Card(r * 4 + suit) for r, count in enumerate(counts) for suit in range(count))


def counted(size: int) -> Counter[int]:
    """Return how many hands of this size there are of each ace-to-five strength."""
    hands: Counter[int] = Counter()
    for counts in rank_multisets(size):
        hands[ace_to_five(low_by_ranks(counts))] += prod(comb(4, count) for count in counts)
    return hands


#: The highest card, counted from the ace, which is 1 → how many hands without a pair.
FIVE_CARD_LOWS = {n: comb(n - 1, 4) * 1024 for n in range(5, 14)}
SEVEN_CARD_LOWS = {
    5: 781_824, 6: 3_151_360, 7: 7_426_560, 8: 13_171_200, 9: 19_174_400, 10: 23_675_904, 11: 24_837_120, 12: 21_457_920, 13: 13_939_200,
}  # fmt: skip


def by_highest(hands: Counter[int]) -> Counter[int]:
    found: Counter[int] = Counter()
    for strength, ways in hands.items():
        if as_high(strength) >> CATEGORY_SHIFT == rank.HIGH_CARD:
            found[as_high(strength) >> 16 & 15] += ways
    return found


def test_every_five_card_low() -> None:
    hands = counted(5)
    assert hands.total() == comb(52, 5)
    assert len(hands) == 6_175  # 1,287 without a pair, 2,860 with one, 858 with two, 858 trips, 156 full houses, 156 quads
    assert by_highest(hands) == FIVE_CARD_LOWS
    categories: Counter[int] = Counter()
    for strength, ways in hands.items():
        categories[as_high(strength) >> CATEGORY_SHIFT] += ways
    assert categories == {
        rank.HIGH_CARD: 1_317_888,
        rank.PAIR: 1_098_240,
        rank.TWO_PAIR: 123_552,
        rank.TRIPS: 54_912,
        rank.FULL_HOUSE: 3_744,
        rank.QUADS: 624,
    }


@pytest.mark.slow
def test_every_seven_card_low() -> None:
    hands = counted(7)
    assert hands.total() == comb(52, 7)
    assert by_highest(hands) == SEVEN_CARD_LOWS
    qualifies = sum(
        prod(comb(4, count) for count in counts) for counts in rank_multisets(7) if eight_or_better(low_by_ranks(counts)) != NO_HAND
    )
    assert qualifies == sum(SEVEN_CARD_LOWS[n] for n in (5, 6, 7, 8)) == 24_530_944


def test_every_low_that_qualifies() -> None:
    hands = [low_by_ranks(counts) for counts in rank_multisets(5)]
    assert len({eight_or_better(hand) for hand in hands} - {NO_HAND}) == 56


@pytest.mark.slow
def test_every_deuce_to_seven_class() -> None:
    """All 2,598,960 hands: as high hands, but that 5-4-3-2-A is no straight."""
    hands = Counter(map(deuce_to_seven, itertools.combinations(FULL_DECK, 5)))
    assert len(hands) == 7_462
    categories: Counter[int] = Counter()
    for strength, ways in hands.items():
        categories[as_high(strength) >> CATEGORY_SHIFT] += ways
    assert categories == {
        rank.HIGH_CARD: 1_303_560,
        rank.PAIR: 1_098_240,
        rank.TWO_PAIR: 123_552,
        rank.TRIPS: 54_912,
        rank.STRAIGHT: 9_180,
        rank.FLUSH: 5_112,
        rank.FULL_HOUSE: 3_744,
        rank.QUADS: 624,
        rank.STRAIGHT_FLUSH: 36,
    }
    assert hands[max(hands)] == 1_020  # 7-5-4-3-2


def test_every_badugi() -> None:
    hands = Counter(map(badugi, itertools.combinations(FULL_DECK, 4)))
    assert hands.total() == 270_725
    assert len(hands) == 1_092  # 715 of four cards, 286 of three, 78 of two, 13 of one
    sizes: Counter[int] = Counter()
    for strength, ways in hands.items():
        sizes[strength >> SIZE_SHIFT] += ways
    assert sizes == {4: 17_160, 3: 154_440, 2: 96_252, 1: 2_873}
    assert hands[max(hands)] == 24


def test_every_short_deck_hand() -> None:
    hands = Counter(map(short_deck, itertools.combinations(SHORT_DECK, 5)))
    assert hands.total() == 376_992
    assert len(hands) == 1_404
    order = sorted(hands)
    categories: Counter[int] = Counter()
    for strength in order:
        categories[in_high_order(strength) >> CATEGORY_SHIFT] += hands[strength]
    assert list(categories) == [0, 1, 2, 3, rank.STRAIGHT, rank.FULL_HOUSE, rank.FLUSH, rank.QUADS, rank.STRAIGHT_FLUSH]
    assert list(categories.values()) == [122_400, 193_536, 36_288, 16_128, 6_120, 1_728, 480, 288, 24]


def test_every_high_hand_with_the_joker() -> None:
    """All 270,725 of them; with those without it they are the 2,869,685 hands of 53 cards."""
    categories: Counter[int] = Counter()
    royal = rank_high(FULL_DECK[32::4])
    royals = 0
    for four in itertools.combinations(FULL_DECK, 4):
        strength = bug.high_with_bug((*four, JOKER))
        categories[strength >> CATEGORY_SHIFT] += 1
        royals += strength == royal
    assert royals == 20
    assert categories == {
        rank.HIGH_CARD: 116_424,
        rank.PAIR: 116_784,
        rank.TWO_PAIR: 15_048,
        rank.TRIPS: 8_448,
        rank.STRAIGHT: 10_332,
        rank.FLUSH: 2_696,
        rank.FULL_HOUSE: 624,
        rank.QUADS: 204,
        rank.STRAIGHT_FLUSH: 144 + 20,
        bug.FIVE_ACES: 1,
    }
