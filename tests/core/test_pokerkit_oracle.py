"""PokerKit as a second opinion on whole random hands.

It departs from the rules of the table in a few places. Those are left out here by rule, each named
beside the line that does so, and stand with expected values of their own in `test_betting_rules`,
`test_posting` and `test_pots_and_showdown`.
"""

from __future__ import annotations

import random

import pytest
from at_table import AtTable
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pokerkit import Automation, NoLimitTexasHoldem, State

from controller.game.betting import Legal
from controller.game.cards import FULL_DECK, card_text
from controller.game.chips import Stakes
from controller.game.zones import BOARD, HOLE, STUB

AUTOMATIC = tuple(a for a in Automation if a not in (Automation.CARD_BURNING, Automation.HOLE_DEALING, Automation.BOARD_DEALING))


def oracle(stacks: list[int], stakes: Stakes) -> State:
    n = len(stacks)
    if stakes.ante_from == "all":
        antes: list[int] = [stakes.ante] * n
    else:
        antes = [0] * n
        # heads-up PokerKit takes antes as it takes blinds: the small blind's (the button's) first
        antes[1 if stakes.ante_from == "big_blind" else n - 1 if n > 2 else 0] = stakes.ante
    return NoLimitTexasHoldem.create_state(
        AUTOMATIC,
        stakes.ante_from == "all",
        antes,
        (stakes.small_blind, stakes.big_blind),
        stakes.big_blind,
        stacks,
        n,
    )


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


def compare_legal(ours: Legal, theirs: State, index: int, *, short_all_in: bool) -> bool:
    """Compare what the player to act may do; return whether both let him raise."""
    assert theirs.actor_index == index
    assert theirs.checking_or_calling_amount == ours.call_chips
    least = theirs.min_completion_betting_or_raising_to_amount
    if short_all_in and ours.can_raise != (least is not None):
        return False  # departs: a limper or checker facing a short all-in; several short all-ins; who has yet to act
    assert ours.min_raise_to == least
    assert ours.max_raise_to == theirs.max_completion_betting_or_raising_to_amount
    return ours.can_raise


def settle_formality(theirs: State) -> None:
    """PokerKit still asks a player whose bet stands against everybody's and whom nobody could answer; all he can do is check."""
    if theirs.actor_index is not None:
        assert theirs.checking_or_calling_amount == 0
        assert theirs.min_completion_betting_or_raising_to_amount is None
        theirs.check_or_call()


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


def play(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 -- hands of a test, the same for the same seed
    stacks, stakes = random_hand(rng)
    n = len(stacks)
    theirs = oracle(stacks, stakes)
    at = AtTable(list(stacks), stakes, button=n).start()
    deck = list(FULL_DECK)
    rng.shuffle(deck)
    for _ in range(2):
        for i in range(n):
            card = deck.pop()
            at.move(card, HOLE[i + 1], STUB)
            theirs.deal_hole(card_text(card))
    short_all_in = False
    temper = rng.choice([0.1, 0.3, 0.6])
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
