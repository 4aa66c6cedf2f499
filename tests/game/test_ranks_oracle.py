"""Rankings against PokerKit on random hands, against plainer ways to say the same, and what must not matter."""

from __future__ import annotations

import random
from itertools import combinations, pairwise
from typing import Final, NamedTuple

import pokerkit
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game.cards import FULL_DECK, JOKER, Card, card_text
from controller.game.rank import CATEGORY_SHIFT, FLUSH, STRAIGHT, STRAIGHT_FLUSH, rank_high
from controller.game.ranks.bug import FIVE_ACES
from controller.game.ranks.evaluate import NO_HAND
from controller.game.ranks.low import ace_to_five
from controller.game.ranks.short import SHORT_DECK
from controller.game.ranks.table import RANKINGS, high

Cards = tuple[Card, ...]


class Oracle(NamedTuple):
    """PokerKit's ranking beside ours: how many cards of which deck are in the hand and on the board."""

    ranking: str
    theirs: type[pokerkit.Hand]
    hole: int
    board: int = 0
    deck: Cards = FULL_DECK


#: PokerKit deviates from none of these.
ORACLES: Final = [
    Oracle("high", pokerkit.StandardHighHand, 2, 5),
    Oracle("high", pokerkit.StandardHighHand, 7),
    Oracle("short_deck", pokerkit.ShortDeckHoldemHand, 2, 5, SHORT_DECK),
    Oracle("short_deck", pokerkit.ShortDeckHoldemHand, 5, 0, SHORT_DECK),
    Oracle("ace_to_five", pokerkit.RegularLowHand, 5),
    Oracle("ace_to_five", pokerkit.RegularLowHand, 7),
    Oracle("ace_to_five_eight", pokerkit.EightOrBetterLowHand, 7),
    Oracle("deuce_to_seven", pokerkit.StandardLowHand, 5),
    Oracle("deuce_to_seven", pokerkit.StandardLowHand, 7),
    Oracle("badugi", pokerkit.BadugiHand, 4),
    Oracle("omaha_high", pokerkit.OmahaHoldemHand, 4, 5),
    Oracle("omaha_high", pokerkit.OmahaHoldemHand, 5, 5),
    Oracle("omaha_high", pokerkit.OmahaHoldemHand, 6, 5),
    Oracle("omaha_ace_to_five_eight", pokerkit.OmahaEightOrBetterLowHand, 4, 5),
    Oracle("omaha_ace_to_five_eight", pokerkit.OmahaEightOrBetterLowHand, 5, 5),
]
IDS: Final = [f"{oracle.ranking} {oracle.hole}+{oracle.board}" for oracle in ORACLES]


@pytest.mark.parametrize("oracle", ORACLES, ids=IDS)
def test_pokerkit_agrees(oracle: Oracle) -> None:
    agree(oracle, 200)


@pytest.mark.slow
@pytest.mark.parametrize("oracle", ORACLES, ids=IDS)
def test_pokerkit_agrees_on_thousands(oracle: Oracle) -> None:
    agree(oracle, 2_000)


def agree(oracle: Oracle, count: int) -> None:
    """Check that so many random hands stand in the same order, ties and all, and that the same ones qualify."""
    rng = random.Random(count)  # noqa: S311 -- the same hands in every run
    ranked = []
    for _ in range(count):
        cards = tuple(rng.sample(oracle.deck, oracle.hole + oracle.board))
        hole, board = cards[: oracle.hole], cards[oracle.hole :]
        strength = RANKINGS[oracle.ranking].rank(hole, board)
        other = oracle.theirs.from_game_or_none(text(hole), text(board))
        assert (strength == NO_HAND) == (other is None)
        if other is not None:
            ranked.append((strength, other))
    assert len(ranked) > count / 10
    ranked.sort(key=lambda row: row[0])
    for (worse, their_worse), (better, their_better) in pairwise(ranked):
        assert (worse == better, worse < better) == (their_worse == their_better, their_worse < their_better)


def text(cards: Cards) -> str:
    return "".join(map(card_text, cards))


def dealt(count: int, deck: Cards = FULL_DECK) -> st.SearchStrategy[Cards]:
    return st.lists(st.sampled_from(deck), min_size=count, max_size=count, unique=True).map(tuple)


#: Name → cards in the hand, cards on the board, as some game has it.
SHAPES: Final = {
    name: (4, 5) if "omaha" in name else (3, 5) if "up_to" in name else (4, 0) if name == "badugi" else (7, 0) for name in RANKINGS
}


