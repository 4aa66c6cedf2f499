"""PokerKit as a second opinion on whole random hands.

It departs from the rules of the table in a few places. Those are left out here by rule, each named
beside the line that does so, and stand with expected values of their own in `test_betting_rules`,
`test_posting` and `test_pots_and_showdown`.
"""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest
from at_table import AtTable
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from pokerkit import FixedLimitTexasHoldem, NoLimitTexasHoldem, State
from pokerkit.games import Holdem, PotLimitPokerMixin, TexasHoldemMixin
from pokerkit_twin import AS_THEIRS, AUTOMATIC, compare_legal, settle_formality

from controller.game.cards import FULL_DECK, card_text
from controller.game.chips import Limit, Stakes
from controller.game.zones import BOARD, HOLE, STUB
from controller.rules.house import House


class PotLimitTexasHoldem(PotLimitPokerMixin, TexasHoldemMixin, Holdem):
    """PokerKit has its parts and not the game."""


class UncappedTexasHoldem(FixedLimitTexasHoldem):
    max_completion_betting_or_raising_count = None


class CappedTexasHoldem(FixedLimitTexasHoldem):
    """A bet and three raises. PokerKit does not count the big blind as the bet: on its first street three are left."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        first, *others = self.streets
        self.streets = (dataclasses.replace(first, max_completion_betting_or_raising_count=3), *others)


def oracle(stacks: list[int], stakes: Stakes, game: type[Holdem] | None = None) -> State:
    n = len(stacks)
    if stakes.ante_from == "all":
        antes: list[int] = [stakes.ante] * n
    else:
        antes = [0] * n
        # heads-up PokerKit takes antes as it takes blinds: the small blind's (the button's) first
        antes[1 if stakes.ante_from == "big_blind" else n - 1 if n > 2 else 0] = stakes.ante
    blinds = (stakes.small_blind, stakes.big_blind)
    if game is None:
        return NoLimitTexasHoldem.create_state(AUTOMATIC, stakes.ante_from == "all", antes, blinds, stakes.big_blind, stacks, n)
    bets = (stakes.big_blind, stakes.big_blind * (2 if stakes.limit == "fixed_limit" else 1))
    return game(AUTOMATIC, stakes.ante_from == "all", antes, blinds, *bets)(stacks, n)


def random_hand(rng: random.Random) -> tuple[list[int], Stakes]:
    """Return stacks in deal order and stakes that both sides treat alike.

    Heads-up the blinds differ (PokerKit begins with the larger bet, by seat where they are equal).
    A big blind that cannot be posted in full is left out (the others owe the full blind here), and
    so is a stack that does not cover the ante, and a single ante's payer who is short (blind or ante first).
    """
    n = rng.randint(2, 10)
    big_blind = rng.choice([2, 10, 100])
    small_blind = rng.choice([big_blind // 2, rng.randint(1, big_blind)])
    if n == 2:
        small_blind = min(small_blind, big_blind - 1)
    ante = rng.choice([0, 0, 1, big_blind // 2, big_blind])
    stakes = Stakes(small_blind, big_blind, ante, rng.choice(["all", "big_blind", "button"]))
    deep = rng.choice([3, 10, 40])
    stacks = [ante + rng.randint(1, big_blind * deep) for _ in range(n)]
    big = 1 if n > 2 else 0
    stacks[big] = max(stacks[big], ante + big_blind)
    if n == 2 and stakes.ante_from == "button":
        stacks[1] = max(stacks[1], ante + small_blind)
    return stacks, stakes


def payoffs_with_odd_chips_as_theirs(at: AtTable) -> list[int]:
    """Return our payoffs with the odd chips laid where PokerKit lays them.

    Departs: PokerKit splits as one what the same players win, and the first of them gets all its odd chips. Here
    each pot is split for itself, and a second odd chip goes to the next player.
    """
    payoffs = list(at.hand.payoffs)
    chips_won: dict[tuple[int, ...], int] = {}
    for pot in range(len(at.hand.pots)):
        awards = [tell for tell in at.tells("pot_awarded") if tell.pot == pot]
        winners = tuple(sorted(at.hand.seats.index(tell.seat) for tell in awards))
        for tell in awards:
            payoffs[at.hand.seats.index(tell.seat)] -= tell.amount_chips
            chips_won[winners] = chips_won.get(winners, 0) + tell.amount_chips
    for winners, chips in chips_won.items():
        share, odd = divmod(chips, len(winners))
        for k, i in enumerate(winners):
            payoffs[i] += share + (odd if k == 0 else 0)
    return payoffs


def play(seed: int, limit: Limit = "no_limit", game: type[Holdem] | None = None, house: House = AS_THEIRS, temper: float = 0) -> None:
    rng = random.Random(seed)  # noqa: S311 -- hands of a test, the same for the same seed
    stacks, stakes = random_hand(rng)
    stakes = replace(stakes, limit=limit)
    n = len(stacks)
    theirs = oracle(stacks, stakes, game)
    at = AtTable(list(stacks), stakes, button=n, house=replace(house, seats=10, stakes=stakes)).start()
    deck = list(FULL_DECK)
    rng.shuffle(deck)
    for _ in range(2):
        for i in range(n):
            card = deck.pop()
            at.move(card, HOLE[i + 1], STUB)
            theirs.deal_hole(card_text(card))
    short_all_in = False
    temper = temper or rng.choice([0.1, 0.3, 0.6])
    while at.hand.stage in ("betting", "dealing"):
        if at.hand.stage == "dealing":
            settle_formality(theirs)
            street = at.hand.street
            count = 3 if street == 0 else 1
            board = [deck.pop() for _ in range(count)]
            theirs.burn_card(card_text(deck.pop()))
            theirs.deal_board("".join(map(card_text, board)))
            for card in board:
                at.move(card, BOARD, STUB)
            short_all_in = False
            continue
        now = at.legal
        may_raise = compare_legal(now, theirs, now.seat - 1, short_all_in=short_all_in)
        choice = rng.random()
        if may_raise and choice < temper:
            assert now.min_raise_to is not None
            assert now.max_raise_to is not None
            to = rng.choice([now.min_raise_to, now.max_raise_to, rng.randint(now.min_raise_to, now.max_raise_to)])
            short_all_in = short_all_in or to - at.hand.current_bet < at.hand.full_raise
            at.act(now.seat, "raise" if at.hand.current_bet else "bet", to)
            theirs.complete_bet_or_raise_to(to)
        elif now.call_chips and choice > 0.8:
            at.act(now.seat, "fold")
            theirs.fold()
        else:
            at.act(now.seat, "call" if now.call_chips else "check")
            theirs.check_or_call()
    settle_formality(theirs)
    while at.hand.stage == "showdown":
        i = next(i for i in range(n) if not at.hand.folded[i] and at.hand.shown[i] is None)
        at.show(at.hand.seats[i])
    assert not theirs.status
    assert payoffs_with_odd_chips_as_theirs(at) == list(theirs.payoffs)


@settings(max_examples=150)
@given(st.integers(0, 2**32))
@example(84564)  # four share a pot with three odd chips
@pytest.mark.slow
def test_random_hands(seed: int) -> None:
    play(seed)


@pytest.mark.slow
@settings(max_examples=1000)
@given(st.integers(0, 2**32))
def test_many_random_hands(seed: int) -> None:
    play(seed)


@pytest.mark.slow
@settings(max_examples=500)
@given(st.integers(0, 2**32))
def test_pot_limit(seed: int) -> None:
    play(seed, "pot_limit", PotLimitTexasHoldem)


@pytest.mark.slow
@settings(max_examples=500)
@given(st.integers(0, 2**32))
def test_fixed_limit(seed: int) -> None:
    play(seed, "fixed_limit", UncappedTexasHoldem)


@pytest.mark.slow
@settings(max_examples=500)
@given(st.integers(0, 2**32))
def test_fixed_limit_with_a_cap(seed: int) -> None:
    house = replace(AS_THEIRS, options=replace(AS_THEIRS.options, raise_cap="three_raises"))
    play(seed, "fixed_limit", CappedTexasHoldem, house, temper=0.8)