@pytest.mark.parametrize("ranking", RANKINGS)
@given(data=st.data())
def test_neither_suits_nor_the_order_of_cards_matter(ranking: str, data: st.DataObject) -> None:
    hole, board = SHAPES[ranking]
    deck = SHORT_DECK if ranking == "short_deck" else (*FULL_DECK, JOKER) if "bug" in ranking else FULL_DECK
    cards = data.draw(dealt(hole + board, deck))
    suits = data.draw(st.permutations(range(4)))
    other = tuple(card if card == JOKER else Card(card // 4 * 4 + suits[card % 4]) for card in cards)
    shuffled = tuple(data.draw(st.permutations(other[:hole]))), tuple(data.draw(st.permutations(other[hole:])))
    rank = RANKINGS[ranking].rank
    assert rank(*shuffled) == rank(cards[:hole], cards[hole:])


@pytest.mark.parametrize("ranking", ["high", "short_deck", "ace_to_five", "ace_to_five_eight", "deuce_to_seven", "deuce_to_seven_eight"])
@given(data=st.data())
def test_the_best_five_count(ranking: str, data: st.DataObject) -> None:
    rank = RANKINGS[ranking].rank
    cards = data.draw(dealt(data.draw(st.integers(5, 7)), SHORT_DECK if ranking == "short_deck" else FULL_DECK))
    assert rank(cards, ()) == max(rank(five, ()) for five in combinations(cards, 5))


@given(dealt(7))
def test_the_board_may_be_given_apart(cards: Cards) -> None:
    for name, (_, board) in SHAPES.items():
        if not board and name != "badugi":
            rank = RANKINGS[name].rank
            assert rank(cards[:2], cards[2:]) == rank(cards, ())


@given(dealt(11), st.integers(4, 6))
def test_two_of_the_hand_and_three_of_the_board(cards: Cards, held: int) -> None:
    hole, board = cards[:held], cards[6:]
    fives = [(*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3)]
    assert RANKINGS["omaha_high"].rank(hole, board) == max(map(rank_high, fives))
    for qualifier in ("", "_seven", "_eight", "_nine"):
        rank = RANKINGS[f"ace_to_five{qualifier}"].rank
        assert RANKINGS[f"omaha_ace_to_five{qualifier}"].rank(hole, board) == max(rank(five, ()) for five in fives)


@given(dealt(8))
def test_at_most_two_of_the_hand(cards: Cards) -> None:
    hole, board = cards[:3], cards[3:]
    fives = [(*some, *others) for used in range(3) for some in combinations(hole, used) for others in combinations(board, 5 - used)]
    assert RANKINGS["up_to_two_high"].rank(hole, board) == max(map(rank_high, fives))
    assert RANKINGS["up_to_two_ace_to_five"].rank(hole, board) == max(map(ace_to_five, fives))


@given(st.integers(4, 6).flatmap(dealt))
def test_the_joker_is_an_ace_or_completes(others: Cards) -> None:
    """The joker is as good as the best card that it may stand for."""
    stands_for = [card for card in FULL_DECK if card not in others]
    completed = [(rank_high((*others, card)), card // 4 == 12) for card in stands_for]
    allowed = [strength for strength, ace in completed if ace or strength >> CATEGORY_SHIFT in (STRAIGHT, FLUSH, STRAIGHT_FLUSH)]
    strength = RANKINGS["high_bug"].rank((*others, JOKER), ())
    if set(FULL_DECK[-4:]) <= set(others):
        assert strength >> CATEGORY_SHIFT == FIVE_ACES
    else:
        assert strength == max(allowed)
    assert RANKINGS["high_bug"].rank(others, ()) == high(others)


@given(st.integers(4, 6).flatmap(dealt))
def test_the_joker_in_lows_is_the_best_card_not_held(others: Cards) -> None:
    stands_for = [card for card in FULL_DECK if card // 4 not in {held // 4 for held in others}]
    assert ace_to_five((*others, JOKER)) == max(ace_to_five((*others, card)) for card in stands_for)


@given(dealt(4, tuple(card for card in FULL_DECK if card >= 4)))
def test_the_joker_in_deuce_to_seven_is_the_lowest_card_not_held(others: Cards) -> None:
    """Its suit makes no flush."""
    rank = RANKINGS["deuce_to_seven"].rank
    unlike = next(card for card in FULL_DECK[:4] if {card % 4} != {held % 4 for held in others})
    assert rank((*others, JOKER), ()) == rank((*others, unlike), ())


@pytest.mark.parametrize("ranking", RANKINGS)
@given(data=st.data())
def test_every_hand_that_qualifies_has_a_name(ranking: str, data: st.DataObject) -> None:
    hole, board = SHAPES[ranking]
    cards = data.draw(dealt(hole + board, SHORT_DECK if ranking == "short_deck" else FULL_DECK))
    strength = RANKINGS[ranking].rank(cards[:hole], cards[hole:])
    assert bool(RANKINGS[ranking].name(strength)) == (strength > NO_HAND)
